"""Riga's numbers: `riga.toml` read into structs and checked (`read`), and tables made from it for quick access.

`DATA` is the whole file. The tables are for example `GOODS`, `BASE`, `BUILDINGS`, `COST` and `PAYS`. A building is
named by city and kind, `danzig:crane`.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from rules.data_files import Section, Source, load, require, require_unique

FILE = Path(__file__).with_name("riga.toml")

OWN_CITY = "riga"
"""R5: the key of the city Riga, where only the players' own Riga buildings stand."""
_GOODS = ("cloth", "glass", "wine", "grain")
_CITIES = ("visby", "tallinn", "stockholm", "danzig")
_KINDS = (
    *("archive", "bank", "builders_yard", "fortress", "guildhall", "trading_post"),
    *("crane", "lodge", "manufactory", "market_hall", "treasury", "tavern"),
)
_RIGA_KINDS = ("monastery", "school", "warehouse", "exchange")


class Setup(Section, frozen=True):
    """The section `setup` of the data file: the numbers of R2, R4, R6, R8, R11, R13 and R28.

    - `years`: how many years a game lasts, by number of players.
    - `hand_value`, `row_value`: the base value at which dealing goods to a first hand, or to a row, stops.
    - `start_draw`: how many start buildings each player draws.
    - `rows_beyond_players`, `display_beyond_players`: there are this many more rows, or buildings on display, than
      players.
    - `builds_per_turn`: the most buildings that a player may build in a turn.
    - `winter_limit`: the most cards that a player without a Warehouse may keep in winter.
    - `penalty`: the points lost for each building left in hand and each Riga building not built.
    """

    years: dict[int, int]
    hand_value: int
    start_draw: int
    row_value: int
    rows_beyond_players: int
    display_beyond_players: int
    builds_per_turn: int
    winter_limit: int
    penalty: int
    source: Source


class GoodSource(Section, frozen=True):
    """How the two numbers of a good are known: printed, found, implied or reconstructed (see `data_files`)."""

    cards: Source
    base: Source


class Good(Section, frozen=True):
    """A good: the number of its cards, and its base value in ducats."""

    key: str
    cards: int
    base: int
    source: GoodSource


class Price(Section, frozen=True):
    """The ducats that one card of a good pays in a city; 0 if the good cannot pay there."""

    pays: int
    source: Source


class Favoured(Section, frozen=True):
    """The good that a city's Manufactory makes pay more (R22), or that its Market Hall lets pay everywhere (R23)."""

    good: str
    source: Source


class City(Section, frozen=True):
    """A city: what one card of each good pays there, and the goods of its Manufactory and Market Hall.

    The city Riga has neither of these buildings; both fields are None for it.
    """

    key: str
    cloth: Price
    glass: Price
    wine: Price
    grain: Price
    manufactory: Favoured | None = None
    market_hall: Favoured | None = None


class BuildingSource(Section, frozen=True):
    """How a building's cost and points are known: printed, found, implied or reconstructed (see `data_files`)."""

    cost: Source
    points: Source


class LocalCost(Section, frozen=True):
    """The cost in ducats of a kind of building in one city, where it differs from the kind's usual cost."""

    cost: int
    source: Source


class BuildingKind(Section, frozen=True):
    """A kind of building: its cost in ducats, its points, and the persons (merchants, knights) it has.

    `cost_in` has the costs that differ from `cost`, by city.
    """

    key: str
    cost: int
    points: int
    source: BuildingSource
    merchants: int = 0
    knights: int = 0
    cost_in: Mapping[str, LocalCost] = {}


class Ducats(Section, frozen=True):
    """R20: the ducats a Trading Post gives."""

    ducats: int
    source: Source


class DucatsEach(Section, frozen=True):
    """R20: the ducats (`each`) that a Bank gives for each merchant, or a Tavern for each knight."""

    each: int
    source: Source


class Adds(Section, frozen=True):
    """R22: the ducats a Manufactory adds to each card of its good."""

    adds: int
    source: Source


