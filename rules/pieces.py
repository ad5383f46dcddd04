"""The base classes from which every game derives its own.

`Move`, `Event`, `Frame` (a pending decision), `Step` (the rules of that decision), `State`, `View`, `Change` and
`Variant`. The classes that games use as they are: `Result`, `Standing`, `ScoreMoved` and `Overtaken`.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Generic, Self, TypeVar, get_type_hints

import msgspec

from rules.chance import Chance


def _snake(name: str) -> str:
    """Return a CamelCase class name in snake_case; these are the tags of stored events and frames."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower()


class Move(msgspec.Struct, frozen=True, gc=False):
    """What a seat decides. It has a one-line text form that round-trips: `game.parse(str(move)) == move`.

    The text is the verb followed by `words()`, separated by single spaces; a word contains no space. A class of moves
    that has fields overrides `words` and `read`.
    """

    verb: ClassVar[str]
    """The first word of the text form, different for every class of moves of a game."""
    secret: ClassVar[bool] = False
    """True if others may not know the move when it is made. Logs then name it by its verb only."""

    def words(self) -> Sequence[str]:
        """Return the words that follow the verb in the text form; none by default."""
        return ()

    @classmethod
    def read(cls, words: Sequence[str]) -> Self:
        """Return the move with these words after the verb; raise ValueError with a reason if they do not fit.

        The default is for a move without fields: it refuses any word.
        """
        if words:
            raise ValueError("nothing may follow")
        return cls()

    def __str__(self) -> str:
        return " ".join((self.verb, *self.words()))


class Event(msgspec.Struct, frozen=True, gc=False, tag=_snake, tag_field="event"):
    """Something that happened in a game. Everything in it is public but a field `private`.

    `rules` emits events, and `words` turns them into sentences. An event with a field `private` also has a field
    `seat`: only that seat sees the content of `private`, all others see None there. No other field may hold a secret.
    """

    reveals: ClassVar[bool] = False
    """True if somebody learns something new from it. Moves made before such an event can no longer be taken back."""
    quiet: ClassVar[bool] = False
    """True if it gets no sentence in the story (the written account of a game), because the board shows it."""
    heading: ClassVar[bool] = False
    """True if it begins or ends a part of the game, such as a round. The story shows it as a heading, also the story of
    a single seat."""

    about: ClassVar[tuple[str, ...]] = ()
    """The fields, other than `seat`, that hold a seat, several seats or None. The event appears in the story of each of
    them."""

    def is_about(self, seat: int) -> bool:
        """Return True if this event belongs in the story of the given seat, because one of its fields names that seat.

        The fields examined are the event's `seat`, if it has one, and those listed in `about`.
        """
        held = [getattr(self, field, None) for field in ("seat", *self.about)]
        return seat in held or any(isinstance(group, tuple) and seat in group for group in held)

    @classmethod
    def check_seat_fields(cls, game: str) -> None:
        """Raise TypeError if `about` names something that is not a field of this event class or that cannot hold seats.

        `game` is the game's name, for the error message.
        """
        for field in cls.about:
            if field not in cls.__struct_fields__:
                fields = ", ".join(cls.__struct_fields__)
                raise TypeError(f"{game}: {cls.__name__} is about {field!r}, but its fields are {fields}")
            if get_type_hints(cls)[field] not in (int, int | None, tuple[int, ...]):
                raise TypeError(f"{game}: {cls.__name__} is about {field!r}, which holds neither a seat nor several")


class Frame(msgspec.Struct, kw_only=True, tag=_snake, tag_field="decision"):
    """A pending decision on the agenda of a state. The class's name in snake case is the name of the decision.

    A game derives one class for each of its decisions, with fields for what has been chosen so far. The rules of the
    decision are in the `Step` for this class.
    """

    id: int = 0
    """The frame's number within the game, from 1. `State.push` sets it."""
    owes: list[int] = msgspec.field(default_factory=list)
    """The seats that still owe a decision here, in ascending order. When empty, the frame's step is resumed."""


F = TypeVar("F", bound=Frame)


