"""Surplus wares at the end of a round (H36): `ask_for_surplus` and the decision `DiscardDown`.

The surplus is the number of wares above the limit of a store, which is 10, or 15 with the Steward.
"""

from __future__ import annotations

from rules.chance import Chance
from rules.contract import Event, Move, Step, wrong_kind
from rules.errors import Illegal
from rules.haithabu import moves
from rules.haithabu.data import KINDS, NOTHING, STEWARD, Wares
from rules.haithabu.moves import POST, WAREHOUSE
from rules.haithabu.night_events import check_discard, discard_wares
from rules.haithabu.prices import storing_limit
from rules.haithabu.state import DiscardSurplus, State


def surplus(state: State, seat: int) -> tuple[int, int]:
    """H36: return how many wares the seat has above the limit, as (in the warehouse, in the trading post)."""
    player = state.players[seat]
    limit = storing_limit(state.owners[STEWARD] == seat)
    return max(0, sum(player.warehouse) - limit), max(0, sum(player.post) - limit)


def ask_for_surplus(state: State, emitted: list[Event]) -> None:
    """H36: ask all players with surplus wares, at the same time, what to discard (decision `DiscardSurplus`).

    Those without a choice, because every store above its limit holds only one kind of ware, discard without being
    asked; `Discarded` is emitted for them.
    """
    asked = []
    for seat, player in enumerate(state.players):
        too_many = surplus(state, seat)
        if any(too_many):
            stores = (player.warehouse, player.post)
            if any(count and store.count(0) < KINDS - 1 for store, count in zip(stores, too_many, strict=True)):
                asked.append(seat)
            else:
                discard_wares(state, seat, _surplus_discard(state, seat, 0), False, emitted)
    if asked:
        state.push(DiscardSurplus(owes=asked))


def _surplus_discard(state: State, seat: int, first: int) -> moves.Discard:
    """Return the move that discards exactly the seat's surplus, taking the ware `first` (an index) before all others.

    When no more of that ware is in a store, the other wares follow, from mead to spices.
    """
    player = state.players[seat]
    too_many = surplus(state, seat)
    return moves.Discard(
        _wares_to_discard(player.warehouse, too_many[0], first), _wares_to_discard(player.post, too_many[1], first)
    )


def _wares_to_discard(store: list[int], count: int, first: int) -> Wares:
    """Return `count` wares of the store, as counts by ware: first as many as possible of the ware `first` (an index).

    After those come the other wares, from mead to spices. The store must hold that many wares.
    """
    if not count:
        return NOTHING
    picked = [0] * KINDS
    for ware in (first, *range(KINDS)):
        added = min(count, store[ware] - picked[ware])
        if added:
            picked[ware] += added
            count -= added
            if not count:
                break
    return tuple(picked)


class DiscardDown(Step[State, DiscardSurplus, moves.Discard]):
    """The decision about surplus wares (H36): a player chooses which wares to discard from each store."""

    def options(self, state: State, frame: DiscardSurplus, seat: int) -> list[moves.Discard]:
        """Surplus (H36): return up to six discards of exactly the surplus, one for each ware to be discarded first.

        If a store has too little of that ware, other wares follow, from mead to spices. Equal discards are listed once.
        Many discards that are not listed are legal too.
        """
        return list(dict.fromkeys(_surplus_discard(state, seat, first) for first in range(KINDS)))

    def sample(self, state: State, frame: DiscardSurplus, seat: int, chance: Chance) -> moves.Discard:
        """Surplus (H36): return one of the options, for a random ware to be discarded first."""
        return _surplus_discard(state, seat, chance.below(KINDS))

    def check(self, state: State, frame: DiscardSurplus, seat: int, move: Move) -> None:
        """Surplus (H36): raise `Illegal` unless the move discards exactly the surplus of each store.

        The wares named must be in that store.
        """
        if not isinstance(move, moves.Discard):
            raise wrong_kind("H36", move)
        check_discard(state.players[seat], move, "H36")
        given = (sum(move.warehouse), sum(move.post))
        for store, wanted, count in zip((WAREHOUSE, POST), surplus(state, seat), given, strict=True):
            if count != wanted:
                raise Illegal("H36", "discard_the_surplus", store=store, wanted=wanted, given=count)

    def apply(self, state: State, frame: DiscardSurplus, seat: int, move: moves.Discard, emitted: list[Event]) -> None:
        """Surplus (H36): move the wares to the general supply at once, and end the seat's decision."""
        frame.owes.remove(seat)
        discard_wares(state, seat, move, True, emitted)

    def resume(self, state: State, frame: DiscardSurplus, emitted: list[Event]) -> None:
        """All have discarded: pop the frame."""
        state.agenda.pop()
