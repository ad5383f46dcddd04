"""What changed for a seat since its last decision.

What a seat saw when it decided is its kept view. `seen_by` and `keep` store it with the move. `since` compares it with
the present view, and `with_changes` adds the result to a look. After a move is taken back, `replay` and `keep_again`
restore the kept views from before the move. A *frame* is one decision on the game's agenda; it may take several moves.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from rules.pieces import Event
from rules.recent_changes import recent_changes
from rules.records import effective_entries, positions
from storage import Transaction
from storage.queries import kept as sql
from storage.rows import LogRow
from tables.model.table import Look, Since, Table
from tables.play import game_log
from tables.runtime.services import Services

_MAX_ENTRIES = 300
"""Only this many of the latest log entries are searched for events. A seat rarely misses more."""


class KeptView(msgspec.Struct, frozen=True):
    """What a seat saw when it decided: its encoded `view`, the log's length `n` then, and the number of the frame."""

    n: int
    frame: int
    view: bytes


def seen_by(table: Table, seat: int) -> KeptView | None:
    """Return what the person at a seat sees now, to be stored with the move that they are about to make.

    Return None if a computer decides at the seat, or if views of this game cannot be stored.
    """
    game = table.game
    if game.view_type is None or table.seats[seat].computer:
        return None
    return KeptView(table.row.version, table.frame_id, game.encode_view(game.view(table.state, seat)))


async def keep(db: Transaction, table: Table, seat: int, kept: KeptView | None) -> None:
    """Store a kept view, and change the seat's row in place accordingly; the caller writes the row. None: do nothing.

    Of one frame only the view before the first move is kept; later ones are not stored. When a new frame begins, the
    view kept so far becomes the seat's earlier one, and the view before that is dropped.
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
    """Replay the log `entries`, set `table.state` to the state at its end, and return the views a seat has to keep.

    These are what it saw at its two latest decisions, the older one first; fewer if it made fewer. All moves in one
    frame count as one decision, with what the seat saw before the first. Decisions made by a former player, a computer
    or a plan do not count.
    """
    game, rows, kept = table.game, effective_entries(entries), list[KeptView]()
    theirs = (None, table.seats[seat].person)
    for number, (_, state, _) in enumerate(positions(table.record(list(entries)))):
        table.state = state
        entry = rows[number] if number < len(rows) else None
        by_hand = entry and entry.person in theirs and not (entry.helped or entry.planned)
        if entry and entry.seat == seat and by_hand and game.view_type is not None:
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

    - The game is not running, the look is a spectator's, or a computer decides at the seat.
    - Nothing has changed, nothing visible happened to anybody else, and no plan of the seat was played.
    - No view of the seat is kept, for example before its first decision or after a new player took it.
    - The seat has already decided in the pending frame. One exception: in a message that stays in the channel
      (`look.kept`), a sealed choice counts as not made yet, so that the message stays right without an edit.
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
    """Return what changed between a kept view and the look's view, and the events since then.

    `kept` is the encoded view when the log had `n` entries. At most the last `_MAX_ENTRIES` entries are read. Return
    None if nothing changed, nothing visible happened to anybody else and nothing was played for the seat, if the kept
    view cannot be decoded, or if the look has no view.
    """
    game = look.table.game
    before = game.decode_view(kept)
    if before is None or look.view is None:
        return None
    after = max(n, look.table.row.version - _MAX_ENTRIES)
    entries = await game_log.visible_entries(services, look.table, look.seat, after)
    played = tuple(event for entry in entries if entry.is_planned for event in entry.events)
    told = [(entry.seat, entry.events) for entry in entries]
    found = recent_changes(game, before, look.view, told)
    events = tuple(event for _, events in told for event in events if not event.quiet)
    others = [seat for seat in range(len(look.table.seats)) if seat != look.seat]
    by_others = any(_tells_of_others(events, others, own=seat == look.seat) for seat, events in told)
    return Since(n, tuple(found), events, played) if found or by_others or played else None


def _tells_of_others(events: Sequence[Event], others: Sequence[int], *, own: bool) -> bool:
    """Return True if one move's events show the reader something about the seats `others`.

    `own` says that the move is the reader's. Then only a sealed choice counts, a move whose first event is private: if
    it was the last one, the choices of the others are revealed in its further events.
    """
    shown = [event for event in events if not event.quiet]
    if not own:
        return bool(shown)
    sealed = "private" in events[0].__struct_fields__ if events else False
    return sealed and any(event.is_about(seat) for event in shown for seat in others)
