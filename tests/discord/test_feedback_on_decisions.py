"""Lessons comment on the learner's own decisions, and say what storage costs and what is only practice."""

from __future__ import annotations

import re

import msgspec
import pytest

from cogs.games import GAMES as ON_DISCORD
from cogs.messages.panel import Picture
from cogs.messages.table_messages import menu_panel
from opponents.decision_feedback import Feedback
from tables.coaching import lesson_tables
from tables.model.table import OwnDecision
from tables.play import moves
from tables.thinking.lesson_guide import LESSONS
from tests.discord.test_lessons import texts
from tests.tables.conftest import room
from tests.tables.room import ANNA, Room
from words import lesson_text, words_in

__all__ = ["room"]


@pytest.mark.parametrize("game", LESSONS)
async def test_feedback_names_both_moves_as_their_buttons_do(game: str, room: Room) -> None:
    display, words = next(each.display() for each in ON_DISCORD if each.name == game), words_in("en")
    look = await lesson_tables.continue_or_start(room.services, ANNA, "Anna", game, "en")
    while len(look.options) < 2 or look.guidance is None or len(look.guidance.made) <= LESSONS[game].prepared:
        assert look.guidance is not None
        look = await moves.play(room.services, look.table.id, ANNA, str(look.guidance.proposal), look.mark)
    made, other = look.options[:2]
    judged = OwnDecision(look, made, Feedback(str(other), 0.2, 0.4))
    judging = msgspec.structs.replace(look, guidance=msgspec.structs.replace(look.guidance, judged=judged))
    said = "\n".join(texts(menu_panel(display, judging, words)))
    names = (display.move_label(look, words, made), display.move_label(look, words, other))
    assert "Better than “{}”: “{}”".format(*names) in said
    same = msgspec.structs.replace(judged, feedback=Feedback(str(other), 0.2, 0.21, matters=False))
    judging = msgspec.structs.replace(look, guidance=msgspec.structs.replace(look.guidance, judged=same))
    said = "\n".join(texts(menu_panel(display, judging, words)))
    assert "👌" in said
    assert all(f"“{name}”" in said for name in names)
    open_still = msgspec.structs.replace(
        same, feedback=Feedback(str(other), 0.2, 0.21, matters=False, allows_other=True)
    )
    judging = msgspec.structs.replace(look, guidance=msgspec.structs.replace(look.guidance, judged=open_still))
    told = "\n".join(texts(menu_panel(display, judging, words)))
    assert f"👌 **Fine: “{names[0]}”**" in told
    assert f"About as good: “{names[1]}”" not in told


async def test_the_best_move_is_praised_with_its_reason_even_if_another_is_about_as_good(room: Room) -> None:
    display = next(each.display() for each in ON_DISCORD if each.name == "riga")
    look = await lesson_tables.continue_or_start(room.services, ANNA, "Anna", "riga", "en")
    while not str(look.options[0]).startswith("keep "):
        assert look.guidance is not None
        look = await moves.play(room.services, look.table.id, ANNA, str(look.guidance.proposal), look.mark)
    assert look.guidance is not None
    judged = OwnDecision(look, look.options[0], Feedback(str(look.options[1]), 0.5, 0.49, matters=False))
    look = await moves.play(room.services, look.table.id, ANNA, str(look.guidance.proposal), look.mark)
    assert look.guidance is not None
    judging = msgspec.structs.replace(look, guidance=msgspec.structs.replace(look.guidance, judged=judged))
    said = "\n".join(texts(menu_panel(display, judging, words_in("en"))))
    label = display.move_label(judged.look, words_in("en"), judged.move)
    assert f"👍 **Good: “{label}”** · " in said


@pytest.mark.parametrize("follows_hint", [True, False])
async def test_a_move_that_a_hint_named_first_is_called_good(follows_hint: bool, room: Room) -> None:
    display, words = next(each.display() for each in ON_DISCORD if each.name == "haithabu"), words_in("en")
    look = await lesson_tables.continue_or_start(room.services, ANNA, "Anna", "haithabu", "en")
    made, other = look.options[:2]
    feedback = Feedback(str(other), 0.2, 0.21, matters=False, follows_hint=follows_hint)
    judged = OwnDecision(look, made, feedback)
    assert look.guidance is not None
    look = await moves.play(room.services, look.table.id, ANNA, str(look.guidance.proposal), look.mark)
    assert look.guidance is not None
    judging = msgspec.structs.replace(look, guidance=msgspec.structs.replace(look.guidance, judged=judged))
    said = "\n".join(texts(menu_panel(display, judging, words)))
    assert ("👍" in said, "👌" in said) == (follows_hint, not follows_hint)


