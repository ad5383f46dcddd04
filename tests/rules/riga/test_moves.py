"""The text forms of Riga's moves, and its data file."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rules.errors import BadData, Unreadable
from rules.riga import moves
from rules.riga.data import DECK, FILE, GOODS, RIGA, read
from tests.rules.riga.table import GAME

pytestmark = pytest.mark.quick

TEXTS = {
    "name 2": moves.Name(2),
    "keep danzig:crane": moves.Keep("danzig:crane"),
    "keep cloth": moves.Keep("cloth"),
    "keep nothing": moves.Keep(None),
    "take row 2": moves.Take(2),
    "take danzig:crane": moves.Take("danzig:crane"),
    "swap 1 cloth 3 wine": moves.Swap(1, "cloth", 3, "wine"),
    "use visby:builders_yard": moves.Use("visby:builders_yard"),
    "build riga:school pay glass": moves.Build(("riga:school",), ("glass",)),
    "build danzig:bank danzig:lodge pay cloth cloth visby:bank tallinn:crane@danzig:lodge": moves.Build(
        ("danzig:bank", "danzig:lodge"), ("cloth", "cloth"), ("visby:bank",), (("tallinn:crane", "danzig:lodge"),)
    ),
    "build danzig:bank": moves.Build(("danzig:bank",)),
    "choose knight": moves.Choose("knight"),
    "fill cloth grain": moves.Fill(("cloth", "grain")),
    "done": moves.Done(),
    "discard grain wine danzig:bank": moves.Discard(("grain", "wine"), ("danzig:bank",)),
    "discard nothing": moves.Discard((), ()),
}


@pytest.mark.parametrize("text", TEXTS)
def test_every_move_has_a_text_that_reads_back(text: str) -> None:
    assert GAME.parse(text) == TEXTS[text]
    assert str(TEXTS[text]) == text


def test_every_kind_of_move_has_a_text_here() -> None:
    assert {type(move) for move in TEXTS.values()} == set(GAME.move_types)


def test_a_payment_may_be_said_in_any_order() -> None:
    text = "build danzig:bank pay tallinn:crane@danzig:bank cloth visby:bank glass"
    assert str(GAME.parse(text)) == "build danzig:bank pay cloth glass visby:bank tallinn:crane@danzig:bank"


@pytest.mark.parametrize(
    "text",
    [
        *("name", "name x", "name -1", "name 1 2", "name 123", "name ²"),
        *("keep", "keep silver", "keep cloth wine", "keep danzig", "keep danzig:"),
        *("take", "take row", "take row x", "take row 1 2", "take cloth", "take danzig:castle", "take 2"),
        *("swap", "swap 1 cloth", "swap cloth 1 wine 2", "swap 1 cloth 2 silver"),
        *("use", "use cloth", "use danzig:crane visby:crane"),
        *("build", "build pay cloth", "build cloth pay cloth", "build danzig:bank pay silver"),
        *("build danzig:bank pay cloth@danzig:bank", "build danzig:bank pay danzig:crane@", "build danzig:bank pay @"),
        *("build danzig:bank pay cloth pay cloth",),
        *("choose", "choose bishop", "choose knight merchant"),
        *("fill", "fill danzig:bank", "done now", "discard", "discard nothing cloth", "discard silver"),
        *("", "dance"),
    ],
)
def test_what_is_no_move_is_unreadable(text: str) -> None:
    with pytest.raises(Unreadable):
        GAME.parse(text)


def test_a_payment_of_nothing_reads_like_no_payment() -> None:
    assert GAME.parse("build danzig:bank pay") == moves.Build(("danzig:bank",))


def test_no_name_of_a_good_is_a_name_of_a_building() -> None:
    assert not set(GOODS) & {*DECK, *RIGA, moves.NOTHING, "pay", "row"}


def test_only_what_is_chosen_secretly_is_a_secret_move() -> None:
    assert {kind.verb for kind in GAME.move_types if kind.secret} == {"keep", "discard"}


@pytest.mark.parametrize(
    ("wrong", "right", "key"),
    [
        ("years = { 2 = 8, 3 = 9, 4 = 8 }", "years = { 2 = 8, 3 = 9 }", "setup.years"),
        ("years = { 2 = 8, 3 = 9, 4 = 8 }", "years = { 2 = 0, 3 = 9, 4 = 8 }", "setup.years"),
        ("row_value = 9", "row_value = 0", "setup.row_value"),
        ("row_value = 9", "row_worth = 9", "setup"),
        ('key = "cloth"', 'key = "silk"', "good.silk"),
        ('key = "cloth"', 'key = "glass"', "good.glass"),
        ("cards = 8", "cards = 0", "good.cloth"),
        ('key = "danzig"', 'key = "lübeck"', "city.lübeck"),
        ("pays = 7", "pays = -7", "city.stockholm.cloth"),
        ('manufactory = { good = "wine"', 'manufactory = { good = "silk"', "city.visby.manufactory"),
        ('market_hall = { good = "grain", source = "reconstructed" }', "", "city.danzig.market_hall"),
        ('key = "archive"', 'key = "castle"', "building.castle"),
        ('key = "school"', 'key = "crane"', "riga_building.crane"),
        ("cost_in = { danzig", "cost_in = { riga", "building.market_hall.cost_in.riga"),
        ("knights = 2", "knights = -2", "building.fortress.knights"),
        ("points = [3, 10, 19, 30]", "points = [3, 10, 19]", "function.lodge.points"),
        ('source = "printed"', 'source = "dreamt"', "setup.source"),
    ],
)
def test_a_wrong_data_file_is_refused_with_its_key(tmp_path: Path, wrong: str, right: str, key: str) -> None:
    text = FILE.read_text(encoding="utf-8")
    assert wrong in text
    file = tmp_path / "riga.toml"
    file.write_text(text.replace(wrong, right, 1), encoding="utf-8")
    with pytest.raises(BadData, match=re.escape(f"riga.toml: {key}")):
        read(file)


def test_a_cost_may_differ_by_city(tmp_path: Path) -> None:
    text = FILE.read_text(encoding="utf-8")
    file = tmp_path / "riga.toml"
    file.write_text(text.replace("danzig = { cost = 8", "danzig = { cost = 7", 1), encoding="utf-8")
    (hall,) = (kind for kind in read(file).building if kind.key == "market_hall")
    assert (hall.cost, hall.cost_in["danzig"].cost) == (8, 7)
