"""A league on Discord: announcement, sign-up, check-in, tables, standings, a drop-out, the end and the next season."""

from __future__ import annotations

import random
from datetime import timedelta
from typing import Any

import pytest

from cogs.actions.leagues import league_setup
from cogs.messages.league_panels import end_panel
from cogs.messages.league_text import dropped_text, schedule_text
from storage.league_rows import EntrantRow, FixtureRow, SeasonRow
from storage.queries import leagues as sql_leagues
from storage.queries import tables as sql
from tables.leagues import season_lookup
from tables.model.season import Season
from tables.play import lookup, moves
from tests.discord.bot import Operator
from tests.discord.kit import World
from tests.discord.people import Person
from tests.discord.playing import add_admin
from tests.discord.reading import Answer, Seen
from tests.discord.wire import Fault, trouble
from words import words_in

pytestmark = pytest.mark.usefixtures("plain_pictures")


def members(world: World, count: int = 7) -> list[Person]:
    return [world.people.get(name) or world.add_person(name) for name in [f"player{n}" for n in range(1, count + 1)]]


def find(world: World, words: str) -> Seen:
    """Return the newest message in the channel that has these words."""
    return next(seen for seen in reversed(world.messages()) if words in plain(seen))


def plain(shown: Seen | Answer) -> str:
    """Return the text of a message without the marks around names."""
    return shown.text.replace("\u2068", "").replace("\u2069", "")


def tomorrow(world: World) -> str:
    return str((world.now + timedelta(days=1)).date())


async def announced(world: World, admin: Person, **options: Any) -> Seen:
    preview = await admin.command("league new", game="visby", **options)
    assert preview.ephemeral
    done = await admin.click(preview, "Announce")
    assert "is announced" in done.text
    await world.settle()
    return find(world, "🏆")


async def signed_up(world: World, people: list[Person], announcement: Seen) -> None:
    for person in people:
        answer = await person.click(announcement, "Sign up")
        assert "You're signed up" in answer.text
        assert "public here" in answer.text
    await world.settle()


async def finish_tables(operator: Operator) -> None:
    """Play all open tables to their end without Discord's menus."""
    services, chance = operator.services, random.Random(3)
    for number in await sql.numbers(services.db.reader, ("playing",)):
        while (table := await services.load(number)).row.status == "playing":
            owing = [seat.person for seat in table.human_seats() if seat.seat in table.owed and seat.person]
            if not owing:  # A computer thinks.
                await operator.world.settle()
                continue
            look = await lookup.look(services, number, owing[0])
            await moves.play(services, number, owing[0], str(chance.choice(look.options)))


@pytest.mark.slow
async def test_a_whole_season(world: World, operator: Operator) -> None:
    admin, people = add_admin(world), members(world)
    announcement = await announced(world, admin, name="Hanse Cup", starts=tomorrow(world))
    assert "Hanse Cup · season 1" in plain(announcement)
    assert announcement.buttons == ["Sign up", "Withdraw"]
    await signed_up(world, people, announcement)
    assert "Signed up (7): Player1, Player2" in plain(find(world, "🏆"))
    assert "Everybody plays 4 games, all at the same time. At least 5 players are needed." in plain(find(world, "🏆"))
    assert (await people[0].command("league mine")).shown.buttons == ["Withdraw"]
    assert "already" in (await people[0].click(announcement, "Sign up")).text
    await world.later(hours=19)
    assert "Nobody has confirmed yet." in find(world, "Nobody has").text
    mine = await people[0].command("league mine")
    assert "Please press *I'm in* before then." in mine.text
    assert mine.shown.buttons == ["✅ I'm in", "Withdraw"]
    call = find(world, "⏰")
    for person in people:
        assert "You're in!" in (await person.click(call, "I'm in")).text
    await world.settle()
    assert "✅ Playing (7)" in find(world, "✅ Playing").text
    assert "<@" not in find(world, "⏰").text, "whoever has confirmed is not asked any more"
    await world.later(days=1)
    await world.settle()
    assert len(world.threads) == 7
    cards = [seen for seen in world.messages() if "Visby · table #" in plain(seen) and "🏆 Hanse Cup" in plain(seen)]
    assert len(cards) == 7
    for person in people:
        assert "Hanse Cup · season 1 has begun" in plain(person.dms[0]), "it comes before the hands"
    await world.later(seconds=90)
    assert plain(people[0].dms[0]).count("https://discord.com/channels/") == 4
    assert sum("has begun" in plain(seen) and "Hanse Cup" in plain(seen) for seen in people[0].dms) == 1
    mine = await people[0].command("league mine")
    assert (plain(mine).count("▶️"), plain(mine).count("👉 your turn")) == (4, 4)
    assert "Drop out" in mine.shown.buttons
    gone = await people[0].click(mine, "Drop out")
    assert "dropped out" in (await people[0].click(gone, "Drop out")).text
    await finish_tables(operator)
    await world.later(minutes=2)
    await world.settle()
    end = find(world, "🏁 Hanse Cup · season 1 is over")
    assert end.buttons == ["Sign up for the next season"]
    again = await people[1].click(end, "Sign up for the next season")
    assert "Hanse Cup · season 2" in plain(again)
    history = await people[1].command("league history")
    assert "🥇" in plain(history)
    assert "Hanse Cup · season 1" in plain(history)
    shown = [seen for seen in world.messages() if "🏆" in plain(seen)]
    assert sum("Dropped out: Player1" in plain(seen) for seen in shown) == 1


