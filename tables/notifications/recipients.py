"""Pure functions that return the notifications which a change at a table leads to. The callers write these."""

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
    """What a new log entry has changed, as far as it matters for notifications.

    `n` is the entry's number and `seat` the seat that made it. `before` and `after` are the pending decisions before
    and after it.
    """

    n: int
    seat: int
    strikes: int = 0
    """The number of the entry that this one takes back; 0: none."""
    told: int
    """The number of the last log entry of which a story was written; later ones were not told yet."""
    before: PendingDecision
    after: PendingDecision
    sealed: bool
    """True if the decision pending now is a sealed choice: players may change it until all have decided."""
    lasting: bool
    """True if no move can be taken back any more, because something was revealed."""
    quiet: bool
    """True if none of the entry's events is worth a sentence in a story."""
    people: tuple[int, ...]
    """The seats at which a person decides."""
    left: tuple[int, ...] = ()
    """The seats that belong to people but where a computer plays: they are notified only of the end of the game."""
    looks_alike: Callable[[], bool]
    """Return True if the board looks to everybody as it did before. Costly, so called only if it matters."""
    touched: Callable[[], Sequence[int]] = tuple
    """Return the seats besides the actor's whose belongings have changed. Costly as well."""
    was_sealed: Callable[[], bool] = bool
    """Return True if the decision pending before was a sealed choice. Costly as well."""

    @property
    def up_to_computers(self) -> bool:
        """True if only computers have to act now: the story waits, to include their moves too.

        False if it would have more than `MOST_TOGETHER` entries.
        """
        return not set(self.after.seats) & set(self.people) and self.n - self.told < MOST_TOGETHER

    @property
    def passed_on(self) -> bool:
        """True if a new decision has begun that is sealed, or that asks other seats than the one before it."""
        before, after = self.before, self.after
        return after.frame != before.frame and (after.seats != before.seats or self.sealed)

    @property
    def goes_on(self) -> bool:
        """True if the mover alone had to act and alone has to act again: the story waits, to tell their whole turn.

        False if it would have more than `MOST_TOGETHER` entries, or if the decision before or after is sealed.
        """
        alone = self.before.seats == self.after.seats == (self.seat,)
        return alone and not self.sealed and self.n - self.told < MOST_TOGETHER and not self.was_sealed()

    @property
    def concerned(self) -> Sequence[int]:
        """The seats of people whose hand's message shows something new: another decision, or other belongings.

        If the decision before was a sealed choice, these are all people's seats.
        """
        if self.was_sealed():
            return self.people  # Who had chosen already could change it until now.
        among = {self.seat, *self.before.seats, *self.after.seats, *self.touched()}
        return [seat for seat in self.people if seat in among]

    @property
    def affected(self) -> Sequence[int]:
        """The seats of people whose hand may have changed, in this order and without repetition.

        They are the mover, the seats whose belongings have changed, and the seats that have to act now.
        """
        among = (self.seat, *self.touched(), *self.after.seats)
        return [seat for seat in dict.fromkeys(among) if seat in self.people]


def after_entry(entered: Entered) -> list[Notification]:
    """Return the notifications of a new log entry, which is a move or takes one back.

    The first case that fits decides:

    1. The entry takes a move back: `TakenBack`, if a story has told of the move. If another decision is pending now,
       also all hands and `ObsoletePings`; if not, the affected hands, unless the decision is a sealed choice.
    2. The game is over: a story up to this entry, all hands, `Ended` and `LobbyChanged`.
    3. Other people have to act now (`passed_on`), or the move revealed something and its player does not go on
       (`goes_on`): a story up to this entry, and the concerned hands. Not while only computers have to act.
    4. Any other move: the affected hands, if something worth telling happened or a new decision is pending.

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

    They are `LobbyChanged`, `Started`, the opening's story, the board, and the hands of `people`. `host_pinged` means
    that the host was pinged because the lobby was full: `ObsoletePings` removes that ping.
    """
    hands = [HandChanged(seat=seat) for seat in people]
    gone = [ObsoletePings()] if host_pinged else []
    return [LobbyChanged(), Started(), Story(after=-1, upto=0), BoardChanged(), *hands, *gone]


def after_reseating(
    how: Reseated, people: Sequence[int], *, former: int | None = None, offered: bool = False
) -> list[Notification]:
    """Return the notifications when somebody else decides at a seat from now on.

    They are `how`, which announces it, and updates of the lobby, the board and the hands of this seat and of `people`,
    the seats at which a person decides. All hands are updated because they may name the former player. `former` is the
    person who lost the seat and is told so; None: nobody did. `offered` means that the seat was on offer and is not any
    more: the offers are updated too.
    """
    gone = [] if former is None else [SeatGone(seat=how.seat, person=former)]
    offers = [OffersChanged()] if offered else []
    others = [HandChanged(seat=seat) for seat in people if seat != how.seat]
    return [LobbyChanged(), how, *gone, HandChanged(seat=how.seat), *others, BoardChanged(), *offers]


