"""V20 to V23: when a game of Visby ends, and who has won."""

from __future__ import annotations

import pytest

from rules import Result, records
from rules.chance import Chance
from rules.visby.data import CARDS
from rules.visby.events import Finished, Paid, PickedUp, RoundBegan, Score
from rules.visby.state import State
from tests.rules.by_text import events_of
from tests.rules.promises import positions, setups
from tests.rules.visby.table import VISBY, move, pick, seals, table, wares

pytestmark = pytest.mark.quick


def ended(*players: tuple[int, int, int]) -> State:
    """Return a finished game with seals, wares and cards in hand as given, by seat."""
    state = table(len(players), seals=[player[0] for player in players], wares=[player[1] for player in players])
    for player, (_, _, cards) in zip(state.players, players, strict=True):
        player.hand, player.discard = list(CARDS[8 - cards :]), list(CARDS[: 8 - cards])
    state.agenda.clear()
    VISBY.check_state(state)
    return state


def test_v20_the_game_ends_with_30_seals_after_the_round_not_before() -> None:
    state = table(battle=15, seals=[24, 0, 0, 0])
    events = pick(state, "knight", "ship", "ship", "ship")
    assert seals(state)[0] == 29
    assert VISBY.result(state) is None
    assert events_of(events, Finished) == []
    state = table(battle=15, seals=[25, 0, 0, 0])
    events = pick(state, "knight", "ship", "ship", "ship")
    assert events_of(events, Finished)[0].winners == (0,)
    assert events_of(events, RoundBegan) == []
    assert VISBY.owed(state) == {}
    assert VISBY.result(state) == Result((1, 2, 2, 2), (30, 0, 0, 0))


def test_v20_the_round_is_completed_whoever_has_reached_the_target_in_its_first_step() -> None:
    state = table(battle=15, market=15, wares=[0, 12, 0, 0], seals=[29, 0, 0, 0], discards={2: "ship"})
    pick(state, "troops", "merchant", "mendicant", "troops")
    assert seals(state)[0] == 31
    assert VISBY.owed(state) == {1: "trade"}
    assert VISBY.result(state) is None
    events = move(state, 1, "trade 11")
    assert events_of(events, Paid) == [Paid("mendicant", 2, 3, 3)]
    assert events_of(events, PickedUp) == [PickedUp(2)]
    assert events_of(events, Finished)[0].winners == (1,)
    assert seals(state) == [31, 33, 1, 2]  # the mendicant's three wares were changed (V21)
    assert [len(player.discard) for player in state.players] == [1, 1, 0, 1]


@pytest.mark.parametrize("seats", [2, 3])
def test_v20_with_2_and_3_players_45_can_be_chosen(seats: int) -> None:
    assert VISBY.complete_options(seats, {}) == {"target": 30}
    assert VISBY.complete_options(seats, {"target": 45}) == {"target": 45}
    for had, over in ((39, False), (40, True)):
        state = table(seats, battle=15, seals=[had, *[0] * (seats - 1)], target=45)
        pick(state, "knight blacksmith", *["ship fleet"] * (seats - 1))
        assert (VISBY.result(state) is not None) == over


@pytest.mark.parametrize("seats", [4, 5, 6])
def test_v20_with_more_players_45_is_refused(seats: int) -> None:
    with pytest.raises(ValueError, match="target 45 cannot be had"):
        VISBY.new(seats, 1, {"target": 45})
    with pytest.raises(ValueError, match="target 31 cannot be had"):
        VISBY.new(2, 1, {"target": 31})


@pytest.mark.parametrize(("had", "bought", "left"), [(0, 0, 0), (2, 0, 2), (3, 1, 0), (8, 2, 2), (15, 5, 0)])
def test_v21_remaining_wares_are_changed_at_3_to_1(had: int, bought: int, left: int) -> None:
    state = table(battle=2, seals=[30, 0, 0, 0], wares=[0, had, 0, 0])
    events = pick(state, "troops", "tollkeeper", "tollkeeper", "tollkeeper")
    assert events_of(events, Finished)[0].scores[1] == Score(seals=0, bought=bought, total=bought, wares=left, cards=7)
    assert (seals(state)[1], wares(state)[1]) == (bought, left)


