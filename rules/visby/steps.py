"""The two decisions of Visby: choosing cards (V5) and trading as a Merchant (V15)."""

from __future__ import annotations

from bisect import bisect_right
from itertools import combinations

from rules.chance import Chance
from rules.contract import Event, Move, Step, wrong_kind
from rules.errors import Illegal
from rules.visby import events, moves, rounds
from rules.visby.data import BEST, CARDS, DATA, STEP, USEFUL
from rules.visby.state import Choose, State, Trade

_COUNT = DATA.cards_per_round.count
_PAIRS = tuple(tuple(combinations(range(cards), 2)) for cards in range(len(CARDS) + 1))
"""By number of cards in a hand: every pair of positions in it."""


class ChooseCards(Step[State, Choose, moves.Pick]):
    """V5: a secret simultaneous choice of cards, which may be changed until the last player has chosen."""

    def options(self, state: State, frame: Choose, seat: int) -> list[moves.Pick]:
        """Return every card of the hand, or every pair with 2 and 3 players."""
        return [moves.Pick(cards) for cards in combinations(state.players[seat].hand, _COUNT[state.seats])]

    def sample(self, state: State, frame: Choose, seat: int, chance: Chance) -> moves.Pick:
        """Return a random card of the hand, or a random pair with 2 and 3 players."""
        hand = state.players[seat].hand
        if _COUNT[state.seats] == 1:
            return moves.Pick((hand[chance.below(len(hand))],))
        first, second = chance.choice(_PAIRS[len(hand)])
        return moves.Pick((hand[first], hand[second]))

    def may_change(self, state: State, frame: Choose, seat: int) -> bool:
        """Return True for every seat that had a choice."""
        return 0 <= seat < state.seats and seat not in frame.forced

    def check(self, state: State, frame: Choose, seat: int, move: Move) -> None:
        """Raise `Illegal` for a wrong number of cards, the same card twice, and cards that are not in the hand."""
        if not isinstance(move, moves.Pick):
            raise wrong_kind("V5", move)
        count = _COUNT[state.seats]
        if len(move.cards) != count:
            raise Illegal("V5", "wrong_number_of_cards", wanted=count, given=len(move.cards))
        if count > 1 and len(set(move.cards)) != count:
            raise Illegal("V5", "same_card_twice", card=move.cards[0])
        hand = state.players[seat].hand
        for card in move.cards:
            if card not in hand:
                if card not in STEP:
                    raise Illegal("V2", "no_such_card", card=card)
                raise Illegal("V18", "card_is_discarded", card=card)

    def apply(self, state: State, frame: Choose, seat: int, move: moves.Pick, emitted: list[Event]) -> None:
        """Seal the cards, replacing an earlier choice; they stay in the hand until the reveal (V18)."""
        cards = move.cards if len(move.cards) == 1 else moves.in_order(move.cards)
        emitted.append(events.Chose(seat, cards))
        frame.picks[seat] = cards
        if seat in frame.owes:
            frame.owes.remove(seat)

    def resume(self, state: State, frame: Choose, emitted: list[Event]) -> None:
        """Everyone has chosen: reveal and evaluate the cards."""
        rounds.reveal(state, frame, emitted)


class TradeWares(Step[State, Trade, moves.Trade]):
    """V15: every Merchant decides how many wares to trade.

    Several Merchants decide at the same time, sealed, and may change it until the last one has decided.
    """

    def options(self, state: State, frame: Trade, seat: int) -> list[moves.Trade]:
        """Return the amounts for which no smaller amount buys as many seals, the largest first; 0 is the last."""
        owned = state.players[seat].wares
        return [moves.Trade(wares) for wares in reversed(USEFUL[state.market]) if wares <= owned]

    def sample(self, state: State, frame: Trade, seat: int, chance: Chance) -> moves.Trade:
        """Return a random trade: one of the amounts for which no smaller amount buys as many seals."""
        useful = USEFUL[state.market]
        return moves.Trade(useful[chance.below(bisect_right(useful, state.players[seat].wares))])

    def may_change(self, state: State, frame: Trade, seat: int) -> bool:
        """Return True for the seats that decide together with others."""
        return seat in frame.sealed

    def check(self, state: State, frame: Trade, seat: int, move: Move) -> None:
        """Raise `Illegal` for a negative amount, more wares than owned, or (since version 2) wasted wares."""
        if not isinstance(move, moves.Trade):
            raise wrong_kind("V15", move)
        if move.wares < 0:
            raise Illegal("V15", "less_than_nothing", wares=move.wares)
        owned = state.players[seat].wares
        if move.wares > owned:
            raise Illegal("V15", "more_than_owned", wares=move.wares, owned=owned)
        if state.version >= 2:  # Version 1 allowed any amount.
            _check_waste(state.market, move.wares, owned)

    def apply(self, state: State, frame: Trade, seat: int, move: moves.Trade, emitted: list[Event]) -> None:
        """Seal the trade, replacing an earlier one, if several Merchants decide together; else carry it out at once."""
        if frame.sealed:
            frame.sealed[seat] = move.wares
            emitted.append(events.SealedTrade(seat, move.wares))
        else:
            rounds.trade(state, seat, move.wares, emitted)
        if seat in frame.owes:
            frame.owes.remove(seat)

    def resume(self, state: State, frame: Trade, emitted: list[Event]) -> None:
        """All Merchants have decided: carry out sealed trades, close the Market and finish the round."""
        rounds.close_market(state, frame, emitted)


def _check_waste(space: int, wares: int, owned: int) -> None:
    """V15: raise `Illegal` if a smaller amount buys as many seals, naming the next useful amounts below and above.

    The one above is named only if the player owns that many wares.
    """
    useful, best = USEFUL[space], BEST[space]
    if wares in useful:
        return
    above = bisect_right(useful, wares)
    lower = useful[above - 1]
    if above == len(useful) or useful[above] > owned:
        raise Illegal("V15", "wasted", wares=wares, lower=lower, seals=best[lower])
    higher = useful[above]
    facts = {"lower": lower, "seals": best[lower], "higher": higher, "more_seals": best[higher]}
    raise Illegal("V15", "wasted_between", wares=wares, **facts)
