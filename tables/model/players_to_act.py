"""Who is asked what, who of them is pinged for it, and in which way: pure functions."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from enum import Enum
from typing import NamedTuple

import msgspec

from storage.rows import PingRow, SeatRow
from tables.model.table import Table

JUST_NOW = 60
"""Who is asked by a computer within so many seconds after their own move is still there."""
PINGED_JUST_NOW = 60
"""Who is asked anew within so many seconds after a ping that was taken away is written to, but not pinged again."""


class Asked(msgspec.Struct, frozen=True):
    """Who is asked what: the number of the frame, its decision, and the seats that owe it."""

    frame: int = 0
    decision: str = ""
    seats: tuple[int, ...] = ()

    @classmethod
    def at(cls, table: Table) -> Asked:
        """Return who is asked what at a table now."""
        owed = table.owed
        return cls(table.frame_id, next(iter(owed.values()), ""), tuple(owed))

    def without(self, seat: int) -> Asked:
        """Return the same as if that seat were asked nothing."""
        return msgspec.structs.replace(self, seats=tuple(other for other in self.seats if other != seat))


def newly_asked(before: Asked, after: Asked) -> tuple[int, ...]:
    """Return the seats that are asked something now that they were not asked before."""
    if after.frame != before.frame:
        return after.seats
    return tuple(seat for seat in after.seats if seat not in before.seats)


class ToPing(NamedTuple):
    """Seats that have to be pinged: those at once, these a little later if they have not answered by then."""

    at_once: list[int]
    later: list[int]


def whom_to_ping(
    seats: Sequence[SeatRow], newly: Sequence[int], after: Asked, actor: int | None, acted: Mapping[int, int], now: int
) -> ToPing:
    """Say who of those newly asked is pinged: no computer, not who has just acted, nobody twice for the same.

    Whom a computer asks right after their own move is still there. `acted` says, if the actor is a computer, when each
    of them did something last.
    """
    by_computer = actor is not None and seats[actor].computer is not None
    to_ping = ToPing([], [])
    for seat in (seats[number] for number in newly):
        if seat.computer or seat.seat == actor or pinged_already(seat, after):
            continue
        there = by_computer and now - acted[seat.seat] < JUST_NOW
        (to_ping.later if there else to_ping.at_once).append(seat.seat)
    return to_ping


def pinged_already(seat: SeatRow, asked: Asked) -> bool:
    """Say whether a seat was pinged for this decision and has done nothing since.

    After taking back a frame's number alone may come for another decision.
    """
    return (seat.pinged_frame, seat.pinged_decision) == (asked.frame, asked.decision)


def not_asked_any_more(seats: Sequence[SeatRow], asks: Callable[[int, int, str], bool]) -> list[int]:
    """Return the seats that were pinged for something they are not asked any more, without having answered it.

    `asks` says whether a seat is asked the decision of a frame.
    """
    return [
        seat.seat
        for seat in seats
        if seat.pinged_frame and not asks(seat.seat, seat.pinged_frame, seat.pinged_decision)
    ]


class Way(Enum):
    """How somebody hears that they are asked."""

    HERE = "where the table lives"
    DIRECT = "by direct message"
    WAIT = "where the table lives, once that is possible"


def way_to_ask(*, speaks: bool, wants_dms: bool, dms_closed: bool) -> Way:
    """Say how somebody is asked. `speaks`: it can be said where the table lives."""
    if speaks:
        return Way.HERE
    return Way.DIRECT if wants_dms and not dms_closed else Way.WAIT


class ToAsk(NamedTuple):
    """Seats that have to be asked: those are pinged, these only written to, since they were pinged just now."""

    ping: list[SeatRow]
    quietly: list[SeatRow]

    @property
    def seats(self) -> list[SeatRow]:
        """All of them."""
        return sorted((*self.ping, *self.quietly), key=lambda seat: seat.seat)


def whom_to_ask(
    seats: Sequence[SeatRow], asked: Asked, among: Sequence[int], pings: Mapping[int, PingRow], now: int
) -> ToAsk:
    """Say who of these seats is asked by a message now: who owes it, and is not asked by one that stands already.

    Who has done something since the ping was written, and took it back, knows. `pings` is the latest such message of
    each person.
    """
    to_ask = ToAsk([], [])
    for seat in (seats[number] for number in among if number in asked.seats):
        if seat.person is None or seat.computer or not pinged_already(seat, asked):
            continue
        ping = pings.get(seat.person)
        if ping and ping.message and is_for(ping, seat, asked):
            continue
        just_now = ping is not None and ping.entries == seat.entries and now - ping.at < PINGED_JUST_NOW
        (to_ask.quietly if just_now and not (ping and _on_its_way(ping)) else to_ask.ping).append(seat)
    return to_ask


def is_for(ping: PingRow, seat: SeatRow, asked: Asked) -> bool:
    """Say whether a message asks a seat this very decision, and it has done nothing since."""
    return (ping.frame, ping.decision, ping.entries) == (asked.frame, asked.decision, seat.entries)


def _on_its_way(ping: PingRow) -> bool:
    return ping.frame > 0 and not ping.message
