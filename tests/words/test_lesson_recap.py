"""What a learner is told of the others' turns: their own lines and who played what are the last to be left out."""

from __future__ import annotations

import re

import pytest

from cogs.games import GAMES as ON_DISCORD
from cogs.messages.lesson_panels import cut_story
from cogs.messages.panel import Picture, Text
from cogs.messages.table_messages import menu_panel, names_at
from rules.haithabu.events import Completed
from tables.coaching import lesson_tables
from tables.play import moves
from tables.thinking.lesson_guide import LESSONS
from tests.tables.conftest import room
from tests.tables.room import ANNA, Room
from words import words_in
from words.catalogue import LANGUAGES

__all__ = ["room"]

STORY = """Anna plays Ship
Bert plays Knight
🐴 Bert takes 5 seals.
⛵ Anna takes 4 wares.
-# Seals: Bert 5 · Anna 0
The supply arrives."""


def cut_to(lines: int) -> list[str]:
    return cut_story(STORY, "Anna", "the rest", lambda story: len(story.splitlines()) <= lines).splitlines()


def test_what_others_got_goes_first_then_what_they_played_and_every_line_is_whole() -> None:
    assert cut_to(6) == [*STORY.splitlines()[:5], "the rest"]
    assert cut_to(5) == [
        "Anna plays Ship",
        "Bert plays Knight",
        "⛵ Anna takes 4 wares.",
        "-# Seals: Bert 5 · Anna 0",
        "the rest",
    ]


def test_the_learners_own_lines_stay_longest() -> None:
    assert cut_to(4) == ["Anna plays Ship", "⛵ Anna takes 4 wares.", "-# Seals: Bert 5 · Anna 0", "the rest"]
    assert cut_to(1) == []
    assert cut_to(0) == []


@pytest.mark.parametrize("game", LESSONS)
async def test_in_a_lesson_every_line_of_the_story_is_whole(game: str, room: Room) -> None:
    display = next(each.display() for each in ON_DISCORD if each.name == game)
    for language in LANGUAGES:
        look = await lesson_tables.continue_or_start(room.services, ANNA, "Anna", game, language, again=True)
        while look.guidance and look.guidance.proposal:
            panel = menu_panel(display, look, words_in(language))
            names = names_at(look.table)
            told = "\n".join(display.story(words_in(language), names, look.guidance.news)).splitlines()
            first = next(part.text for part in panel.parts if isinstance(part, Text))
            if look.guidance.made:
                rest = re.compile(f"-# `/{game} (log|verlauf)`")
                assert [line for line in first.splitlines() if line not in told and not rest.match(line)] == []
            look = await moves.play(room.services, look.table.id, ANNA, str(look.guidance.proposal), look.mark)


@pytest.mark.parametrize("game", LESSONS)
async def test_a_lesson_names_the_log_only_where_more_happened_than_it_tells(game: str, room: Room) -> None:
    display, words = next(each.display() for each in ON_DISCORD if each.name == game), words_in("en")
    look, named = await lesson_tables.continue_or_start(room.services, ANNA, "Anna", game, "en"), 0
    while look.guidance and look.guidance.proposal:
        panel = menu_panel(display, look, words, picture=Picture("menu.png", b"", ""))
        told = "\n".join(display.story(words, names_at(look.table), look.guidance.news)).splitlines()
        first = next(part.text for part in panel.parts if isinstance(part, Text)).splitlines()
        if first[-1] == f"-# `/{game} log` shows everything.":
            assert first[:-1], "of nothing there is no rest"
            assert first[:-1] != [line for line in told if not line.startswith("#")], "nothing is left out"
            named += 1
        look = await moves.play(room.services, look.table.id, ANNA, str(look.guidance.proposal), look.mark)
    assert named


@pytest.mark.parametrize("language", LANGUAGES)
async def test_beside_a_picture_every_order_that_the_learner_completed_is_told(language: str, room: Room) -> None:
    display = next(each.display() for each in ON_DISCORD if each.name == "haithabu")
    look = await lesson_tables.continue_or_start(room.services, ANNA, "Anna", "haithabu", language)
    several = 0
    while look.guidance and look.guidance.proposal:
        look = await moves.play(room.services, look.table.id, ANNA, str(look.guidance.proposal), look.mark)
        assert look.guidance is not None
        completed = [
            each.order for each in look.guidance.news if isinstance(each, Completed) and each.seat == look.seat
        ]
        if look.guidance.proposal is None or not completed:
            continue
        panel = menu_panel(display, look, words_in(language), picture=Picture("menu.png", b"", ""))
        first = next(part.text for part in panel.parts if isinstance(part, Text))
        told = [line for line in first.splitlines() if line.startswith("🏵️") and "Anna" in line]
        assert [order for order in completed if any(order in line for line in told)] == completed
        several += len(completed) > 1
    assert several > 1
