"""Driving a browser through the playground, as a person does: for the test in the browser and for the pictures."""

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
    "--no-sandbox",  # Debian's chromium does not start as root otherwise, and it only ever sees our own pages.
]

PATIENCE = 30.0

_TOLD = 2000
"""So much of a page is told when something fails: its newest messages."""


@contextmanager
def browser(scale: float = 1.0) -> Iterator[BrowserContext]:
    """Open Debian's chromium without a screen."""
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=_FLAGS)
        context = chromium.new_context(
            viewport={"width": 1120, "height": 1000}, device_scale_factor=scale, locale="en-US"
        )
        context.set_default_timeout(PATIENCE * 1000)
        try:
            yield context
        except Exception:
            _tell(context)
            raise
        finally:
            chromium.close()


def _tell(context: BrowserContext) -> None:
    """Say what every page showed: whoever reads that something never happened wants to know what did."""
    for page in context.pages:
        with suppress(Error):
            who = page.locator("#viewer-picker option:checked").all_inner_texts()
            shown = page.inner_text("body", timeout=3000)
            print(f"--- {page.title()} {who}\n{shown[-_TOLD:]}", file=sys.stderr)


def until(what: Callable[[], Any], saying: str, patience: float = PATIENCE) -> Any:
    """Return what becomes true in the end."""
    end = time.monotonic() + patience
    while not (found := what()):
        assert time.monotonic() < end, f"it never happened that {saying}"
        time.sleep(0.08)
    return found


class Tab:
    """One person's look into one place."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.ready()

    @classmethod
    def through(cls, start: Page, section: str, person: str) -> Tab:
        """Go through a link of the start page: into the newest table, the channel, or somebody's direct messages."""
        name = "" if section == "people" else person
        card = start.locator(f"#{section} .card", has_text=person if section == "people" else "").first
        with start.context.expect_page() as opened:
            card.locator("a", has_text=name).first.click()
        return cls(opened.value)

    @property
    def status(self) -> dict[str, Any]:
        """What simcord's page says about itself; of one that is just being loaded again, what it says then."""
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
        """Wait until the page is drawn and nothing is under way."""
        until(lambda: self.status.get("ready") and self.status["transport"]["state"] != "idle", "the page was ready")

    def message(self, text: str) -> Locator:
        """Return the newest message with this text."""
        return self.page.locator("article.channel-message", has_text=text).last

    @property
    def newest(self) -> Locator:
        """The newest message."""
        return self.page.locator("article.channel-message").last

    @property
    def buttons(self) -> Locator:
        """All buttons of the bot's that can be pressed, the oldest message's first."""
        return self.page.locator("article.channel-message button.component-button:not([disabled])")

    def button(self, label: str) -> Locator:
        """Return the newest button with this label that can be pressed."""
        return self.buttons.filter(has_text=re.compile(rf"(^|\W){re.escape(label)}$")).last  # an emoji may precede it

    def press(self, what: str | Locator) -> dict[str, Any]:
        """Press a button, and return how that was answered."""
        button = self.button(what) if isinstance(what, str) else what
        return self._done(button.click, "button")

    @property
    def select(self) -> Locator:
        """The newest list to choose from."""
        return self.page.locator("article.channel-message .select-trigger").last

    def choose(self, label: str) -> dict[str, Any]:
        """Choose something in the newest list, and return how that was answered."""
        self.select.click()
        option = self.page.locator(".preview-select.is-open [role=option]", has_text=label).first
        return self._done(option.click, "button")

    def command(self, name: str) -> dict[str, Any]:
        """Type a slash command, choose it in the picker, send it, and return how that was answered."""
        composer = self.page.locator("#channel-composer-input")
        composer.click()
        composer.press_sequentially(f"/{name}")
        self.page.locator("[data-entry-key]", has_text=f"/{name}").first.wait_for()
        self.page.keyboard.press("Enter")
        self.page.locator("[data-command-chip]").wait_for()
        return self._done(self.page.locator("#send-message").click, "command")

    def view_as(self, person: str) -> None:
        """Be somebody else from now on."""
        picker = self.page.locator("#viewer-picker")
        before = self.status["viewerId"]
        picker.select_option(label=person)
        until(lambda: self.status["viewerId"] not in (None, before), f"one looked as {person}")
        self.ready()

    def _done(self, deed: Callable[[], Any], about: str) -> dict[str, Any]:
        """Do something, and return its receipt: the first new one that is about such a thing."""
        self.page.bring_to_front()  # Behind others a page is drawn once a second or less, and a click waits for that.
        known = {receipt["requestId"] for receipt in self.status["activity"]}

        def receipt() -> dict[str, Any] | None:
            news = [
                each for each in self.status["activity"] if each["requestId"] not in known and _about(each) == about
            ]
            return news[0] if news else None

        deed()
        found: dict[str, Any] = until(receipt, "it was answered")
        return found


def _about(receipt: dict[str, Any]) -> str:
    """Say what a receipt is for. A button that is gone since then is not named any more."""
    if receipt["command"]:
        return "command"
    return "button" if receipt["target"] or receipt["dispatched"] else ""
