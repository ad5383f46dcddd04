"""What everybody would score if the game ended now, in words: small on a board, whole in a table that fits a phone."""

from __future__ import annotations

import re

import pytest

from rules import GAMES, AnyGame
from rules.contract import Standing
from rules.records import positions as played_again
from rules.records import read
from tests.rules.promises import positions, setups
from tests.rules.test_golden_games import GOLDEN
from words import LANGUAGES, standings, words_in
from words.games import GAME_WORDS

NAMES = ("Anna", "Bert", "Clara", "David", "Emma", "Frank")
EN = words_in("en")
PHONE = 37
"""So many letters of equal width fit beside each other on a phone."""


def rows_of(table: list[str]) -> list[str]:
    (block,) = [line for line in table if line.startswith("```")]
    return block.strip("`\n").splitlines() if block else []


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_parts_in_the_table_make_up_every_score_and_it_fits_on_a_phone(game: AnyGame, language: str) -> None:
    words = words_in(language)
    for seats, options in setups(game):
        for number, state in enumerate(positions(game, seats, options, seed=seats)):
            if number % 9 and game.owed(state):
                continue
            found = game.standings(game.view(state, None))
            table = standings.table(words, game.name, NAMES[:seats], found)
            assert sum(len(line) + 1 for line in table) < 1500
            if not any(line.startswith("```") for line in table):
                assert not any(standing.total for standing in found)
                continue
            head, *body = rows_of(table)
            assert max(map(len, (head, *body))) <= PHONE
            count = len(standings.rows(words, game.name, found))
            assert len(body) == count
            made = len([row for row in standings.rows(words, game.name, found) if not row.tie])
            columns = {letter: head.index(letter) for letter in head if letter.strip()}
            for seat in range(seats):
                end = columns["ABCDEF"[seat]] + 1
                told = [re.search(r"[−\d]+$", row[:end]) for row in body[:made]]
                assert sum(int(each[0].replace("−", "-")) for each in told if each) == found[seat].total


def test_every_part_and_tie_break_of_every_game_has_a_name_in_every_language() -> None:
    for file in GOLDEN:
        record = read(file.read_text(encoding="utf-8"))
        game = GAMES[record.game]
        *_, (_, state, events) = played_again(record)
        for found in (game.standings(game.view(state, None)), game.final_standings(game.view(state, None), events)):
            for key, _ in (*found[0].parts, *found[0].ties):
                assert key in GAME_WORDS[game.name].parts
                assert standings.part(EN, game.name, key) != standings.part(words_in("de"), game.name, key)


def test_the_best_stands_first_and_ties_are_broken() -> None:
    found = [
        Standing((("seals", 5), ("rest", 1)), (("wares", 0), ("cards", 3))),
        Standing((("seals", 9), ("rest", 0)), (("wares", 2), ("cards", 3))),
        Standing((("seals", 6), ("rest", 0)), (("wares", 1), ("cards", 3))),
    ]
    assert standings.short(EN, NAMES, found) == "-# 🏁 If it ended now: Bert 9 · Clara 6 · Anna 6"
    table = standings.table(EN, "visby", NAMES, found)
    assert table[:3] == ["**B** Bert · **9**", "**C** Clara · **6**", "**A** Anna · **6**"]
    assert table[-1] == "-# Where scores are equal, this decides: wares left, cards in hand."
    assert [row.key for row in standings.rows(EN, "visby", found)] == ["seals", "rest", "wares", "cards"]
    assert [row.key for row in standings.rows(EN, "visby", found[:2])] == ["seals", "rest"]


def test_a_number_says_what_it_is_without() -> None:
    known = Standing((("buildings", 4),), (("money", 7),))
    hidden = Standing((("buildings", 4),), (("money", 3),), ("money",))
    table = standings.table(EN, "riga", NAMES, [known, hidden])
    assert rows_of(table)[-1].split()[-2:] == ["7", "3+"]
    assert table[-1] == "-# + without what is hidden: money."


def test_ones_own_number_comes_with_its_parts_if_there_are_several() -> None:
    found = [Standing((("points", 7), ("loans", -10), ("silver", 0))), Standing((("points", 3), ("loans", 0)))]
    assert standings.own(EN, "haithabu", found, 0) == (
        "🏁 If it ended now you would score **−3**.\n-# points so far 7 · loans −10"
    )
    assert standings.own(EN, "haithabu", found, 1) == "🏁 If it ended now you would score **3**."
    assert standings.own(EN, "haithabu", (), 0) == standings.short(EN, NAMES, ()) == ""
