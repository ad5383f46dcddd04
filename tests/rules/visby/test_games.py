"""Whole games of Visby: what holds over random games, and that `check_state` would notice if it did not."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from rules.visby.data import CARDS
from rules.visby.state import State
from tests.rules.promises import positions, setups
from tests.rules.visby.table import VISBY, table

pytestmark = pytest.mark.quick

GAMES_PER_SETUP = 150
CHUNK = 50


@pytest.mark.repeated(3)
@pytest.mark.parametrize("first", range(0, GAMES_PER_SETUP, CHUNK))
@pytest.mark.parametrize(("seats", "options"), setups(VISBY))
def test_cards_are_conserved_goods_keep_their_limits_and_seals_never_fall(
    seats: int, options: dict[str, int], first: int
) -> None:
    eight = sorted(CARDS)
    for seed in range(first, first + CHUNK):
        seals = [0] * seats
        for state in positions(VISBY, seats, options, seed):
            assert 0 <= state.battle <= 15
            assert 0 <= state.journey <= 15
            assert 0 <= state.market <= 15
            for player, played in zip(state.players, state.played, strict=True):
                assert 0 <= player.wares <= 15
                assert sorted([*player.hand, *player.discard, *played]) == eight
            now = [player.seals for player in state.players]
            assert all(before <= after for before, after in zip(seals, now, strict=True))
            seals = now
        assert max(seals) >= options["target"]


def _lose_a_card(state: State) -> None:
    state.players[0].hand.pop()


def _double_a_card(state: State) -> None:
    state.players[1].discard.append("knight")


def _leave_a_track(state: State) -> None:
    state.market = 16


def _owe_wares(state: State) -> None:
    state.players[2].wares = -1


def _hoard_wares(state: State) -> None:
    state.players[2].wares = 16


def _owe_seals(state: State) -> None:
    state.players[3].seals = -1


def _end_too_early(state: State) -> None:
    state.agenda.clear()


@pytest.mark.parametrize(
    "harm", [_lose_a_card, _double_a_card, _leave_a_track, _owe_wares, _hoard_wares, _owe_seals, _end_too_early]
)
def test_a_broken_state_is_noticed(harm: Callable[[State], None]) -> None:
    state = table(4)
    VISBY.check_state(state)
    harm(state)
    with pytest.raises(AssertionError):
        VISBY.check_state(state)
