"""Controls Chromium in the playground as a person would, for the browser test and for the README's pictures.

`browser` starts it; a `Tab` presses buttons and types commands in a channel.
"""

from __future__ import annotations

import re
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from playwright.sync_api import BrowserContext, Error, Locator, Page, sync_playwright

CHROMIUM = Path("/usr/bin/chromium")

_FLAGS = [
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-sandbox",  # Debian's Chromium does not start as root otherwise; it only opens our own pages.
]

TIMEOUT_S = 30.0
"""Default timeout of every wait, in seconds."""

_MAX_REPORTED_CHARS = 2000
"""How many characters of a page are printed when something fails: its newest messages."""


@contextmanager
def browser(scale: float = 1.0) -> Iterator[BrowserContext]:
    """Run headless Chromium during the block and yield its context; if the block fails, print what the pages showed.

    `scale` is the number of device pixels per CSS pixel.
    """
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=_FLAGS)
        context = chromium.new_context(
            viewport={"width": 1120, "height": 1000}, device_scale_factor=scale, locale="en-US"
        )
        context.set_default_timeout(TIMEOUT_S * 1000)
        try:
            yield context
        except Exception:
            _report_pages(context)
            raise
        finally:
            chromium.close()


def _report_pages(context: BrowserContext) -> None:
    """Print the end of every open page's text to stderr."""
    for page in context.pages:
        with suppress(Error):
            who = page.locator("#viewer-picker option:checked").all_inner_texts()
            shown = page.inner_text("body", timeout=3000)
            print(f"--- {page.title()} {who}\n{shown[-_MAX_REPORTED_CHARS:]}", file=sys.stderr)


def wait_for(condition: Callable[[], Any], description: str, timeout_s: float = TIMEOUT_S) -> Any:
    """Call `condition()` every 80 ms until its value is truthy, and return that value.

    After `timeout_s` seconds raise AssertionError "it never happened that …" with `description`: what is awaited, as a
    clause in the past tense such as "the table was listed".
    """
    end = time.monotonic() + timeout_s
    while not (found := condition()):
        assert time.monotonic() < end, f"it never happened that {description}"
        time.sleep(0.08)
    return found


