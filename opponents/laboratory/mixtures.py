"""Mixtures: players that follow their game's rule of thumb, corrected by several ideas at once.

An idea is the preference of one of the game's adversaries with a weight, for the whole game or for a third of it. The
name of a mixture says all of that, so it can be entered in tournaments: `mix:patron*3+owl*-1@2` likes characters, and
shuns the night in the second third of the game.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from opponents.advice import advise
from opponents.laboratory.adversaries import Preference, adversaries_of, progress_of
from rules import AnyGame, Move

PREFIX = "mix:"
"""Begins the name of every mixture."""
THIRDS = 3


class Idea(NamedTuple):
    """One idea of a mixture: the name of an adversary, its weight, and the third of the game in which it counts."""

    adversary: str
    weight: float
    third: int = 0
    """From 1 to `THIRDS`; 0: the whole game."""

    @property
    def text(self) -> str:
        """The idea as it is written in the name of a mixture."""
        return f"{self.adversary}*{self.weight:g}" + (f"@{self.third}" if self.third else "")

    def counts(self, progress: float) -> bool:
        """Return True if the idea counts when this part of the game (0 to 1) is over."""
        return self.third in (0, 1 + min(THIRDS - 1, int(progress * THIRDS)))


def name_of(ideas: Sequence[Idea]) -> str:
    """Return the name of the mixture of these ideas."""
    return PREFIX + "+".join(idea.text for idea in ideas)


def ideas_of(game: str, name: str) -> tuple[Idea, ...]:
    """Return the ideas of the mixture with this name. Raise ValueError if the name is not one of a mixture."""
    try:
        ideas = tuple(_idea(text) for text in name.removeprefix(PREFIX).split("+"))
    except ValueError:
        raise ValueError(f"invalid choice: {name!r} (a mixture is {PREFIX}ADVERSARY*WEIGHT@THIRD+…)") from None
    if unknown := {idea.adversary for idea in ideas} - adversaries_of(game).keys():
        raise ValueError(f"invalid choice: {name!r} ({game} has no adversary {min(unknown)})")
    return ideas


def _idea(text: str) -> Idea:
    """Return the idea with this text. Raise ValueError if a number is missing."""
    adversary, _, rest = text.partition("*")
    weight, _, third = rest.partition("@")
    return Idea(adversary, float(weight), int(third or 0))


def mixture(ideas: Sequence[Idea], game: AnyGame, state: Any, seat: int, seed: int) -> Move:
    """Return the move of the seat's menu that the rule of thumb and the ideas together score highest.

    The rule of thumb counts in its own points, or, if it has none, 1 for each place in its ranking. An idea adds its
    weight to the moves that it likes best, nothing to those that it likes least, and to others in proportion. What the
    seat cannot see is guessed by `seed`.
    """
    guess = game.guess(state, seat, seed)
    view = game.view(guess, seat)
    advice = advise(game.name, view, game.menu(guess, seat))
    scores = [float(-place) if each.worth is None else each.worth for place, each in enumerate(advice)]
    progress = progress_of(game.name)(view)
    for idea in ideas:
        if idea.counts(progress):
            likes = _scaled_likes(adversaries_of(game.name)[idea.adversary], view, [each.move for each in advice])
            scores = [score + idea.weight * like for score, like in zip(scores, likes, strict=True)]
    # `max` returns the first of equals, and advice comes best first.
    return advice[max(range(len(advice)), key=scores.__getitem__)].move


def _scaled_likes(preference: Preference, view: Any, moves: Sequence[Move]) -> list[float]:
    """Return how much a preference likes each move, from 0 for the least liked to 1; all 0 if it likes all the same."""
    likes = [preference(view, move) for move in moves]
    least, span = min(likes), max(likes) - min(likes)
    return [(like - least) / span if span else 0.0 for like in likes]
