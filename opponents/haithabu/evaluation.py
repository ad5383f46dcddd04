"""How a good player looks at Haithabu: points that stand, and what orders, wares, silver and turns left will bring."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from operator import mul

from opponents.evaluations import Evaluation
from rules import AnyGame, Move
from rules.chance import Chance
from rules.haithabu.cards import ORDERS, TRANSPORTS
from rules.haithabu.data import CHARACTERS, DATA, PRICES
from rules.haithabu.state import NOBODY, Act, Player, Round, State, Turn

ACTION = 1.2
"""Points that one placement should bring."""
SILVER = DATA.scoring.silver_for_point
RANK = 1.2
"""Points that a completed order may bring at the end, for having the most."""
PATIENCE = 0.8
"""What is left of an order's worth for each placement it still needs."""
DELIVERING, BUYING, CARRYING, FETCHING = 0.6, 0.6, 0.2, 0.12
"""Placements that an order needs: to deliver, for each kind to buy, for each ware to carry, and if there is no room."""
DELAY = 1.0
"""Turns that pass for each of those placements."""
IN_POST, IN_WAREHOUSE = 0.8, 0.6
"""What part of its price a ware may bring that no order wants."""
CROWD = 0.5
"""Points that a ware above the limit costs."""
RIVAL = 0.4
"""How much a point of the best rival counts as long as the game goes on."""
USE = {
    "starter": 0.01,
    "juggler": 0.03,
    "innkeeper": 0.05,
    "trader": 0.12,
    "seer": 0.05,
    "carpenter": 0.03,
    "supplier": 0.12,
    "stevedore": 0.08,
    "steward": 0.05,
}
"""Points that a character brings with every turn left."""
CLOSE = 0.1
"""Points that are a matter of taste."""
TRIED = 6
"""How many moves are weighed where a look ahead has to decide."""

_LOAN = DATA.loan.repay / SILVER
_LAST_LOAN = -DATA.scoring.loan
_CHARACTER = DATA.scoring.character
_USES = [USE[key] for key in CHARACTERS]
_PLACES = DATA.play.order_places
_PHASES = DATA.play.workers
_USUAL = [ware.prices[ware.level.start - 1].silver for ware in DATA.ware]
_LIMIT = DATA.storing.limit
_TURNS = DATA.play.rounds * _PHASES + 1
_WANTED = [tuple((ware, count) for ware, count in enumerate(card.wares) if count) for card in ORDERS]
"""The wares of each order, without those it does not want: these are looked through most of all."""


