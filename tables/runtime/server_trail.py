"""The trail of a server: what its managers and organisers did in the last 90 days, by whom and when."""

from __future__ import annotations

from typing import Any, NamedTuple

import msgspec

from storage import Transaction
from storage.queries import trail
from storage.queries.trail import TrailKind
from tables.model.time_left import DAY
from tables.runtime.services import Services

__all__ = ["Act", "TrailKind", "forget_old_acts", "note_act", "read_acts"]

_KEPT_S = 90 * DAY


class Act(NamedTuple):
    """Something that a manager or organiser did."""

    kind: TrailKind
    at: int
    person: int | None
    """Who did it; None: a person whose data was removed, or nobody."""
    table: int | None
    season: int | None
    facts: dict[str, Any]
    """As they were given to `note_act`."""


async def note_act(
    db: Transaction,
    kind: TrailKind,
    server: int,
    person: int | None,
    now: int,
    *,
    table: int | None = None,
    season: int | None = None,
    **facts: Any,
) -> None:
    """Write an act to a server's trail, in the transaction that does it. `facts` must not name a person.

    `person` is None if nobody did it.
    """
    detail = msgspec.json.encode(facts).decode()
    row = trail.TrailRow(server=server, at=now, person=person, kind=kind, table_id=table, season=season, detail=detail)
    await trail.add_act(db, row)


async def read_acts(services: Services, server: int, limit: int, offset: int) -> list[Act]:
    """Return up to `limit` acts of the last 90 days, newest first, without the first `offset` of them."""
    since = services.now() - _KEPT_S
    return [
        Act(row.kind, row.at, row.person, row.table_id, row.season, msgspec.json.decode(row.detail))
        for row in await trail.acts(services.db.reader, server, since, limit, offset)
    ]


async def forget_old_acts(db: Transaction, now: int) -> None:
    """Delete all acts that are older than 90 days."""
    await trail.forget_acts(db, now - _KEPT_S)
