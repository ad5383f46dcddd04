"""What a player of Visby, or a spectator, may know."""

from __future__ import annotations

import msgspec

from rules import contract
from rules.visby.data import DATA
from rules.visby.state import Choose, State, Trade


class PlayerView(msgspec.Struct, frozen=True):
    """One player as everybody sees them. A chosen card still shows in the hand until the reveal (V18)."""

    hand: tuple[str, ...]
    discard: tuple[str, ...]
    played: tuple[str, ...]
    seals: int
    wares: int
    chosen: bool
    """Has sealed cards or a trade. What it is, only `View.picked` and `View.trade` tell, and only its owner."""


class View(contract.View, frozen=True, kw_only=True):
    """The whole table: everything in Visby is public but what is sealed."""

    round: int
    target: int
    cards_to_choose: int
    battle: int
    journey: int
    market: int
    players: tuple[PlayerView, ...]
    picked: tuple[str, ...] | None
    """The cards this seat itself has sealed."""
    trade: int | None
    """V15: the wares this seat itself has sealed to give."""
    result: contract.Result | None


def view(state: State, seat: int | None, owed: dict[int, str], result: contract.Result | None) -> View:
    """Build the view, field by field."""
    frame = state.agenda[-1] if state.agenda else None
    picks = frame.picks if isinstance(frame, Choose) else [None] * state.seats
    trades = frame.sealed if isinstance(frame, Trade) else {}
    return View(
        seats=state.seats,
        seat=seat,
        owed=owed,
        round=state.round,
        target=state.target,
        cards_to_choose=DATA.cards_per_round.count[state.seats],
        battle=state.battle,
        journey=state.journey,
        market=state.market,
        players=tuple(
            PlayerView(
                hand=tuple(player.hand),
                discard=tuple(player.discard),
                played=played,
                seals=player.seals,
                wares=player.wares,
                chosen=pick is not None or trades.get(number) is not None,
            )
            for number, (player, played, pick) in enumerate(zip(state.players, state.played, picks, strict=True))
        ),
        picked=picks[seat] if seat is not None else None,
        trade=trades.get(seat) if seat is not None else None,
        result=result,
    )
