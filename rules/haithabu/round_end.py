"""The end of a round, stage by stage in the rulebook's order (H30–H39)."""

from __future__ import annotations

from collections.abc import Callable

from rules.contract import Event
from rules.haithabu import end_events, loans
from rules.haithabu.data import CHARACTERS, DATA, FIELDS, KINDS, STEWARD
from rules.haithabu.functions import usable
from rules.haithabu.market import move_price
from rules.haithabu.orders import move_orders, move_rows
from rules.haithabu.places import AsksNobody
from rules.haithabu.prices import bounded, storing_fee
from rules.haithabu.scoring import finish
from rules.haithabu.state import EndRound, ReturnCharacters, Round, State, UseFunctions
from rules.haithabu.storing import ask_surplus


class FinishRound(AsksNobody[EndRound]):
    """H30–H39: each stage goes on by itself until somebody must be asked."""

    def resume(self, state: State, frame: EndRound, emitted: list[Event]) -> None:
        """Do what the stage says."""
        _STAGES[frame.stage](state, frame, emitted)


def _orders(state: State, frame: EndRound, emitted: list[Event]) -> None:
    """H30, H31: orders move on, safe markers go. After the last round the game is over instead (H40)."""
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


def _returning(state: State, frame: EndRound, emitted: list[Event]) -> None:
    """H32: once in the game, characters may be returned for points."""
    while frame.waiting:
        seat, *rest = frame.waiting
        frame.waiting = tuple(rest)
        if seat in state.owners:
            state.push(ReturnCharacters(owes=[seat]))
            return
    frame.stage = "functions"
    frame.waiting = state.in_turn_order()


def _functions(state: State, frame: EndRound, emitted: list[Event]) -> None:
    """H33: the round-end functions, in turn order."""
    while frame.waiting:
        seat, *rest = frame.waiting
        frame.waiting = tuple(rest)
        functions = usable(state, seat)
        if functions:
            state.push(UseFunctions(owes=[seat], functions=functions))
            return
    frame.stage = "supply"


def _supply(state: State, frame: EndRound, emitted: list[Event]) -> None:
    """H34, H35, H36: new wares, new prices; then surplus wares are discarded."""
    bring_wares(state, state.roll(DATA.arrival.dice), emitted)
    roll_prices(state, state.roll(KINDS), emitted)
    frame.stage = "fees"
    ask_surplus(state, emitted)


def bring_wares(state: State, dice: tuple[int, ...], emitted: list[Event]) -> None:
    """H34: a die brings one cube of each of the first wares; every price that one reached falls once."""
    arrived = [0] * KINDS
    for die in dice:
        for ware in range(die):
            if state.supply[ware]:
                state.supply[ware] -= 1
                state.market[ware] += 1
                arrived[ware] += 1
    emitted.append(end_events.Arrived(dice, tuple(arrived)))
    for ware in range(max(dice)):
        move_price(state, ware, bounded(state.levels[ware] - DATA.arrival.fall), emitted)


def roll_prices(state: State, dice: tuple[int, ...], emitted: list[Event]) -> None:
    """H35: one price die for each ware in order."""
    emitted.append(end_events.PricesRolled(dice))
    for ware, die in enumerate(dice):
        move_price(state, ware, bounded(state.levels[ware] + DATA.price_die.levels[die - 1]), emitted)


def _fees(state: State, frame: EndRound, emitted: list[Event]) -> None:
    """H36–H39: storage fees, workers home, new orders, next round."""
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
    """H36: a fee for each ware in the warehouse, with a loan if need be; without one, what is there."""
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
    "orders": _orders,
    "returning": _returning,
    "functions": _functions,
    "supply": _supply,
    "fees": _fees,
}
