"""Records: the text of a game reads back and replays, and a bad one is refused with a reason."""

from __future__ import annotations

import pytest

from rules import GAMES, AnyGame, records
from rules.chance import Chance
from rules.records import BadRecord, Entry, Record
from tests.rules.promises import setups

TEXT = """\
game visby 1
seats 4
seed 7
options target=30
0 pick knight
2 pick ship
0 undo
0 pick troops
"""


def test_the_text_reads_back_to_the_same_record() -> None:
    log = [Entry(0, "pick knight"), Entry(2, "pick ship"), Entry(0, "undo"), Entry(0, "pick troops")]
    record = Record("visby", 1, 4, 7, {"target": 30}, log)
    assert records.read(TEXT) == record
    assert str(record) == TEXT


def test_empty_lines_comments_and_spaces_are_passed_over() -> None:
    text = "# a game\n\n" + TEXT.replace("\n", "  \n\n# why not\n").replace(" ", "   ")
    assert records.read(text.replace("\n", "\r\n")) == records.read(TEXT)


def test_options_may_be_left_out_and_are_settled_when_played() -> None:
    record = records.read("game visby 1\nseats 2\nseed 1\n")
    assert record.options == {}
    assert records.replay(record).target == 30


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_a_finished_game_is_loaded_from_its_text_and_equals_its_snapshot(game: AnyGame) -> None:
    for seats, options in setups(game):
        chance = Chance(seats)
        state = game.new(seats, 11, options)
        record = Record(game.name, game.version, seats, 11, options)
        while owed := game.owed(state):
            seat = chance.choice(list(owed))
            move = game.sample(state, seat, chance)
            game.play(state, seat, move)
            record.log.append(Entry(seat, str(move)))
        snapshot = game.encode(state)
        loaded = records.replay(records.read(str(record)))
        assert loaded == game.decode(snapshot)
        assert game.encode(loaded) == snapshot
        assert game.result(loaded) == game.result(state)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (TEXT.replace("2 pick ship", "two pick ship"), "line 6: expected a seat's number and its move, not 'two pick"),
        (TEXT.replace("2 pick", "-2 pick"), "line 6: .*'-2 pick ship'"),
        (TEXT.replace("2 pick", "² pick"), "line 6: .*'² pick ship'"),
        (TEXT.replace("2 pick", "222 pick"), "line 6: .*'222 pick ship'"),
        (TEXT + "seed 8\n", "line 9: .*'seed 8'"),
        ("seed 8\n" + TEXT, "line 4: .*'seed 7'"),
        ("\n\nnonsense\n" + TEXT, "line 3: .*'nonsense'"),
        ("", "the head must say: game NAME VERSION, seats N, seed N"),
        (TEXT.replace("seed 7\n", ""), "the head must say"),
        (TEXT.replace("seed 7", "seed"), "the head must say"),
        (TEXT.replace("seed 7", "seed 7 8"), "the head must say"),
        (TEXT.replace("seed 7", "seed seven"), "the head must say"),
        (TEXT.replace("seats 4", "seats ²"), "the head must say"),
        (TEXT.replace("visby 1", "visby"), "the head must say"),
        (TEXT.replace("visby 1", "visby one"), "the head must say"),
        (TEXT.replace("target=30", "target"), "the head must say"),
        (TEXT.replace("target=30", "target=30=30"), "the head must say"),
    ],
)
def test_a_text_that_is_no_record_is_refused_with_a_sentence(text: str, sentence: str) -> None:
    with pytest.raises(BadRecord, match=sentence):
        records.read(text)


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("visby 1", "chess 1", "unknown game chess, expected one of visby"),
        ("visby 1", "visby 99", "visby is played by the rules of version 1 to .*, not 99"),
        ("seats 4", "seats 7", "visby is for 2 to 6 players, not 7"),
        ("target=30", "target=45", "target 45 cannot be had with 4 players"),
        ("target=30", "length=45", "visby has no option length"),
        ("seed 7", "seed -1", r"a seed is a number from 0 to 2\*\*64 - 1, not -1"),
        ("seed 7", f"seed {2**64}", "a seed is a number"),
        ("2 pick ship", "2 sail ship", r"move 1 \(2 sail ship\): 'sail ship' is no move: unknown verb"),
        ("2 pick ship", "2", "move 1 .*is no move"),
        ("2 pick ship", "2 pick dragon", r"move 1 \(2 pick dragon\): .*dragon is no card"),
        ("2 pick ship", "2 trade 3", r"move 1 \(2 trade 3\): V5 wrong_kind verb=trade"),
        ("2 pick ship", "9 pick ship", r"move 1 \(9 pick ship\): seat 9 has nothing to decide \(choose\)"),
        ("2 pick ship", "2 undo", "seat 2 has nothing to take back"),
    ],
)
def test_a_record_that_cannot_be_played_is_refused_with_a_sentence(old: str, new: str, sentence: str) -> None:
    record = records.read(TEXT.replace(old, new))
    with pytest.raises(BadRecord, match=sentence):
        records.replay(record)


def test_every_seed_that_is_accepted_can_be_stored() -> None:
    for seed in (0, 1, 2**63, 2**64 - 1):
        for game in GAMES.values():
            state = game.new(game.players[0], seed)
            assert game.decode(game.encode(state)) == state


def test_positions_are_those_after_each_move_that_stands() -> None:
    seen = [(entry, dict(GAMES["visby"].owed(state))) for entry, state, _ in records.positions(records.read(TEXT))]
    choose = dict.fromkeys(range(4), "choose")
    assert seen == [
        (None, choose),
        (Entry(2, "pick ship"), dict.fromkeys((0, 1, 3), "choose")),
        (Entry(0, "pick troops"), dict.fromkeys((1, 3), "choose")),
    ]
