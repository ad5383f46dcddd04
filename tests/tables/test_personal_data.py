"""Personal data: everything stored about a person is handed out, and nothing is left once they are forgotten."""

from __future__ import annotations

import asyncio
import json
import logging
import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from storage import Address, Unusable
from storage.engines import moving
from storage.queries import avoid_lists, guests, personal_data, records, wishes
from storage.queries import tables as sql
from storage.queries.pings import save_pings
from storage.rows import PingRow
from storage.wish_rows import WishRow
from tables.delivery import digests, effects, posts
from tables.model.authority import Authority
from tables.model.table_errors import Declined
from tables.model.time_left import DAY
from tables.notifications import pending
from tables.notifications.attempt import Effects
from tables.notifications.seat_kinds import SeatGone
from tables.records import notes, ratings, statistics
from tables.records.statistics import GameFilter
from tables.runtime import avoiding
from tables.runtime import people as persons
from tables.runtime.people import Person
from tables.seating import closing, forgetting, invitations, lobby, seats, substitutes
from tables.seating.guests import Invitee
from tables.time import holidays
from tests.storage.fresh import open_quickly
from tests.tables.room import ANNA, BERT, CHANNEL, CLARA, PEOPLE, SERVER, Room


async def found(room: Room, person: int) -> list[tuple[str, dict[str, Any]]]:
    """Every row of the whole file in which the person's number or name stands, by its table."""
    reader = room.services.db.reader
    return [
        (table, dict(zip(row.keys(), row, strict=True)))
        for table in await moving.shapes(room.services.db)
        for row in await reader.execute_fetchall(f"SELECT * FROM {table}")
        if any(str(person) in str(value) for value in row)
    ]


async def much_is_stored(room: Room) -> None:
    """Let Bert do everything of which something is kept."""
    berts = await persons.meet(room.services, BERT)
    berts = await persons.save(room.services, berts, Person(id=BERT, language="de", stays_out=True))
    await holidays.set_hours(room.services, berts, "Europe/Berlin", 8 * 60, 22 * 60)
    await holidays.announce_holiday(
        room.services, BERT, room.services.now() + 300 * DAY, room.services.now() + 310 * DAY
    )
    await persons.save_server(room.services, persons.Server(id=SERVER, holidays=20), BERT)
    await room.lobby((BERT, ANNA), size=4)
    await lobby.leave(room.services, await room.lobby((BERT, ANNA), size=4), BERT)
    await invitations.invite(room.services, await room.lobby((ANNA,), size=4), ANNA, [Invitee(BERT, f"<{BERT}>")])
    await avoiding.avoid(room.services, BERT, CLARA, "Clara")
    await invitations.invite(room.services, await room.lobby((BERT,), size=4), BERT, [Invitee(ANNA, "Anna")])
    async with room.services.db.transaction() as db:
        await guests.set_wished(db, BERT, SERVER, ["visby"])
    finished, playing = await room.table((BERT, ANNA), computers=1), await room.table(PEOPLE)
    await room.table((BERT,), computers=2)
    await room.play_on(finished)
    await room.play_on(playing, 6)
    left = await room.table((CLARA, BERT, ANNA))
    await seats.resign(room.services, left, BERT)
    await room.rest()
    await room.play_on(left)
    await notes.add_line(room.services, playing, BERT, "Anna keeps wine")
    await digests.set_wishes(room.services, await persons.meet(room.services, BERT), "12", None)
    table, led_to = await room.load(playing), Effects(dms_closed=[BERT])
    await digests.decide_now_or_later(room.services, table, [seat.person or 0 for seat in table.seats], "ping", led_to)
    led_to.set_post("hand", posts.Post(channel=CHANNEL, message=1), BERT)
    async with room.services.db.transaction() as db:
        await effects.write(db, table, led_to)
    await substitutes.offer(
        room.services, await room.table((ANNA, CLARA)), ANNA, 0, BERT, "Bert", authority=Authority(SERVER)
    )
    table = await room.load(playing)
    async with room.services.db.transaction() as db:
        await pending.write(db, table, [SeatGone(seat=0, person=BERT)], due=room.time + DAY)
        await save_pings(db, playing, [PingRow(person=BERT, kind="ping", frame=1, decision="choose", entries=0, at=1)])
        wish = WishRow(server=SERVER, person=BERT, name="Bert", language="de", channel=CHANNEL, made_at=room.time)
        await wishes.save(db, wish)
        await wishes.want_message(db, SERVER, "question", BERT, 1)


