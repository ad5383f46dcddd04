"""Who is told what, and who is pinged: pure functions from what has changed to the notices that are written."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from enum import Enum
from typing import NamedTuple

import msgspec

from storage.rows import PingRow, SeatRow
from tables.lobby_notices import Invited, LobbyOpened
from tables.notices import (
    BoardChanged,
    DmsClosed,
    Ended,
    HandChanged,
    Happening,
    LessonWentOn,
    LobbyChanged,
    LobbyFull,
    MomentShown,
    Moved,
    News,
    Notice,
    PingsGone,
    Reminder,
    Started,
    Story,
    TakenBack,
)
from tables.seat_notices import OffersChanged, OutOfTime, Reseated, SeatGone
from tables.table import Table
from tables.time_left import WhenOut

JUST_NOW = 60
"""Who is asked by a computer within so many seconds after their own move is still there."""
PINGED_JUST_NOW = 60
"""Who is asked anew within so many seconds after a ping that was taken away is written to, but not pinged again."""

MOST_TOGETHER = 12
"""So many entries of the log at most are told in one story: a longer one would not fit into a message."""


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
    open_hands: bool = False
    """Everybody sees what everybody holds."""
    people: tuple[int, ...]
    """The seats at which a person decides."""
    left: tuple[int, ...] = ()
    """The seats that somebody has left to a computer: they hear how it ended."""
    looks_alike: Callable[[], bool]
    """Whether the table looks to everybody as it did before. To find out is work: asked only if it matters."""
    touched: Callable[[], Sequence[int]] = tuple
    """The people besides the actor who have something else than before. Work as well."""
    was_sealed: Callable[[], bool] = bool
    """Whether what was asked before could be decided anew until all had decided. Work as well."""

    @property
    def up_to_computers(self) -> bool:
        """Whether only computers are asked now: what they do in a row is told with what they answer, in a moment."""
        return not set(self.after.seats) & set(self.people) and self.n - self.told < MOST_TOGETHER

    @property
    def passed_on(self) -> bool:
        """Whether others have to decide now, or a sealed choice has begun."""
        before, after = self.before, self.after
        return after.frame != before.frame and (after.seats != before.seats or self.sealed)

    @property
    def goes_on(self) -> bool:
        """Whether whoever has moved goes on alone, as before: all of it is told once they are done."""
        alone = self.before.seats == self.after.seats == (self.seat,)
        return alone and not self.sealed and self.n - self.told < MOST_TOGETHER and not self.was_sealed()

    @property
    def shown_later(self) -> bool:
        """Whether others are shown it with the whole turn. Who plays with computers alone watches their own board."""
        return self.goes_on and not self.strikes and len(self.people) > 1

    @property
    def concerned(self) -> Sequence[int]:
        """The people who are asked something else than before, or have something else; the others' hands stay right."""
        if self.was_sealed():
            return self.people  # Who had chosen already could change it until now.
        among = {self.seat, *self.before.seats, *self.after.seats, *self.touched()}
        return [seat for seat in self.people if seat in among]

    @property
    def affected(self) -> Sequence[int]:
        """Who moved, who has something else, and who is still asked: news in their hand compare them with others."""
        among = (self.seat, *self.touched(), *self.after.seats)
        return [seat for seat in dict.fromkeys(among) if seat in self.people]

    def hands(self, seats: Sequence[int]) -> list[HandChanged]:
        """Return that these hands have changed; who needs theirs no sooner is told with what they are asked next.

        That is who goes on with a turn, whose menu shows all of it, who has chosen what is revealed now, and who holds
        nothing that the board does not show.
        """
        waits = {self.seat} if self.goes_on else set()
        if self.was_sealed():
            waits |= {*self.people}.difference(self.after.seats)
        if self.open_hands:
            waits |= {*self.people}.difference(newly_asked(self.before, self.after))
        return [HandChanged(seat=seat, can_wait=seat in waits) for seat in seats]


def after_entry(entered: Entered) -> list[Notice]:
    """Return what is told after a move, or a taking back. With a story in it, the story is told up to this entry."""
    tell: list[Notice] = []
    over = not entered.after.seats
    if entered.strikes:
        if entered.after.frame != entered.before.frame:
            # Others were asked, and are not any more: their hands and pings said so.
            tell.append(PingsGone())
            tell += [HandChanged(seat=seat) for seat in entered.people]
        elif not entered.sealed:
            # What is kept in direct messages says nothing about a sealed choice: it need not be changed with it.
            tell += [HandChanged(seat=seat) for seat in entered.affected]
        if entered.strikes <= entered.told:
            tell.append(TakenBack(seat=entered.seat, struck=entered.strikes))
    elif over or ((entered.passed_on or (entered.lasting and not entered.goes_on)) and not entered.up_to_computers):
        tell.append(Story(after=entered.told, upto=entered.n))
        ended = [HandChanged(seat=seat) for seat in (*entered.people, *entered.left)]
        tell += ended if over else entered.hands(entered.concerned)
    elif not entered.quiet or entered.after.frame != entered.before.frame:
        tell += entered.hands(entered.affected)
    if tell or not entered.looks_alike():
        tell.append(BoardChanged())
    if over:
        tell += [Ended(), LobbyChanged()]
    return tell


def at_the_start(people: Sequence[int], *, host_pinged: bool = False) -> list[Notice]:
    """Return what is told when the game begins; `people` are the seats at which a person decides.

    `host_pinged`: the host was told that the lobby is full, which is over now.
    """
    hands = [HandChanged(seat=seat) for seat in people]
    gone = [PingsGone()] if host_pinged else []
    return [LobbyChanged(), Started(), Story(after=-1, upto=0), BoardChanged(), *hands, *gone]


