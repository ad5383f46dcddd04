"""Discord's limits for whole messages and commands, which its OpenAPI document does not state."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from tests.discord.reading import BUTTON, SELECTS, TEXT, walk
from tests.discord.wire import Request

COMPONENTS, TEXT_LENGTH, CONTENT_LENGTH, OPTIONS, ROW, CUSTOM_ID, LINE, NONCE = 40, 4000, 2000, 25, 5, 100, 100, 25
MENUS = (2, 3)
"""The types of commands in the context menu of a person or a message."""
COMMAND_LENGTH, SUBCOMMANDS = 8000, (1, 2)
ACTION_ROW, AUTOCOMPLETE = 1, 8
V2_FLAG, V2_ONLY = 1 << 15, (9, 10, 11, 12, 13, 14, 17)


def broken(request: Request) -> Iterator[str]:
    """Yield a sentence for each limit that this request breaks."""
    body = request.body
    if isinstance(body, list) and request.path.endswith("/commands"):
        for command in body:
            yield from _command(command)
        yield from _repeated("command", [command["name"] for command in body])
    if not isinstance(body, dict):
        return
    if request.path.endswith("/callback") and body.get("type") == AUTOCOMPLETE:
        yield from _offers(body["data"]["choices"])
    for part in (body, body.get("data"), body.get("message")):
        if isinstance(part, dict):
            yield from _message(part)


def _message(body: dict[str, Any]) -> Iterator[str]:
    if len(str(body.get("nonce") or "")) > NONCE:
        yield f"nonce longer than {NONCE}"
    if len(str(body.get("content") or "")) > CONTENT_LENGTH:
        yield f"content longer than {CONTENT_LENGTH}"
    components = list(walk(body.get("components") or []))
    if len(components) > COMPONENTS:
        yield f"{len(components)} components, more than {COMPONENTS}"
    length = sum(len(each["content"]) for each in components if each["type"] == TEXT)
    if length > TEXT_LENGTH:
        yield f"{length} characters of text, more than {TEXT_LENGTH}"
    if any(each["type"] in V2_ONLY for each in components) and not int(body.get("flags") or 0) & V2_FLAG:
        yield "components V2 without their flag"
    yield from _repeated("custom_id", [each["custom_id"] for each in components if each.get("custom_id")])
    for each in components:
        if len(each.get("custom_id") or "") > CUSTOM_ID:
            yield f"custom_id longer than {CUSTOM_ID}: {each['custom_id']}"
        if each["type"] == ACTION_ROW:
            yield from _row(each["components"])
        if each["type"] in SELECTS:
            yield from _select(each)


def _row(items: list[dict[str, Any]]) -> Iterator[str]:
    selects = sum(item["type"] in SELECTS for item in items)
    if not items:
        yield "an empty row"
    if sum(item["type"] == BUTTON for item in items) > ROW:
        yield f"more than {ROW} buttons in a row"
    if selects and len(items) > 1:
        yield "a select menu shares its row"
    for item in items:
        if item["type"] == BUTTON and not item.get("label") and not item.get("emoji"):
            yield "a button with nothing on it"


def _select(menu: dict[str, Any]) -> Iterator[str]:
    options = menu.get("options") or []
    if len(options) > OPTIONS:
        yield f"{len(options)} lines in a select menu, more than {OPTIONS}"
    yield from _repeated("value in a select menu", [option["value"] for option in options])
    for option in options:
        for field in ("label", "value", "description"):
            if len(option.get(field) or "") > LINE:
                yield f"{field} longer than {LINE}: {option[field]}"
    if menu["type"] == min(SELECTS) and (menu.get("max_values") or 1) > len(options):
        yield "max_values above the number of lines"
    if sum(bool(option.get("default")) for option in options) > (menu.get("max_values") or 1):
        yield "more lines chosen beforehand than may be chosen"


def _offers(choices: list[dict[str, Any]]) -> Iterator[str]:
    if len(choices) > OPTIONS:
        yield f"{len(choices)} offers of autocomplete, more than {OPTIONS}"
    for choice in choices:
        if not 1 <= len(choice["name"]) <= LINE or len(str(choice["value"])) > LINE:
            yield f"an offer that is empty or longer than {LINE}: {choice['name']}"


def _command(command: dict[str, Any], path: str = "") -> Iterator[str]:
    """Check a command or subcommand with its options, and the length of the whole."""
    name = f"{path}/{command['name']}"
    if not path and command.get("type", 1) in MENUS:
        yield from _menu(command)
        return
    for word in _all(command, "name"):
        if not word or word != word.lower() or not all(sign.isalnum() or sign in "-_'" for sign in word):
            yield f"{name}: a name may have small letters, digits, - and _: {word!r}"
    for word in _all(command, "description"):
        if command.get("type", 1) in (1, 2) and not 1 <= len(word) <= LINE:
            yield f"{name}: description empty or longer than {LINE}"
    options = command.get("options") or []
    if len(options) > OPTIONS:
        yield f"{name}: more than {OPTIONS} options"
    yield from _repeated(f"option of {name}", [option["name"] for option in options])
    required = [bool(option.get("required")) for option in options if option["type"] not in SUBCOMMANDS]
    if required != sorted(required, reverse=True):
        yield f"{name}: an option that must be given after one that need not"
    for option in options:
        if option["type"] in SUBCOMMANDS:
            yield from _command(option, name)
        else:
            yield from _option(option, name)
    if not path and (length := _length(command)) > COMMAND_LENGTH:
        yield f"{name}: {length} characters, more than {COMMAND_LENGTH}"


def _menu(command: dict[str, Any]) -> Iterator[str]:
    """Check an entry of a context menu: its names may have capitals and spaces, and it has no description."""
    for word in _all(command, "name"):
        if not 1 <= len(word) <= 32:
            yield f"an entry of a context menu that is empty or longer than 32: {word!r}"
    if command.get("description") or command.get("options"):
        yield f"{command['name']}: an entry of a context menu has no description and no options"


def _option(option: dict[str, Any], path: str) -> Iterator[str]:
    name = f"{path} {option['name']}"
    for word in _all(option, "name"):
        if not 1 <= len(word) <= 32 or word != word.lower() or not all(s.isalnum() or s in "-_'" for s in word):
            yield f"{name}: a name may have small letters, digits, - and _: {word!r}"
    for word in _all(option, "description"):
        if not 1 <= len(word) <= LINE:
            yield f"{name}: description empty or longer than {LINE}"
    if len(option.get("choices") or []) > OPTIONS:
        yield f"{name}: more than {OPTIONS} choices"
    if option.get("choices") and option.get("autocomplete"):
        yield f"{name}: choices and autocomplete"


def _all(thing: dict[str, Any], field: str) -> list[str]:
    """A text in all its languages."""
    return [thing.get(field) or "", *(thing.get(f"{field}_localizations") or {}).values()]


def _length(command: dict[str, Any]) -> int:
    """Names, descriptions and values of a command and all in it, each in its longest language."""
    own = max(map(len, _all(command, "name"))) + max(map(len, _all(command, "description")))
    choices = sum(
        max(map(len, _all(choice, "name"))) + len(str(choice["value"])) for choice in command.get("choices") or []
    )
    return own + choices + sum(map(_length, command.get("options") or []))


def _repeated(what: str, words: list[str]) -> Iterator[str]:
    for word, times in Counter(words).items():
        if times > 1:
            yield f"{what} {word!r} {times} times"
