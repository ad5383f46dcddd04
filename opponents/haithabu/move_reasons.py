"""What hints in Haithabu say about a move (`reasons`, `turn_reasons`), and which moves are one idea (`hint_group`).

`has_predicted_reasons` says for which moves the reasons may prove wrong. `menu_move` takes a second die that is free.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from msgspec.structs import replace

from opponents.advice import Reason
from opponents.haithabu.hiring_reasons import Deed, hiring_reasons
from opponents.haithabu.rule_of_thumb import MoveScorer
from opponents.haithabu.view_prediction import view_after_action, view_after_hiring
from rules import Move
from rules.haithabu import actions, moves, quotes
from rules.haithabu.card_data import STACK, STACKS
from rules.haithabu.view import View


def reasons(view: View, move: Move) -> tuple[Reason, ...]:
    """Return what speaks for a move of the view's seat, the most important first; () if there is nothing to say."""
    return MoveScorer(view, exact=True).reasons(move)


def turn_reasons(view: View, move: Move, rest: Sequence[Move]) -> tuple[Reason, ...]:
    """Return what speaks for a move of the view's seat if it makes the moves in `rest` afterwards, in the same turn.

    Hiring is explained by what the two workers then do, if they go to different places. Of a second worker that is not
    in `rest`, because something is revealed before, it is an example. For other moves the reasons are those of
    `reasons`.
    """
    deal = quotes.quote_hire(view, view.seat) if view.seat is not None else None
    placed = [each for each in rest if isinstance(each, moves.Work)]
    if not isinstance(move, moves.Hire) or deal is None or deal.loans or not placed:
        return reasons(view, move)
    assert view.seat is not None
    scorer, deeds = MoveScorer(view_after_hiring(view, view.seat, deal), exact=True), list[Deed]()
    for each in placed[:2]:
        if not (doing := each.action or scorer.best_on_place(each.place)[1]):
            return reasons(view, move)
        deeds.append(Deed(each.place, doing))
        after = view_after_action(scorer.view, view.seat, each.worker, each.place, doing)
        scorer = MoveScorer(after, exact=True)
    if len(placed) == 1 and (second := scorer.best_action):
        deeds.append(Deed(*second[2:]))
    return hiring_reasons(view, deeds, is_planned=len(placed) > 1)


def has_predicted_reasons(move: Move) -> bool:
    """Return True for a worker placed by night: its `reasons` are those of an action that is chosen after the event."""
    return isinstance(move, moves.Work) and move.action is None


def menu_move(view: View, move: Move) -> Move:
    """Return a placement by night with the second die if that is free; any other move as it is."""
    if not isinstance(move, moves.Work) or move.dice != 1:
        return move
    assert view.seat is not None
    return replace(move, dice=2) if quotes.quote_dice(view, view.seat, 2).silver == 0 else move


def hint_group(move: Move) -> Hashable:
    """Return a key that is equal for moves with the same idea: same place, same kind of action, same things.

    Different workers, amounts, dice and loans do not matter. A move that places a worker on a night field has the place
    as its key. Any move that neither places a worker nor chooses its action is its own key.
    """
    match move:
        case moves.Work(place=place, action=None):
            return place
        case moves.Work(place=place, action=action):
            return (place, _action_group(action))
        case moves.Act(action):
            return _action_group(action)
    return move


def _action_group(action: actions.AnyAction | None) -> Hashable:
    """Return a key for an action that is equal for actions with the same idea.

    For a purchase, sale, order, load or fetched transports it is the verb with the wares, order or kinds of transports
    concerned, without amounts; for a delivery only the verb. Any other action is its own key.
    """
    match action:
        case actions.Buy(wares) | actions.Sell(wares):
            return (action.verb, tuple(map(bool, wares)))
        case actions.TakeOrder(order):
            return (action.verb, order)
        case actions.Fetch(stacks):
            return (action.verb, frozenset(STACKS[STACK[key]].kind for key in stacks))
        case actions.Deliver():
            return action.verb
        case actions.Load(kind):
            return (action.verb, kind)
    return action
