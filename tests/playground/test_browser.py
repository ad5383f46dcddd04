"""The playground in a real browser, from the printed address to the day after."""

from __future__ import annotations

import re
import signal
import time
from pathlib import Path
from typing import Any

import pytest

from playground.page_patches import added
from tests.playground.test_starting import started
from tests.playground.visitor import answered

pytest.importorskip("playwright", reason="playwright is not installed; `make browser` does that")

from playground.chromium import CHROMIUM, Tab, browser, wait_for

pytestmark = [
    pytest.mark.skipif(not CHROMIUM.exists(), reason=f"there is no {CHROMIUM}; `make browser` gets it"),
    pytest.mark.slow,
    pytest.mark.thorough,
]

CLICKS = 3 * 8
WISHES = ("Play", "a card", "My hand", "Log", "Rules", "Play", "My hand", "Log")
CARDS = re.compile("(Troops|Knight|Blacksmith|Fleet|Ship|Tollkeeper|Merchant|Mendicant)$")


def test_play_a_round_as_two_people_click_on_while_computers_move_restart_and_go_on(tmp_path: Path) -> None:
    with browser() as context:
        with started(tmp_path / "ground", "--port", "0") as playground:
            start = context.new_page()
            start.goto(playground.address)
            port = playground.address.split(":")[2].split("/")[0]
            for heading in ("Tische", "Tables"):
                start.locator("#language").click()
                wait_for(start.locator("h2", has_text=heading).count, "the start page changed its language")

            channel = Tab.via_start_page(start, "channel", "Anna")
            assert answered(channel.command("visby new"))
            assert answered(channel.press("+ Computer"))
            assert answered(channel.press("+ Computer"))
            channel.view_as("Bert")
            wait_for(lambda: frame(channel) == ("Du bist", "Nachricht an #games"), "the frame spoke Bert's language")
            assert answered(channel.press("Join"))
            assert answered(channel.command("hilfe"))
            channel.view_as("Anna")
            wait_for(lambda: frame(channel) == ("Viewing as", "Message #games"), "the frame spoke Anna's language")
            assert answered(channel.press("Start"))
            channel.page.close()

            wait_for(lambda: start.locator("#tables .card.waits").count() == 3, "the start page listed the new table")
            table = Tab.via_start_page(start, "tables", "Anna")
            assert answered(table.press("Play"))
            assert answered(table.press("Knight"))
            wait_for(lambda: table.message("Your choice stays secret").count(), "Anna saw what she had chosen")

            table.view_as("Bert")
            assert answered(table.press("My hand"))
            wait_for(lambda: table.page.get_by_alt_text("Du hast 0 Siegel").count(), "Bert saw his hand")
            assert table.page.get_by_text("Your choice stays secret").count() == 0
            assert table.page.get_by_alt_text("You have").count() == 0
            assert answered(table.press("Play"))
            timeline = table.page.locator("#channel-timeline")
            timeline.evaluate("list => list.scrollTop = list.scrollHeight")
            assert answered(table.press("Schiff"))
            wait_for(lambda: table.message("Round 2").count(), "the computers had chosen as well, and it went on")
            wait_for(lambda: table.message("Runde 2").count(), "Bert's menu had followed")
            below = "list => list.scrollHeight - list.scrollTop - list.clientHeight"
            wait_for(lambda: timeline.evaluate(below) < 5, "the page showed what was newest")
            table.page.close()

            against_computers = start.locator("#tables .card").last.locator("a", has_text="Anna")
            with context.expect_page() as opened:
                against_computers.click()
            tab = Tab(opened.value)
            for number in range(CLICKS):
                wish = WISHES[number % len(WISHES)]
                cards = tab.buttons.filter(has_text=CARDS)
                receipt = tab.press(
                    cards.last if wish == "a card" and cards.count() else wish.replace("a card", "Play")
                )
                assert answered(receipt), (number, receipt)

            on_a_phone(tab)
            before = clicks(tab)
            for label in ("Log", "My hand", "Log"):
                tab.button(label).click()
            wait_for(lambda: len(clicks(tab) - before) == 3, "three clicks at once were answered")
            wait_for(lambda: held(tab, "Log"), "a button was held down")
            tab.page.locator("#channel-timeline").evaluate("list => list.style.translate = '0 -120px'")
            tab.page.mouse.up()
            wait_for(lambda: len(clicks(tab) - before) == 4, "a press on what moved away was answered")

            assert answered(tab.press("Play"))
            tab.press("Hint")
            wait_for(lambda: tab.message("chance of winning").count(), "the alderman gave a hint")
            assert answered(tab.press("More"))
            assert answered(tab.press("Look something up"))
            for _ in range(2):  # What was chosen here before is not chosen any more, and can be again.
                wait_for(lambda: tab.select.inner_text() == "Card: choose one", "nothing was chosen yet")
                assert answered(tab.choose("Ship"))
                assert answered(tab.press("Look up something else"))
            assert playground.end(signal.SIGTERM) == (0, "")

        seen = story(tab)
        wait_for(lambda: tab.page.locator("#kontor-away").count(), "the tab said that the playground had ended")
        with started(tmp_path / "ground", "--port", port):
            wait_for(lambda: start.locator("#gone").is_hidden(), "the start page was back")
            wait_for(
                lambda: not tab.page.locator("#kontor-away").count() and tab.status.get("ready"), "the tab was back"
            )
            assert set(seen[-10:]) <= set(story(tab))
            assert answered(tab.press("Log"))
            against_computers.click()  # It leads into the tab that is open already.
            tab.page.wait_for_event("load")
            tab.ready()

            channel = Tab.via_start_page(start, "channel", "Bert")
            with context.expect_page() as opened:
                channel.page.locator("a.thread-summary").last.click()
            there = Tab(opened.value)
            assert there.button("Play").count(), "the thread's chip led to the table"
            assert answered(channel.command("tische"))
            with there.page.expect_event("load"):
                channel.message("Zum Tisch").get_by_text("Zum Tisch").last.click()
                there.page.bring_to_front()  # Behind others a page takes its time.


