"""People and a season: signing up, withdrawing, checking in, and dropping out of a running season."""

from __future__ import annotations

import logging

from storage import Transaction
from storage.league_rows import EntrantRow
from storage.queries import leagues as sql
from storage.queries import records
from storage.queries import tables as sql_tables
from tables.leagues import season_delivery
from tables.leagues.season_store import load, want
from tables.model.season import Season
from tables.model.table_errors import Declined
from tables.notifications.recipients import after_reseating
from tables.notifications.seat_kinds import HandedOver
from tables.play import table_writer
from tables.play.moves import after_commit
from tables.records import season_results
from tables.runtime.services import Services
from tables.seating.table_settings import MAX_TABLES_PER_PERSON

log = logging.getLogger("kontor.leagues")


async def sign_up(services: Services, season_id: int, person: int, name: str) -> Season:
    """Enter a person for a season under this name, and return it. The announcement is updated.

    During the check-in they are checked in at once. Raise `Declined` if sign-ups are over, if they have signed up
    already, or if the season's tables would put them above the limit of tables per person.
    """
    async with services.db.transaction() as db:
        season = await load(db, season_id)
        _check_signup(season)
        if season.entrant_of(person):
            raise Declined("signed_up_already", name=season.row.name, when=season.row.starts)
        await _enter(db, season, person, name)
        await _want_lists(db, season)
    season_delivery.wake(services, season_id)
    return season


async def _enter(db: Transaction, season: Season, person: int, name: str) -> None:
    """Add and store a new entrant of a season; during the check-in they are checked in at once.

    Raise `Declined` if the season's tables would put them above the limit of tables per person.
    """
    have = await sql_tables.count_of_person(db, person)
    if have + season.games_each > MAX_TABLES_PER_PERSON:
        games, most = season.games_each, MAX_TABLES_PER_PERSON
        raise Declined("too_many_league_tables", name=season.row.name, games=games, have=have, most=most)
    n = 1 + max((each.n for each in season.entrants), default=0)
    entrant = EntrantRow(n=n, person=person, name=name, checked_in=season.row.state == "checkin")
    season.entrants.append(entrant)
    await sql.save_entrants(db, season.id, [entrant])


async def _want_lists(db: Transaction, season: Season) -> None:
    """Queue updates of the messages that list the entrants: the announcement and, once posted, the call to check in."""
    await want(db, season.id, "announcement")
    if season.row.state == "checkin":
        await want(db, season.id, "checkin")


async def withdraw(services: Services, season_id: int, person: int) -> Season:
    """Remove a person's entry for a season that has not started, and return the season; the announcement is updated.

    Raise `Declined` if they have not signed up, or if the season has started: then `drop_out` is to be used.
    """
    async with services.db.transaction() as db:
        season = await load(db, season_id)
        _check_signup(season)
        entrant = season.entrant_of(person)
        if entrant is None:
            raise Declined("not_signed_up", name=season.row.name)
        season.entrants.remove(entrant)
        await sql.drop_entrant(db, season_id, entrant.n)
        await _want_lists(db, season)
    season_delivery.wake(services, season_id)
    return season


async def check_in(services: Services, season_id: int, person: int, name: str) -> Season:
    """Note that a person will play, and return the season. A person who has not signed up is signed up under this name.

    If they have checked in already, nothing changes. Raise `Declined` if sign-ups are over, or if signing up would put
    the person above the limit of tables per person.
    """
    async with services.db.transaction() as db:
        season = await load(db, season_id)
        _check_signup(season)
        entrant = season.entrant_of(person)
        if entrant and entrant.checked_in:
            return season
        if entrant:
            entrant.checked_in = True
            await sql.save_entrants(db, season_id, [entrant])
        else:
            await _enter(db, season, person, name)
        await _want_lists(db, season)
    season_delivery.wake(services, season_id)
    return season


async def drop_out(services: Services, season_id: int, person: int) -> Season:
    """Give all seats of a person in a running season to aldermen (computers) for good, and return the season.

    They keep the points of finished tables and get none for the others. Each table is one transaction; if the process
    is killed in between, they can drop out once more. Raise `Declined` if they do not play in it, or it is not running.
    """
    season = await load(services.db.reader, season_id)
    entrant = season.entrant_of(person)
    if entrant is None or not entrant.division or season.row.state != "playing":
        raise Declined("not_entered", name=season.row.name)
    for fixture in season.fixtures_of(entrant.n):
        if fixture.status == "playing" and fixture.table_id is not None:
            await _give_up_seat(services, fixture.table_id, person)
    async with services.db.transaction() as db:
        season = await load(db, season_id)
        waiting = [each for each in season.fixtures_of(entrant.n) if each.status == "waiting"]
        for fixture in waiting:
            fixture.absent = sorted({*fixture.absent, entrant.n})
        await sql.save_fixtures(db, season_id, waiting)
        await sql.mark_dropped(db, season_id, entrant.n)
        await want(db, season_id, "division", entrant.division)
    log.info("season=%d entrant=%d dropped out", season_id, entrant.n)
    season_delivery.wake(services, season_id)
    return await load(services.db.reader, season_id)


async def _give_up_seat(services: Services, table_id: int, person: int) -> None:
    """Give a person's seat at a running league table to an alderman (a computer) for good.

    Do nothing if that has happened already.
    """
    async with services.at(table_id) as table:
        chair = table.seat_of(person)
        if table.row.status != "playing" or chair is None or chair.lost:
            return
        chair.computer, chair.lost = table.row.level, True
        async with services.db.transaction() as db:
            missed = chair.overdue
            await records.set_gone(db, table.id, chair.seat, person, chair.name, "left", missed=missed)
            await season_results.note_lost_seat(db, table, chair.seat, services.now())
            tell = after_reseating(HandedOver(seat=chair.seat), [seat.seat for seat in table.human_seats()])
            await table_writer.write_new_player(db, table, chair.seat, services.now(), tell)
    after_commit(services, table)


def _check_signup(season: Season) -> None:
    """Raise `Declined` unless people can sign up for a season or withdraw now."""
    if season.row.state not in ("signup", "checkin"):
        raise Declined("signup_over", name=season.row.name)
