"""A channel that refuses the bot loses nothing: the newest state waits, once, and players to act are told elsewhere."""

from __future__ import annotations

import logging
import re

import pytest
from simcord.builders import ChannelHandle

from tests.discord.bot import Operator
from tests.discord.kit import World
from tests.discord.people import Person
from tests.discord.playing import Sitting, add_admin, open_lobby, sit_down
from tests.discord.reading import Seen

PEOPLE = ("anna", "bert")
SPEAKING = ("send_messages", "send_messages_in_threads")
SEEING = ("view_channel", *SPEAKING)


async def choose(sitting: Sitting, *people: Person, cards: tuple[str, str] = ("knight", "ship")) -> None:
    """Let these people at a table of Visby choose cards, from their direct messages."""
    for person in people or sitting.people:
        await person.command("visby play", table=sitting.number, card=cards[0], second=cards[1], place=person.dm)


def said(world: World) -> list[Seen]:
    """All that stands in the channel and its threads."""
    places = [world.channel, *world.threads]
    return [message for place in places for message in world.messages(place) if not message.ephemeral]


def boards(world: World) -> list[Seen]:
    return [message for message in said(world) if "k:play:1::" in message.custom_ids]


def asking(world: World, person: Person) -> list[Seen]:
    """All messages that stand and ask a person something, in direct messages too."""
    return [each for each in (*said(world), *person.dms) if person.mention in each.text and "Visby #1:" in each.text]


def refuse(world: World, what: str = "no permission") -> None:
    """Let everything be refused where the table lives."""
    for place in (world.channel, *world.threads):
        for deed in ("send", "edit", "delete"):
            world.fail_next(deed, what, times=100_000, place=place)


def tried(world: World, since: int) -> int:
    """How many requests were refused since then."""
    return sum(request.status == 403 for request in world.requests[since:])


async def test_the_lobby_of_a_game_says_who_plays_there_once_its_channel_can_be_seen_again(
    world: World, operator: Operator
) -> None:
    anna = world.people["anna"]
    await sit_down(operator, "visby", PEOPLE)
    (lobby,) = [message for message in world.messages() if "## Visby" in message.text]
    await world.forbid(*SEEING)
    await anna.click(await anna.command("visby resign", table=1, place=anna.dm), "Leave my seat")
    await world.later(minutes=5)
    assert "🤖" not in lobby.text
    await world.allow(*SEEING)
    await world.later(minutes=1)
    assert "**\u2068Anna\u2069** (🤖)" in lobby.text
    await operator.check()


async def test_nothing_waits_for_a_lobby_that_cannot_be_edited(world: World, operator: Operator) -> None:
    anna, bert = (world.people[name] for name in PEOPLE)
    sitting = await sit_down(operator, "visby", PEOPLE)
    world.fail_next("edit", "no access", times=100_000, place=world.channel)
    await anna.click(await anna.command("visby resign", table=1, place=anna.dm), "Leave my seat")
    await choose(sitting, bert)
    await world.later(seconds=30)
    assert any("All cards are revealed" in message.text for message in said(world))
    assert await operator.untold(1), "the lobby"
    world.fail_no_more()
    await world.later(hours=1)
    await operator.check()


@pytest.mark.parametrize("what", ["no permission", "no access"])
async def test_a_refusal_of_a_few_seconds_loses_nothing(world: World, operator: Operator, what: str) -> None:
    sitting = await sit_down(operator, "visby", PEOPLE)
    refuse(world, what)
    await choose(sitting)
    assert not any("All cards are revealed" in message.text for message in said(world))
    world.fail_no_more()
    await world.later(seconds=31)
    assert sum("All cards are revealed" in message.text for message in said(world)) == 1
    assert len(boards(world)) == 1
    assert "Round 2" in boards(world)[0].text
    assert await operator.untold(1) is None
    await operator.check()