class Tab:
    """A browser tab in which one person views one channel. Making one waits until its page is drawn.

    Every wait raises AssertionError or playwright's TimeoutError after `TIMEOUT_S`.
    """

    def __init__(self, page: Page) -> None:
        self.page = page
        self.ready()

    @classmethod
    def via_start_page(cls, start: Page, section: str, person: str) -> Tab:
        """Click a person's link on the start page, and return the new tab that it opens.

        `section` says which link: "tables" for the newest table, "channel" for the games channel, "people" for the
        person's direct messages.
        """
        name = "" if section == "people" else person
        card = start.locator(f"#{section} .card", has_text=person if section == "people" else "").first
        with start.context.expect_page() as opened:
            card.locator("a", has_text=name).first.click()
        return cls(opened.value)

    @property
    def status(self) -> dict[str, Any]:
        """What simcord's page reports about itself; {} before it does. If the page is being reloaded, wait for it."""
        ask = "() => window.simcordPreview || {}"
        try:
            found: dict[str, Any] = self.page.evaluate(ask)
        except Error as problem:
            if "context was destroyed" not in problem.message:
                raise
            self.page.wait_for_load_state()
            found = self.page.evaluate(ask)
        return found

    def ready(self) -> None:
        """Wait until the page is drawn and no action is running."""
        wait_for(lambda: self.status.get("ready") and self.status["transport"]["state"] != "idle", "the page was ready")

    def message(self, text: str) -> Locator:
        """Return a locator of the newest message that contains this text."""
        return self.page.locator("article.channel-message", has_text=text).last

    @property
    def newest(self) -> Locator:
        """The newest message."""
        return self.page.locator("article.channel-message").last

    @property
    def buttons(self) -> Locator:
        """All enabled buttons in messages, the oldest message's first."""
        return self.page.locator("article.channel-message button.component-button:not([disabled])")

    def button(self, label: str) -> Locator:
        """Return a locator of the newest enabled button with this label; an emoji may precede the label."""
        return self.buttons.filter(has_text=re.compile(rf"(^|\W){re.escape(label)}$")).last

    def press(self, target: str | Locator) -> dict[str, Any]:
        """Press the newest enabled button with a label, or a locator; wait for the answer, and return the receipt.

        A receipt is simcord's report about one action. Raises AssertionError if there is none within `TIMEOUT_S`.
        """
        button = self.button(target) if isinstance(target, str) else target
        return self._receipt_of(button.click, "button")

    @property
    def select(self) -> Locator:
        """The newest select menu."""
        return self.page.locator("article.channel-message .select-trigger").last

    def choose(self, label: str) -> dict[str, Any]:
        """Choose the first option that contains this label in the newest select menu, and return the receipt.

        A receipt is simcord's report about one action.
        """
        self.select.click()
        option = self.page.locator(".preview-select.is-open [role=option]", has_text=label).first
        return self._receipt_of(option.click, "button")

    def command(self, name: str, *options: str, named: str = "") -> dict[str, Any]:
        """Type a slash command, given without the slash, choose the first match, send it, and return the receipt.

        A receipt is simcord's report about one action. `options` are the values typed for the command's first options,
        or, if `named` is given, the value of the option with that name.
        """
        composer = self.page.locator("#channel-composer-input")
        composer.click()
        composer.press_sequentially(f"/{name}")
        self.page.locator("[data-entry-key]", has_text=f"/{name}").first.wait_for()
        self.page.keyboard.press("Enter")
        self.page.locator("[data-command-chip]").wait_for()
        if named:
            self.page.locator("[role=option]", has_text=re.compile(rf"^{re.escape(named)}")).first.click()
        for option in options:
            self.page.keyboard.type(option)
            self.page.locator("[role=option]", has_text=option).first.click()
        return self._receipt_of(self.page.locator("#send-message").click, "command")

    def person_menu(self, person: str, entry: str) -> dict[str, Any]:
        """Choose an entry of a person's context menu, by way of the list of people, and return the receipt."""
        self.page.locator("#people").click()
        self.page.locator("#person-menu button", has_text=person).click()
        return self._receipt_of(self.page.locator("#person-menu button", has_text=entry).click, "command")

    def view_as(self, person: str) -> None:
        """Switch the page to another person, given by name, who can view the channel, and wait until it is drawn."""
        picker = self.page.locator("#viewer-picker")
        before = self.status["viewerId"]
        picker.select_option(label=person)
        wait_for(lambda: self.status["viewerId"] not in (None, before), f"one looked as {person}")
        self.ready()

    def _receipt_of(self, deed: Callable[[], Any], about: str) -> dict[str, Any]:
        """Call `deed`, and return the first new receipt, simcord's report about an action.

        `about` is its kind, "button" or "command". Raises AssertionError if there is none within `TIMEOUT_S`.
        """
        self.page.bring_to_front()  # A hidden page is drawn at most once a second, and a click waits for that.
        known = {receipt["requestId"] for receipt in self.status["activity"]}

        def receipt() -> dict[str, Any] | None:
            """Return the first receipt of the kind `about` that came after the deed; None if there is none yet."""
            news = [
                each
                for each in self.status["activity"]
                if each["requestId"] not in known and _receipt_kind(each) == about
            ]
            return news[0] if news else None

        deed()
        found: dict[str, Any] = wait_for(receipt, "it was answered")
        return found


def _receipt_kind(receipt: dict[str, Any]) -> str:
    """Return "command" or "button" for a receipt, simcord's report about one action; "" for anything else.

    If a button vanished after the click, its receipt has no target, but says that the click was dispatched; that is
    "button" too.
    """
    if receipt["command"]:
        return "command"
    return "button" if receipt["target"] or receipt["dispatched"] else ""
