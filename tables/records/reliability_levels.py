"""How reliable people are on a server, from the games stored there: `count_game` stores, the others read.

`matching/reliability.py` computes the level, and `docs/matching.md` says which games count.
"""

from __future__ import annotations

from collections.abc import Sequence

from matching.reliability import COUNTED_GAMES, Level, PlayedGame, Reliability, meets, reliability
from storage import Transaction
from storage.database import Reader
from storage.queries import records, wishes
from storage.result_rows import DecisionCountRow
from storage.rows import Gone
from tables.model.table import Table
from tables.model.table_errors import Declined
from tables.runtime import people as persons
from tables.runtime.services import Services

_KEPT_SEAT: dict[Gone, bool | None] = {"": True, "left": False, "agreed": None}


async def count_game(db: Transaction, table: Table) -> None:
    """Let a game that has just ended, or was closed, count for the reliability of its people on its server.

    Levels have changed, so all wishes of the server become due: they may fit together now. Nothing is written for a
    lesson, a private table, a table without a clock, and if fewer than two of its seats belonged to people.
    """
    row = table.row
    if row.lesson or row.private or not table.clock.runs:
        return
    played = {count.seat for count in await records.decision_counts(db, row.id) if count.person != records.COMPUTER}
    if len(played | {seat.seat for seat in table.seats if seat.person is not None}) >= 2:
        await records.count_for_reliability(db, row.id, row.server, row.ended or 0)
        await wishes.wake(db, row.server)


async def measured(db: Reader, server: int, people: Sequence[int]) -> dict[int, Reliability]:
    """Return how reliable each of these people is on a server, whether or not they show it to others."""
    games: dict[int, list[PlayedGame]] = {person: [] for person in people}
    for row in await records.latest_counted(db, server, people, COUNTED_GAMES):
        games[row.person].append(_played(row))
    return {person: reliability(of_person) for person, of_person in games.items()}


async def shown_levels(
    services: Services, server: int, people: Sequence[int], agreed: Sequence[int] = ()
) -> dict[int, Level]:
    """Return the levels of these people on a server, by person, without people who keep their statistics private.

    Those of them who are in `agreed` are included.
    """
    settings = {person: await persons.get(services, person) for person in people}
    public = [person for person, row in settings.items() if row is None or not row.stays_out or person in agreed]
    return {person: found.level for person, found in (await measured(services.db.reader, server, public)).items()}


async def checked_level(services: Services, server: int, person: int, *, allowed: bool) -> Level | None:
    """Return how reliable a person is, to compare it with a required level.

    None if they keep their statistics private and have not `allowed` that it is checked.
    """
    return (await shown_levels(services, server, [person], [person] if allowed else [])).get(person)


async def check_requirement(services: Services, table: Table, person: int, *, allowed: bool) -> None:
    """Raise `Declined` if a person is less reliable than a lobby requires of those who join, unless they are invited.

    If they keep their statistics private, their level is only checked if they have `allowed` that; otherwise `Declined`
    is raised with the key "level_hidden".
    """
    required = table.row.required_level
    if required is None or any(guest.person == person for guest in table.invited):
        return
    level = await checked_level(services, table.row.server, person, allowed=allowed)
    if level is None:
        raise Declined("level_hidden", table=table.id, required=required)
    if not meets(level, Level(required)):
        raise Declined("level_required", table=table.id, required=required, level=int(level))


async def levels_in_lobby(services: Services, table: Table) -> dict[int, Level]:
    """Return the levels that a table's lobby shows, by person; empty if the table is no longer in the lobby."""
    if table.row.status != "lobby":
        return {}
    return await shown_levels(services, table.row.server, [seat.person for seat in table.seats if seat.person])


def _played(row: DecisionCountRow) -> PlayedGame:
    return PlayedGame(in_time=row.in_time, late=row.late, kept_seat=_KEPT_SEAT[row.gone])
