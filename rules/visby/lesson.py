"""Visby's `LESSON`: a recorded game, and the functions `ideas` and `kinds` that classify its decisions."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from rules.contract import Move
from rules.lessons import Lesson
from rules.visby.data import CARDS, WARES_LIMIT
from rules.visby.moves import Pick, Trade
from rules.visby.view import View

FEW_CARDS = 4
"""With at most this many cards in a hand it is easy to see what its player will do."""
NEARLY_FULL = WARES_LIMIT - 5
"""From this many wares on, the limit of wares matters."""
NEARLY_OVER = 6
"""The end matters once somebody is within this many seals of the target."""


def ideas(view: View, proposed: Move) -> Iterator[str]:
    """Yield the keys of the ideas to explain to the learner before they decide on the proposed move.

    For a trade that is only `trade`. For cards it is each card's key, then those that apply of `hands` (another player
    has at most 4 cards left), `store` (the learner's wares are within 5 of the limit) and `finish` (somebody, the
    learner included, is within 6 seals of the target).
    """
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
    """Return the kinds of action that a move is: the keys of the cards picked, or `trade`.

    A trade of no wares is no action: ().
    """
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
