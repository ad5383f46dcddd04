"""Choices in Haithabu's menus: `select_or_button` makes a select, or one button if only one option is left.

`cube_options` returns the options of a select of cubes. `ANSWER` is the verb of controls whose move has to be confirmed
if it cannot be taken back.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from cogs.messages.menu_controls import choice_parts
from cogs.messages.panel import MAX_OPTIONS, Option
from rules.haithabu.data import WARES
from words import Words
from words.haithabu import terms

ANSWER = "haithabu.answer"
"""The verb of controls that answer a decision with a move, which is confirmed first if it cannot be taken back.

The control's argument is the text of the move."""

select_or_button = partial(choice_parts, max_buttons=1, question_on_button=True)
"""Makes a select, or for a single option a button that also says the question."""


def cube_options(words: Words, wares: Sequence[int], max_per_ware: int) -> list[Option]:
    """Return an option for every cube in `wares`, at most `max_per_ware` of each ware; values are like `cloth#2`.

    `wares` is the number of cubes of each ware. If there would be more options than a select may have, the limit for
    each ware is lowered (`cubes_per_ware`).
    """
    limit = cubes_per_ware(wares, max_per_ware)
    return [
        Option(words.say(terms.WARE[key]), f"{key}#{number}", emoji=terms.WARE_EMOJI[key])
        for key, count in zip(WARES, wares, strict=True)
        for number in range(1, min(count, limit) + 1)
    ]


def cubes_per_ware(wares: Sequence[int], max_per_ware: int) -> int:
    """Return the largest number of cubes per ware, up to `max_per_ware`, with which a select has room for all options.

    `wares` is the number of cubes of each ware; a cube takes one option, and a select has at most `MAX_OPTIONS`.
    """
    while sum(min(count, max_per_ware) for count in wares) > MAX_OPTIONS:
        max_per_ware -= 1
    return max_per_ware
