"""Haithabu's rule of thumb: what it puts first, what it says for it, and that it wins against chance."""

from __future__ import annotations

from typing import Any, cast

import pytest

from opponents.advice import Advice, Reason, advise
from opponents.alderman_hints import reasons_for
from opponents.haithabu.hiring_reasons import Deed
from opponents.haithabu.move_reasons import menu_move, turn_reasons
from opponents.haithabu.rule_of_thumb import MoveScorer
from rules.chance import Chance
from rules.haithabu import moves
from rules.haithabu.order_plans import order_plans
from rules.haithabu.state import State
from tests.rules.haithabu.table import GAME, end_round, last_turn, load_dice, move, table
from tests.selection import THOROUGH, thorough


def advised(state: State, seat: int = 0) -> list[Advice]:
    return advise("haithabu", GAME.view(state, seat), GAME.options(state, seat))


def first(state: State, seat: int = 0) -> str:
    return str(advised(state, seat)[0].move)


def said(advice: Advice) -> list[tuple[str, dict[str, object]]]:
    return [(reason.key, dict(reason.facts)) for reason in advice.reasons]


def test_an_order_that_can_be_completed_comes_first_and_is_named() -> None:
    best = advised(table(dawn=4, hired=1, orders={0: "O60 O07"}, post={0: "cloth:4 mead:2 spices:2"}))[0]
    assert str(best.move).startswith("work own E deliver O07 mead:2 cloth:4")
    assert said(best) == [("completes", {"orders": ("O07",)})]


def test_a_load_that_brings_all_an_order_lacks_comes_before_dearer_wares() -> None:
    state = table(
        dawn=5, hired=1, orders={0: "O07"}, warehouse={0: "cloth:4 mead:2 spices:6"}, transports={0: "cart20-11"}
    )
    loads = [each for each in advised(state) if str(each.move).startswith("work own F")]
    assert "mead:2 cloth:4" in str(loads[0].move)
    assert said(loads[0]) == [("ready", {"orders": ("O07",)})]


def test_just_what_an_order_lacks_is_advised_though_the_rules_list_smaller_amounts_only() -> None:
    state = table(orders={0: "O07 O51"}, lower="S6 S7 S8 S9")
    buys = [each for each in advised(state) if str(each.move) == "work own market buy mead:6"]
    assert "work own market buy mead:6" not in map(str, GAME.options(state, 0))
    assert said(buys[0])[0] == ("all_for", {"orders": ("O51",)})


def test_wares_that_two_orders_lack_are_for_the_one_that_is_lost_sooner_as_in_the_plans() -> None:
    for orders in ("O60 O07", "O07 O60"):
        state = table(orders={0: orders})
        buy = next(each for each in advised(state) if str(each.move) == "work own market buy mead:2")
        (named,) = cast(tuple[str], dict(said(buy))["for_orders"]["orders"])
        assert named == GAME.view(state, 0).players[0].orders[-1].order
        move(state, 0, str(buy.move))
        given = {plan.order: any(plan.in_warehouse) for plan in order_plans(GAME.view(state, 0), 0)}
        assert [order for order, has_some in given.items() if has_some] == [named]


def test_wares_with_which_two_orders_no_longer_compete_are_for_the_one_that_the_plans_said_lacks_them() -> None:
    state = table(orders={0: "O51 O07"}, lower="S6 S7 S8 S9", warehouse={0: "mead:4 cloth:4"})
    assert [plan.order for plan in order_plans(GAME.view(state, 0), 0) if any(plan.to_buy)] == ["O51"]
    buy = next(each for each in advised(state) if str(each.move) == "work own market buy mead:2")
    assert dict(said(buy))["all_for"] == {"orders": ("O51",)}


