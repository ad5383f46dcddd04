"""The phases of a round and the order of turns (`PlayRound`, H10), and turning the rondel (`TurnTheRondel`, H11)."""

from __future__ import annotations

from rules.contract import Event, Move, Step, wrong_kind
from rules.errors import Illegal
from rules.haithabu import events, moves
from rules.haithabu.data import DATA, FIELDS, JUGGLER
from rules.haithabu.places import AutomaticStep
from rules.haithabu.state import NOBODY, EndRound, Round, State, Turn, TurnRondel

_PLAY = DATA.play
FIRST_STAGE = "orders"
"""The first stage of the end of a round (see `round_end`)."""
DAY_FIELDS = [(FIELDS + FIELDS)[dawn : dawn + DATA.rondel.day] for dawn in range(len(FIELDS))]
"""The letters of the fields by day, by the index of the first of them."""


class PlayRound(AutomaticStep[Round]):
    """The step that runs a round (H10, H11): three phases, in each of which everybody has one turn.

    Turns go clockwise from the starting player.
    """

    def resume(self, state: State, frame: Round, emitted: list[Event]) -> None:
        """Round (H10): begin the next turn of this phase; after the last turn, the next phase or the end of the round.

        A new turn clears the notes of wares bought and sold (H14). At the start of a phase the rondel turns by one
        field, or the Juggler's owner is asked by how many; before the first phase `RoundBegan` is emitted.
        """
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
    """H11: turn the rondel clockwise by this many fields and emit `PhaseBegan`.

    One field moves the day from A B C D to H A B C. `seat` is the Juggler's owner, who decided; None if nobody owns it.
    """
    state.dawn = (state.dawn - fields) % len(FIELDS)
    emitted.append(events.PhaseBegan(state.phase, fields, DAY_FIELDS[state.dawn], seat))


class TurnTheRondel(Step[State, TurnRondel, moves.TurnBy]):
    """The decision of the Juggler's owner before each phase (H11): by how many fields the rondel turns."""

    def options(self, state: State, frame: TurnRondel, seat: int) -> list[moves.TurnBy]:
        """Return 0, 1 and 2 fields."""
        return [moves.TurnBy(fields) for fields in DATA.character.juggler.turns]

    def check(self, state: State, frame: TurnRondel, seat: int, move: Move) -> None:
        """Juggler (H11): raise `Illegal` unless the move turns the rondel by 0, 1 or 2 fields."""
        if not isinstance(move, moves.TurnBy):
            raise wrong_kind("H11", move)
        if move.fields not in DATA.character.juggler.turns:
            raise Illegal("H11", "not_so_far", fields=move.fields)

    def apply(self, state: State, frame: TurnRondel, seat: int, move: moves.TurnBy, emitted: list[Event]) -> None:
        """Juggler (H11): turn the rondel by the fields named, begin the phase, and end the seat's decision."""
        frame.owes.remove(seat)
        turn_rondel(state, move.fields, seat, emitted)

    def resume(self, state: State, frame: TurnRondel, emitted: list[Event]) -> None:
        """Pop the frame; the first turn of the phase follows."""
        state.agenda.pop()