@pytest.mark.parametrize(("chances", "is_decided"), [((1.0, 0.98), True), ((0.01, 0.0), True), ((0.96, 0.99), False)])
async def test_feedback_names_no_other_move_once_the_game_is_decided_but_praises_for_a_reason(
    chances: tuple[float, float], is_decided: bool, room: Room
) -> None:
    display = next(each.display() for each in ON_DISCORD if each.name == "riga")
    look = await lesson_tables.continue_or_start(room.services, ANNA, "Anna", "riga", "en")
    while len(look.options) < 2 or look.guidance is None or not look.guidance.made:
        assert look.guidance is not None
        look = await moves.play(room.services, look.table.id, ANNA, str(look.guidance.proposal), look.mark)
    made, other = look.options[:2]
    judged = OwnDecision(look, made, Feedback(str(other), *chances, matters=False))
    judging = msgspec.structs.replace(look, guidance=msgspec.structs.replace(look.guidance, judged=judged))
    said = "\n".join(texts(menu_panel(display, judging, words_in("en"))))
    assert ("👍" in said, "👌" in said) == (is_decided, not is_decided)
    assert f"“{display.move_label(look, words_in('en'), made)}”" in said
    assert (f"“{display.move_label(look, words_in('en'), other)}”" in said) == (not is_decided)


async def test_a_suggestion_that_is_not_the_best_move_says_that_it_is_for_practice(room: Room) -> None:
    display = next(each.display() for each in ON_DISCORD if each.name == "haithabu")
    look, practised = await lesson_tables.continue_or_start(room.services, ANNA, "Anna", "haithabu", "en"), set[str]()
    while look.guidance and look.guidance.proposal:
        said = "\n".join(texts(menu_panel(display, look, words_in("en"))))
        if "💡 For practice:" in said:
            practised.add(look.guidance.idea)
            assert "💡 Suggestion:" not in said
        look = await moves.play(room.services, look.table.id, ANNA, str(look.guidance.proposal), look.mark)
    assert practised == LESSONS["haithabu"].practice


@pytest.mark.parametrize(("language", "why"), [("en", "costs 2 silver"), ("de", "2 Silber")])
async def test_what_storage_costs_is_explained_where_a_lesson_first_names_it(
    language: str, why: str, room: Room
) -> None:
    display = next(each.display() for each in ON_DISCORD if each.name == "haithabu")
    look, words = (
        await lesson_tables.continue_or_start(room.services, ANNA, "Anna", "haithabu", language),
        words_in(language),
    )
    said = ""
    while words.say("Storage at the end of the round: {n} silver", n=8) not in said:
        assert look.guidance is not None
        drawing = display.decision_drawing(look, words)
        assert drawing is not None
        panel = menu_panel(display, look, words, picture=Picture("menu.png", b"", drawing.alt))
        said, idea = "\n".join(texts(panel)), look.guidance.idea
        look = await moves.play(room.services, look.table.id, ANNA, str(look.guidance.proposal), look.mark)
    assert idea == "functions"
    assert why in lesson_text.explanation("haithabu", language, idea).text, "so the line below needs not say it"


async def test_feedback_says_what_a_better_move_brings_if_there_is_no_reason(room: Room) -> None:
    display = next(each.display() for each in ON_DISCORD if each.name == "haithabu")
    look = await lesson_tables.continue_or_start(room.services, ANNA, "Anna", "haithabu", "en")
    made, other = (next(move for move in look.options if part in str(move)) for part in (" fetch ", " H order "))
    judged = OwnDecision(look, made, Feedback(str(other), 0.2, 0.4))
    assert look.guidance is not None
    look = await moves.play(room.services, look.table.id, ANNA, str(look.guidance.proposal), look.mark)
    assert look.guidance is not None
    judging = msgspec.structs.replace(look, guidance=msgspec.structs.replace(look.guidance, judged=judged))
    said = "\n".join(texts(menu_panel(display, judging, words_in("en"))))
    assert re.search(r"Better than .*: “H · Take order \w+ · .+ → \d+ points, .+”\*\* · 40% chance", said)


async def test_feedback_on_a_button_with_only_a_name_says_what_the_move_does(room: Room) -> None:
    display = next(each.display() for each in ON_DISCORD if each.name == "haithabu")
    look = await lesson_tables.continue_or_start(room.services, ANNA, "Anna", "haithabu", "en")
    while look.guidance is None or str(look.guidance.proposal) != "starter 0":
        assert look.guidance is not None
        look = await moves.play(room.services, look.table.id, ANNA, str(look.guidance.proposal), look.mark)
    judged = OwnDecision(look, look.table.game.parse("starter 1"), Feedback("starter 0", 0.2, 0.4))
    judging = msgspec.structs.replace(look, guidance=msgspec.structs.replace(look.guidance, judged=judged))
    said = "\n".join(texts(menu_panel(display, judging, words_in("en"))))
    assert "Better than “Hinrich starts the next round”: “You start the next round”" in said
