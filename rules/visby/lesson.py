"""Visby's `LESSON` for new players: a recorded game, and the function `ideas`.

An idea is the key of an explanation, such as `trade`; `ideas` returns those that fit the learner's move.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from rules.contract import Move
from rules.lessons import Lesson
from rules.visby.data import CARDS, PAYS, RATES, WARES_LIMIT
from rules.visby.moves import Pick, Trade
from rules.visby.view import View

FEW_CARDS = 4
"""With at most this many cards in a hand it is easy to see what its player will do."""
NEARLY_FULL = WARES_LIMIT - 5
"""From this many wares on, the limit of wares matters."""
NEARLY_OVER = 8
"""The end matters once somebody is within this many seals of the target."""
MANY_DISCARDS = 3
"""From this many discarded cards on, it is worth taking them back."""
_SEAL_CARDS = {"troops", "knight", "tollkeeper", "merchant"}
"""The cards that bring seals."""
_CHOICES = ("hands", "store", "finish")


def ideas(view: View, move: Move) -> Iterator[str]:
    """Yield the keys of the ideas that the learner's move uses.

    For a trade that is only `trade`, or nothing if no wares are traded. For a choice of cards these are, in this order,
    as far as they apply:

    1. The key of each card that can bring something now.
    2. `hands`: another player has at most 4 cards left.
    3. `store`: the learner's wares are within 5 of the limit, and the move brings seals.
    4. `finish`: somebody, the learner included, is within 8 seals of the target.
    """
    assert view.seat is not None
    if isinstance(move, Trade):
        if move.wares:
            yield Trade.verb
        return
    assert isinstance(move, Pick)
    yield from (card for card in move.cards if _is_useful(view, view.seat, card))
    others = [player for seat, player in enumerate(view.players) if seat != view.seat]
    if any(len(player.hand) <= FEW_CARDS for player in others):
        yield "hands"
    if view.players[view.seat].wares >= NEARLY_FULL and _SEAL_CARDS & {*move.cards}:
        yield "store"
    if max(player.seals for player in view.players) >= view.target - NEARLY_OVER:
        yield "finish"


def _is_useful(view: View, seat: int, card: str) -> bool:
    """Return True if the card can bring the player something now, so that its explanation is true."""
    me, others = view.players[seat], [player.hand for other, player in enumerate(view.players) if other != seat]
    held_by_others = {held for hand in others for held in hand}
    match card:
        case "troops":
            return view.battle > 0 and "knight" in held_by_others
        case "knight":
            return view.battle > 0
        case "fleet" | "ship":
            return view.journey > 0
        case "blacksmith" | "tollkeeper":
            track = view.battle if card == "blacksmith" else view.journey
            return track > 0 and bool(held_by_others & PAYS[card].keys())
        case "merchant":
            return me.wares >= RATES[view.market][0]
        case _:
            return len(me.discard) >= MANY_DISCARDS


LESSON = Lesson(
    file=Path(__file__).with_name("lesson.txt"),
    seat=0,
    ideas=ideas,
    every_idea=(*CARDS, Trade.verb, *_CHOICES),
    choices=frozenset(_CHOICES),
    has_searched_reasons=True,
)
