"""Texts once parsed stay parsed: simcord parses all texts of a page anew each time it is drawn, for a second or so."""

from __future__ import annotations

import pickle
from collections.abc import Mapping
from typing import Any

from simcord.preview import _component_projection, _markdown, _messages, _queries, _snapshot

_MOST = 4000
_parsed: dict[tuple[Any, ...], bytes] = {}


def markdown_tokens(
    value: Any, profile: str = "message", *, context: Mapping[str, Any] | None = None
) -> list[dict[str, Any]]:
    """Return what simcord's own function returns; a copy each time, since callers write into it."""
    asked = (value, profile, repr(context))
    if asked not in _parsed:
        if len(_parsed) >= _MOST:
            _parsed.clear()
        _parsed[asked] = pickle.dumps(_markdown.markdown_tokens(value, profile, context=context))
    tokens: list[dict[str, Any]] = pickle.loads(_parsed[asked])
    return tokens


def install() -> None:
    """Let simcord use it wherever it draws."""
    module: Any
    for module in (_component_projection, _messages, _queries, _snapshot):
        module.markdown_tokens = markdown_tokens
