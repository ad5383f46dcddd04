"""The move *build* (R13–R16): up to three buildings in a turn, from the hand and the player's Riga buildings.

`builds`, `best_builds` and `sample` find such moves, `check_build` checks one, and `build` carries it out.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from rules.chance import Chance
from rules.contract import Event
from rules.errors import Illegal
from rules.riga import events, memory_updates, moves, payment, payment_search, seasons
from rules.riga.data import CITY, COST, DATA, EXCHANGE, SCHOOL
from rules.riga.payment import Purse
from rules.riga.state import Player, School, State, Turn

_LIMIT = DATA.setup.builds_per_turn


def purse(player: Player, frame: Turn) -> Purse:
    """Return the goods, money functions and Cranes that the player could pay with at this moment of the turn."""
    return Purse.of(player.goods, player.built, player.used, frame.built, player.person, player.exchange)


def _buildable_groups(frame: Turn, player: Player) -> Iterator[tuple[str, ...]]:
    """R13, R15: yield every set of buildings of one city that the player may build together now.

    The buildings come from the hand and from the player's unbuilt Riga buildings. A set has no more buildings than may
    still be built in this turn. Whether the player can pay for them is not checked.
    """
    by_city: dict[str, list[str]] = {}
    for name in (*player.buildings, *player.riga):
        by_city.setdefault(CITY[name], []).append(name)
    for names in by_city.values():
        for size in range(1, _LIMIT - len(frame.built) + 1):
            yield from combinations(names, size)


def builds(frame: Turn, player: Player) -> list[moves.Build]:
    """Return all builds with a minimal payment: one move for each payment for each group that may be built now.

    A group is a set of buildings of one city. The moves are sorted by the rank of their payment, the best first (see
    `payment_search.Rank`). There can be tens of thousands.
    """
    owned = purse(player, frame)
    finders: dict[str, payment_search.PaymentFinder] = {}
    listed = []
    for group in _buildable_groups(frame, player):
        city = CITY[group[0]]
        if city not in finders:
            finders[city] = payment_search.PaymentFinder.of(owned, city)
        listed += finders[city].ranked(group)
    listed.sort(key=lambda pair: pair[0])
    return [move for _, move in listed]


def best_builds(frame: Turn, player: Player) -> list[moves.Build]:
    """Return one move, with the best payment, for every group of buildings that may be built and paid for now.

    The moves are sorted by the rank of their payment, the best first (see `payment_search.Rank`).
    """
    owned = purse(player, frame)
    finders: dict[str, payment_search.PaymentFinder] = {}
    listed = []
    for group in _buildable_groups(frame, player):
        city = CITY[group[0]]
        if city not in finders:
            costs = sorted([COST[name] for name in (*player.buildings, *player.riga) if CITY[name] == city])
            finders[city] = payment_search.PaymentFinder.of(owned, city, sum(costs[-_LIMIT:]))
        best = finders[city].best(group)
        if best:
            listed.append(best)
    listed.sort(key=lambda pair: pair[0])
    return [move for _, move in listed]


def sample(frame: Turn, player: Player, chance: Chance) -> moves.Build | None:
    """Return a random build with a minimal payment (no part of it could be left out), without listing all builds.

    One of the player's buildings is drawn. Three times in four the move builds only this one; otherwise it builds as
    many of the player's buildings in the same city as may still be built in this turn. If no payment is found, the
    player's other buildings are tried in turn. Return None if all fail or there is nothing to build. A payment that
    needs a Crane may be missed.
    """
    builds_left = _LIMIT - len(frame.built)
    names = player.buildings + player.riga if player.riga else player.buildings
    if not builds_left or not names:
        return None
    owned = purse(player, frame)
    first, luck = divmod(chance.below(4 * len(names)), 4)
    for name in names[first:] + names[:first]:
        group: tuple[str, ...] = (name,)
        if luck == 0 and builds_left > 1:
            city = CITY[name]
            group = tuple([other for other in names if CITY[other] == city])[:builds_left]
        move = payment_search.random_payment(owned, group, chance)
        if move is not None:
            return move
    return None


def check_build(state: State, frame: Turn, player: Player, move: moves.Build) -> None:
    """R12–R16: raise `Illegal` unless the player may build the move's buildings now with the payment it names.

    The player must already have taken a row or a building in this turn. The move must name at least one building; all
    must be different, of one city, and in the hand or among the player's Riga buildings. At most three may be built in
    a turn. `payment.check` must allow the payment.
    """
    if not frame.taken:
        raise Illegal("R12", "take_first")
    names = move.buildings
    if not names:
        raise Illegal("R13", "nothing_named")
    for name in names:
        if name not in player.buildings and name not in player.riga:
            raise Illegal("R13", "already_built" if name in player.built else "not_in_hand", building=name)
        if CITY[name] != CITY[names[0]]:
            raise Illegal("R15", "two_cities", building=names[0], other=name)
    if len(names) > 1:
        for name in names:
            if names.count(name) > 1:
                raise Illegal("R15", "named_twice", building=name)
    if len(frame.built) + len(names) > _LIMIT:
        built = len(frame.built)
        raise Illegal("R13", "too_many" if built < _LIMIT else "built_enough", limit=_LIMIT, built=built)
    payment.check(purse(player, frame), move)


def build(state: State, frame: Turn, player: Player, move: moves.Build, emitted: list[Event]) -> None:
    """R14, R19: carry out a build: discard the goods that pay, mark the functions that pay as used, and build.

    An Exchange that pays is emptied. The buildings move to `player.built` and are noted in `frame.built` as built in
    this turn. The memory of hidden cards is updated, and `Built` is emitted. If a School was built, the player is asked
    next for its person.
    """
    owned = purse(player, frame)
    bill = payment.bill(owned, move)
    money = tuple([(name, owned.money[name]) for name in move.money])
    for good in move.goods:
        seasons.discard_good(state, frame.seat, good)
    for name in move.money:
        if name == EXCHANGE:
            player.exchange = False
        else:
            player.used.append(name)
    for name, _ in move.cranes:
        player.used.append(name)
    for name in move.buildings:
        (player.buildings if name in player.buildings else player.riga).remove(name)
        player.built.append(name)
        frame.built.append(name)
        state.note(memory_updates.after_building_built, frame.seat, name, len(player.buildings))
    emitted.append(
        events.Built(
            seat=frame.seat,
            buildings=move.buildings,
            goods=move.goods,
            money=money,
            cranes=move.cranes,
            full_cost=bill.full_cost,
            cost=bill.cost,
            paid=bill.paid,
            lapsed=bill.lapsed,
        )
    )
    if SCHOOL in move.buildings:
        state.push(School(owes=[frame.seat]))
