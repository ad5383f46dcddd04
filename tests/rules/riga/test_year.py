"""R6 to R11: the four seasons of a year."""

from __future__ import annotations

import pytest

from rules.riga import events
from rules.riga.events import BuildingsLaid, Discarded, RowLaid, Shuffled, TurnBegan, WinterBegan, YearBegan
from rules.riga.state import State
from tests.rules.by_text import events_of
from tests.rules.riga.table import BASE, GAME, end_turn, hand, move, offered, refused, started, table

pytestmark = pytest.mark.quick

PLAYERS = pytest.mark.parametrize("seats", [2, 3, 4])


def last_turn(seats: int = 2, **lying: object) -> State:
    """Return a game at the end of its last turn of the year: `done` brings winter."""
    return table(seats, turn=2 * seats - 1, **lying)  # type: ignore[arg-type]


@PLAYERS
def test_r06_spring_lays_out_rows_of_9_or_more_until_there_are_two_more_than_players(seats: int) -> None:
    state = started(seats)
    rows = GAME.view(state, None).rows
    assert len(rows) == seats + 2
    for row in rows:
        assert row.total == sum(BASE[good] for good in row.goods) >= 9
        assert row.total - BASE[row.goods[-1]] < 9


def test_r06_rows_left_stay_and_count_and_are_topped_up_the_oldest_first() -> None:
    state = last_turn(rows=("cloth glass", "wine grain", "grain"), goods_pile="glass wine wine wine wine cloth glass")
    laid = events_of(move(state, 0, "done"), RowLaid)
    assert laid == [
        RowLaid(2, ("glass",), 9, topped_up=True),
        RowLaid(3, ("wine", "wine", "wine"), 11, topped_up=True),
        RowLaid(4, ("wine", "cloth", "glass"), 12, topped_up=False),
    ]
    assert [row.goods for row in GAME.view(state, None).rows] == [
        ("cloth", "glass"),
        ("wine", "grain", "glass"),
        ("grain", "wine", "wine", "wine"),
        ("wine", "cloth", "glass"),
    ]


def test_r06_nothing_is_dealt_outside_spring() -> None:
    state = started(3)
    piles = [(len(state.goods_pile), len(state.buildings_pile))]
    for _ in range(5):
        end_turn(state)
        piles.append((len(state.goods_pile), len(state.buildings_pile)))
    assert len(set(piles)) == 1


def test_r07_an_empty_goods_pile_is_made_anew_from_the_discard() -> None:
    state = last_turn(rows=("cloth glass",) * 3, goods_pile="wine", goods_discard="grain " * 8)
    told_of = move(state, 0, "done")
    assert events_of(told_of, Shuffled) == [Shuffled("goods", 8)]
    assert events_of(told_of, RowLaid) == [RowLaid(4, ("wine", "grain", "grain", "grain"), 9, topped_up=False)]
    assert (state.goods_pile, sum(state.goods_discard.values())) == (["grain"] * 5, 0)


def test_r07_with_both_empty_a_row_stays_as_it_is_and_an_empty_row_is_no_row() -> None:
    state = last_turn(rows=("cloth glass",), goods_pile="wine", taken=True)
    told_of = move(state, 0, "done")
    assert events_of(told_of, RowLaid) == [RowLaid(2, ("wine",), 3, topped_up=False)]
    assert [row.goods for row in GAME.view(state, None).rows] == [("cloth", "glass"), ("wine",)]
    move(state, 1, "take row 2")
    assert hand(state, 1) == ["wine"]


@PLAYERS
def test_r08_spring_turns_up_two_buildings_more_than_players(seats: int) -> None:
    view = GAME.view(started(seats), None)
    assert (len(view.new), view.old) == (seats + 2, ())


def test_r08_the_old_ones_go_the_rest_becomes_old_and_new_ones_fill_up() -> None:
    state = last_turn(
        new="visby:bank visby:crane",
        old="danzig:bank danzig:crane",
        buildings_pile="tallinn:bank tallinn:crane tallinn:lodge",
    )
    laid = events_of(move(state, 0, "done"), BuildingsLaid)
    removed, old, new = (
        ("danzig:bank", "danzig:crane"),
        ("visby:bank", "visby:crane"),
        ("tallinn:bank", "tallinn:crane"),
    )
    assert laid == [BuildingsLaid(removed, old, new)]
    view = GAME.view(state, None)
    assert (view.old, view.new, view.buildings_discard, view.buildings_pile) == (old, new, 2, 1)
    move(state, 1, "take visby:crane")
    assert hand(state, 1) == ["visby:crane"]


