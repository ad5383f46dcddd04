"""What a standing answer to Viking games or Unrest must give away (H29), found by trying every ware."""

from __future__ import annotations

from typing import Any

from rules.errors import Refused
from rules.haithabu.card_data import ORDERS
from rules.haithabu.state import NOBODY
from tests.rules.haithabu.table import GAME, WARES

_VERBS = {"viking_games": "give", "unrest": "discard"}


def expected_answer(state: Any, seat: int, decision: str, policy: str) -> str:
    """Return the text of the move that a policy promises to a seat that is asked; empty if it must be asked.

    It is found in the true state and shares no code with the answers of the bot. `state` is not changed.
    """
    assert GAME.owed(state)[seat] == decision
    if policy == "silver" and _player_after(state, seat, "give silver"):
        return "give silver"
    prices = [ware.price for ware in GAME.view(state, seat).wares]
    found = []
    for ware, name in enumerate(WARES):
        for store in ("warehouse", "post"):
            text = f"{_VERBS[decision]} {store} {name}"
            after = _player_after(state, seat, text)
            if after is None:
                continue
            is_missed = after.warehouse[ware] + after.post[ware] < sum(
                ORDERS[order].wares[ware] - lying[ware]
                for order, lying in zip(after.orders, after.cubes, strict=True)
                if order != NOBODY
            )
            if policy == "any" or not is_missed:
                found.append((is_missed, prices[ware], ware, store == "post", text))
    return min(found)[-1] if found else ""


def _player_after(state: Any, seat: int, text: str) -> Any:
    """Return what the seat owns after a move; None if it is not allowed, or takes a loan."""
    state, loans = state.copy(), state.players[seat].loans
    try:
        GAME.play(state, seat, GAME.parse(text))
    except Refused:
        return None
    return state.players[seat] if state.players[seat].loans == loans else None
