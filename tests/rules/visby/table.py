"""A hand-made table of Visby, and rounds played on it through the public interface."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules import GAMES, Event
from rules.visby.data import CARDS
from rules.visby.state import State
from tests.rules.by_text import ByText

VISBY = GAMES["visby"]
_BY_TEXT = ByText(VISBY)
move = _BY_TEXT.move
SUPPLY = {2: 3, 3: 5, 4: 3, 5: 4, 6: 5}
"""V4, written down once more: how far every marker moves."""


def table(
    seats: int = 4,
    *,
    battle: int = 0,
    journey: int = 0,
    market: int = 0,
    wares: Sequence[int] | None = None,
    seals: Sequence[int] | None = None,
    discards: Mapping[int, str] | None = None,
    target: int = 30,
    version: int | None = None,
) -> State:
    """Return a game at its first choice, with these markers, goods and discards (cards by seat)."""
    state: State = VISBY.new(seats, 1, {"target": target}, version)
    state.battle, state.journey, state.market = battle, journey, market
    for seat, player in enumerate(state.players):
        player.wares = wares[seat] if wares else 0
        player.seals = seals[seat] if seals else 0
        player.discard = (discards or {}).get(seat, "").split()
        player.hand = [card for card in CARDS if card not in player.discard]
    return state


def pick(state: State, *cards: str) -> list[Event]:
    """Let every seat choose, in the order of seats; an empty text for a seat whose cards are played automatically."""
    return [event for seat, names in enumerate(cards) if names for event in move(state, seat, f"pick {names}")]


def seals(state: State) -> list[int]:
    """Return everybody's seals."""
    return [player.seals for player in state.players]


def wares(state: State) -> list[int]:
    """Return everybody's wares."""
    return [player.wares for player in state.players]