def test_v22_most_seals_win() -> None:
    assert VISBY.result(ended((30, 2, 8), (31, 0, 1), (29, 2, 8))) == Result((2, 1, 3), (30, 31, 29))


def test_v22_tied_in_seals_more_wares_win() -> None:
    assert VISBY.result(ended((31, 1, 8), (31, 2, 1), (31, 0, 8))) == Result((2, 1, 3), (31, 31, 31))


def test_v22_tied_in_wares_too_more_cards_in_hand_win() -> None:
    assert VISBY.result(ended((31, 1, 4), (31, 1, 5), (31, 1, 3))) == Result((2, 1, 3), (31, 31, 31))


def test_v22_else_the_victory_is_shared() -> None:
    result = VISBY.result(ended((31, 1, 4), (31, 1, 4), (31, 1, 3), (2, 0, 8)))
    assert result == Result((1, 1, 3, 4), (31, 31, 31, 2))
    assert result.winners == (0, 1)


def test_v22_ties_are_decided_by_wares_left_after_v21() -> None:
    state = table(2, battle=15, seals=[30, 30], wares=[8, 4])
    events = pick(state, "troops blacksmith", "troops tollkeeper")  # the Blacksmith is paid 4 wares: 12
    assert events_of(events, Finished)[0].scores == (Score(32, 4, 36, 0, 6), Score(32, 1, 33, 1, 6))
    state = table(2, battle=15, seals=[30, 31], wares=[6, 5])
    pick(state, "troops tollkeeper", "troops tollkeeper")
    assert VISBY.result(state) == Result((2, 1), (34, 34))  # 34 seals each, 0 wares against 2


def test_v22_at_the_end_of_a_round_all_who_share_the_victory_are_named() -> None:
    state = table(battle=15, seals=[29, 0, 29, 29], wares=[4, 0, 1, 4], discards={3: "ship"})
    events = pick(state, "troops", "fleet", "troops", "troops")
    assert VISBY.result(state) == Result((1, 4, 3, 2), (32, 0, 31, 32))  # seat 3 has a card less in hand
    assert events_of(events, Finished)[0].winners == (0,)
    state = table(battle=15, seals=[29, 0, 29, 29], wares=[4, 0, 1, 4])
    events = pick(state, "troops", "fleet", "troops", "troops")
    assert VISBY.result(state) == Result((1, 4, 3, 1), (32, 0, 31, 32))
    assert events_of(events, Finished)[0].winners == (0, 3)


def test_v22_cards_taken_back_in_the_last_round_count() -> None:
    state = table(2, battle=4, seals=[30, 30], wares=[0, 0], discards={0: "ship fleet"})
    events = pick(state, "troops mendicant", "troops tollkeeper")
    assert [score.cards for score in events_of(events, Finished)[0].scores] == [8, 6]


def test_v23_a_hand_never_runs_dry_in_random_games() -> None:
    for seats, options in setups(VISBY):
        for state in positions(VISBY, seats, options, seed=23):
            if "choose" in VISBY.owed(state).values():
                assert all(len(player.hand) >= (2 if seats < 4 else 1) for player in state.players)
                assert all("mendicant" in player.hand for player in state.players)


def test_v23_a_dry_hand_is_noticed() -> None:
    state = table(4, discards={0: " ".join(card for card in CARDS if card != "knight")})
    with pytest.raises(AssertionError, match="never runs dry"):
        pick(state, "knight", "ship", "ship", "ship")


def test_a_finished_game_loads_from_its_log_exactly_as_it_was_stored() -> None:
    for seats, options in setups(VISBY):
        record = records.Record("visby", VISBY.version, seats, 20, options)
        state, chance = VISBY.new(seats, 20, options), Chance(20)
        while owed := VISBY.owed(state):
            seat = chance.choice(list(owed))
            text = str(VISBY.sample(state, seat, chance))
            move(state, seat, text)
            record.log.append(records.Entry(seat, text))
        stored = VISBY.encode(state)
        loaded = records.replay(records.read(str(record)))
        assert loaded == VISBY.decode(stored) == state
        assert VISBY.encode(loaded) == stored
        assert VISBY.result(loaded) == VISBY.result(state)
