"""The alderman in Riga: `RigaModel`, with the features of a state and the moves that are searched."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from opponents.alderman_model import Estimator
from opponents.riga.evaluation import expected_points, hand_after_sealed, time_left
from opponents.turn_model import TurnModel
from rules import AnyGame, Move
from rules.riga import payment_search
from rules.riga.build_moves import purse
from rules.riga.data import BASE, BUILDINGS, CITIES, CITY, COST, DATA, GOODS, KIND, WAREHOUSE
from rules.riga.display_points import built_points
from rules.riga.moves import Build, Swap
from rules.riga.payment import Purse, persons, prices
from rules.riga.state import State, Turn, Winter

MAX_OPTIONS = 48
"""The most options that `candidates` ranks."""
MAX_PREDICTION_OPTIONS = 14
"""The most options that `predicted_move` ranks."""
MAX_PAYMENTS = 4
"""The most further ways to pay for the same buildings that are ranked."""

_ONE_USE_KINDS = ("trading_post", "bank", "tavern", "crane", "builders_yard", "treasury", "monastery", "exchange")
_LASTING_KINDS = ("manufactory", "market_hall", "warehouse")
_WINTER_LIMIT = DATA.setup.winter_limit
_WAREHOUSE_LIMIT = DATA.function.warehouse.keeps
_LODGE_COUNT = len(DATA.function.lodge.points)


class RigaModel(TurnModel):
    """The alderman model of Riga; `MODEL` is its only instance. `AldermanModel` explains the class attributes."""

    initial_weights: ClassVar[Mapping[str, float]] = {"points expected": 3.0}
    generations: ClassVar[int] = 12
    games_per_generation: ClassVar[int] = 200
    score_scale: ClassVar[float] = 6.0
    feature_names: ClassVar[tuple[str, ...]] = (
        "points expected",
        "points expected, turns left",
        "points",
        "turns left",
        "no turn left",
        "one turn left",
        "two turns left",
        "own turn",
        "own turn, taken",
        "winter comes",
        "until next turn",
        "acts twice in a row",
        *(f"{good} in hand" for good in GOODS),
        "worth of goods",
        "worth of goods, turns left",
        "cards too many",
        "worth of goods too many",
        "buildings in hand",
        "buildings in hand, turns left",
        "points in hand",
        "payable one by one",
        "points payable at once",
        "ducats missing for the cheapest",
        "built",
        "merchants",
        "knights",
        "pairs",
        "archives",
        "pairs for archives",
        "archives in hand",
        *(f"{count} lodges" for count in range(1, _LODGE_COUNT + 1)),
        "lodges in hand",
        "lodges to be had",
        "lodges, lodges in hand",
        *(f"{kind} unused" for kind in _ONE_USE_KINDS),
        *(f"{kind} unused, turns left" for kind in _ONE_USE_KINDS),
        *(f"{kind}, turns left" for kind in _LASTING_KINDS),
        "bank's ducats",
        "tavern's ducats",
        "full exchange",
        *(f"buildings of {city} in hand" for city in CITIES),
        *(f"ducats in {city}" for city in CITIES),
        "rows",
        "best row",
        "best row for the hand",
        "points to be had and payable",
        "lead over the best",
        "lead over the best, turns left",
        "lead over all",
        "buildings in the best rival's hand",
    )

    def facts(self, state: State) -> list[float]:
        """Return each seat's expected points, by the trader's evaluation."""
        return [expected_points(state, seat) for seat in range(state.seats)]

    def describe_seat(self, state: State, seat: int, all_expected: list[float]) -> list[float]:
        """Return one seat's features in Riga, in the order of `feature_names`.

        A choice that the seat has sealed counts as carried out. `all_expected` are the expected points of all seats.
        """
        player = state.players[seat]
        ahead = time_left(state, seat)
        goods, buildings = hand_after_sealed(state, seat)
        left, built = min(1.0, ahead.turns / 8), player.built
        own_expected = all_expected[seat]
        rivals = [each for other, each in enumerate(all_expected) if other != seat]
        best_rival = max(rivals)
        merchants, knights = persons(built, player.person)
        kinds = [KIND[name] for name in built]
        unused = [KIND[name] for name in built if name not in player.used]
        hand = [*buildings, *player.riga]
        worth = sum([BASE[good] * count for good, count in goods.items()])
        cards = sum(goods.values())
        excess = max(0, cards + len(buildings) - (_WAREHOUSE_LIMIT if WAREHOUSE in built else _WINTER_LIMIT))
        owned = Purse.of(goods, built, player.used, ahead.built_now, player.person, player.exchange)
        money = sum(owned.money.values()) + 4 * len(owned.cranes)
        ducats = {
            city: sum([pays * goods[good] for good, pays in prices(city, owned.traders).items()]) for city in CITIES
        }
        payable = [name for name in hand if ducats[CITY[name]] + money >= COST[name]]
        short = min([COST[name] - ducats[CITY[name]] - money for name in hand if name not in payable], default=0)
        lodges = kinds.count("lodge")
        hand_kinds = [KIND[name] for name in hand]
        shown = [*state.new, *state.old]
        turn = next((frame for frame in state.agenda if isinstance(frame, Turn)), None)
        wait = _turns_until_next(state, seat)
        rows = [sum([BASE[good] for good in row]) for row in state.rows]
        wanted = {CITY[name] for name in hand if name not in payable}
        suits = [
            max([sum([prices(city, owned.traders).get(good, 0) for good in row]) for city in wanted], default=0)
            for row in state.rows
        ]
        to_be_had = [BUILDINGS[name].points for name in shown if ducats[CITY[name]] + money >= COST[name]]
        rival = (
            all_expected.index(best_rival, seat + 1)
            if best_rival in all_expected[seat + 1 :]
            else all_expected.index(best_rival)
        )
        points = sum(built_points(built, player.person))
        soon = not ahead.now or (turn is not None and not turn.taken)
        return [
            own_expected / 20,
            own_expected / 20 * left,
            points / 20,
            left,
            ahead.turns == 0,
            ahead.turns == 1,
            ahead.turns == 2,
            ahead.now,
            ahead.now and turn is not None and turn.taken,
            ahead.winter,
            wait / 4,
            wait == 1 and not ahead.now,
            *[goods[good] / 3 for good in GOODS],
            worth / 15,
            worth / 15 * left,
            excess / 3,
            excess * worth / max(1, cards) / 8 if ahead.winter else 0.0,
            len(hand) / 3,
            len(hand) / 3 * left,
            sum([BUILDINGS[name].points for name in hand]) / 10,
            len(payable) / 2,
            max([BUILDINGS[name].points for name in payable], default=0) / 6,
            short / 8,
            len(built) / 8,
            merchants / 4,
            knights / 4,
            min(merchants, knights) / 3,
            kinds.count("archive"),
            kinds.count("archive") * min(3, merchants, knights) / 3,
            hand_kinds.count("archive"),
            *[lodges == count for count in range(1, _LODGE_COUNT + 1)],
            hand_kinds.count("lodge"),
            sum([KIND[name] == "lodge" for name in shown]) / 2,
            (lodges * hand_kinds.count("lodge")) / 2,
            *[unused.count(kind) for kind in _ONE_USE_KINDS],
            *[unused.count(kind) * left for kind in _ONE_USE_KINDS],
            *[kinds.count(kind) * left for kind in _LASTING_KINDS],
            unused.count("bank") * merchants / 3,
            unused.count("tavern") * knights / 3,
            player.exchange,
            *[sum([CITY[name] == city for name in hand]) for city in CITIES],
            *[ducats[city] / 15 for city in CITIES],
            len(rows) / 5,
            max(rows, default=0) / 10 if soon else 0.0,
            max(suits, default=0) / 12 if soon else 0.0,
            max(to_be_had, default=0) / 6 if soon else 0.0,
            (own_expected - best_rival) / 10,
            (own_expected - best_rival) / 10 * left,
            (own_expected - sum(rivals) / len(rivals)) / 10,
            len(state.players[rival].buildings) / 3,
        ]

    def expected_points(self, state: State, seat: int) -> float:
        """Return the points that a seat can expect, by the trader's evaluation."""
        return expected_points(state, seat)

    def turn_number(self, state: State) -> int:
        """Return a count that grows with every turn of the game; winter counts as a turn."""
        winter = bool(state.agenda) and isinstance(state.agenda[-1], Winter)
        return (state.year * (2 * state.seats + 1) + state.turn) * 2 + winter

    def can_start_turn(self, state: State) -> bool:
        """Return True if the pending decision is a player's turn.

        Return False for other decisions, such as a discard in winter or the cards drawn by a function.
        """
        return isinstance(state.agenda[-1], Turn)

    def candidates(
        self, game: AnyGame, state: Any, seat: int, estimator: Estimator, most: int, required: Sequence[Move]
    ) -> dict[Move, float]:
        """Return the moves to search (see `TurnModel`), by how good the state right after each is estimated to be.

        They are chosen among the moves of the menu, with few of the Monastery's swaps, and further ways to pay for the
        first eight builds in it; at most `MAX_OPTIONS` are ranked. There are no doubts.
        """
        options = _thin_out_swaps(game.menu(state, seat))
        frame = state.agenda[-1]
        if isinstance(frame, Turn) and frame.taken:
            owned = purse(state.players[seat], frame)
            builds = [move for move in options if isinstance(move, Build)]
            for move in builds[:8]:
                ways = payment_search.minimal_payments(owned, move.buildings)[: MAX_PAYMENTS + 1]
                options += [other for other in ways if other != move][:MAX_PAYMENTS]
        ranked = self.ranked_moves(game, state, seat, options[:MAX_OPTIONS], estimator)
        return dict.fromkeys([*ranked[:most], *required], 0.0)

    def predicted_move(self, game: AnyGame, state: Any, seat: int, estimator: Estimator | None) -> Move:
        """Return the move of the menu after which the position looks best for the seat (see `ranked_moves`).

        The menu has one way to pay for each group of buildings. A long menu is cut to its first 13 moves and the last.
        """
        options = _thin_out_swaps(game.menu(state, seat))
        if len(options) > MAX_PREDICTION_OPTIONS:
            options = [*options[: MAX_PREDICTION_OPTIONS - 1], options[-1]]
        return self.ranked_moves(game, state, seat, options, estimator)[0]


def _thin_out_swaps(options: list[Move]) -> list[Move]:
    """Return the options with the Monastery's swaps last, and at most eleven of them: there can be dozens.

    The swaps that are kept are evenly spread.
    """
    swaps = [move for move in options if isinstance(move, Swap)]
    return [move for move in options if not isinstance(move, Swap)] + swaps[:: max(1, len(swaps) // 6)]


def _turns_until_next(state: State, seat: int) -> int:
    """Return after how many turns of any player the seat's next turn comes; 1 if it follows the running one."""
    order = [*range(state.seats), *reversed(range(state.seats))]
    steps = (seat - state.starter) % state.seats
    later = [place for place in range(state.turn + 1, 2 * state.seats) if order[place] == steps]
    if later:
        return later[0] - state.turn
    return 2 * state.seats - state.turn + (steps - 1) % state.seats


MODEL = RigaModel()
