"""Adversaries in Visby: each function is one `Preference`, which scores a move by a single idea.

They are `hoarder`, `peddler`, `soldier`, `parasite`, `clockwork`, `loner` and `beggar`. All of them score a trade by
the wares sold, so the largest trade is best.
"""

from __future__ import annotations

from collections.abc import Mapping

from opponents.laboratory.adversaries import Preference
from opponents.visby.evaluation import card_tenths
from rules import Move
from rules.visby.data import BEST, STEP
from rules.visby.moves import Pick, Trade
from rules.visby.view import PlayerView, View

MIN_GOOD_MARKET_SPACE = 11
"""From this space of the Market on, wares bring more seals than their number."""


def _me(view: View) -> PlayerView:
    """Return the player whose view this is."""
    assert view.seat is not None
    return view.players[view.seat]


def _sum_of_likes(move: Move, likes: Mapping[str, float]) -> float:
    """Return the sum of `likes`, the adversary's score by card, over the cards of a choice; cards not in it count 0.

    For a trade, return the number of wares sold.
    """
    if isinstance(move, Pick):
        return sum(likes.get(card, 0) for card in move.cards)
    assert isinstance(move, Trade)
    return move.wares


def hoarder(view: View, move: Move) -> float:
    """Score a move for a player who gathers wares, and sells them only at a good rate or to end the game.

    The Merchant scores 9 if it is time to sell, else -9; Ship 3, Fleet 2, Mendicant 1, other cards 0. A trade scores
    the wares sold.
    """
    me = _me(view)
    deal = BEST[view.market][me.wares]
    sells = deal > 0 and (view.market >= MIN_GOOD_MARKET_SPACE or me.seals + deal >= view.target)
    return _sum_of_likes(move, {"merchant": 9 if sells else -9, "ship": 3, "fleet": 2, "mendicant": 1})


def peddler(view: View, move: Move) -> float:
    """Score a move for a player who sells as soon as the wares buy anything at all, and else fetches some.

    The Merchant scores 9 if the wares buy something, else -9; Ship and Fleet 2, other cards 0. A trade scores the wares
    sold.
    """
    sells = BEST[view.market][_me(view).wares] > 0
    return _sum_of_likes(move, {"merchant": 9 if sells else -9, "ship": 2, "fleet": 2})


def soldier(view: View, move: Move) -> float:
    """Score a move for a player who prefers Knight and Troops, and plays the Mendicant to get both back.

    The Knight scores 3, Troops 2, the Mendicant 1 for each of these two that is discarded, other cards 0. A trade
    scores the wares sold.
    """
    away = {"knight", "troops"} & {*_me(view).discard}
    return _sum_of_likes(move, {"knight": 3, "troops": 2, "mendicant": len(away)})


def parasite(view: View, move: Move) -> float:
    """Score a move for a player who prefers Tollkeeper and Blacksmith, and plays the Mendicant to get both back.

    The Tollkeeper scores 3, the Blacksmith 2, the Mendicant 1 for each of these two that is discarded, other cards 0. A
    trade scores the wares sold.
    """
    away = {"tollkeeper", "blacksmith"} & {*_me(view).discard}
    return _sum_of_likes(move, {"tollkeeper": 3, "blacksmith": 2, "mendicant": len(away)})


def clockwork(view: View, move: Move) -> float:
    """Score a move for a player who plays the cards in the order of their steps, round after round.

    A card of step N scores -(2 to the power of N), so cards of early steps are best. A trade scores the wares sold.
    """
    return _sum_of_likes(move, {card: -(2**step) for card, step in STEP.items()})


def loner(view: View, move: Move) -> float:
    """Score a move for a player who prefers cards that few rivals hold: what nobody else plays is not shared.

    A card scores what it brings at once (in tenths of a seal), divided by the number of players who hold it. A trade
    scores the wares sold.
    """
    assert view.seat is not None
    rivals = [player for seat, player in enumerate(view.players) if seat != view.seat]
    brings = card_tenths(view, view.seat)
    return _sum_of_likes(
        move, {card: brings[card] / (1 + sum(card in rival.hand for rival in rivals)) for card in _me(view).hand}
    )


def beggar(view: View, move: Move) -> float:
    """Score a move for a player who begs with as few cards in hand as possible, and sells at any good rate.

    The Mendicant scores 9 if at most two cards would be left in hand, else -9. The Merchant scores 8 if the player has
    more than three wares and they bring at least one seal for two wares, else -2. Other cards score 0. A trade scores
    the wares sold.
    """
    me = _me(view)
    few = len(me.hand) <= 2 + view.cards_to_choose
    sells = 2 * BEST[view.market][me.wares] >= me.wares > 3
    return _sum_of_likes(move, {"mendicant": 9 if few else -9, "merchant": 8 if sells else -2})


def progress(view: View) -> float:
    """Return how much of the game is over, from 0 to 1: the best player's part of the seals that end it."""
    return min(1.0, max(player.seals for player in view.players) / view.target)


PROGRESS = progress
ADVERSARIES: dict[str, Preference] = {
    "hoarder": hoarder,
    "peddler": peddler,
    "soldier": soldier,
    "parasite": parasite,
    "clockwork": clockwork,
    "loner": loner,
    "beggar": beggar,
}
