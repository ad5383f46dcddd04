"""The context menu of a person in the playground."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from aiohttp import ClientSession

from playground import context_menu
from tests.playground.visitor import Tab, Visitor, answered, opened


async def choose(tab: Tab, entry: str, person: str) -> dict[str, Any]:
    """Choose an entry of a person's context menu, as the page's script does."""
    menu = next(each for each in tab.state["personMenus"] if each["label"] == entry)
    number = next(each["id"] for each in tab.state["viewers"] if each["name"] == person)
    return await tab.act("run_command", command_id=menu["id"], path=[menu["name"]], options={}, person=number)


def test_names_of_people_who_can_be_seen_can_be_pressed() -> None:
    mentions = [{"type": "mention", "kind": kind, "id": number} for kind, number in (("user", "1"), ("user", "2"))]
    shown: dict[str, Any] = {"5": {"author": {"kind": "user", "id": "1"}, "components": [{"tokens": mentions}]}}
    shown["6"] = {"author": {"kind": "application", "id": "1"}}
    context_menu.mark_people(shown, {"1"})
    assert [token["person"] for token in tokens(shown) if "person" in token] == ["1", "1"]
    assert "person" not in shown["6"]["author"]


@pytest.mark.thorough
async def test_a_persons_context_menu_is_in_the_viewers_language_and_works(tmp_path: Path) -> None:
    async with opened(tmp_path) as playground, ClientSession() as http:
        visitor = Visitor(playground.address, http)
        place = (await visitor.state())["channel"]["place"]
        anna, bert = await visitor.enter(place, "Anna"), await visitor.enter(place, "Bert")
        labels = [[each["label"] for each in tab.state["personMenus"]] for tab in (anna, bert)]
        assert labels[0] == ["Invite to a table", "Show statistics", "Avoid"]
        assert labels[1] == ["An einen Tisch einladen", "Statistik zeigen", "Meiden"]
        assert answered(await choose(anna, "Avoid", "Bert"))
        await anna.look()
        assert "People you avoid" in anna.text
        mention = next(token for token in tokens(anna.state["messages"]) if token.get("type") == "mention")
        assert mention["person"] == next(each["id"] for each in anna.state["viewers"] if each["name"] == "Bert")
        await bert.look()
        assert "People you avoid" not in bert.text
        assert answered(await choose(bert, "Statistik zeigen", "Anna"))
        menu = anna.state["personMenus"][0]
        stranger = await anna.act("run_command", command_id=menu["id"], path=[menu["name"]], options={}, person="1")
        assert stranger["rejected"]
        dm = next(each["dm"] for each in (await visitor.state())["people"] if each["name"] == "Bert")
        assert (await visitor.enter(dm, "Bert")).state["personMenus"] == []


def tokens(shown: Any) -> list[dict[str, Any]]:
    """Return all parts of a page's messages that are dicts."""
    if isinstance(shown, dict):
        return [shown, *(token for each in shown.values() for token in tokens(each))]
    return [token for each in shown for token in tokens(each)] if isinstance(shown, list) else []