@pytest.mark.both_engines
async def test_everything_that_is_stored_of_somebody_is_handed_out(room: Room) -> None:
    await much_is_stored(room)
    async with room.services.db.transaction() as db:
        await personal_data.begin_removal(db, BERT)
    told = await statistics.export_person(room.services, BERT)
    rows = await found(room, BERT)
    assert {table for table, _ in rows} == {
        "people", "tables", "seats", "results", "decisions", "outcomes", "ratings", "posts", "dms_closed", "pings",
        "holidays", "notes", "gathered", "guests", "lobby_wishes", "forgetting", "log", "outbox", "trail", "avoids",
        "wishes", "wish_messages",
    }  # fmt: skip
    for table, row in rows:
        offered = table == "seats" and row["person"] != BERT  # The rest of it is about who sits there.
        sent = table == "guests" and row["person"] != BERT  # Whom they invited is about others.
        handed_out = told["offers" if offered else "invitations" if sent else table]
        assert any(each.items() <= row.items() and BERT in each.values() for each in handed_out), (table, row)
        if table not in ("tables", "log") and not offered and not sent:
            assert row in handed_out
    assert all(BERT not in row.values() or BERT in (row["host"], row["opened_by"]) for row in told["tables"])
    assert all({"seed", "snapshot"}.isdisjoint(row) for row in told["tables"])
    (settings,), (holiday,) = told["people"], told["holidays"]
    assert (settings["zone"], settings["hours_begin"], settings["hours_end"]) == ("Europe/Berlin", 480, 1320)
    assert holiday["ends"] - holiday["begins"] == 10 * DAY
    assert [row["text"] for row in told["log"]]
    mine = {(row["table_id"], row["seat"]) for row in told["seats"]}
    assert {row["person"] for row in told["log"]} == {BERT}
    assert {(row["table_id"], row["seat"]) for row in told["kept_views"]} <= mine
    (seen,) = told["kept_views"]
    assert json.loads(seen["view"])["seat"] == seen["seat"]


async def test_every_table_of_the_file_that_has_a_column_for_persons_is_handed_out(room: Room) -> None:
    """Also one in which nobody has been written yet."""
    shapes = await moving.shapes(room.services.db)
    told = await personal_data.everything(room.services.db.reader, BERT)
    assert {table for table, shape in shapes.items() if "person" in shape.columns} <= told.keys()
    assert "person" in shapes["seats"].columns
    assert "host" in shapes["tables"].columns


@pytest.mark.both_engines
async def test_nothing_is_left_of_who_was_forgotten(room: Room) -> None:
    await much_is_stored(room)
    await forgetting.forget(room.services, BERT)
    await room.rest()
    assert await found(room, BERT) == []
    assert not any((await personal_data.everything(room.services.db.reader, BERT)).values())


@pytest.mark.both_engines
async def test_an_avoid_list_belongs_to_its_owner_and_outlives_the_avoided_person(room: Room) -> None:
    for person, other in ((ANNA, BERT), (BERT, ANNA), (CLARA, BERT)):
        await avoiding.avoid(room.services, person, other, f"<{other}>")
    reader = room.services.db.reader
    assert await avoid_lists.pairs_among(reader, [BERT, ANNA]) == [(ANNA, BERT), (BERT, ANNA)]
    exported = await statistics.export_person(room.services, BERT)
    assert [(row["person"], row["avoided"]) for row in exported["avoids"]] == [(BERT, ANNA)]
    await forgetting.forget(room.services, BERT)
    await room.rest()
    assert await avoiding.avoided_by(room.services, BERT) == {}
    assert await avoiding.avoided_by(room.services, ANNA) == {BERT: ""}
    assert await avoiding.who_avoids(room.services, BERT, [ANNA, CLARA]) == {ANNA, CLARA}
    await avoiding.stop_avoiding(room.services, ANNA, [BERT, CLARA])
    assert await avoid_lists.pairs_among(reader, [ANNA, BERT, CLARA]) == [(CLARA, BERT)]
    for other in range(1, avoiding.MAX_AVOIDED + 1):
        await avoiding.avoid(room.services, ANNA, other, "x")
    await avoiding.avoid(room.services, ANNA, 1, "x")
    with pytest.raises(Declined, match="avoid_list_full"):
        await avoiding.avoid(room.services, ANNA, BERT, "Bert")


