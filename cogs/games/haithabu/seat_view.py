"""Typed access to the Haithabu view that a `Look` carries."""

from __future__ import annotations

from rules.haithabu.view import PlayerView, View
from tables.model.table import Look


def view_of(look: Look) -> View:
    """Return `look.view` as a view of Haithabu; fail if the look belongs to a lobby or to another game."""
    assert isinstance(look.view, View)
    return look.view


def own_player(look: Look) -> PlayerView:
    """Return the player on `look.seat`; fail for a spectator's look."""
    assert look.seat is not None
    return view_of(look).players[look.seat]
