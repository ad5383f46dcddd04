"""Who takes the README's pictures plays what the bot's menus say, and says what was seen if something never happens."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import escape
from pathlib import Path

import pytest

from playground.initial_world import PEOPLE

pytest.importorskip("playwright", reason="playwright is not installed; `make browser` does that")

from playground.chromium import CHROMIUM, Tab, browser, wait_for
from playground.screenshots import PLAYERS, moves, players_to_act

pytestmark = [
    pytest.mark.skipif(not CHROMIUM.exists(), reason=f"there is no {CHROMIUM}; `make browser` gets it"),
    pytest.mark.thorough,
]

GOLDEN = Path(__file__).parents[1] / "discord/golden/visby.txt"
BUTTON = re.compile(r"\[(?:(\w+): )?([^]]+)\]")
MOVE = re.compile("(Troops|Knight|Blacksmith|Fleet|Ship|Tollkeeper|Merchant|Mendicant|No trade|wares? → .+)$")
AT_REST = '<script>simcordPreview = {ready: true, transport: {state: "healthy"}}</script>'


def test_who_has_decided_is_not_asked_and_only_moves_are_pressed_whatever_menu_the_bot_shows() -> None:
    seen = set()
    with browser() as context:
        page = context.new_page()
        for lines, buttons in menus():
            pressed = "".join(f'<button class="component-button">{escape(label)}</button>' for _, label in buttons)
            said = "".join(f"<p>{escape(line)}</p>" for line in lines)
            page.set_content(f'{AT_REST}<article class="channel-message">{said}{pressed}</article>')
            decided = any(style == "success" for style, _ in buttons)
            assert players_to_act({"Anna": Tab(page)}) == ([] if decided else ["Anna"]), lines
            if not decided:
                offered = moves(page.locator("article")).all_inner_texts()
                assert offered == [label for _, label in buttons if MOVE.search(label)]
            seen.add((decided, "Merchant trades" in str(lines), any("What happened?" in label for _, label in buttons)))
    assert {(decided, trades) for decided, trades, _ in seen} == {(a, b) for a in (False, True) for b in (False, True)}
    assert any(news for *_, news in seen)


def test_all_who_play_read_the_language_in_which_menus_are_looked_for() -> None:
    assert {PEOPLE[name] for name in PLAYERS} == {"en-US"}


def test_what_pages_showed_is_told_when_something_fails(capsys: pytest.CaptureFixture[str]) -> None:
    def wait_in_vain() -> None:
        with browser() as context:
            context.new_page().set_content("<p>You have nothing to decide right now.</p>")
            wait_for(lambda: False, "somebody was asked", timeout_s=0.0)

    with pytest.raises(AssertionError, match="somebody was asked"):
        wait_in_vain()
    assert "You have nothing to decide right now." in capsys.readouterr().err


def menus() -> Iterator[tuple[list[str], list[tuple[str, str]]]]:
    """Every menu with moves that the bot shows in the golden game: its lines, and style and label of its buttons."""
    for block in dict.fromkeys(re.split(r"^(?:---|===).*\n", GOLDEN.read_text("utf-8"), flags=re.MULTILINE)):
        lines = [line[2:] for line in block.splitlines() if line.startswith("| ")]
        buttons = [found for line in lines if line.startswith("[") for found in BUTTON.findall(line)]
        if any(MOVE.search(label) for _, label in buttons):
            yield [line for line in lines if not line.startswith("[")], buttons