@pytest.mark.thorough
@pytest.mark.repeated(2)
@pytest.mark.parametrize("what", ["no permission", "no access"])
async def test_what_waited_for_days_is_told_as_one_story_with_the_newest_board_only(
    world: World, operator: Operator, what: str
) -> None:
    sitting = await sit_down(operator, "visby", PEOPLE)
    refuse(world, what)
    await choose(sitting)
    await choose(sitting, cards=("blacksmith", "fleet"))
    await world.later(hours=50)
    before, shown = len(world.sent), len(said(world))
    world.fail_no_more()
    await world.later(hours=6, minutes=1)
    (story,) = [message for message in said(world) if "All cards are revealed" in message.text]
    assert story.text.count("All cards are revealed") == 2
    assert re.findall(r"### Round (\d)", story.text) == ["2", "3"]
    assert len(boards(world)) == 1
    assert "Round 3" in boards(world)[0].text
    new = [sent for sent in world.sent[before:] if sent.to == "everyone" and sent.deed == "message"]
    assert len(new) <= 3, "one story, one board, at most one reminder"
    assert len(said(world)) <= shown + 3
    await operator.check()


@pytest.mark.thorough
async def test_a_place_that_refuses_is_tried_by_place_and_ever_more_rarely(world: World, operator: Operator) -> None:
    """Two tables in the same channel, without threads, with much to say."""
    await world.forbid("create_public_threads")
    first = await sit_down(operator, "visby", PEOPLE)
    second = await sit_down(operator, "visby", ("clara", "david"))
    refuse(world)
    begin = len(world.requests)
    for sitting in (first, second):
        await choose(sitting)
        await choose(sitting, cards=("blacksmith", "fleet"))
    assert tried(world, begin) <= 4, "the board's edits and one message"
    begin = len(world.requests)
    await world.later(hours=24)
    assert tried(world, begin) <= 40
    begin = len(world.requests)
    await world.later(hours=24)
    assert tried(world, begin) <= 10


async def test_who_is_asked_hears_it_by_direct_message_and_that_is_the_ping(world: World, operator: Operator) -> None:
    sitting = await sit_down(operator, "visby", PEOPLE)
    anna, bert = sitting.people
    refuse(world)
    before = {person.name: len(person.pings) for person in sitting.people}
    await choose(sitting, anna, bert)
    (ask,) = [each for each in anna.dms if "so I'm asking you here" in each.text]
    assert f"{anna.mention} · Visby #1: choose what to play this round." in ask.text
    assert len(anna.pings) == before["anna"] + 1
    assert len(bert.pings) == before["bert"], "who has just acted is not pinged"
    answer = await anna.click(ask, "Play")
    assert "choose 2 cards" in answer.text
    world.fail_no_more()
    await world.later(minutes=5)
    assert len(anna.pings) == before["anna"] + 1, "no second one"
    assert len(boards(world)) == 1
    await operator.check()


async def test_who_wants_no_direct_messages_is_pinged_once_it_can_be_if_still_asked(
    world: World, operator: Operator
) -> None:
    sitting = await sit_down(operator, "visby", ("anna", "bert", "clara"))
    anna, bert, clara = sitting.people
    for person in (anna, bert):
        await person.command("settings messages", on=False)
    refuse(world)
    before = {person.name: len(person.pings) for person in sitting.people}
    await choose(sitting, anna, bert, clara)
    assert {person.name: len(person.pings) for person in sitting.people} == before
    await choose(sitting, anna, cards=("blacksmith", "fleet"))
    world.fail_no_more()
    await world.later(minutes=5)
    assert len(anna.pings) == before["anna"], "she has answered"
    assert len(bert.pings) == before["bert"] + 1
    assert len(asking(world, bert)) == 1
    await operator.check()


@pytest.mark.repeated(3)
@pytest.mark.parametrize("how", ["permission", "click", "doctor"])
async def test_once_it_is_clear_that_it_works_again_it_is_told_at_once(
    world: World, operator: Operator, how: str
) -> None:
    sitting = await sit_down(operator, "visby", PEOPLE)
    if how == "permission":
        await world.forbid(*SEEING)
    else:
        refuse(world)
    await choose(sitting)
    await world.later(hours=10)
    assert not any("All cards are revealed" in message.text for message in said(world))
    world.fail_no_more()
    match how:
        case "permission":
            await world.allow(*SEEING)
        case "click":
            await sitting.people[0].command("visby hand", table=1, place=world.threads[0])
        case "doctor":
            doctor = await sitting.people[0].command("kontor doctor")
            assert re.search(r"⏳ Not posted yet: \d+ \(tables: 1\), because I couldn't write in <#\d+>", doctor.text)
            assert "Waiting" not in (await sitting.people[0].command("kontor doctor")).text
    assert sum("All cards are revealed" in message.text for message in said(world)) == 1
    await operator.check()


