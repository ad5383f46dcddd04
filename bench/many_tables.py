"""Prepares databases for measurements: `write_tables` writes one with many tables of Visby in play.

`due_notifications` counts the notifications that the bot has yet to send.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from bench.click import CHANNEL, LOBBIES, PEOPLE, SERVER
from bot import now
from pictures.painters import board_picture as drawn_board
from rules import GAMES
from rules.records import UNDO
from storage import open_database
from storage.queries import people
from storage.queries import posts as sql_posts
from storage.queries import tables as sql
from storage.queries import timers as sql_timers
from storage.rows import LogRow, PostRow, SeatRow, TableRow
from tables.model import deadlines
from tables.model.table import Table
from tables.runtime import people as persons
from tables.runtime.people import Person
from words import words_in


def name_of(table: int, seat: int) -> str:
    """Return the name of the person on a seat of a table; it is unique, so that no two boards have the same picture."""
    return f"{('Anna', 'Bertram', 'Clara', 'Dietrich')[seat]} {table}"


async def write_tables(path: Path, tables: int, entries: int = 0, *, pictures: bool = False) -> None:
    """Write a database with `tables` tables of Visby in play, with their people, timers and the ids of their messages.

    At each table four people have yet to choose their first card. Its log gets `entries` entries, an even number, in
    which seat 0 alternately chooses a card and takes it back. The people have seen all tips. With `pictures` the boards
    are recorded as shown with a picture.
    """
    database = await open_database(path)
    game = GAMES["visby"]
    async with database.transaction() as db:
        for number in range(tables):
            row = TableRow(
                game=game.name, rules=game.version, options=game.complete_options(4, {}), seed=number,
                status="playing", size=4, host=PEOPLE + 4 * number, server=SERVER, channel=CHANNEL,
                thread=LOBBIES + number, language="en", clock='{"kind":"decision","time":259200}', created=now(),
                started=now(), snapshot=game.encode(game.new(4, number)), version=entries, told=entries,
                undos=entries // 2,
            )  # fmt: skip
            await sql.add_table(db, row)
            seats = [
                SeatRow(
                    seat=seat, person=PEOPLE + 4 * number + seat, computer=None, name=name_of(number, seat),
                    pinged_frame=1, pinged_decision="choose", runs_since=now(), time_left=259200,
                    entries=0 if seat else entries,
                )
                for seat in range(4)
            ]  # fmt: skip
            for n in range(1, entries + 1):
                text = UNDO if n % 2 == 0 else "pick knight"
                await sql.append(db, row.id, LogRow(n=n, seat=0, text=text, events=b"[]", at=now()))
            await sql.save_seats(db, row.id, seats)
            table = Table.from_rows(row, seats)
            for seat in seats:
                assert seat.person is not None
                await people.save_person(db, Person(id=seat.person, hints=persons.MAX_TIPS, locale="en-US"))
                await sql_timers.set_timers(db, deadlines.timers_of(table, seat, now()))
                hand = PostRow(channel=9 * 10**17 + seat.person, message=10**15 + 4 * number + seat.seat)
                await sql_posts.set_post(db, row.id, "hand", seat.person, hand)
            names = [name_of(number, seat) for seat in range(4)]
            shown = drawn_board(game.name, game.view(table.state, None), names, words_in("en")).digest
            board = PostRow(
                channel=LOBBIES + number,
                message=2 * 10**15 + number,
                told=entries,
                picture=shown if pictures else "",
            )
            await sql_posts.set_post(db, row.id, "board", 0, board)
    await database.close()


def due_notifications(path: Path | None, table: int = 0) -> int:
    """Return how many notifications are due in a database file, of one table or (table 0) of all.

    Return 0 if the path is None, as for a bot without a database.
    """
    if path is None:
        return 0
    due = "SELECT count(*) FROM outbox WHERE due <= ? AND (table_id = ? OR ? = 0)"
    with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as db:
        return int(db.execute(due, (now(), table, table)).fetchone()[0])
