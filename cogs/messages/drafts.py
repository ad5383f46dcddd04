"""Drafts: incomplete moves that take several clicks, as typed values that are stored as JSON until the move is made.

`Draft` is the base class of each game's kinds of drafts. `encode_draft` returns the JSON that is stored, and a
`DraftReader` reads it. A menu that shows a draft names it in the mark of its buttons (`Table.shown_mark`), so a click
acts on exactly the draft that is shown. A control that completes a draft must name it; one that begins a draft need
not.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Generic, TypeVar
from zlib import crc32

import msgspec

from cogs.messages.panel import Target
from rules import Move
from tables.model.table import Look, names_draft


def _snake_case(name: str) -> str:
    """Return the name of a class in snake case: the tag of a draft's kind in JSON."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower()


class Draft(msgspec.Struct, frozen=True, tag=_snake_case, tag_field="draft"):
    """An incomplete move. Each game derives its own kinds; their names and fields are stored."""


D = TypeVar("D", bound=Draft)


def encode_draft(draft: Draft | None) -> str:
    """Return a draft as the JSON that is stored; "" for None."""
    return msgspec.json.encode(draft).decode() if draft else ""


def names_shown_draft(target: Target) -> bool:
    """Return True if the clicked control's mark names a draft, which then is the draft that the clicked menu showed."""
    return names_draft(target.mark)


def fingerprint(move: Move) -> str:
    """Return a checksum of a move's text in decimal digits, for buttons whose custom id has no room for the text."""
    return str(crc32(str(move).encode()))


class DraftReader(Generic[D]):
    """Reads the stored drafts of one game. Each game has one instance, which is called like a function.

    Called with a `Look`, it returns the draft of the look's seat, or None if there is none or it cannot be read.
    """

    def __init__(self, kinds: Any, read_version_0_1: Callable[[str], D | None]) -> None:
        """Prepare to read drafts of the classes in `kinds`, a union of `Draft` classes.

        `read_version_0_1` returns the draft for a text that version 0.1 stored, or None if it cannot be read.
        """
        self._decoder = msgspec.json.Decoder(kinds)
        self._read_version_0_1 = read_version_0_1

    def __call__(self, look: Look) -> D | None:
        """Return the stored draft of the look's seat; None if it has none, or the stored text cannot be read."""
        if not look.draft:
            return None
        if is_version_0_1_draft(look):
            return self._read_version_0_1(look.draft)
        try:
            draft: D = self._decoder.decode(look.draft)
        except msgspec.MsgspecError:
            return None
        return draft


def is_version_0_1_draft(look: Look) -> bool:
    """Return True if the stored draft is a line of text, as version 0.1 stored it, and not JSON."""
    return bool(look.draft) and not look.draft.startswith("{")
