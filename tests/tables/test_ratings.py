"""Ratings: as the library computes them, the same when computed anew, and nobody else's affair."""

from __future__ import annotations

import random
import sqlite3
from contextlib import closing
from pathlib import Path

import msgspec
import pytest
from openskill.models import PlackettLuce

from opponents.laboratory.tournament import strength_gap
from opponents.strengths import STRENGTH_SIGMA, strength
from rules import GAMES
from storage.queries import records
from storage.queries.tables import add_table
from storage.result_rows import RatingRow
from storage.rows import TableRow
from tables.model.table import Table
from tables.records import ratings
from tables.records.counting import CreditedPlayer
from tables.seating import forgetting
from tests.tables.room import ANNA, BERT, CHANNEL, CLARA, SERVER, Room

SCHEMA2 = Path(__file__).parents[1] / "storage" / "schema2.sql"
PEOPLE = range(1001, 1021)


async def a_table(room: Room, game: str, server: int, size: int) -> Table:
    row = TableRow(
        game=game, rules=1, options={}, seed=1, status="finished", size=size, host=1, server=server,
        channel=CHANNEL, language="en", created=1, started=1, ended=room.time,
    )  # fmt: skip
    async with room.services.db.transaction() as db:
        await add_table(db, row)
    return Table(row, [])


def random_result(rng: random.Random) -> list[CreditedPlayer]:
    """Two to six, at least two of them people, perhaps with shared places."""
    size = rng.randint(2, 6)
    people = rng.sample(PEOPLE, rng.randint(2, size))
    who: list[tuple[int | None, str | None]] = [(person, None) for person in people]
    who += [(None, rng.choice(("novice", "trader")))] * (size - len(people))
    rng.shuffle(who)
    return [
        CreditedPlayer(seat, person, computer, str(person), rng.randint(1, size), 0)
        for seat, (person, computer) in enumerate(who)
    ]


async def all_of(room: Room) -> dict[tuple[int, str, int], RatingRow]:
    return {(r.server, r.game, r.person): r for r in await records.all_ratings(room.services.db.reader)}


async def enter(room: Room, table: Table, counted: list[CreditedPlayer]) -> None:
    async with room.services.db.transaction() as db:
        await ratings.write_outcomes(db, table, counted)


@pytest.mark.thorough
async def test_a_thousand_results_are_rated_as_by_the_library_and_forgetting_changes_nobody_elses(room: Room) -> None:
    room.sound = False  # These tables have no logs.
    rng = random.Random(5)
    tables = [await a_table(room, game, server, 6) for game in list(GAMES)[:2] for server in (SERVER, SERVER + 1)]
    results = [(rng.choice(tables), random_result(rng)) for _ in range(1000)]
    model = PlackettLuce()
    fed: dict[tuple[int, str, int], tuple[float, float, int]] = {}
    async with room.services.db.transaction() as db:
        for table, counted in results:
            await ratings.write_outcomes(db, table, counted)
    for table, counted in results:
        for scope in (0, table.row.server):
            keys = [(scope, table.row.game, one.person or 0) for one in counted]
            before = [
                fed.get(key, (model.mu, model.sigma, 0))
                if one.person
                else (strength(table.row.game, str(one.computer)), STRENGTH_SIGMA, 0)
                for key, one in zip(keys, counted, strict=True)
            ]
            teams = [[model.rating(mu=mu, sigma=sigma)] for mu, sigma, _ in before]
            after = model.rate(teams, ranks=[float(one.place) for one in counted])
            for key, old, (new,), one in zip(keys, before, after, counted, strict=True):
                if one.person:
                    fed[key] = (new.mu, new.sigma, old[2] + 1)
    rated = await all_of(room)
    assert {key: (row.mu, row.sigma, row.games) for key, row in rated.items()} == fed

    again = await ratings.recompute(room.services)
    assert (again.results, again.ratings, again.changed) == (1000, len(fed), 0)
    for person in PEOPLE[:3]:
        await forgetting.forget(room.services, person)
    others = {key: row for key, row in rated.items() if key[2] not in PEOPLE[:3]}
    assert await all_of(room) == others
    assert (await ratings.recompute(room.services)).changed == 0
    assert await all_of(room) == others


