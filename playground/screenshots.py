"""The README's pictures, taken of a game that is played for them: `python -m playground.screenshots FOLDER GAME`."""

from __future__ import annotations

import io
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from PIL import Image
from playwright.sync_api import Locator, Page, ViewportSize

from playground.driving import Tab, browser, until

_SCALE = 2.0
_PAGE: ViewportSize = {"width": 1120, "height": 1600}
"""High enough for the longest message."""
_MARGIN = 14
_MOST_BYTES = 300_000
_COLOURS = 256
_PICTURED = 5
"""The turn from which on it is the midst of the game, of which most pictures are taken."""
_MOST_TURNS = 200
_ASKED = re.compile("choose a card|Your Merchant trades")
_NO_MOVE = re.compile("Take back|What happened|Hint")


def main(folder: Path, game: str) -> None:
    """Play as Anna and Bert against two computers, and take the pictures on the way."""
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob("*.png"):
        old.unlink()
    with _playground() as address, browser(_SCALE) as context:
        context.on("page", lambda page: page.set_viewport_size(_PAGE))
        start = context.new_page()
        start.goto(address)

        channel = Tab.through(start, "channel", "Anna")
        channel.command(f"{game} new")
        channel.press("+ Computer")
        channel.press("+ Computer")
        channel.view_as("Bert")
        channel.press("Join")
        _take(channel, channel.message("All seats are taken"), folder / "lobby.png")
        channel.view_as("Anna")
        channel.press("Start")
        until(lambda: start.locator("#tables .card.waits").count() == 2, "the table was listed")

        tabs = {person: Tab.through(start, "tables", person) for person in ("Anna", "Bert")}
        for turn in range(_MOST_TURNS):
            waits = until(lambda: _waits_for(tabs), "somebody was asked, or the game was over")
            if "nobody" in waits:
                break
            for person in waits:
                _decide(tabs[person], turn, folder if person == "Anna" and turn >= _PICTURED else None)
        anna = tabs["Anna"]
        _take(anna, anna.message("Rematch"), folder / "end.png")
        anna.press("Analyse")
        until(lambda: anna.message("Where it turned").count(), "the analysis was made")
        _take(anna, anna.message("Where it turned"), folder / "analysis.png")
        _take_a_hint(start, channel, game, folder)


def _take_a_hint(start: Page, channel: Tab, game: str, folder: Path) -> None:
    """Open a table against a computer alone, where there are hints, and take a picture of one."""
    channel.command(f"{game} new")
    channel.press("+ Computer")
    tables = start.locator("#tables .card.waits").count()
    channel.press("Start")
    until(lambda: start.locator("#tables .card.waits").count() > tables, "the new table was listed")
    table = Tab.through(start, "tables", "Anna")
    table.press("Play")
    table.press("Hint")
    until(lambda: table.message("to win").count(), "the hint was there")
    _take(table, table.message("to win"), folder / "hint.png")


def _waits_for(tabs: dict[str, Tab]) -> list[str]:
    """Return whom the table waits for, as each sees it on their own page; nobody, once the game is over."""
    if any(_is_over(tab) for tab in tabs.values()):
        return ["nobody"]
    found = []
    for person, tab in tabs.items():
        waiting = tab.page.get_by_text("⏳ Waiting for").last
        if waiting.count() and person in waiting.inner_text() and not _has_decided(tab):
            found.append(person)
    return found


def _has_decided(tab: Tab) -> bool:
    """Say whether somebody has, as their menu says: the board rests between two edits."""
    return bool(_asking(tab).get_by_text("Take back").count())


def _decide(tab: Tab, turn: int, folder: Path | None) -> None:
    """Make one of the moves that the menu offers; on the way, take what is worth a picture."""
    menu = _menu(tab)
    if menu is None:
        return
    if folder and not (folder / "menu.png").exists() and menu.get_by_text("choose a card").count():
        _take(tab, menu, folder / "menu.png")
        _take(tab, tab.message("Waiting for"), folder / "board.png")
        tab.press("My hand")
        _take(tab, tab.newest, folder / "hand.png")
        menu = _menu(tab) or menu
    choices = menu.locator("button.component-button").filter(has_not_text=_NO_MOVE)
    if count := choices.count():
        tab.press(choices.nth(turn * 3 % count))


def _is_over(tab: Tab) -> bool:
    """Say whether somebody sees the end of the game."""
    return bool(tab.message("Rematch").count())


def _asking(tab: Tab) -> Locator:
    return tab.page.locator("article.channel-message").filter(has_text=_ASKED).last


def _menu(tab: Tab) -> Locator | None:
    """Return the menu that asks for a decision: it comes by itself below the board once it was opened.

    None if the game is over: what the others had decided ended it while one still read that one was waited for.
    """
    asking = _asking(tab)
    if asking.count():
        return asking
    until(lambda: tab.button("Play").count() or _is_over(tab), "there was something to press")
    if _is_over(tab):
        return None
    tab.press("Play")
    tab.ready()
    return tab.newest


def _take(tab: Tab, message: Locator, file: Path) -> None:
    """Write a picture of one message: its box, with the head above it if it has one."""
    tab.page.mouse.move(2, 2)
    tab.ready()
    message.scroll_into_view_if_needed()
    frame = message.locator(".component-container").first
    until(lambda: _at_rest(frame), "the page came to rest")
    picture = Image.open(io.BytesIO(message.screenshot())).convert("RGB")
    whole, box = message.bounding_box(), frame.bounding_box()
    assert whole is not None
    assert box is not None
    headless = not message.locator(".message-avatar").count()
    left, top = (box["x"] - whole["x"] - _MARGIN, box["y"] - whole["y"] - _MARGIN) if headless else (0, 0)
    right, bottom = box["x"] - whole["x"] + box["width"] + _MARGIN, box["y"] - whole["y"] + box["height"] + _MARGIN
    edges = (max(0, left), max(0, top), right, min(bottom, whole["height"]))
    picture = picture.crop(tuple(int(edge * _SCALE) for edge in edges))  # type: ignore[arg-type]
    data = io.BytesIO()
    picture.save(data, "PNG")
    if len(data.getvalue()) > _MOST_BYTES:
        data = io.BytesIO()
        picture.quantize(_COLOURS).save(data, "PNG", optimize=True)
    file.write_bytes(data.getvalue())
    print(f"{file}  {len(data.getvalue()) // 1000} kB", flush=True)


def _at_rest(element: Locator) -> bool:
    """Say whether it stays where it is for a moment: pictures that load push it about."""
    before = element.bounding_box()
    time.sleep(0.5)
    return bool(element.bounding_box() == before)


@contextmanager
def _playground() -> Iterator[str]:
    with tempfile.TemporaryDirectory() as folder:
        run = [sys.executable, "bot.py", "--folder", folder, "--port", "0", "play"]
        with subprocess.Popen(run, stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout is not None
            try:
                yield next(found[0] for line in process.stdout if (found := re.search(r"http://\S+", line)))
            finally:
                process.send_signal(signal.SIGTERM)
                process.communicate()


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2])
