"""Visby: `FACTS`, the numbers that the lesson's text uses, by the names it uses in braces."""

from __future__ import annotations

from rules.visby.data import DATA, LIMITS, PAYS, WARES_LIMIT

FACTS = {
    "target": DATA.setup.targets[0],
    "knight": LIMITS["knight"],
    "troops": LIMITS["troops"],
    "fleet": LIMITS["fleet"],
    "smith_knight": PAYS["blacksmith"]["knight"],
    "smith_troops": PAYS["blacksmith"]["troops"],
    "toll_ship": PAYS["tollkeeper"]["ship"],
    "toll_fleet": PAYS["tollkeeper"]["fleet"],
    "beg_merchant": PAYS["mendicant"]["merchant"],
    "crowd": DATA.merchant.crowding,
    "store": WARES_LIMIT,
    "rest": DATA.setup.rest_rate,
}
"""Numbers by the names that `lesson.*.md` uses in braces."""
