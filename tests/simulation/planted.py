"""Mistakes that can be planted in the bot, to see that the simulation finds them. Each replaces one function."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from itertools import count
from typing import Any

from cluster import lease
from cluster.lease import Lease
from cogs.delivery.discord_delivery import DiscordDelivery
from cogs.delivery.port import DeliveryFailure, Rejected
from cogs.delivery.sending import MessageSender
from storage import Unreachable
from storage.engines import sqlite
from storage.engines.connecting import AWAY
from storage.engines.postgresql import PostgresqlDatabase
from storage.queries import outbox
from storage.rows import OutboxRow, SeatRow
from tables.notifications.attempt import Attempt, DeliveryState
from tables.play import moves, seat_plans
from tables.play.seat_plans import SeatPlans
from tables.runtime.services import RetryLater
from tables.runtime.wakeups import Wakeups
from tests.simulation.chat import SimulatedPort
from tests.simulation.loop import PROCESS

PLANTED: dict[str, Callable[[], None]] = {}


def plant(name: str) -> None:
    """Plant a mistake for the rest of this process; nothing for an empty name."""
    if name:
        PLANTED[name]()


def _planted(name: str) -> Callable[[Callable[[], None]], None]:
    def add(planting: Callable[[], None]) -> None:
        PLANTED[name] = planting

    return add


def _replace(owner: Any, name: str, make: Callable[[Any], Any]) -> None:
    setattr(owner, name, make(getattr(owner, name)))


@_planted("acknowledge what could not be sent")
def _() -> None:
    def careless(deliver: Any) -> Any:
        async def delivered(*args: Any) -> None:
            with suppress(RetryLater):
                await deliver(*args)

        return delivered

    _replace(DiscordDelivery, "deliver", careless)


@_planted("a new nonce for every attempt")
def _() -> None:
    numbers = count()
    _replace(SimulatedPort, "send", lambda send: lambda self, channel, panel, nonce, **more: send(
        self, channel, panel, f"x{next(numbers)}", **more))  # fmt: skip


@_planted("another nonce after a restart or takeover")
def _() -> None:
    _replace(SimulatedPort, "send", lambda send: lambda self, channel, panel, nonce, **more: send(
        self, channel, panel, f"{PROCESS.get().name} {nonce}", **more))  # type: ignore[union-attr]  # fmt: skip


@_planted("an edit that failed counts as done")
def _() -> None:
    def careless(edit: Any) -> Any:
        async def tried(*args: Any, **more: Any) -> None:
            with suppress(DeliveryFailure):
                await edit(*args, **more)

        return tried

    _replace(SimulatedPort, "edit", careless)


@_planted("act on an expired lease")
def _() -> None:
    _replace(Lease, "may_act", lambda _: lambda self: self._is_held())


@_planted("act after the lock's connection broke")
def _() -> None:
    _replace(Lease, "may_act", lambda _: lambda self: self._is_held() and self._silent_s() < self._timings.act_s)


@_planted("a temporary refusal counts as not sent")
def _() -> None:
    def careless(send: Any) -> Any:
        async def sent(self: MessageSender, attempt: Attempt, *args: Any, **more: Any) -> Any:
            try:
                return await send(self, attempt, *args, **more)
            except Rejected:
                attempt.note_rejected()
                raise

        return sent

    _replace(MessageSender, "send", careless)


@_planted("commit without checking the fencing token")
def _() -> None:
    async def begin(self: PostgresqlDatabase, writer: Any) -> None:
        await writer.execute("BEGIN")

    _replace(PostgresqlDatabase, "_begin", lambda _: begin)


@_planted("a full disk counts as written")
def _() -> None:
    def careless(run: Any) -> Any:
        async def ran(*args: Any) -> Any:
            try:
                return await run(*args)
            except Unreachable:
                return []

        return ran

    _replace(sqlite._Transaction, "_run", careless)


@_planted("send although a covered row is gone")
def _() -> None:
    async def begin(db: Any, rows: Any, nonce: str) -> bool:
        ids, these = [row.id for row in rows], f"id IN ({', '.join('?' * len(rows))})"
        await db.execute(f"UPDATE outbox SET nonce = ? WHERE {these}", (nonce, *ids))
        ((found,),) = await db.finish(f"SELECT count(*) FROM outbox WHERE {these}", ids)
        return bool(found)

    _replace(outbox, "begin", lambda _: begin)


@_planted("a row that replaces another loses its nonce")
def _() -> None:
    def careless(put: Any) -> Any:
        async def forgot(db: Any, row: OutboxRow, *, in_place: bool) -> None:
            if not in_place:
                same = (row.table_id, row.kind, row.seat)
                await db.execute(f"DELETE FROM outbox WHERE {outbox._SAME}", same)
            await put(db, row, in_place=in_place)

        return forgot

    _replace(outbox, "put", careless)


@_planted("an earlier time does not shorten the sleep")
def _() -> None:
    def careless(sleep_anew: Any) -> Any:
        def slept(self: Wakeups) -> None:
            if self._task is None or self._task.done():
                sleep_anew(self)

        return slept

    _replace(Wakeups, "_sleep_anew", careless)


@_planted("a refusal forgets that it may have been sent")
def _() -> None:
    def forget(self: Attempt) -> None:
        self.state = DeliveryState.FRESH

    _replace(Attempt, "note_rejected", lambda _: forget)


@_planted("every change puts a refresh off")
def _() -> None:
    def careless(put_refresh: Any) -> Any:
        async def put(db: Any, row: OutboxRow, max_delay_s: int) -> None:
            await put_refresh(db, row, max_delay_s)
            same = (row.table_id, row.kind, row.seat)
            await db.execute(f"UPDATE outbox SET since = ? WHERE since > 0 AND {outbox._SAME}", (row.since, *same))

        return put

    _replace(outbox, "put_refresh", careless)


@_planted("a heartbeat counts from its answer")
def _() -> None:
    def set_now(self: Lease, _: float) -> None:
        self.__dict__["_confirmed"] = lease.uninterrupted_clock()

    Lease._confirmed = property(lambda self: self.__dict__["_confirmed"], set_now)  # type: ignore[assignment]


@_planted("a new connection begins without the fencing token")
def _() -> None:
    def careless(_: Any) -> Any:
        async def begun(self: PostgresqlDatabase, writer: Any) -> Any:
            before = self._waits.times_ended
            try:
                await self._begin(writer)
            except AWAY as problem:
                if isinstance(problem, TimeoutError) or self._waits.times_ended > before:
                    raise
                writer.terminate()
                writer = await self.writer()
                await writer.execute("BEGIN")
            return writer

        return begun

    _replace(PostgresqlDatabase, "begin", careless)


@_planted("longer moves take longer")
def _() -> None:
    def slow(make_move: Any) -> Any:
        async def made(services: Any, table: Any, seat: Any, move: Any, **more: Any) -> None:
            await asyncio.sleep(len(str(move)) / 100)
            await make_move(services, table, seat, move, **more)

        return made

    _replace(moves, "_make_move", slow)


@_planted("a plan is kept after it was played")
def _() -> None:
    def careless(set_plans: Any) -> Any:
        def kept(seat: SeatRow, plans: SeatPlans) -> None:
            if plans.lapsed:
                set_plans(seat, plans)

        return kept

    _replace(seat_plans, "set_plans", careless)


@_planted("a question that a plan answers is announced")
def _() -> None:
    _replace(seat_plans, "answered_seats", lambda _: lambda table, before: frozenset())


@_planted("a question that a standing answer answers is announced")
def _() -> None:
    def careless(_: Any) -> Any:
        def answered_seats(table: Any, before: Any) -> frozenset[int]:
            early = seat_plans._early_answers(table, before)
            return frozenset(each.seat.seat for each in early if each.moves and not each.is_standing)

        return answered_seats

    _replace(seat_plans, "answered_seats", careless)


@_planted("a standing answer that was taken back is given again")
def _() -> None:
    _replace(seat_plans, "newly_to_act", lambda _: lambda before, asked: asked.seats)
