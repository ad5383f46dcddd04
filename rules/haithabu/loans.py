"""Paying, taking loans and repaying them (H28).

`budget` and `repayable_loans` say what a seat could do, `check_loans` and `check_repaying` refuse what it may not do,
and `pay`, `borrow` and `repay` do it. A parameter `loans` is a number of loans; all other amounts are silver.
"""

from __future__ import annotations

from rules.contract import Event
from rules.errors import Illegal
from rules.haithabu import events
from rules.haithabu.data import DATA
from rules.haithabu.prices import loans_needed
from rules.haithabu.state import State

_SILVER, _REPAY = DATA.loan.silver, DATA.loan.repay


def budget(state: State, seat: int) -> int:
    """Return the silver that the seat could spend if it took all loans left in the bank."""
    return state.players[seat].silver + state.loans * _SILVER


def budget_with_one_loan(state: State, seat: int) -> int:
    """Return the silver that the seat could spend with at most one loan; only its own if the bank has no loan left.

    Moves that need more than this are legal but are not offered in menus or to computer players.
    """
    return state.players[seat].silver + (_SILVER if state.loans else 0)


def check_loans(state: State, seat: int, cost: int, loans: int) -> None:
    """H28: raise `Illegal` unless `loans` is exactly the number of loans the seat needs to pay `cost`.

    Raise it also if the bank has fewer loans than needed.
    """
    silver = state.players[seat].silver
    if cost <= silver:
        if loans:
            raise Illegal("H28", "wrong_loans", needed=0, said=loans)
        return
    needed = loans_needed(cost, silver)
    if needed > state.loans:
        raise Illegal("H28", "too_expensive", cost=cost, silver=silver, left=state.loans)
    if loans != needed:
        raise Illegal("H28", "wrong_loans", needed=needed, said=loans)


def pay(state: State, seat: int, cost: int, emitted: list[Event]) -> None:
    """Take `cost` from the seat's silver; if it has too little, first take as many loans as needed (`borrow`).

    Only taking loans emits an event, `Borrowed`. The caller has checked that the bank has that many loans left.
    """
    player = state.players[seat]
    if cost > player.silver:
        borrow(state, seat, loans_needed(cost, player.silver), emitted)
    player.silver -= cost


def borrow(state: State, seat: int, loans: int, emitted: list[Event]) -> None:
    """Move this many loans from the bank to the seat, give it 100 silver for each, and emit `Borrowed`."""
    player = state.players[seat]
    player.silver += loans * _SILVER
    player.loans += loans
    state.loans -= loans
    emitted.append(events.Borrowed(seat, loans))


def repayable_loans(state: State, seat: int) -> int:
    """Return how many of its loans the seat could repay with the silver it has."""
    player = state.players[seat]
    return affordable_repayments(player.loans, player.silver)


def affordable_repayments(loans: int, silver: int) -> int:
    """Return how many of these loans can be repaid with this silver."""
    return min(loans, silver // _REPAY) if loans else 0


def check_repaying(state: State, seat: int, loans: int) -> None:
    """H28: raise `Illegal` unless the seat can repay `loans` loans.

    The number must be at least 1 and at most the loans it has, and the seat must have the silver for all of them.
    """
    player = state.players[seat]
    if loans < 1:
        raise Illegal("H28", "nothing_repaid", loans=loans)
    if not player.loans:
        raise Illegal("H28", "no_loans")
    if loans > player.loans:
        raise Illegal("H28", "not_so_many_loans", loans=loans, owned=player.loans)
    if loans * _REPAY > player.silver:
        raise Illegal("H28", "cannot_repay", cost=loans * _REPAY, silver=player.silver)


def repay(state: State, seat: int, loans: int, emitted: list[Event]) -> None:
    """H28: return this many of the seat's loans to the bank, take 200 silver for each, and emit `Repaid`."""
    player = state.players[seat]
    player.silver -= loans * _REPAY
    player.loans -= loans
    state.loans += loans
    emitted.append(events.Repaid(seat, loans, loans * _REPAY))
