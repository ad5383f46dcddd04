"""The trader at Riga: knows what brings points, and beats one who plays at random."""

from __future__ import annotations

from typing import cast

import pytest

from opponents import appraisal
from opponents.advice import PointsGap, Reason, distinguishing_reasons
from opponents.alderman import weigh_moves
from opponents.alderman_hints import hint, seed_of_decision
from opponents.alderman_model import WeighedMove
from opponents.appraisal import Decision, appraise_decision
from opponents.decision_feedback import judge_move
from opponents.laboratory.tournament import matches, play_all, tallies
from opponents.riga.hand_value import turns_left
from opponents.riga.move_reasons import reasons, turn_reasons
from opponents.riga.rule_of_thumb import rule_of_thumb
from opponents.trader import trader
from rules.chance import Chance
from rules.riga.moves import Build, Choose, Done, Keep, Use
from rules.riga.payment_search import best_payment, missing_ducats
from rules.riga.state import State
from rules.riga.view import view_purse
from tests.rules.riga.table import GAME, move, table
from tests.selection import thorough


def decides(state: State, seat: int = 0) -> str:
    """Return the trader's move."""
    return str(trader(GAME, state, seat, seed=1))


def test_in_the_last_turn_everything_is_built_that_can_be_paid() -> None:
    state = table(hands={0: "cloth cloth glass glass danzig:bank danzig:guildhall"}, year=8, turn=3)
    built = set()
    while (text := decides(state)) != "done":
        built |= set(text.split(" pay ")[0].split()[1:])
        move(state, 0, text)
    assert built == {"danzig:bank", "danzig:guildhall"}


def test_in_the_last_winter_buildings_are_thrown_away_and_goods_kept() -> None:
    state = table(hands={0: "wine " * 6 + "danzig:bank danzig:lodge"}, year=8, turn=3)
    move(state, 0, "done")
    assert decides(state) == "discard danzig:bank danzig:lodge"


def test_a_fourth_lodge_is_better_than_a_row() -> None:
    state = table(
        hands={0: "cloth cloth"},
        built={0: "visby:lodge tallinn:lodge stockholm:lodge"},
        rows=("cloth glass", "wine wine wine"),
        new="danzig:lodge danzig:archive",
        year=4,
        taken=False,
    )
    assert decides(state) == "take danzig:lodge"


def test_with_buildings_in_hand_and_nothing_to_pay_goods_are_taken_that_pay_there() -> None:
    state = table(
        hands={0: "stockholm:guildhall stockholm:fortress"},
        rows=("cloth cloth", "wine wine wine wine"),
        new="danzig:archive",
        year=4,
        taken=False,
    )
    assert decides(state) == "take row 1"


def test_a_treasury_is_used_and_the_best_good_kept() -> None:
    state = table(
        hands={0: "grain stockholm:bank"}, built={0: "danzig:treasury"}, goods_pile="grain cloth grain", year=8, turn=3
    )
    assert decides(state) == "use danzig:treasury"
    move(state, 0, "use danzig:treasury")
    assert decides(state) == "keep cloth"


@pytest.mark.parametrize("riga_buildings", thorough(0, 1))
def test_the_trader_beats_a_novice(riga_buildings: int) -> None:
    played = list(matches("riga", ["trader", "novice"], 10, seed=5, options={"riga_buildings": riga_buildings}))
    best, _ = tallies(played, play_all(played, cores=1))
    assert best.player == "trader"
    assert best.share >= 0.8


@pytest.mark.parametrize(("turn", "left"), [(0, 1), (3, 0)])
def test_who_proposes_knows_in_the_last_year_that_goods_bring_nothing_any_more(turn: int, left: int) -> None:
    state = table(
        hands={0: "cloth cloth glass glass"},
        rows=("wine wine wine wine", "cloth cloth glass"),
        new="danzig:bank danzig:archive",
        year=8,
        turn=turn,
        taken=False,
    )
    view = GAME.view(state, 0)
    assert turns_left(view) == left
    assert str(rule_of_thumb(view, GAME.options(state, 0))[0].move) == "take danzig:bank"


def test_who_proposes_takes_no_building_in_the_last_turn_that_cannot_be_paid() -> None:
    state = table(
        hands={0: "grain"}, rows=("wine wine", "grain"), new="danzig:bank danzig:archive", year=8, turn=3, taken=False
    )
    assert str(rule_of_thumb(GAME.view(state, 0), GAME.options(state, 0))[0].move) == "take row 1"


