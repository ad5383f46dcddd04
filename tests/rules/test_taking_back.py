"""Taking moves back: impossible once something was revealed or built upon; the log only grows."""

from __future__ import annotations

import pytest

from rules import records
from rules.chance import Chance
from rules.errors import Refused
from rules.records import Entry, Record
from rules.visby.state import State
from tests.rules.visby.table import VISBY, pick, table, wares


class Game:
    """A record and its current state, continued by move texts."""

    def __init__(self, seats: int, seed: int = 1, version: int = VISBY.version) -> None:
        self.record = Record("visby", version, seats, seed, {"target": 30})
        self.state: State = VISBY.new(seats, seed, version=version)

    def play(self, *texts: str) -> None:
        for text in texts:
            seat, move = text.split(maxsplit=1)
            VISBY.play(self.state, int(seat), VISBY.parse(move))
            self.record.log.append(Entry(int(seat), move))

    def undo(self, seat: int) -> None:
        self.state = records.take_back(self.record, self.state, seat)


def test_nothing_can_be_taken_back_before_anything_was_done() -> None:
    state = VISBY.new(4, 1)
    assert not any(VISBY.can_take_back(state, seat) for seat in (*range(4), -1, 4))


def test_a_sealed_choice_can_be_taken_back_although_neighbours_sealed_later() -> None:
    game = Game(4)
    game.play("0 pick knight", "1 pick ship", "2 pick fleet")
    assert [VISBY.can_take_back(game.state, seat) for seat in range(4)] == [True, True, True, False]
    game.undo(0)
    assert VISBY.owed(game.state) == {0: "choose", 3: "choose"}
    assert VISBY.view(game.state, 0).picked is None
    assert VISBY.view(game.state, 1).picked == ("ship",)
    assert VISBY.view(game.state, 2).picked == ("fleet",)
    game.play("0 pick troops", "3 pick tollkeeper")
    assert game.state.players[0].discard == ["troops"]


def test_after_the_reveal_nothing_can_be_taken_back() -> None:
    game = Game(4)
    game.play("0 pick knight", "1 pick ship", "2 pick fleet", "3 pick tollkeeper")
    assert not any(VISBY.can_take_back(game.state, seat) for seat in range(4))
    log, before = list(game.record.log), VISBY.encode(game.state)
    for seat in range(4):
        with pytest.raises(Refused):
            records.take_back(game.record, game.state, seat)
    assert game.record.log == log
    assert VISBY.encode(game.state) == before


def test_a_changed_choice_is_taken_back_to_the_one_before() -> None:
    game = Game(4)
    game.play("0 pick knight", "0 pick ship")
    game.undo(0)
    assert VISBY.view(game.state, 0).picked == ("knight",)
    assert VISBY.can_take_back(game.state, 0)
    game.undo(0)
    assert VISBY.view(game.state, 0).picked is None
    assert not VISBY.can_take_back(game.state, 0)


def test_sealed_trades_can_be_taken_back_until_the_last_merchant_has_decided() -> None:
    game = Game(4)
    game.play("0 pick merchant", "1 pick merchant", "2 pick merchant", "3 pick tollkeeper")
    game.play("0 trade 3", "1 trade 0", "0 trade 0")
    assert [VISBY.can_take_back(game.state, seat) for seat in range(4)] == [True, True, False, False]
    game.undo(0)
    assert VISBY.view(game.state, 0).trade == 3
    game.undo(0)
    assert VISBY.owed(game.state) == {0: "trade", 2: "trade"}
    assert VISBY.view(game.state, 1).trade == 0
    game.play("2 trade 3", "0 trade 3")
    assert wares(game.state)[:3] == [1, 4, 1]
    assert not any(VISBY.can_take_back(game.state, seat) for seat in range(4))


