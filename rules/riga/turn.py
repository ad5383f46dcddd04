"""A player's turn (R12, R13, R17): take, build, use functions, done."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rules.chance import Chance
from rules.contract import Event, Move, Step, wrong_kind
from rules.errors import Illegal
from rules.riga import building, functions, moves, seasons, taking
from rules.riga.state import Player, State, Turn

_DONE = moves.Done()


def _check_done(state: State, frame: Turn, player: Player, move: moves.Done) -> None:
    if not frame.taken:
        raise Illegal("R12", "take_first")


def _done(state: State, frame: Turn, player: Player, move: moves.Done, emitted: list[Event]) -> None:
    frame.owes.clear()


_CHECK: dict[type[Move], Callable[[State, Turn, Player, Any], None]] = {
    moves.Take: taking.check_take,
    moves.Swap: taking.check_swap,
    moves.Use: functions.check_use,
    moves.Build: building.check_build,
    moves.Fill: functions.check_fill,
    moves.Done: _check_done,
}
_APPLY: dict[type[Move], Callable[[State, Turn, Player, Any, list[Event]], None]] = {
    moves.Take: taking.take,
    moves.Swap: taking.swap,
    moves.Use: functions.use,
    moves.Build: building.build,
    moves.Fill: functions.fill,
    moves.Done: _done,
}


class TakeTurn(Step[State, Turn, moves.TurnMove]):
    """One player acts until done: take first (R12), functions also before (R17)."""

    def options(self, state: State, frame: Turn, seat: int) -> list[moves.TurnMove]:
        """Offer what can be taken, or else every building with every minimal payment; then functions, then the end."""
        builds = building.builds(frame, state.players[seat]) if frame.taken else []
        return self._offered(state, frame, seat, builds)

    def menu(self, state: State, frame: Turn, seat: int) -> list[moves.TurnMove]:
        """Offer the same, but only the best payment for the buildings that can be built together."""
        builds = building.best_builds(frame, state.players[seat]) if frame.taken else []
        return self._offered(state, frame, seat, builds)

    def _offered(self, state: State, frame: Turn, seat: int, builds: list[moves.Build]) -> list[moves.TurnMove]:
        player = state.players[seat]
        offered: list[moves.TurnMove] = [*builds]
        if not frame.taken:
            offered += taking.takes(state, frame)
        offered += functions.uses(state, frame, player)
        if frame.taken:
            offered += functions.fills(frame, player)
            offered.append(_DONE)
        else:
            offered += taking.swaps(state, frame, player)
        return offered

    def sample(self, state: State, frame: Turn, seat: int, chance: Chance) -> moves.TurnMove:
        """Take anything; build if one of the buildings can be paid, most of the time; use a function now and then."""
        player = state.players[seat]
        luck = chance.below(8)
        if not luck and player.built:
            special: list[moves.TurnMove] = [*functions.uses(state, frame, player)]
            special += functions.fills(frame, player) if frame.taken else taking.swaps(state, frame, player)
            if special:
                return chance.choice(special)
        if not frame.taken:
            return _sample_take(state, frame, chance)
        if luck > 1:
            return building.sample(frame, player, chance) or _DONE
        return _DONE

    def check(self, state: State, frame: Turn, seat: int, move: Move) -> None:
        """Ask the rule for this kind of move."""
        rule = _CHECK.get(type(move))
        if rule is None:
            raise wrong_kind("R12", move)
        rule(state, frame, state.players[seat], move)

    def apply(self, state: State, frame: Turn, seat: int, move: moves.TurnMove, emitted: list[Event]) -> None:
        """Carry it out."""
        _APPLY[type(move)](state, frame, state.players[seat], move, emitted)

    def resume(self, state: State, frame: Turn, emitted: list[Event]) -> None:
        """Done: the next player's turn, or winter."""
        seasons.end_turn(state, emitted)


def _sample_take(state: State, frame: Turn, chance: Chance) -> moves.Take:
    if frame.swapped:
        return moves.Take(chance.choice(frame.swapped))
    rows, new = len(state.rows), len(state.new)
    pick = chance.below(rows + new + len(state.old))
    if pick < rows:
        return moves.Take(pick + 1)
    pick -= rows
    return moves.Take(state.new[pick] if pick < new else state.old[pick - new])
