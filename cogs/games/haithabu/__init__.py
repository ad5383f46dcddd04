"""Haithabu on Discord."""

from cogs.games.base import GameOnDiscord
from cogs.games.haithabu.cog import ACTIONS, HaithabuCog
from cogs.games.haithabu.display import HaithabuDisplay

GAME = GameOnDiscord(HaithabuCog, HaithabuDisplay, ACTIONS)