def test_taking_something_is_not_advised_for_buildings_that_can_be_built_without_it() -> None:
    state = table(hands={0: "visby:lodge wine wine wine"}, rows=("glass glass",), new="danzig:fortress", taken=False)
    view = GAME.view(state, 0)
    told = {str(option): reasons(view, option)[0].key for option in GAME.options(state, 0)}
    assert told == {"take row 1": "goods", "take danzig:fortress": "later"}


@pytest.mark.parametrize(
    ("built", "row", "key", "facts"),
    [
        ("", "grain grain", "toward", {"building": "stockholm:fortress", "covered": 4, "ducats": 5}),
        ("", "cloth", "toward", {"building": "stockholm:fortress", "covered": 5, "ducats": 5}),
        ("", "wine wine", "goods", {"ducats": 6}),
        ("tallinn:crane", "cloth", "goods", {"ducats": 5}),
    ],
)
def test_a_row_is_explained_by_the_building_that_it_helps_to_pay_for(
    built: str, row: str, key: str, facts: dict[str, object]
) -> None:
    """Not if it can be paid already, such as with a Crane."""
    state = table(hands={0: "stockholm:fortress cloth"}, built={0: built}, rows=(row,), taken=False)
    (take,) = [option for option in GAME.options(state, 0) if str(option) == "take row 1"]
    assert [(why.key, why.facts) for why in turn_reasons(GAME.view(state, 0), take, ())] == [(key, facts)]


def test_no_move_is_praised_in_a_game_that_is_as_good_as_decided() -> None:
    rich, last_turn = "visby:lodge tallinn:lodge stockholm:lodge danzig:lodge", {"year": 8, "turn": 3, "taken": False}
    for leader in (0, 1):
        state = table(hands={0: "grain"}, built={leader: rich}, rows=("wine wine", "grain"), **last_turn)  # type: ignore[arg-type]
        feedback = judge_move("riga", GAME.encode(state), 0, "take row 2")
        assert feedback is not None
        assert not feedback.matters


@pytest.mark.parametrize("leader", [0, 1])
def test_once_the_game_is_decided_hints_and_feedback_compare_points(leader: int) -> None:
    """Whoever is far ahead or far behind should still build what is left in their hand."""
    rich = "visby:lodge tallinn:lodge stockholm:lodge danzig:lodge"
    state = table(hands={0: "wine wine wine wine danzig:fortress"}, built={leader: rich}, year=8, turn=3)
    best, other, *_ = hint("riga", GAME.encode(state), 0, seed_of_decision(state, 0))
    assert isinstance(best.move, Build)
    assert isinstance(other.move, Done)
    assert best.points is not None
    assert other.points is not None
    feedback = judge_move("riga", GAME.encode(state), 0, "done")
    assert feedback is not None
    assert feedback.matters
    assert feedback.compares_points
    assert not feedback.is_good
    assert round(-feedback.points_ahead) == round(best.points - other.points) >= 2
    assert feedback.gap == PointsGap(round(best.points - other.points))
    weighed = weigh_moves(GAME, state, 0, 1, [best.move, other.move])
    assert {each.rival_points for each in weighed} == {3 + 7 + 9 + 11 if leader else 0}, "the rival's Lodges"
    praised = judge_move("riga", GAME.encode(state), 0, str(best.move))
    assert praised is not None
    assert praised.matters
    assert praised.is_good


def test_a_building_that_can_be_built_at_once_is_not_named_twice() -> None:
    state = table(hands={0: "wine wine"}, rows=("glass glass",), new="visby:market_hall", taken=False)
    view = GAME.view(state, 0)
    (take,) = [option for option in GAME.options(state, 0) if str(option) == "take visby:market_hall"]
    assert [why.key for why in reasons(view, take)] == ["payable", "later", "effect"]


@pytest.mark.parametrize(
    ("hand", "told"),
    [
        ("wine wine visby:market_hall", [("wastes", {"ducats": 2, "instead_of": ("visby:market_hall",)})]),
        ("wine wine grain", [("keeps", {"ducats": 8})]),
        (
            "wine visby:fortress",
            [("keeps", {"ducats": 3}), ("saves_for", {"short": 7, "buildings": ("visby:fortress",)})],
        ),
    ],
)
def test_ending_the_turn_is_explained_by_what_building_would_waste_or_by_what_the_goods_are_saved_for(
    hand: str, told: list[tuple[str, dict[str, object]]]
) -> None:
    view = GAME.view(table(hands={0: hand}, turn=3), 0)
    assert [(why.key, why.facts) for why in reasons(view, Done())] == told


