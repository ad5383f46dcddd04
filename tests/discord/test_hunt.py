"""A sample of the hunt for messages that are not so; and the hunt finds whatever is not so."""

from __future__ import annotations

import random
from collections.abc import Awaitable, Callable
from copy import deepcopy
from pathlib import Path

import discord
import pytest

from tests.discord.audit import Audit
from tests.discord.bot import Operator
from tests.discord.hunt import hunt
from tests.discord.kit import World
from tests.discord.playing import GAMES, Sitting, moves_on, sit_down
from tests.discord.reading import Seen, seen
from tests.selection import thorough

CLICKS = 60


@pytest.mark.thorough
@pytest.mark.parametrize("seed", [9, *thorough(*range(10, 9 + len(GAMES)))])
async def test_with_faults_and_takings_back_everybody_sees_what_is_so(tmp_path: Path, seed: int) -> None:
    done = await hunt(tmp_path, seed, CLICKS)
    assert done["comparison"] > CLICKS / 3
    assert done["taking back"]
    assert sum(done[what] for what in done if what.startswith("fault: "))
    assert all(done[f"{what} compared"] for what in ("board", "hand", "menu", "ping that stands"))


# What the audit finds

Plant = Callable[[Sitting], Awaitable[None]]


def ping_of(sitting: Sitting, name: str) -> Seen:
    """The message that asks somebody."""
    mention = sitting.world.people[name].mention
    return next(each for each in sitting.world.messages(sitting.world.threads[0]) if mention in each.text)


def change(message: Seen, words: str, others: str) -> None:
    """Let a message say something else."""
    texts = [(part, "content") for part in message.components if part["type"] == 10]
    pictures = [(item, "description") for part in message.components for item in part.get("items", ())]
    for part, key in [*texts, *pictures]:
        part[key] = seen(part[key]).replace(words, others)
    assert others in message.text


async def say(sitting: Sitting, text: str) -> None:
    """Let the bot say something at the table that pings whoever is named."""
    place = sitting.world.bot.get_partial_messageable(sitting.world.threads[0].id)
    await place.send(text, allowed_mentions=discord.AllowedMentions(users=True))


async def a_wrong_board(sitting: Sitting) -> None:
    change(sitting.board, "Waiting for", "Not waiting for")


async def two_boards(sitting: Sitting) -> None:
    board = sitting.board
    copy = await sitting.world.bot.get_partial_messageable(board.channel_id).send("a board")
    sitting.world.discord.get_message(board.channel_id, copy.id).components = board.stored.components


async def a_wrong_hand(sitting: Sitting) -> None:
    change(sitting.hand(sitting.people[1]), "choose what to play", "wait")


async def no_hand(sitting: Sitting) -> None:
    await sitting.world.delete(sitting.hand(sitting.people[1]))


async def a_wrong_menu(sitting: Sitting) -> None:
    change(await sitting.open_menu(sitting.people[1]), "Round 1", "Round 2")


async def a_menu_with_a_move_too_many(sitting: Sitting) -> None:
    menu = await sitting.open_menu(sitting.people[1])
    moves_on(menu, "visby")[0]["custom_id"] += "x"


async def a_second_ping(sitting: Sitting) -> None:
    await say(sitting, ping_of(sitting, "bert").text)


async def a_second_ping_for_one_question(sitting: Sitting) -> None:
    """Long after the first one, which is not there any more."""
    ping = ping_of(sitting, "bert")
    text = ping.text
    await sitting.world.delete(ping)
    await sitting.world.later(minutes=2)
    await say(sitting, text)


async def a_missing_ping(sitting: Sitting) -> None:
    await sitting.world.delete(ping_of(sitting, "clara"))


async def a_ping_for_nothing(sitting: Sitting) -> None:
    anna = sitting.people[0]
    await anna.command("visby play", card="knight", second="ship")
    await sitting.world.later(seconds=1)
    await say(sitting, f"{anna.mention} · Visby #{sitting.number}: choose what to play this round.")


async def an_untold_story(sitting: Sitting) -> None:
    for person in sitting.people:
        await person.command("visby play", card="knight", second="ship")
    story = next(each for each in sitting.world.messages(sitting.world.threads[0]) if "are revealed" in each.text)
    await sitting.world.delete(story)


async def a_wrong_lobby(sitting: Sitting) -> None:
    change(sitting.world.messages()[0], "The game has started", "Press *Join*")


PLANTED: dict[Plant, str] = {
    a_wrong_board: "a board is not right",
    two_boards: "2 boards",
    a_wrong_hand: "bert's hand is not right",
    no_hand: "bert has 0 hands",
    a_wrong_menu: "bert's menu is not right",
    a_menu_with_a_move_too_many: "bert's menu offers what cannot be done",
    a_second_ping: "bert is asked by 2 messages",
    a_second_ping_for_one_question: "bert is pinged 2 times for one question",
    a_missing_ping: "clara is asked since",
    a_ping_for_nothing: "a ping stands for nothing",
    an_untold_story: "not told 1 times: ### All cards are revealed",
    a_wrong_lobby: "the lobby is not right",
}


@pytest.mark.repeated(3)
@pytest.mark.parametrize("plant", PLANTED, ids=lambda plant: plant.__name__)
async def test_whatever_is_not_so_is_found(world: World, operator: Operator, plant: Plant) -> None:
    sitting = await sit_down(operator, "visby", ("anna", "bert", "clara"))
    audit = Audit(sitting)
    await audit.note(sitting.people[0])
    await world.later(seconds=1)
    await sitting.open_menu(sitting.people[1])
    assert await audit.faults() == []
    await plant(sitting)
    found = await audit.faults()
    assert any(each.startswith(PLANTED[plant]) for each in found), found


