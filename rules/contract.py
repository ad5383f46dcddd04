"""The contract between a game's rules and everybody who uses them: the abstract class `Game`.

A game is a package with a *state*, some *frames* with one *step* each, *moves*, *events*, a *view*, and a `Game` that
ties them together. `docs/adding-a-game.md` writes a whole game, file by file. The base classes of these parts are in
`rules.pieces` and can be imported from here. The function `wrong_kind` makes a common refusal.

The state holds an **agenda**, a stack of frames. The top frame says what is being decided and which seats owe a
decision. When no seat owes anything there any more, its step is *resumed*: it pops the frame, pushes others, or makes
seats owe again. A secret simultaneous choice is one frame owed by all seats. An event that asks other players is a
frame pushed on top of the turn it interrupts. An empty agenda means that the game is over.

Running games keep the rules they began with: a state carries the **version** of its rules. Where versions differ, the
code tests the version beside the rule, `if state.version < 2: # V15 was …`; everything else is written once.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar, Generic, TypeVar

import msgspec

from rules.chance import Chance
from rules.early_answers import EarlyAnswers
from rules.errors import Illegal, NotYours, Unreadable
from rules.pieces import (
    MAX_MENU_MOVES,
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
from rules.stored_values import restored, stored_form

__all__ = ["MAX_MENU_MOVES", "Change", "Event", "F", "Frame", "Game", "Move", "Result", "Standing", "State", "Step"]
__all__ += ["SeenEvents", "Variant", "View", "wrong_kind"]

SeenEvents = Sequence[tuple[int, Sequence[Event]]]
"""Moves in the order played: each is the seat that decided and the events that followed, redacted for one viewer."""

V = TypeVar("V", bound=View)


class Game(ABC, Generic[S, M, V]):
    """The interface of a game: everything that tables, menus, computer players and tools use.

    It begins a game (`opening`), says who owes a decision (`owed`), offers moves (`options`, `menu`, `sample`), reads
    and checks them (`parse`, `check`), carries them out (`play`), says what can be taken back or changed, hides secrets
    (`view`, `redact`, `guess`), and turns states, views and events into JSON and back. It holds no state of a game.

    A game sets the class attributes and implements `begin`, `view`, `guess`, `result` and `check_state`. It may
    override `standings`, `final_standings`, `rounds_over`, `belongings` and `find_changes`. All other methods are
    final. `S`, `M` and `V` are the game's types of states, moves and views.
    """

    name: ClassVar[str]
    """The name of the game's packages and commands, in lower case."""
    weight: ClassVar[int]
    """How much there is to learn. Lists of games begin with the lowest weight."""
    version: ClassVar[int]
    """The newest version of the rules; new games begin with it. It is raised by every change after which an old log
    would not replay to the same state, once for all that changes together."""
    oldest_version: ClassVar[int] = 1
    """The oldest version of the rules that can still be played. Older states cannot be decoded."""
    players: ClassVar[tuple[int, ...]]
    """The possible numbers of players, ascending."""
    variants: ClassVar[tuple[Variant, ...]] = ()
    """The choices made before a game begins; their keys are the keys of `options` in `opening` and `begin`."""
    state_type: ClassVar[type[State[Any]]]
    view_type: ClassVar[type[View] | None] = None
    """The type by which stored views are decoded. None: views are not stored, and players are not shown what changed.
    """
    move_types: ClassVar[tuple[type[Move], ...]]
    """Every class of moves; their verbs are different."""
    event_types: ClassVar[tuple[type[Event], ...]]
    """Every class of events; stored events are decoded by these."""
    steps: ClassVar[Mapping[type[Frame], Step[Any, Any, Any]]]
    """The step of every class of frames."""
    early: ClassVar[EarlyAnswers | None] = None
    """Which questions can be answered before they are asked; None: no question can."""

    def __init__(self) -> None:
        """Prepare decoders and look-up tables; raise TypeError if an event class declares `about` wrongly."""
        self._steps = dict(self.steps)
        self._decisions = {kind: str(kind.__struct_config__.tag) for kind in self.steps}
        self._verbs = {kind.verb: kind for kind in self.move_types}
        self._encode = msgspec.json.Encoder(enc_hook=stored_form).encode
        self._decode = msgspec.json.Decoder(self.state_type, dec_hook=restored).decode
        self._revealing = {kind for kind in self.event_types if kind.reveals}
        for kind in self.event_types:
            kind.check_seat_fields(self.name)
        union: Any = self.event_types[0]
        for kind in self.event_types[1:]:
            union |= kind
        self._decode_events = msgspec.json.Decoder(list[union]).decode

    # What a game must implement

    @abstractmethod
    def begin(self, seats: int, chance: Chance, options: Mapping[str, int], version: int, emitted: list[Event]) -> S:
        """Return the state of a new game with its first decision pending; append the events until then to `emitted`.

        `seats` is the number of players, `version` the version of the rules. All arguments have been checked: `options`
        has a value for every variant of that version. The state keeps `chance` as its random generator.
        """

    @abstractmethod
    def view(self, state: S, seat: int | None) -> V:
        """Return what `seat` may know of this state; None is a spectator, who knows only what is public."""

    @abstractmethod
    def guess(self, state: S, seat: int, seed: int) -> S:
        """Return a new full state that agrees with all that `seat` can know.

        What is hidden from the seat is drawn at random by `seed`. The given state is not changed. The seat also knows
        what it could have noted down earlier in the game: the state remembers that, and the view shows it. Two states
        with the same view for the seat give the same guesses, so a computer player cannot cheat. A guess has a random
        generator of its own. Its `tail` (the moves that can still be taken back) is empty, because the tail would
        reveal in which order, and how often, others have decided.
        """

    @abstractmethod
    def result(self, state: S) -> Result | None:
        """Return how the game ended, or None while it is running."""

    @abstractmethod
    def check_state(self, state: S) -> None:
        """Raise AssertionError if the state breaks an invariant, such as a lost card or a negative amount."""

    # What a game may override

    def standings(self, view: V) -> tuple[Standing, ...]:
        """Return, by seat, what each seat would score if the game ended now, as far as the view shows it.

        For a view after the end, the totals must be the scores of the result. The default returns (): such a game shows
        no scores while it runs.
        """
        return ()

    def final_standings(self, view: V, last_events: Iterable[Event]) -> tuple[Standing, ...]:
        """Return each seat's final score in parts, from a view after the end and the events of the game's last move.

        The default is `standings(view)`. Override it where the view alone no longer shows the parts, because things
        were changed into points.
        """
        return self.standings(view)

    def rounds_over(self, view: V) -> int | None:
        """Return how many rounds (years, hands …) are over. A game without rounds returns None for every view.

        Replays are divided into pages by round, and score charts show the scores by round.
        """
        return None

    def belongings(self, view: V, seat: int) -> object:
        """Return everything the view shows of what a seat owns. When the result changes, the hand is displayed again.

        The default is the whole view without `seat` and `owed`, so that every change on the table counts as a change of
        the hand.
        """
        return msgspec.structs.replace(view, seat=None, owed={})

    def find_changes(self, before: V, after: V, seen_events: SeenEvents) -> list[Change]:
        """Return what happened to the seat of `after` that it did not choose itself, in no particular order.

        `before` is what the seat saw when it last decided, `after` what it sees now. `seen_events` has its last move
        and all later moves of all seats, each as (seat that moved, its events). The default returns at most one change:
        `ScoreMoved`, if the seat's score in `standings` has changed. It returns [] for a spectator and for a game
        without standings.
        """
        standings = self.standings(before), self.standings(after)
        if after.seat is None or not standings[0] or not standings[1]:
            return []
        was, now = (each[after.seat].total for each in standings)
        return [ScoreMoved(was, now)] if was != now else []

    # What everybody else calls

    def encode_view(self, view: V) -> bytes:
        """Return a view as JSON, for `decode_view`."""
        return self._encode(view)

    def decode_view(self, kept: bytes | str) -> V | None:
        """Return the view from its JSON form, which `encode_view` made.

        Return None if the JSON no longer fits `view_type`, or if the game stores no views (`view_type` is None). Text
        that is not JSON raises `msgspec.DecodeError`.
        """
        if self.view_type is None:
            return None
        try:
            view: Any = msgspec.json.decode(kept, type=self.view_type)
        except msgspec.ValidationError:
            return None
        return view  # type: ignore[no-any-return]

    @property
    def versions(self) -> range:
        """The versions of the rules that can be played, ascending."""
        return range(self.oldest_version, self.version + 1)

    def complete_options(self, seats: int, options: Mapping[str, int], version: int | None = None) -> dict[str, int]:
        """Return `options` with the default for every option that is missing.

        `seats` is the number of players; `version` None is the newest version of the rules. Raise ValueError for an
        unknown version or option, a wrong number of players, and a value that is not allowed with this number of
        players.
        """
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
        """Return the state of a new game for this number of players, ready for the first decision.

        `seed` is a number from 0 to 2**64 - 1; missing options have their defaults, and `version` None is the newest
        version of the rules. The same arguments give the same game, on every machine and for ever. Raise ValueError for
        any other seed, and for a version, options or a number of players that the game does not have.
        """
        return self.opening(seats, seed, options, version)[0]

    def opening(
        self, seats: int, seed: int, options: Mapping[str, int] | None = None, version: int | None = None
    ) -> tuple[S, list[Event]]:
        """Return the state of a new game and the events up to its first decision.

        `seed` is a number from 0 to 2**64 - 1; `version` None is the newest version of the rules. Raise ValueError for
        any other seed, and for a version, options or a number of players that `complete_options` refuses.
        """
        if not 0 <= seed < 1 << 64:
            raise ValueError(f"a seed is a number from 0 to 2**64 - 1, not {seed}")
        version = self._known(version)
        emitted: list[Event] = []
        state = self.begin(seats, Chance(seed), self.complete_options(seats, options or {}, version), version, emitted)
        assert state.version == version, "the state forgets the rules it is played by"
        self._resume(state, emitted)
        return state, emitted

    def owed(self, state: S) -> dict[int, str]:
        """Return the name of the decision that each seat owes now, by seat; empty when the game is over.

        Only one decision is pending at a time, so all names are equal. Seats that owe nothing are missing.
        """
        if not state.agenda:
            return {}
        frame: Frame = state.agenda[-1]
        return dict.fromkeys(frame.owes, self._decisions[type(frame)])

    def current_frame_id(self, state: S) -> int:
        """Return the id of the frame being decided; 0 when the game is over."""
        return state.agenda[-1].id if state.agenda else 0

    def options(self, state: S, seat: int) -> list[M]:
        """Return the legal moves worth considering for this seat, the best first where the game knows which is best.

        There can be tens of thousands, so this is not for the event loop (see `menu`). The result is empty if the seat
        neither owes a decision nor may change one.
        """
        frame, step = self._asked(state, seat)
        return step.options(state, frame, seat) if step else []

    def menu(self, state: S, seat: int) -> list[M]:
        """Return at most `MAX_MENU_MOVES` of the seat's options, fast enough for the event loop.

        The result is empty if the seat neither owes a decision nor may change one.
        """
        frame, step = self._asked(state, seat)
        return step.menu(state, frame, seat) if step else []

    def sample(self, state: S, seat: int, chance: Chance) -> M:
        """Return one of the seat's options at random, advancing `chance`. The options need not be equally likely.

        It is fast even if there are many options. Raise `NotYours` if the seat neither owes a decision nor may change
        one.
        """
        frame, step = self._turn(state, seat)
        move: M = step.sample(state, frame, seat, chance)
        return move

    def check(self, state: S, seat: int, move: Move) -> None:
        """Raise the `NotYours` or `Illegal` that `play` would raise for this move, and change nothing."""
        frame, step = self._turn(state, seat)
        step.check(state, frame, seat, move)

    def play(self, state: S, seat: int, move: Move) -> list[Event]:
        """Make a move of this seat, change the state in place and return the events, secrets included.

        This is the only way to change a state. Raise `NotYours` or `Illegal` before anything has changed. After the
        move, the game goes on by itself until a seat owes a decision or the game is over. `state.tail` lists the moves
        that can still be taken back. The move is added there, unless it used chance or revealed something: then the
        tail is emptied, and neither this move nor any earlier one can be taken back.
        """
        frame, step = self._turn(state, seat)
        step.check(state, frame, seat, move)
        emitted: list[Event] = []
        before = state.chance.at
        state.tail.append((seat, frame.id))
        step.apply(state, frame, seat, move, emitted)
        if not frame.owes or state.agenda[-1] is not frame:
            self._resume(state, emitted)
        if state.chance.at != before or not self._revealing.isdisjoint(map(type, emitted)):
            state.tail.clear()
        return emitted

    def can_take_back(self, state: S, seat: int) -> bool:
        """Return True if this seat's latest move can still be taken back.

        It cannot if the seat has not moved since something was last revealed, or if any seat has since made a move in
        another decision. Moves that others made later in the same decision do not prevent it.
        """
        latest = next((i for i in reversed(range(len(state.tail))) if state.tail[i][0] == seat), None)
        if latest is None:
            return False
        frame = state.tail[latest][1]
        return all(other == frame for _, other in state.tail[latest:])

    def may_change(self, state: S, seat: int) -> bool:
        """Return True if this seat has made its sealed choice for the pending decision and may still replace it.

        Return False for a seat that still owes the decision, for decisions that are not sealed, and after the end.
        """
        if not state.agenda or seat in state.agenda[-1].owes:
            return False
        frame = state.agenda[-1]
        return self._steps[type(frame)].may_change(state, frame, seat)

    def is_sealed_choice(self, state: S) -> bool:
        """Return True if a seat that still owes the pending decision could replace its choice after making it.

        That is so for sealed simultaneous choices, until the last seat has decided. Return False after the end.
        """
        if not state.agenda:
            return False
        frame = state.agenda[-1]
        return any(self._steps[type(frame)].may_change(state, frame, seat) for seat in frame.owes)

    def parse(self, text: str) -> M:
        """Return the move with this text form, such as `pick knight`. Whether it is legal is not checked.

        Raise `Unreadable` if the verb is unknown or the words after it do not fit.
        """
        verb, *words = text.split() or [""]
        kind = self._verbs.get(verb)
        if kind is None:
            raise Unreadable(text, f"unknown verb, expected one of {', '.join(sorted(self._verbs))}")
        try:
            move: Any = kind.read(words)
        except ValueError as problem:
            raise Unreadable(text, str(problem)) from None
        return move  # type: ignore[no-any-return]

    def redact(self, event: Event, seat: int | None) -> Event:
        """Return the event as `seat` may see it; None is a spectator.

        The field `private` is None in the result unless the event's own `seat` is this seat. An event without a secret
        is returned unchanged.
        """
        if getattr(event, "private", None) is None or getattr(event, "seat", None) == seat:
            return event
        return msgspec.structs.replace(event, private=None)

    def encode(self, state: S) -> bytes:
        """Return the state as JSON, for `decode`."""
        return self._encode(state)

    def decode(self, snapshot: bytes | str) -> S:
        """Return the state from its JSON form, which `encode` made.

        Raise `msgspec.ValidationError` if the JSON does not fit `state_type`, or if the state's version of the rules is
        older or newer than those that can be played. Raise `msgspec.DecodeError` if it is not JSON.
        """
        state: Any = self._decode(snapshot)
        if state.version not in self.versions:
            raise msgspec.ValidationError(self._unknown(state.version))
        return state  # type: ignore[no-any-return]

    def encode_events(self, events: Sequence[Event]) -> bytes:
        """Return events as JSON, for `decode_events`. Secrets are included."""
        return self._encode(events)

    def decode_events(self, stored: bytes | str) -> list[Event]:
        """Return the events, secrets included, from their JSON form, which `encode_events` made.

        Raise `msgspec.ValidationError` if the JSON is not a list of this game's events, and `msgspec.DecodeError` if
        the text is not JSON.
        """
        events: list[Event] = self._decode_events(stored)
        return events

    def _known(self, version: int | None) -> int:
        """Return `version`, or the newest version for None; raise ValueError for a version that cannot be played."""
        if version is None:
            return self.version
        if version not in self.versions:
            raise ValueError(self._unknown(version))
        return version

    def _unknown(self, version: int) -> str:
        """Return the error message for a version that cannot be played."""
        return f"{self.name} is played by the rules of version {self.oldest_version} to {self.version}, not {version}"

    def _asked(self, state: S, seat: int) -> tuple[Any, Step[Any, Any, Any] | None]:
        """Return (pending frame, its step) for a seat that owes this decision or may change its choice in it.

        For any other seat return (pending frame, None), and (None, None) after the end.
        """
        if not state.agenda:
            return None, None
        frame = state.agenda[-1]
        step = self._steps[type(frame)]
        return frame, step if seat in frame.owes or step.may_change(state, frame, seat) else None

    def _turn(self, state: S, seat: int) -> tuple[Any, Step[Any, Any, Any]]:
        """Return (pending frame, its step) for a seat that owes this decision or may change its choice in it.

        Raise `NotYours` for any other seat and after the end.
        """
        frame, step = self._asked(state, seat)
        if step is None:
            raise NotYours(seat, None if frame is None else self._decisions[type(frame)])
        return frame, step

    def _resume(self, state: S, emitted: list[Event]) -> None:
        """Let the game go on by itself until a seat owes a decision or the agenda is empty (the game is over).

        The step of the top frame is resumed again and again. Steps change the state and append events to `emitted`.
        """
        agenda = state.agenda
        while agenda and not (frame := agenda[-1]).owes:
            self._steps[type(frame)].resume(state, frame, emitted)


def wrong_kind(rule: str, move: Move) -> Illegal:
    """Return the error for a move whose class does not fit the pending decision; the caller raises it.

    `rule` is the number of the rule that the error cites, such as `V5`. The error has the key `wrong_kind` and one
    fact: the move's verb.
    """
    return Illegal(rule, "wrong_kind", verb=move.verb)
