"""Whatever Discord refuses or loses: the game goes on, is told as far as it can be, later if need be, never twice."""

from __future__ import annotations

import logging
import random
import re
from collections.abc import Sequence
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from cogs.actions.server import NEEDED
from cogs.requests.verbs import Verb
from tables.notifications.timing import REFRESH_DELAY_S
from tests.discord.bot import Operator
from tests.discord.kit import World
from tests.discord.people import Person
from tests.discord.playing import ANY_GAME, Sitting, moves_on, open_lobby, sit_down
from tests.discord.reading import Seen
from tests.discord.wire import Fault, Request, trouble

pytestmark = pytest.mark.usefixtures("plain_pictures")

PEOPLE = ("anna", "bert")


def told(world: World) -> str:
    """All that stands in the table's thread, and in the channel."""
    places = [*world.threads, world.channel]
    return "\n".join(message.text for each in places for message in world.messages(each) if not message.ephemeral)


async def a_round(sitting: Sitting, cards: Sequence[str] = ("knight", "ship")) -> None:
    """Let everybody at a table of Visby choose these cards: the round is evaluated and told."""
    for person in sitting.people:
        await person.command("visby play", table=sitting.number, card=cards[0], second=cards[1])


def stories(world: World) -> list[Seen]:
    return [
        message
        for place in (*world.threads, world.channel)
        for message in world.messages(place)
        if not message.ephemeral and "All cards are revealed" in message.text
    ]


# Direct messages


@pytest.mark.parametrize("game", ANY_GAME)
async def test_closed_direct_messages_are_told_once_without_contents_and_my_hand_works(
    world: World, operator: Operator, game: str
) -> None:
    world.closed_dms("anna")
    sitting = await sit_down(operator, game, PEOPLE)
    anna = world.people["anna"]
    await sitting.play_on(random.Random(1), 12)
    await world.restart()
    await sitting.play_on(random.Random(2), 3)
    notes = [message for message in world.messages(world.threads[-1]) if "I can't send you direct" in message.text]
    assert len(notes) == 1
    assert notes[0].text == (
        f"📪 {anna.mention}, I can't send you direct messages. Press *My hand* here instead; "
        "only you will see it. `/settings messages` turns my direct messages off, or back on once you allow them."
    )
    hand = await anna.click(sitting.board, "My hand")
    assert hand.ephemeral
    assert f"{game.capitalize()} · table #1" in hand.text
    assert sitting.hand(world.people["bert"]).text
    await operator.check()


async def test_who_wants_no_direct_messages_gets_none_and_no_note(world: World, operator: Operator) -> None:
    anna = world.people["anna"]
    assert "My hand by direct message: **off**" in (await anna.command("settings messages", on=False)).text
    sitting = await sit_down(operator, "visby", PEOPLE)
    await a_round(sitting)
    assert anna.dms == []
    assert "I can't send you" not in told(world)


async def test_a_hand_is_one_message_kept_up_to_date_that_pings_nobody(world: World, operator: Operator) -> None:
    sitting = await sit_down(operator, "visby", PEOPLE)
    await a_round(sitting)
    await a_round(sitting, ("blacksmith", "fleet"))
    for person in sitting.people:
        assert len(person.dms) == 1
        assert not [ping for ping in person.pings if ping.place == "dm"]


async def test_a_deleted_hand_is_sent_anew(world: World, operator: Operator) -> None:
    sitting = await sit_down(operator, "visby", PEOPLE)
    bert = world.people["bert"]
    await world.delete(sitting.hand(bert))
    await a_round(sitting)
    await world.later(seconds=REFRESH_DELAY_S)
    assert len(bert.dms) == 1
    assert sitting.hand(bert).exists
    await operator.check()


# Permissions


