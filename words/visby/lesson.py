"""Visby: the numbers that its lesson names."""

from __future__ import annotations

from rules.visby.data import DATA, WARES_LIMIT

_LIMITS = {card.key: card.draws.limit for card in DATA.card if card.draws}
_PAYS = {card.key: card.pays.for_each for card in DATA.card if card.pays}

FACTS = {
    "target": DATA.setup.targets[0],
    "knight": _LIMITS["knight"],
    "troops": _LIMITS["troops"],
    "fleet": _LIMITS["fleet"],
    "smith_knight": _PAYS["blacksmith"]["knight"],
    "smith_troops": _PAYS["blacksmith"]["troops"],
    "toll_ship": _PAYS["tollkeeper"]["ship"],
    "toll_fleet": _PAYS["tollkeeper"]["fleet"],
    "beg_merchant": _PAYS["mendicant"]["merchant"],
    "crowd": DATA.merchant.crowding,
    "store": WARES_LIMIT,
    "rest": DATA.setup.rest_rate,
}