def test_by_the_first_rules_trades_can_be_taken_back_until_somebody_builds_on_them() -> None:
    state = table(4, market=11, wares=[6, 6, 0, 0], version=1)
    pick(state, "merchant", "merchant", "tollkeeper", "tollkeeper")
    assert not any(VISBY.can_take_back(state, seat) for seat in range(4))
    VISBY.play(state, 0, VISBY.parse("trade 4"))
    assert VISBY.can_take_back(state, 0)
    VISBY.play(state, 1, VISBY.parse("trade 6"))
    assert VISBY.owed(state) == dict.fromkeys(range(4), "choose")
    assert [VISBY.can_take_back(state, seat) for seat in range(4)] == [True, True, False, False]
    VISBY.play(state, 2, VISBY.parse("pick knight"))
    assert [VISBY.can_take_back(state, seat) for seat in range(4)] == [False, False, True, False]


def test_by_the_first_rules_a_trade_taken_back_leaves_the_others_as_they_were() -> None:
    game = Game(4, version=1)
    game.play("0 pick merchant", "1 pick merchant", "2 pick tollkeeper", "3 pick tollkeeper")
    assert VISBY.owed(game.state) == {0: "trade", 1: "trade"}
    game.play("0 trade 3", "1 trade 3")
    assert VISBY.owed(game.state)[0] == "choose"
    game.undo(0)
    assert VISBY.owed(game.state) == {0: "trade"}
    assert wares(game.state)[:2] == [4, 1]
    game.play("0 trade 0")
    assert wares(game.state)[:2] == [4, 1]


def test_own_later_moves_do_not_stand_in_the_way_one_by_one() -> None:
    game = Game(4)
    game.play("0 pick merchant", "1 pick knight", "2 pick tollkeeper", "3 pick tollkeeper")
    game.play("0 trade 3", "0 pick ship")
    game.undo(0)
    assert VISBY.can_take_back(game.state, 0)
    game.undo(0)
    assert VISBY.owed(game.state) == {0: "trade"}
    assert not VISBY.can_take_back(game.state, 0)


def test_the_log_only_grows_and_leads_to_the_state_with_all_its_undoing() -> None:
    game, chance = Game(3), Chance(5)
    undone = 0
    while owed := VISBY.owed(game.state):
        before = list(game.record.log)
        able = [seat for seat in range(3) if VISBY.can_take_back(game.state, seat)]
        if able and chance.below(4) == 0:
            game.undo(chance.choice(able))
            undone += 1
        else:
            seat = chance.choice(list(owed))
            game.play(f"{seat} {VISBY.sample(game.state, seat, chance)}")
        assert game.record.log[:-1] == before
        assert records.replay(records.read(str(game.record))) == game.state
    assert undone > 5
    assert len(records.effective_entries(game.record.log)) == len(game.record.log) - 2 * undone


def test_what_stands_leaves_out_what_was_taken_back_and_the_taking_back() -> None:
    a, b, c = Entry(0, "pick knight"), Entry(1, "pick ship"), Entry(0, "pick fleet")
    undo = [Entry(seat, records.UNDO) for seat in (0, 1)]
    assert records.effective_entries([]) == []
    assert records.effective_entries([a, b]) == [a, b]
    assert records.effective_entries([a, b, undo[0]]) == [b]
    assert records.effective_entries([a, c, undo[0], b]) == [a, b]
    assert records.effective_entries([a, b, undo[1], undo[0], c]) == [c]
    assert records.effective_entries([a, undo[0], c, undo[0], a]) == [a]
    with pytest.raises(records.BadRecord, match="seat 1 has nothing to take back"):
        records.effective_entries([a, undo[1]])
    with pytest.raises(records.BadRecord, match="seat 0 has nothing to take back"):
        records.effective_entries([a, undo[0], undo[0]])


def test_of_any_end_of_a_log_stands_what_stands_of_the_whole() -> None:
    chance = Chance(8)
    log: list[Entry] = []
    for number in range(200):
        seat = chance.below(3)
        takes_back = chance.below(3) == 0 and any(entry.seat == seat for entry in records.effective_entries(log))
        log.append(Entry(seat, records.UNDO if takes_back else f"pick {number}"))
    assert sum(entry.text == records.UNDO for entry in log) > 30
    for begin in range(len(log)):
        stands = [entry for entry in records.effective_entries(log) if entry in log[begin:]]
        assert records.effective_entries(log[begin:], whole=False) == stands
