"""Letters: which of them we can draw, how wide they are, and how a text is made to fit."""

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
_NO_LETTERS = ("So", "Sk", "Sm", "Cf", "Cc", "Co", "Cn", "Cs", "Zl", "Zp")
"""Emoji, invisible signs and the like: a name is the same without them."""
_SPARE = 1.02
"""Pairs of letters may stand a little further apart than each alone would."""


def text_width(text: str, size: float, bold: bool = False) -> float:
    """Return how wide a text is at most when drawn."""
    return _units(text, bold) * size * _SPARE / 1000


@lru_cache(maxsize=4096)
def _units(text: str, bold: bool) -> int:
    """Return how wide a text is at a size of a thousand: the same names and labels come again and again."""
    return sum(_WIDTHS[letter][bold] if letter in _WIDTHS else 1000 for letter in text)


@lru_cache(maxsize=512)
def glyph_outline(number: str, bold: bool = False) -> tuple[str, int] | None:
    """Return a number as a path, a thousand units high, and its width; None for what is more than a number."""
    if not number or not all(digit in _DIGITS for digit in number):
        return None
    path, at = "", 0
    for digit in number:
        path += f"M{at} 0{_DIGITS[digit][bold]}"
        at += _WIDTHS[digit][bold]
    return path, at


def display_text(content: object) -> str:
    """Return something as it is drawn: a number below zero with a dash, as long as a minus, which our fonts lack."""
    return f"–{-content}" if isinstance(content, int | float) and content < 0 else str(content)


def has_glyphs(text: str) -> bool:
    """Say whether our fonts have every letter of it."""
    return all(letter in _WIDTHS for letter in text)


@lru_cache(maxsize=512)
def drawable_text(name: str) -> str | None:
    """Return a person's name as we can draw it; None if it has letters we lack.

    Emoji and signs nobody reads aloud are left out, fancy letters become plain ones, and piled-up accents are cut.
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
    """Return a text and the size in which it fits the room: smaller, and cut with an ellipsis if need be."""
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
    """Break a text into lines that fit the room; the last of so many lines is cut if need be."""
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
