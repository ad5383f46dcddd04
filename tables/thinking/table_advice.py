"""Advice for the seat of a look: its moves with reasons, best first, and whether a hint has named one of them."""

from __future__ import annotations

from collections.abc import Sequence

from opponents.advice import Advice, Reason, advise
from rules import Move
from tables.model.table import Look

__all__ = ["Advice", "Reason", "advice", "is_hinted"]


def advice(look: Look, options: Sequence[Move] | None = None) -> list[Advice]:
    """Return a seat's moves with reasons, best first: of these options, or of its whole menu. Empty for a spectator.

    Moves that a hint has named come first, so that the hint and the menu below it agree; without `options` also those
    that are not in the menu. A game's advice may add legal moves that are not listed. The menu's advice is cached in
    `look.menu_moves`.
    """
    if look.seat is None or look.view is None:
        return []
    hinted = look.menu_moves.hinted
    ranks = {str(each.move): rank for rank, each in enumerate(hinted)}
    if options is not None:
        found = advise(look.table.row.game, look.view, options)
    else:
        if look.menu_moves.advised is None:
            look.menu_moves.advised = advise(look.table.row.game, look.view, look.options)
        listed = {str(each.move) for each in look.menu_moves.advised} if hinted else set()
        found = [*look.menu_moves.advised, *(each for each in hinted if str(each.move) not in listed)]
    return sorted(found, key=lambda each: ranks.get(str(each.move), len(ranks))) if ranks else found


def is_hinted(look: Look, move: Move) -> bool:
    """Return True if a hint has named this move to the look's seat."""
    return any(str(each.move) == str(move) for each in look.menu_moves.hinted)
