"""The signs: every game draws its own and the shared ones, and a name means one sign."""

from __future__ import annotations

import sys

import pytest

from pictures import all_symbols, render, shapes
from pictures.emoji_images import draw_emoji
from pictures.painters import PAINTERS
from rules import GAMES, AnyGame, declarations_by_game
from tests.pictures.games import NAMES, some_positions
from words import words_in
from words.games import GAME_WORDS

each_game = pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))


@each_game
def test_a_game_draws_no_sign_of_another_game(game: AnyGame, monkeypatch: pytest.MonkeyPatch) -> None:
    painter, words, coloured = PAINTERS[game.name], words_in("en"), shapes._coloured
    drawn = set[str]()

    def note(sign: str, fill: str, hole: str) -> tuple[str, str]:
        drawn.add(sign)
        return coloured(sign, fill, hole)

    forget_what_was_drawn()
    monkeypatch.setattr(shapes, "_coloured", note)
    for state in some_positions(game, seed=1, every=9):
        painter.board(game.view(state, None), NAMES, words)
        painter.hand(game.view(state, 0), NAMES, words)
    own = declarations_by_game("pictures", "SYMBOLS").get(game.name, {})
    assert drawn
    assert drawn <= own.keys() | all_symbols._SHARED.keys()


def forget_what_was_drawn() -> None:
    """Let everything be drawn anew that is kept by functions."""
    for name, module in list(sys.modules.items()):
        if name.startswith("pictures."):
            for kept in vars(module).values():
                if callable(clear := getattr(kept, "cache_clear", None)) and kept is not render.load_vips:
                    clear()


def test_two_signs_of_one_name_are_refused_with_the_name_and_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(all_symbols, "declarations_by_game", lambda room, declaration: {"chess": {"coin": "<path/>"}})
    with pytest.raises(ValueError, match="chess: signs with these names exist already: coin"):
        all_symbols.all_symbols.__wrapped__()


@each_game
def test_every_emoji_of_a_game_can_be_drawn(game: AnyGame) -> None:
    for sign in GAME_WORDS[game.name].signs:
        assert draw_emoji(game.name, sign).alt == sign
