"""The rule of thumb for Visby: cards by what they are likely to bring in this round, trades by their seals.

`rule_of_thumb` ranks moves from a view, `reasons` explains a trade, and `is_minor_reason` says which reasons explain
little.
"""

from __future__ import annotations

from collections.abc import Sequence

from opponents.advice import Advice, Reason
from opponents.visby.evaluation import card_tenths
from rules import Move
from rules.visby.data import BEST, RATES, TRACK_END
from rules.visby.moves import Pick, Trade
from rules.visby.view import View


def rule_of_thumb(view: View, options: Sequence[Move]) -> list[Advice]:
    """Return all options of the view's seat as advice without reasons, best first.

    Cards are ranked by what they are likely to bring in this round. Of trades the largest is first; second comes the
    largest one that sells at the current rate without a remainder, then the others by falling amount.
    """
    assert view.seat is not None
    brings = card_tenths(view, view.seat)
    owned, cost = view.players[view.seat].wares, RATES[view.market][0]
    largest = max((move.wares for move in options if isinstance(move, Trade)), default=0)

    def worth(move: Move) -> tuple[int, ...]:
        """Return the sort key of a move; larger is better. Cards and trades are never options of the same decision."""
        if isinstance(move, Pick):
            return (sum(brings[card] for card in move.cards),)
        assert isinstance(move, Trade)
        return move.wares == largest, move.wares == owned - owned % cost, move.wares

    return [Advice(move) for move in sorted(options, key=worth, reverse=True)]


def reasons(view: View, move: Move) -> tuple[Reason, ...]:
    """Return one reason for a trade; () for cards, because their gain depends on all seats, and for a spectator.

    For a sale the reason is the seals it brings and the wares it leaves. For trading nothing it is the wares that the
    seat keeps: for a better rate (`saves`) if there is one on the Market's track, else `keeps`.
    """
    if not isinstance(move, Trade) or view.seat is None:
        return ()
    left = view.players[view.seat].wares - move.wares
    if not move.wares:
        return (Reason("saves" if view.market < TRACK_END else "keeps", {"wares": left}),) if left else ()
    return (Reason("sells", {"seals": BEST[view.market][move.wares], "wares": left}),)


def is_minor_reason(reason: Reason) -> bool:
    """Return True if a reason is about no more than a single seal or ware, and no card."""
    facts = [int(str(reason.facts.get(name, 0))) for name in ("seals", "wares")]
    return not reason.facts.get("cards") and sum(max(0, count) for count in facts) <= 1
