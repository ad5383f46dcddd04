"""The end of a round, stage by stage in the order of the rulebook (H30–H39).

`FinishRound` runs the stages, which are functions such as `_supply_stage`. The decisions of players in between are in
`round_end_choices` and `storage_limits`.
"""

from __future__ import annotations

from collections.abc import Callable

from rules.contract import Event
from rules.haithabu import end_events, loans
from rules.haithabu.data import CHARACTERS, DATA, FIELDS, KINDS, STEWARD
from rules.haithabu.market import move_price
from rules.haithabu.orders import move_orders, move_rows
from rules.haithabu.places import AutomaticStep
from rules.haithabu.prices import clamp_level, storing_fee
from rules.haithabu.round_end_choices import usable_functions
from rules.haithabu.scoring import finish
from rules.haithabu.state import EndRound, ReturnCharacters, Round, State, UseFunctions
from rules.haithabu.storage_limits import ask_for_surplus


class FinishRound(AutomaticStep[EndRound]):
    """The step that runs the stages of the round's end one after the other (H30–H39).

    A stage may ask players. When they have decided, the same stage or the next one runs.
    """

    def resume(self, state: State, frame: EndRound, emitted: list[Event]) -> None:
        """Run the current stage; each stage sets the next one."""
        _STAGES[frame.stage](state, frame, emitted)


def _orders_stage(state: State, frame: EndRound, emitted: list[Event]) -> None:
    """H30, H31: emit `RoundEnded`, move all players' orders one place on, and remove all safe markers.

    The next stage is `returning`; after round 4 all seats are put into `frame.waiting` for it. After the last round
    none of this happens: the game ends (H40).
    """
    if state.round == DATA.play.rounds:
        state.agenda.pop()
        finish(state, emitted)
        return
    emitted.append(end_events.RoundEnded(state.round))
    for seat in range(state.seats):
        move_orders(state, seat, emitted)
    state.safe = [False] * len(CHARACTERS)
    frame.stage = "returning"
    if state.round == DATA.play.returning_round:
        frame.waiting = state.in_turn_order()


def _returning_stage(state: State, frame: EndRound, emitted: list[Event]) -> None:
    """H32: after round 4, ask one player whether to return characters: the next in turn order who owns some.

    The stage runs again after each answer. When nobody is left to ask, and after all other rounds, the next stage is
    `functions`.
    """
    while frame.waiting:
        seat, *rest = frame.waiting
        frame.waiting = tuple(rest)
        if seat in state.owners:
            state.push(ReturnCharacters(owes=[seat]))
            return
    frame.stage = "functions"
    frame.waiting = state.in_turn_order()


def _functions_stage(state: State, frame: EndRound, emitted: list[Event]) -> None:
    """H33: ask one player which round-end functions to use: the next in turn order who can use one.

    The stage runs again after each answer. When nobody is left to ask, the next stage is `supply`.
    """
    while frame.waiting:
        seat, *rest = frame.waiting
        frame.waiting = tuple(rest)
        functions = usable_functions(state, seat)
        if functions:
            state.push(UseFunctions(owes=[seat], functions=functions))
            return
    frame.stage = "supply"


def _supply_stage(state: State, frame: EndRound, emitted: list[Event]) -> None:
    """H34–H36: roll for new wares, then for prices; then ask players with surplus wares what to discard.

    The next stage is `fees`.
    """
    bring_wares(state, state.roll(DATA.arrival.dice), emitted)
    roll_prices(state, state.roll(KINDS), emitted)
    frame.stage = "fees"
    ask_for_surplus(state, emitted)


def bring_wares(state: State, dice: tuple[int, ...], emitted: list[Event]) -> None:
    """H34: move new wares from the supply to the market, as the dice say, and lower their prices.

    A die that shows n brings one cube of each of the first n wares: 3 brings mead, cloth and ceramics. A ware of which
    the supply has none is left out. Then the price of every ware that a die reached falls by one level, even if no cube
    came. Emits `Arrived` and the price moves.
    """
    arrived = [0] * KINDS
    for die in dice:
        for ware in range(die):
            if state.supply[ware]:
                state.supply[ware] -= 1
                state.market[ware] += 1
                arrived[ware] += 1
    emitted.append(end_events.Arrived(dice, tuple(arrived)))
    for ware in range(max(dice)):
        move_price(state, ware, clamp_level(state.levels[ware] - DATA.arrival.fall), emitted)


def roll_prices(state: State, dice: tuple[int, ...], emitted: list[Event]) -> None:
    """H35: move the price of each ware by as many levels as its die says; `dice` has one face for each ware.

    Levels stay within 1 and 10. Emits `PricesRolled` and the price moves.
    """
    emitted.append(end_events.PricesRolled(dice))
    for ware, die in enumerate(dice):
        move_price(state, ware, clamp_level(state.levels[ware] + DATA.price_die.levels[die - 1]), emitted)


def _fees_stage(state: State, frame: EndRound, emitted: list[Event]) -> None:
    """H36–H39: collect storage fees, take all workers back, renew the order display, and begin the next round.

    Emits `RoundSettled` after the fees. The starting player is the seat that was named with a round-end function (H33);
    if none was named, it stays the same.
    """
    for seat in state.in_turn_order():
        pay_fee(state, seat, emitted)
    points, loaned = [one.points for one in state.players], [one.loans for one in state.players]
    emitted.append(end_events.RoundSettled(state.round, tuple(points), tuple(loaned)))
    state.standing = [()] * (len(FIELDS) + KINDS)
    state.hired = 0
    move_rows(state, emitted)
    state.round += 1
    state.phase = 0
    state.starter = state.next_starter
    state.agenda.pop()
    state.push(Round())


def pay_fee(state: State, seat: int, emitted: list[Event]) -> None:
    """H36: take the storage fee from the seat, with one loan if it has too little silver and the bank has a loan.

    If it still has too little, it pays what it has. Emits `Borrowed` for a loan, then `FeePaid`; nothing if no fee is
    due.
    """
    player = state.players[seat]
    due = storing_fee(sum(player.warehouse), state.owners[STEWARD] == seat)
    if not due:
        return
    if due > player.silver and state.loans:
        loans.borrow(state, seat, 1, emitted)
    paid = min(due, player.silver)
    player.silver -= paid
    emitted.append(end_events.FeePaid(seat, paid, due))


_STAGES: dict[str, Callable[[State, EndRound, list[Event]], None]] = {
    "orders": _orders_stage,
    "returning": _returning_stage,
    "functions": _functions_stage,
    "supply": _supply_stage,
    "fees": _fees_stage,
}
"""The function of each stage."""
