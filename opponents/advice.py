"""`Advice`, a move with its chance to win and `Reason`s; and `advise`, which ranks moves by a game's rule of thumb.

Players usually see advice of the alderman, from `alderman_hints`. The rule of thumb is for games that the alderman has
not learned. Everything here sees a view only, never a state.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

import msgspec

from rules import Move, View, declarations_by_game
from rules.errors import Fact

NOISE = 0.03
"""Chances to win that differ by this or less count as equal: another seed would often turn them round."""

MIN_POINTS = 2.0
"""Of moves with about equal chances to win, one is better if it should bring at least so many points more."""


class Reason(msgspec.Struct, frozen=True, gc=False):
    """One reason for a move, as a key with facts; `words/<game>` turns it into a sentence.

    Games make them in their `REASONS` and `RULE_OF_THUMB`.
    """

    key: str
    facts: Mapping[str, Fact] = {}
    is_caution: bool = False
    """True if it does not speak for the move, but names what the move costs or what is still needed after it."""

    def implies(self, other: Reason) -> bool:
        """Return True if `other` holds wherever this reason does: it has the same key and no fact that says more.

        A larger number says more than a smaller one, and so does a tuple with something that the other lacks.
        """
        return self.key == other.key and all(
            name in self.facts and _is_at_most(fact, self.facts[name]) for name, fact in other.facts.items()
        )


def _is_at_most(fact: Fact, most: Fact) -> bool:
    """Return True if `fact` says no more than `most`.

    A number must not be larger than `most`. Each text of a tuple must be in the tuple `most`; a text with a number,
    such as "2 cloth", may also be there with a larger number, such as "3 cloth". Other facts must be equal.
    """
    if isinstance(fact, int) and isinstance(most, int):
        return fact <= most
    if not isinstance(fact, tuple) or not isinstance(most, tuple):
        return fact == most
    counts = dict(_count_of(text) for text in most)
    return all(count <= counts.get(what, 0) for what, count in map(_count_of, fact))


def _count_of(text: str) -> tuple[str, int]:
    """Split a text such as "2 cloth" into what it counts and how many: ("cloth", 2). Without a number it counts 1."""
    count, _, what = text.partition(" ")
    return (what, int(count)) if what and count.isdecimal() else (text, 1)


def distinguishing_reasons(
    reasons: Sequence[Reason], others: Sequence[Reason], *, cautions: bool = False
) -> tuple[Reason, ...]:
    """Return the reasons for a move that do not hold for another move, in their order; () if there are none.

    `others` are the reasons for the other move. Cautions are left out unless `cautions` is True.
    """
    told = [each for each in reasons if cautions or not each.is_caution]
    return tuple([each for each in told if not any(why.implies(each) for why in others)])


class PointsGap(NamedTuple):
    """By how many points at the end of the game a better move is ahead of a worse one; both 0 if that says nothing."""

    own: int = 0
    """How many more points the player expects after the better move."""
    rival: int = 0
    """How many fewer points the strongest rival expects after it; given only if `own` is 0."""


class Advice(msgspec.Struct, frozen=True, gc=False):
    """A move, with what is known about its value: the chance to win, the expected gain, and reasons."""

    move: Move
    chance: float | None = None
    """The chance to win after the move, from 0 to 1; None if it was not computed."""
    reasons: tuple[Reason, ...] = ()
    """What speaks for the move, the most important reason first; empty if there is nothing to say."""
    worth: float | None = None
    """Expected gain of the move in points of the game; None if it was not computed."""
    points: float | None = None
    """The points that the seat expects at the end after the move; None if they were not computed."""
    combines: bool = False
    """True if the best move of the advice can be made as well in this turn, before or after this one."""


RuleOfThumb = Callable[[Any, Sequence[Move]], list[Advice]]
"""`(view, options) -> advice`: the type of `RULE_OF_THUMB` in a game's package here. It takes a few milliseconds.

It returns all options, best first, and possibly legal moves that `options` does not list.
"""


@cache
def _rules_of_thumb() -> dict[str, RuleOfThumb]:
    """Return each game's `RULE_OF_THUMB`, by the game's name.

    They are looked up on the first call, because a game's package imports this module.
    """
    return declarations_by_game("opponents", "RULE_OF_THUMB")


def advise(game: str, view: View, options: Sequence[Move]) -> list[Advice]:
    """Return the options of the view's seat as advice, best first, by the game's rule of thumb.

    All options are in the result, and possibly further legal moves. Without a rule of thumb the options keep their
    order. The same view and options give the same result.
    """
    rule_of_thumb = _rules_of_thumb().get(game)
    return rule_of_thumb(view, options) if rule_of_thumb else [Advice(move) for move in options]
