"""Every kind of building: what it does, that it does nothing in the turn it was built, and what it scores."""

from __future__ import annotations

import pytest

from rules.riga import events, scoring
from rules.riga import view as views
from rules.riga.events import Built, Drew, Filled, KeptBuilding, KeptGood, PersonChosen, Shuffled
from rules.riga.payment import prices
from rules.riga.state import State
from tests.rules.by_text import events_of
from tests.rules.riga.table import GAME, hand, move, offered, refusal, refused, table

pytestmark = pytest.mark.quick

ROWS = ("cloth glass", "wine wine wine")


def score(built: str, *, person: str = "", seat: int = 0) -> events.Score:
    """Return the final score of somebody who has just these buildings."""
    state = table(built={seat: built}, riga="riga:" in built, person=person)
    return scoring.score(state.players[seat])


def paying(state: State) -> dict[str, int]:
    """Return seat 0's money functions that are ready."""
    money: dict[str, int] = views.view_purse(GAME.view(state, 0).players[0]).money
    return money


@pytest.mark.parametrize(
    ("kind", "points"),
    [
        *(("archive", 0), ("bank", 4), ("builders_yard", 5), ("fortress", 6), ("guildhall", 6), ("trading_post", 3)),
        *(("crane", 4), ("lodge", 3), ("manufactory", 3), ("market_hall", 3), ("treasury", 3), ("tavern", 4)),
    ],
)
def test_r28_every_kind_scores_its_points_used_or_not(kind: str, points: int) -> None:
    for used in ("", f"danzig:{kind}"):
        state = table(built={0: f"danzig:{kind}"}, used={0: used})
        assert scoring.score(state.players[0]).total == points
        assert GAME.view(state, None).players[0].points == points


@pytest.mark.parametrize(("kind", "points"), [("monastery", 1), ("school", 1), ("warehouse", 1), ("exchange", 2)])
def test_r28_riga_buildings_score_their_points(kind: str, points: int) -> None:
    parts = score(f"riga:{kind}")
    assert (parts.buildings, parts.riga, parts.total) == (points, -6, points - 6)


def test_archive_has_no_function_but_scores_pairs_of_persons_when_the_game_ends() -> None:
    state = table(hands={0: "cloth cloth danzig:archive"}, built={0: "visby:guildhall visby:fortress"})
    move(state, 0, "build danzig:archive pay cloth cloth")
    assert GAME.view(state, None).players[0].points == 6 + 6 + 4
    assert refused(state, 0, "use danzig:archive") == ("R17", "no_function")


def test_bank_pays_two_ducats_per_merchant_once_and_not_in_the_turn_it_was_built() -> None:
    state = table(hands={0: "cloth cloth danzig:bank danzig:tavern"}, built={0: "visby:guildhall tallinn:guildhall"})
    move(state, 0, "build danzig:bank pay cloth cloth")
    assert refused(state, 0, "build danzig:tavern pay danzig:bank") == ("R18", "too_fresh")
    state = table(hands={0: "danzig:tavern"}, built={0: "danzig:bank visby:guildhall tallinn:guildhall"})
    (built,) = events_of(move(state, 0, "build danzig:tavern pay danzig:bank"), Built)
    assert built.money == (("danzig:bank", 8),)
    assert GAME.view(state, None).players[0].built[0].used


def test_tavern_pays_two_ducats_per_knight_once_and_not_in_the_turn_it_was_built() -> None:
    state = table(hands={0: "cloth cloth danzig:bank danzig:tavern"}, built={0: "visby:fortress tallinn:fortress"})
    move(state, 0, "build danzig:tavern pay cloth cloth")
    assert refused(state, 0, "build danzig:bank pay danzig:tavern") == ("R18", "too_fresh")
    state = table(hands={0: "danzig:bank"}, built={0: "danzig:tavern visby:fortress tallinn:fortress"})
    (built,) = events_of(move(state, 0, "build danzig:bank pay danzig:tavern"), Built)
    assert built.money == (("danzig:tavern", 8),)
    assert GAME.view(state, None).players[0].built[0].used


def test_trading_post_pays_four_ducats_once_and_not_in_the_turn_it_was_built() -> None:
    state = table(hands={0: "glass glass glass danzig:bank danzig:trading_post"})
    move(state, 0, "build danzig:trading_post pay glass glass")
    assert refused(state, 0, "build danzig:bank pay glass danzig:trading_post") == ("R18", "too_fresh")
    state = table(hands={0: "glass danzig:bank"}, built={0: "danzig:trading_post"})
    (built,) = events_of(move(state, 0, "build danzig:bank pay glass danzig:trading_post"), Built)
    assert (built.money, built.lapsed) == ((("danzig:trading_post", 4),), 2)
    assert paying(state) == {}


