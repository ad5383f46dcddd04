"""A connection that breaks under an answer: it is sent again, arrives once, and nobody is told that it is our fault."""

from __future__ import annotations

import logging
import random

import pytest

from cogs.actions import films
from cogs.actions.films import Projector
from pictures.render import RenderError
from tests.discord.bot import Operator
from tests.discord.kit import World
from tests.discord.playing import ANY_GAME, Sitting, open_lobby, press, sit_down
from tests.discord.wire import BREAKS
from tests.selection import thorough

PEOPLE = ("anna", "bert")
SORRY = "Something went wrong on our side"

broken = pytest.mark.parametrize("how", [min(BREAKS), *thorough(*sorted(BREAKS)[1:]), "500"])
before_or_after = pytest.mark.parametrize("done", [False, True], ids=["before", "after"])


def shown_to(world: World, name: str, words: str) -> int:
    """How many messages with these words only this person sees."""
    return sum(words in message.text for message in world.people[name].ephemerals)


@broken
@before_or_after
async def test_an_answer_to_a_command_is_sent_again_and_stands_there_once(
    world: World, operator: Operator, how: str, *, done: bool
) -> None:
    sitting = await sit_down(operator, "visby", PEOPLE)
    world.fail_next("answer", how, done=done)
    answer = await sitting.people[0].command("visby play", card="knight", second="ship")
    assert "You play" in answer.text
    assert shown_to(world, "anna", "You play") == 1
    assert shown_to(world, "anna", SORRY) == 0
    assert len(await operator.moves(1)) == 1
    await operator.check()


@pytest.mark.repeated(2)
@broken
@before_or_after
@pytest.mark.parametrize("game", ANY_GAME)
async def test_an_answer_in_a_menu_is_sent_again_and_no_second_menu_comes(
    world: World, operator: Operator, game: str, how: str, *, done: bool
) -> None:
    sitting = await sit_down(operator, game, PEOPLE)
    person = (await sitting.owing())[0]
    menu = await sitting.open_menu(person)
    before = menu.custom_ids
    world.fail_next("answer", how, done=done)
    await press(person, menu, game, random.Random(1))
    (shown,) = [message for message in person.sees(world.threads[0]) if message.ephemeral]
    assert shown.custom_ids != before
    assert SORRY not in shown.text
    await operator.check()


async def test_an_answer_may_break_several_times(world: World, operator: Operator) -> None:
    sitting = await sit_down(operator, "visby", PEOPLE)
    world.fail_next("answer", "connection breaks", times=3)
    await sitting.people[0].command("visby play", card="knight", second="ship")
    assert shown_to(world, "anna", "You play") == 1


async def breaking(world: World, sitting: Sitting, deed: str, *, arrives: bool) -> None:
    """Make a move while nothing of a kind gets through; the very first may, though nobody says so."""
    if arrives:
        world.fail_next("answer", "connection breaks", done=True)
    world.fail_next(deed, "connection reset", times=1000)
    await sitting.people[0].command("visby play", card="knight", second="ship", must_answer=False)
    world.fail_no_more()
    assert len(await sitting.operator.moves(sitting.number)) == 1


async def test_what_does_not_get_through_as_an_answer_follows(world: World, operator: Operator) -> None:
    sitting = await sit_down(operator, "visby", PEOPLE)
    before = len(world.requests)
    await breaking(world, sitting, "answer", arrives=True)
    assert [call.status for call in world.requests[before:] if call.path.startswith("/webhooks/")] == [200]
    assert shown_to(world, "anna", "You play") == 2
    await operator.check()


@pytest.mark.thorough
@pytest.mark.repeated(2)
@pytest.mark.parametrize("arrives", [True, False])
async def test_what_does_not_get_through_at_all_is_one_line_in_the_log_and_the_move_is_made(
    world: World, operator: Operator, caplog: pytest.LogCaptureFixture, *, arrives: bool
) -> None:
    sitting = await sit_down(operator, "visby", PEOPLE)
    with caplog.at_level(logging.WARNING):
        await breaking(world, sitting, "anything", arrives=arrives)
    (line,) = [record for record in caplog.records if record.name == "kontor.request"]
    assert "verb=visby.pick table=1 answer not delivered" in line.getMessage()
    assert not line.exc_info
    await world.later(minutes=5)
    await operator.check()


@pytest.mark.repeated(2)
@broken
@before_or_after
async def test_a_promise_and_what_follows_are_sent_again(
    world: World, operator: Operator, monkeypatch: pytest.MonkeyPatch, how: str, *, done: bool
) -> None:
    async def animate(*_: object) -> str:
        raise RenderError("not here")

    (film,) = films.verbs(Projector(animate, operator.services))
    monkeypatch.setitem(world.bot.dispatcher.verbs, "film", film)
    sitting = await sit_down(operator, "visby", PEOPLE)
    await sitting.play_on(random.Random(1))
    viewer = await sitting.people[0].command("visby replay", table=1)
    world.fail_next("answer", how, done=done)
    world.fail_next("follow up", how, done=done)
    await sitting.people[0].click(viewer, "Animation")
    assert "I can't draw Visby · table #1" in sitting.people[0].sees_last().text
    assert shown_to(world, "anna", SORRY) == 0


@pytest.mark.repeated(2)
@broken
@before_or_after
async def test_a_table_is_opened_with_one_lobby(world: World, operator: Operator, how: str, *, done: bool) -> None:
    anna, bert, *_ = world.people.values()
    world.fail_next("answer", how, done=done)
    await anna.command("visby new", seats=2)
    await world.later(minutes=2)
    (lobby,) = [message for message in world.messages() if "k:join:1::" in message.custom_ids]
    await bert.click(lobby, "Join")
    assert "Bert" in lobby.text
    await anna.click(lobby, "Start")
    await operator.check()


@pytest.mark.parametrize("how", [*sorted(BREAKS), "unknown interaction", "500"])
async def test_a_completion_that_does_not_get_through_is_no_fault(world: World, operator: Operator, how: str) -> None:
    anna = world.people["anna"]
    await open_lobby(operator, "visby", anna, 2)
    world.fail_next("answer", how)
    assert await anna.autocomplete("visby start", "table") == []
    assert [offer.value for offer in await anna.autocomplete("visby start", "table")] == [1]