@pytest.mark.repeated(3)
@pytest.mark.parametrize("game", ANY_GAME)
@pytest.mark.parametrize(
    "missing",
    [
        ("create_public_threads",),
        ("send_messages_in_threads",),
        ("attach_files",),
        ("send_messages",),
        ("send_messages", "send_messages_in_threads"),
        ("read_message_history",),
        ("view_channel", "send_messages", "send_messages_in_threads"),
    ],
    ids="+".join,
)
async def test_whatever_the_bot_may_not_do_the_game_goes_on(
    world: World, operator: Operator, game: str, missing: tuple[str, ...]
) -> None:
    anna, bert, *_ = world.people.values()
    await open_lobby(operator, game, anna, 2)
    await world.forbid(*missing)
    await bert.command(f"{game} join", table=1)
    await anna.command(f"{game} start", table=1)
    sitting = Sitting(operator, game, 1, [anna, bert])
    rng = random.Random(1)
    while len(await operator.log(1)) < 3:
        await move_by_tables(sitting, rng)
    await operator.check()
    speaks = "send_messages_in_threads" not in missing or "send_messages" not in missing
    assert bool(told(world).count(f"{game.capitalize()} begins")) == speaks
    assert told(world).count(f"{game.capitalize()} begins") <= 1
    doctor = await anna.command("kontor doctor")
    assert doctor.text.count("❌") >= len(missing)
    assert all(NEEDED[each] in doctor.text.partition("Missing here:")[2] for each in missing)
    await world.allow(*missing)
    before = len(await operator.log(1))
    while len(await operator.log(1)) < before + 3:
        await move_by_tables(sitting, rng)
    assert sitting.board.exists
    await operator.check()


# Threads, messages, channels


@pytest.mark.parametrize("locked", [False, True], ids=["archived", "locked"])
@pytest.mark.parametrize("game", ANY_GAME)
async def test_the_game_goes_on_after_its_thread_was_archived(
    world: World, operator: Operator, game: str, locked: bool
) -> None:
    sitting = await sit_down(operator, game, PEOPLE)
    await sitting.play_on(random.Random(1), 3)
    await world.archive(world.threads[-1], locked=locked)
    rng = random.Random(2)
    before = told(world)
    while told(world) == before:
        await sitting.move((await sitting.owing())[0], rng)
    await operator.check()
    boards = [message for message in world.messages() if "k:play:1::" in message.custom_ids]
    assert bool(boards) == locked, "where the thread is closed for good, the channel has to do"
    await world.people["anna"].click(boards[-1] if locked else sitting.board, "My hand")


@pytest.mark.parametrize("game", ANY_GAME)
async def test_the_game_goes_on_in_the_channel_after_its_thread_was_deleted(
    world: World, operator: Operator, game: str
) -> None:
    sitting = await sit_down(operator, game, PEOPLE)
    rng = random.Random(2)
    await sitting.play_on(rng, 3)
    pinged = [len(person.pings) for person in sitting.people]
    await world.delete(world.threads[-1])
    (board,) = [message for message in world.messages() if f"k:play:{sitting.number}::" in message.custom_ids]
    assert all(person.name.capitalize() in board.text for person in await sitting.owing())
    assert [len(person.pings) for person in sitting.people] == pinged
    sitting.menus.clear()
    await move_by_tables(sitting, rng)
    await sitting.play_on(rng, 10)
    assert sitting.board.place == "games"
    await operator.check()


async def move_by_tables(sitting: Sitting, rng: random.Random) -> None:
    """Let somebody who owes a decision press something, in a menu opened by `/tables`."""
    person = rng.choice(await sitting.owing())
    menu = sitting.menus.get(person.name)
    if menu is None or not menu.exists or not moves_on(menu, sitting.game):
        sitting.menus[person.name] = (await person.click(await person.command("tables"), "Play")).shown
    await sitting.move(person, rng)


@pytest.mark.parametrize("game", ANY_GAME)
async def test_a_deleted_board_is_posted_anew(world: World, operator: Operator, game: str) -> None:
    sitting = await sit_down(operator, game, PEOPLE)
    await world.delete(sitting.board)
    (person, *_) = await sitting.owing()
    answer = await person.click(sitting.hand(person), "Play")
    sitting.menus[person.name] = answer.shown
    rng = random.Random(4)
    while not await operator.log(1):
        await sitting.move(person, rng)
    await world.later(seconds=REFRESH_DELAY_S)
    assert sitting.board.exists
    await operator.check()


