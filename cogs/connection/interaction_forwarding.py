"""`InteractionForwarder`: forwards clicks and commands to the process that owns their table.

All direct messages arrive at one process, and lists of tables lead to tables of other servers. Such an interaction is
forwarded as raw JSON. Any process can answer it, because the JSON has the interaction's token.
"""

from __future__ import annotations

import asyncio
from typing import Any

import discord
import msgspec
from cachetools import TTLCache

from cluster import ForwardedRequest, new_request
from cogs.connection.discord_private import filter_raw_interactions, inject_interaction
from tables.runtime.services import Services

KIND = "click"
"""The kind of these forwarded requests."""
_TAKE_WITHIN_S, _MIN_TAKE_S = 1.8, 0.2
"""Until how long after a click the other process may take it, and how long it has at least. After that there is still
time to answer with a sentence."""
_DISCORD_WAITS_S = 3
_ABANDONED_AFTER_S = 60
"""A request that we have seen for this long was left by a process that has ended; else it would have withdrawn it."""
_MAX_KEPT, _KEPT_S = 10_000, 5
"""How many raw interactions are kept, and for how long."""


class InteractionForwarder:
    """Keeps the raw JSON of interactions for 5 seconds, forwards them, and handles those forwarded to this process.

    If there is only one process, it keeps nothing, and so forwards nothing.
    """

    def __init__(self, client: discord.Client, services: Services) -> None:
        self._client = client
        self._services = services
        self._raw: TTLCache[int, bytes] = TTLCache(_MAX_KEPT, _KEPT_S)
        self._old: TTLCache[str, float] = TTLCache(_MAX_KEPT, 10 * _ABANDONED_AFTER_S)
        """When we first saw requests that are too old, or seem so because clocks differ, by request id."""
        if services.partition.layout.processes > 1:
            filter_raw_interactions(client, self._keep)

    def _keep(self, came: dict[str, Any]) -> bool:
        """Keep the JSON of an interaction for 5 seconds; return True, so that it is handled."""
        self._raw[int(came["id"])] = msgspec.json.encode(came)
        return True

    def can_forward(self, interaction: discord.Interaction[Any]) -> bool:
        """Return True if this interaction came from Discord to this process in the last 5 seconds.

        False for an interaction that was forwarded to us, so that it is never forwarded again. False if there is only
        one process.
        """
        return interaction.id in self._raw

    async def forward(self, interaction: discord.Interaction[Any], partition: int, age_s: float) -> bool:
        """Forward an interaction to the process that holds a partition; return True if that process has taken it.

        `age_s` says how many seconds ago the person clicked. The other process must take the request within 1.8 seconds
        after the click; it gets at least 0.2 seconds. This method waits until then. If the request was not taken, it is
        withdrawn and False returned: the caller has to answer the interaction. Call it only if `can_forward`. Raises
        `Unreachable` or `Unusable` if the database cannot be used.
        """
        raw, cluster = self._raw[interaction.id], self._services.cluster
        request = new_request(partition, KIND, raw, self._services.now(), str(interaction.id))
        await cluster.forward([request])
        await asyncio.sleep(max(_TAKE_WITHIN_S - age_s, _MIN_TAKE_S))
        return not await cluster.withdraw(request.id)

    async def handle(self, services: Services, request: ForwardedRequest) -> None:
        """Handle an interaction that another process forwarded to us, as if it had come from Discord.

        A request is deleted before it is handled. If it is gone already, its sender has withdrawn it, and nothing is
        done. A request older than three seconds by our clock is left to its sender, who answers the interaction itself.
        If we still see it a minute later, its sender has ended, and the request is deleted.
        """
        if services.now() - request.at > _DISCORD_WAITS_S:
            now = asyncio.get_running_loop().time()
            if now - self._old.setdefault(request.id, now) >= _ABANDONED_AFTER_S:
                await services.cluster.withdraw(request.id)
        elif await services.cluster.withdraw(request.id):
            inject_interaction(self._client, msgspec.json.decode(request.body))
