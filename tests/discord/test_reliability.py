"""Reliability on Discord: shown in lobbies and statistics, hidden if somebody wants that, and required by hosts."""

from __future__ import annotations

import pytest

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
    assert lines == ["zuverlässig", "meist zuverlässig", "oft abwesend", "neu"]
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