def test_crane_halves_one_cost_once_and_not_in_the_turn_it_was_built() -> None:
    state = table(hands={0: "glass glass glass danzig:bank danzig:crane"})
    move(state, 0, "build danzig:crane pay glass glass")
    assert refused(state, 0, "build danzig:bank pay glass danzig:crane@danzig:bank") == ("R18", "too_fresh")
    state = table(hands={0: "glass danzig:guildhall"}, built={0: "danzig:crane"})
    (built,) = events_of(move(state, 0, "build danzig:guildhall pay glass danzig:crane@danzig:guildhall"), Built)
    assert (built.full_cost, built.cost) == (12, 6)
    assert GAME.view(state, None).players[0].built[0].used


@pytest.mark.parametrize(
    ("kind", "merchants", "knights"),
    [
        *(("fortress", 0, 2), ("guildhall", 2, 0), ("trading_post", 1, 0)),
        *(("manufactory", 0, 1), ("market_hall", 1, 0), ("treasury", 0, 1)),
    ],
)
def test_persons_count_from_the_next_own_turn_on(kind: str, merchants: int, knights: int) -> None:
    hands = {0: f"cloth cloth cloth danzig:{kind}"}
    state = table(hands=hands, built={0: "visby:bank visby:tavern"})
    paid = "cloth cloth cloth" if kind in ("fortress", "guildhall") else "cloth cloth"
    move(state, 0, f"build danzig:{kind} pay {paid}")
    assert (paying(state)["visby:bank"], paying(state)["visby:tavern"]) == (0, 0)
    move(state, 0, "done")
    assert (paying(state)["visby:bank"], paying(state)["visby:tavern"]) == (2 * merchants, 2 * knights)
    player = GAME.view(state, None).players[0]
    assert (player.merchants, player.knights) == (merchants, knights)


def test_manufactory_raises_its_good_for_good_but_not_in_the_turn_it_was_built() -> None:
    state = table(hands={0: "cloth cloth glass glass danzig:manufactory danzig:guildhall"})
    move(state, 0, "build danzig:manufactory pay cloth cloth")
    (built,) = events_of(move(state, 0, "build danzig:guildhall pay glass glass"), Built)
    assert built.paid == 12
    state = table(hands={0: "glass glass danzig:guildhall"}, built={0: "danzig:manufactory"})
    (built,) = events_of(move(state, 0, "build danzig:guildhall pay glass glass"), Built)
    assert built.paid == 14
    assert prices("danzig", views.view_purse(GAME.view(state, 0).players[0]).traders)["glass"] == 7


def test_market_hall_opens_its_city_for_its_good_but_not_in_the_turn_it_was_built() -> None:
    grain = "grain grain grain grain"
    state = table(hands={0: f"cloth cloth {grain} danzig:market_hall danzig:bank"})
    move(state, 0, "build danzig:market_hall pay cloth cloth")
    assert refused(state, 0, f"build danzig:bank pay {grain}") == ("R14", "foreign")
    state = table(hands={0: f"{grain} danzig:bank"}, built={0: "danzig:market_hall"})
    move(state, 0, f"build danzig:bank pay {grain}")


def test_lodges_fortresses_and_guildhalls_have_no_function() -> None:
    state = table(built={0: "danzig:lodge danzig:fortress danzig:guildhall"}, rows=ROWS, taken=False)
    assert offered(state, 0) == ["take row 1", "take row 2"]


def test_r24_builders_yard_draws_five_buildings_of_which_one_may_be_kept() -> None:
    five = "visby:bank visby:crane visby:lodge visby:tavern visby:archive"
    state = table(built={0: "danzig:builders_yard"}, buildings_pile=f"{five} tallinn:bank")
    (drew,) = move(state, 0, "use danzig:builders_yard")
    assert drew == Drew(0, "danzig:builders_yard", 5, tuple(five.split()))
    assert GAME.owed(state) == {0: "builders_yard"}
    assert offered(state, 0) == [*(f"keep {name}" for name in five.split()), "keep nothing"]
    assert refused(state, 0, "keep tallinn:bank") == ("R24", "not_drawn")
    assert refused(state, 0, "done") == ("R24", "wrong_kind")
    (kept,) = move(state, 0, "keep visby:lodge")
    assert kept == KeptBuilding(0, "danzig:builders_yard", kept=1, face_down=4, private="visby:lodge")
    assert hand(state, 0) == ["visby:lodge"]
    assert sorted(state.buildings_discard) == sorted(set(five.split()) - {"visby:lodge"})
    assert refused(state, 0, "use danzig:builders_yard") == ("R19", "used")


