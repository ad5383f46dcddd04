"""Restarts and crashes between any two clicks, and in the middle of one: all that is old works, nothing is lost."""

from __future__ import annotations

import asyncio
import random
import re
from collections.abc import Callable
from typing import Any

import pytest

from cogs.connection import discord_private
from cogs.delivery import discord_port
from storage import Address
from storage.database import Transaction
from storage.queries import outbox as sql_outbox
from storage.rows import OutboxRow
from tables.play import moves as play
from tests.discord.bot import Operator
from tests.discord.clicking import STALE
from tests.discord.kit import World
from tests.discord.people import Person
from tests.discord.playing import ANY_GAME, Sitting, moves_on, open_lobby, press, sit_down
from tests.discord.reading import BUTTON, Answer, Seen
from tests.selection import THOROUGH, thorough

pytestmark = pytest.mark.usefixtures("plain_pictures")


@pytest.fixture
def home(address: Address) -> Address:
    """On both engines."""
    return address


POINTS = 60 if THOROUGH else 20
"""So many restarts in each whole game below: more than 200 in all in `make thorough`."""


async def begin_anew(world: World, way: str) -> None:
    await (world.restart() if way == "restart" else world.crash())


async def some_menu(sitting: Sitting, person: Person, rng: random.Random) -> Seen:
    """A menu with moves: the one the person has, or a new one by *Play* on the board or under the hand."""
    way = rng.choice(("menu", "board", "hand"))
    if way == "menu":
        return await sitting.menu(person)
    on = sitting.board if way == "board" else sitting.hand(person)
    sitting.menus[person.name] = (await person.click(on, f"k:play:{sitting.number}:")).shown
    return sitting.menus[person.name]


@pytest.mark.repeated(5)
@pytest.mark.parametrize(
    ("people", "computers", "way", "seed"),
    [
        (("anna", "bert", "clara", "david"), 0, "restart", 1),
        (("anna", "bert", "clara", "david"), 0, "crash", 2),
        (("anna", "bert"), 2, "crash", 3),
        (("anna", "bert", "clara"), 0, "both", 4),
    ],
)
@pytest.mark.parametrize("game", ANY_GAME)
async def test_a_game_goes_on_through_restarts_between_any_two_clicks(
    world: World, operator: Operator, game: str, people: tuple[str, ...], computers: int, way: str, seed: int
) -> None:
    rng = random.Random(seed)
    points = 0

    async def interrupt() -> None:
        nonlocal points
        points += 1
        await begin_anew(world, rng.choice(("restart", "crash")) if way == "both" else way)

    while points < operator.times(POINTS):
        sitting = await sit_down(operator, game, people, computers=computers)
        while owing := await sitting.owing():
            before = len(await operator.log(sitting.number))
            person = rng.choice(owing)
            await interrupt()
            menu = await some_menu(sitting, person, rng)
            await interrupt()
            answer = await press(person, menu, game, rng)
            if STALE in answer.text:
                # A menu of the round before: it has become a fresh one.
                await interrupt()
                answer = await press(person, answer.shown, game, rng)
            assert STALE not in answer.text
            assert len(await operator.log(sitting.number)) > before or moves_on(answer.shown, game)
            if points >= operator.times(POINTS):
                break
        await operator.check()


@pytest.mark.repeated(2)
@pytest.mark.parametrize("way", ["restart", "crash"])
@pytest.mark.parametrize("game", ANY_GAME)
async def test_every_button_of_a_lobby_works_after_a_restart(
    world: World, operator: Operator, game: str, way: str
) -> None:
    anna, bert, clara, _ = world.people.values()
    lobby, number = await open_lobby(operator, game, anna, 4)

    async def press_after(person: Person, what: str) -> Answer:
        await begin_anew(world, way)
        return await person.click(lobby, what)

    async def use_options_after(person: Person, what: str) -> Answer:
        options = await press_after(person, "Options")
        await begin_anew(world, way)
        return await person.click(options, what)

    async def seated() -> list[int | None]:
        return [seat.person for seat in (await operator.table(number)).seats]

    await press_after(bert, "Join")
    assert await seated() == [anna.id, bert.id]
    await use_options_after(bert, "Leave")
    assert await seated() == [anna.id]
    await press_after(clara, "Join")
    await press_after(anna, "+ Computer")
    await press_after(anna, "+ Computer")
    assert await seated() == [anna.id, clara.id, None, None]
    await use_options_after(clara, "− Computer")
    assert await seated() == [anna.id, clara.id, None]
    assert (await press_after(bert, "Rules")).text
    menu = await press_after(anna, "Start")
    assert (await operator.table(number)).row.status == "playing"
    await begin_anew(world, way)
    sitting = Sitting(operator, game, number, [anna, clara], {anna.name: menu.shown})
    await sitting.play_on(random.Random(1), 10)
    assert len(await operator.log(number)) > 0

    lobby, number = await open_lobby(operator, game, anna, 2)
    await use_options_after(anna, "Cancel the table")
    assert (await operator.table(number)).row.status == "closed"


