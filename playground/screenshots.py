"""Plays a game in a browser and saves the README's pictures of it: `python -m playground.screenshots FOLDER GAME`."""

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

from playground.chromium import TIMEOUT_S, Tab, browser, wait_for
from playground.initial_world import PEOPLE

_SCALE = 2.0
_PAGE: ViewportSize = {"width": 1120, "height": 1600}
"""The size of each page in pixels; high enough for the longest message."""
_MARGIN_PX = 14
_MAX_FILE_BYTES = 300_000
"""A larger picture is saved with `_MAX_COLOURS` colours."""
_MAX_COLOURS = 256
_FIRST_PICTURED_TURN = 5
"""Most pictures are taken from this turn on, in the middle of the game."""
_MAX_TURNS = 60
"""Turns after which the script gives up; a game takes about twenty."""
_THINKING_TIMEOUT_S = 300.0
"""Timeout for computers' moves and analyses, which run with low priority."""
PLAYERS = ("Anna", "Clara")
"""The people who play. Their Discord is in English, because menus and buttons are found by their English text."""
_MENU = re.compile("choose a card|Your Merchant trades|You can't undo this trade|You can still change it")
_DECIDED_TEXT = "You can still change it"
_NOT_A_MOVE = re.compile("Undo|What happened|Hint|Rules|Back")


def main(folder: Path, game: str) -> None:
    """Play a game as two people against two computers in a new playground, and save pictures into the folder.

    `game` is the name of its slash command. PNG files that were in the folder are deleted.
    """
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob("*.png"):
        old.unlink()
    with _playground() as address, browser(_SCALE) as context:
        context.on("page", lambda page: page.set_viewport_size(_PAGE))
        start = context.new_page()
        start.goto(address)

        host, guest = PLAYERS
        channel = Tab.via_start_page(start, "channel", host)
        channel.command(f"{game} new")
        channel.press("+ Computer")
        channel.press("+ Computer")
        channel.view_as(guest)
        channel.press("Join")
        _save_picture(channel, channel.message("All seats are taken"), folder / "lobby.png")
        channel.view_as(host)
        channel.press("Start")
        wait_for(lambda: start.locator("#tables .card.waits").count() == 2, "the table was listed")

        tabs = {person: Tab.via_start_page(start, "tables", person) for person in PLAYERS}
        _play(tabs, folder)
        table = tabs[host]
        _save_picture(table, table.message("Rematch"), folder / "end.png")
        table.press("Analyse")
        wait_for(lambda: table.message("Analysis of").count(), "the analysis was made", _THINKING_TIMEOUT_S)
        _save_picture(table, table.message("Analysis of"), folder / "analysis.png")
        _save_hint_picture(start, channel, game, folder)
        _save_league_picture(channel, game, folder)


def _play(tabs: dict[str, Tab], folder: Path) -> None:
    """Play a game to its end in these tabs, and save pictures of the first player's view.

    `tabs` has one tab for each player, by name. Raises AssertionError if the game is not over after `_MAX_TURNS`.
    """
    for tab in tabs.values():
        tab.press("Play")
    for turn in range(_MAX_TURNS):
        asked = wait_for(lambda: players_to_act(tabs), "somebody was asked, or the game was over", _THINKING_TIMEOUT_S)
        if "nobody" in asked:
            return
        for person in asked:
            _decide(tabs[person], turn, folder if person == PLAYERS[0] and turn >= _FIRST_PICTURED_TURN else None)
    raise AssertionError(f"the game was not over after {_MAX_TURNS} turns")


def _save_hint_picture(start: Page, channel: Tab, game: str, folder: Path) -> None:
    """Open a table against one computer, where hints are available, and save a picture of a hint."""
    channel.command(f"{game} new")
    channel.press("+ Computer")
    tables = start.locator("#tables .card.waits").count()
    channel.press("Start")
    wait_for(lambda: start.locator("#tables .card.waits").count() > tables, "the new table was listed")
    table = Tab.via_start_page(start, "tables", PLAYERS[0])
    table.press("Play")
    table.press("Hint")
    wait_for(lambda: table.message("based on what you know").count(), "the hint was there", _THINKING_TIMEOUT_S)
    _save_picture(table, table.message("based on what you know"), folder / "hint.png")


