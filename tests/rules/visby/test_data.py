"""Visby's data file: what it says, and that a broken one is refused with file, key and reason."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from rules.errors import BadData
from rules.visby.data import FILE, read

pytestmark = pytest.mark.quick

BROKEN = {
    "a space is missing": ("spaces = [11, 12]", "spaces = [11]", "rate.space 12", "has no rate"),
    "a space has two rates": ("spaces = [13, 14]", "spaces = [12, 13, 14]", "rate.space 12", "two rates"),
    "a space beyond the track": ("spaces = [15]", "spaces = [15, 16]", "rate.space 16", "not lie on the track"),
    "a space before the track": ("spaces = [5, 6]", "spaces = [-1, 5, 6]", "rate.space -1", "not lie on the track"),
    "a rate of 0:1": ("wares = 2\nseals = 1", "wares = 0\nseals = 1", "rate.0:1", "above 0"),
    "a rate of 2:0": ("wares = 2\nseals = 1", "wares = 2\nseals = 0", "rate.2:0", "above 0"),
    "an unknown card": ('key = "tollkeeper"', 'key = "dragon"', "card.dragon", "is no card of Visby"),
    "a card twice": ('key = "tollkeeper"', 'key = "ship"', "card.ship", "stands here twice"),
    "a missing card": (
        '[[card]]  # V14\nkey = "merchant"\nstep = 7\nsource = "printed"\n',
        "",
        "card.merchant",
        "is missing",
    ),
    "paid for an unknown card": (
        "knight = 2, troops",
        "night = 2, troops",
        "card.blacksmith.pays.for_each.night",
        "no",
    ),
    "not paid for Knights": ("knight = 2, troops", "troops", "card.blacksmith.pays.for_each", "knight, troops"),
    "paid for Ships too": (
        "{ merchant = 2 }",
        "{ merchant = 2, ship = 1 }",
        "card.mendicant.pays.for_each",
        "merchant",
    ),
    "paid with nothing": (
        "knight = 2, troops",
        "knight = 0, troops",
        "card.blacksmith.pays.for_each.knight",
        "above 0",
    ),
    "a card that draws nothing": ("limit = 5", "limit = 0", "card.knight.draws.limit", "above 0"),
    "a Knight that draws nowhere": (
        'draws = { track = "battle", limit = 5 }\n',
        "",
        "card.knight.draws",
        "is for troops, knight, fleet, ship",
    ),
    "a Merchant that draws": (
        'key = "merchant"',
        'key = "merchant"\ndraws = { track = "battle", limit = 1 }',
        "card.merchant.draws",
        "is for",
    ),
    "a Tollkeeper that is not paid": (
        'pays = { what = "seals", for_each = { ship = 1, fleet = 3 } }\n',
        "",
        "card.tollkeeper.pays",
        "is for blacksmith, tollkeeper, mendicant",
    ),
    "steps out of order": ("step = 4", "step = 5", "card", "1 to 8 in order"),
    "an unknown track": ('"journey", limit = 3', '"voyage", limit = 3', "card[3].draws.track", "voyage"),
    "an unknown key": ("crowding = 2", "crowding = 2\ncrowd = 3", "merchant", "unknown field `crowd`"),
    "an unknown table": (
        "[merchant]  # V14",
        "[market]\nopen = 1\n[merchant]  # V14",
        "file",
        "unknown field `market`",
    ),
    "a missing key": ("crowding = 2\n", "", "merchant", "missing required field `crowding`"),
    "a missing table": ("[merchant]  #", "[[merchant]]  #", "merchant", "Expected `object`, got `array`"),
    "a word for a number": ("track_end = 15", 'track_end = "15"', "setup.track_end", "Expected `int`, got `str`"),
    "a half ware": ("wares_limit = 15", "wares_limit = 15.5", "setup.wares_limit", "Expected `int`, got `float`"),
    "yes for a number": ("rest_rate = 3", "rest_rate = true", "setup.rest_rate", "Expected `int`, got `bool`"),
    "no rest rate": ("rest_rate = 3", "rest_rate = 0", "setup.rest_rate", "above 0"),
    "no room for wares": ("wares_limit = 15", "wares_limit = 0", "setup.wares_limit", "above 0"),
    "a start beyond the track": ("track_start = 1", "track_start = 16", "setup.track_start", "lie on the track"),
    "one target": ("targets = [30, 45]", "targets = [30]", "setup.targets", "a longer one"),
    "targets in the wrong order": ("targets = [30, 45]", "targets = [45, 30]", "setup.targets", "a longer one"),
    "a long game for 7": ("players = [2, 3]", "players = [2, 7]", "setup.long_target_players", "2 to 6 players"),
    "no supply for 6": ("5 = 4, 6 = 5", "5 = 4", "supply.spaces", "2 to 6 players"),
    "a supply of nothing": ("5 = 4, 6 = 5", "5 = 4, 6 = 0", "supply.spaces.6", "above 0"),
    "no cards for 6": ("5 = 1, 6 = 1", "5 = 1", "cards_per_round.count", "2 to 6 players"),
    "three cards a round": ("5 = 1, 6 = 1", "5 = 1, 6 = 3", "cards_per_round.count.6", "1 or 2"),
    "a Mendicant for 7 cards": ("cards = [7, 8]", "cards = [7]", "mendicant", "1 to 8 cards once each"),
    "a Mendicant with two answers": ("cards = [7, 8]", "cards = [6, 7, 8]", "mendicant", "1 to 8 cards once each"),
    "a Mendicant without cards": ("cards = [7, 8]", "cards = [0, 7, 8]", "mendicant", "1 to 8 cards once each"),
    "a Mendicant who pays": (
        "cards = [3, 4]\nwares = 2",
        "cards = [3, 4]\nwares = -2",
        "mendicant.3 cards",
        "not be below 0",
    ),
    "Merchants who draw together": ("crowding = 2", "crowding = -2", "merchant.crowding", "not be below 0"),
    "an unknown source": ('"reconstructed"', '"guessed"', "rate[0].source", "guessed"),
    "a missing source": ('seals = 3\nsource = "reconstructed"\n', "seals = 3\n", "rate[6]", "`source`"),
    "a key twice": ("crowding = 2", "crowding = 2\ncrowding = 2", "syntax", "at line"),
    "no TOML": ("[merchant]  #", "[merchant  #", "syntax", "at line"),
}


@pytest.mark.parametrize(("old", "new", "key", "reason"), BROKEN.values(), ids=BROKEN)
def test_a_broken_file_is_refused_with_file_key_and_reason(
    tmp_path: Path, old: str, new: str, key: str, reason: str
) -> None:
    text = FILE.read_text(encoding="utf-8")
    assert old in text
    file = tmp_path / "my-visby.toml"
    file.write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(BadData) as refusal:
        read(file)
    assert refusal.value.file == file
    assert refusal.value.key == key
    assert reason in refusal.value.reason
    assert str(refusal.value) == f"my-visby.toml: {key}: {refusal.value.reason}"


def test_a_file_in_another_encoding_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "visby.toml"
    file.write_bytes("# Zöllner\n".encode("latin-1") + FILE.read_bytes())
    with pytest.raises(BadData, match=r"visby\.toml: syntax: .*utf-8"):
        read(file)


def test_a_corrected_value_needs_one_line(tmp_path: Path) -> None:
    file = tmp_path / "visby.toml"
    file.write_text(FILE.read_text(encoding="utf-8").replace("cards = [7, 8]\nwares = 4", "cards = [7, 8]\nwares = 5"))
    assert [begs.wares for begs in read(file).mendicant] == [1, 2, 3, 5]


def test_every_value_stands_beside_its_source() -> None:
    sources = {"printed", "implied", "reconstructed"}

    def tables(part: Any, name: str) -> None:
        rows = part if isinstance(part, list) else [part]
        for row in rows:
            assert row.get("source") in sources, f"{name} says not where it is from"

    for name, part in tomllib.loads(FILE.read_text(encoding="utf-8")).items():
        tables(part, name)


def test_what_the_rulebook_prints_is_marked_so_and_what_is_lost_too() -> None:
    sources = {space: rate.source for rate in read().rate for space in rate.spaces}
    assert {space for space, source in sources.items() if source == "printed"} == {7, 9}
    assert {space for space, source in sources.items() if source == "reconstructed"} == set(range(16)) - {7, 9}
    begging = {cards: begs.source for begs in read().mendicant for cards in begs.cards}
    assert begging == dict.fromkeys(range(1, 7), "printed") | dict.fromkeys((7, 8), "implied")