class Draws(Section, frozen=True):
    """R24, R25: the number of cards that a Builders' Yard or a Treasury draws."""

    draws: int
    source: Source


class Keeps(Section, frozen=True):
    """R11: the number of cards that an owner of the Warehouse may keep in winter."""

    keeps: int
    source: Source


class Holds(Section, frozen=True):
    """R17, R20: the Exchange is filled with goods of at least the base value `wants` and then holds `holds` ducats."""

    wants: int
    holds: int
    source: Source


class LodgePoints(Section, frozen=True):
    """R29: the points that a player's Lodges score together: one entry each for 1, 2, 3 and 4 Lodges."""

    points: tuple[int, ...]
    source: Source


class ArchivePoints(Section, frozen=True):
    """R30: an Archive scores `points` for each pair of a merchant and a knight, for at most `pairs` pairs."""

    points: int
    pairs: int
    source: Source


class Functions(Section, frozen=True):
    """The numbers of all building functions, one section for each kind of building."""

    trading_post: Ducats
    bank: DucatsEach
    tavern: DucatsEach
    manufactory: Adds
    builders_yard: Draws
    treasury: Draws
    warehouse: Keeps
    exchange: Holds
    lodge: LodgePoints
    archive: ArchivePoints


class Data(Section, frozen=True):
    """The whole file `riga.toml`."""

    setup: Setup
    good: tuple[Good, ...]
    city: tuple[City, ...]
    building: tuple[BuildingKind, ...]
    riga_building: tuple[BuildingKind, ...]
    function: Functions


def read(file: Path = FILE) -> Data:
    """Return the checked content of a data file in the format of `riga.toml`. The default is that file itself.

    Raise `BadData` with file, key and reason if a value is missing, of a wrong type or not plausible.
    """
    data = load(file, Data)
    require(file, "setup.years", tuple(data.setup.years) == (2, 3, 4), "must name 2 to 4 players")
    for name in ("hand_value", "start_draw", "row_value", "builds_per_turn", "winter_limit"):
        require(file, f"setup.{name}", getattr(data.setup, name) > 0, "must be above 0")
    for years in data.setup.years.values():
        require(file, "setup.years", years > 0, "must be above 0")
    _check_names(file, "good", data.good, _GOODS)
    for good in data.good:
        require(file, f"good.{good.key}", good.cards > 0 and good.base > 0, "cards and base must be above 0")
    _check_names(file, "city", data.city, (*_CITIES, OWN_CITY))
    for city in data.city:
        _check_city(file, city)
    _check_names(file, "building", data.building, _KINDS)
    _check_names(file, "riga_building", data.riga_building, _RIGA_KINDS)
    for kind in (*data.building, *data.riga_building):
        _check_kind(file, kind)
    lodges = data.function.lodge.points
    require(file, "function.lodge.points", len(lodges) == len(_CITIES), "needs points for 1 to 4 lodges")
    return data


def _check_names(file: Path, key: str, things: tuple[Any, ...], wanted: tuple[str, ...]) -> None:
    """Raise `BadData` unless the fields `key` of `things` are exactly the `wanted` ones, each once.

    The parameter `key` is the name of the section in the file that lists these things. The error names it.
    """
    names = [thing.key for thing in things]
    require_unique(file, key, names)
    for name in names:
        require(file, f"{key}.{name}", name in wanted, "is not known in Riga")
    for name in wanted:
        require(file, f"{key}.{name}", name in names, "is missing")


def _check_city(file: Path, city: City) -> None:
    """Raise `BadData` unless the city has valid prices and names the goods of its Manufactory and Market Hall.

    The city Riga must not name them.
    """
    pays: dict[str, int] = {good: getattr(city, good).pays for good in _GOODS}
    for good, ducats in pays.items():
        require(file, f"city.{city.key}.{good}", ducats >= 0, "must not be below 0")
    for name, favoured in (("manufactory", city.manufactory), ("market_hall", city.market_hall)):
        key = f"city.{city.key}.{name}"
        if favoured is None:
            require(file, key, city.key == OWN_CITY, "is missing")
        else:
            require(file, key, city.key != OWN_CITY, "does not stand here")
            require(file, key, favoured.good in _GOODS, f"{favoured.good} is no good")


