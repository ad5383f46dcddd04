"""Requests that are refused for a while, by Cloudflare or a rate limit, are sent later."""

from __future__ import annotations

import logging

import pytest

from tests.discord.bot import Operator
from tests.discord.kit import World
from tests.discord.playing import sit_down
from tests.discord.wire import Fault, trouble

PEOPLE = ("anna", "bert")


@pytest.mark.parametrize("what", [401, 403])
async def test_what_is_refused_without_a_code_of_discords_waits(world: World, operator: Operator, what: int) -> None:
    sitting = await sit_down(operator, "visby", PEOPLE)
    for deed in ("send", "edit"):
        world.fail_next(deed, what, times=1000)
    for person in sitting.people:
        await person.command("visby play", table=sitting.number, card="knight", second="ship")
    await world.later(minutes=1)
    assert "Round 2" not in sitting.board.text
    world.fail_no_more()
    await world.later(hours=1)
    assert "Round 2" in sitting.board.text
    stories = [message for message in world.messages(world.threads[-1]) if "All cards are revealed" in message.text]
    assert len(stories) == 1
    await operator.check()


async def test_who_is_written_to_for_the_first_time_is_told_even_if_we_open_too_many(
    world: World, operator: Operator
) -> None:
    for name in PEOPLE:
        await world.people[name].command("settings pings", how="dm")
    world.fail_next("open dm", "opening too fast", times=20)
    await sit_down(operator, "visby", PEOPLE)
    bert = world.people["bert"]
    await world.later(minutes=1)
    assert not bert.dms
    world.fail_no_more()
    await world.later(hours=1)
    assert bert.dms
    assert len(bert.pings) == 1
    await operator.check()


async def test_a_board_or_hand_that_was_edited_too_often_is_posted_anew_and_the_old_one_removed(
    world: World, operator: Operator
) -> None:
    """Discord limits edits of messages that are older than an hour."""
    sitting = await sit_down(operator, "visby", PEOPLE)
    anna, bert = sitting.people
    board, (hand,) = sitting.board, bert.dms
    await world.later(hours=2)
    for message in (board, hand):
        world.wire.faults.append(Fault("edit", trouble("too many edits"), 1, False, message.channel_id))
    await anna.command("visby play", table=sitting.number, card="knight", second="ship")
    await world.later(minutes=2)
    assert not board.exists
    assert [each for each in world.messages(world.threads[-1]) if "k:play:1::" in each.custom_ids] == [sitting.board]
    await bert.command("visby play", table=sitting.number, card="knight", second="ship")
    await world.later(minutes=2)
    assert not hand.exists
    assert len(bert.dms) == 1
    assert not world.wire.faults
    await operator.check()


async def test_an_answer_after_a_quarter_of_an_hour_is_no_fault_of_ours(
    world: World, operator: Operator, caplog: pytest.LogCaptureFixture
) -> None:
    sitting = await sit_down(operator, "visby", PEOPLE)
    world.fail_next("answer", "expired", times=100)
    with caplog.at_level(logging.WARNING):
        await sitting.people[0].command("visby play", card="knight", second="ship", must_answer=False)
    world.fail_no_more()
    assert [record.levelname for record in caplog.records] == ["WARNING"]
    assert "answer not delivered" in caplog.text
    assert len(await operator.moves(1)) == 1
    await operator.check()
