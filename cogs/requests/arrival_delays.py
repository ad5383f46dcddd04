"""`ArrivalDelays`: how long ago people clicked, although our clock and Discord's may differ."""

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
    """Estimates how many seconds before now an interaction was made. The bot has one.

    Discord puts the time into an interaction's id, by its own clock. The smallest delay among recent interactions is
    the difference of the clocks plus the shortest way here; an interaction with a longer delay was late by the rest.
    Recent are the last 100 of the last ten minutes.
    """

    def __init__(self) -> None:
        self._recent: deque[tuple[float, float]] = deque(maxlen=_MAX_RECENT)
        """When each recent interaction reached us, and its delay, both in seconds by our clock."""

    def seconds_since(self, interaction: discord.Interaction[Any]) -> float:
        """Return how many seconds ago an interaction was made, at least 0, and count it among the recent ones.

        That is by how much its delay exceeds the smallest delay among them, so 0 for the fastest one. While fewer than
        five are known, a smallest delay of 0 to 3 seconds is not taken for a difference of the clocks, because the
        first clicks after a handover may have waited for us. A longer one is: Discord lets nobody answer after three
        seconds, so our clock must be fast.
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