def test_a_select_of_people_does_not_show_what_was_chosen_in_another_select_before() -> None:
    """simcord keeps choices by position: "trader" was "chosen" in the list of members that took a menu's place."""
    menu = {"type": 3, "custom_id": "k:level:11", "control_key": "message:5:component:2", "options": []}
    people = {"type": 5, "custom_id": "k:invite:11", "control_key": "message:5:component:2"}
    with browser() as context:
        page = context.new_page()
        page.evaluate("source => { window.adopt = (0, eval)(`(${source})`); }", added("select-sync.js"))
        left = """([before, now]) => {
          const key = now.control_key, state = { snapshot: { messages: { 5: before } } };
          const maps = ["drafts", "selectDrafts", "selectStatuses", "candidateIdentities", "candidateQueries",
                        "selectValidationRevisions", "pendingSelectValidations"];
          for (const name of maps) state[name] = new Map([[key, ["trader"]]]);
          adopt(state, { messages: { 5: now }, candidates: { [key]: {} } });
          return maps.filter((name) => state[name].has(key));
        }"""
        assert page.evaluate(left, [menu, people]) == []
        assert page.evaluate(left, [{**people, "custom_id": "k:kick:11"}, people]) == []
        assert len(page.evaluate(left, [people, people])) == 7, "the choice among people is kept while it is made"