async def test_a_deleted_lobby_still_starts(world: World, operator: Operator) -> None:
    anna, bert, *_ = world.people.values()
    lobby, _ = await open_lobby(operator, "visby", anna, 2)
    await world.delete(lobby)
    await bert.command("visby join", table=1)
    (anew,) = [message for message in world.messages() if "k:join:1::" in message.custom_ids]
    assert "Bert" in anew.text
    await world.delete(anew)
    await anna.command("visby start", table=1)
    sitting = Sitting(operator, "visby", 1, [anna, bert])
    await a_round(sitting)
    assert len(stories(world)) == 1
    assert sitting.board.exists
    await operator.check()


async def test_a_deleted_channel_does_not_stop_a_game(world: World, operator: Operator) -> None:
    elsewhere = await world.new_channel("elsewhere")
    sitting = await sit_down(operator, "visby", PEOPLE)
    await world.delete(world.threads[-1])
    await world.delete(world.channel)
    for person in sitting.people:
        answer = await person.command("visby play", table=1, card="knight", second="ship", place=elsewhere)
        assert answer.text
    assert len(await operator.log(1)) == 2
    assert "Visby · table #1" in (await sitting.people[0].command("visby hand", place=elsewhere)).text
    assert "Table #1 is closed." in (await sitting.close(elsewhere)).text
    await operator.check()


# Discord's own troubles


@pytest.mark.repeated(2)
@pytest.mark.parametrize("done", [False, True], ids=["refused", "answer-lost"])
@pytest.mark.parametrize("what", [500, 429])
@pytest.mark.parametrize("deed", ["send", "edit", "open thread", "open dm"])
async def test_what_discord_refuses_for_now_is_told_later_and_once(
    world: World, operator: Operator, deed: str, what: int, done: bool
) -> None:
    anna, bert, *_ = world.people.values()
    lobby, _ = await open_lobby(operator, "visby", anna, 2)
    await bert.click(lobby, "Join")
    times = 4 if deed == "send" else 2
    world.fail_next(deed, what, times=times, done=done)
    await anna.click(lobby, "Start")
    sitting = Sitting(operator, "visby", 1, [anna, bert])
    await a_round(sitting)
    assert len(await operator.log(1)) == 2, "nobody has to wait for Discord"
    await world.later(minutes=4)
    await operator.check()
    world.fail_no_more()
    assert len(world.threads) == 1
    assert told(world).count("Visby begins") == 1
    assert len(stories(world)) == 1
    assert len([message for message in world.messages(world.threads[0]) if "k:play:1::" in message.custom_ids]) == 1
    assert [len(person.dms) for person in (anna, bert)] == [1, 1]
    assert "All seats are taken" not in lobby.text
    assert [ping.text for ping in bert.pings if "Visby #1" in ping.text] == sorted(
        {ping.text for ping in bert.pings if "Visby #1" in ping.text}
    )


@pytest.mark.repeated(2)
@pytest.mark.parametrize("what", [500, 429])
async def test_every_single_request_of_a_round_may_fail(world: World, operator: Operator, what: int) -> None:
    """One failing request after another: whichever it is, the round is told once and nothing is left over."""
    sitting = await sit_down(operator, "visby", PEOPLE)
    rounds = 0
    for deed in ("send", "edit"):
        for done in (False, True):
            for skip in range(3):
                if await sitting.over():
                    break
                rounds += 1
                world.wire.faults.append(Skipping(deed, trouble(str(what)), 1, done, None, skip))
                await sitting.play_on(random.Random(rounds), 2)
                world.fail_no_more()
                await world.later(minutes=1)
                await operator.check()
    logs = [row.events.decode() for row in await operator.log(1)]
    assert len(stories(world)) == sum('"revealed"' in line for line in logs)


@dataclass(slots=True)
class Skipping(Fault):
    """A trouble that lets some matching requests pass first."""

    skip: int = 0

    def meets(self, request: Request) -> bool:
        if not Fault.meets(self, request):
            return False
        self.skip -= 1
        return self.skip < 0


