"""Opening a table, for the first time or again: there is one lobby, in the channel, whatever happens to the answer."""

from __future__ import annotations

import asyncio
import random
import time
from typing import Any

import discord
import pytest

from tables.model.table import Table
from tables.seating import lobby
from tests.discord.bot import Operator
from tests.discord.kit import World
from tests.discord.playing import Sitting, open_lobby, sit_down, use_options
from tests.discord.reading import Seen
from tests.selection import thorough


def lobbies(world: World, number: int) -> list[Seen]:
    """The messages anywhere on the server on which one can join this table, or could before it started."""
    places = (world.channel, *world.threads)
    found = [message for place in places for message in world.messages(place) if not message.ephemeral]
    return [message for message in found if f"· table #{number}\n" in message.text and "1. **" in message.text]


async def play_to_the_end(operator: Operator, game: str = "visby") -> tuple[Sitting, Seen]:
    """Let two play a game; return the message with the final score."""
    sitting = await sit_down(operator, game, ("anna", "bert"))
    await sitting.play_on(random.Random(1))
    thread = operator.world.threads[-1]
    (end,) = [message for message in operator.world.messages(thread) if "🔁 Rematch" in message.buttons]
    return sitting, end


@pytest.fixture
def slow_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let an answer that all can see be on its way for a while, as it is on Discord."""
    quick = discord.InteractionResponse.send_message

    async def slow(self: Any, *args: Any, **more: Any) -> Any:
        answer = await quick(self, *args, **more)
        if not more.get("ephemeral"):
            await asyncio.sleep(0.2)
        return answer

    monkeypatch.setattr(discord.InteractionResponse, "send_message", slow)


# Again


@pytest.mark.repeated(3)
@pytest.mark.parametrize("door", ["button", "command", "direct message"])
async def test_a_rematch_has_its_lobby_in_the_channel_and_a_thread_of_its_own(
    world: World, operator: Operator, door: str
) -> None:
    sitting, end = await play_to_the_end(operator)
    anna, bert = sitting.people
    if door == "button":
        answer = await anna.click(end, "Rematch")
    else:
        answer = await anna.command("visby rematch", place=anna.dm if door == "direct message" else world.threads[0])
    assert answer.text.startswith(f"The rematch is open: table #2 in <#{world.channel.id}>.")
    (shown,) = lobbies(world, 2)
    assert shown.place == "games"
    told = [message for message in world.messages(world.threads[0]) if not message.ephemeral]
    assert told[-1].text == (
        f"🔁 **\u2068Anna\u2069** wants a rematch: table #2 in <#{world.channel.id}>. Press *Join* there."
    )
    assert "You have a seat." in (await bert.command("visby join")).text
    await anna.click(shown, "Start")
    assert len(world.threads) == 2
    assert (await operator.table(2)).row.thread == world.threads[1].id
    assert Sitting(operator, "visby", 2, [anna, bert]).board.channel_id == world.threads[1].id
    await operator.check()


@pytest.mark.repeated(2)
@pytest.mark.usefixtures("slow_answers")
@pytest.mark.parametrize("gap", [0, 30, *thorough(3, 150)])
async def test_a_rematch_has_one_lobby_however_soon_the_second_one_asks_for_it(
    world: World, operator: Operator, gap: int
) -> None:
    sitting, end = await play_to_the_end(operator)
    await world.at_once([(person, end, "Rematch") for person in sitting.people], gaps=[gap])
    await world.later(seconds=1)
    (shown,) = lobbies(world, 2)
    assert "All seats are taken." in shown.text
    await operator.check()


@pytest.mark.repeated(3)
@pytest.mark.parametrize("way", ["cancelled", "closed", "finished"])
async def test_a_rematch_that_is_over_does_not_keep_one_from_another(
    world: World, operator: Operator, way: str
) -> None:
    sitting, end = await play_to_the_end(operator)
    anna, bert = sitting.people
    await anna.click(end, "Rematch")
    (shown,) = lobbies(world, 2)
    if way == "cancelled":
        await use_options(anna, shown, "Cancel the table")
    else:
        await bert.click(end, "Rematch")
        await anna.click(shown, "Start")
    if way == "closed":
        await Sitting(operator, "visby", 2, sitting.people).close()
    if way == "finished":
        await Sitting(operator, "visby", 2, sitting.people).play_on(random.Random(2))
        assert "Table #2 is finished. To play again, press 🔁" in (await bert.click(end, "Rematch")).text
    else:
        assert "The rematch is open: table #3" in (await bert.click(end, "Rematch")).text
        assert "for the rematch: table #3" in (await anna.click(end, "Rematch")).text
    await operator.check()


# An answer that does not arrive


@pytest.mark.repeated(2)
@pytest.mark.parametrize(("trouble", "times"), [("unknown interaction", 2), (429, 1), (429, 100), (500, 100)])
async def test_a_table_whose_opening_could_not_be_answered_has_its_lobby_all_the_same(
    world: World, operator: Operator, trouble: str | int, times: int
) -> None:
    anna, bert, *_ = world.people.values()
    world.fail_next("answer", trouble, times=times)
    answer = await anna.command("visby new", seats=2, must_answer=False)
    world.fail_no_more()
    if times == 1:
        assert answer.text.startswith("## Visby · table #1")
    (shown,) = lobbies(world, 1)
    await bert.click(shown, "Join")
    await anna.click(shown, "Start")
    assert len(world.threads) == 1
    await world.later(minutes=2)
    assert len(lobbies(world, 1)) == 1
    await operator.check()


async def test_an_answer_that_arrived_though_its_reply_was_lost_is_the_only_lobby(
    world: World, operator: Operator
) -> None:
    anna, bert, *_ = world.people.values()
    world.fail_next("answer", 500, done=True)
    await anna.command("visby new", seats=2)
    await world.later(minutes=2)
    (shown,) = lobbies(world, 1)
    await bert.click(shown, "Join")
    assert "Bert" in shown.text
    await anna.click(shown, "Start")
    assert len(lobbies(world, 1)) == 1
    await operator.check()


async def test_a_crash_before_the_answer_leaves_a_table_with_a_lobby(
    world: World, operator: Operator, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened = asyncio.Event()

    async def never(*_: Any, **__: Any) -> None:
        opened.set()
        await asyncio.Event().wait()

    with monkeypatch.context() as patch:
        patch.setattr(discord.InteractionResponse, "send_message", never)
        await world.crash_during([world.people["anna"].command("visby new", seats=2)], until=opened.is_set)
    await world.later(minutes=2)
    assert len(lobbies(world, 1)) == 1
    await operator.check()


async def test_who_joins_before_the_answer_is_known_sees_one_lobby(
    world: World, operator: Operator, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna, bert, *_ = world.people.values()
    quick = discord.InteractionResponse.send_message
    joining: list[asyncio.Task[Table]] = []

    async def overtaken(self: Any, *args: Any, **more: Any) -> Any:
        answer = await quick(self, *args, **more)
        joining.append(asyncio.create_task(lobby.join(operator.services, 1, bert.id, "Bert")))
        await asyncio.to_thread(time.sleep, 0.1)  # long enough for him to sit down, if he were let
        return answer

    monkeypatch.setattr(discord.InteractionResponse, "send_message", overtaken)
    await anna.command("visby new", seats=2)
    await world.settle()
    assert [task.done() for task in joining] == [True]
    (shown,) = lobbies(world, 1)
    assert "Bert" in shown.text
    await operator.check()


# A lobby that is gone


async def test_a_deleted_lobby_comes_again_with_the_start_and_the_game_has_its_thread(
    world: World, operator: Operator
) -> None:
    anna, bert, *_ = world.people.values()
    shown, _ = await open_lobby(operator, "visby", anna, 2)
    await bert.click(shown, "Join")
    await world.delete(shown)
    await anna.command("visby start", table=1)
    (again,) = lobbies(world, 1)
    assert "The game has started. Play and watch in the thread." in again.text
    assert (await operator.table(1)).row.thread == world.threads[0].id == again.id
    await operator.check()


# Where we may not speak


@pytest.mark.parametrize(
    ("missing", "named"), [("view_channel", "View Channel"), ("send_messages", "Send Messages")], ids=["see", "write"]
)
async def test_no_table_is_opened_where_we_may_not_see_or_write(
    world: World, operator: Operator, missing: str, named: str
) -> None:
    anna = world.people["anna"]
    await world.forbid(missing)
    answer = await anna.command("visby new", seats=2)
    assert answer.ephemeral
    assert f"I can't open a table here yet. I still need: **{named}" in answer.text
    assert await operator.services.db.reader.execute_fetchall("SELECT * FROM tables") == []
    await world.allow(missing)
    await open_lobby(operator, "visby", anna, 2)
