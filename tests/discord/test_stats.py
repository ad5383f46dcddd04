"""Statistics, ratings and what is stored about oneself, by commands and buttons."""

from __future__ import annotations

import json

from storage.queries.tables import add_table
from storage.rows import TableRow
from tables.model.table import Table
from tables.records import ratings
from tables.records.counting import CreditedPlayer
from tests.discord.bot import Operator
from tests.discord.kit import World
from tests.discord.people import Person


async def won_by(world: World, *people: Person) -> None:
    """Let a game of these people be over, in the order of their places."""
    services, server = world.bot.services, world.server.id
    row = TableRow(
        game="visby", rules=2, options={}, seed=1, status="closed", size=len(people), host=people[0].id, server=server,
        channel=world.channel.id, language="en", created=1, ended=1,
    )  # fmt: skip
    counted = [
        CreditedPlayer(seat, person.id, None, f"*{person.id}*", seat + 1, 30 - seat, False, 10, 600)
        for seat, person in enumerate(people)
    ]
    async with services.db.transaction() as db:
        await add_table(db, row)
        await ratings.write_outcomes(db, Table(row, []), counted)


async def test_statistics_and_ratings_are_shown_to_whom_they_may_be(world: World, operator: Operator) -> None:
    anna, bert, clara, david = world.people.values()
    for _ in range(2):
        await won_by(world, anna, bert, clara)
    mine = await anna.command("stats", game="visby")
    assert "Played: **2** · won: **2** (100%)" in mine.text
    assert "Finishes: 1st × 2" in mine.text
    assert "Score: 30.0 on average, best 30" in mine.text
    assert "Average time per decision: 60 s" in mine.text
    assert "provisional (2 of 10 games)" in mine.text
    assert mine.ephemeral
    assert mine.shown.files == ["statistics.png"]
    two = await anna.click(mine, "2 players")
    assert "No finished games yet" in two.text
    all_here = await anna.click(await anna.command("stats", game="visby"), "This server")
    assert "Finished: **2** · players: **3**" in all_here.text
    assert f"{anna.id}" in all_here.text
    assert all_here.ephemeral
    assert "Your games" in (await anna.click(all_here, "My games")).text
    david.locale = "de"
    assert "Beendet: **2**" in (await david.command("stats", server=True)).text
    best = await bert.command("ratings", game="visby")
    places = [best.text.index(f"{person.id}") for person in (anna, bert, clara)]
    assert places == sorted(places)
    assert "🤝 You have played together" in best.text
    assert "trader 1880" in best.text
    assert "Partien von" in (await david.command("stats", person=anna)).text
    await anna.click(await anna.command("settings show"), "Hide my statistics")
    assert "verbirgt ihre Statistik" in (await david.command("stats", person=anna)).text
    assert f"{anna.id}" not in (await bert.command("ratings", game="visby")).text
    assert f"{anna.id}" not in (await bert.command("stats", server=True)).text
    seen = await bert.command("stats")
    assert "Against a player: finished ahead in 0 of 2 games" in seen.text
    assert f"{anna.id}" not in seen.text
    assert "there is nothing to show" in (await bert.command("stats", person=david)).text


async def test_what_is_stored_comes_as_a_file_that_can_be_read(world: World, operator: Operator) -> None:
    anna, bert, *_ = world.people.values()
    await won_by(world, anna, bert)
    answer = await anna.click(await anna.command("settings show"), "What's stored about me")
    assert answer.ephemeral
    assert answer.shown.files == ["kontor.json"]
    (file,) = [file for request in world.requests for file in request.uploads if file.name == "kontor.json"]
    told = json.loads(file.data)
    assert told["person"] == anna.id
    assert {row["person"] for row in told["outcomes"]} == {anna.id}
    assert "sends you all of it" in (await anna.command("kontor about")).text
