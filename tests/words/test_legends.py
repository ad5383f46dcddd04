"""The legends name everything a board draws by a sign, in both languages, and fit a message with our own emoji."""

from __future__ import annotations

import pytest

from words import haithabu, of, riga, visby
from words.legends import legend

NAMES = {
    "visby": visby.CARDS,
    "riga": riga.GOODS,
    "haithabu": haithabu.WARE | haithabu.CHARACTER,
}
EMOJI = {"visby": visby.EMOJI, "riga": riga.EMOJI, "haithabu": haithabu.EMOJI}
OWN_EMOJI = 40
"""More characters than one of our own has."""


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("game", NAMES)
def test_a_legend_names_every_sign_and_fits_a_message(game: str, language: str) -> None:
    words = of(language)
    said = "\n".join(legend(words, game))
    for name in NAMES[game].values():
        assert words.say(name) in said
    for emoji in EMOJI[game].values():
        assert emoji in said
    assert len(said) + OWN_EMOJI * len(EMOJI[game]) < 4000
    assert "{" not in said


def test_a_legend_explains_cities_and_fields_by_their_letters() -> None:
    assert all(riga.tag(city) in "".join(legend(of("en"), "riga")) for city in riga.CITIES)
    assert "what it pays there" in "".join(legend(of("en"), "riga"))
    assert all(f"**{letter}** " in "".join(legend(of("en"), "haithabu")) for letter in "ABCDEFGH")


def test_a_game_without_a_legend_has_none() -> None:
    assert legend(of("en"), "chess") == []
