"""Visby's lesson: the game that is written down, and the ideas that come up in it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from rules.contract import Move
from rules.lessons import Lesson
from rules.visby.data import CARDS, WARES_LIMIT
from rules.visby.moves import Pick, Trade
from rules.visby.view import View

FEW_CARDS = 4
"""With so few cards left it is easy to see what somebody is going to play."""
NEARLY_FULL = WARES_LIMIT - 5
NEARLY_OVER = 6
"""So many seals before the end it is time to think of it."""


def ideas(view: View, proposed: Move) -> Iterator[str]:
    """Name the card that is proposed, then what is worth looking at beyond the own cards."""
    assert view.seat is not None
    if isinstance(proposed, Trade):
        yield Trade.verb
        return
    assert isinstance(proposed, Pick)
    yield from proposed.cards
    others = [player for seat, player in enumerate(view.players) if seat != view.seat]
    if any(len(player.hand) <= FEW_CARDS for player in others):
        yield "hands"
    if view.players[view.seat].wares >= NEARLY_FULL:
        yield "store"
    if max(player.seals for player in view.players) >= view.target - NEARLY_OVER:
        yield "finish"


def kinds(move: Move) -> tuple[str, ...]:
    """Name what is played, or that something is traded."""
    if isinstance(move, Pick):
        return move.cards
    return (move.verb,) if isinstance(move, Trade) and move.wares else ()


LESSON = Lesson(
    file=Path(__file__).with_name("lesson.txt"),
    seat=0,
    ideas=ideas,
    every_idea=(*CARDS, Trade.verb, "hands", "store", "finish"),
    kinds=kinds,
    every_kind=frozenset({*CARDS, Trade.verb}),
    untaught={},
)