@pytest.mark.thorough
async def test_killed_before_or_after_any_commit_a_forgetting_is_finished_at_the_next_start(
    room: Room, other_address: Callable[[], Address]
) -> None:
    await much_is_stored(room)
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tests.tables.forgotten", str(BERT), stdin=-1, stdout=-1
    )
    assert process.stdin is not None
    assert process.stdout is not None
    ended, moment, first = b"", 1, other_address()
    await _copy(room, first)
    while ended != b"0":
        copy = other_address()
        if isinstance(copy, Path) and isinstance(first, Path):
            copy.write_bytes(first.read_bytes())
        else:
            await _copy(room, copy)
        process.stdin.write(f"{copy} {moment}\n".encode())
        ended = (await process.stdout.readline()).strip()
        assert ended in (b"0", b"%d" % signal.SIGKILL)
        await _begins_again(copy, begun=moment > 1)
        moment += 1 if isinstance(copy, Path) else 12  # On the other engine at fewer moments.
    process.stdin.close()
    await process.wait()
    assert moment > 12


async def test_who_cannot_be_forgotten_yet_keeps_nobody_waiting_and_is_forgotten_later(
    room: Room, caplog: pytest.LogCaptureFixture
) -> None:
    """One of Anna's tables cannot be read. The start goes on, and so does forgetting Bert."""
    number = await room.table((ANNA, CLARA))
    await room.table((BERT, CLARA))
    reader = room.services.db.reader
    ((snapshot,),) = await reader.execute_fetchall("SELECT snapshot FROM tables WHERE id = ?", (number,))
    async with room.services.db.transaction() as db:
        for person in (ANNA, BERT):
            await personal_data.begin_removal(db, person)
        await db.execute("UPDATE tables SET snapshot = ? WHERE id = ?", (b"{}", number))
    await forgetting.resume_forgetting(room.services)
    await room.later(30)
    assert await personal_data.pending_removals(reader) == [ANNA]
    assert await found(room, BERT) == []
    problems = [record.message for record in caplog.records if record.levelno >= logging.ERROR]
    assert sum("forgotten" in problem for problem in problems) == 1, "said once, tried with each tick"
    caplog.clear()
    async with room.services.db.transaction() as db:
        await db.execute("UPDATE tables SET snapshot = ? WHERE id = ?", (snapshot, number))
    await room.later(30)
    assert await personal_data.pending_removals(reader) == []
    assert await found(room, ANNA) == []


async def _copy(room: Room, address: Address) -> None:
    target = (await open_quickly(address)).db
    await moving.copy(room.services.db, target)
    await target.close()


async def _begins_again(address: Address, *, begun: bool) -> None:
    """Start with a database whose process was killed: what had begun is finished."""
    room = Room(address)
    async with asyncio.timeout(10):
        while True:  # A server hears a moment later that a process is dead.
            with suppress(Unusable):
                await room.enter()
                break
            await asyncio.sleep(0.02)
    try:
        reader = room.services.db.reader
        assert await personal_data.pending_removals(reader) == ([BERT] if begun and await found(room, BERT) else [])
        await forgetting.resume_forgetting(room.services)
        await room.rest()
        assert await personal_data.pending_removals(reader) == []
        assert not begun or await found(room, BERT) == []
        assert await room.faults() == []
        for number in await sql.numbers(reader, ("playing",)):
            assert (await room.load(number)).human_seats(), "no table is left to nobody"
    finally:
        await room.leave()


# Who may see what