def with_offers_changed(tell: Sequence[Notification]) -> list[Notification]:
    """Return the notifications `tell`, followed by `BoardChanged`, unless they have one, and `OffersChanged`."""
    board = () if BoardChanged() in tell else (BoardChanged(),)
    return [*tell, *board, OffersChanged()]


def while_there_is_time(seat: int, asking: int, until: int) -> list[Notification]:
    """Return the notifications when half of a seat's time for a decision is over: a `Reminder` and a `BoardChanged`.

    From then on the board has a button to give the seat more time. `asking` is the number of the decision's frame,
    `until` the deadline.
    """
    return [Reminder(seat=seat, asking=asking, until=until), BoardChanged()]


def when_time_is_up(seat: int, asking: int, then: Consequence, people: Sequence[int]) -> list[Notification]:
    """Return the notifications when a seat's time is up.

    They depend on the consequence `then`:

    - `others` (the other players may give the seat away): a `Reminder` of the decision with the frame number `asking`,
      and the board.
    - `once` (a computer decides this once): `OutOfTime` and the board.
    - `lost` (a computer has the seat from now on): `OutOfTime` and the rest of `after_reseating`.

    `people` are the seats at which a person decides.
    """
    if then == "others":
        return [Reminder(seat=seat, asking=asking, until=0), BoardChanged()]
    out = OutOfTime(seat=seat, then=then)
    return after_reseating(out, people) if then == "lost" else [out, BoardChanged()]


def after_lobby_change(*, full: bool, by_host: bool, host_pinged: bool, new_host: bool = False) -> list[Notification]:
    """Return the notifications when somebody takes or leaves a seat in a lobby.

    The lobby's message is updated. If the lobby is `full`, the host is told, unless the host made the change
    (`by_host`) or was told before (`host_pinged`). `new_host` means that the host has left: nobody is told that the
    lobby is full, and an earlier ping about that is removed, since it was for the former host.
    """
    if new_host:
        return [LobbyChanged(), ObsoletePings()] if host_pinged else [LobbyChanged()]
    return [LobbyChanged(), LobbyFull()] if full and not by_host and not host_pinged else [LobbyChanged()]


def after_inviting(guests: Sequence[int], *, in_lobby: bool) -> list[Notification]:
    """Return the notifications when guests are invited to a seat, or to watch a private game.

    `guests` are their numbers; if there are none, nobody is told. `in_lobby` means that the table is in the lobby: its
    message is updated, also without guests.
    """
    shown: list[Notification] = [LobbyChanged()] if in_lobby else []
    return [*shown, Invited(guests=tuple(guests))] if guests else shown


def after_sending_away(person: int) -> list[Notification]:
    """Return the notifications when the host has sent a person away: one updates the lobby, one tells the person."""
    return [LobbyChanged(), SentAway(person=person)]


def after_closing(
    *, was_lobby: bool, server_gone: bool, hands: Sequence[int], offered: bool = False, host_pinged: bool = False
) -> list[Notification]:
    """Return the notifications when a table ends without a result; `hands` are the seats that belong to somebody.

    The lobby's message is updated. If the game had started (not `was_lobby`), the board and the hands are updated too,
    and pings are removed. `offered` means that some seats were on offer: the offers are updated. `host_pinged` means
    that the host was pinged because the lobby was full: that ping is removed. `server_gone` means that the server has
    removed the bot, which then reaches only direct messages: only hands are updated.
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

    It has to be if the change gives the learner a new decision or ends the game, and the learner did not make it: the
    answer to their own click shows the result. `newly` are the seats with a new decision, `after` is the decision
    pending now. `learner` and `actor` are the seats of the learner and of who made the change. Nobody else is notified.
    """
    concerns = learner in newly or not after.seats
    return [LessonWentOn()] if actor != learner and concerns else []


# What could not be delivered at once


def joined(waited: Sequence[Happening | News]) -> News:
    """Join notifications that waited for a blocked channel into one, in order. Adjoining stories become one story.

    A `TakenBack` is left out if its move is in one of the stories before it: a story never tells of moves that have
    been taken back by the time it is sent.
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
    """Return the notifications when a table has moved to another channel. They show the present position there.

    `waited` are the notifications that were not delivered before the move; those that still matter are included.
    `playing` is True for a running game, False for a lobby. `people` are the seats at which a person decides; their
    hands are updated. `offered` means that some seats are on offer. Requests that were made in the old channel are made
    again: `to_ping` are the pings, `to_ask` the seats offered to one person by name, `guests` the numbers of invited
    guests.
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
