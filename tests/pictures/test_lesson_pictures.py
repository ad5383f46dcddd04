"""Pictures of lessons show what their texts talk about: each thing in bold is named in the picture's description."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from pictures.painters import PAINTERS
from rules import GAMES, declarations_by_game
from rules.chance import Chance
from rules.contract import Move
from rules.lessons import Lesson
from rules.riga.data import BASE
from rules.riga.moves import Build, Keep, Take
from tests.pictures.reading import read
from words import lesson_text, words_in
from words.catalogue import LANGUAGES
from words.haithabu import terms as haithabu_terms
from words.riga import terms

LESSONS: dict[str, Lesson] = declarations_by_game("rules", "LESSON")
NAMES = ("Anna", "Hinrich", "Gesche", "Jasper")
_BOLD = re.compile(r"\*\*(.+?)\*\*")
_GAMES = {"visby": 6, "riga": 6, "haithabu": 14}
"""How many random games are enough that every idea comes up."""
_LOOKS = 4
"""How often each idea is looked at."""


def decisions(game: str) -> Iterator[tuple[Any, Move]]:
    """Yield the learner's view and a legal move: those of the recorded game, then all those of random games."""
    rules, lesson = GAMES[game], LESSONS[game]
    record = lesson.record
    state = rules.new(record.seats, record.seed, record.options)
    for entry in record.log:
        if entry.seat == lesson.seat:
            yield rules.view(state, lesson.seat), rules.parse(entry.text)
        rules.play(state, entry.seat, rules.parse(entry.text))
    for seed in range(_GAMES[game]):
        chance, state = Chance(seed), rules.new(record.seats, seed, record.options)
        while owed := rules.owed(state):
            seat = min(owed)
            if seat == lesson.seat:
                view = rules.view(state, seat)
                yield from ((view, move) for move in rules.menu(state, seat))
            rules.play(state, seat, rules.sample(state, seat, chance))


@pytest.mark.parametrize("game", LESSONS)
def test_what_a_tip_talks_about_is_in_the_picture(game: str) -> None:
    lesson, painter = LESSONS[game], PAINTERS[game]
    assert painter.lesson is not None
    looked: Counter[str] = Counter()
    for view, move in decisions(game):
        for idea in lesson.ideas(view, move):
            if looked[idea] >= _LOOKS:
                continue
            looked[idea] += 1
            for language in LANGUAGES:
                words = words_in(language)
                alt = painter.lesson(view, NAMES[: lesson.record.seats], words, {}, idea).alt.casefold()
                things = _BOLD.findall(lesson_text.explanation(game, language, idea).text)
                assert things, f"{idea} names nothing that its picture shows"
                assert [thing for thing in things if thing.casefold() not in alt] == [], (idea, language, alt)
    assert looked.keys() == {*lesson.every_idea}


def test_wherever_a_worker_is_placed_in_haithabu_the_fields_in_daylight_and_the_workers_are_shown() -> None:
    draw, shown = PAINTERS["haithabu"].lesson, Counter[str]()
    assert draw is not None
    for view, move in decisions("haithabu"):
        if view.owed.get(view.seat) != "turn" or shown[move.verb] > _LOOKS:
            continue
        for idea in ("", "order", "fetch", "recruit", "market", "rondel"):
            shown[move.verb] += 1
            root = read(draw(view, NAMES[:2], words_in("en"), {}, idea))
            fields = {shape.data["field"]: shape.data for shape in root.marked("field")}
            assert {field.key: (str(int(field.day)), " ".join(map(str, field.workers))) for field in view.rondel} == {
                key: (data["day"], data["workers"]) for key, data in fields.items()
            }


def test_whoever_can_change_a_price_sees_all_prices() -> None:
    draw, words = PAINTERS["haithabu"].lesson, words_in("en")
    assert draw is not None
    views = [view for view, _ in decisions("haithabu") if "seer" in view.functions]
    for view in views[:_LOOKS]:
        alt = draw(view, NAMES[:2], words, {}, "functions").alt
        assert all(f"{words.say(haithabu_terms.WARE[ware.key])} {ware.price} (" in alt for ware in view.wares)
    assert views


@pytest.mark.parametrize("language", LANGUAGES)
def test_riga_shows_cost_points_and_effect_of_each_building_one_chooses_from_and_what_goods_are_worth(
    language: str,
) -> None:
    lesson, words = LESSONS["riga"], words_in(language)
    draw, seen = PAINTERS["riga"].lesson, Counter[str]()
    assert draw is not None
    for view, move in decisions("riga"):
        if seen[move.verb] >= _LOOKS or not isinstance(move, Keep | Take | Build):
            continue
        seen[move.verb] += 1
        alt = draw(view, NAMES[:2], words, {}, "").alt
        named = [card for card in view.drawn if card in terms.CITIES or ":" in card]
        named += [move.what] if isinstance(move, Take) and isinstance(move.what, str) else []
        named += move.buildings if isinstance(move, Build) else ()
        for building in named:
            assert terms.building_name(words, building) in alt
            assert f"{terms.building_name(words, building)}: {terms.building_cost(words, building)}" in alt
            assert terms.building_points(words, building) in alt
            assert (
                words.say("Goods in {city}: {worth}.", city=terms.CITIES[building.split(":")[0]], worth="")[:-1] in alt
            )
    assert {*seen} == {"keep", "take", "build"}
    assert lesson.seat == 1


def test_riga_draws_the_cards_of_which_one_is_kept_in_full_at_any_time_of_a_turn() -> None:
    draw, words, looked = PAINTERS["riga"].lesson, words_in("en"), Counter[bool]()
    assert draw is not None
    for view, move in decisions("riga"):
        drawn = sorted(card for card in view.drawn if card not in BASE)
        before_taking = bool(view.turn and not view.turn.taken)
        if not isinstance(move, Keep) or not drawn or looked[before_taking] >= _LOOKS:
            continue
        looked[before_taking] += 1
        root = read(draw(view, NAMES[:2], words, {}, "drawn"))
        shown = root.find(where="drawn")
        assert sorted(shape.data["card"] for shape in shown) == drawn
        assert all(shape.marked("good") for shape in shown), "what its city pays for goods"
    assert looked.keys() == {True, False}
