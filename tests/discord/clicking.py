"""Helpers for tests of clicks."""

from __future__ import annotations

from typing import Any

from tests.discord.bot import Operator
from tests.discord.people import Person
from tests.discord.playing import Sitting, moves_on
from tests.discord.reading import BUTTON, Seen

STALE = "That menu was out of date, so nothing has changed."
DONE = "Already done. One click was enough."
OLD = "That menu is out of date"
WATCHING = "you're only watching"


async def dump(operator: Operator) -> dict[str, list[tuple[Any, ...]]]:
    """All that is known about tables; not what people are called and how many tips they have seen."""
    tables = ("tables", "seats", "log", "drafts", "results", "timers", "outbox", "posts")
    reader = operator.services.db.reader
    return {name: [tuple(row) for row in await reader.execute_fetchall(f"SELECT * FROM {name}")] for name in tables}


def first_move(menu: Seen, game: str) -> tuple[str, list[str] | None]:
    """The custom_id of the first move in a menu, and what to choose if it is a select."""
    item = moves_on(menu, game)[0]
    if item["type"] == BUTTON:
        return item["custom_id"], None
    return item["custom_id"], [str(line["value"]) for line in item["options"][: item["min_values"]]]


async def owing(sitting: Sitting) -> tuple[Person, Seen]:
    """Somebody who owes a decision, and their menu."""
    person = (await sitting.owing())[0]
    return person, await sitting.open_menu(person)
