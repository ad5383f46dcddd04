"""Early answers in Haithabu: a whole turn, what a worker does after its event, and the end of a round."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from rules.contract import Move
from rules.early_answers import EarlyAnswers, Question
from rules.haithabu import standing, viewing
from rules.haithabu.data import DATA, FIELDS
from rules.haithabu.round_end_choices import usable_functions
from rules.haithabu.state import (
    Act,
    EndRound,
    ReturnCharacters,
    Round,
    Turn,
    TurnRondel,
    Unrest,
    UseFunctions,
    VikingGames,
)


class HaithabuEarly(EarlyAnswers):
    """A turn can be planned within its round (H10, H12, H28), with alternatives.

    So can what a worker does while others answer its event, and from a player's last worker of the round on, what the
    end of the round asks (H32, H33). Turns are carried out only if they cost and bring exactly what was shown: prices,
    loans, day and night may have changed.

    What others' Viking games and Unrest take (H29) may have a standing answer.
    """

    decisions: ClassVar[frozenset[str]] = frozenset({"turn", "act", "return_characters", "use_functions"})
    exact: ClassVar[frozenset[str]] = frozenset({"turn", "act"})
    alternatives: ClassVar[frozenset[str]] = frozenset({"turn"})
    follow_ups: ClassVar[frozenset[str]] = frozenset({"settle"})
    policies: ClassVar[Mapping[str, tuple[str, ...]]] = standing.POLICIES

    def questions(self, guess: Any, seat: int) -> dict[str, Question]:
        """Return what the seat can answer early in this round.

        - `act`: what its worker does, while others answer the event that it rolled. Then nothing else.
        - `turn`: its next turn, on the rondel as it will be if nobody turns it by more than one field.
        - `return_characters`, `use_functions`: the end of the round, from its last worker of the round on.
        """
        top, bottom = guess.agenda[-1], guess.agenda[0]
        if not isinstance(bottom, Round):
            return {}
        if any(isinstance(frame, Act) and frame.seat == seat for frame in guess.agenda):
            return self._act(guess, seat)
        ahead = {}
        is_last_phase = guess.phase == DATA.play.workers
        if seat in bottom.waiting or not is_last_phase:
            turn = guess.copy()
            if isinstance(top, TurnRondel) or seat not in bottom.waiting:
                turn.phase += not isinstance(top, TurnRondel)
                turn.dawn = (turn.dawn - DATA.rondel.turn) % len(FIELDS)
            turn.bought = turn.sold = 0
            turn.agenda = turn.agenda[:1]
            turn.push(Turn(owes=[seat], seat=seat))
            ahead["turn"] = Question(self.isolated(turn, "turn", seat), turn.agenda[-1].id)
        if is_last_phase and seat not in bottom.waiting and guess.round < DATA.play.rounds:
            ahead |= self._round_end(guess, seat)
        return ahead

    def _act(self, guess: Any, seat: int) -> dict[str, Question]:
        """Return `act` on a state in which the event is over; {} if another event frame lies between."""
        guess.agenda.pop()
        act = guess.agenda[-1]
        if not isinstance(act, Act):
            return {}
        act.owes = [seat]
        return {"act": Question(self.isolated(guess, "act", seat), self.frame_of(guess, "act"))}

    def _round_end(self, guess: Any, seat: int) -> dict[str, Question]:
        """Return what the end of this round will ask the seat."""
        ahead = {}
        guess.agenda = [EndRound(stage="supply")]
        if guess.round == DATA.play.returning_round and seat in guess.owners:
            back = guess.copy()
            back.push(ReturnCharacters(owes=[seat]))
            ahead["return_characters"] = Question(back, back.agenda[-1].id)
        if functions := usable_functions(guess, seat):
            guess.push(UseFunctions(owes=[seat], functions=functions))
            ahead["use_functions"] = Question(guess, guess.agenda[-1].id)
        return ahead

    def frame_of(self, state: Any, decision: str) -> int:
        """Return the id of the frame of the decision; for `act` that of the turn, which may go on afterwards."""
        return int(state.agenda[-2 if decision == "act" else -1].id)

    def isolated(self, state: Any, decision: str, seat: int) -> Any:
        """Return the state changed so that after the seat's turn another seat's turn follows, and nothing else."""
        if decision in self.exact:
            state.agenda[0].waiting = ((seat + 1) % state.seats,)
        return state

    def period(self, state: Any) -> int:
        """Return the number of the round."""
        return int(state.round)

    def standing_question(self, guess: Any, seat: int, decision: str) -> Any:
        """Return the guess as if another player had just rolled Viking games or Unrest."""
        asks = VikingGames(owes=[seat], roller=(seat + 1) % guess.seats)
        guess.push(asks if decision == "viking_games" else Unrest(owes=[seat]))
        return guess

    def standing_move(self, guess: Any, seat: int, decision: str, policy: str) -> Move | None:
        """Return what a policy of `standing` gives away."""
        return standing.answer(viewing.view(guess, seat, {}, None), seat, decision, policy)