@pytest.mark.thorough
@pytest.mark.repeated(2)
@pytest.mark.parametrize("way", ["restart", "crash"])
@pytest.mark.parametrize("game", ANY_GAME)
async def test_everything_that_can_be_clicked_answers_after_a_restart(
    world: World, operator: Operator, game: str, way: str
) -> None:
    """Board, menu, hand in the channel and by direct message, log, rules, settings, lists: every button and select."""
    anna = world.people["anna"]
    sitting = await sit_down(operator, game, ("anna", "bert"))
    rng = random.Random(1)
    await sitting.play_on(rng, 6)
    commands = ("tables", "watch", "settings show", f"{game} hand", f"{game} board", f"{game} log", "help", "rules")
    shown = [(await anna.command(name, place=world.threads[-1])).shown for name in commands]
    shown += [sitting.board, sitting.hand(anna), await sitting.menu(anna)]
    clicked = 0
    for message in shown:
        for item in message.components:
            if not item.get("custom_id") or item.get("disabled"):
                continue
            if item["type"] == BUTTON:
                act = anna.raw_click(message, item["custom_id"])
            else:
                values = [line["value"] for line in item["options"][: item["min_values"]]]
                act = anna.raw_click(message, item["custom_id"], values=values)
            await begin_anew(world, way)
            answer = await act
            assert answer.text
            clicked += 1
    assert clicked > 15
    await operator.check()


async def test_the_end_and_its_rematch_survive_a_restart(world: World, operator: Operator) -> None:
    sitting = await sit_down(operator, "visby", ("anna", "bert"))
    await sitting.play_on(random.Random(5))
    await world.crash()
    end = next(message for message in reversed(world.messages(world.threads[-1])) if "🔁 Rematch" in message.buttons)
    await world.people["bert"].click(end, "Rematch")
    lobby, invitation = world.messages()[-2:]
    assert "k:join:2::" in lobby.custom_ids
    assert "k:accept:2::" in invitation.custom_ids
    await world.restart()
    assert "rematch" in (await world.people["anna"].click(end, "Rematch")).text
    table = await operator.table(sitting.number + 1)
    assert len(table.human_seats()) == 2


def answered_after(world: World) -> Callable[[], bool]:
    """Say whether the bot has sent anything since now."""
    before = len(world.requests)
    return lambda: len(world.requests) > before


@pytest.mark.repeated(6)
@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("game", ANY_GAME)
async def test_a_crash_in_the_middle_of_a_click_loses_nothing_and_doubles_nothing(
    world: World, operator: Operator, game: str, seed: int
) -> None:
    """What was answered is in the log; pressing again what was not answered makes the move once."""
    rng = random.Random(seed)
    sitting = await sit_down(operator, game, ("anna", "bert", "clara"))
    answered = lost = 0
    for _ in range(40 if game == "haithabu" else 25 if THOROUGH else 15):
        owing = await sitting.owing()
        if not owing:
            break
        person = rng.choice(owing)
        menu = await sitting.open_menu(person)
        items = [item for item in moves_on(menu, game) if re.match("[ks]:(move|visby.pick):", item["custom_id"])]
        if not items:
            # A move that is put together step by step: another step.
            await press(person, menu, game, rng)
            continue
        item = rng.choice(items)
        values = None
        if item["type"] != BUTTON:
            values = rng.sample([str(line["value"]) for line in item["options"]], item["min_values"])
        before = await operator.moves(sitting.number)
        click = person.raw_click(menu, item["custom_id"], values=values)
        if rng.random() < 0.25:
            (answer,) = await world.crash_during([click], until=answered_after(world))
        else:
            turns = rng.choice((0, int(2 ** rng.uniform(0, 11)), int(2 ** rng.uniform(6, 11))))
            (answer,) = await world.crash_during([click], turns=turns)
        made = (await operator.moves(sitting.number))[len(before) :]
        await person.raw_click(menu, item["custom_id"], values=values)
        then = (await operator.moves(sitting.number))[len(before) :]
        if not then:
            continue  # what was chosen in a list is not always allowed
        assert len(then) == 1
        assert made in ([], then)
        assert made or not answer.acknowledged
        answered += answer.acknowledged
        lost += not made
    await operator.check()
    assert (answered and lost) if game == "visby" else (answered or lost)


@pytest.mark.parametrize("seed", [0, *thorough(1, 2)])
async def test_every_round_is_told_once_though_the_bot_crashes_while_telling(
    world: World, operator: Operator, seed: int
) -> None:
    rng = random.Random(seed)
    sitting = await sit_down(operator, "visby", ("anna", "bert", "clara", "david"))
    for _ in range(12):
        owing = await sitting.owing()
        menu = await sitting.open_menu(owing[0])
        button = rng.choice(moves_on(menu, "visby"))["custom_id"]
        click = owing[0].raw_click(menu, button)
        await world.crash_during([click], until=answered_after(world), turns=rng.randrange(2500))
        await world.settle()
    await operator.check()
    events = [row.events.decode() for row in await operator.log(sitting.number)]
    reveals = sum('"revealed"' in line for line in events)
    stories = [message for message in world.messages(world.threads[-1]) if "All cards are revealed" in message.text]
    assert len(stories) == reveals > 0


