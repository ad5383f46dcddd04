"""What Haithabu's pictures show is what the view says."""

from __future__ import annotations

import math

import msgspec
import pytest

from pictures.haithabu import PAINTER, board, market_panel, rondel
from pictures.haithabu.elements import wanted_cubes
from rules.haithabu import Haithabu
from rules.haithabu.card_data import ORDER, ORDERS, STACK, STACKS, TRANSPORT, TRANSPORTS
from rules.haithabu.data import WARES
from rules.haithabu.view import View
from tests.pictures.games import LANGUAGES, NAMES, some_positions
from tests.pictures.reading import Shape, numbers, read
from words import words_in
from words.haithabu import terms

GAME = Haithabu()


def joined(numbers: tuple[int, ...]) -> str:
    return " ".join(map(str, numbers))


def check_rondel(root: Shape, view: View) -> None:
    fields = {shape.data["field"]: shape for shape in root.marked("field")}
    assert sorted(fields) == [field.key for field in view.rondel]
    for field in view.rondel:
        shape = fields[field.key]
        assert shape.data["day"] == str(int(field.day))
        assert shape.data["acting"] == str(int(view.acting == field.key))
        assert field.key in shape.texts
        workers = shape.marked("badge")
        assert [int(worker.data["badge"]) for worker in workers] == list(field.workers)
        for worker in workers:
            x, y = worker.x + 17 - rondel.X, worker.y + 17 - board.TOP - rondel.MIDDLE
            assert math.hypot(x, y) < rondel.RADIUS
            assert (y < 0) == field.day, "a worker stands in the wrong half"
    assert [shape.data["rolled"] for shape in root.marked("rolled")] == list(view.rolled)


def check_market(root: Shape, view: View) -> None:
    wares = root.marked("ware")
    assert [shape.data["ware"] for shape in wares] == list(WARES)
    for shape, ware in zip(wares, view.wares, strict=True):
        assert shape.texts[:3] == [str(ware.price), str(ware.market), str(ware.supply)]
        for fact in ("price", "level", "market", "supply"):
            assert shape.data[fact] == str(getattr(ware, fact))
        (bar,) = [each for each in shape.inside if each.kind == "rect"]
        assert float(bar.element.attrib["width"]) / market_panel.MAX_BAR_WIDTH == pytest.approx(ware.level / 10)
        assert [int(worker.data["badge"]) for worker in shape.marked("badge")] == list(ware.workers)


def check_cards(root: Shape, view: View) -> None:
    display = {(shape.data["row"], shape.data["column"]): shape for shape in root.marked("column")}
    for row, orders in (("0", view.upper), ("1", view.lower)):
        for column, order in enumerate(orders):
            shape = display.pop((row, str(column)), None)
            assert (shape.data["order"] if shape else None) == order
            if shape and order:
                card = ORDERS[ORDER[order]]
                assert shape.texts == [str(card.points), str(card.silver), order]
    assert display == {}
    for shape, stack in zip(root.marked("stack"), view.stacks, strict=True):
        assert (shape.data["stack"], shape.data["top"]) == (stack.key, stack.top or "")
        assert shape.texts == [str(STACKS[STACK[stack.key]].cost), str(stack.cards)]
    for shape, character in zip(root.marked("character"), view.characters, strict=True):
        owner = "" if character.owner is None else str(character.owner)
        assert (shape.data["character"], shape.data["owner"]) == (character.key, owner)
        assert [each.data["badge"] for each in shape.marked("badge")] == ([owner] if owner else [])
        assert shape.data["safe"] == str(int(character.safe))
    assert (root.value("inn"), root.value("bank"), root.value("pile")) == tuple(
        map(str, (view.inn, view.loans, view.pile))
    )


def check_players(root: Shape, view: View) -> None:
    seats = root.marked("seat")
    assert numbers(seats, "seat") == list(range(view.seats))
    for seat, (shape, player) in enumerate(zip(seats, view.players, strict=True)):
        assert shape.data["turn"] == str(int(view.turn is not None and view.turn.seat == seat))
        for fact, value in (
            ("points", player.points),
            ("silver", player.silver),
            ("loans", player.loans),
            ("completed", len(player.completed)),
        ):
            assert shape.one(**{fact: value}).texts == [str(value).replace("-", "–")]
        for store, wares in (("warehouse", player.warehouse), ("post", player.post)):
            assert shape.one(store=store).data["wares"] == joined(wares)
            assert shape.one(store=store).texts == [str(count) for count in wares if count]
        assert shape.one(carrier="cart").data["card"] == (player.cart or "")
        assert shape.one(carrier="ship").data["card"] == (player.ship or "")
        orders = [(each.data["place"], each.data["order"], each.data["cubes"]) for each in shape.marked("order")]
        assert orders == [(str(order.place), order.order, joined(order.cubes)) for order in player.orders]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_board_shows_rondel_market_cards_and_players_as_they_are(language: str) -> None:
    for state in some_positions(GAME, seed=1, every=23):
        view = GAME.view(state, None)
        root = read(PAINTER.board(view, NAMES, words_in(language)))
        check_rondel(root, view)
        check_market(root, view)
        check_cards(root, view)
        check_players(root, view)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_hand_shows_all_that_is_a_players_own(language: str) -> None:
    words = words_in(language)
    for state in some_positions(GAME, seed=2, every=23):
        for seat in range(state.seats):
            view = GAME.view(state, seat)
            me, root = view.players[seat], read(PAINTER.hand(view, NAMES, words))
            assert root.value("silver") == str(me.silver)
            assert root.value("points") == str(me.points)
            assert root.one(store="warehouse").data["wares"] == joined(me.warehouse)
            assert root.one(store="post").data["wares"] == joined(me.post)
            orders = [(each.data["place"], each.data["order"], each.data["cubes"]) for each in root.marked("order")]
            assert orders == [(str(order.place), order.order, joined(order.cubes)) for order in me.orders]
            assert [each.data["character"] for each in root.marked("character")] == list(me.characters)
            assert all(terms.character(words, key) in root.texts for key in me.characters)
            seen = [card for cards in view.look or () for card in cards]
            assert [each.data["seen"] for each in root.marked("seen")] == seen


