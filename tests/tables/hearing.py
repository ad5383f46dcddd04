"""A room that delivers notifications as people prefer, without Discord, and records when and about what."""

from __future__ import annotations

from typing import NamedTuple

from storage.rows import SeatRow
from tables.delivery import digests
from tables.delivery.prompts import Prompts
from tables.model.players_to_act import PendingDecision, PromptPlan
from tables.model.table import Table
from tables.notifications.attempt import Attempt
from tables.notifications.kinds import Digest, Ping, Reminder
from tables.notifications.preferences import By, What, WhenTold
from tables.notifications.seat_kinds import SeatOffered
from tables.runtime import people
from tables.seating import substitutes
from tables.time import holidays
from tests.tables.room import CHANNEL, Room

Question = tuple[int, int, str, int]
"""What somebody is asked: at which table, in which frame, what, and how much they have done there before."""


def question(table: Table, seat: SeatRow) -> Question:
    asked = PendingDecision.of(table)
    return table.id, asked.frame, asked.decision, seat.entries


class Heard(NamedTuple):
    """One message that somebody got."""

    at: int
    person: int
    new: frozenset[tuple[Question, What, int]]
    """What is new in it, and how often somebody had taken something back at that table by then."""
    tables: tuple[int, ...]
    """The tables that it names, in this order."""


class Hearing(Room):
    """Records who gets which message, decided as `cogs/delivery/pings.py` does."""

    heard: list[Heard]

    async def enter(self) -> None:
        self.heard = getattr(self, "heard", [])
        await super().enter()

    async def deliver(self, attempt: Attempt, table: Table) -> None:
        await super().deliver(attempt, table)
        match attempt.notification:
            case Ping() as ping:
                existing = await Prompts.load(self.services, table)
                await self._hear(attempt, table, existing.to_ask(ping.seats, ping.asking).seats, "ping")
            case Reminder(seat=seat, asking=asked, until=until):
                late = 0 < until <= self.time
                if seat in table.owed and table.frame_id == asked and not late:
                    await self._hear(attempt, table, [table.seats[seat]], "half" if until else "end")
            case SeatOffered() as offered:
                await self._hear_of_seat(attempt, offered, table)
            case Digest() as gathered:
                await self._hear_together(gathered, digests.whom(table, gathered) or 0)

    async def _hear_of_seat(self, attempt: Attempt, offered: SeatOffered, table: Table) -> None:
        seat = table.seats[offered.seat]
        if seat.offered_to is None:
            return
        how, peace = await substitutes.how_to_offer(self.services, seat.offered_to, directly=offered.directly)
        if peace:
            attempt.effects.follow_up(offered, due=peace)
        elif how.now:
            what: What = "offer"
            new = frozenset([((table.id, seat.seat, "take it", seat.offered_at), what, 0)])
            self.heard.append(Heard(self.time, seat.offered_to, new, (table.id,)))

    async def _hear(self, attempt: Attempt, table: Table, seats: list[SeatRow], what: What) -> None:
        people = [seat.person for seat in seats if seat.person]
        ways = await digests.decide_now_or_later(self.services, table, people, what, attempt.effects)
        now = [seat for seat in seats if ways[seat.person or 0].now]
        for seat in now:
            new = frozenset([(question(table, seat), what, table.row.undos)])
            self.heard.append(Heard(self.time, seat.person or 0, new, (table.id,)))
        existing = await Prompts.load(self.services, table)
        existing.note_asked(PromptPlan(now, []), what, CHANNEL, 1, attempt.effects)

    async def _hear_together(self, gathered: Digest, person: int) -> None:
        summary = await digests.make_summary(self.services, person, gathered)
        if summary is None:
            return
        asked = {(waits.table.id, waits.table.frame_id): waits for waits in summary.waits}
        new = frozenset(
            (question(waits.table, waits.seat), what, waits.table.row.undos)
            for number, what, frame in gathered.news
            if (waits := asked.get((number, frame)))
        )
        self.heard.append(Heard(self.time, person, new, tuple(waits.table.id for waits in summary.waits)))

    async def wish(
        self,
        person: int,
        told: WhenTold = "now",
        by: By = "thread",
        *,
        quiet: tuple[int, int] | None = None,
        zone: str = "Europe/Berlin",
    ) -> None:
        """Set how a person is notified. Quiet hours are full hours."""
        await holidays.set_hours(self.services, await people.meet(self.services, person), zone, None, None)
        await digests.set_wishes(self.services, await people.meet(self.services, person), told, by)
        begin, end = (60 * quiet[0], 60 * quiet[1]) if quiet else (None, None)
        await digests.set_quiet(self.services, await people.meet(self.services, person), begin, end)

    def messages(self, person: int) -> list[Heard]:
        return [heard for heard in self.heard if heard.person == person]
