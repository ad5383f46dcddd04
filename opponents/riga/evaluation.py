"""How good a state of Riga is, in points: those scored, and what cards, functions and turns left will bring.

`RigaEvaluation` is the trader's evaluation; `expected_points` values one seat.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from opponents.evaluations import Evaluation
from opponents.riga.build_payments import affordable_buildings
from rules.riga import scoring
from rules.riga.data import BASE, BUILDINGS, COST, DATA, KIND, SCHOOL, WAREHOUSE, Building
from rules.riga.display_points import built_points
from rules.riga.payment import Purse, persons, prices
from rules.riga.state import BuildersYard, Player, StartBuilding, State, Treasury, Turn, Winter

POINTS_PER_DUCAT = 0.35
"""Expected points of a ducat while there is something to build."""
POINTS_PER_PERSON = 0.4
"""Expected points of a merchant or knight, through Archive, Bank and Tavern."""
DUCATS_PER_CRANE = 4.0
"""Ducats that a Crane saves at least."""
DUCATS_PER_ROW = 10
"""Ducats that taking a row brings."""
TASTE_MARGIN_POINTS = 0.1
"""The taste margin, in points."""
PENALTY_POINTS = DATA.setup.penalty
_YEARS = DATA.setup.years
_LODGE_POINTS = (0, *DATA.function.lodge.points)
_ARCHIVE = DATA.function.archive
_WINTER_LIMIT = DATA.setup.winter_limit
_WAREHOUSE_LIMIT = DATA.function.warehouse.keeps
_MAX_BUILDS = DATA.setup.builds_per_turn
_EXCHANGE_DUCATS = DATA.function.exchange.holds


class TimeLeft(msgspec.Struct, frozen=True):
    """How much time a seat of Riga has left in the game; `time_left` makes it."""

    turns: int
    """The seat's turns after the running one."""
    now: bool
    """True in the seat's own turn."""
    winter: bool
    """True if the seat has no further turn before winter."""
    built_now: Sequence[str]
    """Buildings built in the running turn, if it is the seat's own."""


class RigaEvaluation(Evaluation):
    """The trader's evaluation of Riga. It values the position right after a move, without a playout.

    What the seat can still do in the running turn is part of the value of its hand and of its functions.
    """

    max_playouts = 40
    max_options = 128
    horizon = 0

    def progress(self, state: State) -> int:
        """Return the number of turns so far."""
        return state.year * 2 * state.seats + state.turn

    def taste_margin(self, seats: int) -> float:
        """Return `TASTE_MARGIN_POINTS`: options closer than this are chosen between by temperament."""
        return TASTE_MARGIN_POINTS

    def value(self, state: State, seat: int) -> float:
        """Return the seat's expected points minus those of its best rival, in a running or finished game."""
        points = [expected_points(state, other) for other in range(state.seats)]
        own = points.pop(seat)
        return own - max(points)


def expected_points(state: State, seat: int) -> float:
    """Return the points a seat can expect at the end of the game.

    In a finished game it is the score, plus 0.01 for each ducat of tie-break money. Where the seat has to keep one of
    several drawn cards, the best of them counts.
    """
    player = state.players[seat]
    if not state.agenda:
        score = scoring.score(player)
        return score.total + 0.01 * score.money
    goods, buildings = hand_after_sealed(state, seat)
    ahead = time_left(state, seat)
    match state.agenda[-1]:
        case BuildersYard() as frame if seat in frame.owes:
            return max(_position_points(player, goods, [*buildings, name], ahead) for name in frame.drawn)
        case Treasury() as frame if seat in frame.owes:
            kinds = set(frame.drawn)
            return max(_position_points(player, {**goods, good: goods[good] + 1}, buildings, ahead) for good in kinds)
    return _position_points(player, goods, buildings, ahead)


def hand_after_sealed(state: State, seat: int) -> tuple[Mapping[str, int], list[str]]:
    """Return the number of each good and the buildings in a seat's hand, after the choice it has sealed, if any.

    That is the start building kept (R4) or the winter discard (R11), although it is not carried out yet. The game must
    be running.
    """
    player = state.players[seat]
    match state.agenda[-1]:
        case StartBuilding() as frame if (kept := frame.kept[seat]) is not None:
            return player.goods, [*player.buildings, kept]
        case Winter() as frame if (discard := frame.discards[seat]) is not None:
            goods = {good: count - discard.goods.count(good) for good, count in player.goods.items()}
            return goods, [name for name in player.buildings if name not in discard.buildings]
    return player.goods, player.buildings


def time_left(state: State, seat: int) -> TimeLeft:
    """Return how many turns a seat of Riga has after the running one, and what is known about the running turn.

    It says whether the running turn is the seat's own, what was built in it, and whether winter comes before the seat's
    next turn. Before the first year and in winter, all turns of the later years are left.
    """
    years_left = _YEARS[state.seats] - state.year
    turn = next((frame for frame in state.agenda if isinstance(frame, Turn)), None)
    if turn is None:  # before the first year, or in winter
        return TimeLeft(2 * years_left, now=False, winter=False, built_now=())
    steps = (seat - state.starter) % state.seats
    this_year = (steps > state.turn) + (2 * state.seats - 1 - steps > state.turn)
    now = turn.seat == seat
    return TimeLeft(this_year + 2 * years_left, now, winter=not this_year, built_now=turn.built if now else ())