class HaithabuEvaluation(Evaluation):
    """Looks to the end of the running turn, where by night the event and the action are still to come."""

    playouts = 150
    breadth = 400

    def moment(self, state: State) -> int:
        """Count the turns, and what lies between them."""
        bottom = state.agenda[0] if state.agenda else None
        begun = ((state.round - 1) * _PHASES + state.phase) * state.seats
        if isinstance(bottom, Round):
            begun -= len(bottom.waiting)
        return 2 * begun + (len(state.agenda) < 2 or not isinstance(state.agenda[1], Turn))

    def close(self, seats: int) -> float:
        """Let what is hardly better be a matter of taste."""
        return CLOSE

    def value(self, state: State, seat: int) -> float:
        """Compare the seat's expected points with its best rival's."""
        points = [expected(state, other) for other in range(state.seats)]
        own = points.pop(seat)
        return own - (RIVAL if state.agenda else 1.0) * max(points)

    def likely(self, game: AnyGame, state: State, seat: int, chance: Chance) -> Move:
        """Weigh some of the moves by what they lead to at once; answers to events are any."""
        if not isinstance(state.agenda[-1], Turn | Act):
            return super().likely(game, state, seat, chance)
        options: list[Move] = game.options(state, seat)
        if len(options) > TRIED:
            options = [*options[: TRIED // 2], *(chance.choice(options) for _ in range(TRIED - TRIED // 2))]
        best, chosen = float("-inf"), options[0]
        for move in options:
            tried = state.copy()
            game.play(tried, seat, move)
            worth = expected(tried, seat)
            if worth > best:
                best, chosen = worth, move
        return chosen


def expected(state: State, seat: int) -> float:
    """Return the points a seat can expect in the end."""
    player = state.players[seat]
    if not state.agenda:
        return player.points + 0.001 * player.silver
    owned = [character for character, owner in enumerate(state.owners) if owner == seat]
    worth = prospects(player, owned, state.levels, state.round, turns_left(state, seat))
    if any(isinstance(frame, Act) and frame.seat == seat for frame in state.agenda):
        worth += ACTION
    return worth


def prospects(player: Player, owned: Iterable[int], levels: Sequence[int], number_of_round: int, turns: int) -> float:
    """Return the points a player can expect who has these characters, by the prices and the workers still to come."""
    worth = float(player.points)
    kept = _CHARACTER * (1 - turns / _TURNS) ** 2  # others may take it until the end
    for character in owned:
        worth += kept + _USES[character] * turns
    worth += player.silver / SILVER
    if player.loans:
        short = max(0, player.loans * DATA.loan.repay - player.silver) / DATA.loan.repay
        worth -= player.loans * _LOAN + short * (_LAST_LOAN - _LOAN) * (1 - turns / _TURNS)
    return worth + _goods(player, levels, number_of_round, turns)


def turns_left(state: State, seat: int) -> int:
    """Return how many own workers are still to be placed in the game."""
    left = _PHASES * (DATA.play.rounds - state.round) + _PHASES - state.phase
    for frame in state.agenda:
        if isinstance(frame, Round):
            left += seat in frame.waiting
        elif isinstance(frame, Turn) and frame.seat == seat:
            left += frame.own + frame.neutral
    return left


def _goods(player: Player, levels: Sequence[int], number_of_round: int, turns: int) -> float:
    """Return the points that orders, wares and transports may bring."""
    prices = [PRICES[ware][level] for ware, level in enumerate(levels)]
    post, warehouse = player.post.copy(), player.warehouse.copy()
    room = sum([_room(card, warehouse) for card in player.transports if card != NOBODY])
    this_round = turns - _PHASES * (DATA.play.rounds - number_of_round)
    worth, spent = 0.0, 0.0
    places = [place for place in range(_PLACES) if player.orders[place] != NOBODY]
    if len(places) > 1:
        places.sort(key=lambda place: _promise(player, place, prices), reverse=True)
    for place in places:
        gain, kinds, carried = _prospect(player, place, post, warehouse, prices)
        without_room = carried - room if carried > room else 0
        room = room - carried if room > carried else 0
        spent += DELIVERING + BUYING * kinds + CARRYING * carried + FETCHING * without_room
        stays = _PHASES * (_PLACES - 1 - place) + this_round
        chance = ((min(stays, turns)) - DELAY * spent + 1) / 3
        if chance > 0:
            worth += gain * PATIENCE**spent * (chance if chance < 1 else 1.0)
    later = prices if turns < _PHASES else [(price + usual) / 2 for price, usual in zip(prices, _USUAL, strict=True)]
    stock: float = sum(map(mul, post, later))
    worth += stock * (IN_POST if turns else 0.5) / SILVER
    stock = sum(map(mul, warehouse, later))
    worth += stock * (IN_WAREHOUSE if turns > 1 else 0.5) / SILVER
    worth -= CROWD * (max(0, sum(player.warehouse) - _LIMIT) + max(0, sum(player.post) - _LIMIT))
    return worth + DATA.scoring.transport * (1 - turns / _TURNS) * sum([card != NOBODY for card in player.transports])


def _room(card: int, warehouse: Sequence[int]) -> int:
    """Return how many of the wares in the warehouse a transport can carry."""
    transport = TRANSPORTS[card]
    return transport.free + sum(map(min, transport.given, warehouse))


def _promise(player: Player, place: int, prices: Sequence[int]) -> float:
    """Rank an order by what is still missing, as if no other wanted the same wares."""
    card = ORDERS[player.orders[place]]
    cubes, post, warehouse = player.cubes[place], player.post, player.warehouse
    cost = 0
    for ware, wanted in _WANTED[player.orders[place]]:
        lacking = wanted - cubes[ware] - post[ware] - warehouse[ware]
        if lacking > 0:
            cost += lacking * prices[ware] + 40
    return card.points - cost / SILVER


def _prospect(
    player: Player, place: int, post: list[int], warehouse: list[int], prices: Sequence[int]
) -> tuple[float, int, int]:
    """Return what an order brings beyond the wares to be bought, how many kinds those are, and how many to carry.

    The wares it can have are taken from the stores.
    """
    card = ORDERS[player.orders[place]]
    cubes = player.cubes[place]
    cost, kinds, carried = 0, 0, 0
    for ware, wanted in _WANTED[player.orders[place]]:
        left = wanted - cubes[ware]
        if here := post[ware]:
            post[ware] = here - left if here > left else 0
            left = left - here if left > here else 0
        if left:
            carried += left
            if there := warehouse[ware]:
                warehouse[ware] = there - left if there > left else 0
                left -= there
            if left > 0:
                kinds += 1
                cost += left * prices[ware]
    return card.points + RANK + (card.silver - cost) / SILVER, kinds, carried
