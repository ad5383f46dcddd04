"""Choices in Haithabu's menus: selects that become one button if only one option is left, and options for cubes."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from cogs.messages.menu_controls import choice_parts
from cogs.messages.panel import MAX_OPTIONS, Option
from rules.haithabu.data import WARES
from words import Words
from words.haithabu import terms

ANSWER = "haithabu.answer"
"""The verb of controls outside the own turn; the argument is the text of a move."""

select_or_button = partial(choice_parts, max_buttons=1, question_on_button=True)
"""Makes a select, or for a single option a button that also says the question."""


def cube_options(words: Words, wares: Sequence[int], max_per_ware: int) -> list[Option]:
    """Return a line for every cube of `wares`, at most `max_per_ware` of each; equal cubes are numbered (`cloth#2`).

    If that makes more lines than a select may have, each ware has fewer lines, but none is left out.
    """
    limit = cubes_per_ware(wares, max_per_ware)
    return [
        Option(words.say(terms.WARE[key]), f"{key}#{number}", emoji=terms.WARE_EMOJI[key])
        for key, count in zip(WARES, wares, strict=True)
        for number in range(1, min(count, limit) + 1)
    ]


def cubes_per_ware(wares: Sequence[int], max_per_ware: int) -> int:
    """Return how many cubes of each ware, up to `max_per_ware`, a select can list with one line each."""
    while sum(min(count, max_per_ware) for count in wares) > MAX_OPTIONS:
        max_per_ware -= 1
    return max_per_ware