@pytest.mark.parametrize(
    ("facts", "amounts", "kinds"),
    [
        ({}, ("4 cloth",), ("cart", "ship")),
        ({"transports": {0: "cart40-11"}}, ("4 cloth",), ()),
        ({"warehouse": {0: "cloth:3"}, "transports": {0: "cart40-11"}}, ("1 cloth",), ()),
        ({"warehouse": {0: "cloth:4"}}, (), ("cart", "ship")),
    ],
)
def test_a_purchase_for_an_order_says_what_the_order_still_needs(
    facts: dict[str, Any], amounts: tuple[str, ...], kinds: tuple[str, ...]
) -> None:
    state = table(round=6, orders={0: "O07"}, **facts)
    buy = next(each for each in advised(state) if str(each.move) == "work own market buy mead:2")
    plan = {"order": "O07", "amounts": amounts, "kinds": kinds, "n": 3}
    assert ("still_needs", plan) in said(buy)


def test_a_purchase_that_completes_what_a_cart_can_carry_needs_nothing_more() -> None:
    state = table(orders={0: "O07"}, warehouse={0: "cloth:4"}, transports={0: "cart40-11"})
    buy = next(each for each in advised(state) if str(each.move) == "work own market buy mead:2")
    assert said(buy)[0] == ("all_for", {"orders": ("O07",)})
    assert "still_needs" not in dict(said(buy))


@pytest.mark.parametrize(
    ("dawn", "done"), [(0, {"buy", "sell", "fetch", "recruit", "order", "point"}), (4, {"deliver", "load"})]
)
def test_the_last_worker_is_weighed_by_what_the_game_ends_with(dawn: int, done: set[str]) -> None:
    """Wares laid on orders, silver in forties, transports, places for completed orders: as it is counted then (H41)."""
    state = last_turn(
        round=8, dawn=dawn, silver={1: 105}, orders={1: "O07 O60"}, post={1: "cloth:4 mead:2 spices:2"},
        warehouse={1: "mead:3 weapons:2"}, transports={1: "ship20-11"}, loans={1: 0},
    )  # fmt: skip
    before = GAME.standings(GAME.view(state, 1))[1].total
    weighed = {each.move: each.worth for each in advised(state, 1) if getattr(each.move, "action", None)}
    kinds = set()
    for each, worth in weighed.items():
        after = state.copy()
        GAME.play(after, 1, each)
        assert not after.agenda
        assert worth is not None
        assert worth == pytest.approx(after.players[1].points - before, abs=0.001), str(each)
        kinds.add(each.action.verb)  # type: ignore[attr-defined]
    assert kinds >= done


@pytest.mark.parametrize(("phase", "late"), [(2, False), (3, True)])
def test_an_order_that_cannot_be_completed_any_more_says_so(phase: int, late: bool) -> None:
    """Not even with hired workers: one buys, one carries, one delivers."""
    state = table(round=8, phase=phase, dawn=0)
    taking = next(each for each in advised(state) if str(each.move).startswith("work own D order O51"))
    assert (("too_late", {"orders": ("O51",)}) in said(taking)) == late


def test_a_fifth_order_that_would_be_pushed_out_is_said() -> None:
    state = table(orders={0: "O60 O61 O62 O63 O64"}, dawn=0)
    taking = next(each for each in advised(state) if str(each.move).startswith("work own D order O51"))
    assert ("pushes_out", {"order": "O64"}) in said(taking)


@pytest.mark.parametrize(
    ("facts", "why"),
    [
        ({"orders": {0: "O07"}, "post": {0: "cloth:4 mead:2"}}, ("needed", {"orders": ("O07",)})),
        ({"orders": {0: "O07"}, "post": {0: "cloth:6"}, "warehouse": {0: "mead:2"}}, ("spare", {})),
        ({"orders": {0: "O60"}, "post": {0: "cloth:2"}}, ("unwanted", {})),
        ({"orders": {0: "O07"}, "post": {0: "cloth:2"}, "round": 8, "phase": 3}, ("too_late", {"orders": ("O07",)})),
    ],
)
def test_a_sale_says_whether_an_order_needs_what_is_sold(facts: dict[str, Any], why: tuple[str, object]) -> None:
    state = table(**facts)
    sale = next(each for each in advised(state) if str(each.move).startswith("work own market sell cloth:2"))
    assert said(sale)[0] == why


