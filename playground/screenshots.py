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

from playground.driving import PATIENCE, Tab, browser, until

_SCALE = 2.0
_PAGE: ViewportSize = {"width": 1120, "height": 1600}
"""High enough for the longest message."""
_MARGIN = 14
_MOST_BYTES = 300_000
_COLOURS = 256
_PICTURED = 5
"""The turn from which on it is the midst of the game, of which most pictures are taken."""
_MOST_TURNS = 60
"""A game takes about twenty."""
_THOUGHT = 300.0
"""Seconds for what computers think about: they stand back behind all else that is done on the machine."""
PLAYERS = ("Anna", "Clara")
"""Who plays: people whose Discord is in English. Their menus and buttons are known here by what they say."""
_MENU = re.compile("choose a card|Your Merchant trades|you can change it")
_DECIDED = "you can change it"
_NO_MOVE = re.compile("Take back|What happened|Hint|Rules")


def main(folder: Path, game: str) -> None:
    """Play as two people against two computers, and take the pictures on the way."""
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob("*.png"):
        old.unlink()
    with _playground() as address, browser(_SCALE) as context:
        context.on("page", lambda page: page.set_viewport_size(_PAGE))
        start = context.new_page()
        start.goto(address)

        host, guest = PLAYERS
        channel = Tab.through(start, "channel", host)
        channel.command(f"{game} new")
        channel.press("+ Computer")
        channel.press("+ Computer")
        channel.view_as(guest)
        channel.press("Join")
        _take(channel, channel.message("All seats are taken"), folder / "lobby.png")
        channel.view_as(host)
        channel.press("Start")
        until(lambda: start.locator("#tables .card.waits").count() == 2, "the table was listed")

        tabs = {person: Tab.through(start, "tables", person) for person in PLAYERS}
        _play(tabs, folder)
        table = tabs[host]
        _take(table, table.message("Rematch"), folder / "end.png")
        table.press("Analyse")
        until(lambda: table.message("Where it turned").count(), "the analysis was made", _THOUGHT)
        _take(table, table.message("Where it turned"), folder / "analysis.png")
        _take_a_hint(start, channel, game, folder)


def _play(tabs: dict[str, Tab], folder: Path) -> None:
    """Play a game to its end. A menu comes by itself below the board once it was opened."""
    for tab in tabs.values():
        tab.press("Play")
    for turn in range(_MOST_TURNS):
        asked = until(lambda: asked_or_over(tabs), "somebody was asked, or the game was over", _THOUGHT)
        if "nobody" in asked:
            return
        for person in asked:
            _decide(tabs[person], turn, folder if person == PLAYERS[0] and turn >= _PICTURED else None)
    raise AssertionError(f"the game was not over after {_MOST_TURNS} turns")


def _take_a_hint(start: Page, channel: Tab, game: str, folder: Path) -> None:
    """Open a table against a computer alone, where there are hints, and take a picture of one."""
    channel.command(f"{game} new")
    channel.press("+ Computer")
    tables = start.locator("#tables .card.waits").count()
    channel.press("Start")
    until(lambda: start.locator("#tables .card.waits").count() > tables, "the new table was listed")
    table = Tab.through(start, "tables", PLAYERS[0])
    table.press("Play")
    table.press("Hint")
    until(lambda: table.message("of winning").count(), "the hint was there", _THOUGHT)
    _take(table, table.message("of winning"), folder / "hint.png")


def asked_or_over(tabs: dict[str, Tab]) -> list[str]:
    """Return who is asked for a decision, as each one's own menu says; nobody, once the game is over."""
    if any(tab.message("Rematch").count() for tab in tabs.values()):
        return ["nobody"]
    menus = {person: _menu(tab).filter(has_not_text=_DECIDED) for person, tab in tabs.items()}
    return [person for person, menu in menus.items() if moves(menu).count()]


def _menu(tab: Tab) -> Locator:
    return tab.page.locator("article.channel-message").filter(has_text=_MENU).last


def moves(menu: Locator) -> Locator:
    """Return the buttons of a menu that make a move."""
    return menu.locator("button.component-button").filter(has_not_text=_NO_MOVE)


def _decide(tab: Tab, turn: int, folder: Path | None) -> None:
    """Make one of the moves that the menu offers; on the way, take what is worth a picture."""
    menu = _menu(tab)
    if folder and not (folder / "menu.png").exists() and menu.get_by_text("choose a card").count():
        _take(tab, menu, folder / "menu.png")
        _take(tab, tab.message("Waiting for"), folder / "board.png")
        tab.press("My hand")
        _take(tab, tab.newest, folder / "hand.png")
    choices = moves(menu)
    tab.press(choices.nth(turn * 3 % choices.count()))
    tab.ready()


def _take(tab: Tab, message: Locator, file: Path) -> None:
    """Write a picture of one message: its box, with the head above it if it has one."""
    tab.page.bring_to_front()
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
                try:
                    process.communicate(timeout=PATIENCE)
                except subprocess.TimeoutExpired:
                    process.kill()
                    raise


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2])