async def test_a_league_of_a_game_that_is_not_offered_is_refused(
    world: World, operator: Operator, monkeypatch: pytest.MonkeyPatch
) -> None:
    admin = add_admin(world)
    monkeypatch.setattr(league_setup, "GAMES", {})  # Discord's list of choices is older than the bot.
    assert "I don't know that game. Choose one from the list." in (await admin.command("league new", game="visby")).text
    assert "There is no open league here" in (await admin.command("league manage")).text


async def test_the_standings_say_how_many_divisions_they_leave_out(world: World, operator: Operator) -> None:
    admin = add_admin(world)
    await announced(world, admin)
    (row,) = await season_lookup.open_seasons(operator.services, world.server.id)
    row.state = "playing"
    async with operator.services.db.transaction() as db:
        await sql_leagues.save_season(db, row, "state")
        players = [EntrantRow(n=n, person=None, name=f"player{n}", division=n) for n in range(1, 9)]
        await sql_leagues.save_entrants(db, row.id, players)
    said = (await admin.command("league standings")).text
    assert said.count("### 🏆") == 6
    assert f"2 more divisions: see <#{world.channel.id}>." in said


async def test_only_server_managers_set_up_and_manage_leagues(world: World, operator: Operator) -> None:
    anna, admin = world.people["anna"], add_admin(world)
    assert "Only server managers" in (await anna.command("league new", game="visby")).text
    assert "Only server managers" in (await anna.command("league manage")).text
    assert "There is no league on this server yet" in (await anna.command("league standings")).text
    assert "There is no open league here" in (await admin.command("league manage")).text
    assert "No season or cup has ended" in (await anna.command("league history")).text
    assert "You aren't in a league here" in (await anna.command("league mine")).text


async def test_a_league_needs_a_channel_where_tables_and_threads_can_be_opened(
    world: World, operator: Operator
) -> None:
    admin = add_admin(world)
    await world.forbid("create_public_threads")
    assert "**Create Public Threads**" in (await admin.command("league new", game="visby")).text
    await world.allow("create_public_threads")
    await admin.command("kontor setup", channel=await world.new_channel("other"))
    assert "tables can only be opened in" in (await admin.command("league new", game="visby")).text


async def test_people_who_leave_the_server_do_not_stop_a_season(world: World, operator: Operator) -> None:
    admin, people = add_admin(world), members(world, 6)
    await signed_up(world, people, await announced(world, admin, name="Hanse", starts=tomorrow(world)))
    await world.leave("player6")
    await world.later(hours=19)
    for person in people[:5]:
        await person.click(find(world, "⏰"), "I'm in")
    await world.leave("player5")
    await world.later(days=1)
    await world.later(minutes=2)
    assert len(world.threads) == 5
    assert "5 players are taking part." in find(world, "taking part").text
    assert "has begun" in find(world, f"<@{people[4].id}>").text


