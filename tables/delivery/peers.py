"""Other processes on the same database: what they say, what they ask of us, and what we ask of them.

A table is changed only by the process that holds its partition. Work at tables of another partition is sent to its
holder as a row of the table `errands`. A NOTIFY only makes that quick: every process also looks once a second.
"""

from __future__ import annotations

import logging
import secrets
from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import partial

from storage import Transaction, Unreachable
from storage.queries import errands as sql
from storage.queries.errands import ErrandRow as Errand
from tables.delivery import outbox
from tables.runtime.services import Services

__all__ = ["LOOK", "Errand", "ask", "do_errands", "listen", "new_errand", "wake", "withdraw"]

log = logging.getLogger("kontor.others")

LOOK = 1
"""Seconds between two looks for what others ask of us."""

Do = Callable[[Services, Errand], Awaitable[None]]


def listen(services: Services, do: Mapping[str, Do]) -> None:
    """Hear from now on what others say, and do what they ask; `do` says how each kind of errand is done."""
    services.db.on_word = partial(_hear, services, do)


def _hear(services: Services, do: Mapping[str, Do], subject: str, what: str) -> None:
    match subject, [int(number) for number in what.split()]:
        case "person", [person]:
            services.caches.forget_settings(person)
        case "forgotten", [person]:
            services.caches.forget_person(person)
        case "origin", [table_id]:
            services.caches.origins.pop(table_id, None)
        case "tell", [server, table_id] if services.partition.contains(server):
            outbox.wake(services, table_id)
        case "downtime", _:
            services.background.start("downtimes", 0, partial(_read_downtimes, services))
        case "errand", [partition] if partition == services.partition.number:
            do_errands(services, do)


async def _read_downtimes(services: Services) -> None:
    await services.load_downtimes()


def do_errands(services: Services, do: Mapping[str, Do]) -> None:
    """Do what others ask of us: of each kind in the order in which they have asked, so no click waits for the rest."""

    async def look() -> None:
        for kind in {errand.kind for errand in await sql.of_partition(services.db.reader, services.partition.number)}:
            services.background.start(f"errands {kind}", 0, partial(_do_all, services, kind, do))

    services.background.start("errands", 0, look)


async def _do_all(services: Services, kind: str, do: Mapping[str, Do]) -> None:
    failed = services.failed_errands
    for errand in await sql.of_partition(services.db.reader, services.partition.number):
        if errand.kind != kind:
            continue
        try:
            await do[kind](services, errand)
        except Unreachable:
            raise
        except Exception:
            # It is tried again each second: once is enough for the log.
            level = logging.DEBUG if errand.id in failed else logging.ERROR
            log.log(level, "errand=%s kind=%s not done", errand.id, errand.kind, exc_info=True)
            failed.add(errand.id)


def new_errand(services: Services, partition: int, kind: str, body: str, number: str = "") -> Errand:
    """Return something to be done by who holds a partition."""
    return Errand(id=number or secrets.token_hex(8), partition=partition, kind=kind, body=body, at=services.now())


async def ask(services: Services, errands: Sequence[Errand]) -> None:
    """Ask others for something."""
    async with services.db.transaction() as db:
        for errand in errands:
            await sql.add(db, errand)


async def withdraw(services: Services, errand: str) -> bool:
    """Take back what was asked for; say whether nobody had begun with it."""
    async with services.db.transaction() as db:
        return await sql.take(db, errand)


async def wake(db: Transaction, services: Services, server: int, table_id: int) -> Callable[[], None]:
    """Let it be told what is written now about a table; return what is to be called once it is committed."""
    if services.partition.contains(server):
        return partial(outbox.wake, services, table_id)
    await db.tell_others("tell", f"{server} {table_id}")
    return lambda: None