def test_r08_an_empty_pile_is_made_anew_from_the_discard_with_what_was_just_removed() -> None:
    state = last_turn(old="danzig:bank danzig:crane", buildings_pile="", buildings_discard="visby:lodge")
    told_of = move(state, 0, "done")
    assert events_of(told_of, Shuffled) == [Shuffled("buildings", 3)]
    assert sorted(GAME.view(state, None).new) == ["danzig:bank", "danzig:crane", "visby:lodge"]


def test_r08_with_pile_and_discard_empty_nothing_is_turned_up() -> None:
    state = last_turn(buildings_pile="")
    told_of = move(state, 0, "done")
    assert events_of(told_of, BuildingsLaid) == [BuildingsLaid((), (), ())]
    assert GAME.view(state, None).rows


@PLAYERS
def test_r09_r10_summer_goes_clockwise_from_the_starting_player_and_autumn_back(seats: int) -> None:
    for starter in range(seats):
        state = GAME.new(seats, 3)
        (seat,) = GAME.owed(state)
        move(state, seat, f"name {starter}")
        for other in range(seats):
            GAME.play(state, other, GAME.options(state, other)[0])
        order = []
        while GAME.view(state, None).turn:
            (seat,) = GAME.owed(state)
            order.append((seat, GAME.view(state, None).season))
            end_turn(state)
            if state.year > 1:
                break
        clockwise = [(starter + step) % seats for step in range(seats)]
        summer = [(seat, "summer") for seat in clockwise]
        assert order == summer + [(seat, "autumn") for seat in reversed(clockwise)]


def test_r10_the_right_neighbour_of_the_starting_player_has_two_turns_in_a_row() -> None:
    state = table(4, turn=3, starter=2, rows=("wine wine",))
    assert GAME.owed(state) == {1: "turn"}
    assert events_of(move(state, 1, "done"), TurnBegan) == [TurnBegan(1, 1, "autumn")]
    assert GAME.owed(state) == {1: "turn"}


def test_r11_who_holds_more_than_six_cards_discards_down_to_six() -> None:
    state = last_turn(
        hands={0: "cloth cloth glass wine grain danzig:bank danzig:crane visby:lodge", 1: "grain " * 6},
        goods_pile="",
    )
    assert events_of(move(state, 0, "done"), WinterBegan) == [WinterBegan(1, asked=(0,))]
    assert GAME.owed(state) == {0: "winter"}
    assert GAME.view(state, None).players[0].must_discard == (2, 2)
    assert GAME.view(state, None).players[1].must_discard is None
    told_of = move(state, 0, "discard grain danzig:crane")
    assert events_of(told_of, Discarded) == [Discarded(0, ("grain",), 1)]
    assert hand(state, 0) == ["cloth", "cloth", "glass", "wine", "danzig:bank", "visby:lodge"]
    assert "grain" in [good for row in state.rows for good in row]  # R7: the only card there was to be dealt


def test_r11_built_and_unbuilt_riga_buildings_do_not_count() -> None:
    state = last_turn(hands={0: "wine " * 6}, built={0: "danzig:bank riga:school"}, riga=True)
    move(state, 0, "done")
    assert state.year == 2


def test_r11_the_choice_is_exact_and_of_own_cards() -> None:
    state = last_turn(hands={0: "cloth wine wine wine wine wine danzig:bank danzig:crane"})
    move(state, 0, "done")
    assert refused(state, 0, "discard cloth") == ("R11", "too_few_discarded")
    assert refused(state, 0, "discard nothing") == ("R11", "too_few_discarded")
    assert refused(state, 0, "discard wine wine wine") == ("R11", "too_many_discarded")
    assert refused(state, 0, "discard cloth cloth") == ("R11", "goods_missing")
    assert refused(state, 0, "discard grain wine") == ("R11", "goods_missing")
    assert refused(state, 0, "discard danzig:bank danzig:bank") == ("R11", "named_twice")
    assert refused(state, 0, "discard danzig:bank danzig:lodge") == ("R11", "not_in_hand")
    assert refused(state, 0, "done") == ("R11", "wrong_kind")
    assert sorted(offered(state, 0)) == sorted(
        f"discard {cards}"
        for cards in (
            *("cloth wine", "cloth danzig:bank", "cloth danzig:crane", "wine wine"),
            *("wine danzig:bank", "wine danzig:crane", "danzig:bank danzig:crane"),
        )
    )


