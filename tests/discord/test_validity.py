"""Requests that Discord would refuse are found, with a sentence that names the place."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import Any

import pytest

from tests.discord.validity import ABSENT, DOCUMENT, Validity
from tests.discord.wire import Request

V2 = 1 << 15
CHANNEL = "/channels/100000000000000001/messages"
MESSAGE = f"{CHANNEL}/100000000000000002"
CALLBACK = "/interactions/100000000000000003/token/callback"
COMMANDS = "/applications/100000000000000004/commands"

by_the_document = pytest.mark.skipif(not DOCUMENT.exists(), reason=ABSENT)


def problems(method: str, path: str, body: Any, *, status: int = 200, code: int = 0, **params: Any) -> str:
    at = datetime(2026, 1, 1, tzinfo=UTC)
    request = Request(method, path, params, json.dumps(body), (), at, status, code)
    return "\n".join(each.split("\n")[0] for each in Validity.of_discord().problems([request]))


def message(*components: dict[str, Any], **rest: Any) -> dict[str, Any]:
    return {"components": list(components), "flags": V2, **rest}


def text(content: str) -> dict[str, Any]:
    return {"type": 10, "content": content}


def button(custom_id: str, label: str = "Play") -> dict[str, Any]:
    return {"type": 2, "style": 1, "label": label, "custom_id": custom_id}


def row(*items: dict[str, Any]) -> dict[str, Any]:
    return {"type": 1, "components": list(items)}


def select(lines: int, **rest: Any) -> dict[str, Any]:
    options = [{"label": f"card {line}", "value": str(line)} for line in range(lines)]
    return {"type": 3, "custom_id": "pick", "options": options, **rest}


def command(*options: dict[str, Any], **rest: Any) -> list[dict[str, Any]]:
    return [{"type": 1, "name": "visby", "description": "Play", "options": list(options), **rest}]


def option(name: str, **rest: Any) -> dict[str, Any]:
    return {"type": 3, "name": name, "description": "A word", **rest}


def test_what_is_valid_is_found_valid() -> None:
    box = {"type": 17, "components": [text("Hello"), row(button("a"), button("b")), row(select(25))]}
    assert not problems("POST", CHANNEL, message(box, nonce="1", enforce_nonce=True, tts=False))
    assert not problems("PATCH", MESSAGE, message(box))
    assert not problems("POST", CALLBACK, {"type": 4, "data": message(box, tts=False)}, with_response="true")
    assert not problems("POST", CALLBACK, {"type": 7, "data": message(box, tts=False)})
    assert not problems("POST", CALLBACK, {"type": 8, "data": {"choices": [{"name": "Ship", "value": "ship"}]}})
    assert not problems("PUT", COMMANDS, command(option("card", required=True), option("table"), nsfw=False))
    assert not problems("POST", "/users/@me/channels", {"recipient_id": 100000000000000005})
    assert not problems("GET", "/users/@me", None)


@pytest.mark.parametrize(
    ("body", "sentence"),
    [
        (message(*[text("x")] * 41), "41 components, more than 40"),
        (message(text("x" * 2001), text("y" * 2000)), "4001 characters of text, more than 4000"),
        (message(row(button("a" * 101))), "custom_id longer than 100"),
        (message(row(button("a"), button("a"))), "custom_id 'a' 2 times"),
        (message(row(*map(button, "abcdef"))), "more than 5 buttons in a row"),
        (message(row(select(26))), "26 lines in a select menu, more than 25"),
        (message(row(select(2), button("a"))), "a select menu shares its row"),
        (message(row(select(2, max_values=3))), "max_values above the number of lines"),
        (message(row(button("a", ""))), "a button with nothing on it"),
        (message(row()), "an empty row"),
        (message(text("x"), flags=0), "components V2 without their flag"),
        ({"content": "x" * 2001}, "content longer than 2000"),
        ({"content": "x", "nonce": "1" * 26}, "nonce longer than 25"),
    ],
)
def test_limits_of_a_message(body: dict[str, Any], sentence: str) -> None:
    assert sentence in problems("POST", CHANNEL, body)
    if "nonce" not in body:
        assert sentence in problems("POST", CALLBACK, {"type": 4, "data": body})


@pytest.mark.parametrize(
    ("body", "sentence"),
    [
        (command(option("card", description="x" * 101)), "description empty or longer than 100"),
        (command(option("card", description_localizations={"de": "x" * 101})), "description empty or longer than 100"),
        (command(option("Card")), "small letters"),
        (command(option("card", name_localizations={"de": "Große Karte"})), "small letters"),
        (command(*[option(f"o{number}") for number in range(26)]), "more than 25 options"),
        (command(option("a"), option("b", required=True)), "must be given after one that need not"),
        (command(option("a"), option("a")), "'a' 2 times"),
        (command(*[option(f"o{n}", choices=choices) for n, choices in enumerate([
            [{"name": "x" * 100, "value": "y" * 100}] * 25
        ] * 2)]), "more than 8000"),
        (command({"type": 1, "name": "new", "description": ""}), "/visby/new: description empty"),
    ],
)  # fmt: skip
def test_limits_of_a_command(body: list[dict[str, Any]], sentence: str) -> None:
    assert sentence in problems("PUT", COMMANDS, body)


def test_limits_of_autocomplete() -> None:
    choices = [{"name": f"card {number}", "value": "x"} for number in range(26)]
    assert "more than 25" in problems("POST", CALLBACK, {"type": 8, "data": {"choices": choices}})
    assert "longer than 100" in problems(
        "POST", CALLBACK, {"type": 8, "data": {"choices": [{"name": "x" * 101, "value": ""}]}}
    )


@by_the_document
@pytest.mark.parametrize(
    ("method", "path", "body", "sentence"),
    [
        ("POST", CHANNEL, {"content": "x", "colour": 3}, "'colour' was unexpected"),
        ("POST", CHANNEL, message(row({**button("a"), "style": 9})), "components.0.components.0.style"),
        ("POST", CHANNEL, message({"type": 99}), "components.0.type"),
        ("POST", CHANNEL, message({"type": 17, "components": [text("")]}), "components.0.components.0.content"),
        ("POST", CHANNEL, message(row(select(2, placeholder="x" * 151))), "components.0.components.0.placeholder"),
        ("PATCH", MESSAGE, {"allowed_mentions": {"parse": ["nobody"]}}, "allowed_mentions.parse.0"),
        ("POST", CALLBACK, {"type": 3}, "type: 3"),
        ("POST", CALLBACK, {"type": 4, "data": {"content": 7}}, "data.content"),
        ("POST", "/channels/100000000000000001/threads", {"name": "x" * 101, "type": 11}, "not valid"),
        ("POST", CHANNEL, None, "the body is missing"),
        ("GET", "/users/@me", {"x": 1}, "there must be no body"),
        ("POST", "/channels/100000000000000001/nonsense", {}, "Discord has no such route"),
        ("PUT", COMMANDS, command({"type": 3, "name": "card"}), "description"),
    ],
)  # fmt: skip
def test_the_document_finds_what_is_wrong_and_names_the_place(method: str, path: str, body: Any, sentence: str) -> None:
    assert sentence in problems(method, path, body)


@by_the_document
def test_the_query_is_checked() -> None:
    assert "unknown in the query: wait" in problems("POST", CHANNEL, {"content": "x"}, wait=1)


def test_a_refusal_that_is_the_bots_own_fault_is_a_problem() -> None:
    assert "refused" in problems("POST", CHANNEL, {"content": "x"}, status=400, code=50035)
    assert "refused" in problems("POST", CALLBACK, {"type": 6}, status=400, code=40060)
    assert not problems("POST", CHANNEL, {"content": "x"}, status=403, code=50007)


def test_without_the_document_the_limits_still_hold() -> None:
    request = Request("POST", CHANNEL, {}, json.dumps({"content": "x" * 2001}), (), datetime(2026, 1, 1, tzinfo=UTC))
    bare = Validity(DOCUMENT.with_name("nowhere.json"))
    assert bare.document is None
    assert len(bare.problems([request])) == 1
