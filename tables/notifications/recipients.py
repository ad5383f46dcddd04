"""Who is notified of what: pure functions from a change to the notifications that are written."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec

from tables.model.players_to_act import PendingDecision
from tables.model.time_left import Consequence
from tables.notifications.kinds import (
    BoardChanged,
    DirectPrompt,
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
    Notification,
    ObsoletePings,
    Ping,
    Reminder,
    Started,
    Story,
    TakenBack,
)
from tables.notifications.lobby_kinds import DirectInvitation, Invited, LobbyOpened, SentAway
from tables.notifications.seat_kinds import OffersChanged, OutOfTime, Reseated, SeatGone, SeatOffered

MOST_TOGETHER = 12
"""The most log entries in one story: a longer one would not fit into a message."""


class Entered(msgspec.Struct, frozen=True, kw_only=True):
    """What a log entry has changed, as far as it matters for notifications.

    `n` is the entry's number and `seat` the seat that made it; `before` and `after` are the decisions pending around
    it.
    """

    n: int
    seat: int
    strikes: int = 0
    """The number of the entry that this one takes back; 0: none."""
    told: int
    """The last log entry in a story that was written before."""
    before: PendingDecision
    after: PendingDecision
    sealed: bool
    """The pending decision is a sealed choice: it may be changed until all have decided."""
    lasting: bool
    """Nothing can be taken back any more: something was revealed."""
    quiet: bool
    """Nothing that happened is worth a sentence."""
    people: tuple[int, ...]
    """The seats at which a person decides."""
    left: tuple[int, ...] = ()
    """The seats of people for whom a computer plays: they are notified of the end."""
    looks_alike: Callable[[], bool]
    """Return True if the board looks to everybody as it did before. Costly, so called only if it matters."""
    touched: Callable[[], Sequence[int]] = tuple
    """Return the seats besides the actor's whose belongings have changed. Costly as well."""
    was_sealed: Callable[[], bool] = bool
    """Return True if the decision pending before was a sealed choice. Costly as well."""

    @property
    def up_to_computers(self) -> bool:
        """True if only computers have to act now: their moves are posted in one story with the move they answer."""
        return not set(self.after.seats) & set(self.people) and self.n - self.told < MOST_TOGETHER

    @property
    def passed_on(self) -> bool:
        """True if a new decision has begun that is sealed, or that asks other seats than the one before it."""
        before, after = self.before, self.after
        return after.frame != before.frame and (after.seats != before.seats or self.sealed)

    @property
    def goes_on(self) -> bool:
        """True if one player alone had to act and has to act again: their turn is posted as one story.

        False if that story would be longer than `MOST_TOGETHER` entries, or if the decision before or after is sealed.
        """
        alone = self.before.seats == self.after.seats == (self.seat,)
        return alone and not self.sealed and self.n - self.told < MOST_TOGETHER and not self.was_sealed()

    @property
    def concerned(self) -> Sequence[int]:
        """The seats of people whose hand shows something new: another question, or other belongings.

        After a sealed choice these are all people's seats.
        """
        if self.was_sealed():
            return self.people  # Who had chosen already could change it until now.
        among = {self.seat, *self.before.seats, *self.after.seats, *self.touched()}
        return [seat for seat in self.people if seat in among]

    @property
    def affected(self) -> Sequence[int]:
        """People's seats whose hand may have changed: the mover's, those with other belongings, and those to act."""
        among = (self.seat, *self.touched(), *self.after.seats)
        return [seat for seat in dict.fromkeys(among) if seat in self.people]


def after_entry(entered: Entered) -> list[Notification]:
    """Return the notifications of a log entry, which is a move or takes one back.

    - At the end of the game: a story up to this entry, all hands, `Ended` and `LobbyChanged`.
    - If others have to act now, or the move cannot be taken back: a story up to this entry, and the hands with news. It
      is put off while computers act next, and while the same player goes on with their turn.
    - After any other move: only the affected hands, if something worth telling happened or a new decision is pending.
    - If the entry takes a move back: the affected hands, and `TakenBack` if the move was in a story. If the pending
      decision is another one now, all hands and `ObsoletePings`.

    `BoardChanged` is added if there is any notification besides hands, or if the board looks different.
    """
    tell: list[Notification] = []
    over = not entered.after.seats
    if entered.strikes:
        if entered.after.frame != entered.before.frame:
            # Others were asked, and are not any more: their hands and pings said so.
            tell.append(ObsoletePings())
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
    if any(not isinstance(notification, HandChanged) for notification in tell) or not entered.looks_alike():
        tell.append(BoardChanged())
    if over:
        tell += [Ended(), LobbyChanged()]
    return tell


