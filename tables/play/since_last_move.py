"""What changed for a seat since it last decided: what it saw by then is kept with its move, and compared when asked."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from rules.recent_changes import recent_changes
from rules.records import effective_entries, positions
from storage import Transaction
from storage.queries import kept as sql
from storage.rows import LogRow
from tables.model.table import Look, Since, Table
from tables.play import lookup
from tables.runtime.services import Services

_MOST = 300
"""Entries of the log that are looked through, the latest: nobody misses more, but who changes their mind all day."""


class KeptView(msgspec.Struct, frozen=True):
    """What a seat saw: the log's length by then, the frame it decided in, and its view."""

    n: int
    frame: int
    view: bytes


def seen_by(table: Table, seat: int) -> KeptView | None:
    """Return what a person sees who is about to decide; nothing for a computer."""
    game = table.game
    if game.view_type is None or table.seats[seat].computer:
        return None
    return KeptView(table.row.version, table.frame_id, game.encode_view(game.view(table.state, seat)))


async def keep(db: Transaction, table: Table, seat: int, kept: KeptView | None) -> None:
    """Keep it, with the move in the same transaction."""
    if kept is None:
        return
    await sql.keep(db, table.id, seat, kept.n, kept.frame, kept.view.decode())
    chair = table.seats[seat]
    if chair.kept_frame != kept.frame:
        chair.earlier_n, chair.kept_n, chair.kept_frame = chair.kept_n, kept.n, kept.frame


async def forget(db: Transaction, table: Table, seat: int | None = None) -> None:
    """Forget it: somebody else decides at that seat now, or the game is over."""
    await sql.forget(db, table.id, seat)
    for chair in table.seats if seat is None else [table.seats[seat]]:
        chair.kept_n = chair.kept_frame = chair.earlier_n = None


def replay(table: Table, entries: Sequence[LogRow], seat: int) -> list[KeptView]:
    """Play the log again into the table's state; return what the seat saw at its latest two decisions that stand.

    What others have decided there is nothing to whoever has it now.
    """
    game, rows, kept = table.game, effective_entries(entries), list[KeptView]()
    theirs = (None, table.seats[seat].person)
    for number, (_, state, _) in enumerate(positions(table.record(list(entries)))):
        table.state = state
        entry = rows[number] if number < len(rows) else None
        if entry and entry.seat == seat and entry.person in theirs and not entry.helped and game.view_type is not None:
            frame = game.current_frame_id(state)
            if not kept or kept[-1].frame != frame:
                kept.append(KeptView(entry.n - 1, frame, game.encode_view(game.view(state, seat))))
    return kept[-2:]


async def keep_again(db: Transaction, table: Table, seat: int, kept: Sequence[KeptView]) -> None:
    """Keep what a seat saw before what it has taken back."""
    await forget(db, table, seat)
    for each in kept:
        await keep(db, table, seat, each)


async def with_changes(services: Services, look: Look) -> Look:
    """Return a look that says what changed for its seat since it last decided.

    In a message that stays, a sealed choice counts as not made: that it was changes nothing there.
    """
    return look if look.seat is None else msgspec.structs.replace(look, since=await since(services, look))


async def since(services: Services, look: Look) -> Since | None:
    """Return what changed since; nothing where that is not known: before the first decision, at a new seat.

    A menu, a hand and a ping tell the same: it is found once for all of them.
    """
    table, seat = look.table, look.seat
    if seat is None or look.view is None or table.row.status != "playing" or table.seats[seat].computer:
        return None
    chair = table.seats[seat]
    n = chair.kept_n
    if chair.kept_frame == table.frame_id:  # It has just decided, and others who are asked the same have not all.
        if not (look.kept and look.sealed):
            return None
        n = chair.earlier_n
    if n is None:
        return None
    key = (table.id, table.row.version, seat, n)
    if key not in services.caches.news:
        kept = services.caches.seen.get((table.id, seat, n)) or await _read(services, table.id, seat, n)
        if kept is None:
            return None  # The seat has decided since the table was read, or somebody else has it now.
        services.caches.news[key] = await _compared(services, look, n, kept)
    return services.caches.news[key]


async def _read(services: Services, table_id: int, seat: int, n: int) -> bytes | None:
    """Return what a seat saw when the log was so long, if that is still kept."""
    row = await sql.kept(services.db.sync_reader, table_id, seat)
    kept = {row.n: row.view, row.earlier_n: row.earlier_view}.get(n) if row else None
    if kept is None:
        return None
    return services.caches.seen.setdefault((table_id, seat, n), kept.encode())


async def _compared(services: Services, look: Look, n: int, kept: bytes) -> Since | None:
    """Compare what a seat saw with what it sees."""
    game = look.table.game
    before = game.decode_view(kept)
    if before is None or look.view is None:
        return None
    told = await lookup.story(services, look.table, look.seat, max(n, look.table.row.version - _MOST))
    found = recent_changes(game, before, look.view, told)
    return Since(n, tuple(found)) if found else None
