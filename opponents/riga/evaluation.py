"""How a good player looks at Riga: points that stand, and points that cards, functions and turns left will bring."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from opponents.evaluations import Evaluation
from opponents.riga.paying import payable
from rules.riga import scoring
from rules.riga.data import BASE, BUILDINGS, COST, DATA, KIND, SCHOOL, WAREHOUSE, Building
from rules.riga.payment import Purse, persons, prices
from rules.riga.state import BuildersYard, Player, StartBuilding, State, Treasury, Turn, Winter
from rules.riga.values import points_of

DUCAT = 0.35
"""Points that a ducat buys, as long as there is something to build."""
PERSON = 0.4
"""Points that a merchant or knight may bring by Archive, Bank and Tavern."""
CRANE = 4.0
"""Ducats that a Crane saves, at least."""
ROW = 10
"""Ducats that a row brings."""
CLOSE = 0.1
"""Points that are a matter of taste."""
PENALTY = DATA.setup.penalty
_YEARS = DATA.setup.years
_LODGES = (0, *DATA.function.lodge.points)
_ARCHIVE = DATA.function.archive
_LIMIT = DATA.setup.winter_limit
_WAREHOUSE_LIMIT = DATA.function.warehouse.keeps
_BUILDS = DATA.setup.builds_per_turn
_HOLDS = DATA.function.exchange.holds


class Outlook(msgspec.Struct, frozen=True):
    """How much time is left for a seat."""

    turns: int
    """Own turns after the running one."""
    now: bool
    """The own turn is running."""
    winter: bool
    """No other own turn comes before winter."""
    fresh: Sequence[str]
    """What was built in the running turn."""


class RigaEvaluation(Evaluation):
    """Weighs the position right after a move: what a turn leads to is in the worth of hands and functions."""

    playouts = 40
    breadth = 128
    ahead = 0

    def moment(self, state: State) -> int:
        """Count the turns."""
        return state.year * 2 * state.seats + state.turn

    def close(self, seats: int) -> float:
        """Let what is hardly better be a matter of taste."""
        return CLOSE

    def value(self, state: State, seat: int) -> float:
        """Compare the seat's expected points with its best rival's."""
        points = [expected(state, other) for other in range(state.seats)]
        own = points.pop(seat)
        return own - max(points)


def expected(state: State, seat: int) -> float:
    """Return the points a seat can expect in the end; money decides a tie."""
    player = state.players[seat]
    if not state.agenda:
        score = scoring.score(player)
        return score.total + 0.01 * score.money
    goods, buildings = holding(state, seat)
    ahead = outlook(state, seat)
    match state.agenda[-1]:
        case BuildersYard() as frame if seat in frame.owes:
            return max(_worth(player, goods, [*buildings, name], ahead) for name in frame.drawn)
        case Treasury() as frame if seat in frame.owes:
            kinds = set(frame.drawn)
            return max(_worth(player, {**goods, good: goods[good] + 1}, buildings, ahead) for good in kinds)
    return _worth(player, goods, buildings, ahead)


def holding(state: State, seat: int) -> tuple[Mapping[str, int], list[str]]:
    """Return the goods and buildings in a hand, with what was sealed but is not carried out yet."""
    player = state.players[seat]
    match state.agenda[-1]:
        case StartBuilding() as frame if (kept := frame.kept[seat]) is not None:
            return player.goods, [*player.buildings, kept]
        case Winter() as frame if (discard := frame.discards[seat]) is not None:
            goods = {good: count - discard.goods.count(good) for good, count in player.goods.items()}
            return goods, [name for name in player.buildings if name not in discard.buildings]
    return player.goods, player.buildings


def outlook(state: State, seat: int) -> Outlook:
    """Return how much time is left for a seat."""
    years_left = _YEARS[state.seats] - state.year
    turn = next((frame for frame in state.agenda if isinstance(frame, Turn)), None)
    if turn is None:  # before the first year, or in winter
        return Outlook(2 * years_left, now=False, winter=False, fresh=())
    steps = (seat - state.starter) % state.seats
    this_year = (steps > state.turn) + (2 * state.seats - 1 - steps > state.turn)
    now = turn.seat == seat
    return Outlook(this_year + 2 * years_left, now, winter=not this_year, fresh=turn.built if now else ())


def _worth(player: Player, goods: Mapping[str, int], buildings: Sequence[str], outlook: Outlook) -> float:
    built = player.built
    merchants, knights = persons(built, player.person)
    worth = float(sum(points_of(built, player.person)) - PENALTY * (len(buildings) + len(player.riga)))
    worth += PERSON * min(outlook.turns, 4) / 4 * (min(merchants, 5) + min(knights, 5))
    if SCHOOL in built and not player.person:
        worth += PERSON
    for name in built:
        if name not in player.used:
            turns = outlook.turns + (outlook.now and name not in outlook.fresh)
            worth += _function(KIND[name], turns, merchants, knights)
    if player.exchange:
        worth += DUCAT * _HOLDS * min(1.0, outlook.turns / 2)
    if not outlook.turns and not outlook.now:
        return worth + 0.01 * sum([BASE[good] * count for good, count in goods.items()])
    return worth + _prospects(player, goods, buildings, outlook, (merchants, knights))


def _function(kind: str, turns: int, merchants: int, knights: int) -> float:
    """Return the points that an unused function is worth with so many turns left."""
    if turns <= 0:
        return 0.0
    soon = min(1.0, turns / 2)
    match kind:
        case "trading_post":
            return 1.4 * soon
        case "bank":
            return 0.6 * max(merchants, 1.5) * soon
        case "tavern":
            return 0.6 * max(knights, 1.5) * soon
        case "crane":
            return 1.9 * soon
        case "manufactory":
            return 0.15 * turns
        case "market_hall":
            return 0.1 * turns
        case "builders_yard":
            return 1.5 if turns > 2 else 0.3
        case "treasury":
            return 1.3 * soon
        case "monastery":
            return 0.5 * soon
        case "exchange":
            return 0.8 * soon
        case "warehouse":
            return 0.12 * turns
    return 0.0


def _prospects(
    player: Player, goods: Mapping[str, int], buildings: Sequence[str], outlook: Outlook, people: tuple[int, int]
) -> float:
    """Return the points that cards in hand may bring: the best buildings first, as far as the goods go."""
    purse = Purse.of(goods, player.built, player.used, outlook.fresh, player.person, player.exchange)
    functions = sum(purse.money.values()) + CRANE * len(purse.cranes)
    kept = _kept(sum(goods.values()), len(buildings), outlook, WAREHOUSE in player.built)
    gains = [(_gain(BUILDINGS[name], player, outlook, people), name) for name in (*buildings, *player.riga)]
    if not outlook.turns:  # what cannot be paid now never will be
        gains.sort(key=lambda pair: -pair[0])
        built = payable(purse, [name for _, name in gains], _BUILDS - len(outlook.fresh))
        return sum([gain for gain, name in gains if name in built])
    gains.sort(key=lambda pair: pair[0] / COST[pair[1]], reverse=True)
    worth, left, waiting = 0.0, 1.0, 0
    for gain, name in gains:
        pays = prices(BUILDINGS[name].city, purse.traders)
        ducats = kept * sum([ducats * goods[good] for good, ducats in pays.items()]) + functions
        part = left * ducats / COST[name]
        if part >= 1:
            left -= left / part
            worth += gain if outlook.now else 0.9 * gain
        else:
            left = 0.0
            waiting += 1
            missing = COST[name] * (1 - part)
            likely = min(1.0, max(0.0, (outlook.turns - missing / ROW) / (2 * waiting)))
            worth += 0.8 * likely * max(0.0, gain - 0.9 * DUCAT * missing)
    rest = left * kept * sum([BASE[good] * count for good, count in goods.items()])
    return worth + 0.9 * DUCAT * rest * min(1.0, outlook.turns / 3)


def _kept(goods: int, buildings: int, outlook: Outlook, warehouse: bool) -> float:
    """Return how much of the goods will be left after winter; what can still be spent now counts better."""
    excess = goods + buildings - (_WAREHOUSE_LIMIT if warehouse else _LIMIT)
    if not outlook.winter or excess <= 0 or not goods:
        return 1.0
    return max(0.3, 1 - 0.6 * excess / goods) if outlook.now else max(0.0, 1 - excess / goods)


def _gain(card: Building, player: Player, outlook: Outlook, people: tuple[int, int]) -> float:
    """Return what building a card would bring: points, the penalty that falls away, persons, the function."""
    gain = card.points + PENALTY + PERSON * (card.merchants + card.knights)
    if card.kind == "lodge":
        lodges = sum([KIND[name] == "lodge" for name in player.built])
        gain += _LODGES[lodges + 1] - _LODGES[lodges] + (outlook.turns > 3)
    elif card.kind == "archive":
        gain += _ARCHIVE.points * min(_ARCHIVE.pairs, *people) + 1.5 * (outlook.turns > 3)
    return gain + _function(card.kind, outlook.turns, *people)
