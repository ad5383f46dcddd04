"""Messages and requests between the processes that share a database. `Peers` handles those that reach this process."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from functools import partial

from cluster import ForwardedRequest, RequestInbox
from storage import DatabaseListener, Transaction
from tables.delivery import outbox
from tables.runtime.services import Services

LOOK_INTERVAL_S = 1
"""The time between two looks for forwarded requests, in case a message about one was missed."""

Handlers = Mapping[str, Callable[[Services, ForwardedRequest], Awaitable[None]]]
"""How each kind of forwarded request is handled. A handler withdraws the request when it is done."""


class Peers(DatabaseListener):
    """Reacts to messages that other processes broadcast, and handles the requests that they forward to this process.

    `handlers` has one handler for each kind of forwarded request. The object must be registered as a listener of the
    database.
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
        """React to a message that another process has broadcast; `text` has numbers, separated by spaces.

        By `subject`:

        - `person`: drop this person's cached settings. `forgotten`: drop all that is cached of this person.
        - `origin`: drop the cached origin of this table.
        - `tell` (server, table): deliver the table's outbox, if the server is in our partition.
        - `downtime`: reload the downtimes.
        - `errand`: look for forwarded requests, if the number is that of our partition.

        Other subjects are ignored: a newer version of the bot may have sent them.
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
    """Arrange that the process whose partition has the table's server delivers the rows that this transaction writes.

    Return a function that the caller calls after the commit. If this process has the server, it starts the delivery.
    If another one has it, it does nothing: the commit sends that process a message.
    """
    if services.partition.contains(server):
        return partial(outbox.wake, services, table_id)
    await db.broadcast("tell", f"{server} {table_id}")
    return lambda: None
