"""Visby's numbers: `visby.toml` read into structs and checked (`read`), and tables made from it for quick access.

`DATA` is the whole file. The tables are `CARDS`, `STEP`, `LIMITS`, `PAYS`, `BEGGED`, `RATES`, `BEST` and `USEFUL`.
"""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from rules.data_files import Section, Source, load, require, require_unique

FILE = Path(__file__).with_name("visby.toml")

Track = Literal["battle", "journey"]
Gain = Literal["seals", "wares"]

_KEYS = ("troops", "knight", "blacksmith", "fleet", "ship", "tollkeeper", "merchant", "mendicant")
_DRAWING = ("troops", "knight", "fleet", "ship")
_PAID = {"blacksmith": {"knight", "troops"}, "tollkeeper": {"ship", "fleet"}, "mendicant": {"merchant"}}


class Setup(Section, frozen=True):
    """The section `setup` of the data file: the numbers of V1, V3, V20 and V21.

    `track_end` and `track_start` are the last space of the markers' tracks and the one they start on. `wares_limit` is
    the most wares that a player can own. `targets` are the normal and the long target in seals; the long one is for the
    numbers of players in `long_target_players` only. At the end, `rest_rate` wares buy one seal.
    """

    track_end: int
    track_start: int
    wares_limit: int
    targets: tuple[int, ...]
    long_target_players: tuple[int, ...]
    rest_rate: int
    source: Source


class Supply(Section, frozen=True):
    """V4: the spaces that every marker moves up, by number of players."""

    spaces: dict[int, int]
    source: Source


class CardsPerRound(Section, frozen=True):
    """V5: the number of cards chosen in a round, by number of players."""

    count: dict[int, int]
    source: Source


class Draws(Section, frozen=True):
    """V7: the track from which a card draws: `battle` gives seals, `journey` gives wares.

    Each player who plays the card draws at most `limit`.
    """

    track: Track
    limit: int


class Pays(Section, frozen=True):
    """V10, V13, V17: what the common supply pays the player of a card for the cards that others played in the round.

    `what` is seals or wares; `for_each` is the amount for each card of another player, by that card's key.
    """

    what: Gain
    for_each: dict[str, int]


class Card(Section, frozen=True):
    """One of the eight action cards; `step` (1 to 8) is when it is evaluated in a round (V6).

    A card that draws from a track has `draws`, one that is paid for the cards of others has `pays`, the Merchant
    neither.
    """

    key: str
    step: int
    source: Source
    draws: Draws | None = None
    pays: Pays | None = None


class Mendicant(Section, frozen=True):
    """V17: the wares that a Mendicant brings if the number of its player's own cards is one of `cards`.

    The cards discarded earlier and those played in this round are counted together.
    """

    cards: tuple[int, ...]
    wares: int
    source: Source


class Merchant(Section, frozen=True):
    """V14: `crowding` is the number of spaces that the Market moves back for each Merchant after the first."""

    crowding: int
    source: Source


class Rate(Section, frozen=True):
    """V15: the rate of the Market's spaces `spaces`: one deal costs `wares` and brings `seals`."""

    spaces: tuple[int, ...]
    wares: int
    seals: int
    source: Source


class Data(Section, frozen=True):
    """The whole file `visby.toml`."""

    setup: Setup
    supply: Supply
    cards_per_round: CardsPerRound
    card: tuple[Card, ...]
    mendicant: tuple[Mendicant, ...]
    merchant: Merchant
    rate: tuple[Rate, ...]


def read(file: Path = FILE) -> Data:
    """Return the checked content of a data file in the format of `visby.toml`. The default is that file itself.

    Raise `BadData` with file, key and reason if a value is missing, of a wrong type or not plausible.
    """
    data = load(file, Data)
    end = data.setup.track_end
    require(file, "setup.track_start", 0 <= data.setup.track_start <= end, "must lie on the track")
    require(file, "setup.wares_limit", data.setup.wares_limit > 0, "must be above 0")
    require(file, "setup.rest_rate", data.setup.rest_rate > 0, "must be above 0")
    targets = data.setup.targets
    require(file, "setup.targets", len(targets) == 2 and 0 < targets[0] < targets[1], "needs a target and a longer one")
    players = tuple(data.supply.spaces)
    require(file, "supply.spaces", players == tuple(range(2, 7)), "must name 2 to 6 players")
    counts = data.cards_per_round.count
    require(file, "cards_per_round.count", tuple(counts) == players, "must name 2 to 6 players")
    long = data.setup.long_target_players
    require(file, "setup.long_target_players", set(long) <= set(players), "must lie within 2 to 6 players")
    for seats in players:
        require(file, f"supply.spaces.{seats}", data.supply.spaces[seats] > 0, "must be above 0")
        require(file, f"cards_per_round.count.{seats}", counts[seats] in (1, 2), "must be 1 or 2")
    require(file, "merchant.crowding", data.merchant.crowding >= 0, "must not be below 0")
    _check_cards(file, data)
    _check_mendicant(file, data)
    _check_rates(file, data)
    return data


