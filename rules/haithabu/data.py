"""Haithabu's numbers: `haithabu.toml` read into structs and checked (`DATA`), and tables made from it.

Each struct is a section of the file. Its field `source` says where the values come from: printed, implied by the
rulebook, or reconstructed. Amounts are silver unless the name says points, levels or another thing.
"""

from __future__ import annotations

from pathlib import Path

from rules.data_files import Section, Source, load, require

FILE = Path(__file__).with_name("haithabu.toml")

Wares = tuple[int, ...]
"""How many of each ware, in the order of `WARES`."""

_WARES = ("mead", "cloth", "ceramics", "tools", "weapons", "spices")
_EVENTS = ("viking_games", "assassination", "fog", "unpaid_bill", "storm", "unrest")
_FACES = 6

FIELDS = "ABCDEFGH"
"""H1: the fields of the rondel, clockwise; their order is reconstructed."""
TOP_LEVEL = 10
"""H7: the highest price level; the lowest is 1."""


class Play(Section, frozen=True):
    """General numbers (H2, H10, H32): the possible numbers of players, the workers each has, and the rounds.

    There are as many phases in a round as workers. `silver` and `points` are what a player has at the start;
    `order_places` are a player's places for orders; `cubes` is the number of cubes of each ware; after the round
    `returning_round` characters may be returned for points.
    """

    players: tuple[int, ...]
    workers: int
    rounds: int
    returning_round: int
    silver: int
    points: int
    order_places: int
    cubes: int
    source: Source


class Inn(Section, frozen=True):
    """H4, H12: how many neutral workers there are, by number of players, and the silver for each one hired.

    `prices` begin with the first one hired in a round.
    """

    workers: dict[int, int]
    prices: tuple[int, ...]
    source: Source


class Display(Section, frozen=True):
    """H3: the number of orders in each of the two rows of the order display."""

    columns: int
    source: Source


class Rondel(Section, frozen=True):
    """H1, H11: the number of fields that are by day (all others are by night).

    Before each phase the rondel turns by `turn` fields.
    """

    day: int
    turn: int
    source: Source


class Loan(Section, frozen=True):
    """H28: the silver a loan brings, the silver it takes to repay it, and the number of loans in the game."""

    silver: int
    repay: int
    count: int
    source: Source


class Night(Section, frozen=True):
    """H18: the silver for a second event die."""

    second_die: int
    source: Source


class Market(Section, frozen=True):
    """H16, H17: by how many levels a price rises after buying and falls after selling.

    It rises by `rise_empty` if no cube is left on the market. `points_empty` are the points for selling a ware of which
    the market held none.
    """

    rise: int
    rise_empty: int
    fall: int
    points_empty: int
    source: Source


class Bargain(Section, frozen=True):
    """H21, H22: the most cubes (`wares`) that a worker on field C or G may trade.

    They are sold `levels` levels above the market price on C, and bought `levels` levels below it on G.
    """

    wares: int
    levels: int
    source: Source


class FieldPoint(Section, frozen=True):
    """H23, H24: the points that a worker on field D or H can take instead of an order."""

    points: int
    source: Source


class Recruiting(Section, frozen=True):
    """H20: the silver for a character of another player."""

    silver: int
    source: Source


class Storing(Section, frozen=True):
    """H36: how many wares each store may hold at the end of a round, and the fee for each ware in the warehouse."""

    limit: int
    fee: int
    source: Source


class Returning(Section, frozen=True):
    """H32: the points for a returned character."""

    points: int
    source: Source


class Scoring(Section, frozen=True):
    """H40–H42: the numbers of the final scoring. All divisions round down.

    - `wares_divisor`: all wares are sold for their price divided by this number.
    - `silver_for_point`, `cubes_for_point`: so much silver, or so many cubes on orders, are worth one point.
    - `character`, `loan`, `transport`: the points for each character, each loan left and each transport.
    - `completed`: the points for the rank by completed orders, the best rank first.
    """

    wares_divisor: int
    character: int
    loan: int
    silver_for_point: int
    cubes_for_point: int
    transport: int
    completed: tuple[int, ...]
    source: Source


class Starter(Section, frozen=True):
    """H9, H33: the section of the Starting Player, which has no numbers."""

    source: Source


class Juggler(Section, frozen=True):
    """H9, H11: the numbers of fields by which the Juggler may turn the rondel."""

    turns: tuple[int, ...]
    source: Source


