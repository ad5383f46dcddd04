"""What changed for a seat since its last decision.

What a seat saw at its decision is stored with the move (`seen_by`, `keep`). `since` and `with_changes` compare it with
the present view on demand. After a move is taken back, `replay` and `keep_again` restore what was stored before it.
"""

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

_MAX_ENTRIES = 300
"""Only this many of the latest log entries are searched for events. A seat rarely misses more."""


class KeptView(msgspec.Struct, frozen=True):
    """What a seat saw at a decision: the log's length then, the frame it decided in, and its encoded view."""

    n: int
    frame: int
    view: bytes


def seen_by(table: Table, seat: int) -> KeptView | None:
    """Return what the person at a seat sees now, to be kept with the move they are about to make.

    None for a computer, and for a game whose views cannot be stored.
    """
    game = table.game
    if game.view_type is None or table.seats[seat].computer:
        return None
    return KeptView(table.row.version, table.frame_id, game.encode_view(game.view(table.state, seat)))


async def keep(db: Transaction, table: Table, seat: int, kept: KeptView | None) -> None:
    """Store what a seat saw at a decision and note it in the seat's row, which the caller writes; None: do nothing.

    A frame is one decision on the game's agenda, which may take several moves. The view before its first move is kept;
    later views of the same frame are not stored. In a new frame the view kept until now becomes the earlier one.
    """
    if kept is None:
        return
    await sql.keep(db, table.id, seat, kept.n, kept.frame, kept.view.decode())
    chair = table.seats[seat]
    if chair.kept_frame != kept.frame:
        chair.earlier_n, chair.kept_n, chair.kept_frame = chair.kept_n, kept.n, kept.frame


async def forget(db: Transaction, table: Table, seat: int | None = None) -> None:
    """Delete the kept views of a seat (None: of all seats), and remove them from the rows in `table.seats`.

    Called when somebody else decides at the seat from now on, or when the game is over.
    """
    await sql.forget(db, table.id, seat)
    for chair in table.seats if seat is None else [table.seats[seat]]:
        chair.kept_n = chair.kept_frame = chair.earlier_n = None


def replay(table: Table, entries: Sequence[LogRow], seat: int) -> list[KeptView]:
    """Replay the log, set `table.state` to its end, and return what a seat saw at its latest decisions, at most two.

    The older one comes first. All moves in one frame count as one decision, with what the seat saw before the first.
    Decisions of other people at this seat, and those a computer made for its player, do not count.
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
    """Replace a seat's kept views by those that `replay` returned."""
    await forget(db, table, seat)
    for each in kept:
        await keep(db, table, seat, each)


async def with_changes(services: Services, look: Look) -> Look:
    """Return a copy of a look with the field `since` set by the function `since`; a spectator's look is unchanged."""
    return look if look.seat is None else msgspec.structs.replace(look, since=await since(services, look))


async def since(services: Services, look: Look) -> Since | None:
    """Return what happened since the last decision of the look's seat; None if there is nothing to tell. Cached.

    There is nothing to tell in these cases:

    - The table is not being played, or the look is a spectator's or a computer's.
    - Nothing has changed, and nobody else did anything visible.
    - It is not known what the seat saw, for example before its first decision or after a new player took it.
    - The seat has already decided in the pending frame. Only in a message that stays in the channel (`look.kept`) does
      a sealed choice count as not made yet, so that the message stays right without an edit.
    """
    table, seat = look.table, look.seat
    if seat is None or look.view is None or table.row.status != "playing" or table.seats[seat].computer:
        return None
    chair = table.seats[seat]
    n = chair.kept_n
    if chair.kept_frame == table.frame_id:  # The seat has decided in this frame; others have not.
        if not (look.kept and look.sealed):
            return None
        n = chair.earlier_n
    if n is None:
        return None
    key = (table.id, table.row.version, seat, n)
    if key not in services.caches.news:
        kept = services.caches.seen.get((table.id, seat, n)) or await _read_kept_view(services, table.id, seat, n)
        if kept is None:
            return None  # The seat has decided, or changed hands, since the table was loaded.
        services.caches.news[key] = await _compare(services, look, n, kept)
    return services.caches.news[key]


async def _read_kept_view(services: Services, table_id: int, seat: int, n: int) -> bytes | None:
    """Return the encoded view of a seat when the log had `n` entries, and cache it; None if it is not stored."""
    row = await sql.kept(services.db.sync_reader, table_id, seat)
    kept = {row.n: row.view, row.earlier_n: row.earlier_view}.get(n) if row else None
    if kept is None:
        return None
    return services.caches.seen.setdefault((table_id, seat, n), kept.encode())


async def _compare(services: Services, look: Look, n: int, kept: bytes) -> Since | None:
    """Return what changed between a kept view and the look's view, with the events.

    `kept` is the encoded view when the log had `n` entries. Of the entries since then at most the last `_MAX_ENTRIES`
    are read. Return None if nothing changed and nobody else did anything visible, if the kept view cannot be decoded,
    or if the look has no view.
    """
    game = look.table.game
    before = game.decode_view(kept)
    if before is None or look.view is None:
        return None
    told = await lookup.story_events(services, look.table, look.seat, max(n, look.table.row.version - _MAX_ENTRIES))
    found = recent_changes(game, before, look.view, told)
    events = tuple(event for _, events in told for event in events if not event.quiet)
    by_others = any(not event.quiet for seat, events in told if seat != look.seat for event in events)
    return Since(n, tuple(found), events) if found or by_others else None