async def test_only_a_wrong_confirmation_is_found(world: World, operator: Operator) -> None:
    sitting = await sit_down(operator, "visby", ("anna", "bert", "clara"))
    audit, (anna, bert, clara) = Audit(sitting), sitting.people
    for person, card in ((anna, "knight"), (bert, "merchant"), (clara, "knight")):
        await audit.note(person)
        await person.command("visby play", card=card, second="ship")
    await audit.note(clara)
    await world.later(seconds=1)
    menu = await sitting.open_menu(bert)
    page = (await bert.click(menu, moves_on(menu, "visby")[0]["custom_id"])).shown
    assert "You can't undo this trade." in page.text
    assert await audit.faults() == []
    change(page, " wares → ", "9 wares → ")
    assert [each.splitlines()[0] for each in await audit.faults()] == [
        "bert is asked to confirm another move than the button makes:"
    ]


async def a_board_that_tells_of_a_plan(sitting: Sitting) -> None:
    change(sitting.board, "Waiting for", "Bert has planned. Waiting for")


async def a_menu_with_another_plan(sitting: Sitting) -> None:
    change(sitting.menus["bert"], "Take a row: ", "Take a row: 🌾 Grain, ")


async def a_menu_without_its_plan(sitting: Sitting) -> None:
    change(sitting.menus["bert"], "Your plan", "Your hand")


async def a_plan_that_was_not_played(sitting: Sitting) -> None:
    text = f"🗓️ **Riga · table #{sitting.number}:** your plan was played.\n🛢️ **⁨Bert⁩** takes a row: 🧵 Cloth."
    await sitting.world.bot.get_partial_messageable(sitting.people[1].dm.id).send(text)


PLANTED_ABOUT_PLANS: dict[Plant, str] = {
    a_board_that_tells_of_a_plan: "everybody reads about a plan",
    a_menu_with_another_plan: "bert's menu shows other plans than are stored",
    a_menu_without_its_plan: "bert's menu shows other plans than are stored",
    a_plan_that_was_not_played: "bert was told 1 times of 0 planned moves",
}


@pytest.mark.repeated(2)
@pytest.mark.parametrize("plant", PLANTED_ABOUT_PLANS, ids=lambda plant: plant.__name__)
async def test_whatever_is_not_so_about_plans_is_found(world: World, operator: Operator, plant: Plant) -> None:
    sitting, rng = await sit_down(operator, "riga", ("anna", "bert", "clara")), random.Random(1)
    audit, bert = Audit(sitting), sitting.people[1]
    while "turn" not in (await operator.table(sitting.number)).owed.values():
        await sitting.move((await sitting.owing())[0], rng)
    await audit.note(sitting.people[0])
    await world.later(minutes=3)
    menu = (await bert.click(await sitting.open_menu(bert), "k:plan:")).shown
    for pressed in ("Row 2", "End turn"):
        menu = (await bert.click(menu, pressed)).shown
    sitting.menus["bert"] = menu
    await audit.note_planning(bert, menu)
    assert await audit.faults() == []
    assert audit.compared["plan"] == 1
    await plant(sitting)
    found = await audit.faults()
    assert any(each.startswith(PLANTED_ABOUT_PLANS[plant]) for each in found), found


async def a_board_with_an_automatic_answer(sitting: Sitting) -> None:
    change(sitting.board, "Waiting for", "Bert: *The cheapest ware that no order needs*. Waiting for")


async def a_message_to_another_about_an_automatic_answer(sitting: Sitting) -> None:
    text = f"📌 **Haithabu · table #{sitting.number}:** I answered for you.\n**⁨Bert⁩** discards Mead."
    await sitting.world.bot.get_partial_messageable(sitting.people[2].dm.id).send(text)


async def a_hand_with_anothers_policy(sitting: Sitting) -> None:
    hand = sitting.hand(sitting.people[2])
    hand.stored.components = deepcopy(hand.stored.components)
    change(hand, "Warehouse", "Bert gives 10 silver, otherwise a ware no order needs. Warehouse")


async def a_page_with_another_policy(sitting: Sitting) -> None:
    page = sitting.menus["bert"]
    change(page, "The cheapest ware that no order needs", "The cheapest ware, if possible one no order needs")


PLANTED_ABOUT_ANSWERS: dict[Plant, str] = {
    a_board_with_an_automatic_answer: "everybody reads about an automatic answer",
    a_message_to_another_about_an_automatic_answer: "clara reads about an automatic answer",
    a_hand_with_anothers_policy: "clara reads about an automatic answer",
    a_page_with_another_policy: "bert's page shows other automatic answers than are stored",
}


@pytest.mark.repeated(2)
@pytest.mark.parametrize("plant", PLANTED_ABOUT_ANSWERS, ids=lambda plant: plant.__name__)
async def test_whatever_is_not_so_about_automatic_answers_is_found(
    world: World, operator: Operator, plant: Plant
) -> None:
    sitting = await sit_down(operator, "haithabu", ("anna", "bert", "clara"))
    audit, bert = Audit(sitting), sitting.people[1]
    await audit.note(sitting.people[0])
    await world.later(minutes=3)
    page = (await bert.click(await sitting.open_menu(bert), "Automatic answers")).shown
    page = (await bert.choose(page, "spare", menu="Unrest: choose …")).shown
    sitting.menus["bert"] = page
    await audit.note_setting(bert, page)
    await sitting.open_menu(sitting.people[2])
    assert await audit.faults() == []
    assert audit.compared["automatic answer"] == 1
    await plant(sitting)
    found = await audit.faults()
    assert any(each.startswith(PLANTED_ABOUT_ANSWERS[plant]) for each in found), found