class Innkeeper(Section, frozen=True):
    """H9, H12: the number by which the price of neutral workers is divided (rounded down) for the Innkeeper's owner."""

    divisor: int
    source: Source


class Trader(Section, frozen=True):
    """H9: by how many levels the Trader buys cheaper and sells dearer."""

    levels: int
    source: Source


class Seer(Section, frozen=True):
    """H9, H18, H33: what the Seer's owner pays for a second event die (`second_die`, in silver).

    At the end of a round the owner may move one price by `round_end_levels` levels.
    """

    second_die: int
    source: Source
    round_end_levels: int
    round_end_source: Source


class Carpenter(Section, frozen=True):
    """H9, H19: how many cards of each stack the Carpenter's owner looks at."""

    look: int
    source: Source


class Supplier(Section, frozen=True):
    """H9: the points and silver added to every completed order."""

    points: int
    silver: int
    source: Source


class Stevedore(Section, frozen=True):
    """H9, H33: the number of places that the Stevedore adds to each transport of its owner.

    At the end of a round the owner may carry up to `round_end_wares` wares without a transport.
    """

    places: int
    source: Source
    round_end_wares: int
    round_end_source: Source


class Steward(Section, frozen=True):
    """H9, H36: how many wares each store of the Steward's owner may hold, and the storage fee for each ware."""

    limit: int
    fee: int
    source: Source


class Characters(Section, frozen=True):
    """H9: the numbers of the nine characters; the field names are the characters' keys, in the rulebook's order."""

    starter: Starter
    juggler: Juggler
    innkeeper: Innkeeper
    trader: Trader
    seer: Seer
    carpenter: Carpenter
    supplier: Supplier
    stevedore: Stevedore
    steward: Steward


class NightEvent(Section, frozen=True):
    """H29: an event of the event die, with its key.

    `silver` is the amount of a gift of silver at the Viking games, and 0 for all other events. `points` is negative: at
    the Viking games what a gift of points costs the giver, for other events the penalty of a player who cannot comply.
    It is 0 for Fog.
    """

    key: str
    source: Source
    silver: int = 0
    points: int = 0


class Arrival(Section, frozen=True):
    """H34: how many dice bring new wares at the end of a round, and by how many levels their prices fall."""

    dice: int
    fall: int
    source: Source


class PriceDie(Section, frozen=True):
    """H35: by how many levels a price moves (negative: down), one number for each face of the price die."""

    levels: tuple[int, ...]
    source: Source


class Start(Section, frozen=True):
    """H7: the price level of a ware at the start."""

    start: int
    source: Source


class Price(Section, frozen=True):
    """H7: the silver that one cube of a ware costs on one level."""

    silver: int
    source: Source


class Ware(Section, frozen=True):
    """H7: a ware: its key, its cubes on the market at the start, its price level at the start, and its prices.

    `prices` has one entry for each level from 1 to 10.
    """

    key: str
    market: int
    source: Source
    level: Start
    prices: tuple[Price, ...]


class Data(Section, frozen=True):
    """The whole file `haithabu.toml`, one field for each section; `read` makes it."""

    play: Play
    inn: Inn
    display: Display
    rondel: Rondel
    loan: Loan
    night: Night
    market: Market
    bargain: Bargain
    pittance: FieldPoint
    recruiting: Recruiting
    storing: Storing
    returning: Returning
    scoring: Scoring
    character: Characters
    event: tuple[NightEvent, ...]
    arrival: Arrival
    price_die: PriceDie
    ware: tuple[Ware, ...]


