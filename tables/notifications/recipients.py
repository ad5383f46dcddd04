"""Who is told what: pure functions from what has changed to the notices that are written."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec

from tables.model.players_to_act import PendingDecision
from tables.model.time_left import WhenOut
from tables.notifications.kinds import (
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
    Ping,
    PingsGone,
    Reminder,
    Started,
    Story,
    TakenBack,
)
from tables.notifications.lobby_kinds import Invited, LobbyOpened
from tables.notifications.seat_kinds import OffersChanged, OutOfTime, Reseated, SeatGone, SeatOffered

MOST_TOGETHER = 12
"""So many entries of the log at most are told in one story: a longer one would not fit into a message."""


class Entered(msgspec.Struct, frozen=True, kw_only=True):
    """What an entry of the log has changed, as far as it matters for who is told what."""

    n: int
    seat: int
    strikes: int = 0
    """The number of the entry that this one takes back; 0: none."""
    told: int
    """Up to this entry the story was told before."""
    before: PendingDecision
    after: PendingDecision
    sealed: bool
    """What is asked now may be decided anew until all have decided."""
    lasting: bool
    """Nothing can be taken back any more: something was revealed."""
    quiet: bool
    """Nothing that happened is worth a sentence."""
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


def after_entry(entered: Entered) -> list[Notice]:
    """Return what is told after a move, or a taking back. With a story in it, the story is told up to this entry."""
    tell: list[Notice] = []
    over = not entered.after.seats
    if entered.strikes:
        if entered.after.frame != entered.before.frame:
            # Others were asked, and are not any more: their hands and pings said so.
            tell.append(PingsGone())
            tell += _hands(entered.people)
        elif not entered.sealed:
            # What is kept in direct messages says nothing about a sealed choice: it need not be changed with it.
            tell += _hands(entered.affected)
        if entered.strikes <= entered.told:
            tell.append(TakenBack(seat=entered.seat, struck=entered.strikes))
    elif over or ((entered.passed_on or (entered.lasting and not entered.goes_on)) and not entered.up_to_computers):
        tell.append(Story(after=entered.told, upto=entered.n))
        tell += _hands((*entered.people, *entered.left) if over else entered.concerned)
    elif not entered.quiet or entered.after.frame != entered.before.frame:
        tell += _hands(entered.affected)
    if any(not isinstance(notice, HandChanged) for notice in tell) or not entered.looks_alike():
        tell.append(BoardChanged())
    if over:
        tell += [Ended(), LobbyChanged()]
    return tell


def _hands(seats: Sequence[int]) -> list[HandChanged]:
    return [HandChanged(seat=seat) for seat in seats]


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
    others = [HandChanged(seat=seat) for seat in people if seat != how.seat]
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


def in_a_lesson(newly: Sequence[int], after: PendingDecision, learner: int | None, actor: int | None) -> list[Notice]:
    """Return all that is told of a lesson, whatever has happened: nothing to anybody else, and nobody is pinged.

    What the learner does is answered at once; what computers do shows in their menu when that asks them something new,
    or it is over.
    """
    concerns = learner in newly or not after.seats
    return [LessonWentOn()] if actor != learner and concerns else []


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
    waited: Sequence[Notice],
    *,
    playing: bool,
    people: Sequence[int],
    offered: bool = False,
    to_ping: Sequence[Ping] = (),
    to_ask: Sequence[int] = (),
    guests: Sequence[int] = (),
) -> list[Notice]:
    """Return what is told when a table has moved into another channel: what waited too, and how things stand.

    `offered`: some seats are on offer. `to_ping`, `to_ask`, `guests`: who was asked to decide where it lived, whom a
    seat was offered there by name, and who was invited; they are asked anew.
    """
    anew = after_inviting(guests, in_lobby=False)
    if not playing:
        kept_of_lobby = (LobbyFull, Invited, LobbyOpened)
        return [LobbyChanged(), *(notice for notice in waited if isinstance(notice, kept_of_lobby)), *anew]
    news = [notice for notice in waited if isinstance(notice, Happening | News)]
    begins = Started() if Started() in waited else Moved()
    out = dict.fromkeys(notice for notice in waited if isinstance(notice, OutOfTime))
    kept = [notice for notice in waited if notice.asks or isinstance(notice, DmsClosed | PingsGone | MomentShown)]
    kept += [OffersChanged()] if offered else []
    kept += [*(SeatOffered(seat=seat) for seat in to_ask), *anew]
    hands = [HandChanged(seat=seat) for seat in people]
    told = [LobbyChanged(), begins, *out, *([joined(news)] if news else []), *hands, BoardChanged()]
    return [*told, *to_ping, *kept]
