"""The contract of a game: what a game must bring, and the one door through which everybody else uses it.

A game is a package with a *state*, some *frames* with one *step* each, *moves*, *events*, a *view*, and a `Game` that
ties them together. `docs/adding-a-game.md` writes a whole game, room by room.

The state holds an **agenda**, a stack of frames. The top frame says what is being decided and which seats owe a
decision. When nobody owes anything there any more, its step is *resumed* and goes on: it pops the frame, pushes others,
or asks again. A secret simultaneous choice is one frame owed by all; an event that asks others is a frame pushed on top
of the turn it interrupts; an empty agenda means that the game is over.

Rules change, running games do not: a state carries the **version** of the rules it is played by. Where versions differ,
the code asks for it beside the rule, `if state.version < 2:  # V15 was …`, and all else is written once.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar, Generic, TypeVar

import msgspec

from rules.chance import Chance
from rules.errors import Illegal, NotYours, Unreadable
from rules.pieces import (
    MENU,
    Change,
    Event,
    F,
    Frame,
    M,
    Move,
    Result,
    S,
    ScoreMoved,
    Standing,
    State,
    Step,
    Variant,
    View,
)

__all__ = ["MENU", "Change", "Event", "F", "Frame", "Game", "Move", "Result", "Standing", "State", "Step"]
__all__ += ["ToldEvents", "Variant", "View", "wrong_kind"]

ToldEvents = Sequence[tuple[int, Sequence[Event]]]
"""Who decided, and what happened then, as somebody may see it, in order."""

V = TypeVar("V", bound=View)


class Game(ABC, Generic[S, M, V]):
    """The door of a game: all that tables, menus, computer players and tools use.

    A game fills the class attributes and writes `begin`, `view`, `guess`, `result` and `check_state`. The rest is here.
    """

    name: ClassVar[str]
    weight: ClassVar[int]
    """How much there is to learn: lists begin with the lightest game."""
    version: ClassVar[int]
    """The newest rules, by which new games begin. Raised with every change after which an old log would not replay to
    the same state, once for all that changes together."""
    oldest: ClassVar[int] = 1
    """The oldest rules that can still be played; what is older cannot even be read."""
    players: ClassVar[tuple[int, ...]]
    """How many can play, ascending."""
    variants: ClassVar[tuple[Variant, ...]] = ()
    open_hands: ClassVar[bool] = False
    """Everybody sees what everybody holds: the board shows all that is in a hand."""
    state_type: ClassVar[type[State[Any]]]
    view_type: ClassVar[type[View] | None] = None
    """By which a view that was kept is read; None: none are kept, and nobody is told what changed since."""
    move_types: ClassVar[tuple[type[Move], ...]]
    event_types: ClassVar[tuple[type[Event], ...]]
    steps: ClassVar[Mapping[type[Frame], Step[Any, Any, Any]]]

    def __init__(self) -> None:
        self._steps = dict(self.steps)
        self._decisions = {kind: str(kind.__struct_config__.tag) for kind in self.steps}
        self._verbs = {kind.verb: kind for kind in self.move_types}
        self._encode = msgspec.json.Encoder().encode
        self._decode = msgspec.json.Decoder(self.state_type).decode
        self._revealing = {kind for kind in self.event_types if kind.reveals}
        for kind in self.event_types:
            kind.check_about(self.name)
        union: Any = self.event_types[0]
        for kind in self.event_types[1:]:
            union |= kind
        self._decode_events = msgspec.json.Decoder(list[union]).decode

    # What a game writes

    @abstractmethod
    def begin(self, seats: int, chance: Chance, options: Mapping[str, int], version: int, tell: list[Event]) -> S:
        """Set the table: return a state of that version with its first frame pushed. All that comes in is checked."""

    @abstractmethod
    def view(self, state: S, seat: int | None) -> V:
        """Return what that seat (None: a spectator) may know."""

    @abstractmethod
    def guess(self, state: S, seat: int, seed: int) -> S:
        """Return a full state that agrees with all the seat knows; everything hidden from it is made up from the seed.

        It knows, too, what it could have noted down of all that happened so far: the state remembers that, and the view
        tells it. Two states with the same view for the seat give the same guesses: a computer player cannot cheat. So a
        guess has a generator of its own and an empty `tail`, which would tell in what order others decided, and how
        often.
        """

    @abstractmethod
    def result(self, state: S) -> Result | None:
        """Return how the game ended, or None while it goes on."""

    @abstractmethod
    def check_state(self, state: S) -> None:
        """Raise AssertionError if the state breaks an invariant (something lost, negative, doubled)."""

    # What a game may write

    def standings(self, view: V) -> tuple[Standing, ...]:
        """Return what each seat would score if the game ended now, as far as whose view it is may know.

        When the game is over the totals are the result's. Without it nobody is told how the game stands.
        """
        return ()

    def final_standings(self, view: V, told: Iterable[Event]) -> tuple[Standing, ...]:
        """Return how the scores came about, from a view after the end and what was told in the game's last move.

        Override where such a view shows less than that: what was changed into points is gone.
        """
        return self.standings(view)

    def rounds_over(self, view: V) -> int | None:
        """Return how many rounds (years, hands …) are over: by these a game is leafed through, and scores are charted.

        None, in every view, of a game that is not played in rounds.
        """
        return None

    def belongings(self, view: V, seat: int) -> object:
        """Return what a seat has, as far as whose view it is may know: once that differs its hand is shown anew.

        Without it whatever changes on the table may be the seat's.
        """
        return msgspec.structs.replace(view, seat=None, owed={})

    def happened(self, before: V, after: V, told: ToldEvents) -> list[Change]:
        """Return what happened to a seat besides what it chose itself.

        From what it saw when it last decided and sees now, and what it was told of that decision and since. Without it
        only what the score would be is compared.
        """
        standings = self.standings(before), self.standings(after)
        if after.seat is None or not standings[0] or not standings[1]:
            return []
        was, now = (each[after.seat].total for each in standings)
        return [ScoreMoved(was, now)] if was != now else []

    # What everybody uses

    def encode_view(self, view: V) -> bytes:
        """Return a view as JSON."""
        return self._encode(view)

    def decode_view(self, kept: bytes | str) -> V | None:
        """Return the view that was encoded; None for one that cannot be read any more: views may grow."""
        if self.view_type is None:
            return None
        try:
            view: Any = msgspec.json.decode(kept, type=self.view_type)
        except msgspec.ValidationError:
            return None
        return view  # type: ignore[no-any-return]

    @property
    def versions(self) -> range:
        """The versions of the rules that can be played, the newest last."""
        return range(self.oldest, self.version + 1)

    def complete_options(self, seats: int, options: Mapping[str, int], version: int | None = None) -> dict[str, int]:
        """Return the options with defaults filled in; raise ValueError for what cannot be chosen."""
        version = self._known(version)
        if seats not in self.players:
            raise ValueError(f"{self.name} is for {self.players[0]} to {self.players[-1]} players, not {seats}")
        variants = [variant for variant in self.variants if variant.since <= version]
        unknown = options.keys() - {variant.key for variant in variants}
        if unknown:
            raise ValueError(f"{self.name} has no option {min(unknown)}")
        settled = {}
        for variant in variants:
            value = options.get(variant.key, variant.values[0])
            if value not in variant.allowed(seats):
                raise ValueError(f"{variant.key} {value} cannot be had with {seats} players")
            settled[variant.key] = value
        return settled

    def new(self, seats: int, seed: int, options: Mapping[str, int] | None = None, version: int | None = None) -> S:
        """Return a fresh game. The same seed and version give the same game, for ever."""
        return self.opening(seats, seed, options, version)[0]

    def opening(
        self, seats: int, seed: int, options: Mapping[str, int] | None = None, version: int | None = None
    ) -> tuple[S, list[Event]]:
        """Return a fresh game, by the newest rules if none are named, and what happened until the first decision."""
        if not 0 <= seed < 1 << 64:
            raise ValueError(f"a seed is a number from 0 to 2**64 - 1, not {seed}")
        version = self._known(version)
        tell: list[Event] = []
        state = self.begin(seats, Chance(seed), self.complete_options(seats, options or {}, version), version, tell)
        assert state.version == version, "the state forgets the rules it is played by"
        self._resume(state, tell)
        return state, tell

    def owed(self, state: S) -> dict[int, str]:
        """Return who owes which decision; empty when the game is over."""
        if not state.agenda:
            return {}
        frame: Frame = state.agenda[-1]
        return dict.fromkeys(frame.owes, self._decisions[type(frame)])

    def asking(self, state: S) -> int:
        """Return the number of the frame that is being decided; 0 when the game is over."""
        return state.agenda[-1].id if state.agenda else 0

    def options(self, state: S, seat: int) -> list[M]:
        """Return the moves worth thinking of for that seat; empty if it has nothing to decide or change."""
        frame, step = self._asked(state, seat)
        return step.options(state, frame, seat) if step else []

    def menu(self, state: S, seat: int) -> list[M]:
        """Return the options that a menu is made of: never very many, and found at once."""
        frame, step = self._asked(state, seat)
        return step.menu(state, frame, seat) if step else []

    def sample(self, state: S, seat: int, chance: Chance) -> M:
        """Return one of the options at random without listing all of them."""
        frame, step = self._turn(state, seat)
        move: M = step.sample(state, frame, seat, chance)
        return move

    def check(self, state: S, seat: int, move: Move) -> None:
        """Raise what `play` would raise, and change nothing."""
        frame, step = self._turn(state, seat)
        step.check(state, frame, seat, move)

    def play(self, state: S, seat: int, move: Move) -> list[Event]:
        """Make a move: the only way to change a state. Checks first; if it raises, nothing has changed."""
        frame, step = self._turn(state, seat)
        step.check(state, frame, seat, move)
        tell: list[Event] = []
        before = state.chance.at
        state.tail.append((seat, frame.id))
        step.apply(state, frame, seat, move, tell)
        if not frame.owes or state.agenda[-1] is not frame:
            self._resume(state, tell)
        if state.chance.at != before or not self._revealing.isdisjoint(map(type, tell)):
            state.tail.clear()
        return tell

    def can_take_back(self, state: S, seat: int) -> bool:
        """Say whether the seat's latest move can be taken back.

        Until something was revealed (then `tail` is empty) or another seat built on it: moves that others made in the
        same frame are independent of it, moves in a later frame are not.
        """
        latest = next((i for i in reversed(range(len(state.tail))) if state.tail[i][0] == seat), None)
        if latest is None:
            return False
        frame = state.tail[latest][1]
        return all(other == frame for _, other in state.tail[latest:])

    def may_change(self, state: S, seat: int) -> bool:
        """Say whether the seat owes nothing but may still decide anew."""
        if not state.agenda or seat in state.agenda[-1].owes:
            return False
        frame = state.agenda[-1]
        return self._steps[type(frame)].may_change(state, frame, seat)

    def sealed(self, state: S) -> bool:
        """Say whether something is asked that may be decided anew until all have decided."""
        if not state.agenda:
            return False
        frame = state.agenda[-1]
        return any(self._steps[type(frame)].may_change(state, frame, seat) for seat in frame.owes)

    def parse(self, text: str) -> M:
        """Read a move's text form; raise `Unreadable` if it is none."""
        verb, *words = text.split() or [""]
        kind = self._verbs.get(verb)
        if kind is None:
            raise Unreadable(text, f"unknown verb, expected one of {', '.join(sorted(self._verbs))}")
        try:
            move: Any = kind.read(words)
        except ValueError as problem:
            raise Unreadable(text, str(problem)) from None
        return move  # type: ignore[no-any-return]

    def seen(self, event: Event, seat: int | None) -> Event:
        """Return the event as that seat (None: a spectator) may see it."""
        if getattr(event, "private", None) is None or getattr(event, "seat", None) == seat:
            return event
        return msgspec.structs.replace(event, private=None)

    def encode(self, state: S) -> bytes:
        """Return the state as JSON."""
        return self._encode(state)

    def decode(self, snapshot: bytes | str) -> S:
        """Return the state that was encoded; raise `msgspec.ValidationError` if it cannot be played."""
        state: Any = self._decode(snapshot)
        if state.version not in self.versions:
            raise msgspec.ValidationError(self._unknown(state.version))
        return state  # type: ignore[no-any-return]

    def encode_events(self, events: Sequence[Event]) -> bytes:
        """Return events as JSON, secrets included."""
        return self._encode(events)

    def decode_events(self, stored: bytes | str) -> list[Event]:
        """Return the events that were encoded."""
        events: list[Event] = self._decode_events(stored)
        return events

    def _known(self, version: int | None) -> int:
        """Return a version that can be played, the newest if none is named; raise ValueError for others."""
        if version is None:
            return self.version
        if version not in self.versions:
            raise ValueError(self._unknown(version))
        return version

    def _unknown(self, version: int) -> str:
        return f"{self.name} is played by the rules of version {self.oldest} to {self.version}, not {version}"

    def _asked(self, state: S, seat: int) -> tuple[Any, Step[Any, Any, Any] | None]:
        """Return what is being decided and its step; no step if the seat has nothing to decide or change."""
        if not state.agenda:
            return None, None
        frame = state.agenda[-1]
        step = self._steps[type(frame)]
        return frame, step if seat in frame.owes or step.may_change(state, frame, seat) else None

    def _turn(self, state: S, seat: int) -> tuple[Any, Step[Any, Any, Any]]:
        frame, step = self._asked(state, seat)
        if step is None:
            raise NotYours(seat, None if frame is None else self._decisions[type(frame)])
        return frame, step

    def _resume(self, state: S, tell: list[Event]) -> None:
        agenda = state.agenda
        while agenda and not (frame := agenda[-1]).owes:
            self._steps[type(frame)].resume(state, frame, tell)


def wrong_kind(rule: str, move: Move) -> Illegal:
    """Return the refusal of a move that is no answer to what is being decided."""
    return Illegal(rule, "wrong_kind", verb=move.verb)
