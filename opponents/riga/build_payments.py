"""Paying for several buildings in a row: `affordable_buildings`, and `purse_after` for what is left to pay with."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import msgspec

from rules.riga.moves import Build
from rules.riga.payment import Purse
from rules.riga.payment_search import best_payment


def affordable_buildings(purse: Purse, buildings: Iterable[str], max_buildings: int) -> list[str]:
    """Return those of the buildings that the purse can pay one after the other, in the given order.

    There are at most `max_buildings` of them. The best payment is chosen for each; buildings that cannot be paid are
    skipped.
    """
    found: list[str] = []
    for name in buildings:
        move = best_payment(purse, (name,)) if len(found) < max_buildings else None
        if move is not None:
            found.append(name)
            purse = purse_after(purse, move)
    return found


def purse_after(purse: Purse, move: Build) -> Purse:
    """Return the purse after this build: the goods, money functions and Cranes it uses are gone."""
    cranes = [crane for crane, _ in move.cranes]
    return msgspec.structs.replace(
        purse,
        goods=_remove_goods(purse.goods, move.goods),
        money={name: ducats for name, ducats in purse.money.items() if name not in move.money},
        cranes=[name for name in purse.cranes if name not in cranes],
    )


def _remove_goods(goods: Mapping[str, int], given: Sequence[str]) -> dict[str, int]:
    """Return the goods without those that are given."""
    return {good: count - given.count(good) for good, count in goods.items()}
