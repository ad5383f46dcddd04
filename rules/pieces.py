"""What every game is made of: moves, events, frames and their steps, a state, views, a result, and variants."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Generic, Self, TypeVar, get_type_hints

import msgspec

from rules.chance import Chance


def _snake(name: str) -> str:
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower()


class Move(msgspec.Struct, frozen=True, gc=False):
    """What a seat decides. Has a one-line text form that round-trips: `parse(str(move)) == move`.

    The text is the verb and then `words()`, separated by single spaces, no spaces inside a word.
    """

    verb: ClassVar[str]
    secret: ClassVar[bool] = False
    """Others may not know the move when it is made: logs name it by its verb only."""

    def words(self) -> Sequence[str]:
        """Return what follows the verb in the text form."""
        return ()

    @classmethod
    def read(cls, words: Sequence[str]) -> Self:
        """Make the move from the words after the verb; raise ValueError with a reason if they are none."""
        if words:
            raise ValueError("nothing may follow")
        return cls()

    def __str__(self) -> str:
        return " ".join((self.verb, *self.words()))


class Event(msgspec.Struct, frozen=True, gc=False, tag=_snake, tag_field="event"):
    """Something that happened, for telling. Everything in it is public except a field `private`.

    An event that has a field `private` also has a field `seat`: only that seat sees what is in `private`, all others
    see None there. There is no other place for a secret.
    """

    reveals: ClassVar[bool] = False
    """Shows somebody something not known before: what led here cannot be taken back any more."""
    quiet: ClassVar[bool] = False
    """Not worth a sentence in the story: the board shows it."""
    heading: ClassVar[bool] = False
    """Stands above what happens next, also for who reads only what one seat did: a round or a year begins or ends."""

    about: ClassVar[tuple[str, ...]] = ()
    """The fields besides `seat` that hold a seat or several: it is about these too, and told in the log of each."""

    def names(self, seat: int) -> bool:
        """Say whether it is about this seat, by what its class declares."""
        held = [getattr(self, field, None) for field in ("seat", *self.about)]
        return seat in held or any(isinstance(group, tuple) and seat in group for group in held)

    @classmethod
    def check_about(cls, game: str) -> None:
        """Raise TypeError if `about` names something that is no field or holds no seats."""
        for field in cls.about:
            if field not in cls.__struct_fields__:
                fields = ", ".join(cls.__struct_fields__)
                raise TypeError(f"{game}: {cls.__name__} is about {field!r}, but its fields are {fields}")
            if get_type_hints(cls)[field] not in (int, int | None, tuple[int, ...]):
                raise TypeError(f"{game}: {cls.__name__} is about {field!r}, which holds neither a seat nor several")


class Frame(msgspec.Struct, kw_only=True, tag=_snake, tag_field="decision"):
    """Something to be decided. The class's name in snake case is the decision's name."""

    id: int = 0
    """Numbers the frames of a game, from 1. Set by `State.push`."""
    owes: list[int] = msgspec.field(default_factory=list)
    """The seats that owe a decision, in ascending order."""


F = TypeVar("F", bound=Frame)


class State(msgspec.Struct, Generic[F], kw_only=True):
    """The whole truth of one game, changed in place. Only `rules` ever looks into it.

    A game derives `State[ItsFrame | ItsOtherFrame]`, adds what lies on its table, and writes `copy()` by hand: it is
    called thousands of times by computer players.
    """

    seats: int
    chance: Chance
    version: int = 1
    """The rules it is played by, to its end. States that were stored before rules had versions are of the first."""
    agenda: list[F] = msgspec.field(default_factory=list)
    frames: int = 0
    """How many frames were pushed so far."""
    tail: list[tuple[int, int]] = msgspec.field(default_factory=list)
    """Seat and frame id of every move since something was last revealed: what could still be taken back."""

    def push(self, frame: F) -> None:
        """Lay a frame on top of the agenda: it is decided before everything below goes on."""
        self.frames += 1
        frame.id = self.frames
        self.agenda.append(frame)

    @abstractmethod
    def copy(self) -> Self:
        """Return an equal state that shares nothing changeable with this one."""

    def copy_to_guess(self, chance: Chance) -> Self:
        """Return a copy that a guess is made of: with a generator of its own, and without what could be taken back."""
        copied = self.copy()
        copied.chance = Chance(chance.draw())
        copied.tail.clear()
        return copied


S = TypeVar("S", bound=State[Any])
M = TypeVar("M", bound=Move)

MENU = 600
"""How many moves a menu is made of at most."""


class Step(ABC, Generic[S, F, M]):
    """One kind of decision: who may do what, and what follows. Stateless; everything it knows is in the frame."""

    @abstractmethod
    def options(self, state: S, frame: F, seat: int) -> list[M]:
        """Return the moves worth thinking of, best first where there is a best.

        Never empty for a seat that owes. All of them are legal; legal but silly ones may be left out. There can be very
        many: for computer players, in a process of their own.
        """

    def menu(self, state: S, frame: F, seat: int) -> list[M]:
        """Return the options that a menu is made of, at most `MENU`; of whatever can be done, the best way to do it.

        Found at once, whatever the state: override where there can be more options, and never list them all for this.
        """
        return self.options(state, frame, seat)

    def sample(self, state: S, frame: F, seat: int, chance: Chance) -> M:
        """Return one of the options at random. Override where listing all of them is expensive."""
        return chance.choice(self.options(state, frame, seat))

    def may_change(self, state: S, frame: F, seat: int) -> bool:
        """Say whether a seat that owes nothing any more may still decide anew (a sealed choice)."""
        return False

    @abstractmethod
    def check(self, state: S, frame: F, seat: int, move: Move) -> None:
        """Raise `Illegal` unless the rules allow the move: the full rule, whatever `options` offers. Change nothing.

        The move may be of any class of this game, with any values its fields' types allow.
        """

    @abstractmethod
    def apply(self, state: S, frame: F, seat: int, move: M, tell: list[Event]) -> None:
        """Carry out a legal move and append what happened to `tell`. Take the seat out of `frame.owes` when it is done.

        Must not raise: whatever could go wrong is checked in `check`.
        """

    @abstractmethod
    def resume(self, state: S, frame: F, tell: list[Event]) -> None:
        """Go on, since nobody owes anything in this frame, which is on top: pop it, push another, or owe again."""


class View(msgspec.Struct, frozen=True, kw_only=True):
    """What one seat, or a spectator, may know. Built field by field from the state: a whitelist, never a blacklist."""

    seats: int
    seat: int | None
    """Whose view this is; None for a spectator."""
    owed: dict[int, str]
    """Who owes which decision. Public in all our games."""


class Result(msgspec.Struct, frozen=True):
    """How a game ended: for each seat its place (1 is a winner; ties share the better place) and its score."""

    places: tuple[int, ...]
    scores: tuple[int, ...]

    @classmethod
    def ranked(cls, keys: Sequence[tuple[int, ...]]) -> Result:
        """Rank the seats by their keys, larger is better; the first entry of a key is the score."""
        places = tuple(1 + sum(other > key for other in keys) for key in keys)
        return cls(places, tuple(key[0] for key in keys))

    @property
    def winners(self) -> tuple[int, ...]:
        """Return the seats on place 1."""
        return tuple(seat for seat, place in enumerate(self.places) if place == 1)


class Standing(msgspec.Struct, frozen=True):
    """What a seat would score if the game ended now, as far as somebody may know: keys and amounts, never words."""

    parts: tuple[tuple[str, int], ...]
    """What it is made of, in the rulebook's order; a game names the same keys for every seat."""
    ties: tuple[tuple[str, int], ...] = ()
    """What decides between equal scores, the first before the second."""
    hidden: tuple[str, ...] = ()
    """The keys to which something hidden would add: their amounts are without it."""

    @property
    def total(self) -> int:
        """The score."""
        return sum(amount for _, amount in self.parts)

    @property
    def rank(self) -> tuple[int, ...]:
        """The score and then what decides ties: larger is better, as `Result.ranked` wants it."""
        return self.total, *(amount for _, amount in self.ties)


