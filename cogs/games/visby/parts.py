"""What Visby's messages are made of."""

from __future__ import annotations

from rules.visby.view import PlayerView, View
from tables.model.table import Look


def view_of(look: Look) -> View:
    """Return the view of Visby that a look carries."""
    assert isinstance(look.view, View)
    return look.view


def own(look: Look) -> PlayerView:
    """Return the player whose look this is."""
    assert look.seat is not None
    return view_of(look).players[look.seat]
