"""Who is told what, and who is pinged: pure functions from what has changed to the notices that are written."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

import msgspec

from storage.rows import SeatRow
from tables.notices import (
    BoardChanged,
    CameBack,
    Ended,
    HandChanged,
    HandedOver,
    LobbyChanged,
    LobbyFull,
    Notice,
    Started,
    Story,
    TakenBack,
    TakenOver,
)
from tables.table import Table

JUST_NOW = 60
"""Who is asked by a computer within so many seconds after their own move is still there."""


class Asked(msgspec.Struct, frozen=True):
    """Who is asked what: the number of the frame, its decision, and the seats that owe it."""

    frame: int = 0
    decision: str = ""
    seats: tuple[int, ...] = ()

    @classmethod
    def at(cls, table: Table) -> Asked:
        """Return who is asked what at a table now."""
        owed = table.owed
        return cls(table.asking, next(iter(owed.values()), ""), tuple(owed))

    def without(self, seat: int) -> Asked:
        """Return the same as if that seat were asked nothing."""
        return msgspec.structs.replace(self, seats=tuple(other for other in self.seats if other != seat))


class Entered(msgspec.Struct, frozen=True, kw_only=True):
    """What an entry of the log has changed, as far as it matters for who is told what."""

    n: int
    seat: int
    strikes: int = 0
    """The number of the entry that this one takes back; 0: none."""
    told: int
    """Up to this entry the story was told before."""
    before: Asked
    after: Asked
    sealed: bool
    """What is asked now may be decided anew until all have decided."""
    lasting: bool
    """Nothing can be taken back any more: something was revealed."""
    quiet: bool
    """Nothing that happened is worth a sentence."""
    people: tuple[int, ...]
    """The seats at which a person decides."""
    looks_alike: Callable[[], bool]
    """Whether the table looks to everybody as it did before. To find out is work: asked only if it matters."""

    @property
    def passed_on(self) -> bool:
        """Whether others have to decide now, or a sealed choice has begun."""
        before, after = self.before, self.after
        return after.frame != before.frame and (after.seats != before.seats or self.sealed)


def after_entry(entered: Entered) -> list[Notice]:
    """Return what is told after a move, or a taking back. With a story in it, the story is told up to this entry."""
    tell: list[Notice] = []
    over = not entered.after.seats
    if entered.strikes:
        # What is kept in direct messages says nothing about a sealed choice: it need not be changed with it.
        if not entered.sealed:
            tell.append(HandChanged(seat=entered.seat))
        if entered.strikes <= entered.told:
            tell.append(TakenBack(seat=entered.seat))
    elif over or entered.passed_on or entered.lasting:
        tell.append(Story(after=entered.told, upto=entered.n))
        tell += [HandChanged(seat=seat) for seat in entered.people]
    elif not entered.quiet:
        tell.append(HandChanged(seat=entered.seat))
    if tell or not entered.looks_alike():
        tell.append(BoardChanged())
    if over:
        tell += [Ended(), LobbyChanged()]
    return tell


def at_the_start(people: Sequence[int]) -> list[Notice]:
    """Return what is told when the game begins; `people` are the seats at which a person decides."""
    hands = [HandChanged(seat=seat) for seat in people]
    return [LobbyChanged(), Started(), Story(after=-1, upto=0), BoardChanged(), *hands]


def after_reseating(how: HandedOver | TakenOver | CameBack) -> list[Notice]:
    """Return what is told when somebody else decides at a seat."""
    return [how, HandChanged(seat=how.seat), BoardChanged()]


def after_lobby_change(*, full: bool, by_host: bool, host_pinged: bool) -> list[Notice]:
    """Return what is told when somebody has sat down or stood up. That the lobby is full the host is told once."""
    return [LobbyChanged(), LobbyFull()] if full and not by_host and not host_pinged else [LobbyChanged()]


def after_closing(*, was_lobby: bool, server_gone: bool, hands: Sequence[int]) -> list[Notice]:
    """Return what is told when a table ends without a result; `hands` are the seats that belong to somebody.

    Where the server is gone there is nobody to tell but in direct messages.
    """
    tell: list[Notice] = []
    if not server_gone:
        tell += [LobbyChanged()] if was_lobby else [BoardChanged(), LobbyChanged()]
    return tell if was_lobby else [*tell, *(HandChanged(seat=seat) for seat in hands)]


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