async def test_what_was_sent_but_not_crossed_out_before_a_crash_is_no_second_message(
    world: World, operator: Operator, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The story, the new board and the ping of a round, sent as one just before the bot dies, again and again."""
    sitting = await sit_down(operator, "visby", ("anna", "bert"))
    anna, bert = sitting.people
    await anna.choose(await sitting.open_menu(anna), ["knight", "ship"])
    menu = await sitting.open_menu(bert)
    told = sql_outbox.acknowledge
    died: list[str] = []

    async def dies(db: Transaction, row: OutboxRow) -> Any:
        if row.kind in ("story", "board", "ping") and row.kind not in died:
            died.append(row.kind)
            await asyncio.sleep(60)
        return await told(db, row)

    monkeypatch.setattr(sql_outbox, "acknowledge", dies)
    before, pinged = [message.id for message in world.messages(world.threads[-1])], len(anna.pings)
    await world.crash_during([bert.choose(menu, ["fleet", "troops"])], until=lambda: died)
    await world.crash_during([], until=lambda: len(died) == 2)
    await world.crash_during([], until=lambda: len(died) == 3)
    await world.crash()
    await world.settle()
    assert sorted(died) == ["board", "ping", "story"]
    now = world.messages(world.threads[-1])
    new = [message for message in now if message.id not in before and not message.ephemeral]
    assert len(new) == 1
    assert len(anna.pings) == pinged + 1
    await operator.check()


async def test_a_board_that_became_newer_before_the_bot_died_is_still_the_same_message(
    world: World, operator: Operator, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A new board arrives, as somebody has deleted the old one. Before that is written down somebody else decides."""
    sitting = await sit_down(operator, "visby", ("anna", "bert", "clara", "david"))
    anna, bert, clara, _ = sitting.people
    await world.delete(sitting.board)
    await anna.command("visby play", table=sitting.number, card="knight")
    async with operator.services.db.transaction() as db:
        await db.execute("UPDATE outbox SET due = 0")  # Else it would wait for the others.
    send, services, died = discord_private.send_with_nonce, operator.services, list[int]()

    async def dies(*args: Any, **more: Any) -> Any:
        sent = await send(*args, **more)
        if "k:play:1::" in str(args[2].to_components()) and not died:
            await play.play(services, sitting.number, clara.id, "pick fleet")
            died.append(sitting.number)
            await asyncio.sleep(60)
        return sent

    monkeypatch.setattr(discord_port, "send_with_nonce", dies)
    chooses = bert.command("visby play", table=sitting.number, card="ship")
    await world.crash_during([chooses], until=lambda: died)
    await world.settle()
    assert [message for message in world.messages(world.threads[-1]) if "k:play:1::" in message.custom_ids] == [
        sitting.board
    ]
    waits = next(line for line in sitting.board.text.splitlines() if "⏳" in line)
    assert "David" in waits
    assert "Clara" not in waits
    await operator.check()


async def test_the_last_board_stays_when_the_bot_dies_after_it_was_posted(
    world: World, operator: Operator, monkeypatch: pytest.MonkeyPatch
) -> None:
    sitting = await sit_down(operator, "visby", ("anna", "bert"))
    told = sql_outbox.acknowledge
    died: list[int] = []

    async def dies(db: Transaction, row: OutboxRow) -> Any:
        if row.kind == "board" and not died:
            died.append(row.id)
            await asyncio.sleep(60)
        return await told(db, row)

    sure = await sitting.people[0].command("table close", table=1)
    await sitting.people[0].click(sure, "Ask the others")
    monkeypatch.setattr(sql_outbox, "acknowledge", dies)
    sure = await sitting.people[1].click(sitting.board, "Agree to close")
    await world.crash_during([sitting.people[1].click(sure, "Close table #1")], until=lambda: died)
    await world.settle()
    assert died
    assert sum("board.png" in message.files for message in world.messages(world.threads[-1])) == 1


@pytest.mark.parametrize("turns", [3, 200, *thorough(0, 30, 100, 300, 400, 600)])
async def test_a_bot_told_to_stop_finishes_what_it_has_begun(world: World, operator: Operator, turns: int) -> None:
    """Everybody is answered; who was told that the move is made finds it made."""
    sitting = await sit_down(operator, "visby", ("anna", "bert", "clara", "david"))
    menus = {person: await sitting.open_menu(person) for person in sitting.people}
    answers = await world._begin([person.click(menu, "Knight") for person, menu in menus.items()], turns)
    await stop(world)
    late = await sitting.people[0].click(sitting.board, "Play")
    assert "I'm restarting" in late.text
    world._finished(answers, must_answer=True)
    with world.env.bot_scope():
        await world.bot.services.close()
    await world.env.restart_bot(await operator.make())
    log = await operator.moves(sitting.number)
    assert all(answer.text for answer in answers)
    assert len(log) == sum("I'm restarting" not in answer.text for answer in answers)
    await world.later(minutes=1)
    await operator.check()


async def stop(world: World) -> None:
    """Let the bot finish while it is at work, as SIGTERM does; Discord is still connected then, and the file open."""
    with world.env.bot_scope():
        await world.bot.services.finish()
