"""A season runs itself: sign-up, check-in, tables, results, drop-outs, deadlines, the end and the next season."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import AsyncIterator

import msgspec
import pytest

from storage import Address
from storage.queries import leagues as sql
from storage.queries import tables as sql_tables
from tables.delivery import posts
from tables.leagues import organiser_acts, season_lookup, season_progress, season_settings, season_signup
from tables.model.authority import Authority
from tables.model.table_errors import Declined
from tables.model.time_left import DAY, HOUR
from tables.records import statistics
from tables.runtime import people, server_trail
from tables.seating import closing, forgetting, seats, substitutes
from tables.time import holidays, pauses
from tests.tables.league_room import ORGANISER, PLAYERS, LeagueRoom
from tests.tables.room import CHANNEL, SERVER, STRANGER
from tests.tables.test_personal_data import found

SEVEN = PLAYERS[:7]


@pytest.fixture
async def room(address: Address, caplog: pytest.LogCaptureFixture) -> AsyncIterator[LeagueRoom]:
    """Services on an empty database, with seasons; nothing may be logged at level ERROR."""
    room = LeagueRoom(address)
    await room.enter()
    try:
        yield room
        await room.rest()
        assert await room.faults() == []
    finally:
        await room.services.close()
    assert [record for record in caplog.get_records("call") if record.levelno >= logging.ERROR] == []


async def declined(awaitable: object) -> str:
    """Return the key of the refusal."""
    with pytest.raises(Declined) as no:
        await awaitable  # type: ignore[misc]
    return no.value.key


async def test_people_who_check_in_play_and_the_others_are_left_out(room: LeagueRoom) -> None:
    number = await room.announced(PLAYERS[:6])
    await season_signup.withdraw(room.services, number, PLAYERS[5])
    assert await declined(season_signup.withdraw(room.services, number, PLAYERS[5])) == "not_signed_up"
    assert await declined(season_signup.sign_up(room.services, number, PLAYERS[0], "again")) == "signed_up_already"
    await season_signup.sign_up(room.services, number, PLAYERS[6], "<late>")
    await room.later(7 * DAY)
    assert (await room.season(number)).row.state == "checkin"
    for person in PLAYERS[:5]:
        await season_signup.check_in(room.services, number, person, "x")
    await season_signup.check_in(room.services, number, STRANGER, "<stranger>")
    await room.later(DAY)
    season = await room.season(number)
    assert season.row.state == "playing"
    playing = {entrant.person for entrant in season.entrants if entrant.division}
    assert playing == {*PLAYERS[:5], STRANGER}
    assert await declined(season_signup.sign_up(room.services, number, PLAYERS[8], "x")) == "signup_over"


async def test_somebody_who_has_not_signed_up_and_presses_twice_at_once_is_in(room: LeagueRoom) -> None:
    number = await room.announced(SEVEN)
    await room.later(7 * DAY)
    twice = (season_signup.check_in(room.services, number, STRANGER, "<stranger>") for _ in range(2))
    for season in await asyncio.gather(*twice):
        assert season.entrant_of(STRANGER) in season.starters()


async def test_reserves_move_up_before_the_start(room: LeagueRoom) -> None:
    row = await season_settings.draft(room.services, SERVER, CHANNEL, ORGANISER, "visby", "Hanse", "en")
    await season_settings.change_draft(room.services, row.id, ORGANISER, most=5)
    await season_settings.announce(room.services, row.id, ORGANISER)
    for person in SEVEN:
        await season_signup.sign_up(room.services, row.id, person, f"<{person}>")
    await room.later(7 * DAY)
    for person in SEVEN[1:]:
        await season_signup.check_in(room.services, row.id, person, "x")
    await room.later(DAY)
    season = await room.season(row.id)
    assert [entrant.person for entrant in season.entrants if entrant.division] == list(SEVEN[1:6])


async def test_a_season_with_too_few_players_is_called_off(room: LeagueRoom) -> None:
    number = await room.announced(PLAYERS[:3])
    assert await declined(organiser_acts.start_now(room.services, number, ORGANISER)) == "too_few_entrants"
    await room.later(7 * DAY)
    await room.later(DAY)
    season = await room.season(number)
    assert season.row.state == "cancelled"
    assert [row.facts for row in await room.messages(number) if row.kind == "act"] == ['{"what":"too_few","until":0}']


async def test_all_tables_open_at_once_public_rated_and_without_hints(room: LeagueRoom) -> None:
    season = await room.started(SEVEN)
    assert len(season.fixtures) == 7
    assert {fixture.status for fixture in season.fixtures} == {"playing"}
    assert Counter(n for fixture in season.fixtures for n in fixture.players) == dict.fromkeys(range(1, 8), 4)
    for fixture in season.fixtures:
        table = await room.load(fixture.table_id or 0)
        assert (table.row.season, table.row.hints, table.row.private) == (season.id, False, False)
        people = [entrant.person for n in fixture.players for entrant in season.entrants if entrant.n == n]
        assert [seat.person for seat in table.seats] == people
    await room.later(61)
    assert {about[2] % 1_000_000 for about in room.posted if about[1] == "tables"} == set(range(1, 8))


async def test_the_message_with_all_tables_is_updated_when_a_thread_opens(room: LeagueRoom) -> None:
    season = await room.started(PLAYERS[:5])
    await room.later(61)
    before, fixture = room.edited.copy(), season.fixtures[0]
    await posts.note_thread(room.services, await room.load(fixture.table_id or 0), 77)
    await room.later(61)
    assert {number % 1_000_000 for _, kind, number in room.edited - before if kind == "tables"} == set(fixture.players)


async def test_players_cannot_stop_or_pass_on_a_league_table_but_a_manager_can_close_it(room: LeagueRoom) -> None:
    season = await room.started(SEVEN)
    fixture = season.fixtures[0]
    number, services = fixture.table_id or 0, room.services
    table = await room.load(number)
    first, second = table.seats[0].person or 0, table.seats[1].person or 0
    assert await declined(closing.close(services, number, first)) == "league_table"
    assert await declined(closing.close(services, number, first, authority=Authority(SERVER))) == "league_table"
    assert await declined(pauses.request_pause(services, number, first)) == "league_table"
    assert await declined(seats.give_time(services, number, first, 1)) == "league_table"
    assert (
        await declined(seats.give_to_computer(services, number, first, 1, authority=Authority(SERVER)))
        == "league_table"
    )
    assert await declined(substitutes.offer(services, number, second, 1)) == "league_table"
    await closing.close(services, number, ORGANISER, authority=Authority(SERVER))
    season = await room.season(season.id)
    assert (season.fixtures[0].status, season.fixtures[0].closed_by) == ("closed", ORGANISER)
    points = {line.entrant.n: float(line.standing.points) for line in season.lines(1)}
    assert points == {n: 0.5 if n in fixture.players else 0 for n in range(1, 8)}


async def test_a_result_counts_once_with_the_game(room: LeagueRoom) -> None:
    season = await room.started(SEVEN)
    number = season.fixtures[0].table_id or 0
    await room.play_on(number)
    fixture = (await room.season(season.id)).fixtures[0]
    results = {row.seat: row.place for row in await sql_tables.results(room.services.db.reader, number)}
    assert fixture.status == "finished"
    assert fixture.places == [results[seat] for seat in range(4)]
    assert fixture.absent == []


async def test_the_second_time_out_in_a_game_costs_the_seat(room: LeagueRoom) -> None:
    season = await room.started(SEVEN)
    number = season.fixtures[0].table_id or 0
    away = (await room.owing(number))[0]
    n = season.entrant_of(away)
    assert n is not None

    async def seat_lost() -> bool:
        table = await room.load(number)
        seat = table.seat_of(away)
        assert seat is not None
        return seat.lost

    helped = 0
    while not await seat_lost():
        while owing := [person for person in await room.owing(number) if person != away]:
            await room.move(number, owing[0])
        if away not in await room.owing(number):
            continue
        await room.later(DAY + HOUR)
        helped += 1
        assert helped <= 2
    assert helped == 2
    season = await room.season(season.id)
    assert season.entrant(n.n).dropped
    assert n.n in season.fixtures[0].absent
    await room.play_on(number)
    fixture = (await room.season(season.id)).fixtures[0]
    assert fixture.status == "finished"
    season = await room.season(season.id)
    assert {line.entrant.n: line.standing.points for line in season.lines(1)}[n.n] == 0


async def test_a_player_who_drops_out_loses_all_seats_and_keeps_the_points_of_finished_tables(room: LeagueRoom) -> None:
    season = await room.started(SEVEN)
    mine = season.fixtures_of(1)
    await room.play_on(mine[0].table_id or 0)
    before = {line.entrant.n: line.standing.points for line in (await room.season(season.id)).lines(1)}[1]
    await season_signup.drop_out(room.services, season.id, PLAYERS[0])
    await room.rest()
    for fixture in mine[1:]:
        seat = (await room.load(fixture.table_id or 0)).seat_of(PLAYERS[0])
        assert seat is not None
        assert (seat.computer, seat.lost) == ("alderman", True)
    await room.play_tables(await room.season(season.id))
    season = await room.next_round(season.id)
    assert season.row.state == "over"
    line = next(line for line in season.lines(1) if line.entrant.n == 1)
    assert (line.standing.points, line.entrant.dropped) == (before, True)
    assert season.final_order(1)[-1].n == 1
    assert await declined(season_signup.drop_out(room.services, season.id, PLAYERS[0])) == "not_entered"


async def test_after_the_end_date_decisions_have_12_hours_and_after_14_days_aldermen_play_on(room: LeagueRoom) -> None:
    season = await room.started(PLAYERS[:5], size=4)
    end = season.row.ends
    room.time = end - 30
    for fixture in season.fixtures:  # Nobody has run out of time: the clocks are set back by their moves.
        assert (await room.load(fixture.table_id or 0)).clock.time == DAY
    await room.later(31)
    tables = [await room.load(fixture.table_id or 0) for fixture in (await room.season(season.id)).fixtures]
    assert {table.clock.time for table in tables if table.row.status == "playing"} == {12 * HOUR}
    assert (await room.season(season.id)).row.state == "playing"
    season = await room.ended(season.id)
    assert season.row.state == "over"
    assert season.row.ended <= end + 15 * DAY


async def test_holidays_stop_league_clocks_for_a_week_a_season(room: LeagueRoom) -> None:
    season = await room.started(SEVEN)
    number = season.fixtures[0].table_id or 0
    away = (await room.owing(number))[0]
    now = room.services.now()
    await holidays.announce_holiday(room.services, away, now, now + 20 * DAY)
    table = await room.load(number)
    seat = table.seat_of(away)
    assert seat is not None
    spans = table.stops_of(seat).holidays
    assert sum(end - begin for begin, end in spans) == 7 * DAY


async def test_the_end_gives_places_and_opens_the_next_season_in_which_divisions_follow_the_result(
    room: LeagueRoom,
) -> None:
    people = PLAYERS[:10]
    season = await room.started(people, size=3)
    assert season.division_numbers == [1, 2]
    await room.play_tables(season)
    season = await room.next_round(season.id)
    assert season.row.state == "over"
    assert all(entrant.place for entrant in season.entrants)
    following = await sql.season_of_league(room.services.db.reader, season.row.league, 2)
    assert following is not None
    assert following.state == "signup"
    for person in people:
        await season_signup.sign_up(room.services, following.id, person, f"<{person}>")
    await organiser_acts.start_now(room.services, following.id, ORGANISER)
    second = await room.season(following.id)
    order = [season.final_order(division) for division in (1, 2)]
    moved_up, moved_down = {each.person for each in order[1][:2]}, {each.person for each in order[0][-2:]}
    first_division = {each.person for each in second.players(1)}
    assert moved_up <= first_division
    assert not moved_down & first_division
    await room.rest()
    assert set(room.posted.values()) == {1}


async def test_a_cup_ends_with_one_champion(room: LeagueRoom) -> None:
    season = await room.started(PLAYERS, size=4, as_format="cup")
    for _ in range(5):
        await room.play_tables(season)
        season = await room.next_round(season.id)
        if season.row.state == "over":
            break
    assert season.row.state == "over"
    assert [entrant.place for entrant in season.entrants].count(1) == 1
    assert max(fixture.round for fixture in season.fixtures) == season.row.round


async def test_an_organiser_extends_once_with_two_presses_and_calls_off(room: LeagueRoom) -> None:
    season = await room.started(SEVEN)
    end = season.row.ends
    await organiser_acts.extend(room.services, season.id, ORGANISER, end)
    assert await declined(organiser_acts.extend(room.services, season.id, ORGANISER, end)) == "season_changed"
    assert (await room.season(season.id)).row.ends == end + 7 * DAY
    await organiser_acts.call_off(room.services, season.id, ORGANISER)
    assert await declined(organiser_acts.call_off(room.services, season.id, ORGANISER)) == "season_changed"
    number = season.fixtures[0].table_id or 0
    assert (await room.load(number)).row.season is None
    await room.play_on(number)
    assert (await room.season(season.id)).fixtures[0].status == "playing"
    await room.rest()
    assert [about for about in room.posted if about[1] == "act"] == [(season.id, "act", n) for n in (1, 2, 3)]


async def test_a_season_starts_at_18_in_the_organisers_time_zone(room: LeagueRoom) -> None:
    person = await people.meet(room.services, ORGANISER, "de")
    await people.save(room.services, person, msgspec.structs.replace(person, zone="Europe/Berlin"))
    row = await season_settings.draft(room.services, SERVER, CHANNEL, ORGANISER, "visby", "Hanse", "en")
    assert 7 * DAY <= row.starts - room.time < 8 * DAY
    changed = await season_settings.change_draft(room.services, row.id, ORGANISER, starts=row.starts + 7 * HOUR)
    assert [each.starts % DAY for each in (row, changed)] == [17 * HOUR, 17 * HOUR]
    assert (changed.starts - row.starts, changed.ends - row.ends) == (DAY, DAY)


async def test_bad_dates_and_other_peoples_drafts_are_refused(room: LeagueRoom) -> None:
    services = room.services
    row = await season_settings.draft(services, SERVER, CHANNEL, ORGANISER, "visby", "Hanse", "en")
    change = season_settings.change_draft
    assert await declined(change(services, row.id, STRANGER, name="x")) == "no_season"
    assert await declined(change(services, row.id, ORGANISER, starts=room.time - DAY)) == "season_start_past"
    assert await declined(change(services, row.id, ORGANISER, ends=row.starts + DAY)) == "season_end_first"
    await season_settings.announce(services, row.id, ORGANISER)
    assert await declined(season_settings.announce(services, row.id, ORGANISER)) == "season_changed"


@pytest.mark.thorough
async def test_forgetting_somebody_is_a_drop_out_and_old_standings_show_a_number(room: LeagueRoom) -> None:
    season = await room.started(SEVEN)
    waiting = await room.announced(PLAYERS[:3])
    export = await statistics.export_person(room.services, PLAYERS[0])
    assert [row["season"] for row in export["entrants"]] == [season.id, waiting]
    await forgetting.forget(room.services, PLAYERS[0])
    await room.rest()
    season = await room.season(season.id)
    gone = season.entrant(1)
    assert (gone.person, gone.name, gone.dropped) == (None, "#1", True)
    assert len((await room.season(waiting)).entrants) == 2
    assert await found(room, PLAYERS[0]) == []
    await room.play_tables(season)
    season = await room.next_round(season.id)
    assert season.row.state == "over"
    assert next(line for line in season.lines(1) if line.entrant.n == 1).standing.points == 0


async def test_what_is_due_waits_for_its_time_and_two_advances_do_it_once(room: LeagueRoom) -> None:
    number = await room.announced(SEVEN)
    season = await room.season(number)
    assert season.row.due == season.row.starts - DAY
    await organiser_acts.start_now(room.services, number, ORGANISER)
    await season_progress.advance(room.services, number)
    await season_progress.advance(room.services, number)
    season = await room.season(number)
    assert season.row.due == season.row.ends
    tables = [fixture.table_id for fixture in season.fixtures]
    assert len(set(tables)) == 7
    assert await sql_tables.count_of_server(room.services.db.reader, SERVER) == 7


async def test_who_dropped_out_never_wins(room: LeagueRoom) -> None:
    season = await room.season(await room.announced(PLAYERS[:4]))
    for entrant, place in zip(season.entrants, (1, 2, 2, 4), strict=True):
        entrant.division, entrant.place = 1, place
    season.entrants[0].dropped = True
    assert [each.n for each in season.winners(1)] == [2, 3]
    for entrant in season.entrants:
        entrant.dropped = True
    assert season.winners(1) == []


@pytest.mark.parametrize("how", ["started", "called off"])
async def test_the_call_to_check_in_is_refreshed_when_the_check_in_ends(room: LeagueRoom, how: str) -> None:
    number = await room.announced(SEVEN)
    await room.later(7 * DAY)
    for person in SEVEN:
        await season_signup.check_in(room.services, number, person, "x")
    await room.rest()
    about = (number, "checkin", 0)
    before = room.edited[about]
    act = organiser_acts.start_now if how == "started" else organiser_acts.call_off
    await act(room.services, number, ORGANISER)
    await room.rest()
    assert (room.posted[about], room.edited[about]) == (1, before + 1)


async def test_the_next_season_is_as_long_as_announced_and_announced_after_the_end(room: LeagueRoom) -> None:
    season = await room.started(PLAYERS[:5])
    length = season.row.ends - season.row.starts
    await organiser_acts.extend(room.services, season.id, ORGANISER, season.row.ends)
    for fixture in season.fixtures:
        await closing.close(room.services, fixture.table_id or 0, ORGANISER, authority=Authority(SERVER))
    await room.later(0)
    following = await sql.season_of_league(room.services.db.reader, season.row.league, 2)
    assert following is not None
    assert following.ends - following.starts == length
    end, first = (season.id, "end", 0), (following.id, "announcement", 0)
    assert (room.posted[end], room.posted[first]) == (1, 0)
    assert (await season_lookup.find(room.services, SERVER)).id == season.id
    await room.later(61)
    assert room.posted[first] == 1


async def test_what_is_done_with_leagues_is_on_the_trail(room: LeagueRoom) -> None:
    services = room.services
    season = await season_settings.draft(services, SERVER, CHANNEL, ORGANISER, "visby", "Hanse", "en")
    await season_settings.change_draft(services, season.id, ORGANISER, size=2)
    await season_settings.announce(services, season.id, ORGANISER)
    for person in PLAYERS[:3]:
        await season_signup.sign_up(services, season.id, person, f"<{person}>")
    started = await organiser_acts.start_now(services, season.id, ORGANISER)
    extended = await organiser_acts.extend(services, season.id, ORGANISER, started.row.ends)
    await organiser_acts.call_off(services, season.id, ORGANISER)
    acts = await server_trail.read_acts(services, SERVER, 100, 0)
    assert [act.kind for act in acts] == ["called_off", "extended", "started", "announced"]
    assert {(act.person, act.season, act.facts["name"]) for act in acts} == {(ORGANISER, season.id, "Hanse")}
    assert acts[1].facts["until"] == extended.row.ends