def _hands(seats: Sequence[int]) -> list[HandChanged]:
    return [HandChanged(seat=seat) for seat in seats]


def at_the_start(people: Sequence[int], *, host_pinged: bool = False) -> list[Notification]:
    """Return the notifications of the start of a game; `people` are the seats at which a person decides.

    They are `LobbyChanged`, `Started`, the opening story, board and people's hands; with `host_pinged` also
    `ObsoletePings`, because the host was told that the lobby is full, which is over now.
    """
    hands = [HandChanged(seat=seat) for seat in people]
    gone = [ObsoletePings()] if host_pinged else []
    return [LobbyChanged(), Started(), Story(after=-1, upto=0), BoardChanged(), *hands, *gone]


def after_reseating(
    how: Reseated, people: Sequence[int], *, former: int | None = None, offered: bool = False
) -> list[Notification]:
    """Return the notifications when somebody else decides at a seat; `former`, if given, is told that they lost it.

    The list contains `how`, which announces it, and updates of the lobby, the board and the seat's hand. The hands of
    the other seats in `people`, where a person decides, are updated too, because their news may name the former player.
    `offered`: the seat was on offer and is not any more, so the offers are updated too.
    """
    gone = [] if former is None else [SeatGone(seat=how.seat, person=former)]
    offers = [OffersChanged()] if offered else []
    others = [HandChanged(seat=seat) for seat in people if seat != how.seat]
    return [LobbyChanged(), how, *gone, HandChanged(seat=how.seat), *others, BoardChanged(), *offers]


def with_offers_changed(tell: Sequence[Notification]) -> list[Notification]:
    """Return these notifications, followed by those that update the board, if none does yet, and the offers."""
    board = () if BoardChanged() in tell else (BoardChanged(),)
    return [*tell, *board, OffersChanged()]


def while_there_is_time(seat: int, asking: int, until: int) -> list[Notification]:
    """Return the notifications when half of a seat's time is over: a `Reminder` and a `BoardChanged`.

    The board then lets others give it more time. `asking` is the frame of its decision, `until` its deadline.
    """
    return [Reminder(seat=seat, asking=asking, until=until), BoardChanged()]


def when_time_is_up(seat: int, asking: int, then: Consequence, people: Sequence[int]) -> list[Notification]:
    """Return the notifications when a seat's time is up, by the consequence `then`; `people` are people's seats.

    - `others`: they may give the seat away; a reminder of the decision, whose frame is `asking`.
    - `once`: a computer decides this once.
    - `lost`: the same as `after_reseating`.
    """
    if then == "others":
        return [Reminder(seat=seat, asking=asking, until=0), BoardChanged()]
    out = OutOfTime(seat=seat, then=then)
    return after_reseating(out, people) if then == "lost" else [out, BoardChanged()]


def after_lobby_change(*, full: bool, by_host: bool, host_pinged: bool, new_host: bool = False) -> list[Notification]:
    """Return the notifications when somebody takes or leaves a seat in a lobby.

    The lobby is updated. If it is `full`, the host is notified, unless they took the last seat themselves (`by_host`)
    or were notified before (`host_pinged`). `new_host`: the host has left; a ping about the full lobby is removed,
    because it was meant for the former host.
    """
    if new_host:
        return [LobbyChanged(), ObsoletePings()] if host_pinged else [LobbyChanged()]
    return [LobbyChanged(), LobbyFull()] if full and not by_host and not host_pinged else [LobbyChanged()]


