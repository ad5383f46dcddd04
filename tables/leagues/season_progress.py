"""The tasks that move a season on.

`advance` does everything due in one season, `advance_all` in all seasons of our partition. Each task is one
transaction, which first checks that it is still needed.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence

import msgspec

from leagues import cup, divisions
from leagues.schedule import season_tables
from storage import Transaction
from storage.league_rows import EntrantRow, FixtureRow, SeasonRow
from storage.queries import leagues as sql
from storage.queries import records
from tables.leagues import fixture_tables, season_delivery
from tables.leagues.season_settings import NOT_DUE, evening
from tables.leagues.season_store import load, want, want_act
from tables.model.season import CHECK_IN_S, OVERTIME_S, Season, ordered_by_rating, round_order
from tables.model.table_errors import Declined
from tables.model.time_left import DAY
from tables.records.ratings import INITIAL_RATING
from tables.records.season_results import ALDERMEN_PLAY
from tables.runtime.services import Services

log = logging.getLogger("kontor.leagues")

BREAK_S = 14 * DAY
"""The time between the end of a season and the start of the next one."""
_NEXT_SEASON_DELAY_S = 60
"""How long after the end of a season the next one is announced, so that people read the result first."""


async def advance_all(services: Services) -> None:
    """Do what is due in all seasons of our partition, and send their messages. Called with every tick.

    A season that fails is logged and does not stop the others.
    """
    for season_id in await sql.due_seasons(services.db.reader, services.now(), services.partition):
        try:
            with services.outage.suppress(f"season={season_id}"):
                await advance(services, season_id)
        except Exception:
            log.exception("season=%d failed; it is tried again with the next tick", season_id)
    await season_delivery.wake_all(services)


async def advance(services: Services, season_id: int) -> None:
    """Do all tasks of a season that are due, one after the other. Then store when the next one is due."""
    while await _advance_once(services, season_id):
        pass


async def _advance_once(services: Services, season_id: int) -> bool:
    """Do the next due task of a season and return True.

    If none is due, store when the next one will be, and return False.
    """
    season, now = await load(services.db.reader, season_id), services.now()
    pace = _pace(season.row, now)
    waiting = next((each.n for each in season.fixtures if each.status == "waiting"), None)
    slow = next((each.n for each in season.fixtures if _is_slow(each, pace)), None)
    if season.row.state == "playing" and waiting is not None:
        await fixture_tables.open_table(services, season_id, waiting)
        return True
    if season.row.state == "playing" and slow is not None:
        task = fixture_tables.give_to_aldermen if pace == ALDERMEN_PLAY else fixture_tables.shorten_clock
        await task(services, season_id, slow)
        return True
    async with services.db.transaction() as db:
        # Read again: a result that was written meanwhile must not be missed.
        season = await load(db, season_id)
        row = season.row
        if row.state == "signup" and now >= row.starts - CHECK_IN_S:
            await _begin_check_in(db, season)
        elif row.state == "checkin" and now >= row.starts:
            await start(db, season, now)
        elif row.state == "playing" and all(each.status in ("finished", "closed") for each in season.fixtures):
            await _go_on(db, season, now)
        else:
            row.due = _next_due(season, now)
            await sql.save_season(db, row, "due")
            return row.due <= now
    return True


def _pace(row: SeasonRow, now: int) -> int:
    """Return the pace at which the tables of a season should be played now.

    0: the season's clock. `OVERTIME`: 12 hours for a decision, once the end has passed. `ALDERMEN_PLAY`: computers play
    to the end, once the overtime has passed too.
    """
    if now < row.ends:
        return 0
    return fixture_tables.OVERTIME if now < row.ends + OVERTIME_S else ALDERMEN_PLAY


def _next_due(season: Season, now: int) -> int:
    """Return when the next task of a season is due, if nothing happens before; now if one is due already."""
    row = season.row
    match row.state:
        case "signup":
            return row.starts - CHECK_IN_S
        case "checkin":
            return row.starts
        case "playing":
            pace = _pace(row, now)
            if any(each.status == "waiting" or _is_slow(each, pace) for each in season.fixtures):
                return now
            return row.ends if now < row.ends else row.ends + OVERTIME_S if now < row.ends + OVERTIME_S else NOT_DUE
        case _:
            return NOT_DUE


def _is_slow(fixture: FixtureRow, pace: int) -> bool:
    """Return True if a fixture's table is played, but not yet at this pace."""
    return fixture.status == "playing" and fixture.pace < pace