async def test_bad_dates_are_refused_and_selects_change_the_preview(world: World, operator: Operator) -> None:
    admin = add_admin(world)
    refused = await admin.command("league new", game="visby", starts="2020-01-01")
    assert "at least an hour and at most a year" in refused.text
    day = str((world.now + timedelta(days=20)).date())
    before = str((world.now + timedelta(days=10)).date())
    assert "at least a week after" in (await admin.command("league new", game="visby", starts=day, ends=before)).text
    assert "I don't know that day" in (await admin.command("league new", game="visby", starts="soon")).text
    preview = await admin.command("league new", game="visby")
    assert "Visby league · season 1" in plain(preview)
    preview = await admin.choose(preview, "Cup: knockout", menu="Season or cup")
    assert "Visby · cup 1" in plain(preview)
    assert "the first round ends on" in preview.text
    preview = await admin.command("league new", game="visby", name="Mine", starts=day, players=9)
    assert "at most 9 players" in preview.text
    preview = await admin.choose(preview, "Cup: knockout", menu="Season or cup")
    assert "knockout cup" in preview.text
    preview = await admin.choose(preview, "Tables of 3", menu="Players at a table")
    assert "tables of 3" in preview.text
    preview = await admin.choose(preview, "2 days per decision", menu="Time per decision")
    assert "2 days per decision" in preview.text
    await admin.click(preview, "Announce")
    await world.settle()
    assert "Mine · cup 1" in plain(find(world, "🏆"))


async def test_a_form_takes_name_dates_and_most_players(world: World, operator: Operator) -> None:
    admin = add_admin(world)
    preview = await admin.command("league new", game="visby")
    form = await admin.click(preview, "Name and dates")
    day, last = world.now + timedelta(days=20), world.now + timedelta(days=50)
    shown = await admin.fill(form, Name="Hanse", Starts=f"{day:%d.%m.}", Ends=f"{last:%Y-%m-%d}", Maximum="9")
    assert "Hanse · season 1" in plain(shown)
    assert "at most 9 players" in shown.text
    starts = int(day.replace(hour=18, minute=0, second=0, microsecond=0).timestamp())
    assert f"Starts on <t:{starts}:F>" in shown.text
    for field, typed, reason in (
        ("Starts", "soon", "I don't know that day"),
        ("Ends", f"{day:%Y-%m-%d}", "at least a week after"),
        ("Maximum", "all", "a number of players from 2 to 200"),
        ("Maximum", "3", "the limit can't be 3"),
    ):
        shown = await admin.fill(await admin.click(shown, "Name and dates"), **{field: typed})
        assert reason in shown.text
        assert f"Starts on <t:{starts}:F>" in shown.text
    shown = await admin.fill(await admin.click(shown, "Name and dates"), Maximum="")
    assert "at most" not in shown.text
    other = await admin.click(shown, "Name and dates")
    await admin.click(shown, "Announce")
    assert "has just changed" in (await admin.fill(other, Name="Late")).text


async def test_an_organiser_starts_extends_and_calls_off_and_the_channel_reads_it(
    world: World, operator: Operator
) -> None:
    admin, people = add_admin(world), members(world, 5)
    announcement = await announced(world, admin, name="Hanse")
    await signed_up(world, people[:4], announcement)
    manage = await admin.command("league manage")
    assert "Signed up: 4. At least 5 players are needed." in manage.text
    assert "ordinary games" not in (await admin.click(await admin.command("league manage"), "Call it off")).text
    assert "needs at least 5 players and has 4" in (await admin.click(manage, "Start now")).text
    await signed_up(world, people[4:], announcement)
    assert "has started" in (await admin.click(await admin.command("league manage"), "Start now")).text
    await world.settle()
    assert f"{admin.mention} has started" in find(world, "has started").text
    assert len(world.threads) == 5
    manage = await admin.command("league manage")
    assert "Tables: 5 open, 0 finished." in manage.text
    assert "now ends" in (await admin.click(manage, "Extend by a week")).text
    assert "has extended" in find(world, "has extended").text
    schedule = await people[0].command("league schedule")
    assert schedule.text.count("▶️") == 5
    sure = await admin.click(await admin.command("league manage"), "Call it off")
    assert "has been called off" in (await admin.click(sure, "Call it off")).text
    await world.settle()
    assert "continue as ordinary games" in find(world, "has called off").text
    assert "Called off" in find(world, "⛔ Called off").text


