"""An adversary in Haithabu that combines several ideas: `factor`, which spends each worker where it brings most points.

It takes a character in every round, delivers its start order early, works on at most two orders, and takes free points
otherwise. It neither hires nor borrows.
"""

from __future__ import annotations

from opponents.haithabu.candidate_actions import candidate_actions
from opponents.haithabu.order_work import workers_for, workers_needed
from opponents.haithabu.position import Position, position_after_action, position_of
from rules import Move
from rules.haithabu import actions, moves, quotes
from rules.haithabu.card_data import ORDER, ORDERS
from rules.haithabu.data import DATA, STEVEDORE
from rules.haithabu.state import NOBODY
from rules.haithabu.view import View

NIGHT_COST, SECOND_DIE_COST, LOAN_COST = 0.6, 0.1, 10.0
"""Points that a worker by night, the second event die and a loan cost."""
CHARACTER_POINTS, COUNTED_CHARACTER_POINTS = 2.6, 2.0
"""Points of a character, and of one taken in a round after which characters are turned into points: it is not used."""
COUNTED_ROUNDS = (DATA.play.returning_round, DATA.play.rounds)
RIVAL_POINTS = 1.0
"""Points of taking a character from a rival, beyond its own."""
FAVOURITES = {"stevedore": 0.15, "supplier": 0.1, "innkeeper": 0.05, "trader": 0.05}
"""Points of the most useful characters, beyond those of any other."""
COMPLETION_POINTS = 1.0
"""Points of an order for the rank by completed orders."""
NEW_ORDER_SHARE = 0.6
"""Share of its points for each worker that a new order must bring to be taken instead of anything else."""
MAX_ORDERS = 2


def factor(view: View, move: Move) -> float:
    """Return the points that a move should bring to the view's seat.

    For a worker these are the points of its action (`_action_points`), less costs for a night field, a second die and
    loans. Picking a character scores its value in `FAVOURITES`; returning characters scores their number. All other
    moves score 0.
    """
    assert view.seat is not None
    now = position_of(view, view.seat)
    match move:
        case moves.Pick(character):
            return FAVOURITES.get(character, 0.0)
        case moves.Return(characters):
            return len(characters)
        case moves.Work(place=place, action=None):
            found = [_action_points(view, now, place, each) for each in candidate_actions(view, view.seat, place)]
            return max(found, default=0.0) - NIGHT_COST - SECOND_DIE_COST * (move.dice - 1) - LOAN_COST * move.loans
        case moves.Work(place=place, action=actions.Action() as action):
            return _action_points(view, now, place, action) - LOAN_COST * move.loans
        case moves.Act(action):
            return _action_points(view, now, view.acting or "", action) - LOAN_COST * move.loans
    return 0.0


def _action_points(view: View, now: Position, place: str, action: actions.AnyAction) -> float:
    """Return the points that an action on a place should bring to the view's seat, whose position is `now`.

    Taking the victory point of a field, taking a character and completing orders score the points they bring. Buying,
    carrying or taking an order scores a part of the order's points: these divided by the workers that the order needs.
    Selling scores 0.
    """
    assert view.seat is not None
    match action:
        case actions.Point():
            return DATA.pittance.points
        case actions.Recruit(character):
            owner = next(card.owner for card in view.characters if card.key == character)
            points = COUNTED_CHARACTER_POINTS if view.round in COUNTED_ROUNDS else CHARACTER_POINTS
            return points + FAVOURITES.get(character, 0.0) + RIVAL_POINTS * (owner is not None)
        case actions.Deliver():
            return sum(_order_points(ORDER[order]) for order in quotes.completed_orders(view, view.seat, action))
        case actions.Sell():
            return 0.0
    after = position_after_action(view, view.seat, now, place, action)
    stevedore = STEVEDORE in now.owned
    held = [place for place, card in enumerate(now.player.orders) if card != NOBODY]
    if isinstance(action, actions.TakeOrder):
        needed = workers_needed(after.player, 0, stevedore) + 1
        if len(held) >= MAX_ORDERS or needed > workers_for(after.round, after.turns, 0):
            return 0.0
        return NEW_ORDER_SHARE * _order_points(after.player.orders[0]) / needed
    steps = [0.0]
    for order in held:
        needed = workers_needed(now.player, order, stevedore)
        if workers_needed(after.player, order, stevedore) < needed <= workers_for(now.round, now.turns, order) + 1:
            steps.append(_order_points(now.player.orders[order]) / needed)
    return max(steps)


def _order_points(card: int) -> float:
    """Return the points of a completed order: its own, its silver's, and those for the rank. `card` is its number."""
    return ORDERS[card].points + ORDERS[card].silver / DATA.scoring.silver_for_point + COMPLETION_POINTS