def read(file: Path = FILE) -> Data:
    """Return the numbers in the file after checking them.

    Raise `BadData`, which names file, key and reason, for a wrong format or an impossible value.
    """
    data = load(file, Data)
    play, players = data.play, data.play.players
    require(file, "play.players", players == (2, 3, 4), "must name 2 to 4 players")
    require(file, "play.rounds", play.rounds > 0, "must be above 0")
    require(file, "play.workers", play.workers > 0, "must be above 0")
    require(file, "play.order_places", play.order_places > 0, "must be above 0")
    require(file, "play.silver", play.silver >= 0, "must not be below 0")
    require(file, "inn.workers", tuple(data.inn.workers) == players, "must name 2 to 4 players")
    most = max(data.inn.workers.values())
    require(file, "inn.prices", len(data.inn.prices) >= most, "needs a price for every neutral worker")
    require(file, "display.columns", data.display.columns > 0, "must be above 0")
    require(file, "rondel.day", 0 < data.rondel.day < len(FIELDS), "must leave some fields by day and some by night")
    require(file, "loan.silver", 0 < data.loan.silver <= data.loan.repay, "must be above 0 and not above `repay`")
    require(file, "loan.count", data.loan.count >= 0, "must not be below 0")
    require(file, "recruiting.silver", data.recruiting.silver <= data.loan.silver, "one loan must pay for a character")
    require(file, "bargain.wares", data.bargain.wares > 0, "must be above 0")
    require(file, "storing.limit", data.storing.limit > 0, "must be above 0")
    require(file, "character.juggler.turns", bool(data.character.juggler.turns), "needs at least one choice")
    require(file, "character.innkeeper.divisor", data.character.innkeeper.divisor > 0, "must be above 0")
    require(file, "character.carpenter.look", data.character.carpenter.look > 0, "must be above 0")
    scoring = data.scoring
    require(file, "scoring.completed", len(scoring.completed) == players[-1], "needs a value for every place")
    require(file, "scoring.wares_divisor", scoring.wares_divisor > 0, "must be above 0")
    require(file, "scoring.silver_for_point", scoring.silver_for_point > 0, "must be above 0")
    require(file, "scoring.cubes_for_point", scoring.cubes_for_point > 0, "must be above 0")
    require(file, "event", tuple(event.key for event in data.event) == _EVENTS, f"must be {', '.join(_EVENTS)}")
    require(file, "arrival.dice", data.arrival.dice > 0, "must be above 0")
    require(file, "price_die.levels", len(data.price_die.levels) == _FACES, "needs a value for every face")
    _check_wares(file, data)
    return data


def _check_wares(file: Path, data: Data) -> None:
    """Raise `BadData` unless the six wares are there in order, each with ten rising prices and a valid start.

    The start is the number of cubes on the market and the price level. The silver of one loan must suffice for a cube
    at the highest price.
    """
    require(file, "ware", tuple(ware.key for ware in data.ware) == _WARES, f"must be {', '.join(_WARES)}")
    for ware in data.ware:
        require(file, f"ware.{ware.key}.market", 0 <= ware.market <= data.play.cubes, "must lie within all cubes")
        prices = [price.silver for price in ware.prices]
        require(file, f"ware.{ware.key}.prices", len(prices) == TOP_LEVEL, "needs a price for every level")
        rising = prices[0] > 0 and prices == sorted(set(prices))
        require(file, f"ware.{ware.key}.prices", rising, "must rise from level to level")
        require(file, f"ware.{ware.key}.prices", prices[-1] <= data.loan.silver, "one loan must buy one cube")
        require(file, f"ware.{ware.key}.level.start", 1 <= ware.level.start <= TOP_LEVEL, "is no level")


DATA = read()

WARES: tuple[str, ...] = _WARES
WARE: dict[str, int] = {key: index for index, key in enumerate(WARES)}
"""The index of each ware, by key."""
KINDS = len(WARES)
"""The number of different wares."""
NOTHING: Wares = (0,) * KINDS
PRICES: tuple[tuple[int, ...], ...] = tuple((0, *(price.silver for price in ware.prices)) for ware in DATA.ware)
"""The price in silver by ware and level; entry 0 of each ware is unused."""

NEUTRAL = -2
"""The colour of the neutral workers; the other colours are the seats."""
RECOMMENDED, BY_LOT = 0, 1
"""H1: the values of the option `rondel`: the recommended start, or one drawn by lot."""

CHARACTERS: tuple[str, ...] = Characters.__struct_fields__
CHARACTER: dict[str, int] = {key: index for index, key in enumerate(CHARACTERS)}
"""The index of each character, by key."""
STARTER, JUGGLER, INNKEEPER, TRADER, SEER, CARPENTER, SUPPLIER, STEVEDORE, STEWARD = range(len(CHARACTERS))

EVENTS: dict[str, int] = {event.key: face for face, event in enumerate(DATA.event, 1)}
"""The face of the event die, 1 to 6, by the event's key."""
VIKING_GAMES, ASSASSINATION, FOG, UNPAID_BILL, STORM, UNREST = DATA.event
