"""The legends explain everything a board draws, in both languages, in words and as a picture."""

from __future__ import annotations

import pytest

from pictures import shapes
from pictures.legend_picture import legend_picture as drawn_legend
from pictures.painters import PAINTERS
from rules import GAMES
from rules.riga.data import KIND
from tests.pictures.games import NAMES as PEOPLE
from tests.pictures.reading import check_tidy
from tests.rules.promises import positions
from words import words_in
from words.games import GAME_WORDS, legend_lines
from words.haithabu import terms as haithabu
from words.riga import terms as riga
from words.visby import terms as visby

NAMES = {
    "visby": visby.CARDS,
    "riga": riga.GOODS,
    "haithabu": haithabu.WARE | haithabu.CHARACTER | haithabu.EVENT,
}
RARE = {
    "visby": {"winner", "robot"},
    "riga": {"coin", "merchants", "knights", "fresh", "used", "clock", "robot"},
    "haithabu": {*haithabu.EVENT, "winner", "worker", "robot"},
}
OWN_EMOJI = 46
"""More characters than one of our own has."""

each_game = pytest.mark.parametrize("game", NAMES)
each_language = pytest.mark.parametrize("language", ["en", "de"])


@each_game
@each_language
def test_a_legend_names_every_sign_and_fits_a_message(game: str, language: str) -> None:
    words = words_in(language)
    said = "\n".join(legend_lines(words, game))
    for name in NAMES[game].values():
        assert words.say(name) in said
    for emoji in GAME_WORDS[game].signs.values():
        assert emoji in said
    assert len(said) + OWN_EMOJI * len(GAME_WORDS[game].signs) < 4000
    assert "{" not in said


@each_game
def test_a_legend_explains_whatever_a_board_draws(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    words, drawn, coloured = words_in("en"), set(), shapes._coloured

    def note(sign: str, fill: str, hole: str) -> tuple[str, str]:
        drawn.add(sign)
        return coloured(sign, fill, hole)

    monkeypatch.setattr(shapes, "_coloured", note)
    rules = GAMES[game]
    for seed in range(3):
        for number, state in enumerate(positions(rules, rules.players[-1], {}, seed)):
            if number % 4 == 0 or not rules.owed(state):
                PAINTERS[game].board(rules.view(state, None), PEOPLE, words, {0: True})
    assert drawn >= RARE[game]
    said = "\n".join(legend_lines(words, game))
    written_on_cards = set(KIND.values()) if game == "riga" else set()
    for sign in drawn - written_on_cards:
        assert GAME_WORDS[game].signs[sign] in said, f"{sign} is not explained"


@each_game
@each_language
def test_a_legend_as_a_picture_has_the_same_words_and_every_sign(
    game: str, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    words, signs = words_in(language), GAME_WORDS[game].signs
    drawn_legend.cache_clear()
    shown = set[str]()

    def note(game: str, key: str, *at: float) -> str:
        shown.add(key)
        return ""

    monkeypatch.setattr("pictures.legend_picture.draw_sign", note)
    root = check_tidy(drawn_legend(game, words))
    drawn_legend.cache_clear()
    assert shown == set(signs)
    written = " ".join(root.texts).split()
    for line in legend_lines(words, game):
        for usual in signs.values():
            line = line.replace(usual, " ")
        assert set(line.removeprefix("- ").replace("**", "").replace("·", "").split()) <= set(written)


@each_language
def test_a_legend_of_rows_holds_for_any_number_of_players(language: str) -> None:
    assert not {"4", "5", "6"} & set("\n".join(legend_lines(words_in(language), "riga")).split("**= 11**")[0])


def test_a_legend_explains_cities_and_fields_by_their_letters() -> None:
    assert all(riga.city_tag(city) in "".join(legend_lines(words_in("en"), "riga")) for city in riga.CITIES)
    assert "its value there" in "".join(legend_lines(words_in("en"), "riga"))
    assert all(f"**{letter}** " in "".join(legend_lines(words_in("en"), "haithabu")) for letter in "ABCDEFGH")


def test_a_game_without_a_legend_has_none() -> None:
    assert legend_lines(words_in("en"), "chess") == []
