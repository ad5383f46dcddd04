"""Riga's kinds of drafts: `Payment`, and `FirstGood` for a swap whose first good is chosen.

They are stored as JSON until the move is made. `draft_of` returns the draft of a look's seat, and `payment_of` the
payment that a clicked menu shows.
"""

from __future__ import annotations

import zlib

from cogs.messages.drafts import Draft, DraftReader, names_shown_draft
from cogs.messages.panel import Target
from rules.riga.moves import Build
from tables.model.table import Look
from tables.model.table_errors import Stale


class Payment(Draft, frozen=True):
    """A drafted build: buildings and what pays for them. The payment may still be too small or too large."""

    move: Build


class FirstGood(Draft, frozen=True):
    """A drafted swap of two goods (R26) of which only the first is chosen: its row's number, from 1 on, and its key."""

    row: int
    good: str


def _read_version_0_1(text: str) -> Payment | FirstGood | None:
    """Return the draft that version 0.1 stored as text; None if the text cannot be read.

    The text is `build …` for a payment, or like `swap 1 glass` for the first good of a swap.
    """
    verb, *words = text.split()
    try:
        if verb == "build":
            return Payment(Build.read(words))
        row, good = words
        return FirstGood(int(row), good)
    except ValueError:
        return None


draft_of: DraftReader[Payment | FirstGood] = DraftReader(Payment | FirstGood, _read_version_0_1)


def payment_of(look: Look, target: Target) -> Build:
    """Return the drafted `Build` that the menu of the clicked control (`target`) shows.

    Raise `Stale` if the look's seat has no drafted payment, or if the control does not name this draft. A control names
    it by its mark; buttons of version 0.1 name it by a checksum of the payment's text.
    """
    draft = draft_of(look)
    if not isinstance(draft, Payment):
        raise Stale
    if not names_shown_draft(target) and target.arg != f"{zlib.crc32(str(draft.move).encode()):08x}":
        raise Stale
    return draft.move