async def test_places_are_tried_once_a_minute_however_often_somebody_asks(world: World, operator: Operator) -> None:
    tables = [await sit_down(operator, "visby", PEOPLE) for _ in range(3)]
    refuse(world)
    for sitting in tables:
        await choose(sitting)
    await world.later(hours=10)
    anna, begin = tables[0].people[0], len(world.requests)
    await anna.command("kontor doctor")
    once = tried(world, begin)
    assert once
    for _ in range(10):
        await anna.command("kontor doctor")
        await anna.command("visby hand", table=1, place=world.threads[0])
    assert tried(world, begin) == once
    await world.later(minutes=3)
    assert once < tried(world, begin) <= 2 * once + 1, "what was asked for meanwhile is done once, after that minute"


@pytest.mark.repeated(2)
@pytest.mark.parametrize("how", ["in one step", "in two steps"])
async def test_what_is_allowed_just_after_a_try_in_vain_is_told_at_once_or_a_minute_later(
    world: World, operator: Operator, how: str
) -> None:
    sitting = await sit_down(operator, "visby", PEOPLE)
    await world.forbid(*SEEING)
    await choose(sitting)
    await world.later(hours=10)
    await sitting.people[0].command("kontor doctor")
    if how == "in two steps":
        await world.allow("view_channel")
        await world.allow(*SPEAKING)
        assert not any("All cards are revealed" in message.text for message in said(world))
        await world.later(seconds=90)
    else:
        await world.allow(*SEEING)
    assert sum("All cards are revealed" in message.text for message in said(world)) == 1
    await operator.check()


async def test_the_operator_sees_how_much_waits_and_is_not_told_with_every_tick(
    world: World, operator: Operator, caplog: pytest.LogCaptureFixture
) -> None:
    sitting = await sit_down(operator, "visby", PEOPLE)
    refuse(world)
    with caplog.at_level(logging.INFO, "kontor"):
        await choose(sitting)
        await world.later(hours=12)
        lines = [record.getMessage() for record in caplog.records if record.levelno >= logging.WARNING]
        assert len(lines) <= 4
        assert any(re.fullmatch(r"waiting for blocked channels: rows=\d+ tables=1 channels=2", line) for line in lines)
        world.fail_no_more()
        await world.later(hours=7)
    assert "waiting for blocked channels: rows=0 tables=0" in caplog.text


async def test_what_waits_survives_a_restart(world: World, operator: Operator) -> None:
    sitting = await sit_down(operator, "visby", PEOPLE)
    refuse(world)
    await choose(sitting)
    await world.later(minutes=10)
    await world.restart()
    await choose(sitting, cards=("blacksmith", "fleet"))
    begin = len(world.requests)
    await world.later(minutes=1)
    assert tried(world, begin) <= 2, "the next try is remembered"
    world.fail_no_more()
    await world.later(hours=7)
    assert "".join(message.text for message in said(world)).count("All cards are revealed") == 2
    assert len(boards(world)) == 1
    await operator.check()


# Gone for good


async def homeless(world: World, operator: Operator, elsewhere: str = "elsewhere") -> tuple[Sitting, ChannelHandle]:
    """A table whose channel is deleted, with another channel beside it."""
    room = await world.new_channel(elsewhere)
    sitting = await sit_down(operator, "visby", PEOPLE)
    await choose(sitting, sitting.people[0])
    await world.delete(world.threads[-1])
    await world.delete(world.channel)
    return sitting, room


