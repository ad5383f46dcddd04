"""Whole seasons with drop-outs, clocks that jump, and kills at random commits: each ends, and counts once.

A seed decides all that happens; only the order of background tasks may differ. Every fifth person decides to drop out
at some moment, time jumps by up to 26 hours and sometimes back by one, and about every third step the process is killed
at one of its next 40 commits. People choose random legal moves; in every tenth season traders play for them, which
takes ten times as long.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path

import pytest

from storage import Address
from storage.league_rows import SeasonFormat
from storage.queries import leagues as sql
from storage.queries import records
from storage.queries import tables as sql_tables
from tables.leagues import organiser_acts, season_signup
from tables.model import seeds
from tables.model.season import OVERTIME_S, Season
from tables.model.table_errors import Declined
from tables.model.time_left import DAY, HOUR
from tables.records import ratings
from tests.selection import THOROUGH
from tests.tables.league_room import ORGANISER, PLAYERS, Killed, LeagueRoom

SEEDS: Sequence[int] = range(1000) if THOROUGH else (0, 2)
KINDS: tuple[tuple[int, int, SeasonFormat], ...] = (
    (5, 3, "season"),
    (4, 2, "season"),
    (5, 4, "cup"),
    (7, 2, "cup"),
    (7, 4, "season"),
    (10, 3, "season"),
    (9, 4, "cup"),
)
"""Players, size of a table and format."""


async def check(room: LeagueRoom, season: Season) -> None:
    """Assert that a season that has ended has counted every table once and posted every message once."""
    reader = room.services.db.reader
    assert season.row.state == "over"
    played = [fixture for fixture in season.fixtures if fixture.table_id]
    assert len({fixture.table_id for fixture in played}) == len(played)
    seated = {row.id for row, _ in await sql_tables.of_server(reader, season.row.server, ("finished", "playing"), 999)}
    assert seated == {fixture.table_id for fixture in played}
    for fixture in played:
        results = {row.seat: row.place for row in await sql_tables.results(reader, fixture.table_id or 0)}
        assert fixture.status == "finished"
        assert fixture.places == [results[seat] for seat in range(len(fixture.players))]
    for division in season.division_numbers if season.row.format == "season" else ():
        assert {line.standing.games_left for line in season.lines(division)} == {0}
        assert all((line.best, line.worst) == (line.standing.place,) * 2 for line in season.lines(division))
    assert sum(entrant.place == 1 for entrant in season.entrants) >= 1
    seasons = await sql.of_server(reader, season.row.server, ("signup",))
    assert [row.number for row in seasons] == [2]
    messages = [row for number in (season.id, seasons[0].id) for row in await room.messages(number)]
    assert all(row.shown == row.wanted and row.message for row in messages)
    assert dict.fromkeys(room.posted, 1) == dict(room.posted)
    assert {(row.season, row.kind, row.number) for row in messages} == set(room.posted)
    counted = [(row.table_id, row.n, row.nth) for row in await records.rated_outcomes(reader)]
    assert len({table_id for table_id, _, _ in counted}) == len({number for _, number, _ in counted})
    assert (await ratings.recompute(room.services)).changed == 0
    assert await room.faults() == []


async def simulate(address: Address, seed: int) -> None:
    """Play a season decided by `seed`, with kills, and check it."""
    chance = random.Random(seed)
    room = LeagueRoom(address)
    room.rng, room.has_traders = random.Random(seed), seed % 10 == 9
    await room.enter()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(seeds, "new", partial(random.Random(seed).getrandbits, 62))
        room.mortal(patch)
        try:
            season = await announce(room, seed, chance)
            while season.row.state != "over":
                if room.commits_left is None and chance.random() < 0.3:
                    room.commits_left, room.kept_last = chance.randrange(40), chance.random() < 0.5
                with suppress(Killed, Declined):
                    await step(room, season, chance)
                await room.rest()
                if room.commits_left is not None and room.commits_left < 0:
                    await room.resurrect(chance.choice((0, 20, 3 * HOUR)))
                    await room.rest()
                season = await room.season(season.id)
            room.commits_left = None
            await finish(room, season)
        finally:
            await room.services.close()


async def announce(room: LeagueRoom, seed: int, chance: random.Random) -> Season:
    """Announce the season of a seed, for which everybody signs up, and choose who will drop out."""
    count, size, as_format = KINDS[seed % len(KINDS)]
    room.leavers = {person for person in PLAYERS[:count] if chance.random() < 0.2}
    return await room.season(await room.announced(PLAYERS[:count], size, as_format))


async def finish(room: LeagueRoom, season: Season) -> None:
    """Let the last messages of a season that is over be sent, and check everything."""
    for _ in range(3):
        await room.later(DAY)
    await check(room, await room.season(season.id))


async def step(room: LeagueRoom, season: Season, chance: random.Random) -> None:
    """Let something happen: somebody plays or drops out, or time passes."""
    assert room.time < season.row.ends + 3 * (OVERTIME_S + season.row.ends - season.row.starts), "it never ends"
    if season.row.state in ("signup", "checkin"):
        for entrant in season.entrants:
            await season_signup.check_in(room.services, season.id, entrant.person or 0, entrant.name)
        if chance.random() < 0.5:
            await organiser_acts.start_now(room.services, season.id, ORGANISER)
        await room.later(chance.choice((HOUR, DAY)))
        return
    leavers = [each.person for each in season.entrants if each.person in room.leavers and not each.dropped]
    if leavers and chance.random() < 0.2:
        await season_signup.drop_out(room.services, season.id, leavers[0] or 0)
        await room.rest()
    tables = [fixture.table_id for fixture in season.fixtures if fixture.status == "playing" and fixture.table_id]
    if tables and chance.random() < 0.8:
        await room.play_on(chance.choice(tables), chance.choice((5, 50, 500)))
    await room.later(chance.choice((30, 30, HOUR, 13 * HOUR, 26 * HOUR, -HOUR)))


@pytest.mark.parametrize("batch", [SEEDS[first : first + 4] for first in range(0, len(SEEDS), 4)], ids=str)
async def test_simulated_seasons_end_and_count_every_result_once(batch: Sequence[int], quick_path: Path) -> None:
    for seed in batch:
        await simulate(quick_path / f"{seed}.db", seed)


@pytest.mark.thorough
async def test_a_start_that_is_killed_at_any_commit_opens_and_posts_everything_once(quick_path: Path) -> None:
    for moment, kept in [(moment, kept) for moment in range(0, 40, 1 if THOROUGH else 2) for kept in (False, True)]:
        room = LeagueRoom(quick_path / f"{moment}{kept}.db")
        await room.enter()
        with pytest.MonkeyPatch.context() as patch:
            room.mortal(patch)
            number = await room.announced(PLAYERS[:3], size=2)
            room.commits_left, room.kept_last = moment, kept
            with suppress(Killed):
                await organiser_acts.start_now(room.services, number, ORGANISER)
            await room.rest()
            await room.resurrect()
            with suppress(Declined):
                await organiser_acts.start_now(room.services, number, ORGANISER)
            for _ in range(3):
                await room.later(61)
            season = await room.season(number)
            assert len({fixture.table_id for fixture in season.fixtures}) == 3
            assert await sql_tables.count_of_server(room.services.db.reader, season.row.server) == 3
            assert set(room.posted.values()) == {1}, (moment, kept)
            assert {about[1] for about in room.posted} == {"announcement", "division", "tables", "act"}
            await room.services.close()


async def test_a_simulated_season_on_postgresql(server_address: str) -> None:
    await simulate(server_address, 1)
