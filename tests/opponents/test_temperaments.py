"""Temperaments: only what is about equally good is a matter of taste, and two of a level play differently."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest

import opponents
from opponents.alderman_model import WeighedMove
from opponents.temperaments import (
    MIXED_TASTE_MARGIN,
    TASTE_MARGIN,
    TEMPERAMENTS,
    adjusted_probabilities,
    preferred_option,
)
from opponents.visby import EVALUATION
from rules import GAMES, Move
from rules.chance import Chance
from rules.visby.events import Revealed
from tests.rules.visby.table import VISBY, table

MOVES: list[Move] = VISBY.options(VISBY.new(4, 1), 0)


def weighed(*numbers: tuple[float, float, float | None]) -> list[WeighedMove]:
    """Return moves with chance, share and spread."""
    return [WeighedMove(MOVES[i], chance, share, spread=spread) for i, (chance, share, spread) in enumerate(numbers)]


@pytest.mark.parametrize("temperament", TEMPERAMENTS)
def test_a_worse_move_is_never_a_matter_of_taste(temperament: str) -> None:
    clear = weighed((0.6, 1.0, 0.1), (0.6 - 2 * TASTE_MARGIN, 0.0, 0.3), (0.3, 0.0, None))
    for seed in range(8):
        assert adjusted_probabilities(temperament, clear, Chance(seed)) == [1, 0, 0]


def test_of_equal_moves_each_temperament_takes_what_it_likes() -> None:
    equal = weighed((0.6, 1.0, 0.1), (0.6, 0.0, 0.3), (0.6, 0.0, 0.05), (0.6, 0.0, None))
    assert adjusted_probabilities("bold", equal, Chance(1)) == [0, 1, 0, 0]
    assert adjusted_probabilities("patient", equal, Chance(1)) == [0, 0, 1, 0]
    assert adjusted_probabilities("contrary", equal, Chance(1)) == [0, 0, 1, 0]
    assert (
        adjusted_probabilities("steady", equal, Chance(1))
        == adjusted_probabilities("", equal, Chance(1))
        == [1, 0, 0, 0]
    )
    whims = {tuple(adjusted_probabilities("whimsical", equal, Chance(seed))) for seed in range(32)}
    assert whims == {(1, 0, 0, 0), (0, 1, 0, 0)}
    assert preferred_option("contrary", [0.0, 0.0], Chance(1)) == 1


@pytest.mark.parametrize("temperament", TEMPERAMENTS)
def test_a_mixed_choice_leans_and_stays_mixed(temperament: str) -> None:
    mixed = weighed((0.5, 0.6, 0.1), (0.5, 0.3, 0.2), (0.5, 0.1, 0.3), (0.2, 0.0, 0.4))
    shares = adjusted_probabilities(temperament, mixed, Chance(1))
    assert sum(shares) == pytest.approx(1)
    assert all(shares[:3])
    assert shares[3] == 0
    a_worse_one = [*mixed[:2], mixed[2]._replace(chance=0.5 - 2 * MIXED_TASTE_MARGIN), mixed[3]]
    assert adjusted_probabilities(temperament, a_worse_one, Chance(1))[2] == pytest.approx(0.1)
    if temperament == "bold":
        assert shares[2] > 0.1
        assert shares[0] < 0.6
    if temperament == "patient":
        assert shares[0] > 0.6


@pytest.mark.repeated(3)
@pytest.mark.parametrize("temperament", TEMPERAMENTS)
@pytest.mark.parametrize("level", opponents.PLAYERS_WITH_TEMPERAMENT)
def test_whatever_the_temperament_a_winning_card_is_played(level: str, temperament: str) -> None:
    state = table(4, battle=15, seals=(27, 20, 20, 20), discards={1: "knight", 2: "knight", 3: "knight"})
    assert str(opponents.player_named(f"{level}:{temperament}")(VISBY, state, 0, 1)) == "pick knight"


def equal_rounds(level: str, seats: int, seed: int) -> list[tuple[int, int]]:
    """Play with the temperaments that a table has; return of every two how often they chose the same, of how many."""
    players = [opponents.player_named(f"{level}:{temperament}") for temperament in TEMPERAMENTS[:seats]]
    chance, state, shown = Chance(seed), VISBY.new(seats, seed), []
    while owed := VISBY.owed(state):
        seat = next(iter(owed))
        events = VISBY.play(state, seat, players[seat](VISBY, state, seat, chance.draw()))
        shown += [event.played for event in events if isinstance(event, Revealed) and not event.forced]
    return [(sum(played[a] == played[b] for played in shown), len(shown)) for a, b in combinations(range(seats), 2)]


@pytest.mark.thorough
def test_two_traders_at_a_table_do_not_play_the_same_cards_all_the_time() -> None:
    """Two of them did so in 14 of 17 rounds when they had no temperament, and any two in nearly half of all rounds."""
    pairs = equal_rounds("trader", 4, seed=0)
    assert all(17 * same < 14 * rounds for same, rounds in pairs)
    same, rounds = (sum(column) for column in zip(*pairs, strict=True))
    assert 5 * same < 2 * rounds


@pytest.mark.thorough
def test_in_the_same_place_and_with_the_same_seed_temperaments_decide_differently() -> None:
    chance, state = Chance(3), VISBY.new(3, 2)
    chosen = []
    while owed := VISBY.owed(state):
        seat = next(iter(owed))
        if owed[seat] == "choose" and seat == 0:
            chosen.append([opponents.player_named(f"trader:{each}")(VISBY, state, 0, 7) for each in TEMPERAMENTS])
        VISBY.play(state, seat, EVALUATION.predicted_move(VISBY, state, seat, chance))
    bold, patient, contrary, _, steady = zip(*chosen, strict=True)
    for one, other in ((bold, patient), (contrary, steady)):
        assert sum(mine != yours for mine, yours in zip(one, other, strict=True)) >= len(chosen) / 4


@pytest.mark.parametrize("game", GAMES)
def test_what_is_hidden_cannot_matter_to_a_temperament(game: str) -> None:
    rules: Any = GAMES[game]
    chance, state = Chance(4), rules.new(rules.players[0], 6)
    for _ in range(20):
        seat = next(iter(rules.owed(state)))
        rules.play(state, seat, rules.sample(state, seat, chance))
    seat = next(iter(rules.owed(state)))
    for temperament in ("bold", "whimsical"):
        player = opponents.player_named(f"trader:{temperament}")
        move = player(rules, state, seat, 5)
        rules.check(state, seat, move)
        assert player(rules, rules.guess(state, seat, 77), seat, 5) == move
