"""What a player reads at the end about themselves: from which sources they have more or fewer points than others."""

from __future__ import annotations

import re

import pytest

from rules import AnyGame, Event
from rules.records import Record
from tests.opponents.test_players import EVERY_GAME
from tests.pictures.games import played
from words import ending_text, words_in
from words.games import GAME_WORDS

NAMES = ("Anna", "Bert", "Clara", "David")


def all_events(game: AnyGame, record: Record) -> list[Event]:
    state, events = game.opening(record.seats, record.seed, record.options, record.version)
    for entry in record.log:
        events += game.play(state, entry.seat, game.parse(entry.text))
    return events


@EVERY_GAME
@pytest.mark.parametrize("seats", [2, 4])
def test_the_differences_that_are_named_add_up_to_the_margin(game: AnyGame, seats: int) -> None:
    for seed in range(3):
        record = played(game, seats, {}, seed)
        events = all_events(game, record)
        for seat in range(seats):
            said = GAME_WORDS[game.name].deciding_sentence(words_in("en"), NAMES, events, seat)
            if said.startswith("Tied on"):
                continue
            margin = re.match(r"You finished (\d+) \w+ (ahead of|behind) (\w+): (.+)\.$", said)
            assert margin, said
            number, way, rival, why = margin.groups()
            assert rival != NAMES[seat]
            lead = int(number) * (1 if way == "ahead of" else -1)
            told = re.findall(r"(\d+) (more|fewer)", why)
            assert sum(int(n) * (1 if sign == "more" else -1) for n, sign in told) == lead, said
            assert told[0][1] == ("more" if lead > 0 else "fewer"), "what explains the result comes first"


@pytest.mark.parametrize(
    ("language", "lead", "line"),
    [
        ("en", -8, "8 behind B: 12 fewer from X and 2 fewer from other sources, but 4 more from Z and 2 more from Y."),
        (
            "de",
            -8,
            "8 hinter B: 12 weniger from X und 2 weniger aus allem Übrigen, aber 4 mehr from Z und 2 mehr from Y.",
        ),
        ("en", 3, "3 ahead of B: 4 more from Z, 2 more from Y and 9 more from other sources, but 12 fewer from X."),
    ],
)
def test_a_few_sources_are_named_and_the_others_added_up(language: str, lead: int, line: str) -> None:
    parts = [
        ("from V", 1, 0),
        ("from W", 0, 1),
        ("from T", 2, 2),
        ("from X", 3, 15),
        ("from Y", 5, 3),
        ("from Z", 9, 5),
    ]
    said = ending_text.own_deciding_sentence(words_in(language), "B", lead, str(abs(lead)), parts)
    assert said.endswith(line)
