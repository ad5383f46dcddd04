"""Command names and descriptions as Discord gets them, in both languages."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.discord.bot import Operator
from tests.discord.kit import World
from tests.discord.playing import GAMES
from words import words_in
from words.__main__ import extract_sentences

COMMON = {
    "new",
    "join",
    "leave",
    "computer",
    "start",
    "cancel",
    "hand",
    "board",
    "score",
    "log",
    "undo",
    "resign",
    "rematch",
}
OWN = {
    "visby": {"play", "trade"},
    "riga": {"take", "build", "use", "done", "discard", "choose"},
    "haithabu": {"work", "hire", "loan", "choose", "orders"},
}
SHARED: dict[str, set[str]] = {
    "tables": set(),
    "watch": set(),
    "results": set(),
    "rules": set(),
    "help": set(),
    "table": {"replace", "back", "close", "move"},
    "settings": {"show", "language", "messages", "pictures", "forget"},
    "kontor": {"about", "doctor", "setup"},
}


@pytest.fixture
async def operator(world: World, quick_path: Path) -> Operator:
    """Here the bot puts its commands together itself."""
    operator = Operator(world, quick_path / "kontor.db")
    await world.start(operator.make, bury=operator.bury)
    return operator


def synced(world: World) -> list[dict[str, Any]]:
    """The commands that were made known to Discord."""
    (request,) = [request for request in world.requests if request.method == "PUT" and "/commands" in request.path]
    commands: list[dict[str, Any]] = json.loads(request.text)
    return commands


def everything(commands: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    for command in commands:
        yield command
        yield from everything(command.get("options") or [])
        yield from everything(command.get("choices") or [])


async def test_every_command_of_the_design_is_there(world: World, operator: Operator) -> None:
    found = {
        command["name"]: {part["name"] for part in command.get("options") or [] if part["type"] == 1}
        for command in synced(world)
    }
    for command, parts in {**SHARED, **{game: COMMON | OWN[game] for game in GAMES}}.items():
        assert parts <= found[command], command


async def test_every_description_is_in_german_too(world: World, operator: Operator) -> None:
    for part in everything(synced(world)):
        if "description" in part:
            german = (part.get("description_localizations") or {}).get("de")
            assert german, f"{part['name']}: {part['description']}"
            assert german != part["description"]


async def test_german_names_are_distinct_among_their_neighbours(world: World, operator: Operator) -> None:
    def check(parts: list[dict[str, Any]]) -> None:
        names = [(part.get("name_localizations") or {}).get("de", part["name"]) for part in parts]
        assert len(set(names)) == len(names), names
        for part in parts:
            check(part.get("options") or [])

    check(synced(world))


async def test_commands_are_made_known_once_and_not_at_every_start(world: World, operator: Operator) -> None:
    await world.restart()
    assert synced(world)


async def test_sentences_name_only_commands_that_exist_as_each_client_has_them(
    world: World, operator: Operator
) -> None:
    names = dict(paths(synced(world)))
    named = {
        path
        for sentence in sentences()
        for path in re.findall(r"`/([^`]+)`", re.sub(r"{(game|command)}", GAMES[0], sentence))
    }
    assert {"tables", "visby new", "visby join table:", "kontor doctor"} <= named
    for path in named:
        assert path in names, path
        assert words_in("en", "de").say(f"`/{path}`") == f"`/{names[path]}`"
        assert words_in("de", "en").say(f"`/{path}`") == f"`/{path}`"


def sentences() -> Iterator[str]:
    for home in extract_sentences().values():
        for message in home:
            yield from [message.id] if isinstance(message.id, str) else message.id


def paths(parts: list[dict[str, Any]], before: tuple[str, str] = ("", "")) -> Iterator[tuple[str, str]]:
    """Yield each command, and each with one of its options, as it is typed: in English and in German."""
    for part in parts:
        german = (part.get("name_localizations") or {}).get("de", part["name"])
        colon = ":" if before[0] and part["type"] > 2 else ""
        path = (f"{before[0]}{part['name']}{colon}", f"{before[1]}{german}{colon}")
        yield path
        yield from paths(part.get("options") or [], (path[0] + " ", path[1] + " "))


async def test_a_command_is_named_as_the_client_has_it_and_the_sentence_is_in_the_language_one_chose(
    world: World, operator: Operator
) -> None:
    anna, bert = world.people["anna"], world.people["bert"]
    await anna.command("settings language", language="de")
    told = (await anna.command("tables")).text
    assert "Du sitzt an keinem Tisch. `/help` zeigt, wie du einen öffnest, `/watch` zeigt" in told
    bert.locale = "de"
    await bert.command("settings language", language="en")
    told = (await bert.command("tables")).text
    assert "You have no tables. `/hilfe` shows how to open one, and `/zuschauen` lists" in told
    assert "`/visby neu`, `/riga neu` or `/haithabu neu` opens one" in (await bert.command("help")).text
    assert "Das geht mit `/visby new`, `/riga new` oder `/haithabu new`." in (await anna.command("help")).text


async def test_who_is_written_to_reads_commands_as_their_client_last_had_them_and_buttons_as_they_are_there(
    world: World, operator: Operator
) -> None:
    anna = world.people["anna"]
    anna.locale = "de"
    await anna.command("settings language", language="en")
    world.closed_dms("anna")
    await anna.command("visby new", seats=2, computers=1, language="de")
    await anna.command("visby start", table=1)
    (told,) = [message.text for message in world.messages(world.threads[-1]) if "📪" in message.text]
    assert "Press *Meine Hand* here instead; only you will see it. `/einstellungen nachrichten` turns" in told


async def test_help_names_the_commands_of_the_first_day_and_a_button_lists_all(
    world: World, operator: Operator
) -> None:
    anna = world.people["anna"]
    first = await anna.command("help")
    named = set(re.findall("`(/[a-z ]+)`", first.text))
    assert named == {*(f"/{game} new" for game in GAMES), "/tables", "/play"}
    told = (await anna.click(first, "All commands")).text
    shared = (
        "tables",
        "card",
        "next",
        "notes",
        "watch",
        "results",
        "rules",
        "settings show",
        "kontor setup",
        "kontor doctor",
    )
    at_a_table = [
        f"{GAMES[0]} {verb}" for verb in ("hand", "score", "log", "undo", "resign", "replay", "analyse", "learn")
    ]
    seats = [f"table {verb}" for verb in SHARED["table"]]
    for path in (*shared, *at_a_table, *seats):
        assert f"`/{path}`" in told, path
    anna.locale = "de"
    german = await anna.command("help")
    for page in (first.text, told, german.text, (await anna.click(german, "Alle Befehle")).text):
        assert len(page) < 1500, "it is read on a phone"
