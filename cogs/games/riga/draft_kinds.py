"""What can be half put together in Riga: a payment, and a swap of which one good is chosen."""

from __future__ import annotations

import zlib

from cogs.messages.drafts import Draft, DraftReader, names_shown_draft
from cogs.messages.panel import Target
from rules.riga.moves import Build
from tables.model.table import Look
from tables.model.table_errors import Stale


class Payment(Draft, frozen=True):
    """Something to be built and what pays for it, whether that is enough yet or not."""

    move: Build


class FirstGood(Draft, frozen=True):
    """R26: the good that one row gives for another."""

    row: int
    good: str


def _of_0_1(text: str) -> Payment | FirstGood | None:
    """Read what version 0.1 kept: `build …` as a move's text, or `swap 1 glass`."""
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
    """Return the payment that a button was made for; somewhere else it may have been changed meanwhile.

    Buttons of version 0.1 name it by a checksum of its text.
    """
    draft = draft_of(look)
    if not isinstance(draft, Payment):
        raise Stale
    if not names_shown_draft(target) and target.arg != f"{zlib.crc32(str(draft.move).encode()):08x}":
        raise Stale
    return draft.move