def test_hiring_is_advised_for_two_different_things_and_names_both_places() -> None:
    state = table(round=4, dawn=1, orders={0: "O07"}, post={0: "cloth:4 mead:2"}, characters={1: "supplier"})
    best = advised(state)[0]
    assert str(best.move) == "hire"
    ((key, facts),) = said(best)
    assert key == "two_things"
    assert sorted(cast("tuple[str, str]", facts["deeds"])) == ["deliver E", "recruit B"]


def test_by_night_what_a_hired_worker_could_do_is_only_an_example_because_of_the_event() -> None:
    state = table(round=8, dawn=7, orders={0: "O07"}, post={0: "cloth:4 mead:2"}, characters={1: "supplier"})
    hire = next(each for each in advised(state) if isinstance(each.move, moves.Hire))
    ((key, facts),) = said(hire)
    assert key == "e_g_two_things"
    assert "deliver E" in cast("tuple[str, str]", facts["deeds"])


@pytest.mark.parametrize(
    ("facts", "losses"),
    [
        ({"silver": {0: 10}}, ("10 silver", "1 point")),
        ({"silver": {0: 9}}, ("1 point",)),
        ({"characters": {0: "seer"}, "transports": {0: "cart40-11"}}, ("10 silver", "1 character", "1 cart")),
        ({"transports": {0: "cart40-11 ship20-11"}}, ("10 silver", "1 cart", "1 ship", "1 point")),
    ],
)
def test_a_worker_by_night_comes_with_what_the_event_may_cost(facts: dict[str, Any], losses: tuple[str, ...]) -> None:
    by_night = [each for each in advised(table(dawn=5, **facts)) if str(each.move).startswith("work own B dice")]
    assert by_night
    for each in by_night:
        assert each.reasons[-1] == Reason("event_risk", {"losses": losses}, is_caution=True)


@pytest.mark.thorough
def test_whoever_hires_is_proposed_two_places_for_different_things_one_after_the_other() -> None:
    """As long as nothing new comes to light: neither a card that was covered nor an event.

    Both D and H take an order, which is one thing to do, not two.
    """
    kept = 0
    for seed in range(6 if THOROUGH else 2):
        state = GAME.new(2, seed)
        plan: tuple[Deed, ...] = ()
        while owed := GAME.owed(state):
            seat = next(iter(owed))
            best, scorer = advised(state, seat)[0], MoveScorer(GAME.view(state, seat), exact=True)
            happened = GAME.play(state, seat, best.move)
            if isinstance(best.move, moves.Hire):
                plan = scorer.hiring_plan
                assert {deed.place for deed in plan} != {"D", "H"}
            elif plan:
                assert isinstance(best.move, moves.Work)
                assert best.move.place == plan[0].place
                kept += 1
                plan = () if any(event.reveals for event in happened) or best.move.dice else plan[1:]
    assert kept > (20 if THOROUGH else 5)


def test_no_loan_is_advised_while_there_is_anything_else() -> None:
    state = table(silver={0: 0}, hired=1, characters={1: "trader"})
    assert "loan" not in first(state)


