"""Golden games: records of whole games that must lead to the same end for ever. The first line says which."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rules import GAMES, Result, records

GOLDEN = sorted((Path(__file__).parent / "golden").glob("*.txt"))


def numbers(words: str) -> tuple[int, ...]:
    return tuple(map(int, words.split()))


@pytest.mark.parametrize("file", GOLDEN, ids=[file.stem for file in GOLDEN])
def test_a_golden_game_ends_as_it_did(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    expected = re.match(r"# places ([\d ]+) scores ([-\d ]+)\n", text)
    assert expected, "the first line must say: # places … scores …"
    record = records.read(text)
    state = records.replay(record)
    result = GAMES[record.game].result(state)
    assert result == Result(numbers(expected[1]), numbers(expected[2]))
    assert text.endswith(str(record))


def test_every_number_of_players_of_visby_has_a_golden_game() -> None:
    played = {record.seats for file in GOLDEN if (record := records.read(file.read_text())).game == "visby"}
    assert played == set(GAMES["visby"].players)
