"""Ways through the playground: links stay in it, and everybody reads their own language, options included."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest
from aiohttp import ClientSession

from playground import initial_world, markdown_cache, start_page
from playground.local_links import rewrite_links
from playground.runner import Playground
from tests.playground.visitor import Tab, Visitor, opened
from words import words_in


@pytest.fixture
async def playground(tmp_path: Path) -> AsyncIterator[Playground]:
    async with opened(tmp_path / "ground", game="riga") as playground:
        yield playground


@pytest.fixture
async def visitor(playground: Playground) -> AsyncIterator[Visitor]:
    async with ClientSession() as http:
        yield Visitor(playground.address, http)


def links(shown: Any) -> Iterator[str]:
    """Every address on a page."""
    if isinstance(shown, dict):
        yield from (value for key, value in shown.items() if key in ("url", "href") and isinstance(value, str))
        shown = list(shown.values())
    if isinstance(shown, list):
        for each in shown:
            yield from links(each)


async def test_go_there_watch_threads_and_mentions_lead_to_the_place_as_the_same_person(
    playground: Playground, visitor: Visitor
) -> None:
    running, world = playground.running, playground.world
    state = await visitor.state()
    channel, table = state["channel"]["place"], state["tables"][0]["place"]
    async with playground._turn:
        anna, games = (
            initial_world.member_named(running, world, "Anna"),
            initial_world.channel_handle(running, world.channel),
        )
        for command in ("tables", "watch"):
            await anna.slash(games, command)
    tab = await visitor.enter(channel, "Anna")
    chip = next(message["thread"] for message in tab.state["messages"].values() if message.get("thread"))
    button = next(part for part in tab.parts() if part.get("label") == "Go to the table")
    listed = next(part for part in tab.parts() if part["type"] == "link_open")
    assert chip["url"] == button["url"] == listed["href"] == visitor.address + f"go/{table}/Anna"
    found = [*links(tab.state["messages"])]
    assert not [link for link in found if "discord.com/channels" in link]
    there = await Tab.opened(visitor.http, await visitor.link(*re.findall(r"go/(\d+)/(\w+)", chip["url"])[0]))
    assert there.viewer == "Anna"
    assert "Riga" in there.text
    bert = await visitor.enter(channel, "Bert")
    assert visitor.address + f"go/{table}/Bert" in [*links(bert.state["messages"])]


def test_what_leads_elsewhere_stays_as_it_is() -> None:
    link = {"href": "https://discord.com/channels/1/2", "more": [{"url": "https://discord.com/channels/1/3/4"}]}
    assert rewrite_links(link, {3: "here"}.get) == {"href": link["href"], "more": [{"url": "here"}]}
    mention = {"type": "mention", "kind": "channel", "id": "3", "label": "#games"}
    assert rewrite_links([mention, {**mention, "kind": "user"}], {3: "here"}.get)[0]["url"] == "here"
    assert "url" not in rewrite_links({**mention, "kind": "user"}, {3: "here"}.get)


async def test_the_start_page_suggests_what_was_asked_for_and_says_which_language_was_chosen(
    playground: Playground, visitor: Visitor
) -> None:
    state = await visitor.state()
    assert state["games"][0] == "riga"
    assert state["tables"][0]["name"].startswith("Riga")
    running, world = playground.running, playground.world
    async with playground._turn:
        bert, games = (
            initial_world.member_named(running, world, "Bert"),
            initial_world.channel_handle(running, world.channel),
        )
        await bert.slash(games, "settings language", language="en")
    tab = await visitor.enter(state["channel"]["place"], "Bert")
    typed = [message["interaction_header"] for message in tab.state["messages"].values()]
    assert [header["name"] for header in typed if header] == ["riga", "einstellungen"], "as one reads it oneself"
    read = {person["name"]: (person["language"], person["client"]) for person in (await visitor.state())["people"]}
    assert [read[name] for name in ("Anna", "Bert", "Clara", "David")] == [
        ("en", "en"),
        ("en", "de"),
        ("en", "en"),
        ("de", "de"),
    ]


async def test_commands_their_options_and_choices_are_offered_in_the_language_of_the_client(visitor: Visitor) -> None:
    channel = (await visitor.state())["channel"]["place"]
    german = (await (await visitor.enter(channel, "Bert")).commands())["riga neu"]
    english = (await (await visitor.enter(channel, "Anna")).commands())["riga new"]
    assert [option["label"] for option in german["options"]][:2] == ["plätze", "computer"]
    assert [option["label"] for option in english["options"]] == [option["name"] for option in german["options"]]
    clock = next(option for option in german["options"] if option["name"] == "clock")
    assert clock["description"] == "wie viel Zeit man hat"
    assert "ohne Zeitlimit" in [choice["name"] for choice in clock["choices"]]
    assert not [option for option in german["options"] if option["description"] in ("", "…")]
    shown = [next(each for each in found["options"] if each["name"] == "private") for found in (german, english)]
    assert [option["booleans"] for option in shown] == [["Nein", "Ja"], ["False", "True"]]


@pytest.mark.thorough
async def test_the_newcomer_speaks_the_language_of_the_start_page_until_another_is_chosen(visitor: Visitor) -> None:
    """No link changes it, whatever browser it is followed in: one would find another language amid a game."""
    channel = (await visitor.state())["channel"]["place"]
    tab = await visitor.enter(channel, "Anna")
    english = (await visitor.state())["tables"]
    for chosen, speaks, opens in (("de", "de", "riga neu"), ("xx", "de", "riga neu"), ("en", "en", "riga new")):
        async with visitor.http.post(f"{visitor.address}speak/{chosen}") as answer:
            clients = {person["name"]: person["client"] for person in (await answer.json())["people"]}
        assert [clients[name] for name in ("Anna", "Bert", "Clara", "David")] == [speaks, "de", "en", "de"]
        for language in ("de", "en"):
            assert opens in await (await visitor.enter(channel, f"Anna?in={language}")).commands()
        async with asyncio.timeout(20):
            while tab.state["language"] != speaks:  # The frame of a page that is open speaks it too, once all is told.
                await asyncio.sleep(0.05)
                await tab.look()
        assert tab.state["profile"]["locale"].startswith(speaks), "dates are written as one speaks"
    bert = (await visitor.enter(channel, "Bert")).state
    assert (bert["language"], bert["profile"]["locale"]) == ("de", "de")
    german, *others = (await visitor.state())["tables"]
    assert [table["place"] for table in others] == [table["place"] for table in english]
    assert german["waits"].keys() == {"Anna"}
    assert "Riga beginnt" in (await visitor.enter(german["place"], "Anna")).text, "a first table in each language"


def test_the_start_page_names_commands_and_buttons_as_they_are_called_in_its_language() -> None:
    page = Path(start_page.__file__).with_name("start.html").read_text(encoding="utf-8")
    for language, line in re.findall(r"^  (\w\w): \{\n(.*?)^  \},", page, re.DOTALL | re.MULTILINE):
        words = words_in(language)
        for command in ("new", "learn"):
            assert f" {words.say(command)}</code>" in line
        assert f"<i>{words.say('Join')}</i>" in line
        assert f"<i>{words.say('Start')}</i>" in line


async def test_an_action_that_is_no_object_is_refused_and_the_page_goes_on(visitor: Visitor) -> None:
    tab = await visitor.table("Anna")
    for body in ("null", "[]", "[1]", "7", '"kind"', "true", "{", ""):
        async with visitor.http.post(f"{tab.base}/api/action", data=body, headers=tab.headers) as answer:
            assert answer.status == 400, body
    assert await tab.look() == 200


def test_in_the_list_of_messages_signs_leave_no_names_and_paragraphs_stay_apart() -> None:
    tokens = markdown_cache.markdown_tokens("## Round 1\nAnna has time until <t:1767225600:R>\n1. one\n2. two")
    tokens[1]["children"][0]["children"].append({"type": "emoji", "emoji": {"id": "12", "name": "visby_seal_4a2b"}})
    assert markdown_cache.markdown_summary(tokens) == "Round 1 Anna has time until one two"
    sign = {"type": "emoji", "emoji": {"id": "12", "name": "visby_seal_4a2b"}}
    said = "You: 0\u2060@ 4\u2060@ · @ Battle 4 · Ship (2 + 1\u2060@ 1\u2060@), pays @\u20605 or 6"
    counted = [sign if part == "@" else {"type": "text", "content": part} for part in re.split("(@)", said)]
    assert markdown_cache.markdown_summary(counted) == "You: Battle 4 · Ship (2), pays or 6"
    assert markdown_cache.markdown_summary(counted, 14) == "You: Battle 4…", "no number is cut off from its sign"


@pytest.mark.thorough
async def test_no_line_of_the_list_of_messages_names_a_sign(playground: Playground, visitor: Visitor) -> None:
    tab = await visitor.table("Anna")
    listed = [row["excerpt"] for row in tab.state["messageIndex"]]
    assert any(listed)
    assert not [line for line in listed if re.search(r":\w+_|\[timestamp\]", line)]