def test_a_list_stays_open_with_what_is_chosen_in_it_while_its_select_is_shown() -> None:
    """In another place of the message, in a newer message, and with other options if those chosen are among them."""

    def menu(place: str, *offered: str, name: str = "k:take:11") -> dict[str, Any]:
        options = [{"value": value} for value in offered]
        return {"type": 3, "custom_id": name, "control_key": f"message:{place}", "options": options}

    with browser() as context:
        page = context.new_page()
        page.evaluate("source => { window.adopt = (0, eval)(`(${source})`); }", added("select-sync.js"))
        kept = """([before, now]) => {
          const chosen = () => new Map([[before.control_key, ["a"]]]);
          const state = { snapshot: { messages: { 5: before } }, dropdown: { key: before.control_key },
                          drafts: chosen(), selectDrafts: chosen(), selectStatuses: new Map() };
          for (const name of ["candidateIdentities", "candidateQueries", "selectValidationRevisions",
                              "pendingSelectValidations"]) state[name] = new Map();
          adopt(state, { messages: { 5: now } });
          return [state.dropdown?.key ?? null, state.drafts.get(now.control_key) ?? null];
        }"""
        before = menu("5:component:2", "a", "b")
        for place in ("5:component:2", "5:component:7", "8:component:2"):
            for now in (menu(place, "a", "b"), menu(place, "c", "a")):
                assert page.evaluate(kept, [before, now]) == [f"message:{place}", ["a"]]
        assert page.evaluate(kept, [before, menu("5:component:2", "b")]) == [None, None]
        assert page.evaluate(kept, [before, menu("5:component:2", "a", name="k:take:12")]) == [None, None]


def test_a_choice_counts_although_the_page_is_drawn_again_while_the_list_is_open(tmp_path: Path) -> None:
    """Somebody opens tables meanwhile, and the list is drawn again under the pointer."""
    with browser() as context, started(tmp_path / "ground", "--port", "0") as playground:
        start = context.new_page()
        start.goto(playground.address)
        tab, other = (Tab.via_start_page(start, "channel", person) for person in ("Anna", "Clara"))
        assert answered(tab.command("visby board"))
        for label in ("More", "Look something up"):
            assert answered(tab.press(label))
        tab.page.set_viewport_size({"width": 390, "height": 844})
        tab.page.bring_to_front()
        tab.select.click()
        known = tab.page.locator("article.channel-message").count()
        time.sleep(1.5)  # A list that has just been opened is kept in sight anyway.
        for _ in range(2):
            assert answered(other.command("visby new"))
        tab.page.bring_to_front()
        messages = tab.page.locator("article.channel-message")
        wait_for(lambda: messages.count() > known, "there were new messages")
        option = tab.page.locator(".preview-select.is-open [role=option]", has_text="Ship").first
        option.hover()
        tab.page.mouse.down()
        tab.page.keyboard.press("ArrowDown")
        tab.page.mouse.up()
        wait_for(lambda: tab.message("Look up something else").count(), "the card was shown")


def on_a_phone(tab: Tab) -> None:
    """A board is shown nearly as wide as a phone: smaller, nobody could read it."""
    usual = tab.page.viewport_size
    assert usual
    tab.page.set_viewport_size({"width": 400, "height": 900})
    board = tab.page.locator("article.channel-message .component-container img").last
    wait_for(
        lambda: 350 <= (board.bounding_box() or {"width": 0})["width"] <= 400, "the board was as wide as the phone"
    )
    tab.page.set_viewport_size(usual)


def frame(tab: Tab) -> tuple[str, str | None]:
    """What stands around the messages: beside the list of people, and where one types."""
    named = tab.page.locator(".viewer-control").inner_text().splitlines()[0].strip()
    return named, tab.page.locator("#channel-composer-input").get_attribute("placeholder")


def story(tab: Tab) -> list[str]:
    """The numbers of the messages on the page."""
    messages = tab.page.locator("article.channel-message")
    numbers: list[str] = messages.evaluate_all("all => all.map(each => each.dataset.messageId)")
    return numbers


def held(tab: Tab, label: str) -> bool:
    """Hold a button down; say whether it was hit: the page may scroll on just before."""
    tab.button(label).hover()
    tab.page.mouse.down()
    if tab.page.locator("button.component-button:active").count():
        return True
    tab.page.mouse.up()
    return False


def clicks(tab: Tab) -> set[str]:
    """The latest clicks that were answered."""
    return {receipt["requestId"] for receipt in tab.status["activity"] if receipt["target"] and answered(receipt)}