@pytest.mark.parametrize(
    ("character", "facts", "why"),
    [
        ("supplier", {"orders": {0: "O07"}}, ("supplies", {"orders": ("O07",), "n": 1, "silver": 10})),
        ("supplier", {}, ("effect", {"character": "supplier"})),
        ("innkeeper", {}, ("hires", {"silver": 20, "instead": 40, "n": 3})),
        ("trader", {"orders": {0: "O07"}}, ("buys_cheaper", {"silver": 10})),
        ("trader", {"orders": {0: "O07"}, "post": {0: "mead:2 cloth:4"}}, ("effect", {"character": "trader"})),
        ("trader", {"orders": {0: "O07"}, "post": {0: "mead:2 cloth:3"}}, ("effect", {"character": "trader"})),
        ("seer", {"orders": {0: "O07"}, "warehouse": {0: "cloth"}}, ("lowers_price", {"amounts": ("3 cloth",)})),
        ("steward", {"warehouse": {0: "mead:5"}}, ("saves_storage", {"silver": 10})),
        ("steward", {"post": {0: "mead:11"}}, ("keeps_wares", {"n": 1})),
        ("carpenter", {}, ("buys_transport", {})),
        ("carpenter", {"transports": {0: "cart40-11"}}, ("effect", {"character": "carpenter"})),
        ("stevedore", {"orders": {0: "O07"}, "warehouse": {0: "cloth:3"}}, ("moves_for_orders", {"n": 2})),
        ("stevedore", {"transports": {0: "cart40-11"}}, ("carries_more", {"kinds": ("cart",), "n": 2})),
        ("juggler", {}, ("effect", {"character": "juggler"})),
    ],
)
def test_a_character_is_recruited_for_what_it_does_here(
    character: str, facts: dict[str, Any], why: tuple[str, dict[str, object]]
) -> None:
    recruits = {str(each.move): said(each) for each in advised(table(round=5, dawn=1, **facts))}
    assert recruits[f"work own B recruit {character}"] == [why, ("counts", {"n": 2})]


@pytest.mark.parametrize(
    ("facts", "why"),
    [
        ({"round": 4}, [("effect", {"character": "juggler"}), ("counts_or_returned", {"n": 2, "round": 4})]),
        (
            {"round": 4, "characters": {1: "juggler"}},
            [("effect", {"character": "juggler"}), ("counts_instead", {"n": 2})],
        ),
        ({"round": 8}, [("counts", {"n": 2})]),
        ({"round": 8, "characters": {1: "juggler"}}, [("counts_instead", {"n": 2})]),
    ],
)
def test_a_character_is_recruited_for_its_points(
    facts: dict[str, Any], why: list[tuple[str, dict[str, object]]]
) -> None:
    recruits = {str(each.move): said(each) for each in advised(table(dawn=1, **facts))}
    assert recruits["work own B recruit juggler"] == why


def test_wares_that_are_all_for_one_order_are_not_named_again() -> None:
    buys = [each for each in advised(table(orders={0: "O07"})) if str(each.move) == "work own market buy mead:2"]
    assert said(buys[0])[0] == ("for_orders", {"orders": ("O07",)})


def test_wares_for_one_order_are_not_said_to_complete_another_that_lacks_none() -> None:
    state = table(orders={0: "O70 O68"}, warehouse={0: "ceramics:2 spices:4"})
    buys = [each for each in advised(state) if str(each.move) == "work own market buy spices:4"]
    assert said(buys[0])[0] == ("for_orders", {"orders": ("O70",)})


@pytest.mark.parametrize(
    ("rest", "why"),
    [
        (
            ["work own E deliver O07 mead:2 cloth:4", "work neutral B recruit supplier"],
            ("two_things", ("deliver E", "recruit B")),
        ),
        (["work own market buy mead:2", "work neutral market buy cloth:4"], ("second_action", ())),
        (["work own market buy mead:2", "work neutral G dice 1"], ("e_g_two_things", ("buy market", "buy G"))),
        (["work own E deliver O07 mead:2 cloth:4"], ("e_g_two_things", ("deliver E", "recruit B"))),
        ([], ("second_action", ())),
    ],
)
def test_a_hint_to_hire_names_what_the_next_hints_will_suggest_and_otherwise_examples(
    rest: list[str], why: tuple[str, tuple[str, ...]]
) -> None:
    view = GAME.view(table(round=4, dawn=1, orders={0: "O07"}, post={0: "cloth:4 mead:2"}), 0)
    (reason,) = turn_reasons(view, moves.Hire(), [GAME.parse(text) for text in rest])
    assert (reason.key, reason.facts.get("deeds", ())) == why


def test_of_two_events_the_harmless_one_is_advised() -> None:
    state = table(characters={0: "seer trader"}, transports={0: "cart40-11"})
    load_dice(state, (2, 3))
    move(state, 0, "work own H dice 2")
    assert first(state) == "event fog"


