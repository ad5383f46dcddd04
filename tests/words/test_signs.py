"""One set of signs: on one table a sign means one thing, and words and pictures use the same one for it."""

from __future__ import annotations

import ast
import re
import unicodedata
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path

import pytest

from cogs.messages.components import components_of
from cogs.messages.panel import Button, Option, Panel, Row, Select, Target, Text
from pictures.all_symbols import all_symbols
from pictures.emoji_images import draw_sign
from pictures.labels import shield
from rules import GAMES
from rules.riga.data import KIND
from words import words_in
from words.games import GAME_WORDS, legend_lines
from words.line_breaks import NO_BREAK_SPACE, WORD_JOINER, prevent_breaks
from words.signs import SEAT_SIGNS, SHARED_SIGNS

pytestmark = pytest.mark.quick

ROOT = Path(__file__).parents[2]
EMOJI = re.compile("[\u21a9\u231a-\u23ff\u25aa-\u27bf\u2b05-\u2b55\U0001f000-\U0001faff]\ufe0f?")

each_game = pytest.mark.parametrize("game", GAME_WORDS)

DEPICTED = {
    # what our drawing shows, as Unicode calls it; whoever draws something else looks for another emoji too
    "archive": "SCROLL", "assassination": "DAGGER KNIFE", "battle": "EUROPEAN CASTLE", "blacksmith": "HAMMER",
    "building": "HOUSE BUILDING", "buy": "DOWN-POINTING SMALL RED TRIANGLE", "cards": "FLOWER PLAYING CARDS",
    "carpenter": "CARPENTRY SAW", "cart": "SHOPPING TROLLEY", "ceramics": "AMPHORA",
    "character": "BUST IN SILHOUETTE", "clock": "MANTELPIECE CLOCK", "cloth": "SPOOL OF THREAD", "coin": "COIN",
    "danzig": "LARGE GREEN SQUARE", "deliver": "PACKAGE", "fleet": "ANCHOR", "fog": "FOG", "fresh": "SEEDLING",
    "glass": "WINDOW", "grain": "EAR OF RICE", "innkeeper": "BEER MUG", "journey": "WATER WAVE", "juggler": "JUGGLING",
    "knight": "HORSE FACE", "knights": "HORSE FACE", "load": "CANOE", "loan": "BANK", "market": "CONVENIENCE STORE",
    "mead": "HONEY POT", "mendicant": "BOWL WITH SPOON", "merchant": "SCALES", "merchants": "SCALES",
    "moon": "CRESCENT MOON", "neutral": "MEDIUM WHITE CIRCLE", "order": "SCROLL", "order_sale": "BOOKMARK TABS",
    "points": "WHITE MEDIUM STAR", "post": "TENT", "ready": "HIGH VOLTAGE SIGN", "riga": "LARGE BROWN SQUARE",
    "robot": "ROBOT FACE", "seal": "ROSETTE", "seat_1": "LARGE BLUE CIRCLE", "seat_2": "LARGE RED CIRCLE",
    "seat_3": "LARGE GREEN CIRCLE", "seat_4": "LARGE PURPLE CIRCLE", "seat_5": "LARGE ORANGE CIRCLE",
    "seat_6": "MEDIUM BLACK CIRCLE", "seer": "CRYSTAL BALL", "sell": "UP-POINTING SMALL RED TRIANGLE",
    "ship": "SAILBOAT", "spices": "HOT PEPPER", "start": "TRIANGULAR FLAG ON POST", "starter": "BELL",
    "stevedore": "WEIGHT LIFTER", "steward": "KEY", "stockholm": "LARGE BLUE SQUARE",
    "storm": "THUNDER CLOUD AND RAIN", "sun": "BLACK SUN WITH RAYS", "supplier": "MONEY BAG", "supply": "BASKET",
    "tallinn": "LARGE YELLOW SQUARE", "tollkeeper": "MONEY BAG", "tools": "HAMMER", "trader": "SCALES",
    "troops": "CROSSED SWORDS", "unpaid_bill": "RECEIPT", "unrest": "FIRE", "used": "HEAVY MULTIPLICATION X",
    "viking_games": "BOW AND ARROW", "visby": "LARGE RED SQUARE", "ware": "OIL DRUM", "warehouse": "HOUSE BUILDING",
    "weapons": "AXE", "wine": "GRAPES", "winner": "TROPHY", "worker": "BLACK CHESS PAWN",
}  # fmt: skip

