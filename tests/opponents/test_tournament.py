"""Tournaments: fair seats, the same outcome for the same seed, and sentences for what cannot be played."""

from __future__ import annotations

import subprocess
import sys
from math import sqrt

import msgspec
import pytest

from opponents import __main__ as command
from opponents.laboratory.tournament import Match, MatchOutcome, matches, play, tallies, win_shares
from rules import Result


def test_seats_are_rotated_and_every_match_has_its_own_seed() -> None:
    played = list(matches("visby", ["trader", "novice", "novice"], games=6, seed=3))
    assert [match.players.index("trader") for match in played] == [0, 2, 1, 0, 2, 1]
    assert len({match.seed for match in played}) == 6


@pytest.mark.thorough
def test_the_same_seed_gives_the_same_tournament() -> None:
    def outcomes(seed: int) -> list[tuple[float, ...]]:
        played = matches("visby", ["novice", "trader"], games=2, seed=seed)
        return [play(match).shares for match in played]

    assert outcomes(5) == outcomes(5)
    assert list(matches("visby", ["novice", "trader"], 4, 5)) != list(matches("visby", ["novice", "trader"], 4, 6))


def test_several_cores_give_the_same_outcome_as_one() -> None:
    code = (
        "from opponents.laboratory.tournament import *;"
        "m = list(matches('visby', ['novice'] * 4, 8, 2));"
        "assert [o.shares for o in play_all(m, 2)] == [o.shares for o in play_all(m, 1)]"
    )
    assert subprocess.run([sys.executable, "-W", "error", "-c", code], check=False).returncode == 0


def test_a_match_counts_every_decision() -> None:
    (match,) = matches("visby", ["novice"] * 4, games=1, seed=2)
    outcome = play(match)
    assert min(outcome.decisions) > 3
    for seconds, slowest, decisions in zip(outcome.seconds, outcome.slowest, outcome.decisions, strict=True):
        assert seconds / decisions <= slowest <= seconds
    assert sum(outcome.shares) == 1


def test_a_shared_victory_is_shared() -> None:
    assert win_shares(Result((1, 1, 3), (30, 30, 12))) == (0.5, 0.5, 0)
    assert win_shares(Result((3, 2, 1), (3, 20, 31))) == (0, 0, 1)


def test_tallies_add_up_all_seats_of_a_player() -> None:
    match = Match("visby", {}, ("trader", "novice", "novice"), 1)
    turned = msgspec.structs.replace(match, players=("novice", "novice", "trader"))
    played = [match, match, match, turned]
    outcomes = [
        MatchOutcome((1, 0, 0), (0.4, 0.0, 0.1), (4, 5, 5), (0.2, 0.0, 0.04)),
        MatchOutcome((0, 1, 0), (0.4, 0.1, 0.0), (4, 5, 5), (0.3, 0.06, 0.0)),
        MatchOutcome((1, 0, 0), (0.4, 0.0, 0.1), (4, 5, 5), (0.1, 0.0, 0.05)),
        MatchOutcome((0, 0, 1), (0.1, 0.1, 0.4), (5, 5, 4), (0.05, 0.02, 0.25)),
    ]
    trader, novice = tallies(played, outcomes)
    assert (trader.player, trader.seats, trader.share) == ("trader", 1, 0.75)
    assert trader.error == pytest.approx(sqrt(0.25 / 4))
    assert trader.milliseconds == pytest.approx(100)
    assert trader.slowest == pytest.approx(300)
    assert (novice.player, novice.seats, novice.share) == ("novice", 2, 0.25)
    assert novice.milliseconds == pytest.approx(1000 * 0.5 / 40)
    assert novice.slowest == pytest.approx(60)


@pytest.mark.thorough
def test_the_command_line_prints_shares_errors_and_thinking_time(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    words = "visby --seats 3 --games 4 --seed 1 --option target=45 --cores 1 trader novice novice"
    monkeypatch.setattr(sys, "argv", ["opponents", *words.split()])
    assert command.main() == 0
    head, first, second = capsys.readouterr().out.splitlines()
    assert head == "visby, 3 players, 4 games, seed 1, target 45"
    assert first.startswith("trader ")
    assert second.startswith("2 × novice ")
    for line in (first, second):
        assert "% ±" in line
        assert "ms a decision, the slowest " in line


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("chess trader novice", "invalid choice: 'chess'"),
        ("visby trader wizard", "invalid choice: 'wizard'"),
        ("visby --seats 3 trader novice", "3 seats need 3 players, not 2"),
        ("visby trader", "visby is for 2 to 6 players, not 1"),
        ("visby --games 0 trader novice", "at least one game must be played"),
        ("visby --cores 0 trader novice", "at least one core is needed"),
        ("visby --option target=long trader novice", "an option is a key and a number"),
        ("visby --option weather=1 trader novice", "visby has no option weather"),
        ("visby --option target=45 trader novice novice novice", "target 45 cannot be had with 4 players"),
        ("visby --seed -1 trader novice", "a seed is a number from 0 to 2**64 - 1"),
    ],
)
def test_what_cannot_be_played_is_refused_with_a_sentence(
    words: str, sentence: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["opponents", *words.split()])
    with pytest.raises(SystemExit) as end:
        command.main()
    assert end.value.code == 2
    assert sentence in capsys.readouterr().err
