"""Riga's `LESSON` for new players: a recorded game, and the function `ideas`.

An idea is the key of an explanation, such as `row` or `crane`; `ideas` returns those that fit the learner's move.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from rules.contract import Move
from rules.lessons import Lesson
from rules.riga.data import BUILDINGS, DATA, KIND, RIGA
from rules.riga.moves import Build, Choose, Discard, Done, Fill, Keep, Name, Swap, Take, Use
from rules.riga.payment_search import missing_ducats
from rules.riga.view import PlayerView, View, view_purse

_VERBS = (Name.verb, Swap.verb, Use.verb, Choose.verb, Fill.verb, Discard.verb)
"""The moves whose verb is an idea of its own."""
_SMALL_ROW = 2
"""The fewest cards that a full row of goods has."""
_CHOICES = ("lodge", "values", "year", "hand", "crane")
"""The ideas that help to choose what to take."""


def ideas(view: View, move: Move) -> Iterator[str]:
    """Yield the keys of the ideas that the learner's move uses: its main idea first, then others that fit it.

    - Keeping a card: `start` for a start building, otherwise `drawn`.
    - Taking: `row`, which explains both ways to begin a turn; `lodge` if a Lodge is taken; `building` if a building is
      taken; then the ideas of `_taking_ideas`.
    - Building: the ideas of `_build_ideas`.
    - Ending the turn: `fresh` if something was built in it and more could be paid for, otherwise nothing.
    - All other moves: their verb.
    """
    assert view.seat is not None
    me = view.players[view.seat]
    match move:
        case Keep():
            yield "start" if view.function is None else "drawn"
        case Take():
            yield "row"
            if isinstance(move.what, str) and KIND[move.what] == "lodge":
                yield "lodge"
            if isinstance(move.what, str):
                yield "building"
            yield from _taking_ideas(view, me)
        case Build():
            yield from _build_ideas(move)
        case Done():
            if any(each.fresh for each in me.built) and _can_pay_for_something(me):
                yield "fresh"
        case _:
            yield move.verb


def _can_pay_for_something(me: PlayerView) -> bool:
    """Return True if the learner can pay for a building in hand or for one of the Riga buildings."""
    hand = me.hand.buildings if me.hand else ()
    return any(missing_ducats(view_purse(me), name) <= 0 for name in (*hand, *me.riga))


def _taking_ideas(view: View, me: PlayerView) -> Iterator[str]:
    """Yield the keys of the ideas that help to choose what to take; `me` is the learner's part of the view.

    They come in this order, as far as they apply:

    - `values`: the learner has buildings to pay for, in hand or Riga buildings.
    - `lodge`: a Lodge is on display and can be taken.
    - `year`: there are buildings on display for the last time, and they can be taken.
    - `hand`: with a small row the hand reaches what may be kept in winter, and one of the cards is a building.
    - `crane`: a Crane is on display and can be taken.
    """
    can_take_building = not (view.turn and view.turn.swapped)
    kinds = {KIND[name] for name in (*view.new, *view.old)} if can_take_building else set()
    if me.buildings or me.riga:
        yield "values"
    if "lodge" in kinds:
        yield "lodge"
    if view.old and can_take_building:
        yield "year"
    if me.buildings and me.goods + me.buildings + _SMALL_ROW >= _winter_limit(me):
        yield "hand"
    if "crane" in kinds:
        yield "crane"


def _winter_limit(me: PlayerView) -> int:
    """R11: return how many cards a player may keep in winter."""
    has_warehouse = any(each.building == "riga:warehouse" for each in me.built)
    return DATA.function.warehouse.keeps if has_warehouse else DATA.setup.winter_limit


def _build_ideas(build: Build) -> Iterator[str]:
    """Yield the keys of the ideas about a build, in this order.

    - `group` for several buildings, `crane` if Cranes are used, `money` if money functions pay.
    - `build`, always.
    - `own` for a Riga building, `persons` for a building with merchants or knights, `goods` for a Manufactory or Market
      Hall, and `points` for a building with points.
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
    if any(BUILDINGS[name].points for name in build.buildings):
        yield "points"


LESSON = Lesson(
    file=Path(__file__).with_name("lesson.txt"),
    seat=1,
    ideas=ideas,
    every_idea=(
        *(*_VERBS, "start", "drawn", "row", "building", *_CHOICES),
        *("group", "money", "build", "own", "persons", "goods", "fresh", "points"),
    ),
    choices=frozenset((*_CHOICES, Choose.verb, "points")),  # Which person is better depends on later buildings.
    core=frozenset(("row", "values", "build")),
)
