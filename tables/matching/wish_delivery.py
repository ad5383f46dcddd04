"""Sends the messages about people who look for a game, in the background."""

from __future__ import annotations

from functools import partial

from storage.queries import wishes as sql
from storage.wish_rows import WishMessageRow
from tables.delivery import versioned_delivery
from tables.runtime.services import Services


def wake(services: Services, server: int) -> None:
    """Send, in the background, the messages of a server that are due."""
    services.background.start("wishes", server, partial(_send_due, services, server))


async def wake_all(services: Services) -> None:
    """Send, in the background, every due message about wishes on servers of our partition. Called with every tick."""
    for server in await sql.servers_to_show(services.db.reader, services.now(), services.partition):
        wake(services, server)


async def _send_due(services: Services, server: int) -> None:
    """Send the messages of a server that are due, one after the other, until none is or we are closing."""

    async def next_row() -> WishMessageRow | None:
        return await sql.next_message(services.db.reader, server, services.now())

    async def deliver(row: WishMessageRow) -> None:
        assert services.frontend is not None
        await services.frontend.deliver_wish_message(row, await sql.of_server(services.db.reader, server))

    await versioned_delivery.send_due(services, server, next_row, deliver)
