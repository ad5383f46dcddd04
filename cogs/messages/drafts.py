"""Half-built moves: typed values, kept as JSON until their decision is made, one mechanism for all games.

A menu that shows one names it in the mark of its buttons (`Table.shown_mark`): so what is pressed there acts on just
what is shown. What finishes a half-built move must name it; what begins one need not.
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


def _snake(name: str) -> str:
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower()


class Draft(msgspec.Struct, frozen=True, tag=_snake, tag_field="draft"):
    """A half-built move. Each game derives its own kinds."""


D = TypeVar("D", bound=Draft)


def encode_draft(draft: Draft | None) -> str:
    """Return a half-built move as it is kept; empty for none."""
    return msgspec.json.encode(draft).decode() if draft else ""


def names_shown_draft(target: Target) -> bool:
    """Say whether a button names the half-built move that its menu shows."""
    return names_draft(target.mark)


def fingerprint(move: Move) -> str:
    """Name a whole move in few characters, for the button that makes it: its text may be too long for one."""
    return str(crc32(str(move).encode()))


class DraftReader(Generic[D]):
    """Reads the half-built moves of one game: of these kinds, and those that version 0.1 has left behind."""

    def __init__(self, kinds: Any, of_0_1: Callable[[str], D | None]) -> None:
        self._decoder = msgspec.json.Decoder(kinds)
        self._of_0_1 = of_0_1

    def __call__(self, look: Look) -> D | None:
        """Return what somebody has half put together; None for nothing, or what cannot be read any more."""
        if not look.draft:
            return None
        if is_version_0_1_draft(look):
            return self._of_0_1(look.draft)
        try:
            draft: D = self._decoder.decode(look.draft)
        except msgspec.MsgspecError:
            return None
        return draft


def is_version_0_1_draft(look: Look) -> bool:
    """Say whether a half-built move was kept by version 0.1, as a line of text."""
    return bool(look.draft) and not look.draft.startswith("{")
