"""Haithabu on Discord."""

from cogs.games.game_cog import GameOnDiscord
from cogs.games.haithabu.cog import VERBS, HaithabuCog
from cogs.games.haithabu.display import HaithabuDisplay

GAME = GameOnDiscord(HaithabuCog, HaithabuDisplay, VERBS)
