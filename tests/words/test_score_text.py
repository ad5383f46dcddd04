"""What everybody would score if the game ended now, in words: small on a board, whole in a few lines for each seat."""

from __future__ import annotations

import re

import pytest

from rules import GAMES, AnyGame
from rules.contract import Standing
from rules.records import positions as played_again
from rules.records import read
from tests.rules.promises import positions, setups
from tests.rules.test_golden_games import GOLDEN
from words import LANGUAGES, score_text, words_in
from words.ending_text import format_place
from words.games import GAME_WORDS
from words.signs import seat_sign as seat_sign

pytestmark = pytest.mark.quick

NAMES = ("Anna", "Bert", "Clara", "David", "Emma", "Frank")
EN = words_in("en")


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_parts_make_up_every_score_and_seats_are_known_by_their_signs(game: AnyGame, language: str) -> None:
    words = words_in(language)
    for seats, options in setups(game):
        for number, state in enumerate(positions(game, seats, options, seed=seats)):
            if number % 9 and game.owed(state):
                continue
            found = game.standings(game.view(state, None))
            told = "\n".join(score_text.score_lines(words, game.name, NAMES[:seats], found))
            assert len(told) < 1500
            ties = [row.label for row in score_text.score_rows(words, game.name, found) if row.tie]
            heads = list(re.finditer(r"^(\S+) (\w+) · \*\*(−?\d+)\*\*(?:\n-# (.*))?$", told, re.MULTILINE))
            assert len(heads) == seats
            for sign, name, total, made in (head.groups("") for head in heads):
                seat = NAMES.index(name)
                assert sign == seat_sign(seat)
                parts = [part for part in made.split(" · ") if part and not part.startswith(tuple(ties))]
                amounts = [int(re.sub("−", "-", part.rsplit(" ", 1)[1])) for part in parts]
                assert sum(amounts) == int(total.replace("−", "-")) == found[seat].total


def test_every_part_and_tie_break_of_every_game_has_a_name_in_every_language() -> None:
    for file in GOLDEN:
        record = read(file.read_text(encoding="utf-8"))
        game = GAMES[record.game]
        *_, (_, state, events) = played_again(record)
        for found in (game.standings(game.view(state, None)), game.final_standings(game.view(state, None), events)):
            for key, _ in (*found[0].parts, *found[0].ties):
                assert key in GAME_WORDS[game.name].score_parts
                assert score_text.part_label(EN, game.name, key) != score_text.part_label(
                    words_in("de"), game.name, key
                )


def test_the_best_stands_first_and_ties_are_broken() -> None:
    found = [
        Standing((("seals", 5), ("rest", 1)), (("wares", 0), ("cards", 3))),
        Standing((("seals", 9), ("rest", 0)), (("wares", 2), ("cards", 3))),
        Standing((("seals", 6), ("rest", 0)), (("wares", 1), ("cards", 3))),
    ]
    assert score_text.scores_line(EN, "visby", NAMES, found) == (
        "-# 🏁 If the game ended now (seals, plus 1 for every 3 wares left): Bert 9 · Clara 6 · Anna 6"
    )
    assert score_text.score_lines(EN, "visby", NAMES, found) == [
        "🔴 Bert · **9**",
        "-# seals 9 · wares left 2 · cards in hand 3",
        "🟢 Clara · **6**",
        "-# seals 6 · wares left 1 · cards in hand 3",
        "🔵 Anna · **6**",
        "-# seals 5 · for wares left 1 · wares left 0 · cards in hand 3",
    ]
    assert score_text.score_notes(EN, "visby", found) == ["Ties are broken by: wares left, cards in hand."]
    assert score_text.score_notes(EN, "visby", found[:2]) == []
    assert [row.key for row in score_text.score_rows(EN, "visby", found)] == ["seals", "rest", "wares", "cards"]
    assert [row.key for row in score_text.score_rows(EN, "visby", found[:2])] == ["seals", "rest"]


