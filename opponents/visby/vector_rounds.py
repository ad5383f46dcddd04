"""Many tables of Visby at once as numpy arrays (`TableArrays`): what a round makes of them, and their features.

A round here (`positions_after`) equals that of `rules/visby/rounds.py` (a test plays both), but all joint choices are
computed together, and Merchants always sell all they can, or none of them sells anything.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
import numpy as np
from numpy.typing import NDArray

from opponents.alderman_model import FloatArray
from rules.visby.data import BEGGED, BEST, CARDS, DATA, LIMITS, PAYS, RATES, TRACK_END, USEFUL, WARES_LIMIT
from rules.visby.state import State

IntArray = NDArray[np.int64]

CARD_BIT = {card: 1 << place for place, card in enumerate(CARDS)}
FULL_HAND = (1 << len(CARDS)) - 1
_CARD_INDEX = {card: place for place, card in enumerate(CARDS)}
HAND_SIZE = np.array([hand.bit_count() for hand in range(FULL_HAND + 1)])
_HOLDS = np.array([[hand >> place & 1 for place in range(len(CARDS))] for hand in range(FULL_HAND + 1)], dtype=float)
_BEGGED = np.array(BEGGED)
BEST_DEAL = np.array(BEST)
"""The seals that wares buy, by space of the Market and number of wares."""
_WARES_SOLD = np.array(
    [
        [max(useful for useful in USEFUL[space] if useful <= wares) for wares in range(WARES_LIMIT + 1)]
        for space in range(TRACK_END + 1)
    ]
)
"""How many wares are given away for that, by space of the Market and number of wares."""
_RATE = np.array([seals / wares for wares, seals in RATES])
_DESCRIBED_RIVALS = 2
"""How many rivals have features of their own."""
_SEALS_PER_WARE = 0.4
"""Seals that a ware counts when rivals are sorted by strength."""

_PLAYER_FEATURES = (
    "seals missing",
    "close to the end",
    "wares",
    "cards in hand",
    *(f"{card} in hand" for card in CARDS),
    "seals for all wares",
    "could end it by trading",
    "seals for all wares next round",
)
_TABLE_FEATURES = ("battle", "journey", "market", "rate", "rate next round", "rate in two rounds")
FEATURE_NAMES = (
    *_TABLE_FEATURES,
    *(f"own: {name}" for name in _PLAYER_FEATURES),
    *(f"rival {number}: {name}" for number in range(1, _DESCRIBED_RIVALS + 1) for name in _PLAYER_FEATURES),
    *(f"all rivals: {name}" for name in _PLAYER_FEATURES),
)


class TableArrays(msgspec.Struct):
    """Tables of Visby at the beginning of a round or the end of the game, one row for each table.

    `battle`, `journey` and `market` are arrays [table]; `seals`, `wares` and `hands` are arrays [table, seat]. A hand
    is an integer with a bit per card (`CARD_BIT`). All tables have the same `target`.
    """

    target: int
    battle: IntArray
    journey: IntArray
    market: IntArray
    seals: IntArray
    wares: IntArray
    hands: IntArray


def arrays_of(states: Sequence[State]) -> TableArrays:
    """Return the states as table arrays, one row for each; they must have the same target and number of players.

    Choices already made in the running round are ignored.
    """
    players = [state.players for state in states]
    return TableArrays(
        states[0].target,
        np.array([state.battle for state in states]),
        np.array([state.journey for state in states]),
        np.array([state.market for state in states]),
        np.array([[player.seals for player in row] for row in players]),
        np.array([[player.wares for player in row] for row in players]),
        np.array([[sum(CARD_BIT[card] for card in player.hand) for player in row] for row in players]),
    )


def positions_after(state: State, played: IntArray, selling: bool = True) -> tuple[TableArrays, NDArray[np.bool_]]:
    """Return the tables after a round with each joint choice in this state, and a mask of those that are over.

    `played` holds the chosen cards as bits in an array [joint choice, seat]. Merchants sell all they can, or nothing if
    `selling` is False. The markers have already moved up for the next round.
    """
    return positions_after_each(arrays_of([state]), played, selling)


def positions_after_each(
    before: TableArrays, played: IntArray, selling: bool = True
) -> tuple[TableArrays, NDArray[np.bool_]]:
    """Return the tables after a round with these choices, and a mask of those that are over.

    Row `i` of `played` is the joint choice at table `i`, as bits by seat; if there is only one table, all rows are
    played at it. Merchants sell all they can, or nothing if `selling` is False. The markers have already moved up for
    the next round (V4), even at tables that are over; there, the remaining wares are not yet changed into seals (V21).
    """
    rows, seats = played.shape
    holds = _HOLDS[played].astype(np.int64)
    by_card = {card: holds[:, :, place] for card, place in _CARD_INDEX.items()}
    count = {card: held.sum(axis=1) for card, held in by_card.items()}
    others = {card: count[card][:, None] - held for card, held in by_card.items()}
    seals, wares = (np.broadcast_to(owned, (rows, seats)).copy() for owned in (before.seals, before.wares))
    battle, journey = (np.broadcast_to(track, rows).copy() for track in (before.battle, before.journey))
    for card in ("troops", "knight"):  # V8, V9
        each = np.minimum(LIMITS[card], battle // np.maximum(1, count[card]))
        seals += each[:, None] * by_card[card]
        battle -= each * count[card]
    wares = np.minimum(WARES_LIMIT, wares + by_card["blacksmith"] * _paid_by_others("blacksmith", others))  # V10
    for card in ("fleet", "ship"):  # V11, V12
        each = np.minimum(LIMITS[card], journey // np.maximum(1, count[card]))
        wares = np.minimum(WARES_LIMIT, wares + each[:, None] * by_card[card])
        journey -= each * count[card]
    seals += by_card["tollkeeper"] * _paid_by_others("tollkeeper", others)  # V13
    crowd = DATA.merchant.crowding * np.maximum(0, count["merchant"] - 1)
    market = np.maximum(0, before.market - crowd)  # V14
    trading = by_card["merchant"]
    if selling:  # V15
        seals += trading * BEST_DEAL[market[:, None], wares]
        wares = wares - trading * _WARES_SOLD[market[:, None], wares]
    market = np.where(count["merchant"] > 0, 0, market)  # V16
    kept = before.hands & ~played
    begging = by_card["mendicant"]
    begged = _BEGGED[len(CARDS) - HAND_SIZE[kept]] + _paid_by_others("mendicant", others)  # V17
    wares = np.minimum(WARES_LIMIT, wares + begging * begged)
    hands = np.where(begging > 0, FULL_HAND, kept)  # V18
    over: NDArray[np.bool_] = np.any(seals >= before.target, axis=1)  # V20
    supply = DATA.supply.spaces[seats]
    battle, journey, market = (np.minimum(TRACK_END, track + supply) for track in (battle, journey, market))
    return TableArrays(before.target, battle, journey, market, seals, wares, hands), over


def _paid_by_others(card: str, others: dict[str, IntArray]) -> IntArray:
    """Return what a card would earn each seat from the cards that others played, as an array [table, seat].

    It is in seals or wares, whichever the card pays. `others` has an array [table, seat] for each card: how many other
    seats played it.
    """
    due: IntArray = sum((amount * others[other] for other, amount in PAYS[card].items()), np.zeros(1, dtype=np.int64))
    return due


def select_rows(tables: TableArrays, wanted: NDArray[np.bool_] | IntArray) -> TableArrays:
    """Return the tables at these indices, or those where this mask is True."""
    columns = (tables.battle, tables.journey, tables.market, tables.seals, tables.wares, tables.hands)
    return TableArrays(tables.target, *(column[wanted] for column in columns))


def win_shares(tables: TableArrays, over: NDArray[np.bool_]) -> FloatArray:
    """Return each seat's share of the victory, as an array [finished table, seat], at the tables marked in `over`.

    Remaining wares are changed into seals, and ties broken, as in V21 and V22.
    """
    seals, wares = tables.seals[over], tables.wares[over]
    rank = (
        (seals + wares // DATA.setup.rest_rate) * 10_000
        + wares % DATA.setup.rest_rate * 100
        + HAND_SIZE[tables.hands[over]]
    )
    won = rank == rank.max(axis=1, keepdims=True)
    shares: FloatArray = won / won.sum(axis=1, keepdims=True)
    return shares


def features(tables: TableArrays) -> FloatArray:
    """Return the features of all seats as an array [table, seat, feature], in the order of `FEATURE_NAMES`.

    They describe the table, the seat itself, its two strongest rivals (zeros for one that is missing), and the average
    of all rivals.
    """
    rows, seats = tables.seals.shape
    supply = DATA.supply.spaces[seats]
    market = tables.market[:, None]
    later = np.minimum(TRACK_END, market + supply)
    missing = np.maximum(0, tables.target - tables.seals)
    merchant = tables.hands >> _CARD_INDEX["merchant"] & 1
    deal = BEST_DEAL[market, tables.wares]
    of_players = np.empty((rows, seats, len(_PLAYER_FEATURES)))
    of_players[:, :, 0] = missing / 15
    of_players[:, :, 1] = np.maximum(0, 12 - missing) / 6
    of_players[:, :, 2] = tables.wares / 8
    of_players[:, :, 3] = HAND_SIZE[tables.hands] / 8
    of_players[:, :, 4 : 4 + len(CARDS)] = _HOLDS[tables.hands]
    of_players[:, :, -3] = merchant * deal / 8
    of_players[:, :, -2] = merchant * (deal >= missing)
    of_players[:, :, -1] = BEST_DEAL[later, tables.wares] / 8
    found = np.empty((rows, seats, len(FEATURE_NAMES)))
    last = np.minimum(TRACK_END, later + supply)
    for place, column in enumerate(
        (
            tables.battle / 8,
            tables.journey / 8,
            tables.market / 8,
            _RATE[market[:, 0]],
            _RATE[later[:, 0]],
            _RATE[last[:, 0]],
        )
    ):
        found[:, :, place] = column[:, None]
    width, first = len(_PLAYER_FEATURES), len(_TABLE_FEATURES)
    found[:, :, first : first + width] = of_players
    strength = tables.seals + _SEALS_PER_WARE * tables.wares
    everybody = of_players.sum(axis=1)
    for seat in range(seats):
        # Strongest rival first; of equals the next one at the table.
        rivals = np.array([(seat + step) % seats for step in range(1, seats)])
        order = rivals[np.argsort(-strength[:, rivals], axis=1, kind="stable")]
        for number in range(_DESCRIBED_RIVALS):
            begin = first + (1 + number) * width
            if number < seats - 1:
                found[:, seat, begin : begin + width] = of_players[np.arange(rows), order[:, number]]
            else:
                found[:, seat, begin : begin + width] = 0.0
        found[:, seat, first + (1 + _DESCRIBED_RIVALS) * width :] = (everybody - of_players[:, seat]) / (seats - 1)
    return found
