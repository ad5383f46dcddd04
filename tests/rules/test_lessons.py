"""The recorded games of lessons: they follow the rules, explain every idea, and use it where it is explained.

A change of a rule or number that a lesson relies on breaks one of these tests.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import pytest

from rules import GAMES, declarations_by_game, records
from rules.contract import Move
from rules.haithabu.data import DATA as HAITHABU
from rules.lessons import END, FORCED, MAX_SUGGESTIONS_IN_A_ROW, Lesson
from rules.riga.data import BUILDINGS, KIND

LESSONS: dict[str, Lesson] = declarations_by_game("rules", "LESSON")
SCORES = {"visby": (35, 22, 19, 21), "riga": (46, 53), "haithabu": (48, 37)}
"""How the games end that are written down."""


class Page(NamedTuple):
    """A decision of the learner: what they see, how many moves they have, the recorded one, and its idea."""

    view: Any
    options: int
    move: Move
    idea: str
    alone: bool


@pytest.fixture(params=LESSONS)
def game(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def pages(game: str) -> list[Page]:
    """Return the decisions of a learner who makes every recorded move, without those that the lesson makes."""
    rules, lesson = GAMES[game], LESSONS[game]
    record = lesson.record
    state, noted, found = rules.new(record.seats, record.seed, record.options), list[str](), list[Page]()
    for entry in record.log:
        move = rules.parse(entry.text)
        if entry.seat == lesson.seat and len(noted) < lesson.prepared:
            noted.append(FORCED)
        elif entry.seat == lesson.seat:
            view, options = rules.view(state, entry.seat), len(rules.menu(state, entry.seat))
            idea = next((idea for idea in lesson.ideas(view, move) if idea not in noted), "")
            found.append(Page(view, options, move, idea, options > 1 and lesson.is_own_decision(noted, idea)))
            noted.append(idea or ("" if options > 1 else FORCED))
        rules.play(state, entry.seat, move)
    return found


def test_the_game_is_of_the_newest_rules_and_ends_as_it_did_when_it_was_written(game: str) -> None:
    record = LESSONS[game].record
    assert (record.game, record.version) == (game, GAMES[game].version), "write the lesson anew: the rules have changed"
    assert record.options == GAMES[game].complete_options(record.seats, record.options)
    assert all(str(GAMES[game].parse(entry.text)) == entry.text for entry in record.log)
    result = GAMES[game].result(records.replay(record))
    assert result is not None, "the game is not over"
    assert result.scores == SCORES[game]
    assert result.places[LESSONS[game].seat] == 1, "who makes every recorded move wins"


def test_computers_decide_first_so_that_the_learner_never_waits(game: str) -> None:
    rules, lesson = GAMES[game], LESSONS[game]
    record = lesson.record
    state = rules.new(record.seats, record.seed, record.options)
    for entry in record.log:
        owed = rules.owed(state)
        assert entry.seat != lesson.seat or [*owed] == [lesson.seat], entry
        rules.play(state, entry.seat, rules.parse(entry.text))


def test_every_idea_comes_up_once_but_those_left_out_for_a_reason(game: str) -> None:
    lesson = LESSONS[game]
    explained = [page.idea for page in pages(game) if page.idea]
    assert sorted(explained) == sorted({*lesson.every_idea} - lesson.untaught.keys())
    assert END not in lesson.every_idea
    assert lesson.choices <= {*lesson.every_idea}
    assert all(lesson.untaught.values())


@pytest.mark.parametrize(
    ("of", "idea", "uses"),
    [
        ("haithabu", "night", lambda move: getattr(move, "dice", 0) > 0),
        ("haithabu", "event", lambda move: move.verb == "event"),
        ("riga", "row", lambda move: move.verb == "take"),
    ],
)
def test_a_tip_comes_with_the_first_decision_that_it_is_about(of: str, idea: str, uses: Callable[[Move], bool]) -> None:
    assert next(page.idea for page in pages(of) if uses(page.move)) == idea


def test_the_first_two_rounds_of_haithabu_lead_from_an_order_to_its_delivery() -> None:
    steps = ["order", "fetch", "market", "load", "deliver"]
    made = [(page, {action(page.move), getattr(page.move, "place", "")}) for page in pages("haithabu")]
    first = [next(page for page, uses in made if step in uses) for step in steps]
    assert [page.idea for page in first] == steps, "each step is explained where it is first done"
    assert first[0] == pages("haithabu")[0], "an order, whose wares give the other steps a purpose, is taken at once"
    assert [page.view.round for page in first] == [1, 1, 2, 2, 2]


def test_in_the_first_rounds_of_visby_the_learner_plays_what_nobody_else_plays() -> None:
    lesson = LESSONS["visby"]
    picks = [entry for entry in lesson.record.log if entry.text.startswith("pick ")]
    for first in range(0, 12, 4):
        played = {entry.seat: entry.text for entry in picks[first : first + 4]}
        assert [*played.values()].count(played[lesson.seat]) == 1
    assert [page.idea for page in pages("visby")[:4]] == ["ship", "merchant", "trade", "knight"]


def test_the_last_chance_to_take_a_building_is_explained_where_one_can_be_taken() -> None:
    (last_chance,) = [page.view for page in pages("riga") if page.idea == "year"]
    assert last_chance.old
    assert not last_chance.turn.swapped


def test_that_one_need_not_build_everything_is_explained_where_more_could_be_built() -> None:
    (fresh,) = [page for page in pages("riga") if page.idea == "fresh"]
    assert fresh.options > 1


def test_a_full_store_is_explained_beside_a_card_that_brings_seals() -> None:
    (full,) = [page for page in pages("visby") if page.idea == "store"]
    assert str(full.move) == "pick troops"
    ideas = LESSONS["visby"].ideas
    assert "store" in ideas(full.view, GAMES["visby"].parse("pick merchant"))
    assert "store" not in ideas(full.view, GAMES["visby"].parse("pick blacksmith"))


def test_one_decision_in_three_is_the_learners_own_all_along(game: str) -> None:
    with_a_choice = [page.alone for page in pages(game) if page.options > 1]
    assert sum(with_a_choice) * 3 >= len(with_a_choice)
    third = MAX_SUGGESTIONS_IN_A_ROW + 1
    assert all(any(with_a_choice[n : n + third]) for n in range(len(with_a_choice) - third + 1))
    assert not all(with_a_choice), "something is suggested too"


def test_who_learned_something_is_shown_suggestions_again_and_never_more_than_two_in_a_row() -> None:
    lesson = LESSONS["visby"]
    assert not lesson.is_own_decision([], "ship")
    assert not lesson.is_own_decision(["ship"], "knight")
    assert lesson.is_own_decision(["ship", "knight"], "troops")
    assert lesson.is_own_decision(["ship", FORCED, "knight"], "troops"), "no decision lies between them"
    assert not lesson.is_own_decision(["ship", "knight", "troops"], "fleet"), "the third was their own"
    assert not lesson.is_own_decision(["ship", "", "knight"], "troops")
    assert lesson.is_own_decision([], "store"), "this one only helps to choose"
    assert lesson.is_own_decision(["ship"], "")


def test_which_person_the_school_trains_is_the_learners_own_decision() -> None:
    assert LESSONS["riga"].is_own_decision([], "choose")


def others(view: Any) -> list[Any]:
    return [player for seat, player in enumerate(view.players) if seat != view.seat]


def held(view: Any) -> set[str]:
    """The cards that others can play in Visby."""
    return {card for player in others(view) for card in player.hand}


def me(view: Any) -> Any:
    return view.players[view.seat]


def action(move: Any) -> str:
    """The verb of what a worker does in Haithabu."""
    return move.action.verb if getattr(move, "action", None) else ""


def built(move: Any) -> list[str]:
    """The kinds of the buildings that a move in Riga builds."""
    return [KIND[name] for name in getattr(move, "buildings", ())]


def has_warehouse(view: Any) -> bool:
    return any(each.building == "riga:warehouse" for each in me(view).built)


Uses = Callable[[Any, Any], bool]
"""Whether what a tip says is true of a view, and a move makes use of it."""
USES: dict[str, dict[str, Uses]] = {
    "visby": {
        "ship": lambda v, m: v.journey > 0 and m.cards == ("ship",),
        "knight": lambda v, m: v.battle > 0 and m.cards == ("knight",),
        "fleet": lambda v, m: v.journey > 0 and m.cards == ("fleet",),
        "troops": lambda v, m: v.battle > 0 and "knight" in held(v) and m.cards == ("troops",),
        "blacksmith": lambda v, m: v.battle > 0 and bool(held(v) & {"knight", "troops"}) and m.cards == ("blacksmith",),
        "tollkeeper": lambda v, m: v.journey > 0 and bool(held(v) & {"ship", "fleet"}) and m.cards == ("tollkeeper",),
        "merchant": lambda v, m: me(v).wares >= 3 and m.cards == ("merchant",),
        "mendicant": lambda v, m: len(me(v).discard) >= 3 and m.cards == ("mendicant",),
        "trade": lambda v, m: m.wares > 0,
        "hands": lambda v, m: min(len(player.hand) for player in others(v)) <= 4,
        "store": lambda v, m: me(v).wares >= 10,
        "finish": lambda v, m: max(player.seals for player in v.players) >= 22,
    },
    "riga": {
        "name": lambda v, m: m.verb == "name",
        "start": lambda v, m: len(v.drawn) == 2 and m.card in v.drawn,
        "row": lambda v, m: m.verb == "take" and bool(v.rows),
        "building": lambda v, m: m.what in (*v.new, *v.old),
        "values": lambda v, m: me(v).buildings + len(me(v).riga) > 0 and bool(v.rows),
        "lodge": lambda v, m: "lodge" in {KIND[name] for name in (*v.new, *v.old)},
        "year": lambda v, m: bool(v.old),
        "hand": lambda v, m: me(v).buildings > 0 and me(v).goods + me(v).buildings >= (6 if has_warehouse(v) else 4),
        "build": lambda v, m: m.verb == "build" and bool(m.goods),
        "group": lambda v, m: len(m.buildings) > 1,
        "crane": lambda v, m: "crane" in {KIND[name] for name in (*v.new, *v.old)},
        "money": lambda v, m: bool(m.money),
        "own": lambda v, m: any(name.startswith("riga:") for name in m.buildings),
        "persons": lambda v, m: any(BUILDINGS[name].merchants + BUILDINGS[name].knights for name in m.buildings),
        "goods": lambda v, m: bool({"manufactory", "market_hall"} & {*built(m)}),
        "points": lambda v, m: any(BUILDINGS[name].points for name in m.buildings),
        "fresh": lambda v, m: m.verb == "done" and any(each.fresh for each in me(v).built),
        "choose": lambda v, m: m.verb == "choose",
        "fill": lambda v, m: m.verb == "fill" and not me(v).exchange,
        "swap": lambda v, m: m.verb == "swap" and any(each.building == "riga:monastery" for each in me(v).built),
        "use": lambda v, m: m.verb == "use" and any(each.building == m.building for each in me(v).built),
        "drawn": lambda v, m: m.card is None or m.card in v.drawn,
        "discard": lambda v, m: me(v).goods + me(v).buildings > 6,
    },
    "haithabu": {
        "recruit": lambda v, m: action(m) == "recruit",
        "order": lambda v, m: action(m) == "order",
        "point": lambda v, m: action(m) in ("order", "point"),
        "fetch": lambda v, m: action(m) == "fetch" and sum(me(v).warehouse) > 0,
        "load": lambda v, m: action(m) == "load",
        "deliver": lambda v, m: action(m) == "deliver",
        "market": lambda v, m: m.place == "market",
        "bargain": lambda v, m: (v.acting or m.place) in ("C", "G"),
        "night": lambda v, m: m.dice > 0 and not {field.key: field.day for field in v.rondel}[m.place],
        "event": lambda v, m: len(v.rolled) == 2 or m.dice > 0,
        "hire": lambda v, m: v.inn > 0 and not v.turn.hired and me(v).silver >= HAITHABU.inn.prices[0],
        "rondel": lambda v, m: m.verb == "work",
        "storage": lambda v, m: v.phase >= 2 and sum(me(v).warehouse) > 0 and "steward" not in me(v).characters,
        "loans": lambda v, m: me(v).silver < HAITHABU.loan.silver or me(v).loans > 0,
        "points": lambda v, m: v.round >= 6,
        "functions": lambda v, m: bool(v.functions),
        "give": lambda v, m: m.verb == "give",
        "discard": lambda v, m: m.verb == "discard",
        "return": lambda v, m: v.round == 4,
        "lose": lambda v, m: m.verb == "lose",
    },
}


def test_what_a_tip_says_is_true_where_it_is_said_and_the_move_beside_it_uses_it(game: str) -> None:
    assert USES[game].keys() == {*LESSONS[game].every_idea}
    unused = [
        (page.idea, str(page.move))
        for page in pages(game)
        if page.idea and not USES[game][page.idea](page.view, page.move)
    ]
    assert unused == []


def test_storage_is_explained_before_it_costs_anything() -> None:
    """The tip about functions at the end of a round names the fee too."""
    first = next(page for page in pages("haithabu") if page.idea in ("functions", "storage"))
    assert first.view.round == 1


def test_who_has_done_otherwise_finds_nothing_written(game: str) -> None:
    lesson = LESSONS[game]
    for seat in range(lesson.record.seats):
        written = [entry.text for entry in lesson.record.log if entry.seat == seat]
        assert [lesson.next_move(seat, written[:n]) for n in range(len(written))] == written
        assert lesson.next_move(seat, written) is None
        assert lesson.next_move(seat, ["otherwise"]) is None
        assert lesson.next_move(seat, [*written[:2], "otherwise"]) is None
