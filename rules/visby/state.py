"""What lies on the table in Visby."""

from __future__ import annotations

import msgspec

from rules import contract


class Player(msgspec.Struct):
    """One player's cards and goods. `hand` is in the order of the steps, `discard` in the order of play."""

    hand: list[str]
    discard: list[str]
    seals: int
    wares: int


class Choose(contract.Frame):
    """V5: everyone chooses. `picks` are the sealed cards by seat; they still lie in the hand."""

    picks: list[tuple[str, ...] | None]
    forced: tuple[int, ...]
    """Seats without a choice: played for automatically."""


class Trade(contract.Frame):
    """V15: the Merchants trade. The Market marker already shows their rate."""

    merchants: tuple[int, ...]
    """Who played the Merchant, also those who can buy nothing and owe nothing."""
    sealed: dict[int, int | None] = msgspec.field(default_factory=dict)
    """The sealed trades of several who decide at the same time, by seat; empty where a trade is made at once."""


class State(contract.State[Choose | Trade]):
    """One game of Visby."""

    target: int
    round: int
    battle: int
    journey: int
    market: int
    players: list[Player]
    played: list[tuple[str, ...]]
    """The cards revealed this round, by seat; empty tuples before the reveal."""

    def copy(self) -> State:
        """Return an equal state that shares nothing changeable with this one."""
        return State(
            seats=self.seats,
            chance=self.chance.copy(),
            version=self.version,
            agenda=[
                Choose(id=frame.id, owes=frame.owes.copy(), picks=frame.picks.copy(), forced=frame.forced)
                if isinstance(frame, Choose)
                else Trade(id=frame.id, owes=frame.owes.copy(), merchants=frame.merchants, sealed=frame.sealed.copy())
                for frame in self.agenda
            ],
            frames=self.frames,
            tail=self.tail.copy(),
            target=self.target,
            round=self.round,
            battle=self.battle,
            journey=self.journey,
            market=self.market,
            players=[Player(p.hand.copy(), p.discard.copy(), p.seals, p.wares) for p in self.players],
            played=self.played.copy(),
        )
