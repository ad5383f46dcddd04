"""A sign has the same colour in texts, where it is an emoji, and in every picture of its game."""

from __future__ import annotations

import importlib
import pkgutil

import pytest

from pictures import palette, shapes
from pictures.emoji_images import draw_emoji
from pictures.painters import PAINTERS
from rules import GAMES
from tests.pictures.games import NAMES, some_positions
from words import words_in
from words.riga.terms import CITIES

WITHOUT_COLOUR = {palette.PAPER, palette.FADED, palette.LINE, palette.MUTED, palette.GOLD}
"""On a coloured ground, or of a thing that is not there or matters less."""
UNLIKE = {("riga", "used")}
"""The cross on a building's tile has the tile's colour."""


@pytest.mark.parametrize("game", sorted(GAMES))
def test_a_sign_has_the_colour_in_pictures_that_it_has_in_texts(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    package = importlib.import_module(f"pictures.{game}")
    for module in pkgutil.iter_modules(package.__path__, f"{package.__name__}."):
        for each in vars(importlib.import_module(module.name)).values():
            if hasattr(each, "cache_clear"):
                each.cache_clear()
    used: set[tuple[str, str]] = set()
    colour = shapes._coloured

    def noting(name: str, fill: str, hole: str) -> tuple[str, str]:
        used.add((name, fill))
        return colour(name, fill, hole)

    monkeypatch.setattr(shapes, "_coloured", noting)
    english = words_in("en")
    for state in some_positions(GAMES[game], seed=7, every=9):
        seats = GAMES[game].view(state, None).seats
        PAINTERS[game].board(GAMES[game].view(state, None), NAMES[:seats], english, {0: False})
        for seat in range(seats):
            PAINTERS[game].hand(GAMES[game].view(state, seat), NAMES[:seats], english)
    pictured, used = used, set()
    signs = importlib.import_module(f"words.{game}.terms").SIGNS
    in_texts: dict[str, set[str]] = {}
    for sign in signs:
        draw_emoji(game, sign)
        in_texts[sign] = {fill for name, fill in used if name == sign}
    different = {
        (name, fill)
        for name, fill in pictured
        if name in signs and fill not in WITHOUT_COLOUR | in_texts[name] and (game, name) not in UNLIKE
    }
    assert not different


def test_the_ship_is_blue_like_the_journey_everywhere() -> None:
    emoji = draw_emoji("visby", "ship").svg
    view = GAMES["visby"].view(GAMES["visby"].new(4, 1), 0)
    for drawing in (
        PAINTERS["visby"].hand(view, NAMES[:4], words_in("en")).svg,
        PAINTERS["visby"].board(view, NAMES[:4], words_in("en")).svg,
    ):
        _, _, ship = drawing.partition('data-card="ship"')
        assert palette.SEA in emoji
        assert palette.SEA in ship[:1500]


@pytest.mark.parametrize(("key", "name"), CITIES.items())
def test_a_citys_emoji_has_its_letter_like_the_tiles_of_its_buildings(key: str, name: str) -> None:
    assert f'data-text="{name[0]}"' in draw_emoji("riga", key).svg
