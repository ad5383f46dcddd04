"""The playground: the real bot on a simulated Discord, in a local browser. Knows nothing of what the bot does."""

from playground.driver import Plan, PlayableBot, play
from playground.world import Trouble

__all__ = ["Plan", "PlayableBot", "Trouble", "play"]
