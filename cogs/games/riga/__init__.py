"""Riga on Discord: `GAME` declares its commands, display and verbs."""

from cogs.games.game_cog import GameOnDiscord
from cogs.games.riga.cog import VERBS, RigaCog
from cogs.games.riga.display import RigaDisplay

GAME = GameOnDiscord(RigaCog, RigaDisplay, VERBS)
