"""Visby on Discord: `GAME` declares its commands, display and verbs."""

from cogs.games.game_cog import GameOnDiscord
from cogs.games.visby.cog import VERBS, VisbyCog
from cogs.games.visby.display import VisbyDisplay

GAME = GameOnDiscord(VisbyCog, VisbyDisplay, VERBS)