def test_only_the_carpenter_sees_what_the_carpenter_sees() -> None:
    found = 0
    for seed in range(40):
        for state in some_positions(GAME, seed=100 + seed, every=1):
            if "look" in GAME.owed(state).values():
                (looking,) = GAME.owed(state)
                found += 1
                for seat in range(state.seats):
                    shown = read(PAINTER.hand(GAME.view(state, seat), NAMES, words_in("en"))).marked("seen")
                    assert bool(shown) == (seat == looking)
        if found:
            return
    raise AssertionError("no Carpenter looked at transports")


def test_an_order_shows_what_lies_on_it_and_what_it_still_wants() -> None:
    delivered = (1, 0, 0, 0, 0, 0)
    cubes = list(wanted_cubes("O07", delivered))
    assert cubes == [("mead", True), ("mead", False), *[("cloth", False)] * 4]


def test_the_description_says_prices_and_who_has_what() -> None:
    words = words_in("en")
    for state in some_positions(GAME, seed=3, every=60):
        view = GAME.view(state, None)
        alt = PAINTER.board(view, ("Anna",) * 4, words).alt
        for ware in view.wares:
            assert f"{terms.WARE[ware.key]} {ware.price} ({ware.market})" in alt
        for player in view.players:
            assert f"Anna: {terms.points(words, player.points)}, {terms.silver(words, player.silver)}" in alt


def test_the_description_of_a_hand_names_cart_ship_and_completed_orders() -> None:
    words, view = words_in("en"), GAME.view(GAME.new(2, 1), 0)
    cart, ship = (
        next(card for card, key in TRANSPORT.items() if TRANSPORTS[key].stack.kind == kind) for kind in ("cart", "ship")
    )
    me = msgspec.structs.replace(view.players[0], cart=cart, ship=ship, completed=("O07", "O64"))
    alt = PAINTER.hand(msgspec.structs.replace(view, players=(me, view.players[1])), ("Anna", "Bert"), words).alt
    for card in (cart, ship):
        assert terms.transport_places(words, card) in alt
    assert "Completed orders: O07, O64." in alt


@pytest.mark.parametrize(
    ("language", "told"),
    [("en", "ship (any 4 wares + 1 Ceramics, 1 Spice)"), ("de", "Schiff (4 beliebige Waren + 1 Keramik, 1 Gewürz)")],
)
def test_descriptions_name_the_wares_that_a_ship_carries(language: str, told: str) -> None:
    state, words = GAME.new(2, 1), words_in(language)
    view = GAME.view(state, 0)
    ship = next(key for key in TRANSPORT if told == terms.transport_places(words, key))
    stacks = (msgspec.structs.replace(view.stacks[0], top=ship), *view.stacks[1:])
    me = msgspec.structs.replace(view.players[0], ship=ship)
    view = msgspec.structs.replace(view, stacks=stacks, players=(me, view.players[1]))
    assert told in PAINTER.hand(view, NAMES, words).alt
    assert PAINTER.lesson is not None
    described = PAINTER.lesson(view, NAMES, words, {}, "fetch").alt
    assert described.count(told) == 2, "once as the player's own, once on display"
    looking = msgspec.structs.replace(view, look=((ship,),))
    assert PAINTER.hand(looking, NAMES, words).alt.count(told) == 2


@pytest.mark.parametrize(("language", "told"), [("en", "Before the first round"), ("de", "Vor der ersten Runde")])
def test_while_characters_are_picked_the_first_round_has_not_begun(language: str, told: str) -> None:
    state = GAME.new(3, 1)
    assert told in read(PAINTER.board(GAME.view(state, None), NAMES, words_in(language))).texts
    while set(GAME.owed(state).values()) == {"pick_character"}:
        (seat,) = GAME.owed(state)
        GAME.play(state, seat, GAME.options(state, seat)[0])
    assert told not in read(PAINTER.board(GAME.view(state, None), NAMES, words_in(language))).texts
