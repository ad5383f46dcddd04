"""The rule of thumb for Riga: take what allows most building, build what can be paid, keep the most valuable.

`rule_of_thumb` ranks moves from a view. `menu_move` completes a move like a menu, `hint_group` groups moves with the
same idea, and `is_pass` says which move does nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence

from opponents.advice import Advice
from opponents.riga.hand_value import after_taking, buildable, building_value, hand_value, plan_builds, turns_left
from rules import Move
from rules.riga.data import BASE
from rules.riga.moves import Build, Choose, Discard, Done, Fill, Keep, Name, Swap, Take, Use
from rules.riga.payment_search import suggested_payment
from rules.riga.view import PlayerView, View, view_purse


def rule_of_thumb(view: View, options: Sequence[Move]) -> list[Advice]:
    """Return all options of the view's seat as advice without reasons, best first."""
    assert view.seat is not None
    worth = _move_scorer(view, view.players[view.seat])
    return [Advice(move) for move in sorted(options, key=worth, reverse=True)]


def is_pass(move: Move) -> bool:
    """Return True if a move ends the turn."""
    return isinstance(move, Done)


def menu_move(view: View, move: Move) -> Move:
    """Return a build with the payment that a menu fills in; any other move as it is."""
    if not isinstance(move, Build):
        return move
    assert view.seat is not None
    return suggested_payment(view_purse(view.players[view.seat]), move.buildings) or move


def hint_group(move: Move) -> Hashable:
    """Return a key that is equal for moves with the same idea; most moves have a key of their own.

    Builds of the same buildings have the same key, however they are paid, and so have all ways to fill the Exchange.
    """
    match move:
        case Build():
            return (move.verb, frozenset(move.buildings))
        case Fill():
            return move.verb
    return move


def _move_scorer(view: View, me: PlayerView) -> Callable[[Move], float]:
    """Return a function that scores the moves of the player `me`, whose view it is; larger is better.

    - Taking, and keeping a drawn building: the value of the hand after it, in points. Keeping a good: its base value in
      ducats. Keeping no card: 0.5. Discarding: minus the value of the cards.
    - After taking: 20 for building the dearest building that can be paid, with its best payment; 1 for ending the turn;
      0 for functions and other builds. Before taking, functions score -100.
    - Naming the starting player: 1 for the seat itself. Choosing a person: 1 for the kind of which the player has
      fewer, a merchant if there are equally many.
    """
    purse, hand, turns = view_purse(me), buildable(me), turns_left(view)
    first = plan_builds(purse, hand, view.turn.can_build)[:1] if view.turn and view.turn.taken else []

    def worth(move: Move) -> float:
        """Return the score of a move, larger for a better one; comparable only between moves of one decision.

        `_move_scorer` lists the scores of all kinds of moves.
        """
        match move:
            case Take():
                return hand_value(*after_taking(view, me, move), me, turns)
            case Build():
                return 20.0 if move in first else 0.0
            case Done():
                return 1.0
            case Keep(card=None):
                return 0.5
            case Keep(card=str(card)):
                return float(BASE[card]) if card in BASE else hand_value(purse, [*hand, card], me, turns)
            case Name():
                return 1.0 if move.starter == view.seat else 0.0
            case Choose():
                rarer = "knight" if me.knights < me.merchants else "merchant"
                return 1.0 if move.person == rarer else 0.0
            case Discard():
                return -sum(BASE[good] for good in move.goods) - sum(
                    building_value(me, name, turns) for name in move.buildings
                )
            case Use() | Swap() | Fill():
                return 0.0 if view.turn and view.turn.taken else -100.0
        return 0.0

    return worth
