"""Whether the alderman's chances agree with victories is measured in whole games, round by round."""

import re

import pytest

from opponents.laboratory import calibration
from opponents.laboratory.calibration import Estimate, observe_game, report
from opponents.laboratory.tournament import Match


def test_a_game_notes_one_estimate_for_each_seat_and_round() -> None:
    found = observe_game(Match("haithabu", {}, ("journeyman", "journeyman"), 7))
    rounds = [each.round for each in found]
    assert set(rounds) == set(range(1, 9))
    assert max(map(rounds.count, rounds)) == 2
    assert all(0 <= each.chance <= 1 for each in found)
    assert {each.won for each in found} == {0.0, 1.0}
    last = [each for each in found if each.round == 8]
    assert max(last, key=lambda each: each.chance).won == 1.0, "before the last round, the leader's chance is higher"


def test_a_round_is_reported_in_equal_groups_from_low_to_high_chances() -> None:
    estimates = [
        Estimate(4, chance, won) for chance, won in ((0.9, 1), (0.1, 0), (0.5, 0), (0.5, 1), (0.3, 0), (0.7, 1))
    ]
    assert list(report(estimates))[2:] == ["| 4 | 6 | 20 : 0 ± 0 | 50 : 50 ± 50 | 80 : 100 ± 0 |"]
    assert all(len(re.findall(r"\|", line)) == 6 for line in report(estimates))


def test_a_game_without_usable_weights_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(calibration, "weigh_moves_quickly", lambda *_: [])
    with pytest.raises(ValueError, match="no usable model for 2 players"):
        observe_game(Match("haithabu", {}, ("journeyman", "journeyman"), 1))