def test_money_in_hidden_hands_is_neither_shown_nor_used_to_order_equal_scores() -> None:
    """R27: one reads one's own money, and of others only that hidden cards decide."""
    known = Standing((("buildings", 4),), (("money", 7),))
    hidden = Standing((("buildings", 4),), (("money", 9),), ("money",))
    assert score_text.score_lines(EN, "riga", NAMES, [known, hidden]) == [
        "🔵 Anna · **4**",
        "-# buildings 4 · money 7",
        "🔴 Bert · **4**",
        "-# buildings 4 · money ?",
    ]
    assert score_text.score_notes(EN, "riga", [known, hidden]) == [
        "Ties are broken by: money (depends on hidden cards)."
    ]
    assert score_text.scores_line(EN, "riga", NAMES, [known, hidden]).endswith("Anna 4 · Bert 4"), (
        "money does not count"
    )
    assert score_text.scores_line(EN, "riga", NAMES, [hidden, known]).endswith("Anna 4 · Bert 4"), (
        "money does not count"
    )
    assert [row.key for row in score_text.score_rows(EN, "riga", [hidden, hidden])] == ["buildings"]


def test_hidden_money_changes_nothing_where_it_decides_nothing() -> None:
    ahead = Standing((("buildings", 5),), (("money", 0),), ("money",))
    poor, rich = (Standing((("buildings", 4),), (("money", money),)) for money in (3, 7))
    assert score_text.scores_line(EN, "riga", NAMES, [poor, rich, ahead]).endswith("Clara 5 · Bert 4 · Anna 4")
    assert score_text.score_notes(EN, "riga", [poor, rich, ahead])[0].startswith("Ties are broken by")


def test_a_number_that_something_hidden_would_add_to_says_so_wherever_it_stands() -> None:
    found = [Standing((("buildings", 4),), (), ("buildings",)), Standing((("buildings", 9),))]
    assert score_text.scores_line(EN, "riga", NAMES, found) == (
        "-# 🏁 If the game ended now (buildings, minus 2 for each one in hand): Bert 9 · Anna 4+"
    )
    assert score_text.score_lines(EN, "riga", NAMES, found)[2] == "🔵 Anna · **4+**"
    assert score_text.score_notes(EN, "riga", found) == ["+ not counting hidden cards: buildings."]


def test_riga_buildings_are_named_only_if_somebody_has_one_to_build() -> None:
    found = [Standing((("buildings", 4), ("riga", -8))), Standing((("buildings", 9), ("riga", 0)))]
    assert "in hand or unbuilt in Riga)" in score_text.scores_line(EN, "riga", NAMES, found)
    assert "in hand)" in score_text.scores_line(EN, "riga", NAMES, found[1:])


def test_ones_own_number_comes_with_its_parts_unless_the_first_is_all_of_it() -> None:
    found = [Standing((("points", 7), ("loans", -10), ("silver", 0))), Standing((("points", 3), ("loans", 0)))]
    assert score_text.own_score(EN, "visby", [Standing((("seals", 0), ("rest", 1)))], 0) == (
        "🏁 If the game ended now, you would have **1 seal**.\n-# for wares left 1"
    )
    assert score_text.own_score(EN, "haithabu", found, 0) == (
        "🏁 If the game ended now, you would have **−3 points**.\n-# points collected 7 · loans −10"
    )
    assert score_text.own_score(EN, "haithabu", found, 1) == "🏁 If the game ended now, you would have **3 points**."
    assert score_text.own_score(EN, "visby", found, 1) == "🏁 If the game ended now, you would have **3 seals**."
    assert score_text.own_score(EN, "haithabu", (), 0) == score_text.scores_line(EN, "haithabu", NAMES, ()) == ""


@pytest.mark.parametrize(("language", "said"), [("en", "1st 2nd 3rd 4th 5th 6th"), ("de", "1. 2. 3. 4. 5. 6.")])
def test_a_place_is_numbered_as_each_language_does(language: str, said: str) -> None:
    assert [format_place(words_in(language), place) for place in range(1, 7)] == said.split()
