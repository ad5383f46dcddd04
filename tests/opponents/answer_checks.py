"""Checks what speaks for answers to events and questions of Haithabu. Imports no code that finds reasons."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules import GAMES
from rules.haithabu import moves
from rules.haithabu.data import DATA, WARES

ANSWER_REASONS = {
    "goes_first",
    "goes_after",
    "returns",
    "keeps_characters",
    "price_down",
    "price_up",
    "price_down_against",
    "price_up_against",
    "viking_games",
    "unrest",
    "fog",
    "costs_silver",
    "costs_point",
    "costs_character",
    "costs_transport",
}


def check_answer(state: Any, seat: int, move: Any, key: str, facts: Mapping[str, Any], wanted: list[int]) -> None:
    """Check a reason for an answer: play the move, and compare what the seat and the others have before and after.

    `wanted` are the wares that all orders of the seat lack together, by ware.
    """
    game = GAMES["haithabu"]
    view, after = game.view(state, seat), state.copy()
    game.play(after, seat, move)
    was, now = state.players[seat], after.players[seat]
    stock = [one + other for one, other in zip(was.post, was.warehouse, strict=True)]
    match key:
        case "goes_first" | "goes_after":
            after.starter = after.next_starter
            assert after.in_turn_order().index(seat) == facts.get("n", 0)
        case "returns":
            assert now.points - was.points == facts["n"] > 0
        case "keeps_characters":
            assert view.round == DATA.play.returning_round
            assert "return_characters" in game.owed(state).values()
            assert seat in state.owners
            assert facts["n"] == DATA.scoring.character
        case "price_down_against" | "price_up_against":
            ((count, ware),) = [text.split() for text in facts["amounts"]]
            over = stock[WARES.index(ware)] - wanted[WARES.index(ware)]
            assert move.ware == ware
            assert key == f"price_{move.direction}_against"
            # Orders that are too late count no more.
            assert int(count) <= (-over if move.direction == "up" else stock[WARES.index(ware)])
        case "price_down" | "price_up":
            ((count, ware),) = [text.split() for text in facts["amounts"]]
            index = WARES.index(ware)
            assert move.ware == ware
            assert move.direction == key.removeprefix("price_")
            if key == "price_down":
                assert 0 < int(count) <= wanted[index] - stock[index]
            else:  # Orders that are too late count no more.
                assert max(1, stock[index] - wanted[index]) <= int(count) <= stock[index]
        case "viking_games" | "unrest" | "fog":
            assert move.event == key
            assert now.points == was.points
        case "costs_silver":
            assert was.silver - now.silver == facts["silver"] > 0 or _is_sealed(state, after)
        case "costs_point":
            assert was.points - now.points == 1 or _is_sealed(state, after)
        case "costs_character" | "costs_transport":
            assert isinstance(move, moves.Happen)
            owned = [state.owners.count(seat), sum(card >= 0 for card in was.transports)]
            asked = "assassination" if key == "costs_character" else "storm"
            assert owned[key == "costs_transport"]
            assert move.event == asked


def _is_sealed(state: Any, after: Any) -> bool:
    """Return True if others still choose, so that the answer has no effect yet."""
    return bool(after.agenda and state.agenda[-1].id == after.agenda[-1].id)
