"""Clicks and commands about tables of another process: handed over as they came, and answered there.

All direct messages arrive at one process, and lists lead to tables of other servers. Whoever works on such a table
answers by the token of the interaction, as any process can.
"""

from __future__ import annotations

import asyncio
from typing import Any

import discord
import msgspec
from cachetools import TTLCache

from cluster import ForwardedRequest, new_request
from cogs.connection.discord_private import deliver, hear_raw
from tables.runtime.services import Services

KIND = "click"
_IN_TIME = 1.8
"""Seconds that whoever works on the table has to take it: then there is still time for a sentence."""
_TOO_LATE = 3
"""Seconds after which Discord does not wait for an answer any more."""
_ABANDONED = 60
"""Seconds that we see it by our own clock, after which whoever has asked has certainly ended: else it would have taken
it back."""
_MANY, _LONGEST = 10_000, 5


class Passing:
    """Knows what came from Discord in the last seconds, as it came."""

    def __init__(self, client: discord.Client, services: Services) -> None:
        self._client = client
        self._house = services
        self._raw: TTLCache[int, bytes] = TTLCache(_MANY, _LONGEST)
        self._old: TTLCache[str, float] = TTLCache(_MANY, 10 * _ABANDONED)
        """When we first saw what others ask of us and is too old, or seems so."""
        if services.partition.layout.processes > 1:
            hear_raw(client, self._keep)

    def _keep(self, came: dict[str, Any]) -> None:
        self._raw[int(came["id"])] = msgspec.json.encode(came)

    def can_pass(self, interaction: discord.Interaction[Any]) -> bool:
        """Say whether it came from Discord itself: what was handed over to us stays here, and so does what is old."""
        return interaction.id in self._raw

    async def pass_on(self, interaction: discord.Interaction[Any], partition: int) -> bool:
        """Hand it over to who holds a partition; say whether that one has taken it in time."""
        raw, cluster = self._raw[interaction.id], self._house.cluster
        request = new_request(partition, KIND, raw, self._house.now(), str(interaction.id))
        await cluster.forward([request])
        await asyncio.sleep(_IN_TIME)
        return not await cluster.withdraw(request.id)

    async def take(self, services: Services, request: ForwardedRequest) -> None:
        """Answer what another process has handed over to us, as if it had come from Discord.

        What is too old, or seems so because our clocks differ, is left to that one, which says so to whoever clicked.
        """
        if services.now() - request.at > _TOO_LATE:
            now = asyncio.get_running_loop().time()
            if now - self._old.setdefault(request.id, now) >= _ABANDONED:
                await services.cluster.withdraw(request.id)
        elif await services.cluster.withdraw(request.id):
            deliver(self._client, msgspec.json.decode(request.body))