def after_reseating(
    how: Reseated, people: Sequence[int], *, former: int | None = None, offered: bool = False
) -> list[Notice]:
    """Return what is told when somebody else decides at a seat; `former` is the person who has it no more.

    News in the hands of others (`people` decide) may name who had it. `offered`: it was on offer, and is not any more.
    """
    gone = [] if former is None else [SeatGone(seat=how.seat, person=former)]
    offers = [OffersChanged()] if offered else []
    others = [HandChanged(seat=seat, can_wait=True) for seat in people if seat != how.seat]
    return [LobbyChanged(), how, *gone, HandChanged(seat=how.seat), *others, BoardChanged(), *offers]


def with_offers_changed(tell: Sequence[Notice]) -> list[Notice]:
    """Return the same, and that other seats are on offer than before, which the board shows too."""
    board = () if BoardChanged() in tell else (BoardChanged(),)
    return [*tell, *board, OffersChanged()]


def while_there_is_time(seat: int, asking: int, until: int) -> list[Notice]:
    """Return what is told when a seat's time is running out; from now on others see that they can give it more."""
    return [Reminder(seat=seat, asking=asking, until=until), BoardChanged()]


def when_time_is_up(seat: int, asking: int, then: WhenOut, people: Sequence[int]) -> list[Notice]:
    """Return what is told when a seat's time has run out, by what the table does then; `people`: who decides there."""
    if then == "others":
        return [Reminder(seat=seat, asking=asking, until=0), BoardChanged()]
    out = OutOfTime(seat=seat, then=then)
    return after_reseating(out, people) if then == "lost" else [out, BoardChanged()]


def after_lobby_change(*, full: bool, by_host: bool, host_pinged: bool, new_host: bool = False) -> list[Notice]:
    """Return what is told when somebody has sat down or stood up. That the lobby is full the host is told once.

    `new_host`: the host has left, and what they were told is nothing to whoever is host now.
    """
    if new_host:
        return [LobbyChanged(), PingsGone()] if host_pinged else [LobbyChanged()]
    return [LobbyChanged(), LobbyFull()] if full and not by_host and not host_pinged else [LobbyChanged()]


def after_inviting(guests: Sequence[int], *, in_lobby: bool) -> list[Notice]:
    """Return what is told when guests were invited, by their numbers: to a seat, or to watch a private game."""
    shown: list[Notice] = [LobbyChanged()] if in_lobby else []
    return [*shown, Invited(guests=tuple(guests))] if guests else shown


def after_closing(
    *, was_lobby: bool, server_gone: bool, hands: Sequence[int], offered: bool = False, host_pinged: bool = False
) -> list[Notice]:
    """Return what is told when a table ends without a result; `hands` are the seats that belong to somebody.

    `offered`: some were on offer. `host_pinged`: the host was told that the lobby is full. Where the server is gone
    there is nobody to tell but in direct messages.
    """
    tell: list[Notice] = []
    if not server_gone:
        tell += [PingsGone()] if host_pinged or not was_lobby else []
        tell += [LobbyChanged()] if was_lobby else [BoardChanged(), LobbyChanged()]
        tell += [OffersChanged()] if offered else []
    return tell if was_lobby else [*tell, *(HandChanged(seat=seat) for seat in hands)]


def newly_asked(before: Asked, after: Asked) -> tuple[int, ...]:
    """Return the seats that are asked something now that they were not asked before."""
    if after.frame != before.frame:
        return after.seats
    return tuple(seat for seat in after.seats if seat not in before.seats)


def in_a_lesson(newly: Sequence[int], after: Asked, learner: int | None, actor: int | None) -> list[Notice]:
    """Return all that is told of a lesson, whatever has happened: nothing to anybody else, and nobody is pinged.

    What the learner does is answered at once; what computers do shows in their menu when that asks them something new,
    or it is over.
    """
    concerns = learner in newly or not after.seats
    return [LessonWentOn()] if actor != learner and concerns else []


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


# What could not be told at once


def joined(waited: Sequence[Happening | News]) -> News:
    """Return what has happened as one thing to tell, in order. What was taken back before it was told is not told."""
    parts: list[Happening] = []
    for notice in waited:
        for part in notice.parts if isinstance(notice, News) else (notice,):
            latest = parts[-1] if parts else None
            if isinstance(part, TakenBack) and any(_tells(other, part.struck) for other in parts):
                continue
            if isinstance(part, Story) and isinstance(latest, Story) and latest.upto == part.after:
                parts[-1] = Story(after=latest.after, upto=part.upto)
            else:
                parts.append(part)
    return News(parts=tuple(parts))


def _tells(happening: Happening, entry: int) -> bool:
    return isinstance(happening, Story) and happening.after < entry <= happening.upto


def after_moving(
    waited: Sequence[Notice], *, playing: bool, people: Sequence[int], offered: bool = False
) -> list[Notice]:
    """Return what is told when a table has moved into another channel: what waited too, and how things stand.

    `offered`: some seats are on offer.
    """
    if not playing:
        kept_of_lobby = (LobbyFull, Invited, LobbyOpened)
        return [LobbyChanged(), *(notice for notice in waited if isinstance(notice, kept_of_lobby))]
    news = [notice for notice in waited if isinstance(notice, Happening | News)]
    begins = Started() if Started() in waited else Moved()
    out = dict.fromkeys(notice for notice in waited if isinstance(notice, OutOfTime))
    kept = [notice for notice in waited if notice.asks or isinstance(notice, DmsClosed | PingsGone | MomentShown)]
    kept += [OffersChanged()] if offered else []
    hands = [HandChanged(seat=seat) for seat in people]
    return [LobbyChanged(), begins, *out, *([joined(news)] if news else []), *hands, BoardChanged(), *kept]


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