async def _begin_check_in(db: Transaction, season: Season) -> None:
    """Begin a season's check-in: queue the message that asks all who have signed up to confirm that they play."""
    season.row.state, season.row.due = "checkin", season.row.starts
    await sql.save_season(db, season.row, "state", "due")
    await want(db, season.id, "announcement")
    await want(db, season.id, "checkin")


async def _close_check_in(db: Transaction, season: Season) -> None:
    """If the check-in is running, have its message edited, so that it loses its buttons.

    Called when the season's state is about to change.
    """
    if season.row.state == "checkin":
        await want(db, season.id, "checkin")


async def start(db: Transaction, season: Season, now: int) -> None:
    """Start a season: seed its players, make divisions and fixtures. With too few players it is cancelled instead.

    People who have not checked in do not play. The tables are opened by later tasks.
    """
    row, starters = season.row, season.starters()
    if len(starters) < season.min_players:
        await cancel(db, season, now, "too_few")
        return
    await _close_check_in(db, season)
    await _note_ratings(db, row, starters)
    seeded = await _seeded(db, row, starters)
    by_n = {each.n: each for each in starters}
    if row.format == "cup":
        groups, tables = [seeded], [(1, list(table)) for table in cup.round_tables(seeded, row.size)]
    else:
        groups = divisions.split(seeded, row.size)
        tables = [(d, list(table)) for d, group in enumerate(groups, 1) for table in season_tables(group, row.size)]
    for division, group in enumerate(groups, 1):
        for n in group:
            by_n[n].division, by_n[n].seed = division, 1 + seeded.index(n)
    await sql.save_entrants(db, season.id, starters)
    row.state, row.round, row.due = "playing", 1, 0
    row.ends = now + row.ends - row.starts
    row.starts = now
    await sql.save_season(db, row, "state", "round", "due", "starts", "ends")
    season.fixtures = _fixtures(tables, row.round)
    await sql.save_fixtures(db, season.id, season.fixtures)
    await fixture_tables.want_tables_messages(db, season)
    await want(db, season.id, "announcement")
    for division in range(1, 1 + len(groups)):
        await want(db, season.id, "division", division)
    log.info("season=%d started players=%d divisions=%d", season.id, len(starters), len(groups))


def _fixtures(tables: Sequence[tuple[int, Sequence[int]]], round_number: int, after: int = 0) -> list[FixtureRow]:
    """Return a fixture of round `round_number` for each of `tables`, which are pairs of a division and its players.

    Fixtures are numbered from `after` + 1 on. A player without opponents has a bye: the fixture is already finished,
    and the player has the first place.
    """
    return [
        FixtureRow(
            n=n,
            round=round_number,
            division=division,
            players=list(table),
            status="waiting" if len(table) > 1 else "finished",
            places=[] if len(table) > 1 else [1],
        )
        for n, (division, table) in enumerate(tables, after + 1)
    ]


async def _note_ratings(db: Transaction, row: SeasonRow, starters: Sequence[EntrantRow]) -> None:
    """Set `rating` of these entrants in place: their rating in the game on the season's server.

    An entrant without one gets that of a new player.
    """
    people = [each.person for each in starters if each.person]
    known = {
        rating.person: rating.ordinal
        for rating in await records.ratings(db, row.game, row.server, people)
        if rating.server == row.server
    }
    for entrant in starters:
        entrant.rating = known.get(entrant.person or 0, INITIAL_RATING.ordinal)


