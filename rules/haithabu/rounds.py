"""Phases and the order of turns (H10, H11)."""

from __future__ import annotations

from rules.contract import Event, Move, Step, wrong_kind
from rules.errors import Illegal
from rules.haithabu import events, moves
from rules.haithabu.data import DATA, FIELDS, JUGGLER
from rules.haithabu.places import AsksNobody
from rules.haithabu.state import NOBODY, EndRound, Round, State, Turn, TurnRondel

_PLAY = DATA.play
FIRST_STAGE = "orders"
DAYS = [(FIELDS + FIELDS)[dawn : dawn + DATA.rondel.day] for dawn in range(len(FIELDS))]
"""The fields by day, by where the day begins."""


class PlayRound(AsksNobody[Round]):
    """H10, H11: three phases, in each a turn for everybody, clockwise from the starting player."""

    def resume(self, state: State, frame: Round, emitted: list[Event]) -> None:
        """Go on to the next turn, the next phase or the end of the round."""
        if frame.waiting:
            seat = frame.waiting[0]
            frame.waiting = frame.waiting[1:]
            state.bought = state.sold = 0  # H14
            state.push(Turn(owes=[seat], seat=seat))
        elif state.phase < _PLAY.workers:
            if not state.phase:
                emitted.append(events.RoundBegan(state.round, state.starter))
            state.phase += 1
            frame.waiting = state.in_turn_order()
            if state.owners[JUGGLER] == NOBODY:
                turn_rondel(state, DATA.rondel.turn, None, emitted)
            else:
                state.push(TurnRondel(owes=[state.owners[JUGGLER]]))
        else:
            state.agenda.pop()
            state.push(EndRound(stage=FIRST_STAGE))


def turn_rondel(state: State, fields: int, seat: int | None, emitted: list[Event]) -> None:
    """H11: by one field A B C D becomes H A B C."""
    state.dawn = (state.dawn - fields) % len(FIELDS)
    emitted.append(events.PhaseBegan(state.phase, fields, DAYS[state.dawn], seat))


class TurnTheRondel(Step[State, TurnRondel, moves.TurnBy]):
    """H11: the Juggler's owner decides before the first turn of a phase."""

    def options(self, state: State, frame: TurnRondel, seat: int) -> list[moves.TurnBy]:
        """Offer 0, 1 and 2."""
        return [moves.TurnBy(fields) for fields in DATA.character.juggler.turns]

    def check(self, state: State, frame: TurnRondel, seat: int, move: Move) -> None:
        """Want 0, 1 or 2."""
        if not isinstance(move, moves.TurnBy):
            raise wrong_kind("H11", move)
        if move.fields not in DATA.character.juggler.turns:
            raise Illegal("H11", "not_so_far", fields=move.fields)

    def apply(self, state: State, frame: TurnRondel, seat: int, move: moves.TurnBy, emitted: list[Event]) -> None:
        """Turn it."""
        frame.owes.remove(seat)
        turn_rondel(state, move.fields, seat, emitted)

    def resume(self, state: State, frame: TurnRondel, emitted: list[Event]) -> None:
        """Go on to the first turn."""
        state.agenda.pop()
