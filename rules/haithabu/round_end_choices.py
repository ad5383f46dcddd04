"""Decisions at the end of a round: `ReturnSome` (H32) returns characters, `UseOwnFunctions` (H33) uses their functions.

A round-end function is what the Starting Player, Seer, Stevedore or Carpenter can do at the end of a round.
`usable_functions` returns those a seat can use.
"""

from __future__ import annotations

from itertools import combinations, combinations_with_replacement

from rules.chance import Chance
from rules.contract import Event, Move, Step, wrong_kind
from rules.errors import Illegal
from rules.haithabu import end_events, events, loans, moves
from rules.haithabu.card_data import STACKS
from rules.haithabu.data import (
    CARPENTER,
    CHARACTER,
    CHARACTERS,
    DATA,
    KINDS,
    SEER,
    STARTER,
    STEVEDORE,
    TOP_LEVEL,
    WARE,
    WARES,
)
from rules.haithabu.market import move_price
from rules.haithabu.moves import DIRECTIONS
from rules.haithabu.night_events import check_own_character
from rules.haithabu.places import check_amounts
from rules.haithabu.prices import clamp_level, loans_needed
from rules.haithabu.state import NOBODY, ReturnCharacters, State, UseFunctions
from rules.haithabu.transports import FieldA, buy_transports, check_in_warehouse, check_stack, move_to_post

_POINTS = DATA.returning.points
_CARRIED = DATA.character.stevedore.round_end_wares
_SHIFT = DATA.character.seer.round_end_levels
_ALL_SETS = 4
"""With up to this many characters, every set of them is offered for returning."""


class ReturnSome(Step[State, ReturnCharacters, moves.Return | moves.Done]):
    """The decision after round 4 (H32): a player returns characters to the display for points, or keeps them all."""

    def options(self, state: State, frame: ReturnCharacters, seat: int) -> list[moves.Return | moves.Done]:
        """Returning characters (H32): return `done` (keep all), then a move for every set of the seat's characters.

        For a seat with more than four characters, there are only the sets of one character and the set of all.
        """
        owned = [key for key, owner in zip(CHARACTERS, state.owners, strict=True) if owner == seat]
        sizes = range(1, len(owned) + 1) if len(owned) <= _ALL_SETS else (1, len(owned))
        return [moves.Done(), *(moves.Return(chosen) for size in sizes for chosen in combinations(owned, size))]

    def check(self, state: State, frame: ReturnCharacters, seat: int, move: Move) -> None:
        """Returning characters (H32): raise `Illegal` unless the move keeps all (`done`) or names own characters.

        At least one must be named, and none twice.
        """
        if isinstance(move, moves.Done):
            return
        if not isinstance(move, moves.Return):
            raise wrong_kind("H32", move)
        if not move.characters or len(set(move.characters)) != len(move.characters):
            raise Illegal("H32", "name_each_once")
        for character in move.characters:
            check_own_character(state, seat, character, "H32")

    def apply(
        self, state: State, frame: ReturnCharacters, seat: int, move: moves.Return | moves.Done, emitted: list[Event]
    ) -> None:
        """Returning characters (H32): return those named to the display, give 2 points for each, and end the decision.

        `done` only emits `WantedNoMore` and ends the decision.
        """
        frame.owes.remove(seat)
        if isinstance(move, moves.Done):
            emitted.append(end_events.WantedNoMore(seat))
            return
        for character in move.characters:
            state.owners[CHARACTER[character]] = NOBODY
        points = len(move.characters) * _POINTS
        state.players[seat].points += points
        emitted.append(end_events.Returned(seat, move.characters, points))

    def resume(self, state: State, frame: ReturnCharacters, emitted: list[Event]) -> None:
        """Pop the frame; the next player follows."""
        state.agenda.pop()


