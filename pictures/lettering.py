"""Measures text, decides which letters our fonts can draw, and fits text into a given width.

Sizes and widths are in units of the drawing. `text_width` measures. `drawable_text` removes emoji and invisible
characters, and returns None if our fonts lack a letter. `fit_text` and `wrap_text` make a text fit. `glyph_outline`
returns digits as paths.
"""

from __future__ import annotations

import json
import unicodedata
from functools import lru_cache
from pathlib import Path

from pictures.palette import MIN_TEXT_SIZE

_FONTS = Path(__file__).parent / "fonts"
_WIDTHS: dict[str, tuple[int, int]] = json.loads((_FONTS / "widths.json").read_text(encoding="utf-8"))
_DIGITS: dict[str, tuple[str, str]] = json.loads((_FONTS / "digits.json").read_text(encoding="utf-8"))
_MARKS = ("Mn", "Me")
"""Unicode categories of combining marks."""
_NO_LETTERS = ("So", "Sk", "Sm", "Cf", "Cc", "Co", "Cn", "Cs", "Zl", "Zp")
"""Unicode categories of emoji, control characters and the like: a name is the same without them."""
_SPARE = 1.02
"""Kerning may move letters a little further apart than their widths say."""


def text_width(text: str, size: float, bold: bool = False) -> float:
    """Return the largest width in units that a text can have when drawn at this size."""
    return _units(text, bold) * size * _SPARE / 1000


@lru_cache(maxsize=4096)
def _units(text: str, bold: bool) -> int:
    """Return the width of a text at size 1000; unknown letters count 1000 each. Cached."""
    return sum(_WIDTHS[letter][bold] if letter in _WIDTHS else 1000 for letter in text)


@lru_cache(maxsize=512)
def glyph_outline(number: str, bold: bool = False) -> tuple[str, int] | None:
    """Return a text as an SVG path at size 1000, and its width; None if a character has no outline. Cached.

    Only digits, a few signs and letters used as labels have outlines; an empty text has none.
    """
    if not number or not all(digit in _DIGITS for digit in number):
        return None
    path, at = "", 0
    for digit in number:
        path += f"M{at} 0{_DIGITS[digit][bold]}"
        at += _WIDTHS[digit][bold]
    return path, at


def display_text(content: object) -> str:
    """Return a number or text as it is drawn: a negative number with an en dash, as our fonts have no minus sign."""
    return f"–{-content}" if isinstance(content, int | float) and content < 0 else str(content)


def has_glyphs(text: str) -> bool:
    """Return True if our fonts have every character of the text."""
    return all(letter in _WIDTHS for letter in text)


@lru_cache(maxsize=512)
def drawable_text(name: str) -> str | None:
    """Return a text without emoji and invisible characters; None if our fonts lack a letter of it, or nothing is left.

    Fancy letters become plain ones, repeated accents are cut, and spaces are collapsed. Cached.
    """
    kept: list[str] = []
    for letter in unicodedata.normalize("NFC", name):
        kind = unicodedata.category(letter)
        if letter not in _WIDTHS and kind not in _MARKS:
            plain = unicodedata.normalize("NFKC", letter)
            if plain != letter and has_glyphs(plain):
                kept += plain
            elif kind == "Zs":
                kept.append(" ")
            elif kind not in _NO_LETTERS:
                return None
        elif kind in _MARKS:
            if letter in _WIDTHS and kept and unicodedata.category(kept[-1]) not in _MARKS:
                kept.append(letter)
        elif kind != "Cf":
            kept.append(letter)
    return " ".join("".join(kept).split()) or None


def fit_text(
    text: str, room: float, size: float, bold: bool = False, least: float = MIN_TEXT_SIZE
) -> tuple[str, float]:
    """Return the text and the size with which it is at most `room` wide.

    `size` is the wanted size. A text that is too wide is first made smaller, down to `least`, and then cut with "…".
    """
    width = text_width(text, size, bold)
    if width <= room:
        return text, size
    size = max(least, int(size * room / width))
    if text_width(text, size, bold) <= room:
        return text, size
    while text and text_width(text + "…", size, bold) > room:
        text = text[:-1]
    return text.rstrip() + "…", size


def wrap_text(text: str, room: float, size: float, bold: bool = False, lines: int = 99) -> list[str]:
    """Return the text broken into at most `lines` lines that are at most `room` wide.

    A line that does not fit, such as a long word or the rest on the last line, is cut with "…". An empty text is one
    empty line.
    """
    broken: list[str] = []
    line = ""
    for word in text.split():
        longer = f"{line} {word}" if line else word
        if line and text_width(longer, size, bold) > room:
            broken.append(line)
            line = word
        else:
            line = longer
    broken.append(line)
    if len(broken) > lines:
        broken[lines - 1 :] = [" ".join(broken[lines - 1 :])]
    return [fit_text(line, room, size, bold, least=size)[0] for line in broken]
