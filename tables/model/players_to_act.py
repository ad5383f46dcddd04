"""Which decision is pending (`PendingDecision`), and whom to ping for it. Pure functions.

`plan_pings` chooses the seats to ping after a change; `plan_prompts` chooses, when a ping is delivered, those that
still need a message.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

import msgspec

from storage.rows import PingRow, SeatRow
from tables.model.table import Table

RECENTLY_ACTED_S = 60
"""A player who acted or clicked this recently is taken to be still present when a computer makes it their turn."""
RECENTLY_PINGED_S = 60
"""A player who was pinged this recently gets the next prompt without a sound."""


class PendingDecision(msgspec.Struct, frozen=True):
    """A decision that is pending at a table: its frame number, its key, and the seats that have to act.

    A frame is an open decision on the game's agenda. The default value means that nobody has to act.
    """

    frame: int = 0
    decision: str = ""
    seats: tuple[int, ...] = ()

    @classmethod
    def of(cls, table: Table) -> PendingDecision:
        """Return the decision that is pending at a table now; one without seats if nobody has to act."""
        owed = table.owed
        return cls(table.frame_id, next(iter(owed.values()), ""), tuple(owed))

    def without(self, seat: int) -> PendingDecision:
        """Return a copy in which this seat does not have to act."""
        return msgspec.structs.replace(self, seats=tuple(other for other in self.seats if other != seat))


def newly_to_act(before: PendingDecision, after: PendingDecision) -> tuple[int, ...]:
    """Return the seats that have to act after a change and did not owe the same decision before it."""
    if after.frame != before.frame:
        return after.seats
    return tuple(seat for seat in after.seats if seat not in before.seats)


class PingPlan(NamedTuple):
    """The seats to ping at once, and those to ping a little later if they have not acted by then."""

    at_once: list[int]
    later: list[int]


def plan_pings(
    seats: Sequence[SeatRow],
    newly: Sequence[int],
    after: PendingDecision,
    actor: int | None,
    acted: Mapping[int, int],
    now: int,
) -> PingPlan:
    """Return which of the seats in `newly` to ping for the pending decision `after`, at once or later.

    `actor` is the seat that has just acted, or None. A computer's seat, the actor's, and a seat that was already pinged
    for this decision are left out. If the actor is a computer, players who moved or clicked in the last minute are
    pinged later. Only then `acted` is used: it must have the time of the latest move or click for each seat in `newly`.
    """
    by_computer = actor is not None and seats[actor].computer is not None
    plan = PingPlan([], [])
    for seat in (seats[number] for number in newly):
        if seat.computer or seat.seat == actor or is_pinged_for(seat, after):
            continue
        is_present = by_computer and now - acted[seat.seat] < RECENTLY_ACTED_S
        (plan.later if is_present else plan.at_once).append(seat.seat)
    return plan


def is_pinged_for(seat: SeatRow, pending: PendingDecision) -> bool:
    """Return True if a seat's row says that it was pinged for this decision: same frame number and same key.

    Each log entry of the seat clears this note in its row. The frame number alone is not enough: after a move is taken
    back, another decision may get the same number.
    """
    return (seat.pinged_frame, seat.pinged_decision) == (pending.frame, pending.decision)


def seats_with_outdated_ping(seats: Sequence[SeatRow], has_to_decide: Callable[[int, int, str], bool]) -> list[int]:
    """Return the seats that were pinged for a decision they no longer owe, though they did not make it.

    `has_to_decide` takes seat, frame and decision, and returns True if the seat owes that decision now.
    """
    return [
        seat.seat
        for seat in seats
        if seat.pinged_frame and not has_to_decide(seat.seat, seat.pinged_frame, seat.pinged_decision)
    ]


class PromptPlan(NamedTuple):
    """The seats to prompt: with a ping, or `quietly`, without a sound, because they were pinged just now."""

    ping: list[SeatRow]
    quietly: list[SeatRow]

    @property
    def seats(self) -> list[SeatRow]:
        """All seats of the plan, in the order of their numbers."""
        return sorted((*self.ping, *self.quietly), key=lambda seat: seat.seat)


def plan_prompts(
    seats: Sequence[SeatRow],
    pending: PendingDecision,
    among: Sequence[int],
    pings: Mapping[int, PingRow],
    now: int,
) -> PromptPlan:
    """Return which of the seats in `among` to prompt for the pending decision with a message sent now.

    A seat is prompted if all of this holds:

    - A person decides there, and owes the decision.
    - The seat's row says that it was pinged for this very decision.
    - No existing message prompts for it.

    A person who got a message less than a minute ago, and has not acted since, is prompted without a sound. `pings` has
    the latest prompting message of each person, by person's id.
    """
    plan = PromptPlan([], [])
    for seat in (seats[number] for number in among if number in pending.seats):
        if seat.person is None or seat.computer or not is_pinged_for(seat, pending):
            continue
        ping = pings.get(seat.person)
        if ping and ping.message and asks_for(ping, seat, pending):
            continue
        recently = ping is not None and ping.entries == seat.entries and now - ping.at < RECENTLY_PINGED_S
        (plan.quietly if recently else plan.ping).append(seat)
    return plan


def asks_for(ping: PingRow, seat: SeatRow, pending: PendingDecision) -> bool:
    """Return True if a message prompts a seat for this very decision and the seat has not acted since."""
    return (ping.frame, ping.decision, ping.entries) == (pending.frame, pending.decision, seat.entries)
