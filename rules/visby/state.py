"""The state of a game of Visby: `State` and `Player`, and the two pending decisions (frames), `Choose` and `Trade`."""

from __future__ import annotations

import msgspec

from rules import contract


class Player(msgspec.Struct):
    """One player's cards, seals and wares. `hand` is in the order of the steps (V6), `discard` in the order of play.

    Cards are named by their keys. Cards that are chosen but not yet revealed are still in `hand`; revealed ones are in
    `State.played` until the round ends.
    """

    hand: list[str]
    discard: list[str]
    seals: int
    wares: int


class Choose(contract.Frame):
    """V5: the pending decision in which all players choose their cards for the round.

    `picks` are the sealed cards by seat, None before a choice; the cards stay in the hand until the reveal.
    """

    picks: list[tuple[str, ...] | None]
    forced: tuple[int, ...]
    """The seats that have no choice, because they hold exactly as many cards as must be played. These are sealed for
    them."""


class Trade(contract.Frame):
    """V15: the pending decision in which the Merchants trade.

    The Market marker is already on the space for their rate.
    """

    merchants: tuple[int, ...]
    """The seats that played a Merchant, including those that can buy nothing and owe nothing. Empty only on an imagined
    table, where a trade is planned before the cards are revealed (`rules.visby.early`)."""
    sealed: dict[int, int | None] = msgspec.field(default_factory=dict)
    """The wares that each seat has sealed, None before its choice; empty if the trades are open: for a single Merchant,
    and in version 1 of the rules."""

    @property
    def is_imagined(self) -> bool:
        """True if the rate is not known yet: a trade is planned, by the seals that it shall bring (`moves.Buy`)."""
        return not self.merchants


class State(contract.State[Choose | Trade]):
    """One game of Visby: the spaces of the three markers, the players, and the cards played in the current round."""

    target: int
    """V20: the number of seals that ends the game."""
    round: int
    """The current round, from 1."""
    battle: int
    """V1: the space of the battle marker; `journey` and `market` are those of the other two."""
    journey: int
    market: int
    players: list[Player]
    played: list[tuple[str, ...]]
    """The cards revealed in this round, by seat; empty tuples before the reveal."""

    def copy(self) -> State:
        """Return an equal state of Visby that shares no mutable object with this one."""
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
