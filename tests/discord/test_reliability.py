"""Reliability on Discord: shown in lobbies and statistics, hidden if somebody wants that, and required by hosts."""

from __future__ import annotations

import pytest

from matching.reliability import Level
from storage.queries.records import count_for_reliability, set_gone
from storage.queries.tables import add_table
from storage.rows import Gone, TableRow
from tests.discord.bot import Operator
from tests.discord.kit import World
from tests.discord.people import Person

pytestmark = pytest.mark.usefixtures("plain_pictures")


async def has_played(world: World, person: Person, *, left: int, games: int = 5) -> None:
    """Let games of a person be over that count, some of which they left."""
    for n in range(games):
        row = TableRow(
            game="visby", rules=2, options={}, seed=1, status="closed", size=2, host=person.id, server=world.server.id,
            channel=world.channel.id, language="en", created=1, ended=1,
        )  # fmt: skip
        async with world.bot.services.db.transaction() as db:
            number = await add_table(db, row)
            gone: Gone = "left" if n < left else ""
            await set_gone(db, number, 0, person.id, person.name, gone, missed=False)
            await db.execute("UPDATE decisions SET in_time = 1 WHERE table_id = ?", (number,))
            await count_for_reliability(db, number, world.server.id, 1)


async def test_lobbies_and_statistics_show_how_reliable_people_are(world: World, operator: Operator) -> None:
    anna, bert, clara, david = world.people.values()
    await has_played(world, anna, left=0)
    await has_played(world, bert, left=1)
    await has_played(world, clara, left=2)
    lobby = await anna.command("visby new", seats=5, language="de")
    for person in (bert, clara, david):
        await person.click(lobby, "Mitspielen")
    await world.settle()
    [shown] = [seen for seen in world.messages() if "Mitspielen" in seen.buttons]
    lines = [line.rpartition(" · ")[2] for line in shown.text.splitlines() if line[:2] in ("1.", "2.", "3.", "4.")]
    assert lines == ["zuverlässig", "meist zuverlässig", "oft abwesend", "neu hier"]
    assert "Reliability on this server: **mostly reliable** (80%)" in (await bert.command("stats")).text
    assert "**new** (fewer than 3 games that count)" in (await david.command("stats")).text


async def test_who_keeps_statistics_private_shows_no_level_at_once(world: World, operator: Operator) -> None:
    anna = world.people["anna"]
    await has_played(world, anna, left=0)
    await anna.command("visby new", seats=3)
    await world.settle()
    assert "👑 · reliable" in world.messages()[-1].text
    await anna.command("settings private", on=True)
    await world.settle()
    assert "reliable" not in world.messages()[-1].text
    assert "**reliable**" in (await anna.command("stats")).text, "they see their own"


async def test_a_lobby_can_require_a_level_and_says_what_is_missing(world: World, operator: Operator) -> None:
    anna, bert, clara, david = world.people.values()
    await has_played(world, bert, left=1)
    lobby = await anna.command("visby new", seats=4, reliability=Level.MOSTLY_RELIABLE)
    assert "Only for people who are at least mostly reliable, or by invitation" in lobby.text
    assert "You have a seat" in (await bert.click(lobby, "Join")).text
    clara.locale = "de"
    refused = await clara.click(lobby, "Join")
    assert (
        "für Leute, die zuverlässig oder meist zuverlässig sind, und auf diesem Server giltst du als neu."
        in refused.text
    )
    offered = await clara.command("play")
    assert not any("Mitspielen" in button for button in offered.shown.buttons)
    await anna.command("table invite", table=6, person=david)
    assert "You have a seat" in (await david.click(lobby, "Join")).text


async def test_a_level_that_was_lost_since_the_lobby_was_shown_no_longer_counts(
    world: World, operator: Operator
) -> None:
    anna, bert, *_ = world.people.values()
    await has_played(world, bert, left=0, games=3)
    lobby = await anna.command("visby new", seats=4, reliability=Level.RELIABLE)
    offered = await bert.command("play")
    assert [button for button in offered.shown.buttons if button.startswith("Join #")]
    await has_played(world, bert, left=1, games=1)
    refused = await bert.click(offered, next(b for b in offered.shown.buttons if b.startswith("Join #")))
    assert "is for reliable people, and on this server you're often absent. Ask the host to invite you" in refused.text
    assert "often absent" in (await bert.click(lobby, "Join")).text


async def test_private_people_are_asked_before_their_level_is_checked(world: World, operator: Operator) -> None:
    anna, bert, clara, _ = world.people.values()
    await has_played(world, bert, left=0)
    for person in (bert, clara):
        await person.command("settings private", on=True)
    await bert.command("settings avoid", person=anna)
    lobby = await anna.command("visby new", seats=4, reliability=Level.RELIABLE)
    asked = await bert.click(await bert.click(lobby, "Join"), "Join anyway")
    assert "may I check how reliable you are? Nobody else will see it." in asked.text
    assert "You have a seat" in (await bert.click(asked, "Check and join")).text
    assert "reliable" not in next(line for line in lobby.text.splitlines() if line.startswith("2."))
    asked = await clara.click(lobby, "Join")
    assert "on this server you're new" in (await clara.click(asked, "Check and join")).text


async def test_a_wish_can_require_a_level_and_private_people_choose_whether_theirs_counts(
    world: World, operator: Operator
) -> None:
    anna, bert, clara, _ = world.people.values()
    await has_played(world, clara, left=0)
    draft = await anna.click(await anna.command("play"), "Choose …")
    draft = await anna.choose(draft, "Reliable people", menu="Who to play with")
    assert "reliable people" in (await anna.click(draft, "Look for a game")).text
    assert "You're looking" in (await bert.click(await bert.command("play"), "Anything")).text
    await bert.click(await bert.command("play"), "Stop looking")
    await clara.command("settings private", on=True)
    assert "You're looking" in (await clara.click(await clara.command("play"), "Anything")).text
    await clara.click(await clara.command("play"), "Stop looking")
    draft = await clara.click(await clara.command("play"), "Choose …")
    draft = await clara.choose(
        draft, "Check my reliability if somebody asks for reliable people", menu="My reliability"
    )
    assert "Your game has begun" in (await clara.click(draft, "Look for a game")).text