def test_who_starts_is_oneself_and_a_cheap_ware_is_given_rather_than_a_point() -> None:
    end = last_turn(characters={0: "starter"})
    end_round(end)
    assert first(end) == "starter 0"
    games = table(dawn=4, orders={1: "O07"}, warehouse={1: "mead cloth ceramics"})
    load_dice(games, (1,))
    move(games, 0, "work own A dice 1")
    assert first(games, 1) == "give warehouse mead"
    assert str(advised(games, 1)[-1].move) == "give point"


@pytest.mark.thorough
@pytest.mark.parametrize("seats", [2, *thorough(3, 4)])
def test_whoever_follows_it_wins_against_chance(seats: int) -> None:
    for seed in range(3):
        state, chance = GAME.new(seats, seed), Chance(seed)
        while owed := GAME.owed(state):
            seat = next(iter(owed))
            GAME.play(state, seat, advised(state)[0].move if seat == 0 else GAME.sample(state, seat, chance))
        result = GAME.result(state)
        assert result is not None
        assert result.winners == (0,)


def keys(state: State, text: str) -> list[str]:
    """Return the keys of the reasons for a move of the first seat."""
    return [reason.key for reason in reasons_for("haithabu")(GAME.view(state, 0), GAME.parse(text))]


@pytest.mark.parametrize(("post", "is_full"), [("mead:8", False), ("mead:9", True)])
def test_whoever_carries_more_than_the_trading_post_holds_is_warned(post: str, is_full: bool) -> None:
    state = table(post={0: post}, warehouse={0: "cloth:2"}, orders={0: "O60"}, characters={0: "stevedore"})
    assert ("too_many" in keys(state, "stevedore cloth:2")) == is_full


def test_of_the_wares_that_orders_need_the_cheapest_is_named_where_one_must_discard() -> None:
    state = table(warehouse={0: "mead:4 spices:1"}, orders={0: "O51 O62"}, lower="S6 S7 S8 S9")
    wares = {ware.key: ware.price for ware in GAME.view(state, 0).wares}
    assert wares["mead"] < wares["spices"]
    assert keys(state, "discard warehouse mead") == ["cheapest", "needed"]
    assert "cheapest" not in keys(state, "discard warehouse spices")
    assert "cheapest" not in keys(state, "give warehouse mead"), "silver or a point may cost less"


@pytest.mark.parametrize(("warehouse", "helps"), [("", True), ("mead:4", False), (None, False)])
def test_nothing_is_said_to_help_only_if_no_function_does(warehouse: str | None, helps: bool) -> None:
    orders = {} if warehouse is None else {0: "O51"}
    state = table(
        phase=3, turn=1, warehouse={0: warehouse or ""}, orders=orders, lower="S6 S7 S8 S9", characters={0: "seer"}
    )
    end_round(state)
    assert (keys(state, "done") == ["no_function_helps"]) != helps


def test_a_second_die_that_the_seer_makes_free_is_taken_in_hints() -> None:
    state = table(dawn=5, characters={0: "seer"})
    one, two = (GAME.parse(f"work own B dice {count}") for count in (1, 2))
    assert menu_move(GAME.view(state, 0), one) == two
    assert menu_move(GAME.view(table(dawn=5), 0), one) == one, "it costs silver"


@pytest.mark.parametrize(
    ("orders", "post", "way", "why"),
    [
        ("O07", "", "up", ("price_up_against", {"amounts": ("2 mead",)}, True)),
        ("O07", "", "down", ("price_down", {"amounts": ("2 mead",)}, False)),
        ("", "mead:3", "down", ("price_down_against", {"amounts": ("3 mead",)}, True)),
        ("", "mead:3", "up", ("price_up", {"amounts": ("3 mead",)}, False)),
    ],
)
def test_the_seers_price_is_for_or_against_the_player(
    orders: str, post: str, way: str, why: tuple[str, object, bool]
) -> None:
    view = GAME.view(table(orders={0: orders}, post={0: post}, characters={0: "seer"}), 0)
    (reason,) = reasons_for("haithabu")(view, GAME.parse(f"seer mead {way}"))
    assert (reason.key, reason.facts, reason.is_caution) == why
