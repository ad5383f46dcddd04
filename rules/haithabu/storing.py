"""Surplus wares at the end of a round (H36)."""

from __future__ import annotations

from rules.chance import Chance
from rules.contract import Event, Move, Step, wrong_kind
from rules.errors import Illegal
from rules.haithabu import moves
from rules.haithabu.data import KINDS, NOTHING, STEWARD, Wares
from rules.haithabu.happenings import check_discard, discard
from rules.haithabu.moves import POST, WAREHOUSE
from rules.haithabu.prices import storing_limit
from rules.haithabu.state import DiscardSurplus, State


def surplus(state: State, seat: int) -> tuple[int, int]:
    """Return how many wares are too many in warehouse and trading post."""
    player = state.players[seat]
    limit = storing_limit(state.owners[STEWARD] == seat)
    return max(0, sum(player.warehouse) - limit), max(0, sum(player.post) - limit)


def ask_surplus(state: State, emitted: list[Event]) -> None:
    """Ask all who have too much at once; who has only one kind there is answered for."""
    asked = []
    for seat, player in enumerate(state.players):
        too_many = surplus(state, seat)
        if any(too_many):
            stores = (player.warehouse, player.post)
            if any(count and store.count(0) < KINDS - 1 for store, count in zip(stores, too_many, strict=True)):
                asked.append(seat)
            else:
                discard(state, seat, _discard(state, seat, 0), False, emitted)
    if asked:
        state.push(DiscardSurplus(owes=asked))


def _discard(state: State, seat: int, first: int) -> moves.Discard:
    """Return the surplus of both stores: one kind before all others, then the cheapest."""
    player = state.players[seat]
    too_many = surplus(state, seat)
    return moves.Discard(_pick(player.warehouse, too_many[0], first), _pick(player.post, too_many[1], first))


def _pick(store: list[int], count: int, first: int) -> Wares:
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
    """H36: the surplus of each store, of choice, and no more than that."""

    def options(self, state: State, frame: DiscardSurplus, seat: int) -> list[moves.Discard]:
        """Offer the cheapest wares, or as much as possible of one kind."""
        return list(dict.fromkeys(_discard(state, seat, first) for first in range(KINDS)))

    def sample(self, state: State, frame: DiscardSurplus, seat: int, chance: Chance) -> moves.Discard:
        """Prefer any kind."""
        return _discard(state, seat, chance.below(KINDS))

    def check(self, state: State, frame: DiscardSurplus, seat: int, move: Move) -> None:
        """Want exactly the surplus of each store."""
        if not isinstance(move, moves.Discard):
            raise wrong_kind("H36", move)
        check_discard(state.players[seat], move, "H36")
        given = (sum(move.warehouse), sum(move.post))
        for store, wanted, count in zip((WAREHOUSE, POST), surplus(state, seat), given, strict=True):
            if count != wanted:
                raise Illegal("H36", "discard_the_surplus", store=store, wanted=wanted, given=count)

    def apply(self, state: State, frame: DiscardSurplus, seat: int, move: moves.Discard, emitted: list[Event]) -> None:
        """Discard at once."""
        frame.owes.remove(seat)
        discard(state, seat, move, True, emitted)

    def resume(self, state: State, frame: DiscardSurplus, emitted: list[Event]) -> None:
        """All have discarded."""
        state.agenda.pop()
