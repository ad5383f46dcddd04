"""Golden games: records of whole games that must lead to the same end for ever. The first line says which.

Beside them lie states in the midst of these games, as they were stored when those rules were the newest: the version
is the last number in the file's name.
"""

from __future__ import annotations

import json
import re
from itertools import islice
from pathlib import Path

import pytest

from rules import GAMES, Result, records

pytestmark = pytest.mark.quick

FOLDER = Path(__file__).parent / "golden"
GOLDEN = sorted(FOLDER.glob("*.txt"))
SNAPSHOTS = sorted(FOLDER.glob("*-snapshots-*.jsonl"))


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


def test_every_version_of_every_game_has_a_golden_game() -> None:
    golden = [records.read(file.read_text(encoding="utf-8")) for file in GOLDEN]
    played = {(record.game, record.version) for record in golden}
    assert played == {(game.name, version) for game in GAMES.values() for version in game.versions}


@pytest.mark.parametrize("file", SNAPSHOTS, ids=[file.stem for file in SNAPSHOTS])
def test_what_was_stored_in_the_midst_of_a_golden_game_is_read_and_goes_on_to_its_end(file: Path) -> None:
    for line in file.read_text(encoding="utf-8").splitlines():
        stored = json.loads(line)
        record = records.read((FOLDER / f"{stored['golden']}.txt").read_text(encoding="utf-8"))
        game, moves = GAMES[record.game], stored["moves"]
        state = game.decode(json.dumps(stored["state"]))
        _, replayed, _ = next(islice(records.positions(record), moves, None))
        assert state == replayed
        for entry in records.effective_entries(record.log)[moves:]:
            game.play(state, entry.seat, game.parse(entry.text))
        assert state == records.replay(record)


def test_every_decision_of_the_first_rules_was_stored_once() -> None:
    for name, game in GAMES.items():
        lines = (FOLDER / f"{name}-snapshots-1.jsonl").read_text(encoding="utf-8").splitlines()
        frames = [json.loads(line)["state"]["agenda"] for line in lines]
        decisions = {agenda[-1]["decision"] for agenda in frames if agenda}
        asking = {str(kind.__struct_config__.tag) for kind in game.steps} - {"round", "end_round"}
        assert decisions == asking
