"""Early answers in Visby: the Merchant's trade, said with the card, and the next cards, chosen while others trade."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from rules.early_answers import EarlyAnswers, Question
from rules.visby import moves, rounds
from rules.visby.data import BEST, DATA, LIMITS, PAYS, WARES_LIMIT
from rules.visby.state import Choose, State, Trade
from rules.visby.steps import fewest_wares


class VisbyEarly(EarlyAnswers):
    """Whoever has chosen a Merchant can plan the trade (V15), and others their next cards while Merchants trade (V5).

    A trade is planned by the seals that it shall bring, since its rate is known only when the cards are revealed.
    """

    decisions: ClassVar[frozenset[str]] = frozenset({"trade", "choose"})

    def questions(self, guess: Any, seat: int) -> dict[str, Question]:
        """Return `trade` for a seat that has sealed a Merchant, and `choose` while others trade.

        Nothing is returned for a seat that cannot buy anything in this round or will have no choice of cards, and if
        the game is about to end.
        """
        frame = guess.agenda[-1]
        return _next_cards(guess, frame, seat) if isinstance(frame, Trade) else _trade(guess, frame, seat)

    def period(self, state: Any) -> int:
        """Return the number of the round."""
        return int(state.round)

    def adapted(self, texts: Sequence[str], context: str, state: Any, seat: int) -> Sequence[str] | None:
        """Return the moves with each `buy` as the trade that brings it; None if exactly that cannot be bought (V15)."""
        frame, adapted = state.agenda[-1], list[str]()
        for text in texts:
            verb, *words = text.split()
            if verb == moves.Buy.verb and isinstance(frame, Trade) and not frame.is_imagined:
                wares = fewest_wares(state, seat, moves.Buy.read(words).seals)
                if wares is None:
                    return None
                text = str(moves.Trade(wares))
            adapted.append(text)
        return adapted


def _trade(guess: State, frame: Choose, seat: int) -> dict[str, Question]:
    """Return the question what the Merchant that the seat has sealed shall buy; {} without one.

    It is asked at the best rate that is possible, that of a single Merchant (V14), and with the most wares that the
    seat can have by then (V19). What others have sealed makes no difference.
    """
    cards = frame.picks[seat]
    if not cards or "merchant" not in cards:
        return {}
    player = guess.players[seat]
    player.wares = min(WARES_LIMIT, player.wares + sum(_most_wares(guess, seat, card) for card in cards))
    if not BEST[guess.market][player.wares]:
        return {}
    player.hand = [card for card in player.hand if card not in cards]
    guess.played[seat] = cards
    guess.agenda = []
    guess.push(Trade(owes=[seat], merchants=()))
    return {"trade": Question(guess, guess.agenda[-1].id)}


def _most_wares(state: State, seat: int, card: str) -> int:
    """Return the most wares that a card could bring the seat before its Merchant trades (V10 to V12)."""
    if card in ("fleet", "ship"):
        return min(LIMITS[card], state.journey)
    if card != "blacksmith":
        return 0
    count, paid = DATA.cards_per_round.count[state.seats], PAYS[card]
    hands = [player.hand for other, player in enumerate(state.players) if other != seat]
    return sum(sum(sorted(amount for key, amount in paid.items() if key in hand)[-count:]) for hand in hands)


def _next_cards(guess: State, frame: Trade, seat: int) -> dict[str, Question]:
    """Return the question which cards the seat plays next; {} if it will not be asked.

    Its hand is the one after this round (V18), and so are the tracks. No other Merchant's trade is known: nobody else
    trades. If the game ends even so (V20), nothing is asked.
    """
    frame.sealed.update({other: 0 for other in frame.sealed if other != seat})
    frame.owes.clear()
    rounds.close_market(guess, frame, [])
    if not guess.agenda or seat not in guess.agenda[-1].owes:
        return {}
    return {"choose": Question(guess, guess.agenda[-1].id)}
