"""R16 against brute force: every way to pay is tried, added up by hand, with each part left out in turn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from heapq import heappush
from itertools import combinations, permutations
from typing import TypeVar

import pytest

from rules.chance import Chance
from rules.contract import MAX_MENU_MOVES
from rules.errors import Illegal
from rules.riga import best_first, payment_search, winter
from rules.riga import view as views
from rules.riga.data import BUILDINGS, DECK, GOODS, RIGA
from rules.riga.moves import Build, Fill
from rules.riga.payment import bill
from rules.riga.state import State, Turn
from rules.riga.winter_discards import discards_by_value
from tests.rules.riga.table import BASE, CITIES, GAME, MADE_IN, PRICES, SOLD_IN, table

T = TypeVar("T")
PAYING = ("trading_post", "bank", "tavern", "crane", "manufactory", "market_hall", "fortress", "guildhall")
TABLES = pytest.mark.parametrize("seed", range(150))


def random_table(seed: int) -> State:
    """Return a player in turn with a small hand and some functions, all at random."""
    chance = Chance(seed)
    deck = list(DECK)
    chance.shuffle(deck)
    city = chance.choice(CITIES)
    local = [name for name in deck if name.startswith(f"{city}:")][: 1 + chance.below(3)]
    useful = [name for name in deck if name not in local and BUILDINGS[name].kind in PAYING]
    built = useful[: chance.below(6)]
    riga = chance.below(2) == 1
    own = [name for name in RIGA if riga and chance.below(3)]
    goods = [chance.choice(GOODS) for _ in range(1 + chance.below(5))]
    once = [name for name in built if BUILDINGS[name].kind in ("trading_post", "bank", "tavern", "crane")]
    return table(
        hands={0: " ".join([*goods, *local])},
        built={0: " ".join([*built, *own])},
        used={0: " ".join(name for name in once if chance.below(5) == 0)},
        fresh=" ".join(name for name in built[:1] if chance.below(3) == 0),
        riga=riga,
        exchange="riga:exchange" in own and chance.below(2) == 1,
    )


def counting(state: State) -> list[str]:
    """List the buildings of seat 0 that were not built in this turn."""
    frame = state.agenda[-1]
    assert isinstance(frame, Turn)
    return [name for name in state.players[0].built if name not in frame.built]


def ducats(state: State, name: str) -> int | None:
    """Return what a money function pays now, None if it cannot."""
    player = state.players[0]
    if name not in counting(state) or name in player.used:
        return None
    cards = [BUILDINGS[other] for other in counting(state)]
    match BUILDINGS[name].kind:
        case "trading_post":
            return 4
        case "bank":
            return 2 * sum(card.merchants for card in cards)
        case "tavern":
            return 2 * sum(card.knights for card in cards)
        case "exchange":
            return 8 if player.exchange else None
    return None


def worth(state: State, city: str, good: str) -> int | None:
    """Return what a card pays in a city now, None if it cannot."""
    made = [MADE_IN[name.split(":")[0]] for name in counting(state) if name.endswith(":manufactory")]
    sold = [SOLD_IN[name.split(":")[0]] for name in counting(state) if name.endswith(":market_hall")]
    value = PRICES[city].get(good) or (BASE[good] if good in sold else None)
    return value and value + made.count(good)


def payments(state: State) -> Iterator[Build]:
    """Yield every declaration that can be put into words with own cards and functions, sensible or not."""
    player = state.players[0]
    frame = state.agenda[-1]
    assert isinstance(frame, Turn)
    cards = [good for good in GOODS for _ in range(player.goods[good])]
    hands = {goods for size in range(len(cards) + 1) for goods in combinations(cards, size)}
    money = [name for name in player.built if BUILDINGS[name].kind in ("trading_post", "bank", "tavern", "exchange")]
    purses = [names for size in range(len(money) + 1) for names in combinations(money, size)]
    cranes = [name for name in player.built if BUILDINGS[name].kind == "crane"]
    for size in range(1, 4 - len(frame.built)):
        for group in combinations([*player.buildings, *player.riga], size):
            if len({name.split(":")[0] for name in group}) > 1:
                continue
            lifts = [
                tuple(zip(lifting, lifted, strict=True))
                for count in range(min(size, len(cranes)) + 1)
                for lifted in combinations(group, count)
                for lifting in permutations(cranes, count)
            ]
            for goods in hands:
                for names in purses:
                    for lift in lifts:
                        yield Build(group, goods, names, lift)


def in_order(state: State, move: Build) -> bool:
    """Say whether every part of a payment can be used at all."""
    city = move.buildings[0].split(":")[0]
    cranes = [name for name in counting(state) if name not in state.players[0].used]
    return (
        all(worth(state, city, good) for good in move.goods)
        and all(ducats(state, name) is not None for name in move.money)
        and all(name in cranes for name, _ in move.cranes)
    )


def reaches(state: State, move: Build) -> bool:
    """Say whether a payment reaches the cost."""
    city = move.buildings[0].split(":")[0]
    paid = sum(worth(state, city, good) or 0 for good in move.goods)
    paid += sum(ducats(state, name) or 0 for name in move.money)
    halved = [building for _, building in move.cranes]
    return paid >= sum(-(-BUILDINGS[name].cost // (2 if name in halved else 1)) for name in move.buildings)


def without(things: tuple[T, ...], number: int) -> tuple[T, ...]:
    """Leave one thing out."""
    return things[:number] + things[number + 1 :]


def smaller(move: Build) -> Iterator[Build]:
    """Yield the payment with each of its parts left out."""
    for i in range(len(move.goods)):
        yield Build(move.buildings, without(move.goods, i), move.money, move.cranes)
    for i in range(len(move.money)):
        yield Build(move.buildings, move.goods, without(move.money, i), move.cranes)
    for i in range(len(move.cranes)):
        yield Build(move.buildings, move.goods, move.money, without(move.cranes, i))


def alike(move: Build) -> tuple[object, ...]:
    """Return what two payments have in common that differ only in which of several equal functions they use."""
    kinds = sorted(BUILDINGS[name].kind for name in move.money)
    halved = sorted(BUILDINGS[building].cost for _, building in move.cranes)
    return move.buildings, tuple(sorted(move.goods)), tuple(kinds), tuple(halved)


def allowed(state: State, move: Build | Fill) -> bool:
    """Ask the rules."""
    try:
        GAME.check(state, 0, move)
    except Illegal:
        return False
    return True


@pytest.mark.repeated(5)
@TABLES
def test_r16_exactly_the_minimal_payments_are_allowed_and_one_of_every_alike_lot_is_offered(seed: int) -> None:
    state = random_table(seed)
    minimal = set()
    for move in payments(state):
        right = (
            in_order(state, move) and reaches(state, move) and not any(reaches(state, less) for less in smaller(move))
        )
        assert allowed(state, move) == right, str(move)
        if right:
            minimal.add(alike(move))
    builds = [move for move in GAME.options(state, 0) if isinstance(move, Build)]
    assert Counter(map(alike, builds)) == Counter(minimal)


def test_the_random_tables_know_every_part_of_a_payment() -> None:
    seen: Counter[str] = Counter()
    for seed in range(150):
        for move in GAME.options(random_table(seed), 0):
            if isinstance(move, Build):
                seen[f"{len(move.buildings)} buildings"] += 1
                seen[f"{len(move.cranes)} cranes"] += 1
                seen.update(BUILDINGS[name].kind for name in move.money)
    parts = ("1 buildings", "2 buildings", "3 buildings", "1 cranes", "trading_post", "bank", "tavern", "exchange")
    assert all(seen[part] for part in parts), seen


@pytest.mark.repeated(5)
@TABLES
def test_r16_the_payment_that_wastes_least_is_offered_first(seed: int) -> None:
    state = random_table(seed)
    purse = views.view_purse(GAME.view(state, 0).players[0])
    builds = [move for move in GAME.options(state, 0) if isinstance(move, Build)]
    lapsed = [bill(purse, move).lapsed for move in builds]
    assert lapsed == sorted(lapsed)
    for group in {move.buildings for move in builds}:
        first = next(move for move in builds if move.buildings == group)
        assert payment_search.best_payment(purse, group) == first == payment_search.minimal_payments(purse, group)[0]


def test_r17_exactly_the_minimal_ways_to_fill_the_exchange_are_allowed_and_offered() -> None:
    cards = ("cloth",) * 2 + ("glass",) * 2 + ("wine",) * 3 + ("grain",) * 4
    state = table(hands={0: " ".join(cards)}, built={0: "riga:exchange"}, riga=True)
    minimal = set()
    for goods in {goods for size in range(1, len(cards) + 1) for goods in combinations(cards, size)}:
        values = [BASE[good] for good in goods]
        right = sum(values) >= 6 > sum(values) - min(values)
        assert allowed(state, Fill(goods)) == right, goods
        if right:
            minimal.add(goods)
    fills = [tuple(sorted(move.goods, key=GOODS.index)) for move in GAME.options(state, 0) if isinstance(move, Fill)]
    assert Counter(fills) == Counter(minimal)


@pytest.mark.parametrize(
    ("hand", "built", "suggested"),
    [
        ("wine wine visby:tavern", "visby:trading_post", "pay wine wine"),
        ("cloth cloth tallinn:tavern", "visby:trading_post", "pay cloth visby:trading_post"),
        ("cloth wine tallinn:tavern", "visby:crane", "pay cloth wine"),
        ("cloth glass tallinn:tavern", "visby:crane", "pay cloth visby:crane@tallinn:tavern"),
        ("glass wine visby:fortress", "visby:trading_post visby:crane", "pay glass wine visby:trading_post"),
    ],
)
def test_a_function_that_works_once_is_suggested_only_if_goods_would_give_more_away(
    hand: str, built: str, suggested: str
) -> None:
    state = table(hands={0: hand}, built={0: built})
    purse = views.view_purse(GAME.view(state, 0).players[0])
    move = payment_search.suggested_payment(purse, (hand.split()[-1],))
    assert str(move).endswith(suggested)
    GAME.check(state, 0, GAME.parse(str(move)))


def test_nothing_is_suggested_that_cannot_be_paid() -> None:
    state = table(hands={0: "cloth wine danzig:guildhall"})
    purse = views.view_purse(GAME.view(state, 0).players[0])
    assert payment_search.best_payment(purse, ("danzig:guildhall",)) is None
    assert payment_search.minimal_payments(purse, ("danzig:guildhall",)) == []


@pytest.mark.repeated(5)
@TABLES
def test_what_is_drawn_at_random_is_one_of_the_offers_and_all_of_them_can_come(seed: int) -> None:
    state = random_table(seed)
    chance = Chance(seed)
    options = {str(option) for option in GAME.options(state, 0)}
    drawn = {str(GAME.sample(state, 0, chance)) for _ in range(200)}
    assert drawn <= options
    assert any(text.startswith("build") for text in drawn) == any(text.startswith("build") for text in options)


# Menus: the same, found without listing everything


@pytest.mark.repeated(5)
@TABLES
def test_r16_payments_that_come_one_by_one_are_those_of_the_list_in_its_order(seed: int) -> None:
    state = random_table(seed)
    purse = views.view_purse(GAME.view(state, 0).players[0])
    for group in {move.buildings for move in payments(state)}:
        assert list(payment_search.iter_payments(purse, group)) == payment_search.minimal_payments(purse, group)
        assert payment_search.best_payment(purse, group) == next(
            iter(payment_search.minimal_payments(purse, group)), None
        )


@pytest.mark.repeated(5)
@TABLES
def test_a_menu_has_the_best_payment_for_whatever_can_be_built_together(seed: int) -> None:
    state = random_table(seed)
    first: dict[tuple[str, ...], Build] = {}
    rest = []
    for option in GAME.options(state, 0):
        if isinstance(option, Build):
            first.setdefault(option.buildings, option)
        else:
            rest.append(option)
    assert GAME.menu(state, 0) == [*first.values(), *rest]


@pytest.mark.parametrize("seed", range(40))
def test_r11_discards_come_with_the_least_loss_first_and_all_of_them_come(seed: int) -> None:
    chance = Chance(seed)
    goods = {good: chance.below(4) for good in GOODS}
    deck = list(DECK)
    chance.shuffle(deck)
    hand = deck[: chance.below(5)]
    cards = sum(goods.values()) + len(hand)
    least = chance.below(cards + 1)
    most = least + chance.below(min(3, cards - least + 1))
    found = list(discards_by_value(goods, hand, least, most))
    values = [
        sum(BASE[good] for good in move.goods) + sum(BUILDINGS[n].points for n in move.buildings) for move in found
    ]
    assert values == sorted(values)
    everything = {
        (chosen, names)
        for size in range(least, most + 1)
        for names in (names for count in range(size + 1) for names in combinations(hand, count))
        for chosen in combinations([good for good in GOODS for _ in range(goods[good])], size - len(names))
    }
    assert Counter((move.goods, move.buildings) for move in found) == Counter(dict.fromkeys(everything, 1))


def rich() -> State:
    """Return a player with tens of thousands of ways to pay."""
    money = [name for name in DECK if name.endswith((":bank", ":tavern", ":trading_post", ":crane", ":fortress"))]
    hand = [name for name in DECK if name.startswith("danzig:") and name not in money]
    goods = ["cloth"] * 3 + ["glass"] * 3 + ["wine"] * 3 + ["grain"] * 3
    return table(hands={0: " ".join([*goods, *hand])}, built={0: " ".join([*money, "riga:exchange"])}, riga=True)


def wintry() -> State:
    """Return a player with tens of thousands of ways to discard."""
    goods = ["cloth"] * 5 + ["glass"] * 5 + ["wine"] * 5 + ["grain"] * 5
    built = {0: "riga:warehouse"}
    state = table(hands={0: " ".join([*goods, *DECK[:8]])}, built=built, riga=True, turn=3)
    GAME.play(state, 0, GAME.parse("done"))
    return state


@pytest.mark.parametrize("place", [rich, wintry])
def test_a_menu_of_very_many_options_is_found_without_listing_them(
    place: Callable[[], State], monkeypatch: pytest.MonkeyPatch
) -> None:
    state = place()
    assert len(GAME.options(state, 0)) > 15_000
    monkeypatch.setattr(payment_search.PaymentFinder, "ranked", None)
    monkeypatch.setattr(winter, "product", None)
    pushed = [0]

    def count(heap: list[tuple[int, ...]], item: tuple[int, ...]) -> None:
        pushed[0] += 1
        heappush(heap, item)

    monkeypatch.setattr(best_first, "heappush", count)
    menu = GAME.menu(state, 0)
    assert 50 < len(menu) <= MAX_MENU_MOVES
    assert pushed[0] < 30 * len(menu)
    with pytest.raises(TypeError):
        GAME.options(state, 0)