def _position_points(player: Player, goods: Mapping[str, int], buildings: Sequence[str], remaining: TimeLeft) -> float:
    """Return the points that a player with these goods and buildings in hand can expect at the end of the game.

    They are the points scored so far, minus the penalty for each building in hand and each Riga building not built yet,
    plus what persons, functions and the hand may bring in the remaining time. If the seat has no running or later turn,
    goods only break ties.
    """
    built = player.built
    merchants, knights = persons(built, player.person)
    worth = float(sum(built_points(built, player.person)) - PENALTY_POINTS * (len(buildings) + len(player.riga)))
    worth += POINTS_PER_PERSON * min(remaining.turns, 4) / 4 * (min(merchants, 5) + min(knights, 5))
    if SCHOOL in built and not player.person:
        worth += POINTS_PER_PERSON
    for name in built:
        if name not in player.used:
            turns = remaining.turns + (remaining.now and name not in remaining.built_now)
            worth += _function_points(KIND[name], turns, merchants, knights)
    if player.exchange:
        worth += POINTS_PER_DUCAT * _EXCHANGE_DUCATS * min(1.0, remaining.turns / 2)
    if not remaining.turns and not remaining.now:
        return worth + 0.01 * sum([BASE[good] * count for good, count in goods.items()])
    return worth + _hand_points(player, goods, buildings, remaining, (merchants, knights))


def _function_points(kind: str, turns: int, merchants: int, knights: int) -> float:
    """Return the points that the unused function of a building of this kind is worth with this many own turns left.

    `merchants` and `knights` are the player's persons. Return 0 without a turn and for a kind without a function.
    """
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


def _hand_points(
    player: Player, goods: Mapping[str, int], buildings: Sequence[str], remaining: TimeLeft, people: tuple[int, int]
) -> float:
    """Return the points that the cards in a hand may still bring: the best buildings first, while there are goods.

    Buildings that cannot be paid yet count in part, and so do goods left over. In the last turn only the buildings that
    can be paid now count. `people` are the numbers of merchants and knights.
    """
    purse = Purse.of(goods, player.built, player.used, remaining.built_now, player.person, player.exchange)
    functions = sum(purse.money.values()) + DUCATS_PER_CRANE * len(purse.cranes)
    kept = _share_kept_in_winter(sum(goods.values()), len(buildings), remaining, WAREHOUSE in player.built)
    gains = [
        (_building_points(BUILDINGS[name], player, remaining, people), name) for name in (*buildings, *player.riga)
    ]
    if not remaining.turns:  # the last chance to build
        gains.sort(key=lambda pair: -pair[0])
        built = affordable_buildings(purse, [name for _, name in gains], _MAX_BUILDS - len(remaining.built_now))
        return sum([gain for gain, name in gains if name in built])
    gains.sort(key=lambda pair: pair[0] / COST[pair[1]], reverse=True)
    worth, left, waiting = 0.0, 1.0, 0
    for gain, name in gains:
        pays = prices(BUILDINGS[name].city, purse.traders)
        ducats = kept * sum([ducats * goods[good] for good, ducats in pays.items()]) + functions
        part = left * ducats / COST[name]
        if part >= 1:
            left -= left / part
            worth += gain if remaining.now else 0.9 * gain
        else:
            left = 0.0
            waiting += 1
            missing = COST[name] * (1 - part)
            likely = min(1.0, max(0.0, (remaining.turns - missing / DUCATS_PER_ROW) / (2 * waiting)))
            worth += 0.8 * likely * max(0.0, gain - 0.9 * POINTS_PER_DUCAT * missing)
    rest = left * kept * sum([BASE[good] * count for good, count in goods.items()])
    return worth + 0.9 * POINTS_PER_DUCAT * rest * min(1.0, remaining.turns / 3)


def _share_kept_in_winter(goods: int, buildings: int, remaining: TimeLeft, warehouse: bool) -> float:
    """Return the share of the goods in a hand, from 0 to 1, that will not be discarded in winter.

    `goods` and `buildings` are the numbers of cards in hand; `warehouse` is True if the player has built the Warehouse,
    which raises the limit. The share is 1 if there are not too many cards, or if the seat has another turn before
    winter. In the seat's own turn it is at least 0.3, because some goods can still be spent.
    """
    excess = goods + buildings - (_WAREHOUSE_LIMIT if warehouse else _WINTER_LIMIT)
    if not remaining.winter or excess <= 0 or not goods:
        return 1.0
    return max(0.3, 1 - 0.6 * excess / goods) if remaining.now else max(0.0, 1 - excess / goods)


def _building_points(card: Building, player: Player, remaining: TimeLeft, people: tuple[int, int]) -> float:
    """Return the points that building a card would bring: its own, the saved penalty, its persons and its function.

    A Lodge adds the points that one more Lodge scores, an Archive those of the pairs of merchant and knight. `people`
    are the numbers of merchants and knights that the player has.
    """
    gain = card.points + PENALTY_POINTS + POINTS_PER_PERSON * (card.merchants + card.knights)
    if card.kind == "lodge":
        lodges = sum([KIND[name] == "lodge" for name in player.built])
        gain += _LODGE_POINTS[lodges + 1] - _LODGE_POINTS[lodges] + (remaining.turns > 3)
    elif card.kind == "archive":
        gain += _ARCHIVE.points * min(_ARCHIVE.pairs, *people) + 1.5 * (remaining.turns > 3)
    return gain + _function_points(card.kind, remaining.turns, *people)
