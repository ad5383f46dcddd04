"""Haithabu's menus: every move worth offering can be clicked together, and nothing that can is refused."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

import msgspec
import pytest

from cogs.games.haithabu import discard_menu, turn_menu
from cogs.games.haithabu.action_lists import STEPS
from cogs.games.haithabu.display import HaithabuDisplay
from cogs.games.haithabu.draft_kinds import ACT, Discarding, Placing, draft_of, selected_wares
from cogs.games.haithabu.move_text import move_text
from cogs.games.haithabu.order_plan_lines import order_left_alone, order_plan_lines
from cogs.games.haithabu.seat_view import view_of
from cogs.messages.drafts import Draft, encode_draft
from cogs.messages.menu_controls import split_choice
from cogs.messages.panel import Button, Row, Select, Text
from opponents.advice import Advice, Reason
from rules.haithabu import moves, storage_limits
from rules.haithabu.state import State
from storage.rows import SeatRow, TableRow
from tables.model.table import Look, MenuMoves, Table
from tests.rules.haithabu.table import GAME, WARES, end_round, last_turn, load_dice, move, offered, table
from words import words_in

FACE, WORDS = HaithabuDisplay(), words_in("en")
MANY = 9
"""Of longer lists only single lines are chosen."""


def look_of(state: State, seat: int, draft: Draft | None = None) -> Look:
    row = TableRow(
        id=1, game="haithabu", rules=GAME.version, options={}, seed=1, status="playing", size=state.seats,
        host=1, server=1, channel=1, language="en", created=0,
    )  # fmt: skip
    seats = [SeatRow(seat=n, person=n + 1, computer=None, name=f"P{n}") for n in range(state.seats)]
    at = Table(row, seats, state)
    return Look(
        at, seat, GAME.view(state, seat), at.mark(seat), GAME.owed(state).get(seat), draft=encode_draft(draft),
        menu_moves=MenuMoves(lambda: GAME.menu(state, seat)),
    )  # fmt: skip


def choices(part: Select) -> Iterator[tuple[str, ...]]:
    """Return what can be chosen of a list at once. Of equal cubes the first ones are taken: it makes no difference."""
    lines: dict[str, list[str]] = {}
    for option in part.options:
        lines.setdefault(option.value.partition("#")[0], []).append(option.value)
    most = part.most if len(part.options) <= MANY else part.least
    for size in range(part.least, most + 1):
        for counts in ways_to_pick([len(equal) for equal in lines.values()], size):
            yield tuple(each for equal, count in zip(lines.values(), counts, strict=True) for each in equal[:count])


def ways_to_pick(store: Sequence[int], count: int) -> list[tuple[int, ...]]:
    """Return every way to take so many out of a store."""
    if not store:
        return [] if count else [()]
    first, *others = store
    return [(n, *rest) for n in range(min(first, count) + 1) for rest in ways_to_pick(others, count - n)]


WHOLE = ("move", "haithabu.answer")
"""What names a whole move; the second is asked once more if it lasts."""


def pressed(row: Row, look: Look) -> set[str]:
    """Return the moves that the buttons of a row make."""
    targets = [button.target for button in row.buttons if isinstance(button, Button)]
    made = {target.arg for target in targets if target.verb in WHOLE}
    made |= {turn_menu.confirmed_move(look) for target in targets if target.verb == "haithabu.confirm"}
    draft = draft_of(look)
    if isinstance(draft, Discarding):
        made |= {
            discard_menu.completed_discard(draft, "", ())
            for target in targets
            if target.verb == "haithabu.discard_last"
        }
    return made


def chosen_of(part: Row | Select) -> Iterator[tuple[str, str, tuple[str, ...]]]:
    """Return what each choice of a list, or a button that stands for its only line, says."""
    if isinstance(part, Select):
        yield from ((part.target.verb, part.target.arg, values) for values in choices(part))
        return
    for button in part.buttons:
        if isinstance(button, Button) and ":" in button.target.arg and button.target.verb not in WHOLE:
            arg, values = split_choice(button.target.arg, ())
            yield button.target.verb, arg, tuple(values)


def clicked(state: State, seat: int, draft: Draft | None = None) -> set[str]:
    """Return every move that can be clicked together, from this draft on."""
    found: set[str] = set()
    drafts, met = [draft], {draft}
    while drafts:
        begun = drafts.pop()
        look = look_of(state, seat, begun)
        going: list[Draft] = []
        placing = begun if isinstance(begun, Placing) else Placing(ACT, view_of(look).acting or "")
        discarding = begun if isinstance(begun, Discarding) else Discarding()
        for part in FACE.menu(look, WORDS):
            if isinstance(part, Row):
                found |= pressed(part, look)
            if isinstance(part, Row | Select):
                for verb, arg, chosen in chosen_of(part):
                    if verb == "haithabu.go":
                        going.append(Placing(arg, chosen[0]))
                    elif verb in STEPS:
                        step = STEPS[verb](placing, arg, chosen)
                        going.append(step)
                        if step.whole and turn_menu.needs_no_confirmation(look, step):
                            found.add(str(turn_menu.complete_move(look, step)))
                    elif verb == "haithabu.discard":
                        going.append(discard_menu.with_more(discarding, arg, chosen))
                    elif verb == "haithabu.discard_last":
                        found.add(discard_menu.completed_discard(discarding, arg, chosen))
                    elif verb == "haithabu.option":
                        found.add(str(look.options[int(chosen[0])]))
                    else:
                        assert verb in WHOLE
                        found.add(" ".join((arg, *selected_wares(chosen))))
        drafts += [step for step in going if step not in met]
        met.update(going)
    return {str(GAME.parse(text)) for text in found}


def busy(**wishes: object) -> State:
    """A table where everything can be done."""
    facts: dict[str, object] = {
        "post": {0: "mead:2 cloth:2 tools:2 spices:2"}, "warehouse": {0: "mead:3 cloth:3 weapons:3"},
        "transports": {0: "cart20-11 ship20-11"}, "orders": {0: "O60 O61 O62"}, "characters": {1: "trader"},
    }  # fmt: skip
    return table(**{**facts, **wishes})  # type: ignore[arg-type]


@pytest.mark.repeated(3)
@pytest.mark.parametrize("place", ["market", *"ABCDEFGH"])
def test_whatever_is_worth_offering_can_be_clicked_together(place: str) -> None:
    state = busy(dawn="ABCDEFGH".find(place) % 8 if place != "market" else 0)
    worth = {text for text in offered(state, 0) if text.startswith(f"work own {place} ")}
    assert worth
    assert worth <= clicked(state, 0, Placing("own", place))


@pytest.mark.parametrize("place", ["A", "C", "D", "G", "H"])
def test_by_night_too_whatever_is_worth_offering_can_be_clicked_together(place: str) -> None:
    state = busy(dawn=("ABCDEFGH".index(place) + 1) % 8)
    load_dice(state, (3,))
    move(state, 0, f"work own {place} dice 1")
    assert set(offered(state, 0)) <= clicked(state, 0)


def test_h28_loans_can_be_repaid_by_clicks_at_any_moment_of_the_own_turn() -> None:
    state = busy(dawn=4, silver={0: 900}, loans={0: 4})
    assert "repay 1" in clicked(state, 0)
    load_dice(state, (3,))
    move(state, 0, "work own C dice 1")
    for draft in (None, Placing(ACT, "C", "sell mead")):
        assert {"repay 1", "repay 2", "repay 3", "repay 4"} <= clicked(state, 0, draft)
    move(state, 0, "repay 1")
    move(state, 0, "act sell mead")
    assert clicked(state, 0) == {"done", "repay 1", "repay 2", "repay 3"}


@pytest.mark.repeated(4)
@pytest.mark.parametrize("place", ["market", *"ABCDEFGH"])
@pytest.mark.parametrize("left", [0, 2])
@pytest.mark.parametrize("own", ["", "trader", "stevedore carpenter"])
def test_nothing_that_can_be_clicked_together_is_refused(place: str, left: int, own: str) -> None:
    state = busy(
        dawn="ABCDEFGH".find(place) % 8 if place != "market" else 0, silver={0: 45}, loans={1: 16 - left},
        characters={0: own, 1: "steward"},
    )  # fmt: skip
    reached = clicked(state, 0, Placing("own", place))
    assert reached
    for text in reached:
        GAME.check(state, 0, GAME.parse(text))


def test_too_much_for_a_transport_is_told_instead_of_confirmed() -> None:
    state = busy(dawn=5)
    assert clicked(state, 0, Placing("own", "F", "load cart mead:3 cloth:3")) == {"work own F load cart mead:3 cloth:3"}
    look = look_of(state, 0, Placing("own", "F", "load cart mead:3 cloth:3 weapons"))
    parts = FACE.menu(look, WORDS)
    assert not [pressed(part, look) for part in parts if isinstance(part, Row) and pressed(part, look)]
    assert any("no room for" in part.text for part in parts if isinstance(part, Text))


@pytest.mark.parametrize(
    ("own", "label"),
    [
        ("", "Buy a cart: cart (any 4 wares + 2 Mead) · −20 silver"),
        ("carpenter", "Buy a cart: cart for 20 silver, one of the top three · −20 silver"),
    ],
)
def test_the_carpenter_is_not_promised_the_open_card(own: str, label: str) -> None:
    state = busy(characters={0: own}, transports={}, stacks={"cart20": "cart20-11 cart20-12"})
    rows = [part for part in FACE.menu(look_of(state, 0, Placing("own", "A")), WORDS) if isinstance(part, Row)]
    buttons = [button for row in rows for button in row.buttons if isinstance(button, Button)]
    assert [each.label for each in buttons if each.target.verb == "haithabu.fetch"] == [label]


def test_the_trader_sees_his_own_prices() -> None:
    state = busy(characters={0: "trader"})
    lists = [part for part in FACE.menu(look_of(state, 0, Placing("own", "market")), WORDS) if isinstance(part, Select)]
    prices = [[option.description for option in part.options if option.label == "Spices"] for part in lists[:2]]
    assert prices == [["20 silver"], ["30 silver"]]


def test_every_ware_can_be_chosen_one_by_one_however_many_there_are() -> None:
    state = busy(dawn=5, warehouse={0: "mead:9 cloth:9 ceramics:9 tools:9 weapons:9 spices:9"}, post={})
    state.owners[7] = 0  # The Stevedore's two places more make room for all kinds.
    parts = FACE.menu(look_of(state, 0, Placing("own", "F")), WORDS)
    lists = [part for part in parts if isinstance(part, Select) and part.target.verb == "haithabu.load"]
    assert len(lists) == 2
    assert sum("The list shows at most" in part.text for part in parts if isinstance(part, Text)) == 2
    for part in lists:
        assert {option.value.partition("#")[0] for option in part.options} == set(WARES)


@pytest.mark.parametrize(
    ("warehouse", "post", "wish"),
    [
        ("mead:6 cloth:6", "mead", "discard warehouse mead cloth"),
        ("mead", "tools:6 spices:6", "discard post tools spices"),
        ("mead:6 cloth:5", "tools:6 spices:6", "discard warehouse cloth post tools spices"),
    ],
)
def test_h36_every_choice_of_surplus_can_be_clicked_together(warehouse: str, post: str, wish: str) -> None:
    state = last_turn(warehouse={1: warehouse}, post={1: post})
    end_round(state)
    assert GAME.owed(state) == {1: "discard_surplus"}
    reached = clicked(state, 1)
    assert {wish, *offered(state, 1)} <= reached
    for text in reached:
        GAME.check(state, 1, GAME.parse(text))


@pytest.mark.parametrize(
    ("warehouse", "post"),
    [
        ("mead:20 cloth:20", ""),  # more to go than a list has lines
        ("mead:9 cloth:9 spices:9", ""),  # more to choose from than a list has lines
        ("spices", "mead:20 cloth:16 tools:2"),
        ("mead:14 tools:14", "cloth:14 spices:14"),
        ("mead:14 tools:14", "cloth:6 spices:5"),
        ("mead:6 cloth:5", "cloth:14 spices:14"),
    ],
)
def test_h36_the_surplus_of_a_huge_store_can_be_clicked_together(warehouse: str, post: str) -> None:
    """Every discard that is legal, not only what is suggested, and nothing that is refused."""
    state = last_turn(warehouse={1: warehouse}, post={1: post})
    end_round(state)
    player, too_many = state.players[1], storage_limits.surplus(state, 1)
    legal = {
        str(moves.Discard(*both))
        for both in product(ways_to_pick(player.warehouse, too_many[0]), ways_to_pick(player.post, too_many[1]))
    }
    assert clicked(state, 1) == legal
    for text in legal:
        GAME.check(state, 1, GAME.parse(text))


def test_typed_offers_say_which_worker_is_meant_when_two_wait() -> None:
    state = busy()
    alone = {move_text(look_of(state, 0), WORDS, each) for each in GAME.options(state, 0)}
    assert not any("your worker" in name for name in alone)
    move(state, 0, "hire")
    look = look_of(state, 0)
    own, neutral = (
        {move_text(look, WORDS, each) for each in look.options if getattr(each, "worker", "") == worker}
        for worker in ("own", "neutral")
    )
    assert own
    assert neutral
    assert own.isdisjoint(neutral)


@pytest.mark.parametrize("place", ["D", "H"])
def test_orders_stand_above_the_point(place: str) -> None:
    state = busy(dawn=0 if place == "D" else 7)
    parts = FACE.menu(look_of(state, 0, Placing("own", place)), WORDS)
    lists = [part.placeholder for part in parts if isinstance(part, Select)]
    assert lists == ["Take an order", *(["Just sell one ware …"] if place == "H" else [])]
    point = parts[-2]
    assert isinstance(point, Row)
    assert [button.label for button in point.buttons] == ["Just take 1 point"]


def test_the_plan_of_an_order_says_which_other_one_needs_the_same_wares_in_the_trading_post() -> None:
    state = table(orders={0: "O51 O07"}, lower="S6 S7 S8 S9", post={0: "mead:4 cloth:4"})
    lines = dict(line.removeprefix("-# ").split(" · ", 1) for line in order_plan_lines(look_of(state, 0), WORDS))
    first, other = GAME.view(state, 0).players[0].orders
    assert lines[f"**{other.order}**"].startswith("✅ everything is in your trading post · ")
    assert lines[f"**{first.order}**"] == f"everything is in your trading post, but also needed for {other.order}"


@pytest.mark.parametrize(
    ("wishes", "said"),
    [
        ({"post": {0: "mead:4"}}, "O51 can wait: it takes 1 worker, and you have 3 left this round."),
        ({"post": {0: "mead:4"}, "phase": 3}, "O51 (5 points) would take your last worker this round."),
        (
            {"warehouse": {0: "mead:4"}, "transports": {0: "cart20-11"}, "phase": 2},
            "O51 (5 points) would take all 2 workers that you have left this round.",
        ),
        (
            {"transports": {0: "cart20-11"}, "phase": 2},
            "You don't have enough workers of your own left for O51 (5 points).",
        ),
        ({"phase": 3}, ""),
        ({"post": {0: "mead:4"}, "round": 8}, ""),
    ],
)
def test_a_hint_says_what_an_order_takes_that_is_lost_after_the_round_unless_it_is_about_it(
    wishes: dict[str, object], said: str
) -> None:
    state = table(orders={0: "- - - - O51"}, lower="S6 S7 S8 S9", **wishes)  # type: ignore[arg-type]
    look = look_of(state, 0)
    elsewhere = Advice(GAME.parse("work own market buy cloth"), reasons=(Reason("cheap", {}),))
    about_it = Advice(GAME.parse("work own E point"), reasons=(Reason("for_orders", {"orders": ("O51",)}),))
    assert order_left_alone(msgspec.structs.replace(look, advised=(elsewhere,)), WORDS) == (said and f"-# {said}")
    assert order_left_alone(msgspec.structs.replace(look, advised=(elsewhere, about_it)), WORDS) == ""
