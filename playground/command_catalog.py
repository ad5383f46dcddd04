"""Translates the slash commands on simcord's page, which itself shows only their English names.

`build_catalog` translates the commands offered to a viewer, `translate_command_headers` the names above answers. An
option is shown by its `label`; its name stays English, because the page sends it to the bot.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from simcord.enums import AppCommandType

from playground import simcord_private

_BOOLEANS = {"de": ("Nein", "Ja")}
"""How the values False and True of an option are shown, by language."""


def build_catalog(preview: Any, page: Any) -> dict[str, Any]:
    """Return simcord's catalog of the commands offered on a page, translated into the viewer's language.

    Replaces simcord's function of this name.
    """
    found = simcord_private.catalog(preview, page)
    backend = preview.env.backend
    locale = backend.locales.get(page.viewer.id, "")
    if not found["entries"]:
        return found
    roots = {
        str(command["id"]): command
        for command in backend.visible_commands(user_id=page.viewer.id, channel_id=page.channel_id)
    }
    return {
        **found,
        "entries": [_translated_entry(entry, roots[entry["commandId"]], locale) for entry in found["entries"]],
    }


def translate_command_headers(preview: Any, page: Any, messages: Mapping[str, dict[str, Any]]) -> None:
    """Replace the command's name in the header above each answer by its name in the viewer's language, in place."""
    above = [header for message in messages.values() if (header := message.get("interaction_header"))]
    backend = preview.env.backend
    locale = backend.locales.get(page.viewer.id, "")
    names = {
        root["name"]: localized(root, "name", locale)
        for kind in ((AppCommandType.CHAT_INPUT, AppCommandType.USER) if above else ())
        for root in backend.visible_commands(user_id=page.viewer.id, channel_id=page.channel_id, type=kind)
    }
    for header in above:
        header["name"] = names.get(header.get("name"), header.get("name"))


def _translated_entry(entry: dict[str, Any], root: Mapping[str, Any], locale: str) -> dict[str, Any]:
    """Return a copy of a command's catalog entry with name, description and options translated.

    `root` is the command as the bot registered it, with its translations. The entry's `path` stays English.
    """
    names, part = [localized(root, "name", locale)], root
    for name in entry["path"][1:]:
        part = _option_named(part["options"], name)
        names.append(localized(part, "name", locale))
    options = [
        _translated_option(option, _option_named(part["options"], option["name"]), locale)
        for option in entry["options"]
    ]
    description = localized(part, "description", locale)
    return {**entry, "invocation": " ".join(names), "description": description, "options": options}


def _translated_option(option: dict[str, Any], known: Mapping[str, Any], locale: str) -> dict[str, Any]:
    """Return a copy of an option with description and choices translated, and its translated name as `label`.

    `known` is the option as the bot registered it, with its translations. A yes/no option also has `booleans`: how
    False and True are shown.
    """
    names = {choice["value"]: localized(choice, "name", locale) for choice in known.get("choices") or ()}
    choices = [{**choice, "name": names[choice["value"]]} for choice in option["choices"]]
    said = {what: localized(known, what, locale) for what in ("name", "description")}
    translated = {**option, "label": said["name"], "description": said["description"], "choices": choices}
    if option["type"] == "boolean":
        translated["booleans"] = _BOOLEANS.get(locale, ("False", "True"))
    return translated


def _option_named(options: Sequence[Mapping[str, Any]], name: str) -> Mapping[str, Any]:
    """Return the option or subcommand of this name; it must exist."""
    return next(option for option in options if option["name"] == name)


def localized(part: Mapping[str, Any], what: str, locale: str) -> str:
    """Return the field `what` ("name" or "description") of a command, option or choice in a language.

    Without a translation return the English text; "" if there is none either.
    """
    return str((part.get(f"{what}_localizations") or {}).get(locale) or part.get(what) or "")


def install() -> None:
    """Make simcord use `build_catalog` of this module."""
    simcord_private.use_catalog(build_catalog)
