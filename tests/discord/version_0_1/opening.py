"""Opens the database of version 0.1 in a simulated Discord that has the messages which belong to it."""

from __future__ import annotations

import json
import shutil
import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, closing, nullcontext
from functools import cache
from pathlib import Path
from typing import NamedTuple

from simcord.backend.models import Message

from storage import open_database
from tests.discord.bot import Operator, quick_film, the_same_every_time
from tests.discord.keeping import set_up
from tests.discord.kit import World
from tests.discord.reading import BUTTON, SELECTS, Answer, Seen, face

FOLDER = Path(__file__).parent
SQL, DISCORD, PRESSED_BY = FOLDER / "kontor.sql", FOLDER / "discord.json", FOLDER / "pressed_by.json"
ANSWERS, TOLD = FOLDER / "answers.txt", FOLDER / "told.txt"


def dump(file: Path) -> str:
    """Return a database as SQL that makes it again, with texts where there are bytes."""
    with closing(sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True)) as db:
        ((version,),) = db.execute("PRAGMA user_version")
        lines = [f"PRAGMA user_version = {version};"]
        schema = db.execute("SELECT name, type, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite_%' ORDER BY rowid")
        things = schema.fetchall()
        lines += [f"{sql};" for _, _, sql in things]
        for name in (name for name, kind, _ in things if kind == "table"):
            lines += _rows(db, name)
        lines += ["DELETE FROM sqlite_sequence;", *_rows(db, "sqlite_sequence")]
    return "\n".join((*lines, ""))


def _rows(db: sqlite3.Connection, table: str) -> list[str]:
    rows = db.execute(f"SELECT * FROM {table}")
    columns = ", ".join(column[0] for column in rows.description)
    return [f"INSERT INTO {table} ({columns}) VALUES ({', '.join(map(_literal, row))});" for row in rows]


def _literal(value: object) -> str:
    if isinstance(value, bytes):
        return f"CAST({_literal(value.decode())} AS BLOB)"
    if isinstance(value, str):
        return "'" + value.replace("'", "''") + "'"
    return "NULL" if value is None else str(value)


async def build(file: Path) -> None:
    """Create the database of version 0.1 and migrate it to the present schema."""
    with closing(sqlite3.connect(file)) as db:
        db.executescript(f"BEGIN; {SQL.read_text(encoding='utf-8')} COMMIT;")
    await (await open_database(file)).close()


@cache
def messages() -> str:
    return DISCORD.read_text(encoding="utf-8")


@asynccontextmanager
async def opened(file: Path, *, free: bool = False) -> AsyncIterator[Operator]:
    """Let the bot run on a copy of a database, in the Discord that belongs to it.

    `free`: commands can be typed, computers decide at once, and it is left to the moment what is told first.
    """
    copy = file.with_name("copy.db")
    shutil.copy(file, copy)
    with nullcontext() if free else the_same_every_time(1):
        async with World(people=()) as world:
            set_up(world, messages())
            operator = Operator(world, copy, animate=quick_film, sync=free, one_by_one=not free)
            await operator.start()
            yield operator


class Click(NamedTuple):
    """A button or a list under a message, and who presses it."""

    channel: int
    message: int
    position: int
    person: str
    label: str

    async def press(self, world: World) -> Answer:
        """Press it as Discord sends it: of a list as many lines as it wants at least, the last ones."""
        seen = Seen(world, self.channel, self.message)
        item = seen.components[self.position]
        values = None
        if item["type"] in SELECTS:
            least = max(1, item.get("min_values", 1))
            values = [str(line["value"]) for line in item["options"][-least:]]
        return await world.people[self.person].raw_click(seen, item["custom_id"], values=values, planted=False)

    def moved_to(self, message: Seen) -> Click:
        """The same in another message."""
        return self._replace(channel=message.channel_id, message=message.id)


def clicks(world: World) -> Iterator[Click]:
    """Everything that can be pressed there, oldest message first."""
    pressed_by: dict[str, dict[str, str]] = json.loads(PRESSED_BY.read_text(encoding="utf-8"))
    stored = [message for messages in world.discord.messages.values() for message in messages.values()]
    for message in sorted(stored, key=lambda message: message.id):
        seen = Seen(world, message.channel_id, message.id)
        for position, item in enumerate(seen.components):
            if item.get("custom_id") and not item.get("disabled"):
                names = pressed_by.get(str(message.id)) or {"": _reader(world, message)}
                label = face(item) if item["type"] == BUTTON else item["placeholder"]
                yield Click(seen.channel_id, seen.id, position, names.get(item.get("label") or "", names[""]), label)


def _reader(world: World, message: Message) -> str:
    """Who sees a message that only one person sees."""
    if message.is_ephemeral:
        number = int((message.interaction_metadata or {})["user"]["id"])
    else:
        (number,) = world.discord.get_channel(message.channel_id).recipient_ids
    return world.wire.names[number]
