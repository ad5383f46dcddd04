"""What is told is the whole truth: a ledger kept from the events alone agrees with the table after every move.

Nothing here comes from the engine's steps: rules are written down anew where an event leaves them to the reader.
"""

from __future__ import annotations

import pytest

from rules import Event
from rules.chance import Chance
from rules.haithabu import end_events
from rules.haithabu import events as e
from rules.haithabu.card_data import ORDER, ORDERS
from rules.haithabu.state import State
from tests.rules.haithabu.table import CUBES, GAME, MARKET, WARES, orders, transport

pytestmark = pytest.mark.quick

Wares = tuple[int, ...]
GAMES = 12
GAP = "-"
PRICES = {
    "mead": [1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
    "cloth": [2, 3, 5, 6, 8, 9, 11, 12, 14, 15],
    "ceramics": [2, 4, 6, 8, 10, 12, 14, 16, 18, 20],
    "tools": [3, 6, 9, 12, 15, 18, 21, 24, 27, 30],
    "weapons": [4, 8, 12, 16, 20, 24, 28, 32, 36, 40],
    "spices": [5, 10, 15, 20, 25, 30, 35, 40, 45, 50],
}


class Ledger:
    """All that can be written down while listening."""

    def __init__(self, seats: int) -> None:
        self.seats = range(seats)
        self.silver, self.points, self.loans = [250] * seats, [5] * seats, [0] * seats
        self.warehouse = [[0] * 6 for _ in self.seats]
        self.post = [[0] * 6 for _ in self.seats]
        self.orders: list[list[str]] = [[GAP] * 5 for _ in self.seats]
        self.cubes: dict[str, list[int]] = {}
        self.completed: list[list[str]] = [[] for _ in self.seats]
        self.transports: list[dict[str, str]] = [{} for _ in self.seats]
        self.owners: dict[str, int] = {}
        self.levels = [5] * 6
        self.market, self.supply = list(MARKET), [CUBES - count for count in MARKET]
        self.round = self.phase = self.starter = self.next_starter = 0
        self.place, self.hired = "", 0

    def hear(self, event: Event) -> None:
        getattr(self, f"hear_{type(event).__name__.lower()}", self.nothing)(event)

    def nothing(self, event: Event) -> None:
        """Placements, dice and cards turned up change no goods."""
        assert isinstance(
            event,
            e.LaidAside
            | e.Happened
            | e.Lapsed
            | e.StackTurned
            | e.OrdersTurned
            | e.OrdersShuffled
            | end_events.Foretold
            | end_events.WantedNoMore
            | end_events.PricesRolled,
        )

    def hear_placed(self, event: e.Placed) -> None:
        self.place = event.place

    def price(self, seat: int, ware: int, sign: int) -> int:
        """Return what a cube costs (-1) or brings (1) on the place of the latest worker."""
        steps = (self.place in "CG") + (self.owners.get("trader") == seat)
        return PRICES[WARES[ware]][min(10, max(1, self.levels[ware] + sign * steps)) - 1]

    def hear_dealt(self, event: e.Dealt) -> None:
        self.starter = self.next_starter = event.starter
        self.owners["starter"] = event.starter
        for seat, order in enumerate(event.orders):
            self.orders[seat][0] = order
            self.add(self.warehouse[seat], self.wants(order))
            self.add(self.supply, self.wants(order), -1)

    def wants(self, order: str) -> Wares:
        return ORDERS[ORDER[order]].wares

    def add(self, to: list[int], wares: Wares | list[int], times: int = 1) -> None:
        for ware, count in enumerate(wares):
            to[ware] += times * count

    def hear_picked(self, event: e.Picked) -> None:
        assert event.character not in self.owners
        self.owners[event.character] = event.seat

    def hear_roundbegan(self, event: e.RoundBegan) -> None:
        assert (event.round, event.starter) == (self.round + 1, self.next_starter)
        self.round, self.phase, self.starter, self.hired = event.round, 0, event.starter, 0

    def hear_phasebegan(self, event: e.PhaseBegan) -> None:
        self.phase += 1
        assert event.phase == self.phase
        assert (event.seat is None) == ("juggler" not in self.owners)

    def hear_hired(self, event: e.Hired) -> None:
        full = [40, 30, 20][self.hired]
        assert event.silver == (full // 2 if self.owners.get("innkeeper") == event.seat else full)
        self.hired += 1
        self.silver[event.seat] -= event.silver

    def hear_borrowed(self, event: e.Borrowed) -> None:
        self.silver[event.seat] += 100 * event.loans
        self.loans[event.seat] += event.loans

    def hear_repaid(self, event: e.Repaid) -> None:
        assert event.silver == 200 * event.loans
        self.silver[event.seat] -= event.silver
        self.loans[event.seat] -= event.loans

    def hear_pricemoved(self, event: e.PriceMoved) -> None:
        assert abs(event.level - self.levels[WARES.index(event.ware)]) in (1, 2)
        self.levels[WARES.index(event.ware)] = event.level

    def hear_bought(self, event: e.Bought) -> None:
        cost = sum(count * self.price(event.seat, ware, -1) for ware, count in enumerate(event.wares))
        assert event.silver == cost
        self.silver[event.seat] -= event.silver
        self.add(self.warehouse[event.seat], event.wares)
        for ware, count in enumerate(event.wares):
            here = min(count, self.market[ware])
            self.market[ware] -= here
            self.supply[ware] -= count - here

    def hear_sold(self, event: e.Sold) -> None:
        gain = sum(count * self.price(event.seat, ware, 1) for ware, count in enumerate(event.wares))
        assert event.silver == gain
        assert event.points == 2 * sum(count > 0 == self.market[ware] for ware, count in enumerate(event.wares))
        self.silver[event.seat] += event.silver
        self.points[event.seat] += event.points
        self.add(self.post[event.seat], event.wares, -1)
        self.add(self.market, event.wares)

    def hear_looked(self, event: e.Looked) -> None:
        self.silver[event.seat] -= event.silver

    def hear_fetched(self, event: e.Fetched) -> None:
        self.silver[event.seat] -= event.silver
        self.transports[event.seat][event.transport[:4]] = event.transport

    def hear_transportgone(self, event: e.TransportGone) -> None:
        held = self.transports[event.seat]
        if held[event.transport[:4]] == event.transport:
            assert event.why in ("used", "storm")
            del held[event.transport[:4]]
        else:
            assert event.why == "replaced"

    def hear_recruited(self, event: e.Recruited) -> None:
        assert self.owners.get(event.character) == event.owner
        self.silver[event.seat] -= event.silver
        if event.owner is not None:
            self.silver[event.owner] += event.silver
        self.owners[event.character] = event.seat

    def hear_ordertaken(self, event: e.OrderTaken) -> None:
        held = self.orders[event.seat]
        held.remove(GAP) if GAP in held else held.pop()
        held.insert(0, event.order)

    def hear_orderlost(self, event: e.OrderLost) -> None:
        assert event.order not in self.orders[event.seat]
        assert list(event.wares) == self.cubes.pop(event.order, [0] * 6)
        self.add(self.supply, event.wares)

    def hear_gained(self, event: e.Gained) -> None:
        self.market[WARES.index(event.ware)] -= 1
        self.warehouse[event.seat][WARES.index(event.ware)] += 1

    def hear_pointtaken(self, event: e.PointTaken) -> None:
        self.points[event.seat] += event.points

    def hear_delivered(self, event: e.Delivered) -> None:
        self.add(self.post[event.seat], event.wares, -1)
        self.add(self.cubes.setdefault(event.order, [0] * 6), event.wares)

    def hear_completed(self, event: e.Completed) -> None:
        assert tuple(self.cubes.pop(event.order)) == self.wants(event.order)
        extra = self.owners.get("supplier") == event.seat
        card = ORDERS[ORDER[event.order]]
        assert (event.points, event.silver) == (card.points + extra, card.silver + 10 * extra)
        self.add(self.supply, self.wants(event.order))
        self.points[event.seat] += event.points
        self.silver[event.seat] += event.silver
        self.orders[event.seat][self.orders[event.seat].index(event.order)] = GAP
        self.completed[event.seat].append(event.order)

    def hear_transported(self, event: e.Transported) -> None:
        self.add(self.warehouse[event.seat], event.wares, -1)
        self.add(self.post[event.seat], event.wares)

    def hear_rolled(self, event: e.Rolled) -> None:
        assert event.silver == (20 if len(event.dice) == 2 and self.owners.get("seer") != event.seat else 0)
        self.silver[event.seat] -= event.silver

    def hear_gave(self, event: e.Gave) -> None:
        if event.what == "silver":
            self.silver[event.seat] -= 10
            self.silver[event.to] += 10
        elif event.what == "point":
            self.points[event.seat] -= 1
            self.points[event.to] += 1
        else:
            assert event.ware is not None
            ware = WARES.index(event.ware)
            (self.warehouse if event.what == "warehouse" else self.post)[event.seat][ware] -= 1
            self.warehouse[event.to][ware] += 1

    def hear_characterlost(self, event: e.CharacterLost) -> None:
        assert self.owners.pop(event.character) == event.seat

    def hear_billed(self, event: e.Billed) -> None:
        assert event.silver == self.levels[0] * len(self.seats)
        self.silver[event.seat] -= event.silver

    def hear_discarded(self, event: e.Discarded) -> None:
        for store, wares in ((self.warehouse, event.warehouse), (self.post, event.post)):
            self.add(store[event.seat], wares, -1)
            self.add(self.supply, wares)

    def hear_punished(self, event: e.Punished) -> None:
        self.points[event.seat] -= event.points

    def hear_roundended(self, event: end_events.RoundEnded) -> None:
        assert event.round == self.round
        for held in self.orders:
            held.pop()
            held.insert(0, GAP)

    def hear_returned(self, event: end_events.Returned) -> None:
        assert event.points == 2 * len(event.characters)
        self.points[event.seat] += event.points
        for character in event.characters:
            assert self.owners.pop(character) == event.seat

    def hear_starternamed(self, event: end_events.StarterNamed) -> None:
        assert self.owners["starter"] == event.seat
        self.next_starter = event.starter

    def hear_arrived(self, event: end_events.Arrived) -> None:
        self.add(self.market, event.wares)
        self.add(self.supply, event.wares, -1)

    def hear_feepaid(self, event: end_events.FeePaid) -> None:
        assert self.owners.get("steward") != event.seat
        assert event.due == 2 * sum(self.warehouse[event.seat])
        self.silver[event.seat] -= event.silver

    def hear_roundsettled(self, event: end_events.RoundSettled) -> None:
        assert event.round == self.round
        assert list(event.points) == list(self.points)
        assert list(event.loans) == list(self.loans)

    def hear_finished(self, event: end_events.Finished) -> None:
        for seat, score in enumerate(event.scores):
            for store in (self.warehouse[seat], self.post[seat]):
                self.add(self.supply, store)
                store[:] = [0] * 6
            self.silver[seat] += score.wares
            assert score.points == self.points[seat]
            lying = sum(sum(self.cubes.get(order, [])) for order in self.orders[seat])
            self.points[seat] += score.for_completed
            self.points[seat] += 2 * list(self.owners.values()).count(seat)
            self.points[seat] -= 10 * self.loans[seat]
            self.points[seat] += 0 if self.loans[seat] else self.silver[seat] // 40
            self.points[seat] += lying // 2 + len(self.transports[seat])
            assert score.total == self.points[seat]
        best = max(self.points)
        assert event.winners == tuple(seat for seat in self.seats if self.points[seat] == best)

    def check(self, state: State) -> None:
        """See that the table looks as it is written here."""
        assert [player.silver for player in state.players] == self.silver
        assert [player.points for player in state.players] == self.points
        assert [player.loans for player in state.players] == self.loans
        assert [player.warehouse for player in state.players] == self.warehouse
        assert [player.post for player in state.players] == self.post
        assert [orders(state, seat).split() for seat in self.seats] == self.orders
        assert (state.market, state.supply, state.levels) == (self.market, self.supply, self.levels)
        view = GAME.view(state, None)
        assert {card.key: card.owner for card in view.characters if card.owner is not None} == self.owners
        for seat, held in enumerate(self.transports):
            assert {kind: card for kind in ("cart", "ship") if (card := transport(state, seat, kind))} == held
        assert [list(player.completed) for player in view.players] == self.completed
        for player in view.players:
            for order in player.orders:
                assert list(order.cubes) == self.cubes.get(order.order, [0] * 6)
        assert (state.round, state.starter) == (self.round or 1, self.starter)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_ledger_kept_from_the_events_agrees_with_the_table(seats: int) -> None:
    for seed in range(GAMES):
        chance = Chance(seed)
        state, story = GAME.opening(seats, seed)
        ledger = Ledger(seats)
        while True:
            for event in story:
                ledger.hear(event)
            ledger.check(state)
            owed = GAME.owed(state)
            if not owed:
                break
            seat = chance.choice(list(owed))
            story = GAME.play(state, seat, GAME.sample(state, seat, chance))
