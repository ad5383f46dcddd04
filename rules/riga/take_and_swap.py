"""The moves *take* (R12), a row or a building from the display, and *swap* (R26), with the Monastery before taking.

For each of them there is a function that lists the moves (`takes`, `swaps`), one that checks a move (`check_take`,
`check_swap`) and one that carries it out (`take`, `swap`).
"""

from __future__ import annotations

from itertools import combinations

from rules.contract import Event
from rules.errors import Illegal
from rules.riga import events, memory_updates, moves
from rules.riga.data import BASE, MONASTERY
from rules.riga.payment import is_ready, refusal_if_unready
from rules.riga.state import Player, State, Turn


def takes(state: State, frame: Turn) -> list[moves.Take]:
    """Return a move for everything that can be taken: first rows, then this year's and last year's buildings.

    After a swap only its two rows can be taken.
    """
    if frame.swapped:
        return [moves.Take(row) for row in frame.swapped]
    rows = [moves.Take(row) for row in range(1, len(state.rows) + 1)]
    return rows + [moves.Take(building) for building in (*state.new, *state.old)]


def check_take(state: State, frame: Turn, player: Player, move: moves.Take) -> None:
    """R12, R26: raise `Illegal` unless the player may take this row or building now.

    The player must not have taken anything in this turn yet. The row or building must be there. After a swap it must be
    one of the two rows that were swapped.
    """
    if frame.taken:
        nothing = not (state.rows or state.new or state.old)
        raise Illegal("R12", "nothing_lies" if nothing else "already_taken")
    if isinstance(move.what, str):
        if move.what not in state.new and move.what not in state.old:
            raise Illegal("R12", "not_on_display", building=move.what)
    elif not state.rows:
        raise Illegal("R12", "no_rows_left")
    elif not 1 <= move.what <= len(state.rows):
        raise Illegal("R12", "no_such_row", row=move.what, rows=len(state.rows))
    if frame.swapped and move.what not in frame.swapped:
        raise Illegal("R26", "only_swapped_rows", row=frame.swapped[0], other_row=frame.swapped[1])


def take(state: State, frame: Turn, player: Player, move: moves.Take, emitted: list[Event]) -> None:
    """R12: carry out `take`: move the row or building from the display into the player's hand.

    The turn is marked as `taken`, so that the player may build now. `TookRow` or `TookBuilding` is emitted, and for a
    building the memory of hidden cards is updated.
    """
    frame.taken = True
    if isinstance(move.what, str):
        old = move.what in state.old
        (state.old if old else state.new).remove(move.what)
        player.buildings.append(move.what)
        state.note(memory_updates.after_building_taken, frame.seat, move.what)
        emitted.append(events.TookBuilding(frame.seat, move.what, old))
    else:
        row = state.rows.pop(move.what - 1)
        total = 0
        for good in row:
            player.goods[good] += 1
            total += BASE[good]
        emitted.append(events.TookRow(frame.seat, move.what, tuple(row), total))


def swaps(state: State, frame: Turn, player: Player) -> list[moves.Swap]:
    """R26: return a move for every swap of two different goods between two rows.

    Return [] if the player cannot use a Monastery now: they have none, it is used up or was built in this turn, or they
    have already taken something.
    """
    if frame.taken or frame.swapped or not is_ready(MONASTERY, player.built, player.used, frame.built):
        return []
    return [
        moves.Swap(number, good, other_number, other_good)
        for (number, row), (other_number, other_row) in combinations(enumerate(state.rows, 1), 2)
        for good in dict.fromkeys(row)
        for other_good in dict.fromkeys(other_row)
        if good != other_good
    ]


def check_swap(state: State, frame: Turn, player: Player, move: moves.Swap) -> None:
    """R17, R26: raise `Illegal` unless the player may make this swap now.

    The player must have an unused Monastery built before this turn, and must not have taken anything yet. The two rows
    must be different and contain the goods named.
    """
    if refusal := refusal_if_unready(MONASTERY, player.built, player.used, frame.built):
        raise refusal
    if frame.taken:
        raise Illegal("R17", "after_taking")
    if len(state.rows) < 2:
        raise Illegal("R26", "needs_two_rows", rows=len(state.rows))
    if move.row == move.other_row:
        raise Illegal("R26", "same_row", row=move.row)
    for row, good in ((move.row, move.good), (move.other_row, move.other_good)):
        if not 1 <= row <= len(state.rows):
            raise Illegal("R26", "no_such_row", row=row, rows=len(state.rows))
        if good not in state.rows[row - 1]:
            raise Illegal("R26", "not_in_row", good=good, row=row)


def swap(state: State, frame: Turn, player: Player, move: moves.Swap, emitted: list[Event]) -> None:
    """R26: carry out `swap`: exchange the two cards, mark the Monastery as used, and emit `Swapped`.

    One of these two rows must be taken next.
    """
    row, other_row = state.rows[move.row - 1], state.rows[move.other_row - 1]
    row[row.index(move.good)] = move.other_good
    other_row[other_row.index(move.other_good)] = move.good
    player.used.append(MONASTERY)
    frame.swapped = (min(move.row, move.other_row), max(move.row, move.other_row))
    emitted.append(events.Swapped(frame.seat, move.row, move.good, move.other_row, move.other_good))