class Change(msgspec.Struct, frozen=True):
    """Something that happened to a seat since it last decided: a fact, worded elsewhere.

    What is in a field `private` only that seat may know; everything else is public.
    """

    lost: ClassVar[bool] = False
    """The seat has less than it had: always named, never only counted."""
    weight: ClassVar[int] = 50
    """How much it matters; of what was lost, and then of the rest, the heaviest is told first."""


class ScoreMoved(Change, frozen=True):
    """What the seat would score if the game ended now has become another number."""

    before: int
    after: int


class Overtaken(Change, frozen=True):
    """Others would score more now than the seat, and did not before."""

    weight: ClassVar[int] = 40
    by: tuple[int, ...]


class Variant(msgspec.Struct, frozen=True):
    """A choice made before the game: its key, its values with the default first, and who may not have which."""

    key: str
    values: tuple[int, ...]
    only_seats: Mapping[int, tuple[int, ...]] = {}
    """Value → numbers of players it is allowed for. A value not named here is allowed for all."""
    since: int = 1
    """The version of the rules that brought this choice: by older ones there is none."""

    def allowed(self, seats: int) -> tuple[int, ...]:
        """Return the values that may be chosen with so many players."""
        return tuple(value for value in self.values if seats in self.only_seats.get(value, (seats,)))
