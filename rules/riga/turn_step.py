"""A player's turn (R12, R13, R17): the step `TakeTurn`, which offers, checks and applies all moves of a turn.

The moves themselves are in `take_and_swap`, `build_moves` and `building_functions`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rules.chance import Chance
from rules.contract import Event, Move, Step, wrong_kind
from rules.errors import Illegal
from rules.riga import build_moves, building_functions, moves, seasons, take_and_swap
from rules.riga.state import Player, State, Turn

_DONE = moves.Done()


def _check_done(state: State, frame: Turn, player: Player, move: moves.Done) -> None:
    """R12: raise `Illegal` if the player wants to end the turn (`done`) before taking something."""
    if not frame.taken:
        raise Illegal("R12", "take_first")


def _done(state: State, frame: Turn, player: Player, move: moves.Done, emitted: list[Event]) -> None:
    """Carry out the move `done`: the player has nothing more to decide in this turn, so it ends."""
    frame.owes.clear()


_CHECK: dict[type[Move], Callable[[State, Turn, Player, Any], None]] = {
    moves.Take: take_and_swap.check_take,
    moves.Swap: take_and_swap.check_swap,
    moves.Use: building_functions.check_use,
    moves.Build: build_moves.check_build,
    moves.Fill: building_functions.check_fill,
    moves.Done: _check_done,
}
"""The check for each class of moves."""
_APPLY: dict[type[Move], Callable[[State, Turn, Player, Any, list[Event]], None]] = {
    moves.Take: take_and_swap.take,
    moves.Swap: take_and_swap.swap,
    moves.Use: building_functions.use,
    moves.Build: build_moves.build,
    moves.Fill: building_functions.fill,
    moves.Done: _done,
}
"""The effect of each class of moves."""


class TakeTurn(Step[State, Turn, moves.TurnMove]):
    """The decision of a player's turn: one seat makes moves until it ends the turn.

    Taking comes first (R12), then building. Functions may be used before and after taking (R17).
    """

    def options(self, state: State, frame: Turn, seat: int) -> list[moves.TurnMove]:
        """Return all sensible moves of a player's turn at this moment.

        Before the player has taken something: everything that can be taken, functions to use, and swaps. After that:
        builds with every minimal payment for every group of buildings, functions to use, ways to fill the Exchange, and
        the end of the turn. There can be tens of thousands.
        """
        builds = build_moves.builds(frame, state.players[seat]) if frame.taken else []
        return self._offered(state, frame, seat, builds)

    def menu(self, state: State, frame: Turn, seat: int) -> list[moves.TurnMove]:
        """Return the same moves of a turn as `options`, but only the best payment for each group of buildings."""
        builds = build_moves.best_builds(frame, state.players[seat]) if frame.taken else []
        return self._offered(state, frame, seat, builds)

    def _offered(self, state: State, frame: Turn, seat: int, builds: list[moves.Build]) -> list[moves.TurnMove]:
        """Return all moves offered to the seat at this moment of its turn.

        Before it has taken something: what it can take, functions to use, swaps. After that: `builds`, functions to
        use, ways to fill the Exchange, and the end of the turn.
        """
        player = state.players[seat]
        offered: list[moves.TurnMove] = [*builds]
        if not frame.taken:
            offered += take_and_swap.takes(state, frame)
        offered += building_functions.uses(state, frame, player)
        if frame.taken:
            offered += building_functions.fills(frame, player)
            offered.append(_DONE)
        else:
            offered += take_and_swap.swaps(state, frame, player)
        return offered

    def sample(self, state: State, frame: Turn, seat: int, chance: Chance) -> moves.TurnMove:
        """Return a random move of the seat's turn.

        It is the first of these that applies:

        1. One time in eight, if there is such a move: using a function; before taking also a swap, after taking also
           filling the Exchange.
        2. Before taking: taking a row or a building.
        3. Six times in eight, if a build is found: that build.
        4. The end of the turn.
        """
        player = state.players[seat]
        luck = chance.below(8)
        if not luck and player.built:
            special: list[moves.TurnMove] = [*building_functions.uses(state, frame, player)]
            special += (
                building_functions.fills(frame, player) if frame.taken else take_and_swap.swaps(state, frame, player)
            )
            if special:
                return chance.choice(special)
        if not frame.taken:
            return _sample_take(state, frame, chance)
        if luck > 1:
            return build_moves.sample(frame, player, chance) or _DONE
        return _DONE

    def check(self, state: State, frame: Turn, seat: int, move: Move) -> None:
        """Raise `Illegal` unless the seat may make this move in its turn now.

        The check depends on the class of the move. Moves that do not belong to a turn are refused.
        """
        rule = _CHECK.get(type(move))
        if rule is None:
            raise wrong_kind("R12", move)
        rule(state, frame, state.players[seat], move)

    def apply(self, state: State, frame: Turn, seat: int, move: moves.TurnMove, emitted: list[Event]) -> None:
        """Carry out a move of the seat's turn. Only `done` and `fill` end the turn.

        All but `done` emit an event. After a `use`, and after building a School, the seat is asked for another decision
        before the turn goes on.
        """
        _APPLY[type(move)](state, frame, state.players[seat], move, emitted)

    def resume(self, state: State, frame: Turn, emitted: list[Event]) -> None:
        """The turn is over: pop its frame and begin the next turn, or winter after the last turn of the year."""
        seasons.end_turn(state, emitted)


def _sample_take(state: State, frame: Turn, chance: Chance) -> moves.Take:
    """Return the move that takes a random row or building; after a swap, one of its two rows."""
    if frame.swapped:
        return moves.Take(chance.choice(frame.swapped))
    rows, new = len(state.rows), len(state.new)
    pick = chance.below(rows + new + len(state.old))
    if pick < rows:
        return moves.Take(pick + 1)
    pick -= rows
    return moves.Take(state.new[pick] if pick < new else state.old[pick - new])
