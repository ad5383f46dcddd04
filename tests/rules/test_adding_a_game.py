"""The page for authors of a new game: its code runs, and its tiny game keeps every promise of the contract."""

from __future__ import annotations

import importlib.util
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from rules import GAMES, AnyGame, Illegal, Result, Unreadable, records
from rules.__main__ import main
from rules.chance import Chance
from tests.rules.promises import check_guesses, check_random_game, check_sealed_choice, positions, setups, shared

PAGE = Path(__file__).parents[2] / "docs" / "adding-a-game.md"


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ModuleType]:
    """Import the page's code blocks, one after the other, as a module."""
    blocks = re.findall(r"^```python\n(.*?)^```$", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    file = tmp_path_factory.mktemp("page") / "fingers.py"
    file.write_text("\n\n".join(blocks), encoding="utf-8")
    spec = importlib.util.spec_from_file_location("fingers", file)
    assert spec
    assert spec.loader
    module = sys.modules["fingers"] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    yield module
    del sys.modules["fingers"]


@pytest.fixture
def fingers(page: ModuleType, monkeypatch: pytest.MonkeyPatch) -> AnyGame:
    """Register the game, as the page says."""
    game: AnyGame = page.Fingers()
    monkeypatch.setitem(GAMES, game.name, game)
    return game


def show(game: AnyGame, state: Any, *hands: int) -> None:
    for seat, hand in enumerate(hands):
        game.play(state, seat, game.parse(f"show {hand}"))


def test_random_games_of_it_keep_every_promise(fingers: AnyGame) -> None:
    assert [seats for seats, _ in setups(fingers)] == [2, 3, 4]
    for seats, options in setups(fingers):
        for seed in range(30):
            check_random_game(fingers, seats, options, seed)


def test_it_keeps_its_secrets(fingers: AnyGame) -> None:
    sealed = 0
    for seats, options in setups(fingers):
        chance = Chance(seats)
        for state in positions(fingers, seats, options, seed=seats):
            assert shared(state, state.copy()) == []
            for seat in range(seats):
                check_guesses(fingers, state, seat, chance)
                sealed += check_sealed_choice(fingers, state, seat, chance)
    assert sealed > 10


def test_it_is_the_game_the_page_tells_of(fingers: AnyGame) -> None:
    state = fingers.new(3, 1)
    show(fingers, state, 1, 1, 2)
    show(fingers, state, 3, 2, 1)
    show(fingers, state, 2, 2, 2)
    assert fingers.view(state, None).points == (0, 0, 3)
    assert fingers.result(state) is None
    show(fingers, state, 3, 3, 2)
    assert fingers.result(state) == Result((2, 2, 1), (0, 0, 5))
    assert fingers.owed(state) == {}


def test_it_refuses_what_its_rules_forbid(fingers: AnyGame, page: ModuleType) -> None:
    state = fingers.new(2, 1)
    for text in ("show 4", "show", "show 1 2", "hide"):
        with pytest.raises(Unreadable):
            fingers.parse(text)
    for move, key in ((page.Show(4), "no_such_hand"), (GAMES["visby"].parse("trade 1"), "wrong_kind")):
        with pytest.raises(Illegal) as refusal:
            fingers.play(state, 0, move)
        assert (refusal.value.rule, refusal.value.key) == ("F1", key)


def test_a_hand_can_be_changed_and_taken_back_until_all_are_open(fingers: AnyGame) -> None:
    record = records.Record("fingers", 1, 2, 1, {})
    state = fingers.new(2, 1)
    for hand in (1, 3):
        show(fingers, state, hand)
        record.log.append(records.Entry(0, f"show {hand}"))
    assert fingers.view(state, 0).hand == 3
    state = records.take_back(record, state, 0)
    assert fingers.view(state, 0).hand == 1
    fingers.play(state, 1, fingers.parse("show 2"))
    assert not fingers.can_take_back(state, 0)


def test_the_command_line_plays_it(
    fingers: AnyGame, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("builtins.input", lambda _: "show 1")
    monkeypatch.setattr(sys, "argv", ["rules", "play", fingers.name, "--computer", "novice"])
    assert main() == 0
    assert "place 1: seat" in capsys.readouterr().out


def test_everything_a_game_must_write_is_on_the_page() -> None:
    text = PAGE.read_text(encoding="utf-8")
    for written in ("begin", "view", "guess", "result", "check_state", "options", "check", "apply", "resume", "copy"):
        assert f"def {written}(" in text
