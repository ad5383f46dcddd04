"""Typed access to the Visby view that a `Look` carries: `view_of` the whole game, `own_player` the look's seat."""

from __future__ import annotations

from rules.visby.view import PlayerView, View
from tables.model.table import Look


def view_of(look: Look) -> View:
    """Return `look.view`, what the look's seat sees of the game, typed as a view of Visby.

    An assertion fails if the table is a lobby, which has no view, or plays another game.
    """
    assert isinstance(look.view, View)
    return look.view


def own_player(look: Look) -> PlayerView:
    """Return the view of the player on the look's own seat; an assertion fails for a spectator."""
    assert look.seat is not None
    return view_of(look).players[look.seat]