def _check_kind(file: Path, kind: BuildingKind) -> None:
    """Raise `BadData` unless a kind of building has valid costs, points and persons."""
    local = kind.cost_in
    for city, price in local.items():
        require(file, f"building.{kind.key}.cost_in.{city}", city in _CITIES, "is no city of this building")
        require(file, f"building.{kind.key}.cost_in.{city}", price.cost > 0, "must be above 0")
    require(file, f"building.{kind.key}.cost", kind.cost > 0, "must be above 0")
    for name in ("points", "merchants", "knights"):
        require(file, f"building.{kind.key}.{name}", getattr(kind, name) >= 0, "must not be below 0")


class Building(NamedTuple):
    """A building card, made from the data file. Its name is city and kind, as in `danzig:crane`.

    `cost` is in ducats; `merchants` and `knights` are the persons it has.
    """

    name: str
    city: str
    kind: str
    cost: int
    points: int
    merchants: int
    knights: int


def _building(city: str, kind: BuildingKind) -> Building:
    """Return the building card of this kind in this city, with the cost it has there."""
    cost = kind.cost_in[city].cost if city in kind.cost_in else kind.cost
    return Building(f"{city}:{kind.key}", city, kind.key, cost, kind.points, kind.merchants, kind.knights)


DATA = read()

GOODS: tuple[str, ...] = tuple(good.key for good in DATA.good)
"""The four goods in the order of the file, the most valuable first."""
BASE: dict[str, int] = {good.key: good.base for good in DATA.good}
"""The base value of each good, in ducats."""
CARDS: dict[str, int] = {good.key: good.cards for good in DATA.good}
"""The number of cards of each good."""
CITIES: tuple[str, ...] = tuple(city.key for city in DATA.city)

_CITY_BUILDINGS = [_building(city, kind) for city in CITIES if city != OWN_CITY for kind in DATA.building]
_RIGA_BUILDINGS = [_building(OWN_CITY, kind) for kind in DATA.riga_building]

BUILDINGS: dict[str, Building] = {card.name: card for card in (*_CITY_BUILDINGS, *_RIGA_BUILDINGS)}
"""Every building by its name."""
DECK: tuple[str, ...] = tuple(card.name for card in _CITY_BUILDINGS)
"""The names of the city buildings, one card of each."""
RIGA: tuple[str, ...] = tuple(card.name for card in _RIGA_BUILDINGS)
"""R5: the names of the Riga buildings; every player has one of each."""
COST: dict[str, int] = {name: card.cost for name, card in BUILDINGS.items()}
CITY: dict[str, str] = {name: card.city for name, card in BUILDINGS.items()}
KIND: dict[str, str] = {name: card.kind for name, card in BUILDINGS.items()}

MONASTERY = f"{OWN_CITY}:monastery"
SCHOOL = f"{OWN_CITY}:school"
WAREHOUSE = f"{OWN_CITY}:warehouse"
EXCHANGE = f"{OWN_CITY}:exchange"

PAYS: dict[str, dict[str, int]] = {
    city.key: {good: getattr(city, good).pays for good in GOODS if getattr(city, good).pays} for city in DATA.city
}
"""R14: the ducats that one card of each good pays, by city. A good that cannot pay there is missing."""
_BY_CITY = {city.key: city for city in DATA.city}
FAVOURED: dict[str, str] = {
    name: getattr(_BY_CITY[card.city], card.kind).good
    for name, card in BUILDINGS.items()
    if card.kind in ("manufactory", "market_hall")
}
"""R22, R23: the good of each Manufactory and Market Hall, by building name."""
