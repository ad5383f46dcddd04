"""Commands are offered in the language of whoever looks, as on Discord; simcord itself knows English names only.

An option is shown by its label; its name stays English, for by it the page says what was typed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from playground import simcord_private


def build_catalog(preview: Any, page: Any) -> dict[str, Any]:
    """Return what simcord's own function returns, in the language of the person."""
    found = simcord_private.catalog(preview, page)
    backend = preview.env.backend
    locale = backend.locales.get(page.viewer.id, "")
    if not found["entries"]:
        return found
    roots = {
        str(command["id"]): command
        for command in backend.visible_commands(user_id=page.viewer.id, channel_id=page.channel_id)
    }
    return {**found, "entries": [_translated(entry, roots[entry["commandId"]], locale) for entry in found["entries"]]}


def name_typed(preview: Any, page: Any, messages: Mapping[str, dict[str, Any]]) -> None:
    """Let what somebody typed be named above its answer in the language of the person."""
    above = [header for message in messages.values() if (header := message.get("interaction_header"))]
    backend = preview.env.backend
    locale = backend.locales.get(page.viewer.id, "")
    names = {
        root["name"]: _said(root, "name", locale)
        for root in (backend.visible_commands(user_id=page.viewer.id, channel_id=page.channel_id) if above else ())
    }
    for header in above:
        header["name"] = names.get(header.get("name"), header.get("name"))


def _translated(entry: dict[str, Any], root: Mapping[str, Any], locale: str) -> dict[str, Any]:
    """Return a command with its name and descriptions in a language; it is still called by its path."""
    names, part = [_said(root, "name", locale)], root
    for name in entry["path"][1:]:
        part = _option(part["options"], name)
        names.append(_said(part, "name", locale))
    options = [_with_words(option, _option(part["options"], option["name"]), locale) for option in entry["options"]]
    description = _said(part, "description", locale)
    return {**entry, "invocation": " ".join(names), "description": description, "options": options}


def _with_words(option: dict[str, Any], known: Mapping[str, Any], locale: str) -> dict[str, Any]:
    names = {choice["value"]: _said(choice, "name", locale) for choice in known.get("choices") or ()}
    choices = [{**choice, "name": names[choice["value"]]} for choice in option["choices"]]
    said = {what: _said(known, what, locale) for what in ("name", "description")}
    return {**option, "label": said["name"], "description": said["description"], "choices": choices}


def _option(options: Sequence[Mapping[str, Any]], name: str) -> Mapping[str, Any]:
    return next(option for option in options if option["name"] == name)


def _said(part: Mapping[str, Any], what: str, locale: str) -> str:
    return str((part.get(f"{what}_localizations") or {}).get(locale) or part.get(what) or "")


def install() -> None:
    """Let simcord use it."""
    simcord_private.use_catalog(build_catalog)
