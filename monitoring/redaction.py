"""Removal of secrets from every line of the log, whichever library writes it: `redact_handlers`.

An aiohttp error, for example, contains the URL of the request, with an interaction token or a proxy password in it.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Iterable

_SECRETS = (
    (re.compile(r"://[^\s/@]+@"), "://…@"),
    (re.compile(r"/(interactions|webhooks)/(\d+)/[^/\s'\"?)]+"), r"/\1/\2/…"),
    (re.compile(r"\b(Basic|Bearer|Bot) [\w.+/=-]{8,}"), r"\1 …"),
)
"""User and password in a URL, the token in an interaction's path, and the Authorization header; each with its
replacement."""


class RedactingFormatter(logging.Formatter):
    """Formats a log record as another formatter does, and replaces the secrets in the result."""

    def __init__(self, other: logging.Formatter) -> None:
        super().__init__()
        self._other = other

    def format(self, record: logging.LogRecord) -> str:
        """Return the formatted log record, with its traceback if there is one, without secrets."""
        return redact(self._other.format(record))


def redact(text: str) -> str:
    """Return the text with each secret in it (password in a URL, interaction token, authorization) replaced by `…`."""
    for secret, replacement in _SECRETS:
        text = secret.sub(replacement, text)
    return text


def redact_handlers(handlers: Iterable[logging.Handler]) -> None:
    """Wrap the formatter of each log handler, so that it writes no secrets from now on."""
    for handler in handlers:
        handler.setFormatter(RedactingFormatter(handler.formatter or logging.Formatter()))