async def test_who_could_not_be_forgotten_when_they_asked_is_forgotten_with_the_next_tick(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    await room.table((ANNA, BERT, CLARA))
    await persons.meet(room.services, ANNA)

    def full(_: object) -> None:
        raise OSError("the disk is full")

    with monkeypatch.context() as patch:
        patch.setattr(room.services.films, "remove", full)
        with pytest.raises(OSError, match="full"):
            await forgetting.forget(room.services, ANNA)
    assert await personal_data.pending_removals(room.services.db.reader) == [ANNA]
    await room.later(30)
    assert await personal_data.pending_removals(room.services.db.reader) == []
    assert await persons.get(room.services, ANNA) is None


async def test_others_see_only_what_was_played_on_their_server(room: Room) -> None:
    number = await room.table((ANNA, BERT))
    await room.play_on(number)
    mine, _ = await statistics.of_person(room.services, ANNA, ANNA, GameFilter())
    seen, called = await statistics.of_person(room.services, ANNA, CLARA, GameFilter(server=SERVER))
    assert (mine.games, seen.games, called) == (1, 1, f"<{ANNA}>")
    for elsewhere in (SERVER + 1, None):
        with pytest.raises(Declined, match="never_played_here"):
            await statistics.of_person(room.services, ANNA, CLARA, GameFilter(server=elsewhere))


async def test_who_stays_out_is_a_player_to_others_and_on_no_leaderboard(room: Room) -> None:
    number = await room.table((ANNA, BERT))
    await room.play_on(number)
    rated = await records.all_ratings(room.services.db.reader)
    assert {one.person for one in await statistics.leaderboard(room.services, SERVER, "visby", BERT)} == {ANNA, BERT}
    await persons.save(room.services, await persons.meet(room.services, ANNA), Person(id=ANNA, stays_out=True))
    (only,) = await statistics.leaderboard(room.services, SERVER, "visby", ANNA)
    assert (only.person, only.met, only.provisional, only.games) == (BERT, True, True, 1)
    with pytest.raises(Declined, match="stays_out"):
        await statistics.of_person(room.services, ANNA, BERT, GameFilter(server=SERVER))
    seen, _ = await statistics.of_person(room.services, BERT, BERT, GameFilter())
    assert [(rival.person, rival.hidden) for rival in seen.rivals] == [(None, True)]
    own_view, _ = await statistics.of_person(room.services, ANNA, ANNA, GameFilter())
    assert own_view.games == 1
    assert await records.all_ratings(room.services.db.reader) == rated


async def test_statistics_are_summed_up_by_game_and_number_of_players(room: Room) -> None:
    for people in ((ANNA, BERT), (ANNA, BERT), (ANNA, BERT, CLARA)):
        await room.play_on(await room.table(people))
    await room.play_on(await room.table((ANNA,), computers=1))
    await room.close(await room.table((ANNA, BERT)))
    seen, _ = await statistics.of_person(room.services, ANNA, ANNA, GameFilter("visby"))
    assert (seen.games, seen.apart, seen.closed, sum(seen.places.values())) == (3, 1, 1, 3)
    assert seen.wins == seen.places.get(1, 0)
    assert (len(seen.scores), len(seen.course), seen.course[0]) == (3, 4, 1000)
    assert seen.best == max(seen.scores)
    assert seen.course[-1] == ratings.points(seen.ratings[0].ordinal)
    assert sorted((rival.person or 0, rival.games) for rival in seen.rivals) == [(0, 1), (BERT, 3), (CLARA, 1)]
    two, _ = await statistics.of_person(room.services, ANNA, ANNA, GameFilter("visby", 2))
    assert (two.games, two.apart) == (2, 1)
    assert (await statistics.of_person(room.services, ANNA, ANNA, GameFilter("riga")))[0].games == 0


async def test_a_servers_games_are_summed_up_by_game_and_number_of_players_without_who_stays_out(room: Room) -> None:
    for people in ((ANNA, BERT), (ANNA, BERT), (ANNA, BERT, CLARA)):
        await room.play_on(await room.table(people))
    await room.play_on(await room.table((ANNA,), computers=1))
    closed = await room.table((ANNA, BERT))
    for person in (ANNA, BERT):
        await closing.close(room.services, closed, person)
    seen = await statistics.of_server(room.services, SERVER, GameFilter("visby"))
    assert (seen.games, seen.people, seen.apart, seen.closed, seen.by_size) == (3, 3, 1, 1, {2: 2, 3: 1})
    own, _ = await statistics.of_person(room.services, ANNA, ANNA, GameFilter("visby"))
    assert len(seen.scores) == 3
    assert max(seen.scores) == seen.best == max(seen.best or 0, own.best or 0)
    wins = {name: (games, won) for name, games, won in seen.winners}
    assert wins[f"<{ANNA}>"] == (own.games, own.wins)
    assert sum(won for _, won in wins.values()) >= 3
    await persons.save(room.services, await persons.meet(room.services, ANNA), Person(id=ANNA, stays_out=True))
    seen = await statistics.of_server(room.services, SERVER, GameFilter("visby", 2))
    assert (seen.games, seen.apart, seen.closed, {name for name, _, _ in seen.winners}) == (2, 1, 0, {f"<{BERT}>"})
    assert (await statistics.of_server(room.services, SERVER, GameFilter())).by_game == {"visby": 3}
    for elsewhere in (GameFilter("riga"), GameFilter("visby", 4)):
        assert (await statistics.of_server(room.services, SERVER, elsewhere)).games == 0
    assert (await statistics.of_server(room.services, SERVER + 1, GameFilter())).games == 0
    async with room.services.db.transaction() as db:
        await db.execute("UPDATE outcomes SET private = 1 WHERE size = 3")
    seen = await statistics.of_server(room.services, SERVER, GameFilter())
    assert (seen.games, seen.by_size, seen.people) == (2, {2: 2}, 2)
