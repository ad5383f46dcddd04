"""How good a state of Visby is, in seals, and which cards players are likely to choose.

`VisbyEvaluation` is the trader's evaluation; `card_tenths` and `card_weights` value the cards in a hand.
"""

from __future__ import annotations

from typing import NamedTuple

from opponents.evaluations import Evaluation
from rules import AnyGame, Move
from rules.chance import Chance
from rules.visby.data import BEST, CARDS, DATA, LIMITS
from rules.visby.moves import Pick
from rules.visby.state import Choose, Player, State
from rules.visby.view import View


class SealWorths(NamedTuple):
    """What things are worth in seals while the game is running, as the trader estimates it."""

    ware: float
    """Each ware."""
    deal: float
    """Per seal that the wares would buy at once, with the Merchant in hand."""
    merchant: float
    """The Merchant in hand, in addition."""
    knight: float
    """The Knight in hand, in addition."""
    card: float
    """Each card in hand."""


SEALS_BY_CARDS = {
    1: SealWorths(ware=0.45, deal=0.05, merchant=0.3, knight=0.85, card=0.0),
    2: SealWorths(ware=0.2, deal=0.3, merchant=0.4, knight=0.6, card=0.15),
}
"""By the number of cards played in a round. `docs/strength.md` says how they were found."""

VICTORY_SEALS = 10.0
"""Seals that a victory counts beyond the lead; a defeat counts as many less, a shared victory 0."""
TIE_BREAK_SEALS = (0.01, 0.001)
"""Seals that a ware and a card in hand count in a finished game: they only break ties (V22)."""
TIE_MARGIN_SEALS = {1: 0.8, 2: 0.0}
"""The tie margin by the number of cards played in a round."""
TASTE_MARGIN_SEALS = {2: 0.15, 3: 0.5, 4: 0.6, 5: 0.6, 6: 0.6}
"""The taste margin by the number of players; with two, half a seal decides games."""
BASE_ATTRACTION_TENTHS = 3
"""Tenths of a seal added to each card's gain, so that every card may be chosen."""

_CARDS_PER_ROUND = DATA.cards_per_round.count


class VisbyEvaluation(Evaluation):
    """The trader's evaluation of Visby: it values the state one round later."""

    max_playouts = 400

    def progress(self, state: State) -> int:
        """Return the number of the round."""
        return state.round

    def value(self, state: State, seat: int) -> float:
        """Return the seat's lead over its best rival in seals, negative if it is behind.

        In a finished game tie-breaks count a little. `VICTORY_SEALS` are then added for a victory and subtracted for a
        defeat; a shared victory changes nothing.
        """
        if state.agenda:
            worths = [seals_worth(state, player) for player in state.players]
        else:
            ware, card = TIE_BREAK_SEALS
            worths = [player.seals + ware * player.wares + card * len(player.hand) for player in state.players]
        own = worths.pop(seat)
        lead = own - max(worths)
        if lead and not state.agenda:
            lead += VICTORY_SEALS if lead > 0 else -VICTORY_SEALS
        return lead

    def tie_margin(self, seats: int) -> float:
        """Return the tie margin in seals: 0.8 where each player plays one card in a round, 0 where it is two.

        Between two best options that are closer than this the trader tosses a coin. With one card each, equal cards
        share, and two predictable traders would always choose the same.
        """
        return TIE_MARGIN_SEALS[_CARDS_PER_ROUND[seats]]

    def taste_margin(self, seats: int) -> float:
        """Return the taste margin, in seals: options closer than this are chosen between by temperament."""
        return TASTE_MARGIN_SEALS[seats]

    def predicted_move(self, game: AnyGame, state: State, seat: int, chance: Chance) -> Move:
        """Return the move that a seat is assumed to make in a playout.

        It is the largest trade, or cards drawn at random; cards that bring more in this round are more likely.
        """
        if not isinstance(state.agenda[-1], Choose):
            trade: Move = game.options(state, seat)[0]
            return trade
        hand = state.players[seat].hand.copy()
        weights = card_weights(state, seat)
        return Pick(tuple([_draw_card(hand, weights, chance) for _ in range(_CARDS_PER_ROUND[state.seats])]))


def seals_worth(state: State, player: Player) -> float:
    """Return what a player's seals, wares and cards in hand are worth in seals while the game is running."""
    weights = SEALS_BY_CARDS[_CARDS_PER_ROUND[state.seats]]
    hand = player.hand
    seals = player.seals + weights.ware * player.wares + weights.card * len(hand)
    if "merchant" in hand:
        seals += weights.merchant + weights.deal * BEST[state.market][player.wares]
    if "knight" in hand:
        seals += weights.knight
    return seals


def card_weights(state: State, seat: int) -> dict[str, int]:
    """Return the relative probability with which the seat is assumed to choose each card of its hand.

    It is (`card_tenths` of the card + `BASE_ATTRACTION_TENTHS`) squared.
    """
    brings = card_tenths(state, seat)
    return {card: (brings[card] + BASE_ATTRACTION_TENTHS) ** 2 for card in state.players[seat].hand}


def card_tenths(table: State | View, seat: int) -> dict[str, int]:
    """Return what each of the eight cards is likely to bring the seat in this round, in tenths of a seal, by card key.

    The table may be a state or a view. Cards that are not in the seat's hand are valued too.
    """
    player = table.players[seat]
    return {
        "troops": 10 * min(LIMITS["troops"], table.battle) + 5,
        "knight": 10 * min(LIMITS["knight"], table.battle),
        "blacksmith": 4 * table.seats,
        "fleet": 7 * min(LIMITS["fleet"], table.journey),
        "ship": 5 * table.journey,
        "tollkeeper": 5 * table.seats,
        "merchant": 8 * BEST[table.market][player.wares],
        "mendicant": 5 * (len(CARDS) - len(player.hand)),
    }


def _draw_card(hand: list[str], weights: dict[str, int], chance: Chance) -> str:
    """Remove a random card from the list `hand` and return it, drawn with these relative probabilities."""
    left = chance.below(sum([weights[card] for card in hand]))
    for place, card in enumerate(hand):
        left -= weights[card]
        if left < 0:
            return hand.pop(place)
    raise AssertionError("weights are above 0")
