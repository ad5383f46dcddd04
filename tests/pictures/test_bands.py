"""Boards in bands: what two pictures have in common is rendered once, and nobody can tell by looking at them."""

from __future__ import annotations

from typing import Any

import pytest

from pictures.bands import BandCache, join_png
from pictures.labels import name_plate
from pictures.painters import PAINTERS, board_picture
from pictures.render import RenderError, band_renderer, load_vips, render_png
from pictures.shapes import band_break, box, group, next_band_line, page, piece, split_bands, text
from rules import AnyGame
from tests.pictures.games import NAMES, drawn_games, some_positions
from words import words_in

UPPER, LOWER, OTHER = text(10, 40, "above"), text(10, 140, "below"), text(10, 140, "other")


@pytest.mark.thorough
@pytest.mark.repeated(3)
@pytest.mark.parametrize("game", drawn_games(PAINTERS), ids=lambda game: game.name)
def test_a_picture_of_bands_is_the_same_as_one_of_a_piece(game: AnyGame) -> None:
    render, load, words = band_renderer(), load_vips().Image.pngload_buffer, words_in("de")
    for number, state in enumerate(some_positions(game, seed=5, every=150)):
        drawn = [board_picture(game.name, game.view(state, None), NAMES, words)]
        if not number % 3:
            drawn.append(PAINTERS[game.name].hand(game.view(state, number % 2), NAMES, words))
        assert all(len(split_bands(each.svg)) > 1 for each in drawn)
        for svg in (each.svg for each in drawn):
            whole, parted = load(render_png(svg)), load(render(svg))
            assert (parted.width, parted.height, parted.bands) == (whole.width, whole.height, 3)
            assert (whole[:3] - parted).abs().max() == 0


def test_a_band_is_rendered_once_and_written_anew_into_every_picture_that_has_it() -> None:
    rendered: list[str] = []

    def render(svg: str, large: bool) -> Any:
        rendered.append(svg)
        return load_vips().Image.svgload_buffer(svg.encode(), scale=0.8)

    kept = BandCache(100_000)
    for lower in (LOWER, OTHER, LOWER):
        svg = page(200, UPPER, band_break(100), lower)
        picture = join_png(800, [kept.band(part, False, render) for part in split_bands(svg)])
        alone = load_vips().Image.svgload_buffer(svg.encode(), scale=0.8)
        assert (load_vips().Image.pngload_buffer(picture) - alone[:3]).abs().max() == 0
    assert [("above" in svg, "below" in svg) for svg in rendered] == [(True, False), (False, True), (False, False)]


def test_no_more_is_kept_than_there_is_room_for() -> None:
    rendered: list[str] = []

    def render(svg: str, large: bool) -> Any:
        rendered.append(svg)
        return load_vips().Image.svgload_buffer(svg.encode(), scale=0.8)

    upper, lower = page(100, UPPER), page(200, LOWER)
    largest = max(len(BandCache(0).band(svg, False, render).compressed) for svg in (upper, lower))
    kept = BandCache(max_band_bytes=largest)
    for svg in (upper, upper, lower, upper):
        kept.band(svg, False, render)
    assert len(rendered) == 2 + 3


def test_a_line_lies_between_two_rows_of_pixels() -> None:
    assert [next_band_line(y) for y in (80, 80.5, 84)] == [80, 85, 85]
    with pytest.raises(AssertionError, match="no line between two rows of pixels: 82"):
        band_break(82)


def card(colour: str) -> str:
    return box(2.5, 2.5, 30, 40, colour, "#000000")


def with_cards(*colours: str) -> str:
    """Return a page with a band of cards in a group."""
    cards = (piece(5 + 40 * at, 10, 35, 45, "#FFFFFF", card(each)) for at, each in enumerate(colours))
    return page(200, UPPER, band_break(100), group(box(0, 0, 400, 70, "#FFFFFF"), *cards, x=20, y=110))


def test_a_piece_is_rendered_once_and_laid_into_every_band_that_has_it() -> None:
    rendered: list[str] = []

    def render(svg: str, large: bool) -> Any:
        rendered.append(svg)
        return load_vips().Image.svgload_buffer(svg.encode(), scale=0.8)

    kept = BandCache(100_000, 1_000_000)
    for colours in (("#FF0000", "#00FF00"), ("#00FF00", "#FF0000"), ("#0000FF", "#0000FF")):
        svg = with_cards(*colours)
        picture = join_png(800, [kept.band(part, False, render) for part in split_bands(svg)])
        alone = load_vips().Image.svgload_buffer(svg.encode(), scale=0.8)
        assert (load_vips().Image.pngload_buffer(picture) - alone[:3]).abs().max() == 0
    _upper, ground, both, third = rendered
    assert "#FF0000" not in ground
    assert [both.count(colour) for colour in ("#FF0000", "#00FF00", "#0000FF")] == [1, 1, 0]
    assert [third.count(colour) for colour in ("#FF0000", "#00FF00", "#0000FF")] == [0, 0, 1]


def test_of_pieces_no_more_is_kept_than_there_is_room_for() -> None:
    rendered: list[str] = []

    def render(svg: str, large: bool) -> Any:
        rendered.append(svg)
        return load_vips().Image.svgload_buffer(svg.encode(), scale=0.8)

    kept = BandCache(0, 1)
    for colours in (("#FF0000",), ("#00FF00",), ("#FF0000",)):
        kept.band(split_bands(with_cards(*colours))[1], False, render)
    assert len(rendered) == 3 * 2


@pytest.mark.parametrize(("x", "y"), [(-40, 0), (0, -40), (0, 60), (1000, 0)])
def test_a_piece_that_is_not_within_its_band_is_no_picture(x: float, y: float) -> None:
    svg = page(200, UPPER, band_break(100), group(piece(20 + x, 20 + y, 35, 45, "#FFFFFF", card("#FF0000")), y=100))
    with pytest.raises(RenderError, match="not within its band"):
        band_renderer()(svg)


def test_a_group_with_pieces_stands_on_pixels() -> None:
    with pytest.raises(AssertionError, match=r"pieces between pixels: 0\.0, 81\.0"):
        group(piece(0, 0, 10, 10, "#FFFFFF"), y=81)


@pytest.mark.parametrize("name", ["Žešť", "leď", "Anteľ", "ff", "مها", "هههههههههههه"])
def test_no_letter_of_a_name_is_cut_where_its_piece_ends(name: str) -> None:
    plate = name_plate([name], 0, words_in("en"), 10, 20, 450, ground="#FFFFFF")
    svg = page(200, UPPER, band_break(100), group(box(0, 0, 950, 90, "#FFFFFF"), plate, y=100))
    whole, parted = (load_vips().Image.pngload_buffer(render(svg)) for render in (render_png, band_renderer()))
    assert (whole[:3] - parted).abs().max() == 0
