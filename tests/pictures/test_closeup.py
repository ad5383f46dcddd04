"""The picture in a menu of Haithabu: the part of the table that the decision is about, and one's own things."""

from __future__ import annotations

import pytest

from cogs.games.haithabu import decision_menus, turn_menu
from pictures.haithabu.closeup import SUBJECTS, closeup
from rules.haithabu import Haithabu, quotes
from rules.haithabu.data import WARES
from rules.haithabu.view import View
from tests.pictures.games import LANGUAGES, some_positions
from tests.pictures.reading import check_tidy, read
from words import words_in
from words.haithabu import terms

GAME = Haithabu()
SMALL = 520
"""How high such a picture is at most: on a phone that is half as wide as it is."""


def views(every: int) -> list[View]:
    return [GAME.view(state, state.frames % state.seats) for state in some_positions(GAME, seed=5, every=every)]


@pytest.mark.repeated(3)
@pytest.mark.parametrize("about", SUBJECTS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_part_is_small_tidy_and_readable_on_a_phone(about: str, language: str) -> None:
    for view in views(41):
        root = check_tidy(closeup(view, words_in(language), about))
        assert float(root.element.attrib["height"]) <= SMALL


def test_where_to_go_shows_the_rondel_the_market_and_all_workers() -> None:
    for view in views(31):
        root = read(closeup(view, words_in("en"), "places"))
        for field in view.rondel:
            assert root.one(field=field.key).data["workers"] == " ".join(map(str, field.workers))
        assert [shape.data["price"] for shape in root.marked("price")] == [str(ware.price) for ware in view.wares]


def test_the_market_shows_beside_each_ware_what_one_has_and_lacks() -> None:
    for view in views(31):
        me = view.players[view.seat or 0]
        root = read(closeup(view, words_in("en"), "market"))
        lacking = [sum(quotes.missing_wares(order)[n] for order in me.orders) for n in range(len(WARES))]
        for sign, counts in (("warehouse", me.warehouse), ("post", me.post), ("order", lacking)):
            assert [shape.data["count"] for shape in root.find(own=sign)] == [str(count) for count in counts]


@pytest.mark.parametrize("about", ["orders", "transports", "own"])
def test_delivering_and_buying_show_the_own_stores_and_orders_by_name(about: str) -> None:
    for view in views(31):
        me = view.players[view.seat or 0]
        root = read(closeup(view, words_in("en"), about))
        own = root.one(seat=view.seat)
        assert own.one(store="warehouse").data["wares"] == " ".join(map(str, me.warehouse))
        assert own.one(store="post").data["wares"] == " ".join(map(str, me.post))
        assert {order.order for order in me.orders} <= set(own.texts)
        if about == "orders":
            assert {order for order in (*view.upper, *view.lower) if order} <= {
                shape.data["order"] for shape in root.marked("column")
            }


def test_characters_are_named_with_whose_they_are() -> None:
    for view in views(31):
        root = read(closeup(view, words_in("de"), "characters"))
        for character in view.characters:
            shape = root.one(character=character.key)
            assert shape.texts == [terms.character(words_in("de"), character.key)]
            assert len(shape.marked("badge")) == (character.owner is not None)


def test_every_decision_and_every_place_has_its_picture() -> None:
    assert set(decision_menus.PICTURE_SUBJECTS) == set(decision_menus.MENUS)
    assert set(turn_menu._PICTURE_SUBJECTS) == set(terms.PLACE)
    assert {*decision_menus.PICTURE_SUBJECTS.values(), *turn_menu._PICTURE_SUBJECTS.values()} <= set(SUBJECTS)