SPEAKS_OF = {
    # what a sentence is about that begins with a sign
    "visby": {"🏆": "win", "✅": "you play|your trade"},
    "riga": {
        "🚩": "starting player", "⚡": "uses|puts|monastery|exchange", "🌷": "year", "🔀": "pile", "🛢️": "row",
        "🏠": "building", "🔨": "build", "🎓": "school", "❄️": "winter", "💸": "short",
        "🐴": "knight", "⚖️": "merchant", "☀️": "summer", "🍂": "autumn",
        "✅": "you keep|you discard", "🏁": "end|over", "🏆": "win",
    },
    "haithabu": {
        "⚠️": "pushes out|lost after|needed|loan|storage|tight|too many|you may lose|to sell|still need|more than",
        "🎡": "random", "👤": "character",
        "☀️": "in daylight|right away",
        "♟️": "worker", "👣": "places", "🏦": "loan", "🪚": "looks at", "⛈️": "storm", "📜": "takes order",
        "💔": "loses order", "📦": "delivers", "🏵️": "completes", "⛺": "trading post", "🌙": "rolls?|rolled|dice|night",
        "🎁": "gives", "🗡️": "gives up", "🧾": "pays", "🗑️": "discards", "🚩": "start", "🔮": "changes the price",
        "🏪": "market", "🎲": "dice", "🏋️": "stevedore", "🏆": "win",
        "⏳": "left", "❌": "too late", "🔒": "protected", "✅": "trading post",
    },
}  # fmt: skip


def literals(*folders: str) -> Iterator[str]:
    """Yield every string in the code that has a sign, but for docstrings and legends, which explain signs."""
    for folder in folders:
        for file in [*(ROOT / folder).rglob("*.py")] or [ROOT / folder]:
            if file.name == "legend.py":
                continue
            nodes = [*ast.walk(ast.parse(file.read_text(encoding="utf-8")))]
            explanations = {node.value for node in nodes if isinstance(node, ast.Expr)}
            for node in nodes:
                text = node.value if isinstance(node, ast.Constant) and node not in explanations else None
                if isinstance(text, str) and EMOJI.search(text):
                    yield text


@each_game
def test_no_sign_stands_for_two_things_on_one_table(game: str) -> None:
    signs = GAME_WORDS[game].signs
    doubled = [(one, other) for one, other in combinations(signs, 2) if signs[one] == signs[other]]
    assert doubled == []
    # The shared signs of seats are in signs.py, for games that want them.
    shared = [f"words/{file.name}" for file in (ROOT / "words").glob("*.py") if file.name != "signs.py"]
    discord = [f"cogs/{package}" for package in ("messages", "requests", "delivery", "connection", "actions")]
    elsewhere = {found for text in literals(*shared, *discord) for found in EMOJI.findall(text)}
    everybodys = set(SHARED_SIGNS.values())
    assert elsewhere & set(signs.values()) <= everybodys, "a sign of the game means something else in shared sentences"


@each_game
def test_no_drawing_stands_for_two_things_on_one_table(game: str) -> None:
    drawn = {key: draw_sign(game, key, 0, 0, 48) for key in GAME_WORDS[game].signs}
    same = [(one, other) for one, other in combinations(drawn, 2) if drawn[one] == drawn[other]]
    assert same == []
    if game == "riga":
        shapes = {key: all_symbols()[key] for key in (*KIND.values(), *drawn) if key in all_symbols()}
        assert len(set(shapes.values())) == len(shapes), "a building looks like something else"


