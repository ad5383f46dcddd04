"""Keeping a number and its sign on one line: "3 🍯", "2🍯", "🧵5"."""

from __future__ import annotations

import re
from itertools import pairwise

NO_BREAK, JOINER = "\u00a0", "\u2060"

_PIECES = re.compile(
    r"(?P<sign><:\w+:\d+>|[\u231a-\u23ff\u2600-\u27bf\u2b50-\u2b55\U0001f000-\U0001faff]\ufe0f?)"
    r"|(?P<number>[×+−]?\d+)"
)
"""A sign of ours or a usual one, or a number."""


def bound(text: str) -> str:
    """Return a text in which no line breaks between a number and its sign.

    What touches belongs together. Else a number belongs to the sign after it, or to the one before it if that has none.
    """
    pieces = list(_PIECES.finditer(text))
    pairs = [
        (one, other, text[one.end() : other.start()])
        for one, other in pairwise(pieces)
        if one.lastgroup != other.lastgroup
    ]
    touching = {piece.start() for one, other, gap in pairs if not gap for piece in (one, other)}
    taken: set[int] = set()
    written, at = "", 0
    for one, other, gap in pairs:
        if gap not in ("", " ") or (gap and {one.start(), other.start()} & (touching | taken)):
            continue
        taken |= {one.start(), other.start()}
        written += text[at : one.end()] + (NO_BREAK if gap else JOINER)
        at = other.start()
    return written + text[at:]