def test_r24_none_need_be_kept() -> None:
    state = table(built={0: "danzig:builders_yard"})
    move(state, 0, "use danzig:builders_yard")
    (kept,) = events_of(move(state, 0, "keep nothing"), KeptBuilding)
    assert (kept.kept, kept.face_down, hand(state, 0)) == (0, 5, [])


def test_r24_what_is_left_is_drawn_then_the_discard_is_shuffled_and_drawn_on() -> None:
    state = table(
        built={0: "danzig:builders_yard"},
        buildings_pile="visby:bank visby:crane",
        buildings_discard="tallinn:bank tallinn:crane tallinn:lodge tallinn:tavern",
    )
    shuffled, drew = move(state, 0, "use danzig:builders_yard")
    assert shuffled == Shuffled("buildings", 4)
    assert isinstance(drew, Drew)
    assert drew.private is not None
    assert drew.private[:2] == ("visby:bank", "visby:crane")
    assert {name.split(":")[0] for name in drew.private[2:]} == {"tallinn"}
    assert len(drew.private) == 5


def test_r24_fewer_if_there_are_fewer_and_not_at_all_with_nothing_to_draw() -> None:
    state = table(built={0: "danzig:builders_yard"}, buildings_pile="visby:bank", buildings_discard="")
    (drew,) = events_of(move(state, 0, "use danzig:builders_yard"), Drew)
    assert drew.count == 1
    state = table(built={0: "danzig:builders_yard"}, buildings_pile="")
    assert refused(state, 0, "use danzig:builders_yard") == ("R24", "nothing_to_draw")
    assert offered(state, 0) == ["done"]
    assert not GAME.view(state, None).players[0].built[0].used


def test_r24_r25_with_an_empty_pile_the_discard_alone_is_enough_to_draw_from() -> None:
    state = table(
        built={0: "danzig:builders_yard danzig:treasury"},
        buildings_pile="",
        buildings_discard="visby:bank visby:crane",
        goods_pile="",
        goods_discard="wine grain",
    )
    assert {"use danzig:builders_yard", "use danzig:treasury"} <= set(offered(state, 0))
    shuffled, drew = move(state, 0, "use danzig:builders_yard")
    assert (shuffled, drew.count) == (Shuffled("buildings", 2), 2)  # type: ignore[attr-defined]
    move(state, 0, "keep nothing")
    shuffled, drew = move(state, 0, "use danzig:treasury")
    assert (shuffled, drew.count) == (Shuffled("goods", 2), 2)  # type: ignore[attr-defined]


def test_builders_yard_does_nothing_in_the_turn_it_was_built() -> None:
    state = table(hands={0: "cloth cloth danzig:builders_yard"})
    move(state, 0, "build danzig:builders_yard pay cloth cloth")
    assert refused(state, 0, "use danzig:builders_yard") == ("R18", "too_fresh")
    assert offered(state, 0) == ["done"]


def test_r25_treasury_draws_three_goods_of_which_one_must_be_kept() -> None:
    state = table(built={0: "visby:treasury"}, goods_pile="grain wine grain cloth")
    (drew,) = move(state, 0, "use visby:treasury")
    assert drew == Drew(0, "visby:treasury", 3, ("grain", "wine", "grain"))
    assert GAME.owed(state) == {0: "treasury"}
    assert offered(state, 0) == ["keep wine", "keep grain"]
    assert refused(state, 0, "keep nothing") == ("R25", "must_keep")
    assert refused(state, 0, "keep cloth") == ("R25", "not_drawn")
    assert refused(state, 0, "done") == ("R25", "wrong_kind")
    (kept,) = move(state, 0, "keep grain")
    assert kept == KeptGood(0, "visby:treasury", discarded=("wine", "grain"), private="grain")
    assert hand(state, 0) == ["grain"]
    assert GAME.view(state, None).goods_discard == {"cloth": 0, "glass": 0, "wine": 1, "grain": 1}
    assert refused(state, 0, "use visby:treasury") == ("R19", "used")


