"""The agenda of frames: a turn can be interrupted and continues, and moves can be taken back only where they should."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

import pytest

from rules import contract
from rules.chance import Chance
from rules.contract import Event, Frame, Game, Move, Result, Step, wrong_kind
from rules.errors import NotYours


class Ask(Move, frozen=True):
    """Interrupt the own turn: these seats must answer first. `ask 1 2`."""

    verb: ClassVar[str] = "ask"
    seats: tuple[int, ...]

    def words(self) -> Sequence[str]:
        return tuple(map(str, self.seats))

    @classmethod
    def read(cls, words: Sequence[str]) -> Ask:
        return cls(tuple(map(int, words)))


class Answer(Move, frozen=True):
    verb: ClassVar[str] = "answer"


class Roll(Move, frozen=True):
    verb: ClassVar[str] = "roll"


class Stop(Move, frozen=True):
    verb: ClassVar[str] = "stop"


class Answered(Event, frozen=True):
    """All seats that were asked have answered."""


class Turn(Frame):
    pass


class Question(Frame):
    pass


class State(contract.State[Turn | Question]):
    def copy(self) -> State:
        raise NotImplementedError


class TakeTurn(Step[State, Turn, Move]):
    def options(self, state: State, frame: Turn, seat: int) -> list[Move]:
        return [Stop()]

    def check(self, state: State, frame: Turn, seat: int, move: Move) -> None:
        if not isinstance(move, Ask | Roll | Stop):
            raise wrong_kind("T1", move)

    def apply(self, state: State, frame: Turn, seat: int, move: Move, emitted: list[Event]) -> None:
        if isinstance(move, Ask):
            state.push(Question(owes=list(move.seats)))
        elif isinstance(move, Roll):
            state.chance.die()
        else:
            frame.owes.remove(seat)

    def resume(self, state: State, frame: Turn, emitted: list[Event]) -> None:
        state.agenda.pop()


class GiveAnswer(Step[State, Question, Answer]):
    def options(self, state: State, frame: Question, seat: int) -> list[Answer]:
        return [Answer()]

    def check(self, state: State, frame: Question, seat: int, move: Move) -> None:
        if not isinstance(move, Answer):
            raise wrong_kind("T2", move)

    def apply(self, state: State, frame: Question, seat: int, move: Answer, emitted: list[Event]) -> None:
        frame.owes.remove(seat)

    def resume(self, state: State, frame: Question, emitted: list[Event]) -> None:
        state.agenda.pop()
        emitted.append(Answered())


class Talk(Game[State, Move, contract.View]):
    """A game of one turn of seat 0, in which other seats can be asked."""

    name: ClassVar[str] = "talk"
    version: ClassVar[int] = 1
    players: ClassVar[tuple[int, ...]] = (3,)
    state_type: ClassVar[type[State]] = State
    move_types: ClassVar[tuple[type[Move], ...]] = (Ask, Answer, Roll, Stop)
    event_types: ClassVar[tuple[type[Event], ...]] = (Answered,)
    steps: ClassVar[Mapping[type[Frame], Step[State, Turn, Move] | Step[State, Question, Answer]]] = {
        Turn: TakeTurn(),
        Question: GiveAnswer(),
    }

    def begin(
        self, seats: int, chance: Chance, options: Mapping[str, int], version: int, emitted: list[Event]
    ) -> State:
        state = State(seats=seats, chance=chance, version=version)
        state.push(Turn(owes=[0]))
        return state

    def view(self, state: State, seat: int | None) -> contract.View:
        return contract.View(seats=state.seats, seat=seat, owed=self.owed(state))

    def guess(self, state: State, seat: int, seed: int) -> State:
        raise NotImplementedError

    def result(self, state: State) -> Result | None:
        return None if state.agenda else Result.ranked([(0,)] * state.seats)

    def check_state(self, state: State) -> None:
        return


TALK = Talk()


def play(state: State, *texts: str) -> list[Event]:
    """Play moves given as `seat text`."""
    events: list[Event] = []
    for text in texts:
        seat, move = text.split(maxsplit=1)
        events += TALK.play(state, int(seat), TALK.parse(move))
    return events


def able(state: State) -> list[int]:
    return [seat for seat in range(3) if TALK.can_take_back(state, seat)]


def test_a_question_interrupts_the_turn_which_then_goes_on() -> None:
    state = TALK.new(3, 1)
    assert play(state, "0 ask 1 2") == []
    assert TALK.owed(state) == {1: "question", 2: "question"}
    with pytest.raises(NotYours) as refusal:
        play(state, "0 stop")
    assert refusal.value.decision == "question"
    assert play(state, "2 answer") == []
    assert TALK.owed(state) == {1: "question"}
    assert play(state, "1 answer") == [Answered()]
    assert TALK.owed(state) == {0: "turn"}
    play(state, "0 stop")
    assert TALK.owed(state) == {}
    assert TALK.result(state) is not None


def test_a_question_to_nobody_is_over_at_once() -> None:
    state = TALK.new(3, 1)
    assert play(state, "0 ask") == [Answered()]
    assert TALK.owed(state) == {0: "turn"}


def test_every_frame_has_a_number_of_its_own() -> None:
    state = TALK.new(3, 1)
    numbers = [TALK.current_frame_id(state)]
    for texts in (["0 ask 1"], ["1 answer"], ["0 ask 2"], ["2 answer"], ["0 stop"]):
        play(state, *texts)
        numbers.append(TALK.current_frame_id(state))
    assert numbers == [1, 2, 1, 3, 1, 0]


def test_an_answer_builds_on_the_question_so_that_stands() -> None:
    state = TALK.new(3, 1)
    play(state, "0 ask 1 2")
    assert able(state) == [0]
    play(state, "1 answer")
    assert able(state) == [1]
    play(state, "2 answer")
    assert able(state) == [1, 2]
    play(state, "0 ask 1")
    assert able(state) == [0]


def test_what_chance_has_shown_cannot_be_taken_back() -> None:
    state = TALK.new(3, 1)
    play(state, "0 ask 1", "1 answer")
    assert able(state) == [1]
    play(state, "0 roll")
    assert able(state) == []
    play(state, "0 ask 1")
    assert able(state) == [0]