async def _seeded(db: Transaction, row: SeasonRow, starters: Sequence[EntrantRow]) -> list[int]:
    """Return the entrants' numbers in the order of their strength, best first.

    If neither this season nor the league's previous one is a cup, and the previous one was played to its end, its
    players come first, by its final order with promotion and relegation applied. Newcomers follow, by rating. In all
    other cases everybody is ordered by rating.
    """
    before = await sql.season_of_league(db, row.league, row.number - 1) if row.number > 1 else None
    ordered = ordered_by_rating(starters)
    if before is None or before.format == "cup" or row.format == "cup" or before.state != "over":
        return [each.n for each in ordered]
    last = await load(db, before.id)
    now_n = {each.person: each.n for each in starters if each.person}
    groups = [
        [now_n[each.person] for each in last.final_order(number) if each.person in now_n]
        for number in last.division_numbers
    ]
    again = {n for group in groups for n in group}
    return divisions.order_for_next_season(groups, [each.n for each in ordered if each.n not in again])


async def _go_on(db: Transaction, season: Season, now: int) -> None:
    """Begin the next round of a cup, or end the season, because all tables are over."""
    row = season.row
    this_round = [each for each in season.fixtures if each.round == row.round]
    if row.format == "season" or len(this_round) == 1:
        await _end(db, season, now)
        return
    seeds = {each.n: each.seed for each in season.entrants}
    advancing = []
    for fixture in this_round:
        order = round_order(fixture, seeds)
        advancing += cup.advancing(order, {n: place for place, n in enumerate(order)})
    advancing.sort(key=lambda n: seeds[n])
    row.round, row.due = row.round + 1, 0
    row.starts, row.ends, row.extended = now, now + season.length_s, 0
    await sql.save_season(db, row, "round", "starts", "ends", "extended", "due")
    tables = [(1, table) for table in cup.round_tables(advancing, row.size)]
    drawn = _fixtures(tables, row.round, after=len(season.fixtures))
    season.fixtures += drawn
    await sql.save_fixtures(db, season.id, drawn)
    await fixture_tables.want_tables_messages(db, season)
    await want(db, season.id, "division", 1)


async def _end(db: Transaction, season: Season, now: int) -> None:
    """Write everybody's final place, announce the end, and open the sign-up for the next season."""
    row = season.row
    if row.format == "cup":
        places = season.cup_places()
    else:
        places = {each.player: each.place for number in season.division_numbers for each in season.standings(number)}
    for entrant in season.entrants:
        entrant.place = places.get(entrant.n, 0)
    await sql.save_entrants(db, season.id, season.entrants)
    row.state, row.ended, row.due = "over", now, NOT_DUE
    await sql.save_season(db, row, "state", "ended", "due")
    for division in season.division_numbers:
        await want(db, season.id, "division", division)
    await want(db, season.id, "announcement")
    await want(db, season.id, "end")
    starts = await evening(db, row.organiser, now + BREAK_S)
    following = msgspec.structs.replace(
        row,
        id=0,
        number=row.number + 1,
        state="signup",
        starts=starts,
        ends=starts + season.length_s,
        extended=0,
        created=now,
        ended=0,
        round=0,
        due=starts - CHECK_IN_S,
    )
    await sql.add_season(db, following)
    await want(db, following.id, "announcement", due=now + _NEXT_SEASON_DELAY_S)
    log.info("season=%d over; next=%d", season.id, following.id)


async def cancel(db: Transaction, season: Season, now: int, why: str, person: int | None = None) -> None:
    """Call a season off: its running tables become ordinary tables. A message in its channel says why, and who did it.

    `why` is a key; `person` is None if nobody did it. Raise `Declined` if the season is over or was called off.
    """
    if season.row.state in ("over", "cancelled"):
        raise Declined("season_changed", name=season.row.name)
    await _close_check_in(db, season)
    season.row.state, season.row.ended, season.row.due = "cancelled", now, NOT_DUE
    await sql.save_season(db, season.row, "state", "ended", "due")
    await sql.release_tables(db, season.id)
    await want(db, season.id, "announcement")
    for division in season.division_numbers:
        await want(db, season.id, "division", division)
    await want_act(db, season.id, why, person)
    log.info("season=%d cancelled: %s", season.id, why)
