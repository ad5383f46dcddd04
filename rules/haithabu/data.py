"""Haithabu's numbers: `haithabu.toml` read into structs and checked, and tables made from it for quick access."""

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
    """General numbers (H2, H10, H32): players, workers each (and so phases), rounds, order places, cubes of each ware.

    `silver` and `points` are those of a player at the start; `returning_round` is the round after which characters may
    be returned for points.
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
    """H4, H12: the neutral workers by number of players, and the silver for the first, second and third hired."""

    workers: dict[int, int]
    prices: tuple[int, ...]
    source: Source


class Display(Section, frozen=True):
    """H3: the number of orders in each of the two rows."""

    columns: int
    source: Source


class Rondel(Section, frozen=True):
    """H1, H11: the number of fields by day, and by how many fields the rondel turns in a phase."""

    day: int
    turn: int
    source: Source


class Loan(Section, frozen=True):
    """H28: the silver of a loan, the silver to repay it, and the number of loans in the game."""

    silver: int
    repay: int
    count: int
    source: Source


class Night(Section, frozen=True):
    """H18: the silver for a second event die."""

    second_die: int
    source: Source


class Market(Section, frozen=True):
    """H16, H17: by how many levels prices rise and fall, and the points for selling to an empty market."""

    rise: int
    rise_empty: int
    fall: int
    points_empty: int
    source: Source


class Bargain(Section, frozen=True):
    """H21, H22: the most wares of a deal on C or G, and by how many levels it is better than the market."""

    wares: int
    levels: int
    source: Source


class FieldPoint(Section, frozen=True):
    """H23, H24: the points to take instead of an order on D or H."""

    points: int
    source: Source


class Recruiting(Section, frozen=True):
    """H20: the silver for a character of another player."""

    silver: int
    source: Source


class Storing(Section, frozen=True):
    """H36: the limit of each store, and the fee in silver for each ware in the warehouse."""

    limit: int
    fee: int
    source: Source


class Returning(Section, frozen=True):
    """H32: the points for a returned character."""

    points: int
    source: Source


class Scoring(Section, frozen=True):
    """H40–H42: the divisors and points of the final scoring; `completed` are the points by rank."""

    wares_divisor: int
    character: int
    loan: int
    silver_for_point: int
    cubes_for_point: int
    transport: int
    completed: tuple[int, ...]
    source: Source


class Starter(Section, frozen=True):
    """H9, H33: the Starting Player has no numbers."""

    source: Source


class Juggler(Section, frozen=True):
    """H9, H11: the numbers of fields by which the Juggler may turn the rondel."""

    turns: tuple[int, ...]
    source: Source


class Innkeeper(Section, frozen=True):
    """H9, H12: the divisor of the price of neutral workers."""

    divisor: int
    source: Source


class Trader(Section, frozen=True):
    """H9: by how many levels the Trader buys cheaper and sells dearer."""

    levels: int
    source: Source


class Seer(Section, frozen=True):
    """H9, H18, H33: the Seer's price of a second die, and the levels by which a price moves at the end of a round."""

    second_die: int
    source: Source
    round_end_levels: int
    round_end_source: Source


class Carpenter(Section, frozen=True):
    """H9, H19: the number of cards looked at in each stack."""

    look: int
    source: Source


class Supplier(Section, frozen=True):
    """H9: the points and silver added to every completed order."""

    points: int
    silver: int
    source: Source


class Stevedore(Section, frozen=True):
    """H9, H33: the places added to a transport, and the most wares carried at the end of a round."""

    places: int
    source: Source
    round_end_wares: int
    round_end_source: Source


class Steward(Section, frozen=True):
    """H9, H36: the Steward's limit of each store, and storage fee for each ware."""

    limit: int
    fee: int
    source: Source


class Characters(Section, frozen=True):
    """H9: the nine characters in the order of the rulebook."""

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
    """H29: an event of the die: its key, and the silver and (negative) points in it."""

    key: str
    source: Source
    silver: int = 0
    points: int = 0


class Arrival(Section, frozen=True):
    """H34: the dice that bring new wares, and by how many levels their prices fall."""

    dice: int
    fall: int
    source: Source


class PriceDie(Section, frozen=True):
    """H35: by how many levels a price moves, by face of the die."""

    levels: tuple[int, ...]
    source: Source


class Start(Section, frozen=True):
    """H7: the price level at the start."""

    start: int
    source: Source


class Price(Section, frozen=True):
    """H7: the silver that a ware costs on one level."""

    silver: int
    source: Source


class Ware(Section, frozen=True):
    """H7: a ware, its cubes on the market at the start, and its prices from level 1 on."""

    key: str
    market: int
    source: Source
    level: Start
    prices: tuple[Price, ...]


class Data(Section, frozen=True):
    """The whole file `haithabu.toml`."""

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
    """Return the checked numbers; raise `BadData` with file, key and reason."""
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
    """Raise `BadData` unless it has the six wares in order, each with ten rising prices and a valid start."""
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
