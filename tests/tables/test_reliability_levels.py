"""How reliable people are, from stored games: which count, for whom, and that the logs say the same."""

from __future__ import annotations

import random
from functools import partial

import msgspec
import pytest

from matching.reliability import COUNTED_GAMES, Level
from storage.queries import records
from tables.model.time_left import DAY
from tables.records import reliability_levels
from tables.runtime import people
from tables.seating import forgetting, lobby, seats
from tables.seating.table_settings import NewTable
from tests.selection import thorough
from tests.tables.reliable_evenings import EVERYBODY, Evening, Played, level_of
from tests.tables.room import ANNA, BERT, CHANNEL, CLARA, DAVID, SERVER, Room

pytestmark = pytest.mark.quick


async def stored(room: Room, person: int, server: int = SERVER) -> list[Played]:
    """Return how somebody has played, in the games that count for them, the latest first."""
    kept = {"": True, "left": False, "agreed": None}
    rows = await records.latest_counted(room.services.db.reader, server, [person], COUNTED_GAMES)
    return [(row.in_time, row.late, kept[row.gone]) for row in rows]


async def levels(room: Room, *people: int) -> dict[int, Level]:
    return await reliability_levels.shown_levels(room.services, SERVER, people)


@pytest.mark.parametrize(("seed", "tables", "acts"), [(1, 2, 12), *thorough(*((seed, 6, 80) for seed in range(2, 12)))])
async def test_what_is_shown_is_what_the_logs_say(
    room: Room, monkeypatch: pytest.MonkeyPatch, seed: int, tables: int, acts: int
) -> None:
    monkeypatch.setattr("tables.model.seeds.new", partial(random.Random(seed).getrandbits, 62))
    await room.lift_limits()
    evening = Evening(room, seed)
    games = ("visby", "riga", "haithabu")
    for n in range(tables):
        people = tuple(evening.rng.sample((ANNA, BERT, CLARA, DAVID), evening.rng.choice((2, 3))))
        number = await evening.open(people, games[n % len(games)])
        for _ in range(acts):
            await evening.act(number)
    forgotten = evening.rng.choice((ANNA, BERT, CLARA, DAVID))
    await evening.forget(forgotten)
    for number in evening.diaries:
        if (await room.load(number)).row.status == "playing":
            await room.close(number)
    shown = await levels(room, *EVERYBODY)
    for person in EVERYBODY:
        expected = await evening.expected(person)
        assert await stored(room, person) == expected[:COUNTED_GAMES], person
        assert shown[person].name == level_of(expected)
    assert shown[forgotten] is Level.NEW


@pytest.mark.both_engines
async def test_a_game_counts_once_for_each_of_its_people_also_after_a_kill(room: Room) -> None:
    number = await room.table((ANNA, BERT))
    await room.move(number, ANNA)
    await room.later(3 * DAY)
    await room.move(number, BERT)
    assert await stored(room, ANNA) == [], "the game goes on"
    await seats.resign(room.services, number, ANNA)
    await room.close(number)
    await room.crash()
    assert await stored(room, ANNA) == [(1, 0, False)]
    assert await stored(room, BERT) == [(0, 1, True)]
    assert await stored(room, ANNA, SERVER + 1) == []


async def test_a_changed_sealed_choice_is_no_further_decision(room: Room) -> None:
    number = await room.table((ANNA, BERT, CLARA))
    first, second, *_ = (await room.look(number, ANNA)).options
    for move in (first, second, first):
        await room.move(number, ANNA, str(move))
    await room.close(number)
    assert await stored(room, ANNA) == [(1, 0, True)]


async def test_private_tables_and_games_without_a_clock_or_a_second_person_do_not_count(room: Room) -> None:
    settings = NewTable(game="visby", size=2, server=SERVER, channel=CHANNEL, private=True, requested_in=CHANNEL)
    private = (await lobby.open_table(room.services, ANNA, "Anna", settings)).id
    await lobby.join(room.services, private, BERT, "Bert")
    await lobby.start(room.services, private, ANNA)
    for number in (private, await room.table((ANNA, BERT), pace=0), await room.table((ANNA,), computers=1)):
        await room.play_on(number, 3)
        await room.close(number)
    assert await stored(room, ANNA) == []


async def test_a_seat_handed_over_by_agreement_counts_neither_way(room: Room) -> None:
    number = await room.table((ANNA, BERT))
    await room.move(number, ANNA)
    await room.substitute(number, ANNA, await room.seat(number, ANNA), CLARA, "Clara")
    await room.play_on(number, 4)
    await room.close(number)
    assert [kept for _, _, kept in await stored(room, ANNA)] == [None]
    assert [kept for _, _, kept in await stored(room, CLARA)] == [True]


async def test_who_keeps_their_statistics_private_shows_no_level(room: Room) -> None:
    anna = await people.meet(room.services, ANNA)
    await people.save(room.services, anna, msgspec.structs.replace(anna, stays_out=True))
    assert await levels(room, ANNA, BERT) == {BERT: Level.NEW}


async def test_forgotten_people_are_new_and_what_they_left_does_not_count_when_the_game_ends(room: Room) -> None:
    for _ in range(3):
        number = await room.table((ANNA, BERT))
        await room.move(number, ANNA)
        await room.close(number)
    assert (await levels(room, ANNA))[ANNA] is Level.RELIABLE
    number = await room.table((ANNA, BERT, CLARA))
    await room.move(number, ANNA)
    await forgetting.forget(room.services, ANNA)
    await room.move(number, BERT)
    await room.close(number)
    assert (await levels(room, ANNA))[ANNA] is Level.NEW
    assert await stored(room, ANNA) == []
    assert await stored(room, BERT) == [(1, 0, True)], "the others have played with somebody"