@pytest.mark.thorough
async def test_the_host_of_a_table_whose_channel_is_gone_hears_once_what_to_do(
    world: World, operator: Operator
) -> None:
    sitting, _ = await homeless(world, operator)
    anna, bert = sitting.people
    await choose(sitting, bert)
    await world.later(hours=50)
    (offer,) = [message for message in anna.dms if "The channel of Visby #1 is gone." in message.text]
    assert "Use `/table move` in the channel where you want to continue" in offer.text
    assert "Play" in offer.buttons
    assert not any("is gone" in message.text for message in bert.dms)


@pytest.mark.parametrize("mover", ["host", "admin"])
async def test_a_table_whose_channel_is_gone_can_be_moved_and_goes_on_there(
    world: World, operator: Operator, mover: str
) -> None:
    eve = add_admin(world)
    sitting, room = await homeless(world, operator)
    anna, bert = sitting.people
    await choose(sitting, bert)
    by = anna if mover == "host" else eve
    assert "Table #1 continues here." in (await by.command("table move", table=1, place=room)).text
    await world.settle()
    threads = list(room.threads)
    assert len(threads) == 1
    there = world.messages(threads[0])
    assert "🚚 Visby #1 continues here." in there[0].text
    assert sum("All cards are revealed" in message.text for message in there) == 1
    (board,) = [message for message in there if "k:play:1::" in message.custom_ids]
    assert "Round 2" in board.text
    assert any("## Visby · table #1" in message.text for message in world.messages(room))
    await anna.click(board, "Play")
    await choose(sitting, cards=("blacksmith", "fleet"))
    assert sum("All cards are revealed" in message.text for message in world.messages(threads[0])) == 2
    await operator.check()


async def test_who_is_asked_hears_where_the_table_goes_on(world: World, operator: Operator) -> None:
    sitting, room = await homeless(world, operator)
    anna, bert = sitting.people
    await world.later(minutes=2)
    before = [len(person.pings) for person in (anna, bert)]
    await anna.command("table move", table=1, place=room)
    assert [len(person.pings) for person in (anna, bert)] == [before[0], before[1] + 1]
    (board,) = [each for each in world.messages(next(iter(room.threads))) if "k:play:1::" in each.custom_ids]
    assert bert.mention in board.text
    await choose(sitting, bert)
    assert sum(bert.mention in each.text for each in world.messages(next(iter(room.threads)))) <= 1
    await operator.check()


async def test_only_host_and_admins_move_a_table_and_only_one_that_is_mute(world: World, operator: Operator) -> None:
    elsewhere = await world.new_channel("elsewhere")
    sitting = await sit_down(operator, "visby", PEOPLE)
    anna, bert = sitting.people
    stays = await anna.command("table move", table=1, place=elsewhere)
    assert "A table only moves if I can no longer write in its channel." in stays.text
    await world.delete(world.threads[-1])
    await world.delete(world.channel)
    assert "Only the host of table #1" in (await bert.command("table move", table=1, place=elsewhere)).text
    assert "continues here" in (await anna.command("table move", table=1, place=elsewhere)).text


async def test_a_lobby_whose_channel_is_gone_can_be_moved(world: World, operator: Operator) -> None:
    room = await world.new_channel("elsewhere")
    anna, bert, *_ = world.people.values()
    await open_lobby(operator, "visby", anna, 2)
    await world.delete(world.channel)
    await anna.command("table move", table=1, place=room)
    (lobby,) = [message for message in world.messages(room) if "k:join:1::" in message.custom_ids]
    await bert.click(lobby, "Join")
    await anna.click(lobby, "Start")
    assert len(room.threads) == 1
    await operator.check()


async def test_who_has_a_seat_finds_a_way_to_play_though_the_channel_is_gone(world: World, operator: Operator) -> None:
    sitting, room = await homeless(world, operator)
    anna, bert = sitting.people
    listed = await bert.command("tables", place=room)
    assert "its channel is gone; `/table move` brings the table to another one" in listed.text
    assert "choose 2 cards" in (await bert.click(listed, "Play")).text
    waits = await anna.command("tables", place=anna.dm)
    assert "You play" in (await anna.click(waits, "My hand")).text
