"""A rule of thumb for Visby: cards for what they bring at once, trades for the most seals."""

from __future__ import annotations

from collections.abc import Sequence

from opponents.advice import Advice, Reason
from opponents.visby.evaluation import card_tenths
from rules import Move
from rules.visby.data import BEST, RATES
from rules.visby.moves import Pick, Trade
from rules.visby.view import View


def rule_of_thumb(view: View, options: Sequence[Move]) -> list[Advice]:
    """Advise the cards that bring most now; of trades the largest, then the largest at the best rate alone."""
    assert view.seat is not None
    brings = card_tenths(view, view.seat)
    owned, cost = view.players[view.seat].wares, RATES[view.market][0]
    largest = max((move.wares for move in options if isinstance(move, Trade)), default=0)

    def worth(move: Move) -> tuple[int, ...]:
        if isinstance(move, Pick):
            return (sum(brings[card] for card in move.cards),)
        assert isinstance(move, Trade)
        return move.wares == largest, move.wares == owned - owned % cost, move.wares

    return [Advice(move) for move in sorted(options, key=worth, reverse=True)]


def reasons(view: View, move: Move) -> tuple[Reason, ...]:
    """Say what a trade brings, and what it leaves; what cards bring depends on all."""
    if not isinstance(move, Trade) or view.seat is None:
        return ()
    left = view.players[view.seat].wares - move.wares
    if not move.wares:
        return (Reason("keeps", {"wares": left}),)
    return (Reason("sells", {"seals": BEST[view.market][move.wares], "wares": left}),)
