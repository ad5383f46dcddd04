"""The games on Discord, a package each."""

from cogs.games import haithabu, riga, visby

GAMES = (visby.GAME, riga.GAME, haithabu.GAME)
