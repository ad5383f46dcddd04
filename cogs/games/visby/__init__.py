"""Visby on Discord."""

from cogs.games.game_cog import GameOnDiscord
from cogs.games.visby.cog import VERBS, VisbyCog
from cogs.games.visby.display import VisbyDisplay

GAME = GameOnDiscord(VisbyCog, VisbyDisplay, VERBS)
