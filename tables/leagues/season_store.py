"""Reads a season (`load`), queues its messages (`want`, `want_act`), and writes the server's trail."""

from __future__ import annotations

import msgspec

from storage import Transaction
from storage.database import Reader
from storage.league_rows import SeasonMessageKind, SeasonMessageRow, SeasonRow
from storage.queries import leagues as sql
from tables.model.season import Season
from tables.model.table_errors import Declined
from tables.runtime.server_trail import TrailKind, note_act


async def load(db: Reader, season_id: int) -> Season:
    """Return a season. Raise `Declined` if there is none."""
    row = await sql.season(db, season_id)
    if row is None:
        raise Declined("no_season")
    return Season(row, await sql.entrants(db, season_id), await sql.fixtures(db, season_id))


async def want(
    db: Transaction,
    season_id: int,
    kind: SeasonMessageKind,
    number: int = 0,
    *,
    person: int | None = None,
    facts: str = "{}",
    due: int = 0,
) -> None:
    """Queue a message of a season to be posted, or edited if it exists, from `due` on (0: at once).

    It will show the state at the time of sending. `number` tells messages of one `kind` apart: the division, entrant or
    act. `person` is who gets a direct message, or whose act it was. `facts` is a JSON object.
    """
    row = SeasonMessageRow(season=season_id, kind=kind, number=number, person=person, facts=facts, due=due)
    await sql.want_message(db, row)


async def want_act(db: Transaction, season_id: int, what: str, person: int | None = None, until: int = 0) -> None:
    """Queue a message for the season's channel that says what an organiser did.

    If `person` is None, it says what happened without an organiser. `what` is the key of the act, `until` the new end
    of the season; 0 if the end did not change.
    """
    facts = msgspec.json.encode({"what": what, "until": until}).decode()
    await want(db, season_id, "act", 1 + await sql.count_acts(db, season_id), person=person, facts=facts)


async def note_season_act(
    db: Transaction, kind: TrailKind, row: SeasonRow, person: int, now: int, until: int = 0
) -> None:
    """Write to the server's trail what an organiser did with a season.

    `until` is the new end of the season; 0 if the end did not change.
    """
    await note_act(db, kind, row.server, person, now, season=row.id, name=row.name, until=until)
