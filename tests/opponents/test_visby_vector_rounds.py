"""Visby by columns of numbers is the Visby of the rules."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from opponents.visby import vector_rounds
from opponents.visby.model import MODEL
from rules.chance import Chance
from rules.visby.state import Choose, State
from tests.rules.visby.table import VISBY


def positions(seats: int, seed: int, many: int) -> list[State]:
    """Return states at the beginning of rounds, from random games of both lengths."""
    chance = Chance(seed)
    found: list[State] = []
    while len(found) < many:
        target = 45 if seats < 4 and len(found) % 2 else 30
        state = VISBY.new(seats, chance.draw(), {"target": target})
        while owed := VISBY.owed(state):
            if isinstance(state.agenda[-1], Choose) and not chance.below(3):
                found.append(state.copy())
            seat = next(iter(owed))
            VISBY.play(state, seat, VISBY.sample(state, seat, chance))
    return found[:many]


def played_out(state: State, chance: Chance) -> tuple[list[int], State]:
    """Choose at random, sell all; return the choices as bits, and the state after the round."""
    bits = []
    frame = state.agenda[-1]
    assert isinstance(frame, Choose)
    after = state.copy()
    for seat in range(state.seats):
        pick = frame.picks[seat] if seat in frame.forced else VISBY.sample(state, seat, chance).cards
        assert pick
        bits.append(sum(vector_rounds.CARD_BIT[card] for card in pick))
        if seat not in frame.forced:
            VISBY.play(after, seat, VISBY.parse(f"pick {' '.join(pick)}"))
    while after.agenda and not isinstance(after.agenda[-1], Choose):
        seat = next(iter(VISBY.owed(after)))
        VISBY.play(after, seat, VISBY.options(after, seat)[0])
    return bits, after


@pytest.mark.parametrize("seats", VISBY.players)
def test_a_round_leads_where_the_rules_lead(seats: int) -> None:
    chance = Chance(seats)
    over_seen = 0
    for state in positions(seats, seed=seats, many=60):
        bits, end = played_out(state, chance)
        after, over = vector_rounds.positions_after(state, np.array([bits]))
        assert bool(over[0]) == (not end.agenda)
        over_seen += bool(over[0])
        if over[0]:
            result: Any = VISBY.result(end)
            shares = [(place == 1) / len(result.winners) for place in result.places]
            assert list(vector_rounds.win_shares(after, over)[0]) == shares
        else:
            assert (after.battle[0], after.journey[0], after.market[0]) == (end.battle, end.journey, end.market)
            assert list(after.seals[0]) == [player.seals for player in end.players]
            assert list(after.wares[0]) == [player.wares for player in end.players]
            assert list(after.hands[0]) == list(vector_rounds.arrays_of([end]).hands[0])
    assert over_seen


@pytest.mark.parametrize("seats", [2, 6])
def test_a_feature_has_a_name_and_a_seat_sees_itself_first(seats: int) -> None:
    (state,) = positions(seats, seed=9, many=1)
    found = MODEL.features([state])
    assert found.shape == (1, seats, len(MODEL.feature_names))
    wares = MODEL.feature_names.index("own: wares")
    assert [round(8 * each) for each in found[0, :, wares]] == [player.wares for player in state.players]
    assert np.abs(found).max() < 4
