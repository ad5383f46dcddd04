"""What is wrong with what people see of plans and automatic answers: only their owners see them, and as stored."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

from cogs.messages.components import components_of
from cogs.messages.game_display import GameDisplay
from cogs.messages.panel import Panel
from cogs.messages.plan_parts import with_plans
from cogs.messages.table_messages import names_at
from storage.rows import LogRow
from tables.model.table import Look, Table
from tests.discord.people import Person
from tests.discord.reading import STRING_SELECT, Seen, plain, seen, walk
from words import Words
from words import table_text as table_words

_ANSWER = re.compile(r"📌|\bautomatic answer|\banswer(?:s|ed) (?:for|automatically)\b", re.IGNORECASE)
"""Words that are used for automatic answers only."""
_MENTION = re.compile(r"🗓|\bplann(?:ed|ing)\b|\byour plan\b", re.IGNORECASE)
"""Words that are used for plans only."""
_CONTROL = re.compile(r"k:(?:un)?plan:\d")
"""The custom id of a button that makes or deletes a plan."""
_ANSWER_CONTROL = re.compile(r"[ks]:(?:set_)?standing:\d")
"""The custom id of a control that leads to automatic answers, or sets one."""
_SETTING = re.compile(r"[ks]:set_standing:\d")
"""The custom id of a control that sets an automatic answer."""
_REHEARSED = re.compile(r"[ks]:[a-z_.]+:\d+:0\.")
"""The custom id of a control in a menu in which somebody is planning."""
_PLAYED = ("your plan was played.", "I answered for you.")
"""What a message to the owner of a plan, or of an automatic answer, says."""


def mentions_plan(message: Seen) -> bool:
    """Return True if a message says something about a plan, or has a button for one."""
    return bool(_MENTION.search(message.text) or any(map(_CONTROL.match, message.custom_ids)))


def mentions_answer(display: GameDisplay, words: Words, table: Table, text: str) -> bool:
    """Return True if a message's text says something about automatic answers, or names a policy."""
    policies = {key for keys in table.game.early.policies.values() for key in keys} if table.game.early else set()
    named = (seen(display.standing_policy(words, policy)) for policy in policies)
    return bool(_ANSWER.search(text)) or any(name in text for name in named)


def public_faults(display: GameDisplay, words: Words, table: Table, messages: Iterable[Seen]) -> Iterator[str]:
    """Yield those of the messages that everybody sees which say something about a plan or an automatic answer."""
    for message in messages:
        if mentions_plan(message):
            yield f"everybody reads about a plan:\n{message}"
        can_set = any(map(_ANSWER_CONTROL.match, message.custom_ids))
        if can_set or mentions_answer(display, words, table, message.text):
            yield f"everybody reads about an automatic answer:\n{message}"


def private_faults(
    display: GameDisplay, words: Words, table: Table, person: Person, messages: Iterable[tuple[Seen, str]]
) -> Iterator[str]:
    """Yield those of a person's messages, each with its text, that say something about anybody's automatic answer.

    The page on which they set their own, and the messages about these, have a control and are left out.
    """
    for message, text in messages:
        if mentions_answer(display, words, table, text) and not any(map(_SETTING.match, message.custom_ids)):
            yield f"{person.name} reads about an automatic answer:\n{message}"


def page_faults(person: Person, page: Seen, right: Panel) -> Iterator[str]:
    """Yield a fault if a person's page of automatic answers does not show those that are stored; `right` does."""
    parts = components_of(right).to_components()
    missing = [line for line in plain(None, [], parts).splitlines() if line not in page.text]
    if missing or _chosen(page.components) != _chosen(list(walk(parts))):
        yield f"{person.name}'s page shows other automatic answers than are stored:\n{page}\nMissing: {missing}"


def _chosen(components: list[dict[str, Any]]) -> list[list[str]]:
    """Return the chosen values of each list of a message."""
    lists = [each["options"] for each in components if each["type"] == STRING_SELECT]
    return [[option["value"] for option in options if option.get("default")] for options in lists]


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
    """Yield the direct messages to a person about what was played for them which are not so, or are too many."""
    head = table_words.title(words, table.row.game, table.id)
    texts = [each.text for each in person.dms]
    told = [text for text in texts if head in text and any(said in text for said in _PLAYED)]
    planned = [row for row in log if row.planned and row.seat == seat and row.person == person.id]
    if len(told) > len(planned):
        yield f"{person.name} was told {len(told)} times of {len(planned)} planned moves"
    steps = [[table.game.redact(event, seat) for event in table.game.decode_events(row.events)] for row in planned]
    steps.append([event for events in steps for event in events])
    stories = [line for events in steps for line in display.planned_story(words, names_at(table), events)]
    happened = set("\n".join(stories).splitlines())
    for text in told:
        lines = [line for line in text.splitlines()[1:] if not line.startswith("[")]
        if wrong := [line for line in lines if line not in happened]:
            yield f"{person.name} was told of a plan that was not played: {wrong}"
