"""The kit's restarts, crashes and faults are like Discord's."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

import discord
import pytest

from tests.discord.kit import World
from tests.discord.sample_bot import SampleBot, Shelf


@pytest.mark.parametrize("way", ["restart", "crash"])
async def test_old_buttons_and_menus_work_after_a_restart(world: World, shelf: Shelf, way: str) -> None:
    anna = world.people["anna"]
    lobby = await anna.command("visby new")
    menu = await anna.click(lobby, "Play")
    old = world.bot
    await (world.restart() if way == "restart" else world.crash())
    assert world.bot is not old
    assert old.closed_in_order == (way == "restart")
    assert (await anna.choose(menu, "ship")).text == "You chose ship"
    assert (await anna.click(lobby, "Play")).text == "Choose a card"


async def test_a_crash_in_the_middle_of_a_click(world: World, shelf: Shelf) -> None:
    anna = world.people["anna"]
    lobby = await anna.command("visby new")
    (early,) = await world.crash_during([anna.click(lobby, "Play")], turns=1)
    assert not early.acknowledged
    assert shelf.clicks == {}
    assert (await anna.click(lobby, "Play")).acknowledged


async def test_a_crashed_bot_sends_and_logs_nothing_more(world: World) -> None:
    class Stubborn(SampleBot):
        async def on_guild_channel_create(self, channel: discord.abc.GuildChannel) -> None:
            try:
                await asyncio.sleep(60)
            finally:
                logging.getLogger("stubborn").error("I am dying")
                await self.get_partial_messageable(channel.id).send("farewell")

    buried: list[SampleBot] = []

    async def bury(bot: SampleBot) -> None:
        buried.append(bot)

    shelf = Shelf()
    await world.start(lambda: Stubborn(shelf), bury=bury)
    first = world.bot
    elsewhere = await world.new_channel("elsewhere")
    await world.crash()
    assert buried == [first]
    assert world.messages(elsewhere) == []


async def test_closed_direct_messages(world: World, shelf: Shelf) -> None:
    anna = world.people["anna"]
    world.closed_dms("anna")
    menu = await anna.click(await anna.command("visby new"), "Play")
    await anna.choose(menu, "ship")
    assert anna.dms == []
    assert world.requests[-1].code == 50007
    world.open_dms("anna")
    await anna.choose(menu, "knave")
    assert [message.text for message in anna.dms] == ["Your hand: knave"]


async def test_forbidden_threads(world: World, shelf: Shelf) -> None:
    anna, bert = world.people["anna"], world.people["bert"]
    await world.forbid("create_public_threads")
    assert (await anna.command("visby start", guest=bert)).text == "I may not open threads here."
    await world.allow("create_public_threads")
    assert (await anna.command("visby start", guest=bert)).text == "The table is in the thread."


@pytest.mark.expects_errors("50013")
async def test_forbidden_files(world: World, shelf: Shelf) -> None:
    anna, bert = world.people["anna"], world.people["bert"]
    await world.forbid("attach_files")
    await anna.command("visby start", guest=bert, must_answer=False)
    assert len(bert.sees(world.threads[0])) == 1


async def test_an_archived_thread_takes_messages_but_no_edits(world: World, shelf: Shelf) -> None:
    anna, bert = world.people["anna"], world.people["bert"]
    await anna.command("visby start", guest=bert)
    (thread,) = world.threads
    await world.archive(thread)
    assert (await anna.command("visby say", place=thread, text="x", change=True)).text == "400 50083"
    assert (await anna.command("visby say", place=thread, text="x")).text == "Said."
    assert (await anna.command("visby say", place=thread, text="y", change=True)).text == "Said."
    await world.archive(thread, locked=True)
    await world.later(hours=1)
    assert (await anna.command("visby say", place=thread, text="x")).text == "400 50083"


async def test_the_same_nonce_is_no_second_message(world: World, shelf: Shelf) -> None:
    anna, bert = world.people["anna"], world.people["bert"]
    await anna.command("visby start", guest=bert)
    (thread,) = world.threads
    world.fail_next("send", 500, done=True)
    assert (await anna.command("visby say", place=thread, text="once")).text == "500 0"
    assert (await anna.command("visby say", place=thread, text="once")).text == "Said."
    assert [message.text for message in anna.sees(thread)].count("once") == 1
    await world.later(minutes=30)
    await anna.command("visby say", place=thread, text="once")
    assert [message.text for message in anna.sees(thread)].count("once") == 2


@pytest.mark.parametrize(
    ("what", "told"),
    [("unknown channel", "404 10003"), ("no access", "403 50001"), ("429", "429 0"), ("unknown message", "404 10008")],
)
async def test_troubles_in_plain_words(world: World, shelf: Shelf, what: str, told: str) -> None:
    anna, bert = world.people["anna"], world.people["bert"]
    await anna.command("visby start", guest=bert)
    (thread,) = world.threads
    world.fail_next("send", what, place=thread)
    assert (await anna.command("visby say", place=thread, text="x")).text == told
    assert (await anna.command("visby say", place=thread, text="x")).text == "Said."


async def test_deleted_threads_and_messages_are_unknown_to_discord(world: World, shelf: Shelf) -> None:
    anna, bert = world.people["anna"], world.people["bert"]
    await anna.command("visby start", guest=bert)
    (thread,) = world.threads
    board = anna.sees(thread)[0]
    there = world.bot.get_partial_messageable(thread.id)
    await world.delete(board)
    assert not board.exists
    with pytest.raises(discord.NotFound, match="10008"):
        await there.get_partial_message(board.id).edit(content="x")
    await world.delete(thread)
    with pytest.raises(discord.NotFound, match="10003"):
        await there.send("x")


async def test_who_leaves_can_do_and_receive_nothing(world: World, shelf: Shelf) -> None:
    anna = world.people["anna"]
    menu = await anna.click(await anna.command("visby new"), "Play")
    await world.leave("anna")
    with pytest.raises(AssertionError, match="not in that server"):
        await anna.command("visby new")
    with pytest.raises(AssertionError, match="not in that server"):
        await anna.choose(menu, "ship")
    await world.bot.show_hand(anna.id, "ship")
    assert anna.dms == []


async def turn_for_ever() -> None:
    while True:  # noqa: ASYNC110  it never rests
        await asyncio.sleep(0)


@pytest.mark.repeated(2)
@pytest.mark.parametrize("for_ever", [lambda: asyncio.Event().wait(), turn_for_ever])
async def test_a_bot_that_never_rests_fails_the_test_and_is_closed_all_the_same(
    for_ever: Callable[[], Awaitable[object]],
) -> None:
    bot = SampleBot(Shelf())

    @bot.listen()
    async def on_guild_channel_create(_: object) -> None:
        await for_ever()

    async def visit() -> None:
        async with World(patience=0.5) as world:
            await world.start(lambda: bot)
            await world.new_channel("elsewhere")

    with pytest.raises(TimeoutError, match="did not settle"):
        await visit()
    assert bot.closed_in_order