async def test_recomputing_mends_what_is_wrong(room: Room) -> None:
    room.sound = False
    table = await a_table(room, "visby", SERVER, 2)
    await enter(room, table, [CreditedPlayer(0, ANNA, None, "Anna", 1, 5), CreditedPlayer(1, BERT, None, "Bert", 2, 3)])
    right = await all_of(room)
    wrong = [msgspec.structs.replace(row, mu=99.0) for row in right.values() if row.person == ANNA]
    async with room.services.db.transaction() as db:
        await records.save_ratings(db, wrong)
    assert (await ratings.recompute(room.services)).changed == len(wrong) == 2
    assert await all_of(room) == right


@pytest.mark.both_engines
async def test_a_real_game_is_rated_with_its_result(room: Room) -> None:
    number = await room.table((ANNA, BERT), computers=1)
    await room.play_on(number)
    rated = await all_of(room)
    assert set(rated) == {(scope, "visby", person) for scope in (0, SERVER) for person in (ANNA, BERT)}
    places = {row.person: row.place for row in await records.rated_outcomes(room.services.db.reader) if row.person}
    first, second = sorted((ANNA, BERT), key=lambda person: places[person])
    if places[first] != places[second]:
        assert rated[SERVER, "visby", first].mu > rated[SERVER, "visby", second].mu
    before = [(row.mu, row.here_mu) for row in await records.rated_outcomes(room.services.db.reader)]
    assert before == [(25.0, 25.0)] * 3
    assert (await ratings.recompute(room.services)).changed == 0


async def test_somebody_forgotten_in_the_middle_of_a_game_is_nobody_in_its_result(room: Room) -> None:
    number = await room.table((ANNA, BERT, CLARA))
    await room.play_on(number, 8)
    await forgetting.forget(room.services, CLARA)
    await room.rest()
    await room.play_on(number)
    assert {key[2] for key in await all_of(room)} == {ANNA, BERT}


async def test_what_was_played_before_there_were_ratings_counts_as_it_did_and_is_rated_at_the_start(
    quick_path: Path,
) -> None:
    path = quick_path / "kontor.db"
    with closing(sqlite3.connect(path)) as file:
        file.executescript(SCHEMA2.read_text(encoding="utf-8"))
        was = file.execute(
            "SELECT table_id, seat, person, name, place, score FROM results ORDER BY table_id, seat"
        ).fetchall()
    assert was
    room = Room(path)
    await room.enter()
    try:
        reader = room.services.db.reader
        now = await reader.execute_fetchall(
            "SELECT table_id, seat, person, name, place, score FROM outcomes ORDER BY table_id, seat"
        )
        assert [tuple(row) for row in now] == was
        unrated = await records.is_unrated(reader)
        await ratings.rate_older_results(room.services)
        assert not await records.is_unrated(reader)
        assert bool(await all_of(room)) == unrated
        assert (await ratings.recompute(room.services)).changed == 0
    finally:
        await room.services.close()


def test_a_new_player_has_a_thousand_points_and_the_computers_are_where_their_tournaments_put_them() -> None:
    assert ratings.points(ratings.INITIAL_RATING.ordinal) == 1000
    for game in GAMES:
        trader, novice = (ratings.computer_rating(game, player) for player in ("trader", "novice"))
        assert ratings.points(trader.ordinal) == 1880
        assert 25 < trader.mu - novice.mu < 50
    # docs/strength.md: shares of 400 games with five and six players, and of 200 and 100 with two.
    assert round((strength_gap(388, 400, 5) + strength_gap(368.8, 400, 6)) / 2) == 25 - strength("visby", "novice")
    assert round(strength_gap(199, 200, 2)) == 25 - strength("riga", "novice")
    assert round(strength_gap(100, 100, 2)) == 25 - strength("haithabu", "novice")