class State(msgspec.Struct, Generic[F], kw_only=True):
    """The complete state of one game, secrets included; it is changed in place.

    Only `rules` and the computer players look inside; everybody else gets a `View`. A game derives its class from
    `State[ItsFrame | ItsOtherFrame]` and adds fields for what is on its table. It writes `copy()` by hand, because
    computer players call it thousands of times.
    """

    seats: int
    chance: Chance
    version: int = 1
    """The version of the rules this game is played by, to its end. 1 for states stored before rules had versions."""
    agenda: list[F] = msgspec.field(default_factory=list)
    """The stack of frames; the last one is decided first. Empty when the game is over."""
    frames: int = 0
    """How many frames have been pushed since the game began."""
    tail: list[tuple[int, int]] = msgspec.field(default_factory=list)
    """(seat, frame id) of every move since something was last revealed. Only these moves can be taken back, and not
    always (see `Game.can_take_back`)."""

    def push(self, frame: F) -> None:
        """Put the frame on top of this state's agenda (the stack of pending decisions) and give it the next `id`.

        It is decided before all frames below it.
        """
        self.frames += 1
        frame.id = self.frames
        self.agenda.append(frame)

    @abstractmethod
    def copy(self) -> Self:
        """Return an equal state that shares no mutable object with this one."""

    def copy_to_guess(self, chance: Chance) -> Self:
        """Return a copy of this state as a basis for a guess.

        The copy has a new random generator, seeded with the next number from `chance` (which advances), and an empty
        `tail`. Hiding the secrets of other seats is left to the caller.
        """
        copied = self.copy()
        copied.chance = Chance(chance.draw())
        copied.tail.clear()
        return copied


S = TypeVar("S", bound=State[Any])
M = TypeVar("M", bound=Move)

MAX_MENU_MOVES = 600
"""The largest number of moves that `Step.menu` may return."""


class Step(ABC, Generic[S, F, M]):
    """The rules of one kind of pending decision (`Frame`): which moves are allowed, and what they do.

    `options`, `menu` and `sample` find moves for a seat, `check` refuses illegal ones, `apply` carries one out, and
    `resume` continues the game when no seat owes the decision any more. `Game` calls them with the state's top frame. A
    step has no data of its own; everything it needs is in the state and the frame.
    """

    @abstractmethod
    def options(self, state: S, frame: F, seat: int) -> list[M]:
        """Return the moves worth considering for a seat in this decision, the best first where there is a best.

        Never empty for a seat that owes the decision. All of them are legal, but legal moves that make no sense may be
        missing. There can be tens of thousands: only computer players call this, in processes of their own.
        """

    def menu(self, state: S, frame: F, seat: int) -> list[M]:
        """Return at most `MAX_MENU_MOVES` of the options: for everything the seat can do, the best way to do it.

        It must be fast in every state. The default returns all `options`. Override it, without calling `options`, if
        there can be too many.
        """
        return self.options(state, frame, seat)

    def sample(self, state: S, frame: F, seat: int, chance: Chance) -> M:
        """Return one of the seat's options at random, advancing `chance`.

        Override it where listing them all is slow.
        """
        return chance.choice(self.options(state, frame, seat))

    def may_change(self, state: S, frame: F, seat: int) -> bool:
        """Return True if the seat may replace the choice it has made in this decision. The default is False.

        For a seat that has not chosen yet, the result says whether it may replace its choice after making it.
        """
        return False

    @abstractmethod
    def check(self, state: S, frame: F, seat: int, move: Move) -> None:
        """Raise `Illegal` unless the rules allow the seat this move in this decision; change nothing.

        This is the complete rule, independent of `options`. The move may be of any class of this game, with any values
        that the types of its fields allow.
        """

    @abstractmethod
    def apply(self, state: S, frame: F, seat: int, move: M, emitted: list[Event]) -> None:
        """Carry out a legal move of the seat: change the state and append the events to `emitted`.

        Take the seat out of `frame.owes` when its decision is complete. This must not raise: `check` has refused
        everything that could go wrong.
        """

    @abstractmethod
    def resume(self, state: S, frame: F, emitted: list[Event]) -> None:
        """Continue the game after all seats have decided in `frame`, the top one of the agenda.

        Implementations remove the frame from the agenda, push another one on top of it, or make seats owe a decision in
        it again. They append their events to `emitted`.
        """


