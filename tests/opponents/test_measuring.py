"""What `python -m opponents` measures besides victories: how exploitable a player is, and how balanced a game."""

from __future__ import annotations

import sys
from typing import Any

import msgspec
import pytest

from opponents import __main__ as command
from opponents.laboratory import entrants
from opponents.laboratory.balance import GameUsage, observe_game, report, usage_of
from opponents.laboratory.exploitability import best_reply_gain, mean_gain, proportional_choices, sealed_positions
from opponents.laboratory.tournament import matches
from opponents.visby.evaluation import card_tenths
from rules import GAMES
from rules.visby.moves import Pick, in_order


def test_positions_are_the_same_for_every_player_and_both_are_asked_there() -> None:
    traders, novices = (list(sealed_positions("visby", player, 4, 1, seed=2)) for player in ("trader", "novice"))
    assert [msgspec.structs.replace(spot, player="novice") for spot in traders] == novices
    assert {spot.seat for spot in traders} == {0, 1}
    for spot in traders:
        state: Any = GAMES["visby"].decode(spot.snapshot)
        assert len(GAMES["visby"].owed(state)) == 2


def test_the_best_reply_gains_against_who_plays_badly_and_the_same_each_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def wasteful(game: Any, state: Any, seat: int, seed: int) -> Pick:
        """Play what brings least."""
        brings = card_tenths(state, seat)
        return Pick(in_order(sorted(state.players[seat].hand, key=brings.__getitem__)[:2]))

    monkeypatch.setitem(entrants.ENTRANTS, "wasteful", wasteful)
    found = list(sealed_positions("visby", "wasteful", 2, 16, seed=1))
    mean, error = mean_gain(found, cores=1)
    assert mean == pytest.approx(sum(map(best_reply_gain, found)) / 2)
    assert mean > 0.05
    assert error >= 0


def test_a_mix_is_played_as_often_as_it_says() -> None:
    fleet, ship, knight = (Pick((card,)) for card in ("fleet", "ship", "knight"))
    for shares, counts in (((0.5, 0.34, 0.16), [5, 3, 2]), ((0.57, 0.28, 0.15), [6, 3, 1])):
        played = proportional_choices(list(zip((fleet, ship, knight), shares, strict=True)), 10)
        assert [played.count(move) for move in (fleet, ship, knight)] == counts


def test_the_best_reply_to_a_mix_that_is_said_is_the_same_each_time() -> None:
    (spot,) = sealed_positions("visby", "alderman", 1, 4, seed=1)
    assert best_reply_gain(spot) == best_reply_gain(spot)


def test_a_game_is_watched_with_all_that_was_used() -> None:
    (match,) = matches("visby", ["novice"] * 4, 1, seed=2)
    seen = observe_game(match)
    assert sum(seen.shares) == pytest.approx(1)
    cards = sum(count for (group, _), count in seen.used.items() if group == "card")
    assert 4 * (seen.length - 3) <= cards <= 4 * seen.length
    assert all(seen.won[key] <= count for key, count in seen.used.items())


@pytest.mark.parametrize("game", ["riga", "haithabu"])
def test_everything_that_is_used_is_listed(game: str) -> None:
    uses = usage_of(game)
    assert uses is not None
    (match,) = matches(game, ["novice"] * 2, 1, seed=2)
    for group, thing in observe_game(match).used:
        assert group in uses.things
        assert thing in uses.things[group] or thing == "start"


def test_the_report_says_seats_draws_length_and_how_often_everything_was_used() -> None:
    card = ("card", "ship")
    seen = [GameUsage((1, 0), 9, {card: 3}, {card: 3.0}), GameUsage((0.5, 0.5), 11, {card: 1}, {card: 0.5})]
    lines = list(report("visby", seen))
    assert "| 1 | 75.0 % | 26.0 to 124.0 |" in lines
    assert "Shared victories: 50.0 %. Length in rounds: 9 (9 to 11 in 90 %)." in lines
    assert "| ship | 2.00 | 100.0 % | 12.5 % | 8.00 | 88 % |" in lines
    assert "| knight | 0.00 | 0.0 % | 12.5 % | 0.00 | – |" in lines


def said(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], words: str) -> tuple[int, str]:
    """Run the command; return how it ended and what it said."""
    monkeypatch.setattr(sys, "argv", ["opponents", *words.split()])
    try:
        code = command.main()
    except SystemExit as end:
        code = int(str(end.code))
    out = capsys.readouterr()
    return code, out.out + out.err


def test_the_commands_measure_and_refuse(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    code, text = said(monkeypatch, capsys, "exploit visby novice --states 1 --playouts 1 --cores 1")
    assert code == 0
    assert "novice        the best reply gains" in text
    code, text = said(monkeypatch, capsys, "balance visby --seats 3 --games 1 --player novice --cores 1")
    assert code == 0
    assert text.startswith("visby, 3 × novice, 1 games, seed 1, target 30\n\n| seat | wins | 95 % |")
    for words, sentence in (
        ("exploit riga trader", "riga does not begin with a sealed choice of two players"),
        ("exploit visby wizard", "invalid choice: 'wizard'"),
        ("balance visby --seats 9", "visby is for 2 to 6 players, not 9"),
        ("balance visby --seats 2 --player wizard", "invalid choice: 'wizard'"),
    ):
        code, text = said(monkeypatch, capsys, words)
        assert code == 2
        assert sentence in text