def after_inviting(guests: Sequence[int], *, in_lobby: bool) -> list[Notification]:
    """Return the notifications when guests, by number, are invited: to a seat, or to watch a private game.

    `in_lobby`: the lobby is updated, also if there are no guests.
    """
    shown: list[Notification] = [LobbyChanged()] if in_lobby else []
    return [*shown, Invited(guests=tuple(guests))] if guests else shown


def after_sending_away(person: int) -> list[Notification]:
    """Return the notifications when the host has sent a person away: the lobby is updated, and they are told."""
    return [LobbyChanged(), SentAway(person=person)]


def after_closing(
    *, was_lobby: bool, server_gone: bool, hands: Sequence[int], offered: bool = False, host_pinged: bool = False
) -> list[Notification]:
    """Return the notifications when a table ends without a result; `hands` are the seats that belong to somebody.

    The lobby is updated. For a game, the board and the hands are updated too and pings removed. `offered`: some seats
    were on offer, so the offers are updated. `host_pinged`: the host was told that the lobby is full; that ping is
    removed. `server_gone`: the server has removed the bot, so only direct messages can be reached: only hands are
    updated.
    """
    tell: list[Notification] = []
    if not server_gone:
        tell += [ObsoletePings()] if host_pinged or not was_lobby else []
        tell += [LobbyChanged()] if was_lobby else [BoardChanged(), LobbyChanged()]
        tell += [OffersChanged()] if offered else []
    return tell if was_lobby else [*tell, *(HandChanged(seat=seat) for seat in hands)]


def in_a_lesson(
    newly: Sequence[int], after: PendingDecision, learner: int | None, actor: int | None
) -> list[Notification]:
    """Return `[LessonWentOn()]` if the learner's menu has to be updated after a change in a lesson; else [].

    It has to be if the change gives the learner a new decision or ends the game, unless the learner made the change:
    then they see the result at once. `newly` are the seats with a new decision; `learner` and `actor` are seats too.
    Nobody else is notified in a lesson.
    """
    concerns = learner in newly or not after.seats
    return [LessonWentOn()] if actor != learner and concerns else []


# What could not be delivered at once


def joined(waited: Sequence[Happening | News]) -> News:
    """Join what has happened into one notification, in order. Stories that follow each other become one.

    A `TakenBack` is left out if the move it takes back is in one of these stories: when that story is worded, moves
    that were taken back are left out anyway.
    """
    parts: list[Happening] = []
    for notification in waited:
        for part in notification.parts if isinstance(notification, News) else (notification,):
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
    waited: Sequence[Notification],
    *,
    playing: bool,
    people: Sequence[int],
    offered: bool = False,
    to_ping: Sequence[Ping] = (),
    to_ask: Sequence[int] = (),
    guests: Sequence[int] = (),
) -> list[Notification]:
    """Return the notifications when a table has moved to another channel: the present position, and what still waited.

    `waited` are the notifications that were not delivered before the move; those that no longer matter are left out.
    `playing` is True for a running game, False for a lobby. `people` are the seats at which a person decides; their
    hands are updated. `offered`: some seats are on offer. The rest is asked again in the new channel: `to_ping` are
    pings, `to_ask` the seats offered to one person by name, and `guests` the numbers of invited guests.
    """
    anew = after_inviting(guests, in_lobby=False)
    if not playing:
        kept_of_lobby = (LobbyFull, DirectPrompt, Invited, DirectInvitation, LobbyOpened)
        return [
            LobbyChanged(),
            *(notification for notification in waited if isinstance(notification, kept_of_lobby)),
            *anew,
        ]
    news = [notification for notification in waited if isinstance(notification, Happening | News)]
    begins = Started() if Started() in waited else Moved()
    out = dict.fromkeys(notification for notification in waited if isinstance(notification, OutOfTime))
    kept = [
        notification
        for notification in waited
        if notification.asks or isinstance(notification, DmsClosed | ObsoletePings | MomentShown)
    ]
    kept += [OffersChanged()] if offered else []
    kept += [*(SeatOffered(seat=seat) for seat in to_ask), *anew]
    hands = [HandChanged(seat=seat) for seat in people]
    told = [LobbyChanged(), begins, *out, *([joined(news)] if news else []), *hands, BoardChanged()]
    return [*told, *to_ping, *kept]
