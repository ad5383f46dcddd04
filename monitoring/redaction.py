"""Removal of secrets from the log, whichever library writes it: `redact`. The formatters of `log_output` use it.

An aiohttp error, for example, contains the URL of the request, with an interaction token or a proxy password in it.
"""

from __future__ import annotations

import re

_SECRETS = (
    (re.compile(r"://[^\s/@]+@"), "://…@"),
    (re.compile(r"/(interactions|webhooks)/(\d+)/[^/\s'\"?)]+"), r"/\1/\2/…"),
    (re.compile(r"\b(Basic|Bearer|Bot) [\w.+/=-]{8,}"), r"\1 …"),
)
"""User and password in a URL, the token in an interaction's path, and the Authorization header; each with its
replacement."""


def redact(text: str) -> str:
    """Return the text with each secret in it replaced by `…`.

    Secrets are user and password in a URL, the token in an interaction's path, and the value of an Authorization
    header.
    """
    for secret, replacement in _SECRETS:
        text = secret.sub(replacement, text)
    return text