async def test_a_cup_shows_its_rounds(world: World, operator: Operator) -> None:
    admin, people = add_admin(world), members(world, 5)
    preview = await admin.command("league new", game="visby", name="Pokal")
    preview = await admin.choose(preview, "Cup: knockout", menu="Season or cup")
    await admin.click(preview, "Announce")
    await world.settle()
    await signed_up(world, people, find(world, "🏆"))
    await admin.click(await admin.command("league manage"), "Start now")
    await world.settle()
    assert "Round 1" in find(world, "Round 1").text
    for _ in range(3):
        await finish_tables(operator)
        await world.later(minutes=2)
        await world.settle()
    end = find(world, "🏁 Pokal")
    assert end.text.count("🥇") == 1
    assert "Round 2" in (await people[0].command("league standings")).text or "🥇" in end.text


async def test_messages_wait_for_a_channel_that_refuses_us(world: World, operator: Operator) -> None:
    admin, people = add_admin(world), members(world, 5)
    announcement = await announced(world, admin, name="Hanse", starts=tomorrow(world))
    await signed_up(world, people, announcement)
    await world.forbid("send_messages", "view_channel")
    await admin.command("league manage")
    await world.later(hours=19)
    assert not any("⏰" in seen.text for seen in world.messages())
    await world.allow("send_messages", "view_channel")
    await world.later(minutes=2)
    assert sum("⏰" in seen.text for seen in world.messages()) == 1


async def test_a_message_that_was_edited_too_often_is_edited_later(world: World, operator: Operator) -> None:
    admin, people = add_admin(world), members(world, 5)
    await signed_up(world, people, await announced(world, admin, name="Hanse", starts=tomorrow(world)))
    await world.later(hours=19)
    call = find(world, "⏰")
    assert call.buttons
    # The announcement is posted anew then, but a call that pings people is not.
    world.wire.faults.append(Fault("edit", trouble("too many edits"), 2, False, call.channel_id))
    sure = await admin.click(await admin.command("league manage"), "Call it off")
    await admin.click(sure, "Call it off")
    await world.later(minutes=20)
    assert not world.wire.faults
    assert call.exists
    assert not call.buttons


async def test_a_league_whose_channel_was_deleted_can_be_moved(
    world: World, operator: Operator, caplog: pytest.LogCaptureFixture
) -> None:
    admin, people = add_admin(world), members(world, 5)
    await signed_up(world, people, await announced(world, admin, name="Hanse", starts=tomorrow(world)))
    other = await world.new_channel("other")
    await world.delete(world.channel)
    await world.later(hours=27)
    assert ["(10003)" in record.message for record in caplog.records if record.levelname == "WARNING"] == [True]
    manage, again = [await admin.command("league manage", place=other) for _ in range(2)]
    assert manage.shown.buttons == ["Start now", "Move it here", "Call it off"]
    assert "continues in" in (await admin.click(manage, "Move it here")).text
    assert "has just changed" in (await admin.click(again, "Move it here")).text
    await world.settle()
    shown = [plain(seen) for seen in world.messages(other) if not seen.ephemeral]
    assert sum("Signed up" in text or "Not confirmed" in text for text in shown) == 1
    assert sum("has moved" in text for text in shown) == 1
    assert sum("⏰" in text for text in shown) == 1


