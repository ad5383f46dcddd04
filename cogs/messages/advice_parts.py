"""The suggestions in a menu, for every game: a line for each advised move with its reasons, and a button to make it.

`advice_parts` makes them from `Look.advised`, which is empty unless the player asked for a hint or wants suggestions.
`with_packed_rows` makes a menu with suggestions lower.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TypeGuard

import msgspec

from cogs.messages.drafts import fingerprint
from cogs.messages.game_display import GameDisplay
from cogs.messages.menu_controls import menu_target
from cogs.messages.panel import MAX_LABEL_CHARS, MAX_ROW_BUTTONS, Button, Panel, Part, Row, shorten, text
from tables.model.table import Look
from tables.thinking.table_advice import MIN_POINTS, NOISE, Advice
from words import Words, hint_text
from words.catalogue import escaped_name as escaped

_NUMBERS = ("1️⃣", "2️⃣", "3️⃣")
_MAX_LINE_CHARS = 96
"""Length of a suggestion's line, about three lines on a phone, beyond which further reasons are left out."""
VERB = "advised"
"""The verb of the buttons that make a suggested move."""
COMPONENTS = 2 + len(_NUMBERS)
"""How many components the parts need at most: a text, a row, and a button for each move."""


def advice_parts(display: GameDisplay, look: Look, words: Words) -> list[Part]:
    """Return a text and a row of buttons for the best three moves in `look.advised`, best first; [] if it is empty.

    The text has one line for each move, with as many of its reasons as fit a phone (`_fitting`), and then the
    game's note. A move's button has the same number and label as its line, and makes the move at once.
    """
    if not look.advised:
        return []
    labelled: dict[str, Advice] = {}
    for each in look.advised:  # Of moves with the same label, the first one is the best.
        labelled.setdefault(shorten(display.move_label(look, words, each.move), MAX_LABEL_CHARS), each)
    labels, advised = [*labelled], [*labelled.values()]
    worth = [hint_text.Worth(each.chance, each.points, each.combines) for each in advised]
    notes = hint_text.notes(words, worth, noise=NOISE, min_points=MIN_POINTS)
    lines = []
    for number, each, label, note in zip(_NUMBERS, advised, labels, notes, strict=False):
        why = [display.words.reason(words, reason.key, reason.facts) for reason in each.reasons]
        facts = filter(None, dict.fromkeys((note, *display.move_facts(look, words, each.move))))
        said = [f"**{with_safe_names(look, label)}**", *facts]
        lines.append(f"{number} " + " · ".join((*said, *_fitting(said, [*filter(None, dict.fromkeys(why))]))))
    buttons = tuple(
        Button(label, menu_target(look, VERB, fingerprint(each.move)), "primary", number)
        for number, each, label in zip(_NUMBERS, advised, labels, strict=False)
    )
    heading = hint_text.heading(words, len(lines))
    # A lesson's page has little room, and its suggestions are played by a press from the first page on.
    note = "" if look.guidance else "-# " + words.say("A suggestion is played as soon as you press it.")
    return [text(heading, *lines, display.advice_note(look, words), note), Row(buttons)]


def with_packed_rows(panel: Panel) -> Panel:
    """Return the panel with each row of a single button joined with the row above or below it, if both fit into one.

    The row of the suggested moves stays as it is.
    """
    parts: list[Part] = []
    for part in panel.parts:
        above = parts[-1] if parts else None
        if takes_buttons(part) and takes_buttons(above) and 1 in (len(part.buttons), len(above.buttons)):
            both = (*above.buttons, *part.buttons)
            if len(both) <= MAX_ROW_BUTTONS:
                parts[-1] = Row(both)
                continue
        parts.append(part)
    return msgspec.structs.replace(panel, parts=tuple(parts))


def takes_buttons(part: Part | None) -> TypeGuard[Row]:
    """Return True if `part` is a row of buttons that others may join: not the row of the suggested moves."""
    return isinstance(part, Row) and not any(
        isinstance(each, Button) and each.target.verb == VERB for each in part.buttons
    )


def _fitting(said: Sequence[str], reasons: Sequence[str]) -> list[str]:
    """Return the reasons, best first, that still fit into the line of a suggestion after the facts in `said`.

    The first reason and all warnings (⚠️) are always among them; a reason that is already said never is.
    """
    fitting: list[str] = []
    chars = sum(len(each) for each in said)
    for reason in reasons:
        if reason in said:
            continue
        if not fitting or reason.startswith("⚠️") or chars + len(reason) <= _MAX_LINE_CHARS:
            fitting.append(reason)
            chars += len(reason)
    return fitting


def with_safe_names(look: Look, label: str) -> str:
    """Return a move's label with the players' names in it escaped, since names may contain Markdown."""
    names = "|".join(re.escape(seat.name) for seat in look.table.seats)
    return re.sub(names, lambda found: escaped(found[0]), label)
