"""`/play` on Discord: two people find each other, lobbies are offered first, old wishes are confirmed, computers."""

from __future__ import annotations

import pytest

from tests.discord.bot import Operator
from tests.discord.kit import World
from tests.discord.playing import add_admin
from tests.discord.reading import Seen

pytestmark = pytest.mark.usefixtures("plain_pictures")


def overviews(world: World) -> list[Seen]:
    return [seen for seen in world.messages() if "I want to play too" in seen.buttons]


async def test_two_people_find_each_other(world: World, operator: Operator) -> None:
    anna, bert = world.people["anna"], world.people["bert"]
    offered = await anna.command("play")
    assert offered.ephemeral
    waiting = await anna.click(offered, "Anything")
    assert "You're looking for a game" in waiting.text
    await world.settle()
    [overview] = overviews(world)
    assert (
        "1 person is looking for a game. Games they would like to play: Visby, Riga, Haithabu."
        in overview.text.replace("**", "")
    )
    assert "Anna" not in overview.text
    draft = await bert.click(await bert.click(overview, "I want to play too"), "Choose …")
    draft = await bert.choose(draft, "Riga", menu="Any game")
    draft = await bert.choose(draft, "2 players", menu="Any number of players")
    draft = await bert.choose(draft, "12 hours per decision", menu="Any time limit per decision")
    draft = await bert.choose(draft, "Only people", menu="Computers")
    found = await bert.click(draft, "Look for a game")
    assert "Your game has begun: table #1" in found.text
    await world.settle()
    assert overviews(world) == []
    table = await operator.services.load(1)
    assert (table.row.game, table.row.status, table.row.host) == ("riga", "playing", anna.id)
    assert table.clock.time == 12 * 60 * 60
    assert len(world.threads) == 1
    assert len(anna.pings) + len(bert.pings) == len(table.owed)
    assert "You're looking" not in (await anna.command("play")).text


@pytest.mark.parametrize(
    ("chosen", "client", "said"), [("auto", "de", "1 person is looking"), ("de", "en-US", "1 Person sucht")]
)
async def test_the_overview_is_in_the_servers_language_and_else_in_english(
    world: World, operator: Operator, chosen: str, client: str, said: str
) -> None:
    await add_admin(world).command("kontor setup", language=chosen)
    anna = world.people["anna"]
    anna.locale = client
    offered = await anna.command("play")
    await anna.click(offered, offered.shown.buttons[0])
    await world.settle()
    assert [said in message.text for message in world.messages() if not message.ephemeral] == [True]


async def test_open_lobbies_that_fit_come_first_and_stop_ends_the_search(world: World, operator: Operator) -> None:
    anna, bert = world.people["anna"], world.people["bert"]
    await anna.command("visby new", seats=3)
    offered = await bert.command("play")
    assert "Join #1" in offered.shown.buttons
    draft = await bert.choose(await bert.click(offered, "Choose …"), "Riga", menu="Any game")
    assert "Join #1" not in draft.shown.buttons
    await bert.click(draft, "Look for a game")
    mine = await bert.command("play")
    assert mine.shown.buttons == ["Stop looking"]
    assert "Riga" in mine.text
    assert "no longer looking" in (await bert.click(mine, "Stop looking")).text
    await world.settle()
    assert overviews(world) == []
    assert "You have a seat" in (await bert.click(await bert.command("play"), "Join #1")).text


async def test_an_old_wish_is_confirmed_by_direct_message(world: World, operator: Operator) -> None:
    anna, bert = world.people["anna"], world.people["bert"]
    await anna.click(await anna.command("play"), "Anything")
    await world.later(hours=25)
    assert "You're looking" in (await bert.click(await bert.command("play"), "Anything")).text
    await world.settle()
    question = anna.dms[-1]
    assert "do you still want to play?" in question.text
    assert "Your game has begun" in (await anna.click(question, "I still want to play")).text
    assert "no longer looking" in (await anna.click(question, "I still want to play")).text


async def test_whoever_accepts_no_direct_messages_is_asked_in_the_channel(world: World, operator: Operator) -> None:
    bert, clara = world.people["bert"], world.people["clara"]
    world.closed_dms("clara")
    await clara.click(await clara.command("play"), "Anything")
    await world.later(hours=25)
    await bert.click(await bert.command("play"), "Anything")
    await world.settle()
    question = next(seen for seen in reversed(world.messages()) if "do you still want" in seen.text)
    assert clara.mention in question.text
    assert "Your game has begun" in (await clara.click(question, "I still want to play")).text


async def test_the_overview_follows_as_soon_as_its_channel_lets_us_in_again(world: World, operator: Operator) -> None:
    anna, bert, other = world.people["anna"], world.people["bert"], await world.new_channel("other")
    await anna.click(await anna.command("play"), "Anything")
    await world.forbid("send_messages", "view_channel")
    draft = await bert.click(await bert.command("play", place=other), "Choose …")
    draft = await bert.choose(draft, "4 players", menu="Any number of players")
    draft = await bert.choose(draft, "Only people", menu="Computers")
    await bert.click(draft, "Look for a game")
    for _ in range(12):  # The bot waits longer after each try.
        await world.later(minutes=10)
    assert "1 person is looking" in overviews(world)[0].text
    await world.allow("send_messages", "view_channel")
    await world.later(minutes=2)
    assert "2 people are looking" in overviews(world)[0].text


async def test_whoever_found_nobody_plays_with_computers_by_one_press(world: World, operator: Operator) -> None:
    anna = world.people["anna"]
    draft = await anna.click(await anna.command("play"), "Choose …")
    draft = await anna.choose(draft, "Keep looking for 6 hours", menu="How long")
    await anna.click(draft, "Look for a game")
    await world.later(hours=6, minutes=1)
    await world.settle()
    assert overviews(world) == []
    offer = anna.dms[-1]
    assert "Your game has begun: table #1" in (await anna.click(offer, "Play against computers")).text
    assert "no longer looking" in (await anna.click(offer, "Play against computers")).text
    await world.settle()
    assert len((await operator.services.load(1)).human_seats()) == 1


async def test_what_cannot_be_looked_for_is_refused_with_a_reason(world: World, operator: Operator) -> None:
    anna, admin = world.people["anna"], add_admin(world)
    assert "server" in (await anna.command("play", place=anna.dm)).text
    offered = await anna.command("play")
    draft = await anna.click(offered, "Choose …")
    forged = await anna.raw_click(draft, "s:wish_set:0::games", values=["chess"])
    assert "out of date" in forged.text
    hidden = await world.new_channel("tables")
    await admin.command("kontor setup", channel=hidden)
    await world.forbid("send_messages", place=hidden)
    assert "I need a channel that you can see" in (await anna.command("play")).text
    await world.allow("send_messages", place=hidden)
    await anna.click(await anna.command("play"), "Anything")
    await world.settle()
    assert ["looking for a game" in seen.text for seen in world.messages(hidden)] == [True]
