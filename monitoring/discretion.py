"""What no log holds, whoever writes it: what would let somebody in.

An error of a connection says where it was going, with the token of an answer and the password of a proxy in it.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Iterable

_HIDDEN = (
    (re.compile(r"://[^\s/@]+@"), "://…@"),
    (re.compile(r"/(interactions|webhooks)/(\d+)/[^/\s'\"?)]+"), r"/\1/\2/…"),
    (re.compile(r"\b(Basic|Bearer|Bot) [\w.+/=-]{8,}"), r"\1 …"),
)
"""Logins in addresses, tokens of answers, and what headers say."""


class Discreet(logging.Formatter):
    """Writes as another one does, without secrets."""

    def __init__(self, other: logging.Formatter) -> None:
        super().__init__()
        self._other = other

    def format(self, record: logging.LogRecord) -> str:
        """Return the line, and what may stand below it."""
        return discreet(self._other.format(record))


def discreet(text: str) -> str:
    """Return a text without what would let somebody in."""
    for secret, instead in _HIDDEN:
        text = secret.sub(instead, text)
    return text


def be_discreet(handlers: Iterable[logging.Handler]) -> None:
    """Let nothing secret be written by these from now on."""
    for handler in handlers:
        handler.setFormatter(Discreet(handler.formatter or logging.Formatter()))
