"""The function `view`, which builds the `View` of a seat or spectator of Visby from a state, field by field."""

from __future__ import annotations

from rules import contract
from rules.visby.data import DATA
from rules.visby.state import Choose, State, Trade
from rules.visby.view import PlayerView, View


def view(state: State, seat: int | None, owed: dict[int, str], result: contract.Result | None) -> View:
    """Return what `seat`, or a spectator (None), may know: everything but the sealed choices of other seats.

    `owed` and `result` are what `Game.owed` and `Game.result` return for this state.
    """
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
