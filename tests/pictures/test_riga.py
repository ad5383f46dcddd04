"""What Riga's pictures show is what the view says."""

from __future__ import annotations

import msgspec
import pytest

from pictures.riga import PAINTER
from rules.riga import Riga
from rules.riga.data import BASE, BUILDINGS, GOODS, PAYS
from rules.riga.view import View
from tests.pictures.games import LANGUAGES, NAMES, some_positions
from tests.pictures.reading import Shape, numbers, read
from words import words_in
from words.riga import terms

GAME = Riga()


def check_board(root: Shape, view: View) -> None:
    rows = root.marked("row")
    assert numbers(rows, "row") == list(range(1, len(view.rows) + 1))
    for number, (shape, row) in enumerate(zip(rows, view.rows, strict=True), 1):
        assert [good.data["good"] for good in shape.marked("good")] == list(row.goods)
        assert shape.texts == [str(number), str(row.total), "="]
        assert shape.data["swapped"] == str(int(view.turn is not None and number in view.turn.swapped))
    display = root.marked("display")
    assert [shape.data["display"] for shape in display] == [*view.new, *view.old]
    for shape in display:
        assert shape.data["old"] == str(int(shape.data["display"] in view.old))
        building = BUILDINGS[shape.data["display"]]
        assert str(building.cost) in shape.texts
        assert {each.data["pays"]: int(each.texts[0]) for each in shape.marked("pays")} == PAYS[building.city]
    assert root.value("goods_pile") == str(view.goods_pile)
    assert root.value("buildings_pile") == str(view.buildings_pile)
    assert root.value("buildings_discard") == str(view.buildings_discard)
    for key in GOODS:
        assert root.one(discard=key).texts == [str(view.goods_discard[key])]
    seats = root.marked("seat")
    assert numbers(seats, "seat") == list(range(view.seats))
    for seat, (shape, player) in enumerate(zip(seats, view.players, strict=True)):
        for fact in ("points", "merchants", "knights", "goods", "buildings"):
            assert shape.value(fact) == str(getattr(player, fact)), fact
            assert shape.one(**{fact: getattr(player, fact)}).texts == [str(getattr(player, fact))]
        assert shape.data["turn"] == str(int(view.turn is not None and view.turn.seat == seat))
        tiles = shape.marked("building")
        assert [tile.data["building"] for tile in tiles] == [*(built.building for built in player.built), *player.riga]
        for tile, built in zip(tiles, player.built, strict=False):
            assert (tile.data["state"] == "fresh") == built.fresh
            once = BUILDINGS[built.building].kind in terms.SINGLE_USE_KINDS
            assert (tile.data["state"] == "used") == (built.used and once and not built.fresh)
            assert (tile.data["state"] == "ready") == (once and not built.used and not built.fresh)
            assert tile.texts == [terms.CITIES[BUILDINGS[built.building].city][0]]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_board_shows_rows_buildings_and_quarters_as_they_are(language: str) -> None:
    for state in some_positions(GAME, seed=1, every=17):
        view = GAME.view(state, None)
        check_board(read(PAINTER.board(view, NAMES, words_in(language))), view)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_hand_shows_the_own_cards_drawn_ones_and_what_is_sealed(language: str) -> None:
    words = words_in(language)
    for state in some_positions(GAME, seed=2, every=17):
        for seat in range(state.seats):
            view = GAME.view(state, seat)
            me, root = view.players[seat], read(PAINTER.hand(view, NAMES, words))
            assert me.hand is not None
            goods = [shape for shape in root.marked("good") if "where" in shape.data]
            own = [shape.data["good"] for shape in goods if shape.data["where"] in ("goods", "goes")]
            assert own == list(me.hand.goods)
            drawn = [shape.data["good"] for shape in goods if shape.data["where"] == "drawn"]
            drawn += [shape.data["card"] for shape in root.marked("card") if shape.data["where"] == "drawn"]
            sealed = [shape.data["card"] for shape in root.find(where="marked")]
            going = [shape.data["good"] for shape in goods if shape.data["where"] == "goes"]
            assert sorted(drawn) == sorted(card for card in view.drawn if card != view.kept)
            kept = [view.kept] if view.kept else []
            assert sorted(sealed) == sorted([*kept, *(view.discard.buildings if view.discard else ())])
            assert sorted(going) == sorted(view.discard.goods if view.discard else ())
            assert {shape.data["card"] for shape in root.find(where="riga")} == set(me.riga)
            cards = {shape.data["card"] for shape in root.marked("card")}
            assert cards == {*me.hand.buildings, *me.riga, *(card for card in view.drawn if card not in BASE)}
            for shape in root.marked("card"):
                building = BUILDINGS[shape.data["card"]]
                assert terms.kind(words, building.name) in shape.texts or any(
                    text.endswith("…") for text in shape.texts
                )
                assert [good.data["good"] for good in shape.marked("good")] == list(PAYS[building.city])


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_building_to_take_is_named_in_full(language: str) -> None:
    words = words_in(language)
    start = GAME.view(GAME.new(2, 1), None)
    for name in BUILDINGS:
        view = msgspec.structs.replace(start, new=(name,), old=())
        assert terms.kind(words, name) in read(PAINTER.board(view, NAMES, words)).one(display=name).texts


def test_the_description_says_who_has_what() -> None:
    words = words_in("en")
    for state in some_positions(GAME, seed=3, every=30):
        view = GAME.view(state, None)
        alt = PAINTER.board(view, ("Anna",) * 4, words).alt
        first = view.players[0]
        assert (
            f"Anna: {terms.points(words, first.points)}, {terms.hand_size(words, first.goods, first.buildings)}" in alt
        )


def test_who_has_chosen_already_does_not_change_the_board() -> None:
    for state in some_positions(GAME, seed=4, every=1):
        owed = GAME.owed(state)
        if len(owed) > 1 and "start_building" in owed.values():
            before = PAINTER.board(GAME.view(state, None), NAMES, words_in("en"))
            GAME.play(state, min(owed), GAME.options(state, min(owed))[0])
            assert PAINTER.board(GAME.view(state, None), NAMES, words_in("en")) == before
            return
    raise AssertionError("nobody was asked to choose at the same time")
