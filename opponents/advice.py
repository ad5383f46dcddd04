"""What is worth doing, and why: the one answer behind proposals in menus, hints and lessons. It sees only a view."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any

import msgspec

from rules import Move, View, declarations_by_game
from rules.errors import Fact


class Reason(msgspec.Struct, frozen=True, gc=False):
    """Why a move is worth making: a key and its facts. `words/<game>` tells it."""

    key: str
    facts: Mapping[str, Fact] = {}


class Advice(msgspec.Struct, frozen=True, gc=False):
    """A move that is worth making, and why."""

    move: Move
    chance: float | None = None
    """The chance to win with it, from 0 to 1; None where nobody has worked that out."""
    reasons: tuple[Reason, ...] = ()
    """What speaks for it, the weightiest first; none where there is nothing to say."""
    worth: float | None = None
    """How much better one should stand by it than without it; None where nobody has worked that out."""


RuleOfThumb = Callable[[Any, Sequence[Move]], list[Advice]]
"""How a game's package here declares what is worth doing, as `RULE_OF_THUMB`: from a view and the options, in a few ms.

All options come back, best first. Legal moves that the rules do not list may stand among them.
"""


@cache
def _rules_of_thumb() -> dict[str, RuleOfThumb]:
    """Find them when first asked: a game's package imports this file."""
    return declarations_by_game("opponents", "RULE_OF_THUMB")


def advise(game: str, view: View, options: Sequence[Move]) -> list[Advice]:
    """Return all options of the seat whose view this is, best first; without a rule of thumb in the game's own order.

    The same view and options give the same answer.
    """
    rule_of_thumb = _rules_of_thumb().get(game)
    return rule_of_thumb(view, options) if rule_of_thumb else [Advice(move) for move in options]
