"""Prevents line breaks inside what is read as one thing: "3 🍯", "2🍯", "🧵5", "🌾 Grain ×2", "= 10", "5 seals".

`prevent_breaks` is called on every text before it is sent. A sign is a custom or Unicode emoji (`SIGN_PATTERN`).
"""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import pairwise

NO_BREAK_SPACE, WORD_JOINER = "\u00a0", "\u2060"

SIGN_PATTERN = r"(?:<:\w+:\d+>|[\u231a-\u23ff\u2600-\u27bf\u2b50-\u2b55\U0001f000-\U0001faff]\ufe0f?)"
"""Regular expression for one sign: a custom Discord emoji or a Unicode emoji."""
_SIGNS = re.compile(SIGN_PATTERN)
_BINDS = re.compile(rf"\d|{SIGN_PATTERN}")
"""A digit or a sign: a line without either is returned unchanged."""
_PIECES = re.compile(rf"(?P<sign>{SIGN_PATTERN})|(?P<number>[×+−]?\d+)")
_GAPS = ("", " ", "** ", " **")
"""What may stand between a number and its sign: nothing, or a space with the end or start of bold text."""
_TYPED = re.compile(r"(`[^`]*`)")
"""Inline code: text that players type or copy, which must not change."""
_LETTER = r"[^\W\d_]"
_TAGGED = re.compile(rf"({SIGN_PATTERN})([A-Z]) (?={_LETTER})")
"""A sign that carries a capital letter, before a word: a city or a field."""
_NAMED = re.compile(rf"((?:{SIGN_PATTERN}|\d)\**) (?=\**{_LETTER})|(=) (?=\**\d)")
"""A sign or digit before a word, or "=" before a number."""
_COUNTED = re.compile(rf"({_LETTER}\u2069?\**) (?=\**\d+\**(?:[,.;:)]| ·|$))")
"""A name followed by its number, as in a list: "Journey 4, Market 6"."""
_TIMES = re.compile(r" (?=×\d)")


def prevent_breaks(text: str) -> str:
    """Return the text with no-break spaces and word joiners between numbers, signs and the words they belong to.

    Inline code is left unchanged. Call it on text that is about to be sent to Discord.
    """
    if "`" not in text:
        return _all_lines(text) if "\n" in text else _line(text)
    return "".join(part if part.startswith("`") else _all_lines(part) for part in _TYPED.split(text))


def _all_lines(text: str) -> str:
    """Return the text with `_line` applied to each of its lines.

    Lines are handled one by one because nothing is joined across them, and because `_line` caches its results.
    """
    return "\n".join(map(_line, text.split("\n")))


@lru_cache(maxsize=8192)
def _line(text: str) -> str:
    """Return one line with no-break spaces and word joiners where it must not break.

    Cached, because most lines of a message were in an earlier message too.
    """
    if not _BINDS.search(text):
        return text
    signs = _SIGNS.search(text) is not None
    return _named(_paired(text) if signs else text, signs=signs)


def _named(text: str, *, signs: bool) -> str:
    """Return the line with no-break spaces between a number or sign and the word or number it belongs to.

    Examples are "5 seals", "🍯 Mead", "= 10" and "Journey 4". `signs` is True if the line contains a sign. Then a sign,
    the letter that follows it and the name after that are kept together too: "🟥V Anna".
    """
    if signs:
        text = _TAGGED.sub(rf"\1{WORD_JOINER}\2{NO_BREAK_SPACE}", text)
    text = _NAMED.sub(lambda found: f"{found[1] or found[2]}{NO_BREAK_SPACE}", text)
    text = _COUNTED.sub(rf"\1{NO_BREAK_SPACE}", text)
    return _TIMES.sub(NO_BREAK_SPACE, text) if " ×" in text else text


def _paired(text: str) -> str:
    """Return the line with each number joined to its sign.

    A space between them becomes a no-break space; if they touch, a word joiner is inserted. Touching neighbours belong
    together. Otherwise a number belongs to the sign after it, or to the one before it if no sign follows; each number
    and each sign is used once.
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
        if gap not in _GAPS or (gap and {one.start(), other.start()} & (touching | taken)):
            continue
        taken |= {one.start(), other.start()}
        written += text[at : one.end()] + (gap.replace(" ", NO_BREAK_SPACE) or WORD_JOINER)
        at = other.start()
    return written + text[at:]
