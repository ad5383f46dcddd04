"""The two decisions of Visby: `ChooseCards` (V5) and `TradeWares` (trading as a Merchant, V15)."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
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
        """V5: return a move for every card of the seat's hand, or for every pair of cards with 2 and 3 players."""
        return [moves.Pick(cards) for cards in combinations(state.players[seat].hand, _COUNT[state.seats])]

    def sample(self, state: State, frame: Choose, seat: int, chance: Chance) -> moves.Pick:
        """Return a random choice of cards from the seat's hand: one card, or two with 2 and 3 players (V5)."""
        hand = state.players[seat].hand
        if _COUNT[state.seats] == 1:
            return moves.Pick((hand[chance.below(len(hand))],))
        first, second = chance.choice(_PAIRS[len(hand)])
        return moves.Pick((hand[first], hand[second]))

    def may_change(self, state: State, frame: Choose, seat: int) -> bool:
        """V5: return True if the seat may replace the cards it has sealed.

        Every seat may once it has chosen, except those that had no choice (`frame.forced`). The result is also True for
        a seat that has not chosen yet.
        """
        return 0 <= seat < state.seats and seat not in frame.forced

    def check(self, state: State, frame: Choose, seat: int, move: Move) -> None:
        """V5: raise `Illegal` unless the move picks the right number of different cards, all from the seat's hand."""
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
        """V5: seal the cards the seat has chosen, replacing an earlier choice, and emit `Chose`.

        The cards stay in the hand until the reveal (V18). The seat has then decided.
        """
        cards = move.cards if len(move.cards) == 1 else moves.in_order(move.cards)
        emitted.append(events.Chose(seat, cards))
        frame.picks[seat] = cards
        if seat in frame.owes:
            frame.owes.remove(seat)

    def resume(self, state: State, frame: Choose, emitted: list[Event]) -> None:
        """All seats have chosen their cards: reveal and evaluate them (V5, V6).

        The game then continues with the Merchants' trades, the next round, or the end.
        """
        rounds.reveal(state, frame, emitted)


class TradeWares(Step[State, Trade, moves.Trade | moves.Buy]):
    """V15: every Merchant decides how many wares to trade.

    Several Merchants decide at the same time. Their trades are sealed, and may be changed until the last one has
    decided. A single Merchant trades openly and at once; in version 1 of the rules, every Merchant did. Where the
    decision is imagined, to plan it, the only moves are those of the class `Buy`.
    """

    def options(self, state: State, frame: Trade, seat: int) -> list[moves.Trade | moves.Buy]:
        """V15: return the trades that waste no wares: amounts for which no smaller one buys as many seals.

        The largest amount that the seat owns comes first, 0 last. In an imagined decision return all numbers of seals
        instead, the largest first, and before them as many as possible.
        """
        owned = state.players[seat].wares
        if frame.is_imagined:
            return [moves.Buy(None), *(moves.Buy(seals) for seals in range(BEST[state.market][owned], -1, -1))]
        return [moves.Trade(wares) for wares in reversed(USEFUL[state.market]) if wares <= owned]

    def sample(self, state: State, frame: Trade, seat: int, chance: Chance) -> moves.Trade | moves.Buy:
        """Return a random one of the trades in `options`: an amount for which no smaller one buys as many seals."""
        if frame.is_imagined:
            return chance.choice(self.options(state, frame, seat))
        useful = USEFUL[state.market]
        return moves.Trade(useful[chance.below(bisect_right(useful, state.players[seat].wares))])

    def may_change(self, state: State, frame: Trade, seat: int) -> bool:
        """V15: return True if the seat may replace its trade: it is one of several Merchants who decide together.

        The result is also True before it has decided.
        """
        return seat in frame.sealed

    def check(self, state: State, frame: Trade, seat: int, move: Move) -> None:
        """V15: raise `Illegal` for any move but a trade, for a negative amount, and for more wares than the seat owns.

        Since version 2 of the rules also for wasted wares: an amount for which a smaller one buys as many seals. In an
        imagined decision only a `Buy` is allowed, of no more seals than are possible.
        """
        owned = state.players[seat].wares
        if frame.is_imagined:
            _check_order(BEST[state.market][owned], move)
            return
        if not isinstance(move, moves.Trade):
            raise wrong_kind("V15", move)
        if move.wares < 0:
            raise Illegal("V15", "less_than_nothing", wares=move.wares)
        if move.wares > owned:
            raise Illegal("V15", "more_than_owned", wares=move.wares, owned=owned)
        if state.version >= 2:  # Version 1 allowed any amount.
            _check_waste(state.market, move.wares, owned)

    def apply(self, state: State, frame: Trade, seat: int, move: moves.Trade | moves.Buy, emitted: list[Event]) -> None:
        """V15: seal the seat's trade, replacing an earlier one, if several Merchants decide together.

        Otherwise carry it out at once. `SealedTrade` or `Traded` is emitted, and the seat has then decided.
        """
        if isinstance(move, moves.Buy):
            best = BEST[state.market][: state.players[seat].wares + 1]
            rounds.trade(state, seat, bisect_left(best, best[-1] if move.seals is None else move.seals), emitted)
        elif frame.sealed:
            frame.sealed[seat] = move.wares
            emitted.append(events.SealedTrade(seat, move.wares))
        else:
            rounds.trade(state, seat, move.wares, emitted)
        if seat in frame.owes:
            frame.owes.remove(seat)

    def resume(self, state: State, frame: Trade, emitted: list[Event]) -> None:
        """V15, V16: all Merchants have decided: carry out sealed trades, set the Market to 0 and finish the round."""
        rounds.close_market(state, frame, emitted)


def fewest_wares(state: State, seat: int, seals: int | None) -> int | None:
    """V15: return the fewest wares with which the seat can buy exactly this many seals at the Market's rates.

    `seals` None means as many as possible. Return None if the seat cannot buy exactly this many.
    """
    best = BEST[state.market][: state.players[seat].wares + 1]
    wanted = best[-1] if seals is None else seals
    return best.index(wanted) if wanted in best else None


def _check_order(most: int, move: Move) -> None:
    """Raise `Illegal` unless the move orders at most this many seals."""
    if not isinstance(move, moves.Buy):
        raise wrong_kind("V15", move)
    if move.seals is not None and not 0 <= move.seals <= most:
        raise Illegal("V15", "too_many_seals", seals=move.seals, most=most)


def _check_waste(space: int, wares: int, owned: int) -> None:
    """V15: raise `Illegal` if fewer wares than `wares` buy as many seals with the Market on this space.

    The error names the nearest smaller amount that wastes nothing, and the nearest larger one if it is at most `owned`,
    the number of wares that the player has.
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
