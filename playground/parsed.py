"""Texts as simcord's pages need them: once parsed they stay parsed, and in a list they read as they would in words.

simcord parses all texts of a page anew each time it is drawn, for a second or so.
"""

from __future__ import annotations

import pickle
import re
import textwrap
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any

from playground import simcord_private

_MOST = 4000


def markdown_tokens(
    value: Any, profile: str = "message", *, context: Mapping[str, Any] | None = None
) -> list[dict[str, Any]]:
    """Return what simcord's own function returns; a copy each time, since callers write into it."""
    tokens: list[dict[str, Any]] = pickle.loads(_parsed(value, profile, _Context(context)))
    return tokens


class _Context:
    """What a text is parsed with, as a key: equal if it reads the same."""

    def __init__(self, given: Mapping[str, Any] | None) -> None:
        self.given = given
        self.text = repr(given)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Context) and self.text == other.text

    def __hash__(self) -> int:
        return hash(self.text)


@lru_cache(_MOST)
def _parsed(value: Any, profile: str, context: _Context) -> bytes:
    return pickle.dumps(simcord_private.markdown_tokens(value, profile, context=context.given))


_APART = ("heading", "paragraph", "list_item")


_SIGN, _JOINER = "\ufffc", "\u2060"
_CLEARED = (
    (re.compile(rf"(?:[+−]?\d+{_JOINER})?{_SIGN}(?:{_JOINER}[+−]?\d+)?"), ""),
    (re.compile(r"\s+"), " "),
    (re.compile(r"(?<=[:·(]) [·+](?= |\)|$)| \+(?= ?\))"), ""),
    (re.compile(r" (?=[,.;:)])"), ""),
)
"""What is taken out of a line one after the other: signs with their numbers, then what stood between such."""


def markdown_summary(tokens: Iterable[Mapping[str, Any]], max_graphemes: int = 100) -> str:
    """Return what simcord's own function returns, without signs, what is counted in them, and times.

    A line cannot show them, and a number without its sign says nothing.
    """
    said = simcord_private.markdown_summary(_plain(tokens), 2 * max_graphemes)
    for gone, left in _CLEARED:
        said = gone.sub(left, said)
    return textwrap.shorten(said, max_graphemes, placeholder="…")


def _plain(tokens: Iterable[Mapping[str, Any]]) -> Iterator[Mapping[str, Any]]:
    for token in tokens:
        if token["type"] == "timestamp":
            continue
        if token["type"] == "emoji":
            yield {"type": "text", "content": _SIGN}
            continue
        children = token.get("children")
        yield {**token, "children": [*_plain(children)]} if children else token
        if token["type"] in _APART:
            yield {"type": "break"}


def install() -> None:
    """Let simcord use it wherever it draws."""
    simcord_private.use_markdown(markdown_tokens, markdown_summary)
