"""What the tables of this process have to do because of other processes on the same database."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from functools import partial

from cluster import ForwardedRequest, RequestInbox
from storage import DatabaseListener, Transaction
from tables.delivery import outbox
from tables.runtime.services import Services

LOOK_INTERVAL_S = 1
"""Between two looks for forwarded requests whose notification was missed."""

Handlers = Mapping[str, Callable[[Services, ForwardedRequest], Awaitable[None]]]
"""How each kind of forwarded request is handled. A handler withdraws the request when it is done."""


class Peers(DatabaseListener):
    """Reacts to messages of other processes, and handles the requests that they forward to us.

    It must be added to the database's events.
    """

    def __init__(self, services: Services, handlers: Handlers) -> None:
        self._services = services
        self._inbox = RequestInbox(
            services.db,
            {kind: partial(handle, services) for kind, handle in handlers.items()},
            lambda name, work: services.background.start(name, 0, work),
        )

    def look_for_requests(self) -> None:
        """Handle all requests that wait for us, in the background."""
        self._inbox.look()

    def on_message(self, subject: str, text: str) -> None:
        """Do what a message of another process asks for; `text` is one or more numbers.

        Drop what is cached of a person or the cached origin of a table, deliver what was written for a table of ours,
        reload the downtimes, or look for forwarded requests. Unknown subjects are ignored: a newer version may have
        sent them.
        """
        services = self._services
        match subject, [int(number) for number in text.split()]:
            case "person", [person]:
                services.caches.forget_settings(person)
            case "forgotten", [person]:
                services.caches.forget_person(person)
            case "origin", [table_id]:
                services.caches.origins.pop(table_id, None)
            case "tell", [server, table_id] if services.partition.contains(server):
                outbox.wake(services, table_id)
            case "downtime", _:
                services.background.start("downtimes", 0, services.load_downtimes)
            case "errand", [partition] if partition == services.partition.number:
                self.look_for_requests()


async def wake(db: Transaction, services: Services, server: int, table_id: int) -> Callable[[], None]:
    """Arrange that the outbox rows which this transaction writes for a table are delivered by the table's own process.

    Return a function to call after the commit. It starts the delivery if the table is ours; if it is not, the other
    process is notified by the commit itself and the function does nothing.
    """
    if services.partition.contains(server):
        return partial(outbox.wake, services, table_id)
    await db.broadcast("tell", f"{server} {table_id}")
    return lambda: None
