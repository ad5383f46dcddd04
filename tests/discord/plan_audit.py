"""What is wrong with what people see of plans: only their owners see them, and as they are stored."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from cogs.messages.components import components_of
from cogs.messages.game_display import GameDisplay
from cogs.messages.panel import Panel
from cogs.messages.plan_parts import with_plans
from cogs.messages.table_messages import names_at
from storage.rows import LogRow
from tables.model.table import Look, Table
from tests.discord.people import Person
from tests.discord.reading import Seen, plain, walk
from words import Words
from words import table_text as table_words

_MENTION = re.compile(r"🗓|\bplann(?:ed|ing)\b|\byour plan\b", re.IGNORECASE)
"""Words that are used for plans only."""
_CONTROL = re.compile(r"k:(?:un)?plan:\d")
"""The custom id of a button that makes or deletes a plan."""
_REHEARSED = re.compile(r"[ks]:[a-z_.]+:\d+:0\.")
"""The custom id of a control in a menu in which somebody is planning."""
_PLAYED = "your plan was played."


def mentions_plan(message: Seen) -> bool:
    """Return True if a message says something about a plan, or has a button for one."""
    return bool(_MENTION.search(message.text) or any(map(_CONTROL.match, message.custom_ids)))


def public_faults(messages: Iterable[Seen]) -> Iterator[str]:
    """Yield those of the messages that everybody sees which say something about a plan."""
    for message in messages:
        if mentions_plan(message):
            yield f"everybody reads about a plan:\n{message}"


def menu_faults(display: GameDisplay, words: Words, look: Look, person: Person, menu: Seen) -> Iterator[str]:
    """Yield a fault if a person's menu, shown since the latest change, does not show the plans that are stored.

    `look` is their look at the table now. A menu in which they are planning is not compared.
    """
    if any(map(_REHEARSED.match, menu.custom_ids)):
        return
    parts = components_of(with_plans(display, look, words, Panel(()))).to_components()
    right = plain(None, [], parts)
    missing = [line for line in right.splitlines() if line not in menu.text]
    controls = {item["custom_id"] for item in walk(parts) if _CONTROL.match(item.get("custom_id") or "")}
    shown = {each for each in menu.custom_ids if _CONTROL.match(each)}
    if missing or shown != controls or bool(_MENTION.search(menu.text)) != bool(_MENTION.search(right)):
        yield f"{person.name}'s menu shows other plans than are stored:\n{menu}\nIt should have:\n{right}"


def message_faults(
    display: GameDisplay, words: Words, table: Table, log: list[LogRow], person: Person, seat: int
) -> Iterator[str]:
    """Yield the direct messages to a person about plans that were played which are not so, or are too many."""
    head = table_words.title(words, table.row.game, table.id)
    told = [each.text for each in person.dms if _PLAYED in each.text and head in each.text]
    planned = [row for row in log if row.planned and row.seat == seat and row.person == person.id]
    if len(told) > len(planned):
        yield f"{person.name} was told {len(told)} times of {len(planned)} planned moves"
    events = [table.game.redact(event, seat) for row in planned for event in table.game.decode_events(row.events)]
    happened = set("\n".join(display.story(words, names_at(table), events)).splitlines())
    for text in told:
        lines = [line for line in text.splitlines()[1:] if not line.startswith("[")]
        if wrong := [line for line in lines if line not in happened]:
            yield f"{person.name} was told of a plan that was not played: {wrong}"