@each_game
def test_words_and_pictures_show_the_same_thing_for_every_sign(game: str) -> None:
    for key, usual in GAME_WORDS[game].signs.items():
        assert unicodedata.name(usual[0]) == DEPICTED[key], f"{key}: {usual} is not what we draw"


@each_game
def test_a_sign_stands_only_in_sentences_about_what_it_means(game: str) -> None:
    for text in literals(f"words/{game}", f"cogs/games/{game}"):
        for found in EMOJI.findall(text):
            if re.search(r"[a-z]{3}", text):
                assert found in SPEAKS_OF[game], f"{found} has no meaning yet: {text}"
                assert re.search(SPEAKS_OF[game][found], text.lower()), f"{found} is not about this: {text}"


def test_a_letter_is_a_field_or_a_city_never_a_player() -> None:
    shields = [shield(seat, 0, 0) for seat in range(len(SEAT_SIGNS))]
    assert len({shield.replace(f'data-badge="{seat}"', "") for seat, shield in enumerate(shields)}) == len(SEAT_SIGNS)
    assert not any("text" in shield for shield in shields)
    for game in GAME_WORDS:
        letters = [
            letter for letter, _ in re.findall(r"\*\*([A-Z])\*\* (.)", "\n".join(legend_lines(words_in("en"), game)))
        ]
        assert len(letters) == len(set(letters))


@pytest.mark.parametrize(
    ("text", "held"),
    [
        ("3 🍯 Mead, 2🧵", "3~🍯~Mead, 2+🧵"),
        ("⚖️ 2 merchants", "⚖️~2~merchants"),
        ("🧵5 🍇7", "🧵+5 🍇+7"),
        ("2🍯 3🧵 12🏺", "2+🍯 3+🧵 12+🏺"),
        ("10 <:riga_coin_ab12:123> and 7", "10~<:riga_coin_ab12:123>~and~7"),
        ("4⭐ 50🪙", "4+⭐ 50+🪙"),
        ("Round 3 · ⚠️ loan", "Round~3 · ⚠️~loan"),
        ("🌾 Grain ×2 = **12**", "🌾~Grain~×2 =~**12**"),
        ("**Bergen** 🤖 8 · **Anna 🤖** 3", "**Bergen** 🤖~8 · **Anna 🤖**~3"),
        ("🟥V Guild Hall, 6 points", "🟥+V~Guild Hall, 6~points"),
        ("Battle 4, Journey 15 (3:1)\n**Anna** 3", "Battle~4, Journey 15 (3:1)\n**Anna**~3"),
        ("type `/visby play 3 ships`", "type `/visby play 3 ships`"),
    ],
)
def test_a_number_and_its_sign_never_break_apart(text: str, held: str) -> None:
    assert prevent_breaks(text) == held.replace("~", NO_BREAK_SPACE).replace("+", WORD_JOINER)


def test_everything_that_is_sent_is_bound_unless_that_made_it_too_long() -> None:
    long = "x" * 96 + " 2🍯 "
    panel = Panel(
        (
            Text("2🍯"),
            Row((Button("Buy 2🍯", Target("move")),)),
            Select(Target("move"), "…", (Option("2🍯", "a", "3 🍯"), Option(long, "b"))),
        )
    )
    (box,) = components_of(panel).to_components()
    said, row, listed = box["components"]
    options = listed["components"][0]["options"]
    assert said["content"] == options[0]["label"] == "2\u2060🍯"
    assert row["components"][0]["label"] == "Buy 2\u2060🍯"
    assert options[0]["description"] == f"3{NO_BREAK_SPACE}🍯"
    assert options[1]["label"] == long


def test_every_game_has_its_signs() -> None:
    assert set(GAMES) == set(SPEAKS_OF)
