"""A whole season of seven people at tables of four in the playground, in a real browser as wide as a phone."""

from __future__ import annotations

import asyncio
import random
import re
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from aiohttp import ClientSession

from playground.initial_world import PEOPLE
from tests.playground.test_starting import started
from tests.playground.visitor import Visitor, answered

pytest.importorskip("playwright", reason="playwright is not installed; `make browser` does that")

from playwright.sync_api import Page

from playground.chromium import CHROMIUM, Tab, browser, wait_for

pytestmark = [
    pytest.mark.skipif(not CHROMIUM.exists(), reason=f"there is no {CHROMIUM}; `make browser` gets it"),
    pytest.mark.slow,
    pytest.mark.thorough,
]

GAMES_TIMEOUT_S = 1800


GERMAN = {
    "league new": "liga neu",
    "Announce": "Ankündigen",
    "Sign up": "Anmelden",
    "Signed up (7): ": "Angemeldet (7): ",
    "I'm in": "Ich bin dabei",
    "Playing (7): ": "Dabei (7): ",
    "has begun": "hat begonnen",
    "league mine": "liga meine",
    "Drop out": "Aussteigen",
    "Dropped out: ": "Ausgestiegen: ",
    "season 1 is over": "Saison 1 ist zu Ende",
    "Sign up for the next season": "Für die nächste Saison anmelden",
    "Signed up (1): ": "Angemeldet (1): ",
    "season 2": "Saison 2",
    "league history": "liga geschichte",
}
LEAVERS = {"en": "Greta", "de": "Finn"}
"""Who drops out, by the language that they read."""


@pytest.mark.parametrize("language", LEAVERS)
def test_a_whole_season_of_seven_people(tmp_path: Path, language: str) -> None:
    leaver = LEAVERS[language]

    def say(text: str) -> str:
        return GERMAN[text] if language == "de" else text

    with started(tmp_path / "ground", "--port", "0") as playground, browser() as context:
        context.on("page", lambda page: page.set_viewport_size({"width": 390, "height": 844}))
        start = context.new_page()
        start.goto(playground.address)
        if language == "de":
            start.locator("#language").click()
            wait_for(start.locator("h2", has_text="Tische").count, "the start page spoke German")
        first_tables = places(start)

        channel = Tab.via_start_page(start, "channel", "Anna")
        assert answered(channel.command(say("league new"), "Visby"))
        assert answered(channel.press(say("Announce")))
        everybody_presses(channel, say("Sign up"))
        everybody_is_named(channel, say("Signed up (7): "))

        later(start, 24, times=6)
        for _ in range(24):  # The hour of the start depends on the time of day.
            if channel.button(say("I'm in")).count():
                break
            later(start, 1)
            channel.page.wait_for_timeout(300)
        everybody_presses(channel, say("I'm in"))
        everybody_is_named(channel, say("Playing (7): "))

        later(start, 24)
        tables = wait_for(lambda: len(found := places(start) - first_tables) == 7 and found, "seven tables were open")
        later(start, 1)
        letter = Tab.via_start_page(start, "people", leaver)
        assert letter.message(say("has begun")).inner_text().count("▶️") == 4
        letter.page.close()

        channel.view_as(leaver)
        assert answered(channel.command(say("league mine")))
        assert answered(channel.press(say("Drop out")))
        assert answered(channel.press(say("Drop out")))
        with ThreadPoolExecutor(1) as pool:  # Playwright's event loop runs in this thread.
            pool.submit(asyncio.run, play_games(playground.address, tables)).result(GAMES_TIMEOUT_S)

        later(start, 1)
        wait_for(lambda: "🥇" in channel.message(say("season 1 is over")).inner_text(), "a champion was announced")
        assert leaver in channel.message(say("Dropped out: ")).inner_text()
        channel.view_as("Anna")
        assert answered(channel.press(say("Sign up for the next season")))
        second = channel.page.locator("article.channel-message", has_text=say("season 2"))
        wait_for(lambda: second.filter(has_text=say("Signed up (1): ")).count(), "Anna was signed up")
        assert answered(channel.command(say("league history")))
        wait_for(lambda: "🥇" in channel.newest.inner_text(), "the champion is remembered")


def places(start: Page) -> set[str]:
    """Return the ids of the channels of all tables on the start page."""
    links = start.locator("#tables .card a").evaluate_all("links => links.map((link) => link.getAttribute('href'))")
    return {link.split("/")[1] for link in links}


def later(start: Page, hours: int, times: int = 1) -> None:
    """Press *An hour later* (1) or *Tomorrow* (24) on the start page, so often."""
    for _ in range(times):
        with start.expect_response(re.compile(rf"/later/{hours}$")):
            start.locator("#hour" if hours == 1 else "#day").click()


def everybody_presses(channel: Tab, label: str) -> None:
    """Let everybody press a button in the channel; Anna is last, so that she looks at it afterwards."""
    for person in (*list(PEOPLE)[1:], "Anna"):
        channel.view_as(person)
        assert answered(channel.press(label)), person


def everybody_is_named(channel: Tab, before: str) -> None:
    """Wait until a message names everybody after these words."""

    def shown() -> Sequence[str]:
        text = channel.message(before).inner_text() if channel.message(before).count() else ""
        return re.findall("|".join(PEOPLE), text.partition(before)[2])

    wait_for(lambda: sorted(shown()) == sorted(PEOPLE), "everybody was named")


async def play_games(address: str, tables: set[str]) -> None:
    async with ClientSession() as http:
        await Visitor(address, http).play_on(tables, random.Random(39))