class View(msgspec.Struct, frozen=True, kw_only=True):
    """What one seat, or a spectator, may know of a game. `Game.view` builds it.

    It is built field by field from the state: what is not copied stays hidden. A game derives its own class from this
    one.
    """

    seats: int
    """The number of players."""
    seat: int | None
    """The seat whose view this is; None for a spectator."""
    owed: dict[int, str]
    """The name of the decision that each seat owes, by seat; empty after the end. It is public in all games."""


class Result(msgspec.Struct, frozen=True):
    """How a game ended.

    Both fields are by seat: the place (1 is a winner; tied seats share the better place) and the score.
    """

    places: tuple[int, ...]
    scores: tuple[int, ...]

    @classmethod
    def ranked(cls, keys: Sequence[tuple[int, ...]]) -> Result:
        """Return the result of a game whose seats have these ranking keys, listed by seat.

        The larger key is better; equal keys share a place. A key is the score followed by the tie-breakers; only the
        score becomes part of the result.
        """
        places = tuple(1 + sum(other > key for other in keys) for key in keys)
        return cls(places, tuple(key[0] for key in keys))

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats on place 1, ascending."""
        return tuple(seat for seat, place in enumerate(self.places) if place == 1)


class Standing(msgspec.Struct, frozen=True):
    """What one seat would score if the game ended now, as far as a viewer may know.

    `Game.standings` makes one for each seat. The `parts` add up to the score, `ties` decide between equal scores, and
    `hidden` marks amounts that are incomplete. It has keys and amounts only; `words` names them.
    """

    parts: tuple[tuple[str, int], ...]
    """The (key, points) that add up to the score, in the rulebook's order. All seats of a game have the same keys."""
    ties: tuple[tuple[str, int], ...] = ()
    """The (key, amount) that decide between equal scores, the most important first; larger is better."""
    hidden: tuple[str, ...] = ()
    """The keys whose amounts are too low or unknown because something hidden would add to them."""

    @property
    def total(self) -> int:
        """The score: the sum of all parts."""
        return sum(amount for _, amount in self.parts)

    @property
    def rank(self) -> tuple[int, ...]:
        """The score followed by the tie-breakers; larger is better, as in `Result.ranked`."""
        return self.total, *(amount for _, amount in self.ties)


class Change(msgspec.Struct, frozen=True):
    """Something that happened to a seat since it last decided: a fact, worded elsewhere.

    `Game.find_changes` makes them, in classes derived from this one. A field `private` may be shown to that seat only;
    everything else is public.
    """

    is_loss: ClassVar[bool] = False
    """True if the seat has less than before. Losses are always named, other changes may only be counted."""
    weight: ClassVar[int] = 50
    """How important it is. Losses are listed before other changes, each group by falling weight."""


class ScoreMoved(Change, frozen=True):
    """The seat's score, if the game ended now, has changed from `before` to `after`."""

    before: int
    after: int


class Overtaken(Change, frozen=True):
    """Other seats (`by`) have overtaken the seat since it last decided: they would have scored less then and more now.

    Only seats that have gained points are named, not those that are ahead because this seat lost points.
    """

    weight: ClassVar[int] = 40
    by: tuple[int, ...]
    """The seats that have overtaken this one, ascending."""


class Variant(msgspec.Struct, frozen=True):
    """A choice made before the game begins, such as the number of points to reach.

    It has a key, and the possible `values`; the first of them is the default.
    """

    key: str
    values: tuple[int, ...]
    only_seats: Mapping[int, tuple[int, ...]] = {}
    """By value: the numbers of players with which the value is allowed. A value that is no key is always allowed."""
    since: int = 1
    """The version of the rules that introduced this choice. Older versions do not know it."""

    def allowed(self, seats: int) -> tuple[int, ...]:
        """Return the values that may be chosen with this number of players."""
        return tuple(value for value in self.values if seats in self.only_seats.get(value, (seats,)))
