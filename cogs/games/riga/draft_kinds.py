"""Riga's kinds of drafts: a payment, and a swap whose first good is chosen. Stored as JSON until the move is made."""

from __future__ import annotations

import zlib

from cogs.messages.drafts import Draft, DraftReader, names_shown_draft
from cogs.messages.panel import Target
from rules.riga.moves import Build
from tables.model.table import Look
from tables.model.table_errors import Stale


class Payment(Draft, frozen=True):
    """Buildings to be built and what pays for them; the payment may be too small or too large."""

    move: Build


class FirstGood(Draft, frozen=True):
    """The first good of a swap (R26), and the number of its row."""

    row: int
    good: str


def _of_0_1(text: str) -> Payment | FirstGood | None:
    """Return the draft that version 0.1 stored as text (`build …` or `swap 1 glass`); None if it cannot be read."""
    verb, *words = text.split()
    try:
        if verb == "build":
            return Payment(Build.read(words))
        row, good = words
        return FirstGood(int(row), good)
    except ValueError:
        return None


draft_of: DraftReader[Payment | FirstGood] = DraftReader(Payment | FirstGood, _of_0_1)


def payment_of(look: Look, target: Target) -> Build:
    """Return the drafted payment that the menu of the clicked button shows.

    Raise `Stale` if the draft is no payment, or was changed since that menu was shown. Buttons of version 0.1 name the
    payment by a checksum of its text.
    """
    draft = draft_of(look)
    if not isinstance(draft, Payment):
        raise Stale
    if not names_shown_draft(target) and target.arg != f"{zlib.crc32(str(draft.move).encode()):08x}":
        raise Stale
    return draft.move
