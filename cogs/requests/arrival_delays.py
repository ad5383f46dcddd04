"""`ArrivalDelays`: estimates how long ago a person clicked, although our clock and Discord's may differ."""

from __future__ import annotations

from collections import deque
from typing import Any

import discord

DISCORD_WAITS_S = 3.0
"""How long Discord waits for the first answer to an interaction."""
_RECENT_S, _MAX_RECENT = 600.0, 100
"""For how long an interaction counts as recent, and how many are kept."""
_ENOUGH = 5
"""From so many recent interactions on, the smallest delay is taken for the difference of the clocks."""


class ArrivalDelays:
    """Estimates how many seconds ago an interaction was made, although our clock and Discord's may differ.

    An interaction's id holds the time of the click by Discord's clock. Its delay is our time minus that time. The
    smallest of the recent delays counts as normal: it is the difference of the clocks plus the shortest way to us. An
    interaction with a longer delay reached us later by the difference. Recent are the last 100 interactions, without
    those older than ten minutes. The bot has one such object.
    """

    def __init__(self) -> None:
        self._recent: deque[tuple[float, float]] = deque(maxlen=_MAX_RECENT)
        """When each recent interaction reached us, and its delay, both in seconds by our clock."""

    def seconds_since(self, interaction: discord.Interaction[Any]) -> float:
        """Return how many seconds ago an interaction was made, at least 0, and add its delay to the recent ones.

        The result is its delay minus the smallest recent delay, so 0 for the fastest interaction. While fewer than five
        interactions are known, a smallest delay of 0 to 3 seconds is not subtracted: the first clicks after a handover
        may really have waited for us that long. A smallest delay of more than 3 seconds is always subtracted: Discord
        lets nobody answer so late, so it can only mean that our clock is fast.
        """
        now = discord.utils.utcnow().timestamp()
        delay = now - interaction.created_at.timestamp()
        self._recent.append((now, delay))
        while self._recent[0][0] < now - _RECENT_S:
            self._recent.popleft()
        smallest = min(each for _, each in self._recent)
        if len(self._recent) < _ENOUGH and smallest < DISCORD_WAITS_S:
            smallest = min(smallest, 0.0)
        return delay - smallest