@pytest.mark.parametrize(("cards", "numbers"), [(6, None), (7, (0, 1)), (8, (0, 2)), (9, (1, 3)), (11, (3, 5))])
def test_r11_with_a_warehouse_six_seven_or_eight_may_be_kept(cards: int, numbers: tuple[int, int] | None) -> None:
    state = last_turn(hands={0: "grain " * cards}, built={0: "riga:warehouse"}, riga=True)
    move(state, 0, "done")
    if numbers is None:
        assert state.year == 2
        return
    assert GAME.view(state, 0).players[0].must_discard == numbers
    most = range(numbers[0], numbers[1] + 1)
    assert sorted(offered(state, 0)) == sorted(f"discard {' '.join(['grain'] * n) or 'nothing'}" for n in most)
    move(state, 0, f"discard {' '.join(['grain'] * numbers[0]) or 'nothing'}")
    assert state.players[0].goods["grain"] == min(cards, 8)


def test_r11_the_warehouse_counts_in_the_winter_of_the_year_it_was_built_in() -> None:
    state = last_turn(hands={0: "grain grain " + "wine " * 8}, riga=True)
    move(state, 0, "build riga:warehouse pay grain grain")
    move(state, 0, "done")
    assert GAME.view(state, 0).players[0].must_discard == (0, 2)
    assert refused(state, 0, "discard wine wine wine") == ("R11", "too_many_discarded")
    move(state, 0, "discard nothing")
    assert len(hand(state, 0)) == 8


def test_r11_all_choose_at_once_and_may_change_until_the_last_has_chosen() -> None:
    state = last_turn(3, hands={0: "wine " * 7, 1: "grain " * 7 + "cloth", 2: "glass"})
    move(state, 0, "done")
    assert GAME.owed(state) == {0: "winter", 1: "winter"}
    assert not GAME.may_change(state, 2)
    move(state, 1, "discard cloth grain")
    assert GAME.owed(state) == {0: "winter"}
    assert GAME.view(state, 1).discard.goods == ("cloth", "grain")
    move(state, 1, "discard grain grain")
    told_of = move(state, 0, "discard wine")
    assert events_of(told_of, Discarded) == [Discarded(0, ("wine",), 0), Discarded(1, ("grain", "grain"), 0)]
    assert hand(state, 1) == ["cloth"] + ["grain"] * 5


def test_r11_the_left_neighbour_becomes_starting_player_and_a_year_begins() -> None:
    state = last_turn(3, starter=2)
    assert events_of(move(state, 2, "done"), YearBegan) == [YearBegan(2, 9, starter=0)]
    assert GAME.owed(state) == {0: "turn"}


@pytest.mark.parametrize(("seats", "years"), [(2, 8), (3, 9), (4, 8)])
def test_r11_winter_comes_in_the_last_year_too_and_then_the_game_is_over(seats: int, years: int) -> None:
    state = last_turn(seats, year=years, hands={0: "wine " * 7})
    move(state, 0, "done")
    assert GAME.owed(state) == {0: "winter"}
    told_of = move(state, 0, "discard wine")
    assert [type(event) for event in told_of] == [events.SealedDiscard, Discarded, events.Finished]
    assert GAME.owed(state) == {}
    assert state.players[0].goods["wine"] == 6


@PLAYERS
def test_a_year_before_the_last_is_not_the_end(seats: int) -> None:
    years = {2: 8, 3: 9, 4: 8}[seats]
    state = last_turn(seats, year=years - 1)
    move(state, 0, "done")
    assert GAME.view(state, None).year == years
    assert GAME.result(state) is None
