"""Riga's `LESSON`: a recorded game, and the functions `ideas` and `kinds` that classify its decisions."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from rules.contract import Move
from rules.lessons import Lesson
from rules.riga.data import BUILDINGS, KIND, RIGA
from rules.riga.moves import Build, Choose, Discard, Done, Fill, Keep, Name, Swap, Take, Use
from rules.riga.view import View

ROW, BUILDING = "row", "building"
"""R12: the ideas, and kinds of action, of taking a row and taking a building."""
_ALWAYS = (Name.verb, Swap.verb, Use.verb, Choose.verb, Fill.verb, Discard.verb)
"""The moves whose verb is an idea of its own."""
_BUILDING = ("group", "crane", "money", "build", "own", "persons", "goods", "fresh", "points")
"""The ideas about building and about what was built."""


def ideas(view: View, proposed: Move) -> Iterator[str]:
    """Yield the keys of the ideas to explain to the learner before they decide on the proposed move.

    The main idea of the move comes first, then others that fit it. For taking: `row` or `building`, then `year` after
    the first year and `hand` if the learner has buildings in hand. For keeping: `start` (a start building) or `drawn`.
    For a build see `_build_ideas`; for `done`: `fresh` and `points`. For all other moves it is their verb.
    """
    assert view.seat is not None
    me = view.players[view.seat]
    match proposed:
        case Keep():
            yield "start" if view.function is None else "drawn"
        case Take():
            yield ROW if isinstance(proposed.what, int) else BUILDING
            if view.year > 1:
                yield "year"
            if me.buildings:
                yield "hand"
        case Build():
            yield from _build_ideas(proposed)
        case Done():
            yield "fresh"
            yield "points"
        case _:
            yield proposed.verb


def _build_ideas(build: Build) -> Iterator[str]:
    """Yield the keys of the ideas about a build.

    First those that apply of `group` (several buildings), `crane` and `money` (paid with Cranes, money functions), then
    always `build`, then those that apply of `own` (a Riga building), `persons` (a building with persons) and `goods` (a
    Manufactory or Market Hall).
    """
    if len(build.buildings) > 1:
        yield "group"
    if build.cranes:
        yield "crane"
    if build.money:
        yield "money"
    yield "build"
    if any(name in RIGA for name in build.buildings):
        yield "own"
    if any(BUILDINGS[name].merchants or BUILDINGS[name].knights for name in build.buildings):
        yield "persons"
    if any(KIND[name] in ("manufactory", "market_hall") for name in build.buildings):
        yield "goods"


def kinds(move: Move) -> tuple[str, ...]:
    """Return a tuple of the one kind of action that a move is: its verb, or `take row` or `take building`."""
    if isinstance(move, Take):
        return (f"{move.verb} {ROW if isinstance(move.what, int) else BUILDING}",)
    return (move.verb,)


_VERBS = (Name, Keep, Swap, Use, Build, Choose, Fill, Done, Discard)

LESSON = Lesson(
    file=Path(__file__).with_name("lesson.txt"),
    seat=1,
    ideas=ideas,
    every_idea=(*_ALWAYS, "start", "drawn", ROW, BUILDING, "year", "hand", *_BUILDING),
    kinds=kinds,
    every_kind=frozenset({f"{Take.verb} {ROW}", f"{Take.verb} {BUILDING}", *(kind.verb for kind in _VERBS)}),
    untaught={},
)