async def test_thirteen_tables_open_while_discord_limits_us(world: World, operator: Operator) -> None:
    admin, people = add_admin(world), members(world, 13)
    announcement = await announced(world, admin, name="Hanse")
    await signed_up(world, people, announcement)
    world.fail_next("open thread", "too many threads", times=5)
    world.fail_next("send", "429", times=5)
    world.closed_dms("player13")
    await admin.click(await admin.command("league manage"), "Start now")
    await world.settle()
    await world.later(minutes=10)
    await world.settle()
    assert len(world.threads) == 13
    assert "13 players are taking part." in find(world, "taking part").text
    assert "has begun" in find(world, f"<@{people[12].id}>").text
    people.pop()
    begun = [seen for person in people for seen in person.dms if "has begun" in seen.text]
    assert len(begun) == 12


async def test_a_german_server_reads_it_in_german(world: World, operator: Operator) -> None:
    admin, people = add_admin(world), members(world, 5)
    await admin.command("kontor setup", language="de")
    announcement = await announced(world, admin, name="Hanse")
    assert announcement.buttons == ["Anmelden", "Abmelden"]
    for person in people:
        await person.click(announcement, "Anmelden")
    await admin.click(await admin.command("league manage"), "Start now")
    await world.settle()
    assert "Hanse · Saison 1" in plain(find(world, "gestartet"))


async def test_two_organisers_who_press_at_once_start_and_extend_once(world: World, operator: Operator) -> None:
    admin, people = add_admin(world), members(world, 5)
    await signed_up(world, people, await announced(world, admin, name="Hanse"))
    first, second = await admin.command("league manage"), await admin.command("league manage")
    answers = [await admin.click(each, "Start now") for each in (first, second)]
    assert "has started" in answers[0].text
    assert "has just changed" in answers[1].text
    first, second = await admin.command("league manage"), await admin.command("league manage")
    answers = [await admin.click(each, "Extend by a week") for each in (first, second)]
    assert "now ends" in answers[0].text
    assert "has just changed" in answers[1].text
    assert len(world.threads) == 5
    inside = await admin.command("league new", game="visby", place=world.threads[0])
    assert "A league needs a channel" in inside.text


async def test_a_closed_table_is_named_in_the_standings(world: World, operator: Operator) -> None:
    admin, people = add_admin(world), members(world, 5)
    await signed_up(world, people, await announced(world, admin, name="Hanse"))
    await admin.click(await admin.command("league manage"), "Start now")
    await world.settle()
    number = (await sql.numbers(operator.services.db.reader, ("playing",)))[0]
    refused = await people[0].command("table pause", table=number)
    assert "belongs to a league" in refused.text or "no seat" in refused.text
    sure = await admin.command("table close", table=number)
    await admin.click(sure, f"Close table #{number}")
    await world.later(minutes=2)
    standings = find(world, "was closed by")
    assert f"was closed by {admin.mention}: half a point for everybody there." in standings.text


def test_who_dropped_out_has_not_won_and_reads_whether_they_still_play() -> None:
    row = SeasonRow(
        server=1, channel=2, game="visby", name="Hanse", size=2, clock="{}", language="en", organiser=3, starts=0,
        ends=1, created=0,
    )  # fmt: skip
    entrants = [
        EntrantRow(n=1, person=11, name="Anna", division=1),
        EntrantRow(n=2, person=12, name="Bert", division=1),
    ]
    won_by_anna = FixtureRow(n=1, division=1, players=[1, 2], status="finished", table_id=5, places=[1, 2])
    season = Season(row, entrants, [won_by_anna])
    assert schedule_text(season, 1, words_in("en"), {}).endswith("Won by \u2068Anna\u2069")
    won_by_anna.absent = [1]
    assert schedule_text(season, 1, words_in("en"), {}).endswith("Won by a computer in \u2068Anna\u2069's seat")
    entrants[0].dropped = True
    assert dropped_text(season, entrants[0], words_in("en")) == "You've dropped out."
    season.fixtures.append(FixtureRow(n=2, division=1, players=[1, 2], status="playing", table_id=6))
    assert "You still get points at your other tables." in dropped_text(season, entrants[0], words_in("en"))
    assert dropped_text(season, entrants[1], words_in("en")) == ""
    entrants[1].place = 1
    assert "Congratulations" in str(end_panel(season, words_in("en"), None, 0, None))
    entrants[1].dropped = True
    assert "Congratulations" not in str(end_panel(season, words_in("en"), None, 0, None))
