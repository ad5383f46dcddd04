"""Haithabu's lesson: no order is lost or left, and what is explained is about what is proposed."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from rules import GAMES
from rules.contract import Event, Move
from rules.haithabu import events, moves
from rules.haithabu.actions import Buy, Deliver, Fetch, Point
from rules.haithabu.lesson import LESSON
from rules.haithabu.view import View

pytestmark = pytest.mark.quick

RULES, RECORD = GAMES["haithabu"], LESSON.record


def played() -> Iterator[tuple[View, Move, list[Event]]]:
    """Yield what the learner sees before each move of anybody, the move, and what happens by it."""
    state = RULES.new(RECORD.seats, RECORD.seed, RECORD.options)
    for entry in RECORD.log:
        view, move = RULES.view(state, LESSON.seat), RULES.parse(entry.text)
        yield view, move, RULES.play(state, entry.seat, move)


def test_every_order_that_the_learner_has_or_takes_is_completed_the_start_order_first() -> None:
    happened = [event for _, _, told in played() for event in told]
    begun = RULES.view(RULES.new(RECORD.seats, RECORD.seed, RECORD.options), LESSON.seat).players[LESSON.seat].orders
    had = [order.order for order in begun]
    had += [each.order for each in happened if isinstance(each, events.OrderTaken) and each.seat == LESSON.seat]
    done = [each.order for each in happened if isinstance(each, events.Completed) and each.seat == LESSON.seat]
    assert sorted(done) == sorted(had)
    assert done[0] == had[0]


def test_what_is_explained_is_about_what_is_proposed() -> None:
    explained: list[str] = []
    for view, move, _ in played():
        if view.owed.keys() != {LESSON.seat}:
            continue
        idea = next((idea for idea in LESSON.ideas(view, move) if idea not in explained), "")
        explained.append(idea)
        action = move.action if isinstance(move, moves.Work | moves.Act) else None
        match idea:
            case "points":
                assert isinstance(action, Deliver | Point), "it is about how points come in"
            case "loans":
                assert isinstance(action, Buy | Fetch), "silver is spent"
            case "rondel":
                assert isinstance(move, moves.Work), "a worker goes to a field"
                assert move.place != moves.MARKET
    assert {"points", "loans", "rondel"} <= {*explained}