def usable_functions(state: State, seat: int) -> tuple[int, ...]:
    """H33: return the indices of the seat's characters whose round-end function it can use now.

    The Starting Player and the Seer can always be used. The Stevedore needs a ware in the warehouse. The Carpenter
    needs a transport card that the seat can pay for, if necessary with all loans that the bank has left.
    """
    functions: list[int] = []
    for index in (STARTER, SEER, STEVEDORE, CARPENTER):
        if state.owners[index] == seat:
            if index == STEVEDORE and not any(state.players[seat].warehouse):
                continue
            if index == CARPENTER and not FieldA().can_act(state, seat, loans.budget(state, seat)):
                continue
            functions.append(index)
    return tuple(functions)


FunctionMove = moves.Starter | moves.Seer | moves.Stevedore | moves.Carpenter | moves.Done
"""The moves of the round-end functions."""


class UseOwnFunctions(Step[State, UseFunctions, FunctionMove]):
    """The decision about a player's round-end functions (H33), which may be used once each and in any order.

    Only naming the next starting player is compulsory.
    """

    def options(self, state: State, frame: UseFunctions, seat: int) -> list[FunctionMove]:
        """Round-end functions (H33): return every use of each function left, and `done` if it is allowed.

        `done` is missing while the next starting player must be named. Moving a price beyond level 1 or 10 is not
        possible. Buying with more than one loan, and carrying fewer wares than possible, are left out.
        """
        offered: list[FunctionMove] = []
        if STARTER in frame.functions:
            offered += [moves.Starter((seat + i) % state.seats) for i in range(state.seats)]
        else:
            offered.append(moves.Done())
        if SEER in frame.functions:
            offered += [
                moves.Seer(WARES[ware], direction)
                for ware in range(KINDS)
                for direction in DIRECTIONS
                if state.levels[ware] != _end_level(direction)
            ]
        if STEVEDORE in frame.functions:
            offered += self._stevedore_moves(state.players[seat].warehouse)
        if CARPENTER in frame.functions:
            silver, budget = state.players[seat].silver, loans.budget_with_one_loan(state, seat)
            offered += [
                moves.Carpenter(stack.key, loans_needed(stack.cost, silver))
                for stack, cards in zip(STACKS, state.stacks, strict=True)
                if cards and stack.cost <= budget
            ]
        return offered

    def sample(self, state: State, frame: UseFunctions, seat: int, chance: Chance) -> FunctionMove:
        """Round-end functions (H33): return a random use of a random function left, or `done` if it is allowed.

        If the use drawn is impossible, one of all options is chosen instead.
        """
        bits = chance.draw()
        left = frame.functions if STARTER in frame.functions else (NOBODY, *frame.functions)
        function = left[bits % len(left)]
        bits >>= 8
        if function == NOBODY:
            return moves.Done()
        if function == STARTER:
            return moves.Starter(bits % state.seats)
        if function == SEER:
            ware = bits % KINDS
            direction = DIRECTIONS[bits >> 8 & 1]
            if state.levels[ware] != _end_level(direction):
                return moves.Seer(WARES[ware], direction)
        elif function == STEVEDORE:
            wares = [w for w, stock in enumerate(state.players[seat].warehouse) for _ in range(min(stock, _CARRIED))]
            carried = [chance.take(wares) for _ in range(min(_CARRIED, len(wares)))]
            return moves.Stevedore(tuple(carried.count(ware) for ware in range(KINDS)))
        else:
            stack = bits % len(STACKS)
            if state.stacks[stack] and STACKS[stack].cost <= loans.budget_with_one_loan(state, seat):
                needed = loans_needed(STACKS[stack].cost, state.players[seat].silver)
                return moves.Carpenter(STACKS[stack].key, needed)
        return chance.choice(self.options(state, frame, seat))

    def _stevedore_moves(self, warehouse: list[int]) -> list[FunctionMove]:
        """Return a move for every way to choose two cubes from the warehouse; they may be of the same ware.

        If the warehouse holds only one cube, return the move for this cube. It must not be empty.
        """
        size = min(_CARRIED, sum(warehouse))
        chosen = combinations_with_replacement([ware for ware in range(KINDS) if warehouse[ware]], size)
        loads = (tuple(wares.count(ware) for ware in range(KINDS)) for wares in chosen)
        return [
            moves.Stevedore(load) for load in loads if all(n <= have for n, have in zip(load, warehouse, strict=True))
        ]

    def check(self, state: State, frame: UseFunctions, seat: int, move: Move) -> None:
        """Round-end functions (H33): raise `Illegal` unless the move is a legal use of a function left, or `done`.

        `done` is refused while the next starting player must be named. The Seer may not move a price beyond the end of
        its scale, the Stevedore carries one or two wares of the warehouse, and the Carpenter's loans must be exactly
        those needed.
        """
        if isinstance(move, moves.Done):
            if STARTER in frame.functions:
                raise Illegal("H33", "starter_must_be_named")
        elif isinstance(move, moves.Starter):
            _check_available(frame, STARTER)
            if not 0 <= move.starter < state.seats:
                raise Illegal("H33", "no_such_seat", seat=move.starter)
        elif isinstance(move, moves.Seer):
            _check_available(frame, SEER)
            ware = WARE.get(move.ware)
            if ware is None or move.direction not in DIRECTIONS:
                raise Illegal("H33", "no_such_price", ware=move.ware, direction=move.direction)
            if state.levels[ware] == _end_level(move.direction):
                raise Illegal("H7", "level_ends_there", ware=move.ware, level=state.levels[ware])
        elif isinstance(move, moves.Stevedore):
            _check_available(frame, STEVEDORE)
            check_amounts("H33", move.wares)
            if sum(move.wares) > _CARRIED:
                raise Illegal("H33", "too_many_wares", wanted=sum(move.wares), most=_CARRIED)
            check_in_warehouse(state.players[seat], move.wares, "H33")
        elif isinstance(move, moves.Carpenter):
            _check_available(frame, CARPENTER)
            loans.check_loans(state, seat, STACKS[check_stack(state, move.stack)].cost, move.loans)
        else:
            raise wrong_kind("H33", move)

    def apply(self, state: State, frame: UseFunctions, seat: int, move: FunctionMove, emitted: list[Event]) -> None:
        """Round-end functions (H33): carry out the function and mark it as used; `done` gives up all that are left.

        The Carpenter's purchase is paid here, with loans if needed. Its owner may be asked next which card to take
        (decision `Look`). Each move emits its events, `done` only `WantedNoMore`. The decision ends when no function is
        left.
        """
        if isinstance(move, moves.Done):
            emitted.append(end_events.WantedNoMore(seat))
            frame.functions = ()
        elif isinstance(move, moves.Starter):
            _mark_used(frame, STARTER)
            state.next_starter = move.starter
            emitted.append(end_events.StarterNamed(seat, move.starter))
        elif isinstance(move, moves.Seer):
            _mark_used(frame, SEER)
            ware = WARE[move.ware]
            emitted.append(end_events.Foretold(seat, move.ware))
            shift = _SHIFT if move.direction == "up" else -_SHIFT
            move_price(state, ware, clamp_level(state.levels[ware] + shift), emitted)
        elif isinstance(move, moves.Stevedore):
            _mark_used(frame, STEVEDORE)
            move_to_post(state.players[seat], move.wares)
            emitted.append(events.Transported(seat, move.wares, None))
        else:
            _mark_used(frame, CARPENTER)
            stack = check_stack(state, move.stack)
            loans.pay(state, seat, STACKS[stack].cost, emitted)
            buy_transports(state, seat, (stack,), STACKS[stack].cost, emitted)
        if not frame.functions:
            frame.owes.remove(seat)

    def resume(self, state: State, frame: UseFunctions, emitted: list[Event]) -> None:
        """Pop the frame; the next player follows."""
        state.agenda.pop()


def _end_level(direction: str) -> int:
    """Return the highest price level for `up`, else the lowest."""
    return TOP_LEVEL if direction == "up" else 1


def _check_available(frame: UseFunctions, function: int) -> None:
    """H33: raise `Illegal` unless the seat can still use this function (it is in `frame.functions`).

    `function` is the index of the character that has it.
    """
    if function not in frame.functions:
        raise Illegal("H33", "function_not_left", character=CHARACTERS[function])


def _mark_used(frame: UseFunctions, function: int) -> None:
    """Remove a function from those left."""
    frame.functions = tuple(left for left in frame.functions if left != function)
