"""Haithabu on Discord: `GAME` declares its commands, display and verbs."""

from cogs.games.game_cog import GameOnDiscord
from cogs.games.haithabu.cog import VERBS, HaithabuCog
from cogs.games.haithabu.display import HaithabuDisplay

GAME = GameOnDiscord(HaithabuCog, HaithabuDisplay, VERBS)