def test_ending_the_turn_is_explained_by_how_far_away_another_building_would_be_after_building() -> None:
    hand = "cloth wine wine visby:market_hall danzig:fortress"
    view = GAME.view(table(hands={0: hand}), 0)
    purse = view_purse(view.players[0])
    (why, *_) = reasons(view, Done())
    facts = dict(why.facts)
    assert why.key == "saves_instead"
    assert (facts["building"], facts["instead_of"]) == ("danzig:fortress", ("visby:market_hall",))
    assert facts["short"] == missing_ducats(purse, "danzig:fortress")
    assert int(str(facts["after"])) > int(str(facts["short"])) > 0


@pytest.mark.parametrize(("year", "told"), [(1, ["wastes"]), (8, [])])
def test_what_is_left_in_hand_speaks_only_for_ending_the_turn_and_only_if_another_follows(
    year: int, told: list[str]
) -> None:
    state = table(hands={0: "wine wine visby:market_hall"}, year=year, turn=3)
    view = GAME.view(state, 0)
    assert [why.key for why in reasons(view, Done())] == told
    build = next(option for option in GAME.options(state, 0) if isinstance(option, Build))
    assert [why.key for why in reasons(view, build)] == ["points", *(["effect"] if told else [])]


@pytest.mark.parametrize(
    ("paid", "keeps"), [("stockholm:trading_post tallinn:trading_post", True), ("cloth wine", False)]
)
def test_goods_speak_for_ending_the_turn_only_against_a_build_that_costs_some(paid: str, keeps: bool) -> None:
    state = table(hands={0: "cloth wine danzig:archive"}, built={0: "stockholm:trading_post tallinn:trading_post"})
    build = GAME.parse(f"build danzig:archive pay {paid}")
    GAME.check(state, 0, build)
    done, built = (reasons(GAME.view(state, 0), move) for move in (Done(), build))
    apart = [why.key for why in distinguishing_reasons(done, built)]
    assert ("keeps" in [why.key for why in done], "keeps" in apart) == (True, not keeps)


def test_what_is_built_in_the_same_turn_speaks_for_a_swap_and_for_taking_a_building() -> None:
    state = table(
        hands={0: "wine wine danzig:bank"},
        built={0: "riga:monastery"},
        rows=("cloth cloth", "wine wine wine"),
        new="visby:market_hall",
        taken=False,
    )
    view, build = GAME.view(state, 0), GAME.parse("build visby:market_hall pay wine wine")
    swap, take = GAME.parse("swap 1 cloth 2 wine"), GAME.parse("take visby:market_hall")
    assert turn_reasons(view, swap, ()) == ()
    row = GAME.parse("take row 1")
    assert [why.key for why in turn_reasons(view, swap, [row, build])] == ["then_row", "then_build"]
    swapped = turn_reasons(view, swap, [row])[1]
    assert swapped == Reason("toward", {"building": "danzig:bank", "covered": 2, "ducats": 2}), (
        "with the Wine, not before"
    )
    assert [why.key for why in turn_reasons(view, take, [build])] == ["later", "effect", "builds_it"]
    other = GAME.parse("build danzig:bank pay wine wine")
    assert [why.key for why in turn_reasons(view, take, [other])] == ["later", "effect", "then_build"]


def test_feedback_names_what_follows_in_the_turn_and_the_analysis_what_could(monkeypatch: pytest.MonkeyPatch) -> None:
    rich = "visby:lodge tallinn:lodge stockholm:lodge danzig:lodge"
    state = table(hands={0: "wine wine wine wine danzig:fortress"}, built={0: rich}, year=8, turn=3)
    monkeypatch.setattr(appraisal, "reasons_in_turn", lambda *asked: (Reason(str(asked[4])),))
    feedback = judge_move("riga", GAME.encode(state), 0, "done")
    assert feedback is not None
    assert [why.key for why in feedback.reasons] == [feedback.other]
    judged = appraise_decision("riga", Decision(0, 0, "done", 0.5, 0.5, snapshot=GAME.encode(state)))
    assert judged is not None
    assert [why.key for why in judged.reasons] == ["points"]


