"""Command names and descriptions as Discord gets them, in both languages."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.discord.bot import Operator
from tests.discord.kit import World
from tests.discord.playing import GAMES

COMMON = {"new", "join", "leave", "computer", "start", "cancel", "hand", "board", "log", "undo", "resign", "rematch"}
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
    "table": {"replace", "back", "close"},
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
