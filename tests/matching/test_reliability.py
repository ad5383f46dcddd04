"""The worse of two shares over the last 30 games decides the level."""

from __future__ import annotations

from fractions import Fraction

import pytest

from matching.reliability import COUNTED_GAMES, MIN_GAMES, Level, PlayedGame, Reliability, meets, reliability

pytestmark = pytest.mark.quick

GOOD = PlayedGame(in_time=10, late=0, kept_seat=True)
LATE = PlayedGame(in_time=0, late=10, kept_seat=True)
LOST = PlayedGame(in_time=10, late=0, kept_seat=False)
HANDED_OVER = PlayedGame(in_time=10, late=0, kept_seat=None)


@pytest.mark.parametrize(
    ("games", "level", "share"),
    [
        ([], Level.NEW, None),
        ([LOST] * (MIN_GAMES - 1), Level.NEW, None),
        ([GOOD] * MIN_GAMES, Level.RELIABLE, Fraction(1)),
        ([LATE, *[GOOD] * 19], Level.RELIABLE, Fraction(95, 100)),
        ([LOST, *[GOOD] * 19], Level.RELIABLE, Fraction(95, 100)),
        ([LOST, *[GOOD] * 18], Level.MOSTLY_RELIABLE, Fraction(18, 19)),
        ([LATE, *[GOOD] * 4], Level.MOSTLY_RELIABLE, Fraction(4, 5)),
        ([LOST, *[GOOD] * 3], Level.OFTEN_ABSENT, Fraction(3, 4)),
        ([LATE, LATE, LOST, *[GOOD] * 7], Level.MOSTLY_RELIABLE, Fraction(8, 10)),
        ([LOST, LOST, LATE, *[GOOD] * 7], Level.MOSTLY_RELIABLE, Fraction(8, 10)),
        ([LATE, LOST, *[HANDED_OVER] * 2], Level.OFTEN_ABSENT, Fraction(1, 2)),
        ([HANDED_OVER] * MIN_GAMES, Level.RELIABLE, Fraction(1)),
        ([PlayedGame(0, 0, None)] * MIN_GAMES, Level.RELIABLE, Fraction(1)),
    ],
)
def test_the_level_follows_from_the_worse_share(games: list[PlayedGame], level: Level, share: Fraction | None) -> None:
    assert reliability(games) == Reliability(level, share)


def test_only_the_latest_games_count() -> None:
    assert reliability([*[GOOD] * COUNTED_GAMES, *[LOST] * 50]).share == 1
    assert reliability([*[GOOD] * (COUNTED_GAMES - 1), *[LOST] * 50]).share == Fraction(29, 30)


def test_a_seat_handed_over_by_agreement_makes_nobody_better_or_worse() -> None:
    without_decisions = PlayedGame(in_time=0, late=0, kept_seat=None)
    for games in ([LOST, *[GOOD] * 4], [GOOD] * 5, [LATE, LOST, GOOD]):
        assert reliability([without_decisions, *games]) == reliability(games)


def test_a_requirement_is_met_by_its_level_and_better_ones() -> None:
    assert [level for level in Level if meets(level, Level.MOSTLY_RELIABLE)] == [Level.MOSTLY_RELIABLE, Level.RELIABLE]
    assert [level for level in Level if meets(level, Level.NEW)] == [Level.NEW, Level.MOSTLY_RELIABLE, Level.RELIABLE]
    assert all(meets(level, None) for level in (None, *Level))
    assert not any(meets(None, required) for required in Level)
