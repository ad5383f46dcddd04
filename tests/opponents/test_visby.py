"""How the trader looks at Visby."""

from __future__ import annotations

from collections import Counter

import pytest

from opponents.trader import trader
from opponents.visby.evaluation import VICTORY_SEALS, VisbyEvaluation
from rules.chance import Chance
from rules.visby.moves import Pick, Trade
from tests.rules.visby.table import VISBY, pick, table

EVALUATION = VisbyEvaluation()


@pytest.mark.parametrize("seats", VISBY.players)
def test_what_is_expected_of_others_is_always_allowed(seats: int) -> None:
    chance = Chance(seats)
    for seed in range(10):
        state = VISBY.new(seats, seed)
        while owed := VISBY.owed(state):
            seat = chance.choice(list(owed))
            VISBY.play(state, seat, EVALUATION.predicted_move(VISBY, state, seat, chance))


def test_others_are_expected_to_play_what_brings_much_now() -> None:
    state = table(4, battle=15, journey=0, market=0, wares=(2, 2, 2, 2))
    chance = Chance(1)
    expected: Counter[str] = Counter()
    for _ in range(300):
        move = EVALUATION.predicted_move(VISBY, state, 1, chance)
        assert isinstance(move, Pick)
        expected += Counter(move.cards)
    assert expected.most_common(1)[0][0] == "knight"
    assert expected["knight"] > 5 * expected["ship"]


def test_a_trader_cannot_be_foreseen_where_two_cards_are_as_good() -> None:
    state = VISBY.new(4, 1)
    assert len({str(trader(VISBY, state, 0, seed)) for seed in range(12)}) > 1


def test_merchants_are_expected_to_trade_all_they_can() -> None:
    state = table(4, market=15, wares=(6, 0, 0, 0))
    pick(state, "merchant", "ship", "ship", "ship")
    assert EVALUATION.predicted_move(VISBY, state, 0, Chance(1)) == Trade(6)


def test_more_of_anything_is_better_and_a_rivals_is_worse() -> None:
    even = EVALUATION.value(table(4, market=9), 0)
    assert even == 0
    assert EVALUATION.value(table(4, market=9, wares=(3, 0, 0, 0)), 0) > even
    assert EVALUATION.value(table(4, market=9, seals=(1, 0, 0, 0)), 0) > even
    assert EVALUATION.value(table(4, market=9, seals=(0, 0, 1, 0)), 0) < even
    assert EVALUATION.value(table(4, market=9, discards={0: "merchant knight"}), 0) < even


@pytest.mark.parametrize(("seals", "wares", "winner"), [((31, 30), (0, 0), 0), ((30, 30), (0, 2), 1)])
def test_a_victory_outweighs_any_lead(seals: tuple[int, int], wares: tuple[int, int], winner: int) -> None:
    over = table(2, seals=seals, wares=wares)
    over.agenda.clear()
    leading = EVALUATION.value(table(2, seals=(9, 0)), 0)
    assert EVALUATION.value(over, winner) > leading
    assert EVALUATION.value(over, 1 - winner) < -leading


def test_a_tie_is_settled_by_cards_in_hand_and_a_shared_victory_is_better_than_defeat() -> None:
    over = table(3, seals=(30, 30, 12), wares=(1, 1, 2), discards={0: "ship", 2: "ship"})
    over.agenda.clear()
    result = VISBY.result(over)
    assert result is not None
    assert result.winners == (1,)
    assert EVALUATION.value(over, 1) > VICTORY_SEALS > -VICTORY_SEALS > EVALUATION.value(over, 0)

    shared = table(3, seals=(30, 30, 12), wares=(1, 1, 2))
    shared.agenda.clear()
    assert EVALUATION.value(over, 1) > EVALUATION.value(shared, 0) == EVALUATION.value(shared, 1)
    assert EVALUATION.value(shared, 0) > EVALUATION.value(over, 0)