def test_nobody_is_blamed_for_a_payment_that_the_menu_fills_in() -> None:
    """Another payment for the same building would leave the glass that pays for the Market Hall."""
    state = table(
        hands={0: "danzig:bank visby:market_hall cloth wine glass glass"},
        rows=("wine wine wine", "cloth cloth"),
        new="tallinn:archive",
        year=8,
    )
    feedback = judge_move("riga", GAME.encode(state), 0, "build danzig:bank pay glass glass")
    assert feedback is not None
    assert not feedback.matters


def test_what_speaks_for_a_card_kept_or_a_person_chosen_is_true() -> None:
    """For the first building, Builders' Yard, Treasury and School: each is told why, and it comes so."""
    told: set[tuple[str, str]] = set()
    for seed in range(12):
        seats, chance = 2 + seed % 3, Chance(seed)
        state = GAME.new(seats, seed, GAME.complete_options(seats, {"riga_buildings": 1}))
        while owed := GAME.owed(state):
            seat = next(iter(owed))
            view = GAME.view(state, seat)
            for option in GAME.menu(state, seat):
                if not isinstance(option, Keep | Choose | Use):
                    continue
                after = state.copy()
                GAME.play(after, seat, option)
                me = GAME.view(after, seat).players[seat]
                why = {reason.key: reason.facts for reason in reasons(view, option)}
                assert why or (isinstance(option, Keep) and (option.card is None or "archive" in option.card)), str(
                    option
                )
                told |= {(owed[seat], key) for key in why}
                if "persons" in why:
                    assert why["persons"] == {"merchants": me.merchants, "knights": me.knights}
                if "points" in why:
                    assert why["points"]["points"] == me.points - view.players[seat].points
                if "build" in why and view.turn and view.turn.taken:
                    can = {
                        name for each in GAME.menu(after, seat) if isinstance(each, Build) for name in each.buildings
                    }
                    assert set(cast("tuple[str, ...]", why["build"]["buildings"])) <= can, str(option)
                if "payable" in why:
                    assert isinstance(option, Keep)
                    assert option.card
                    assert best_payment(view_purse(me), (option.card,))
            GAME.play(state, seat, GAME.sample(state, seat, chance))
    assert told == {
        ("start_building", "later"), ("start_building", "payable"), ("builders_yard", "build"),
        ("builders_yard", "later"), ("treasury", "build"), ("treasury", "goods"), ("school", "points"),
        ("school", "pays"), ("school", "persons"), ("turn", "treasury"), ("turn", "builders_yard"),
        ("start_building", "effect"), ("builders_yard", "effect"),
    }  # fmt: skip


def test_in_the_last_turn_goods_that_build_nothing_only_break_ties() -> None:
    state = table(hands={0: "wine"}, rows=("glass grain",), taken=False, year=8, turn=3)
    (why,) = turn_reasons(GAME.view(state, 0), GAME.parse("take row 1"), [])
    assert why == Reason("breaks_ties")
    early = table(hands={0: "wine"}, rows=("glass grain",), taken=False, turn=3)
    assert turn_reasons(GAME.view(early, 0), GAME.parse("take row 1"), []) == (Reason("goods", {"ducats": 6}),)


def test_ending_the_turn_keeps_the_functions_that_a_build_would_use_up() -> None:
    state = table(hands={0: "grain visby:crane"}, built={0: "stockholm:trading_post tallinn:trading_post"})
    why = {each.key: each.facts for each in reasons(GAME.view(state, 0), Done())}
    assert why["keeps_functions"] == {"buildings": ("stockholm:trading_post", "tallinn:trading_post")}


def test_a_building_that_can_still_be_built_with_another_payment_is_not_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(appraisal, "weigh_moves", lambda *asked: pytest.fail("no search is needed"))
    state = table(hands={0: "wine wine wine wine cloth cloth cloth cloth glass glass visby:market_hall danzig:archive"})
    hall, archive = (move for move in GAME.menu(state, 0) if isinstance(move, Build) and len(move.buildings) == 1)
    after = state.copy()
    GAME.play(after, 0, hall)
    other = next(
        move
        for goods in ("cloth cloth", "wine wine", "cloth wine", "glass glass", "cloth glass", "wine glass")
        if (move := GAME.parse(f"build {archive.buildings[0]} pay {goods}")) not in GAME.menu(after, 0)
    )
    worse, better = WeighedMove(hall, 0.3, 0.0, spread=0.0), WeighedMove(other, 0.5, 1.0, spread=0.0)
    assert appraisal._with_next_decision(GAME, state, 0, 1, worse, better).chance == 0.5