async def test_a_long_outage_is_survived_and_all_is_told_in_order(world: World, operator: Operator) -> None:
    sitting = await sit_down(operator, "visby", PEOPLE)
    for deed in ("send", "edit"):
        world.fail_next(deed, 500, times=10_000)
    await a_round(sitting)
    await a_round(sitting, ("blacksmith", "fleet"))
    await world.later(minutes=30)
    await world.restart()
    await world.later(minutes=30)
    assert stories(world) == []
    world.fail_no_more()
    await world.later(minutes=16)
    await operator.check()
    found = stories(world)
    assert len(found) == 2
    assert [re.search(r"Knight|Fleet", message.text)[0] for message in found]  # type: ignore[index]


# Our own faults


async def test_a_fault_of_ours_is_told_with_a_number_that_is_in_the_log(
    world: World, operator: Operator, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    sitting = await sit_down(operator, "visby", PEOPLE)
    anna = world.people["anna"]

    async def broken(visit: object) -> None:
        raise RuntimeError("the roof fell in")

    world.expect_errors("the roof fell in")
    board = sitting.board
    monkeypatch.setitem(world.bot.dispatcher.verbs, "hand", Verb("hand", broken))
    with caplog.at_level(logging.ERROR, "kontor.request"):
        clicked = await anna.click(board, "My hand")
        typed = await anna.command("visby hand")
    for answer in (clicked, typed):
        assert answer.ephemeral
        assert "Something went wrong on our side. Nothing is lost" in answer.text
        found = re.search(r"number: `([0-9a-f]{8})`", answer.text)
        assert found
        assert f"error={found[1]} verb=hand table=1" in caplog.text
        assert "roof" not in answer.text
        assert "`/tables` before you try again" in answer.text, "it may have been done"
    monkeypatch.undo()
    assert "Visby · table #1" in (await anna.click(board, "My hand")).text


async def test_a_story_that_cannot_be_worded_does_not_hold_up_the_next(
    world: World, operator: Operator, monkeypatch: pytest.MonkeyPatch
) -> None:
    sitting = await sit_down(operator, "visby", PEOPLE)
    world.expect_errors("kind=story cannot be delivered")
    with monkeypatch.context() as patch:
        patch.setattr(type(world.bot.app.games["visby"]), "story", lambda *_: 1 / 0)
        await a_round(sitting)
    await a_round(sitting, ("blacksmith", "fleet"))
    assert len(stories(world)) == 1
    await operator.check()


@pytest.mark.parametrize("trouble", ["unknown interaction", 500])
async def test_an_answer_that_cannot_be_delivered_does_not_undo_the_move(
    world: World, operator: Operator, trouble: str | int
) -> None:
    sitting = await sit_down(operator, "visby", PEOPLE)
    person: Person = sitting.people[0]
    world.fail_next("answer", trouble, times=100)
    answer = await person.command("visby play", card="knight", second="ship", must_answer=False)
    assert not answer.acknowledged
    world.fail_no_more()
    assert await operator.moves(1) == [f"{await sitting.seat(person)} pick knight ship"]
    again = await person.click(sitting.board, "Play")
    assert "Knight" in again.text
    await operator.check()


async def test_an_answer_that_arrived_though_its_reply_was_lost_is_no_fault(
    world: World, operator: Operator, monkeypatch: pytest.MonkeyPatch
) -> None:
    """discord.py tries again, and is told that it has answered already."""
    sitting = await sit_down(operator, "visby", PEOPLE)
    send = discord.InteractionResponse.send_message

    async def reply_lost(self: Any, *args: Any, **more: Any) -> None:
        await send(self, *args, **more)
        response: Any = SimpleNamespace(status=400, reason="Bad Request")
        raise discord.HTTPException(response, {"code": 40060, "message": "Interaction has already been acknowledged."})

    monkeypatch.setattr(discord.InteractionResponse, "send_message", reply_lost)
    answer = await sitting.people[0].command("visby play", card="knight", second="ship")
    assert "You play" in answer.text
    assert len(await operator.moves(1)) == 1
