"""A knockout cup: the tables of a round, and who advances."""

from __future__ import annotations

from collections.abc import Mapping, Sequence


def round_tables(players: Sequence[int], size: int) -> list[list[int]]:
    """Return the tables of a round for players in the order of their seeds, best first.

    There are as few tables of at most `size` as possible, and their sizes differ by at most one. The seeds are dealt
    forwards and backwards (tables 1, 2, 3, 3, 2, 1, …), so that tables are about equally strong. A player alone at a
    table has a bye. If there is only one table, it is the final.
    """
    count = -(-len(players) // size)
    tables: list[list[int]] = [[] for _ in range(count)]
    for index, player in enumerate(players):
        lap, step = divmod(index, count)
        tables[count - 1 - step if lap % 2 else step].append(player)
    return tables


def advancing(table: Sequence[int], places: Mapping[int, int]) -> list[int]:
    """Return who advances from a table, best first: the better half of its players, rounded down.

    A player alone at the table (a bye) advances. `table` is in the order of seeds, and `places` has the place that each
    player reached (not read for a bye). Of players with the same place the one with the better seed comes first.
    """
    if len(table) == 1:
        return list(table)
    return sorted(table, key=lambda player: places[player])[: len(table) // 2]
