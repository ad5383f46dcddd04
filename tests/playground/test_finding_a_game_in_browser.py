"""Finding a game, avoiding somebody, organisers and their trail in the playground, in a browser as wide as a phone."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.playground.test_starting import started
from tests.playground.visitor import answered

pytest.importorskip("playwright", reason="playwright is not installed; `make browser` does that")

from playground.chromium import CHROMIUM, Tab, browser, wait_for

pytestmark = [
    pytest.mark.skipif(not CHROMIUM.exists(), reason=f"there is no {CHROMIUM}; `make browser` gets it"),
    pytest.mark.slow,
    pytest.mark.thorough,
]

GERMAN = {
    "play": "spielen",
    "Anything": "Egal was",
    "You're looking for a game": "Du suchst eine Partie",
    "I want to play too": "Ich will auch spielen",
    "Your game has begun": "Deine Partie hat begonnen",
    "Avoid": "Meiden",
    "People you avoid": "Leute, die du meidest",
    "Show statistics": "Statistik zeigen",
    "kontor setup": "kontor einrichten",
    "organisers": "organisatoren",
    "kontor trail": "kontor protokoll",
    "kontor add-opening": "kontor termin-neu",
    "Friday": "Freitag",
    "Audit trail": "Protokoll",
    "Only server managers and organisers can do that.": "Das können nur Server-Manager und Organisatoren.",
}
OTHERS = {"en": ("Emma", "Clara", "Greta"), "de": ("Bert", "David", "Finn")}
"""By language: who plays with Anna, who is an organiser, and who is none."""


@pytest.mark.parametrize("language", OTHERS)
def test_find_a_game_avoid_somebody_and_organise(tmp_path: Path, language: str) -> None:
    player, organiser, nobody = OTHERS[language]

    def say(text: str) -> str:
        return GERMAN[text] if language == "de" else text

    with started(tmp_path / "ground", "--port", "0") as playground, browser() as context:
        context.on("page", lambda page: page.set_viewport_size({"width": 390, "height": 844}))
        start = context.new_page()
        start.goto(playground.address)
        if language == "de":
            start.locator("#language").click()
            wait_for(start.locator("h2", has_text="Tische").count, "the start page spoke German")
        channel = Tab.via_start_page(start, "channel", "Anna")
        tables = start.locator("#tables .card").count()

        assert answered(channel.command(say("play")))
        assert answered(channel.press(say("Anything")))
        shows(channel, say("You're looking for a game"))
        channel.view_as(player)
        assert answered(channel.press(say("I want to play too")))
        picture(channel, f"1-play-{language}")
        assert answered(channel.press(say("Anything")))
        shows(channel, say("Your game has begun"))
        picture(channel, f"2-found-{language}")
        wait_for(lambda: start.locator("#tables .card").count() == tables + 1, "a table had opened for two")

        channel.view_as("Anna")
        assert answered(channel.person_menu(player, say("Avoid")))
        shows(channel, say("People you avoid"))
        channel.page.locator("button.mention", has_text=player).last.press("Enter")
        wait_for(
            lambda: focused(channel) == channel.page.locator("#person-menu button").first.inner_text(), "it opened"
        )
        picture(channel, f"3-menu-{language}")
        channel.page.keyboard.press("ArrowDown")
        assert focused(channel) == say("Show statistics")
        channel.page.keyboard.press("Escape")
        assert channel.page.locator("#person-menu").count() == 0
        assert focused(channel) == f"@{player}"
        for person in ("Anna", player):  # They would fit, but for the list that only Anna sees.
            if person != "Anna":
                channel.view_as(person)
            assert answered(channel.command(say("play")))
            assert answered(channel.press(say("Anything")))
            shows(channel, say("You're looking for a game"))

        channel.view_as(organiser)
        assert answered(channel.command(say("kontor trail")))
        shows(channel, say("Only server managers and organisers can do that."))
        channel.view_as("Anna")
        assert answered(channel.command(say("kontor setup"), "Organisers", named=say("organisers")))
        for person, text in (
            (organiser, say("Audit trail")),
            (nobody, say("Only server managers and organisers can do that.")),
        ):
            channel.view_as(person)
            assert answered(channel.command(say("kontor trail")))
            shows(channel, text)
            picture(channel, f"4-trail-{person}")
        channel.view_as(organiser)
        assert answered(channel.command(say("kontor add-opening"), "Visby", say("Friday"), "18:00"))
        shows(channel, say("Friday"))
        picture(channel, f"5-opening-{language}")
        width = channel.page.evaluate("document.documentElement.scrollWidth")
        assert width == 390, "nothing is wider than the phone"


def shows(tab: Tab, text: str) -> None:
    """Wait until a message contains this text."""
    wait_for(lambda: tab.message(text).count(), f"somebody read {text!r}")


def focused(tab: Tab) -> str:
    """Return the text of the control that has the keyboard."""
    return str(tab.page.evaluate("document.activeElement.innerText"))


def picture(tab: Tab, name: str) -> None:
    """Keep a screenshot in the folder that KONTOR_SCREENSHOTS names, if it does: for a look by eye."""
    if folder := os.environ.get("KONTOR_SCREENSHOTS"):
        tab.page.wait_for_timeout(500)
        tab.page.screenshot(path=Path(folder, f"{name}.png"))