def test_r25_treasury_shuffles_the_discard_draws_fewer_or_cannot_be_used() -> None:
    state = table(built={0: "visby:treasury"}, goods_pile="cloth", goods_discard="wine wine wine")
    shuffled, drew = move(state, 0, "use visby:treasury")
    assert shuffled == Shuffled("goods", 3)
    assert isinstance(drew, Drew)
    assert drew.private == ("cloth", "wine", "wine")
    state = table(built={0: "visby:treasury"}, goods_pile="cloth")
    move(state, 0, "use visby:treasury")
    assert offered(state, 0) == ["keep cloth"]
    state = table(built={0: "visby:treasury"}, goods_pile="")
    assert refused(state, 0, "use visby:treasury") == ("R25", "nothing_to_draw")
    assert not GAME.view(state, None).players[0].built[0].used


def test_treasury_does_nothing_in_the_turn_it_was_built() -> None:
    state = table(hands={0: "wine wine visby:treasury"})
    move(state, 0, "build visby:treasury pay wine wine")
    assert refused(state, 0, "use visby:treasury") == ("R18", "too_fresh")


def test_monastery_does_nothing_in_the_turn_it_was_built() -> None:
    state = table(2, hands={1: "glass"}, turn=1, rows=ROWS, riga=True, taken=True)
    move(state, 1, "build riga:monastery pay glass")
    assert refused(state, 1, "swap 1 cloth 2 wine") == ("R18", "too_fresh")
    move(state, 1, "done")
    move(state, 1, "swap 1 cloth 2 wine")


@pytest.mark.parametrize(("person", "persons"), [("knight", (0, 1)), ("merchant", (1, 0))])
def test_school_asks_for_a_knight_or_a_merchant_for_good_who_counts_from_the_next_turn_on(
    person: str, persons: tuple[int, int]
) -> None:
    state = table(hands={0: "glass grain"}, built={0: "visby:bank visby:tavern"}, riga=True)
    move(state, 0, "build riga:school pay glass")
    assert GAME.owed(state) == {0: "school"}
    assert offered(state, 0) == ["choose knight", "choose merchant"]
    assert refused(state, 0, "done") == ("R5", "wrong_kind")
    assert move(state, 0, f"choose {person}") == [PersonChosen(0, person)]
    assert paying(state) == {"visby:bank": 0, "visby:tavern": 0}
    move(state, 0, "done")
    assert paying(state) == {"visby:bank": 2 * persons[0], "visby:tavern": 2 * persons[1]}
    player = GAME.view(state, None).players[0]
    assert (player.person, player.merchants, player.knights) == (person, *persons)


def test_school_counts_for_archives() -> None:
    assert score("riga:school danzig:archive danzig:guildhall", person="knight").archives == 2
    assert score("riga:school danzig:archive danzig:guildhall", person="merchant").archives == 0


def test_exchange_starts_empty_and_is_filled_with_goods_of_base_value_six() -> None:
    state = table(hands={0: "cloth glass wine wine grain danzig:bank"}, built={0: "riga:exchange"}, riga=True)
    assert refused(state, 0, "build danzig:bank pay riga:exchange") == ("R20", "exchange_empty")
    assert refusal(state, 0, "fill wine grain") == ("R17", "exchange_wants_more", {"wanted": 6, "total": 5})
    facts = {"what": ("wine", "grain"), "lapsed": 4}
    assert refusal(state, 0, "fill cloth wine grain") == ("R17", "superfluous", facts)
    assert refused(state, 0, "fill cloth cloth") == ("R17", "goods_missing")
    fills = [text for text in offered(state, 0) if text.startswith("fill")]
    assert sorted(fills) == sorted(
        [
            *("fill cloth glass", "fill cloth wine", "fill cloth grain", "fill glass wine", "fill glass grain"),
            *("fill wine wine",),
        ]
    )
    (filled,) = events_of(move(state, 0, "fill glass grain"), Filled)
    assert (filled.total, filled.ducats) == (6, 8)


def test_exchange_holds_eight_ducats_and_may_be_filled_again_in_the_turn_in_which_it_was_emptied() -> None:
    state = table(hands={0: "cloth wine danzig:bank"}, built={0: "riga:exchange"}, riga=True, exchange=True)
    assert refused(state, 0, "fill cloth wine") == ("R17", "exchange_full")
    move(state, 0, "build danzig:bank pay riga:exchange")
    assert not GAME.view(state, None).players[0].exchange
    move(state, 0, "fill cloth wine")
    assert GAME.view(state, None).players[0].exchange
    assert paying(state)["riga:exchange"] == 8


def test_exchange_does_nothing_in_the_turn_it_was_built() -> None:
    state = table(hands={0: "cloth cloth cloth glass"}, riga=True)
    assert refused(state, 0, "fill cloth cloth") == ("R17", "not_built")
    move(state, 0, "build riga:exchange pay cloth cloth")
    assert refused(state, 0, "fill cloth glass") == ("R18", "too_fresh")