def _save_league_picture(channel: Tab, game: str, folder: Path) -> None:
    """Announce a league of a game, let everybody sign up, and save a picture of the announcement.

    `channel` must show the view of the first player, who may announce a league. Afterwards it shows that of the last of
    `PEOPLE`.
    """
    channel.command("league new", game.title())
    channel.press("Announce")
    for person in PEOPLE:
        if person != PLAYERS[0]:
            channel.view_as(person)
        channel.press("Sign up")
    signed_up = f"Signed up ({len(PEOPLE)})"
    wait_for(lambda: channel.message(signed_up).count(), "everybody had signed up")
    _save_picture(channel, channel.message(signed_up), folder / "league.png")


def players_to_act(tabs: dict[str, Tab]) -> list[str]:
    """Return the players whose menu asks for a decision; `["nobody"]` once the game is over."""
    if any(tab.message("Rematch").count() for tab in tabs.values()):
        return ["nobody"]
    menus = {person: _menu(tab).filter(has_not_text=_DECIDED_TEXT) for person, tab in tabs.items()}
    return [person for person, menu in menus.items() if moves(menu).count()]


def _menu(tab: Tab) -> Locator:
    """Return a locator of the newest message in a player's tab that looks like a menu; it may match nothing."""
    return tab.page.locator("article.channel-message").filter(has_text=_MENU).last


def moves(menu: Locator) -> Locator:
    """Return a locator of the buttons of a menu that make a move."""
    return menu.locator("button.component-button").filter(has_not_text=_NOT_A_MOVE)


def _decide(tab: Tab, turn: int, folder: Path | None) -> None:
    """Press one of the moves that the player's menu offers; which one depends on `turn`.

    With a folder, first save pictures of menu, board and hand there, unless that was done in an earlier turn or the
    menu does not ask for a card.
    """
    menu = _menu(tab)
    if folder and not (folder / "menu.png").exists() and menu.get_by_text("choose a card").count():
        _save_picture(tab, menu, folder / "menu.png")
        _save_picture(tab, tab.message("Waiting for"), folder / "board.png")
        tab.press("My hand")
        _save_picture(tab, tab.newest, folder / "hand.png")
    choices = moves(menu)
    tab.press(choices.nth(turn * 3 % choices.count()))
    tab.ready()


def _save_picture(tab: Tab, message: Locator, file: Path) -> None:
    """Save a picture of one message as a PNG file, cropped to its container and the author's line, if it has one.

    A picture over `_MAX_FILE_BYTES` is reduced to `_MAX_COLOURS` colours. The file and its size are printed.
    """
    tab.page.bring_to_front()
    tab.page.mouse.move(2, 2)
    tab.ready()
    message.scroll_into_view_if_needed()
    frame = message.locator(".component-container").first
    wait_for(lambda: _is_still(frame), "the page came to rest")
    picture = Image.open(io.BytesIO(message.screenshot())).convert("RGB")
    whole, box = message.bounding_box(), frame.bounding_box()
    assert whole is not None
    assert box is not None
    headless = not message.locator(".message-avatar").count()
    left, top = (box["x"] - whole["x"] - _MARGIN_PX, box["y"] - whole["y"] - _MARGIN_PX) if headless else (0, 0)
    right, bottom = (
        box["x"] - whole["x"] + box["width"] + _MARGIN_PX,
        box["y"] - whole["y"] + box["height"] + _MARGIN_PX,
    )
    edges = (max(0, left), max(0, top), right, min(bottom, whole["height"]))
    picture = picture.crop(tuple(int(edge * _SCALE) for edge in edges))  # type: ignore[arg-type]
    data = io.BytesIO()
    picture.save(data, "PNG")
    if len(data.getvalue()) > _MAX_FILE_BYTES:
        data = io.BytesIO()
        picture.quantize(_MAX_COLOURS).save(data, "PNG", optimize=True)
    file.write_bytes(data.getvalue())
    print(f"{file}  {len(data.getvalue()) // 1000} kB", flush=True)


def _is_still(element: Locator) -> bool:
    """Wait half a second; return True if the element did not move meanwhile, as it does while pictures load."""
    before = element.bounding_box()
    time.sleep(0.5)
    return bool(element.bounding_box() == before)


@contextmanager
def _playground() -> Iterator[str]:
    """Run a playground in another process and a temporary folder during the block; yield its start page's address."""
    with tempfile.TemporaryDirectory() as folder:
        run = [sys.executable, "bot.py", "--folder", folder, "--port", "0", "play"]
        with subprocess.Popen(run, stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout is not None
            try:
                yield next(found[0] for line in process.stdout if (found := re.search(r"http://\S+", line)))
            finally:
                process.send_signal(signal.SIGTERM)
                try:
                    process.communicate(timeout=TIMEOUT_S)
                except subprocess.TimeoutExpired:
                    process.kill()
                    raise


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2])
