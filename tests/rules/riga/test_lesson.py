"""Riga's lesson: whoever follows it throws nothing away, and builds what can be built."""

from __future__ import annotations

import pytest

from rules import GAMES
from rules.riga.lesson import LESSON
from rules.riga.moves import Build, Discard, Done

pytestmark = pytest.mark.quick

RULES, RECORD = GAMES["riga"], LESSON.record


def test_the_learner_discards_nothing_and_leaves_only_once_what_could_be_built() -> None:
    state = RULES.new(RECORD.seats, RECORD.seed, RECORD.options)
    left = 0
    for entry in RECORD.log:
        move = RULES.parse(entry.text)
        if entry.seat == LESSON.seat:
            if isinstance(move, Discard):
                assert str(move) == "discard nothing", "it told them to save goods"
            if isinstance(move, Done):
                left += any(isinstance(option, Build) for option in RULES.options(state, entry.seat))
        RULES.play(state, entry.seat, move)
    assert left == 1, "that one may is shown once"
