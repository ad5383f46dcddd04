"""H7 to H9: prices, cards and characters as data; a wrong file is refused with file, key and reason."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from rules.errors import BadData
from rules.haithabu import card_data, data
from rules.haithabu.prices import clamp_level
from tests.rules.haithabu.table import MARKET, WARES

pytestmark = pytest.mark.quick

PRICES = {
    "mead": [1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
    "cloth": [2, 3, 5, 6, 8, 9, 11, 12, 14, 15],
    "ceramics": [2, 4, 6, 8, 10, 12, 14, 16, 18, 20],
    "tools": [3, 6, 9, 12, 15, 18, 21, 24, 27, 30],
    "weapons": [4, 8, 12, 16, 20, 24, 28, 32, 36, 40],
    "spices": [5, 10, 15, 20, 25, 30, 35, 40, 45, 50],
}
KNOWN = {"mead": [3, 4, 5], "cloth": [5, 6, 12], "weapons": [16, 20, 24, 28, 32], "spices": [10, 15]}
"""The prices that are printed or implied."""
PAIRS = [
    "mead-cloth",
    "cloth-ceramics",
    "mead-ceramics",
    "tools-weapons",
    "weapons-spices",
    "tools-spices",
    "mead-tools",
    "cloth-weapons",
    "ceramics-spices",
]
CHARACTERS = ["starter", "juggler", "innkeeper", "trader", "seer", "carpenter", "supplier", "stevedore", "steward"]


def test_h07_prices_have_ten_levels_and_start_at_the_fifth() -> None:
    assert [ware.key for ware in data.DATA.ware] == list(WARES)
    for ware in data.DATA.ware:
        assert [price.silver for price in ware.prices] == PRICES[ware.key]
        assert ware.level.start == 5
        assert ware.market == MARKET[WARES.index(ware.key)]
        known = [price.silver for price in ware.prices if price.source in ("printed", "implied")]
        assert known == KNOWN.get(ware.key, [])
    assert data.DATA.price_die.levels == (0, 0, -1, -1, 1, 1)
    assert data.DATA.play.cubes == 24


def test_h07_a_level_never_leaves_its_scale() -> None:
    assert [clamp_level(level) for level in (-5, 0, 1, 5, 10, 11, 20)] == [1, 1, 1, 5, 10, 10, 10]


@pytest.mark.parametrize(("version", "more"), [(1, 0), (2, 0), (3, 0), (4, 2)])
def test_h08_transports_are_54_in_six_stacks(version: int, more: int) -> None:
    transports = [card_data.TRANSPORTS[card] for card in card_data.all_transports(version)]
    assert len(transports) == 54
    for kind in ("cart", "ship"):
        for cost, free in ((20, 2 + more), (30, 3 + more), (40, 4 + more)):
            stack = [card for card in transports if card.stack.key == f"{kind}{cost}"]
            assert all(card.stack.kind == kind and card.stack.cost == cost for card in stack)
            shown = sorted((card.free, _words(card.given)) for card in stack)
            if kind == "cart":
                assert shown == sorted([*((free, f"{ware} {ware}") for ware in WARES), *[(free + 1, "")] * 3])
            else:
                assert shown == sorted((free, pair.replace("-", " ")) for pair in PAIRS)


def _words(wares: tuple[int, ...]) -> str:
    return " ".join(ware for ware, count in zip(WARES, wares, strict=True) for _ in range(count))


FIRST_BONUS = {1: -1, 2: 0, 3: 1, 5: 3, 6: 4}
SECOND_BONUS = {1: 1, 2: 1, 3: 0, 5: 0, 6: 0}
BONUS = {1: 1, 2: 1, 3: 2, 5: 2, 6: 2}
"""H8: points by the number of kinds, before version 3 of the rules, before version 4, and since."""


@pytest.mark.parametrize(("version", "bonus"), [(1, FIRST_BONUS), (2, FIRST_BONUS), (3, SECOND_BONUS), (4, BONUS)])
def test_h08_orders_are_5_and_48_made_by_one_formula(version: int, bonus: dict[int, int]) -> None:
    others = [card_data.ORDERS[card] for card in card_data.pile_orders(version)]
    start = [card_data.ORDERS[card] for card in card_data.start_orders(version)]
    assert len(others) == len({order.wares for order in others}) == 48
    first, points = (1, 4) if version < 4 else (6, 6)
    assert [order.id for order in start] == [f"S{number}" for number in range(first, first + 5)]
    for order in start:
        assert (sorted(order.wares), order.points, order.silver) == ([0, 0, 1, 1, 1, 1], points, 40)
    for order in others:
        value = sum(count * PRICES[ware][4] for count, ware in zip(order.wares, WARES, strict=True))
        kinds = sum(count > 0 for count in order.wares)
        made = (sum(order.wares) + bonus[kinds] + value // 50, (value + 5) // 10 * 10)
        assert (order.points, order.silver) == ((6, 40) if order.id == "O07" else made)
    printed = [row.id for row in card_data.CARDS.orders.others if row.source == "printed"]
    assert printed == ["O07"]
    assert card_data.ORDER["O07"] in card_data.pile_orders(version)


@pytest.mark.parametrize(("version", "replaced"), [(3, 47), (4, 27)])
def test_h08_an_order_that_brings_other_points_has_a_number_of_its_own_and_lies_where_the_other_lay(
    version: int, replaced: int
) -> None:
    before, now = ([card_data.ORDERS[card] for card in card_data.pile_orders(each)] for each in (version - 1, version))
    assert [card_data.ORIGINAL[card_data.ORDER[order.id]] for order in before] == [*range(48)]
    for old, new in zip(before, now, strict=True):
        assert (old.wares, old.silver) == (new.wares, new.silver)
        assert (new.id == old.id) == (new.points == old.points)
        assert new.id in (old.id, f"O{int(old.id[1:]) + 50}")
    assert sum(old != new for old, new in zip(before, now, strict=True)) == replaced


def test_h08_a_transport_of_version_4_lies_where_the_one_it_replaces_lay() -> None:
    before, now = ([card_data.TRANSPORTS[card] for card in card_data.all_transports(version)] for version in (3, 4))
    for old, new in zip(before, now, strict=True):
        assert new.id == re.sub(r"\d+$", lambda number: str(int(number[0]) + 10), old.id)
        assert (new.stack, new.given, new.free) == (old.stack, old.given, old.free + 2)


def test_h09_there_are_nine_characters() -> None:
    assert list(data.CHARACTERS) == CHARACTERS
    effects = data.DATA.character
    assert effects.juggler.turns == (0, 1, 2)
    assert [price // effects.innkeeper.divisor for price in data.DATA.inn.prices] == [20, 15, 10]
    assert (effects.trader.levels, effects.seer.second_die, effects.seer.round_end_levels) == (1, 0, 1)
    assert effects.carpenter.look == 3
    assert (effects.supplier.points, effects.supplier.silver) == (1, 10)
    assert (effects.stevedore.places, effects.stevedore.round_end_wares) == (2, 2)
    assert (effects.steward.limit, effects.steward.fee) == (15, 0)


CARD_LISTS = Path(__file__).parents[4] / "shared" / "rules" / "game_data.json"


@pytest.mark.skipif(not CARD_LISTS.exists(), reason="the card lists of the rulebook are not here")
def test_the_cards_are_those_of_the_card_lists() -> None:
    """docs/balance.md says why the points of orders changed in version 3 of the rules."""
    lists: dict[str, Any] = json.loads(CARD_LISTS.read_text(encoding="utf-8"))
    since_3 = lists["orders_since_version_3"]
    kept = {order["id"] for order in lists["orders"]} - {order["replaces"] for order in since_3}
    newest = [*since_3, *(order for order in lists["orders"] if order["id"] in kept)]
    for version, orders in ((2, lists["orders"]), (3, newest)):
        ours = {card_data.ORDERS[card].id: card_data.ORDERS[card] for card in card_data.all_orders(version)}
        for order in (*lists["start_orders"], *orders):
            card = ours.pop(order["id"])
            assert (card.points, card.silver) == (order["points"], order["silver"])
            assert card.wares == tuple(order["wares"].get(ware, 0) for ware in WARES)
        assert not ours
    transports = {card_data.TRANSPORTS[card].id: card_data.TRANSPORTS[card] for card in card_data.all_transports(3)}
    for listed in lists["transports"]:
        moving = transports.pop(listed["id"])
        assert (moving.stack.kind, moving.stack.cost, moving.free) == (listed["kind"], listed["cost"], listed["free"])
        assert moving.given == tuple(listed["given"].get(ware, 0) for ware in WARES)
    assert not transports


NUMBERS = [
    ("players = [2, 3, 4]", "players = [2, 3]", "play.players", "2 to 4"),
    ("rounds = 8", "rounds = 0", "play.rounds", "above 0"),
    ("workers = 3", "workers = 0", "play.workers", "above 0"),
    ("order_places = 5", "order_places = 0", "play.order_places", "above 0"),
    ("silver = 250", "silver = -1", "play.silver", "below 0"),
    ("2 = 1, 3 = 2, 4 = 3", "2 = 1, 3 = 2", "inn.workers", "2 to 4"),
    ("prices = [40, 30, 20]", "prices = [40, 30]", "inn.prices", "every neutral worker"),
    ("columns = 4", "columns = 0", "display.columns", "above 0"),
    ("day = 4", "day = 8", "rondel.day", "by night"),
    ("silver = 10\nsource", "silver = 101\nsource", "recruiting.silver", "one loan must pay"),
    ("repay = 200", "repay = 50", "loan.silver", "repay"),
    ("count = 16", "count = -1", "loan.count", "below 0"),
    ("wares = 3\n", "wares = 0\n", "bargain.wares", "above 0"),
    ("limit = 10", "limit = 0", "storing.limit", "above 0"),
    ("turns = [0, 1, 2]", "turns = []", "character.juggler.turns", "at least one"),
    ('divisor = 2\nsource = "implied"', 'divisor = 0\nsource = "implied"', "character.innkeeper.divisor", "above 0"),
    ("look = 3", "look = 0", "character.carpenter.look", "above 0"),
    ("completed = [6, 4, 2, 0]", "completed = [6, 4]", "scoring.completed", "every place"),
    ("wares_divisor = 2", "wares_divisor = 0", "scoring.wares_divisor", "above 0"),
    ("silver_for_point = 40", "silver_for_point = 0", "scoring.silver_for_point", "above 0"),
    ("cubes_for_point = 2", "cubes_for_point = 0", "scoring.cubes_for_point", "above 0"),
    ('key = "fog"', 'key = "rain"', "event", "viking_games"),
    ("dice = 2", "dice = 0", "arrival.dice", "above 0"),
    ("levels = [0, 0, -1, -1, 1, 1]", "levels = [0, 0]", "price_die.levels", "every face"),
    ('key = "mead"', 'key = "beer"', "ware", "mead, cloth"),
    ("market = 10", "market = 25", "ware.mead.market", "all cubes"),
    ('  { silver = 1, source = "reconstructed" },\n', "", "ware.mead.prices", "every level"),
    ("{ silver = 50,", "{ silver = 45,", "ware.spices.prices", "rise"),
    ("{ silver = 50,", "{ silver = 101,", "ware.spices.prices", "one loan"),
    ("start = 5", "start = 11", "ware.mead.level.start", "no level"),
    ("rounds = 8", "rounds = 8\nweather = 1", "play", "weather"),
    ('source = "printed"', 'source = "dreamt"', "play.source", "dreamt"),
    ("rounds = 8", "rounds", "syntax", ""),
]


@pytest.mark.parametrize(("right", "wrong", "key", "reason"), NUMBERS, ids=[f"{row[2]}-{row[1]}" for row in NUMBERS])
def test_a_wrong_number_is_refused_with_file_key_and_reason(
    tmp_path: Path, right: str, wrong: str, key: str, reason: str
) -> None:
    text = data.FILE.read_text(encoding="utf-8")
    assert right in text
    file = tmp_path / "haithabu.toml"
    file.write_text(text.replace(right, wrong, 1), encoding="utf-8")
    with pytest.raises(BadData) as problem:
        data.read(file)
    assert (problem.value.file, problem.value.key) == (file, key)
    assert reason in problem.value.reason


CARDS = [
    ('id = "O02"', 'id = "O01"', "orders.O01", "twice"),
    ("wares = { mead = 4 }", "wares = { beer = 4 }", "orders.O01.wares.beer", "no ware"),
    ("wares = { mead = 4 }", "wares = { mead = 0 }", "orders.O01.wares.mead", "above 0"),
    ("wares = { mead = 4 }", "wares = {}", "orders.O01.wares", "nothing"),
    ("wares = { mead = 4 }", "wares = { mead = 25 }", "orders.O01.wares", "more cubes"),
    ("points = 3, silver = 20", "points = -3, silver = 20", "orders.O01", "below 0"),
    ('id = "O52"', 'id = "O02"', "orders.O02", "twice"),
    ('replaces = "O02"', 'replaces = "O01"', "orders.since_3.O01", "twice"),
    ('replaces = "O02"', 'replaces = "S1"', "orders.O52", "other wares than S1"),
    ('replaces = "O73"', 'replaces = "O23"', "orders.O123", "O23 is no order"),
    ('replaces = "O02"', 'replaces = "O07"', "orders.O52", "O07 is printed"),
    ('"O02", wares = { cloth = 4 }', '"O02", wares = { cloth = 3 }', "orders.O52", "other wares than O02"),
    ("weapons = 1 }, points = 4", "weapons = 20 }, points = 4", "orders.start", "weapons"),
    ('key = "cart30"', 'key = "cart20"', "stack.cart20", "twice"),
    ('id = "cart20-2"', 'id = "cart20-1"', "stack.cart20-1", "twice"),
    ("cost = 20", "cost = 0", "stack.cart20.cost", "above 0"),
    ("cost = 20", "cost = 101", "stack.cart20.cost", "loan"),
    ("given = { mead = 2 }", "given = { beer = 2 }", "stack.cart20-1.given.beer", "no ware"),
    ("free = 2,", "free = 0,", "stack.cart20-1.free", "above 0"),
    ("more_free = 2", "more_free = -1", "transports_since_4.more_free", "below 0"),
    ('kind = "ship"', 'kind = "cart"', "stack", "three of carts"),
]


@pytest.mark.parametrize(("right", "wrong", "key", "reason"), CARDS, ids=[f"{row[2]}-{row[1]}" for row in CARDS])
def test_a_wrong_card_is_refused_with_file_key_and_reason(
    tmp_path: Path, right: str, wrong: str, key: str, reason: str
) -> None:
    text = card_data.FILE.read_text(encoding="utf-8")
    assert right in text
    file = tmp_path / "cards.toml"
    file.write_text(text.replace(right, wrong, 1), encoding="utf-8")
    with pytest.raises(BadData) as problem:
        card_data.read(file)
    assert (problem.value.file, problem.value.key) == (file, key)
    assert reason in problem.value.reason


def test_too_few_start_orders_or_an_empty_stack_are_refused(tmp_path: Path) -> None:
    text = card_data.FILE.read_text(encoding="utf-8")
    file = tmp_path / "cards.toml"
    lines = [line for line in text.splitlines() if not line.startswith(('  { id = "S1', '  { id = "S2'))]
    file.write_text("\n".join(lines), encoding="utf-8")
    with pytest.raises(BadData, match=r"orders\.start: too few"):
        card_data.read(file)
    lines = [line for line in text.splitlines() if not line.startswith('  { id = "ship40')]
    file.write_text("\n".join(lines), encoding="utf-8")
    with pytest.raises(BadData, match=r"stack\.ship40\.cards: needs at least one"):
        card_data.read(file)