def _check_cards(file: Path, data: Data) -> None:
    """Raise `BadData` unless the data has exactly the eight cards, in the order of their steps and with valid values.

    `draws` and `pays` must be present for the cards that need them, and for no other.
    """
    require_unique(file, "card", (card.key for card in data.card))
    for card in data.card:
        require(file, f"card.{card.key}", card.key in _KEYS, "is no card of Visby")
        drawing, paid = card.key in _DRAWING, card.key in _PAID
        require(file, f"card.{card.key}.draws", bool(card.draws) == drawing, f"is for {', '.join(_DRAWING)}")
        require(file, f"card.{card.key}.pays", bool(card.pays) == paid, f"is for {', '.join(_PAID)}")
        for other, amount in card.pays.for_each.items() if card.pays else ():
            require(file, f"card.{card.key}.pays.for_each.{other}", other in _KEYS, "is no card of Visby")
            require(file, f"card.{card.key}.pays.for_each.{other}", amount > 0, "must be above 0")
        if card.pays:
            due = _PAID[card.key]
            pays_for_all = set(card.pays.for_each) == due
            require(file, f"card.{card.key}.pays.for_each", pays_for_all, f"must name {', '.join(sorted(due))}")
        if card.draws:
            require(file, f"card.{card.key}.draws.limit", card.draws.limit > 0, "must be above 0")
    for key in _KEYS:
        require(file, f"card.{key}", any(card.key == key for card in data.card), "is missing")
    steps = [card.step for card in data.card]
    require(file, "card", steps == list(range(1, len(_KEYS) + 1)), "the steps must be 1 to 8 in order")


def _check_mendicant(file: Path, data: Data) -> None:
    """Raise `BadData` unless the Mendicant's wares are given exactly once for every number of cards from 1 to 8."""
    counts = [count for begs in data.mendicant for count in begs.cards]
    require(file, "mendicant", sorted(counts) == list(range(1, len(_KEYS) + 1)), "must name 1 to 8 cards once each")
    for begs in data.mendicant:
        require(file, f"mendicant.{begs.cards[0]} cards", begs.wares >= 0, "must not be below 0")


def _check_rates(file: Path, data: Data) -> None:
    """Raise `BadData` unless the data has exactly one rate for every space of the Market.

    The wares and seals of a rate must be above 0.
    """
    known: set[int] = set()
    for rate in data.rate:
        for space in rate.spaces:
            require(file, f"rate.space {space}", 0 <= space <= data.setup.track_end, "does not lie on the track")
            require(file, f"rate.space {space}", space not in known, "has two rates")
            known.add(space)
        name = f"rate.{rate.wares}:{rate.seals}"
        require(file, name, rate.wares > 0 and rate.seals > 0, "wares and seals must be above 0")
    for space in range(data.setup.track_end + 1):
        require(file, f"rate.space {space}", space in known, "has no rate")


DATA = read()

CARDS: tuple[str, ...] = tuple(card.key for card in DATA.card)
"""The eight cards in the order of their steps."""
STEP: dict[str, int] = {card.key: card.step for card in DATA.card}
"""The step of each card (V6)."""
LIMITS: dict[str, int] = {card.key: card.draws.limit for card in DATA.card if card.draws}
"""V7: the most that a card draws for each player of it, for the cards that draw from a track."""
PAYS: dict[str, dict[str, int]] = {card.key: card.pays.for_each for card in DATA.card if card.pays}
"""V10, V13, V17: what a card is paid for each card of others, by paid card and other card."""
TRACK_END = DATA.setup.track_end
WARES_LIMIT = DATA.setup.wares_limit

BEGGED: tuple[int, ...] = tuple(
    next((begs.wares for begs in DATA.mendicant if count in begs.cards), 0) for count in range(len(CARDS) + 1)
)
"""V17: the Mendicant's wares, by the number of own cards discarded and played."""

RATES: tuple[tuple[int, int], ...] = tuple(
    next((rate.wares, rate.seals) for rate in DATA.rate if space in rate.spaces) for space in range(TRACK_END + 1)
)
"""(wares, seals) of one deal, by space of the Market."""


def _best(space: int) -> tuple[int, ...]:
    """V15: return a table for the Market on this space: entry `n` is the most seals that `n` wares can buy.

    `n` goes from 0 to the limit of wares. A trade may combine any number of deals at the rates of this space and of all
    lower ones (unbounded knapsack).
    """
    usable = set(RATES[: space + 1])
    best = [0]
    for wares in range(1, WARES_LIMIT + 1):
        deals = [best[wares - cost] + seals for cost, seals in usable if cost <= wares]
        best.append(max([best[-1], *deals]))
    return tuple(best)


BEST: tuple[tuple[int, ...], ...] = tuple(_best(space) for space in range(TRACK_END + 1))
"""V15: the most seals that a number of wares buys: `BEST[space of the Market][wares]`."""

USEFUL: tuple[tuple[int, ...], ...] = tuple(
    (0, *(wares for wares in range(1, WARES_LIMIT + 1) if best[wares] > best[wares - 1])) for best in BEST
)
"""V15: the amounts of wares for which no smaller amount buys as many seals, by space of the Market, ascending from 0.
"""
