"""One-idea players of Visby, for tournaments only."""

from __future__ import annotations

from collections.abc import Mapping

from opponents.laboratory.entrants import Preference
from opponents.visby.evaluation import card_tenths
from rules import Move
from rules.visby.data import BEST, STEP
from rules.visby.moves import Pick, Trade
from rules.visby.view import PlayerView, View

DEAR = 11
"""From this space of the Market on, wares bring more seals than there were wares."""


def _me(view: View) -> PlayerView:
    assert view.seat is not None
    return view.players[view.seat]


def _liked(move: Move, likes: Mapping[str, float]) -> float:
    """Return how much somebody likes the cards of a choice; of trades the largest."""
    if isinstance(move, Pick):
        return sum(likes.get(card, 0) for card in move.cards)
    assert isinstance(move, Trade)
    return move.wares


def hoarder(view: View, move: Move) -> float:
    """Gather wares, and sell them late: at a good rate, or when that ends the game."""
    me = _me(view)
    deal = BEST[view.market][me.wares]
    sells = deal > 0 and (view.market >= DEAR or me.seals + deal >= view.target)
    return _liked(move, {"merchant": 9 if sells else -9, "ship": 3, "fleet": 2, "mendicant": 1})


def peddler(view: View, move: Move) -> float:
    """Sell as soon as the wares buy anything at all; else fetch some."""
    sells = BEST[view.market][_me(view).wares] > 0
    return _liked(move, {"merchant": 9 if sells else -9, "ship": 2, "fleet": 2})


def soldier(view: View, move: Move) -> float:
    """Live by the battle alone: Knight, Troops, and begging for both back."""
    away = {"knight", "troops"} & {*_me(view).discard}
    return _liked(move, {"knight": 3, "troops": 2, "mendicant": len(away)})


def parasite(view: View, move: Move) -> float:
    """Live by what others play: Tollkeeper, Blacksmith, and begging for both back."""
    away = {"tollkeeper", "blacksmith"} & {*_me(view).discard}
    return _liked(move, {"tollkeeper": 3, "blacksmith": 2, "mendicant": len(away)})


def clockwork(view: View, move: Move) -> float:
    """Play the cards in the order of their steps, round after round."""
    return _liked(move, {card: -(2**step) for card, step in STEP.items()})


def loner(view: View, move: Move) -> float:
    """Play what the rivals cannot play as well: who is alone shares with nobody."""
    assert view.seat is not None
    rivals = [player for seat, player in enumerate(view.players) if seat != view.seat]
    brings = card_tenths(view, view.seat)
    return _liked(
        move, {card: brings[card] / (1 + sum(card in rival.hand for rival in rivals)) for card in _me(view).hand}
    )


def beggar(view: View, move: Move) -> float:
    """Beg with as few cards left in hand as can be, and sell what that brings at any good rate."""
    me = _me(view)
    few = len(me.hand) <= 2 + view.cards_to_choose
    sells = 2 * BEST[view.market][me.wares] >= me.wares > 3
    return _liked(move, {"mendicant": 9 if few else -9, "merchant": 8 if sells else -2})


ADVERSARIES: dict[str, Preference] = {
    "hoarder": hoarder,
    "peddler": peddler,
    "soldier": soldier,
    "parasite": parasite,
    "clockwork": clockwork,
    "loner": loner,
    "beggar": beggar,
}
