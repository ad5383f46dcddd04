"""The legends name everything a board draws by a sign, in both languages, and fit a message with our own emoji."""

from __future__ import annotations

import pytest

from pictures import shapes
from pictures.painters import PAINTERS
from rules import GAMES
from rules.riga.data import KIND
from tests.pictures.games import NAMES as PEOPLE
from tests.rules.promises import positions
from words import words_in
from words.games import GAME_WORDS, legend
from words.haithabu import terms as haithabu
from words.riga import terms as riga
from words.visby import terms as visby

NAMES = {
    "visby": visby.CARDS,
    "riga": riga.GOODS,
    "haithabu": haithabu.WARE | haithabu.CHARACTER,
}
SIGNS = {
    "archive": "scroll",
    "bank": "**G** ",
    "battle": "Battle",
    "cards": "cards",
    "cart": "cart",
    "clock": "hourglass",
    "coin": "coin",
    "crown": "crown",
    "fresh": "🌱",
    "guildhall": "house",
    "journey": "Journey",
    "knights": "helmet",
    "loan": "scroll with a coin",
    "market": "market",
    "merchants": "hat",
    "moon": "🌙",
    "points": "star",
    "ready": "⚡",
    "seal": "rosette",
    "ship": "ship",
    "start": "flag",
    "sun": "☀️",
    "supplier": "sack",
    "trading_post": "lower house",
    "used": "✖️",
    "ware": "barrel",
    "warehouse": "upper house",
    "worker": "figure",
}
"""What a legend calls the signs that are drawn in several places, or that stand for nothing with a name."""
RARE = {
    "visby": {"crown"},
    "riga": {"coin", "merchants", "knights", "fresh", "used", "clock"},
    "haithabu": {*haithabu.EVENT, "crown", "worker"},
}
OWN_EMOJI = 40
"""More characters than one of our own has."""


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("game", NAMES)
def test_a_legend_names_every_sign_and_fits_a_message(game: str, language: str) -> None:
    words = words_in(language)
    said = "\n".join(legend(words, game))
    for name in NAMES[game].values():
        assert words.say(name) in said
    for emoji in GAME_WORDS[game].emoji.values():
        assert emoji in said
    assert len(said) + OWN_EMOJI * len(GAME_WORDS[game].emoji) < 4000
    assert "{" not in said


@pytest.mark.parametrize("game", NAMES)
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
                PAINTERS[game].board(rules.view(state, None), PEOPLE, words)
    assert drawn >= RARE[game]
    said = "\n".join(legend(words, game)).lower()
    named = NAMES[game] | (haithabu.EVENT if game == "haithabu" else {})
    written_on_cards = set(KIND.values()) if game == "riga" else set()
    for sign in drawn - written_on_cards - set(named):
        assert SIGNS[sign].lower() in said, f"{sign} is not explained"
    for sign in drawn & set(named):
        assert f"{words.say(named[sign])} (".lower() in said, f"{sign} is not explained"


def test_a_legend_explains_the_marks_of_single_buildings() -> None:
    (line,) = (line for line in legend(words_in("en"), "riga") if "Exchange" in line)
    assert {"Coin", "hat", "helmet"} <= set(line.replace(":", "").split())


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_legend_of_rows_holds_for_any_number_of_players(language: str) -> None:
    assert not {"4", "5", "6"} & set("\n".join(legend(words_in(language), "riga")).split("**= 11**")[0])


def test_a_legend_explains_cities_and_fields_by_their_letters() -> None:
    assert all(riga.tag(city) in "".join(legend(words_in("en"), "riga")) for city in riga.CITIES)
    assert "what it pays there" in "".join(legend(words_in("en"), "riga"))
    assert all(f"**{letter}** " in "".join(legend(words_in("en"), "haithabu")) for letter in "ABCDEFGH")


def test_a_game_without_a_legend_has_none() -> None:
    assert legend(words_in("en"), "chess") == []
