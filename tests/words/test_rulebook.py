"""The rulebooks are complete, say the same in both languages, and state the numbers of the data files."""

from __future__ import annotations

import re
import tomllib
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from rules import GAMES
from tables.seating.table_settings import CLOCKS
from words import rulebook, time_text, words_in

pytestmark = pytest.mark.quick

ROOT = Path(__file__).parents[2]

LANGUAGES = ("en", "de")
RULES = {"visby": ("V", 23), "riga": ("R", 32), "haithabu": ("H", 44)}

each_book = pytest.mark.parametrize(("game", "language"), list(product(GAMES, LANGUAGES)))
each_game = pytest.mark.parametrize("game", GAMES)
each_language = pytest.mark.parametrize("language", LANGUAGES)

CARDS = {
    "troops": ("Troops", "Truppen"),
    "knight": ("Knight", "Ritter"),
    "blacksmith": ("Blacksmith", "Schmied"),
    "fleet": ("Fleet", "Flotte"),
    "ship": ("Ship", "Schiff"),
    "tollkeeper": ("Tollkeeper", "Zöllner"),
    "merchant": ("Merchant", "Kaufmann"),
    "mendicant": ("Mendicant", "Bettelmönch"),
}
TRACKS = {"battle": ("Battle", "Feldzug"), "journey": ("Journey", "Handelsfahrt"), "market": ("Market", "Markt")}
GOODS = {"cloth": ("Cloth", "Tuch"), "glass": ("Glass", "Glas"), "wine": ("Wine", "Wein"), "grain": ("Grain", "Korn")}
CITIES = {city.lower(): (city, city) for city in ("Visby", "Tallinn", "Stockholm", "Danzig", "Riga")}
BUILDINGS = {
    "archive": ("Archive", "Archiv"),
    "bank": ("Bank", "Bank"),
    "builders_yard": ("Builders' Yard", "Bauhof"),
    "fortress": ("Fortress", "Festung"),
    "guildhall": ("Guildhall", "Gildenhaus"),
    "trading_post": ("Trading Post", "Kontor"),
    "crane": ("Crane", "Kran"),
    "lodge": ("Lodge", "Loge"),
    "manufactory": ("Manufactory", "Manufaktur"),
    "market_hall": ("Market Hall", "Markthalle"),
    "treasury": ("Treasury", "Schatzkammer"),
    "tavern": ("Tavern", "Wirtshaus"),
}
RIGA_BUILDINGS = {
    "monastery": ("Monastery", "Kloster"),
    "school": ("School", "Schule"),
    "warehouse": ("Warehouse", "Speicher"),
    "exchange": ("Exchange", "Wechselstube"),
}
WARES = {
    "mead": ("Mead", "Met"),
    "cloth": ("Cloth", "Tuch"),
    "ceramics": ("Ceramics", "Keramik"),
    "tools": ("Tools", "Werkzeug"),
    "weapons": ("Weapons", "Waffen"),
    "spices": ("Spices", "Gewürze"),
}
CHARACTERS = {
    "starter": ("Starting Player", "Startspieler"),
    "juggler": ("Juggler", "Gaukler"),
    "innkeeper": ("Innkeeper", "Wirt"),
    "trader": ("Trader", "Händler"),
    "seer": ("Seer", "Seher"),
    "carpenter": ("Carpenter", "Zimmermann"),
    "supplier": ("Supplier", "Lieferant"),
    "stevedore": ("Stevedore", "Stauer"),
    "steward": ("Steward", "Verwalter"),
}
EVENTS = {
    "viking_games": ("Viking games", "Wikingerspiele"),
    "assassination": ("Assassination", "Attentat"),
    "fog": ("Fog", "Nebel"),
    "unpaid_bill": ("Unpaid bill", "Zechprellerei"),
    "storm": ("Storm", "Unwetter"),
    "unrest": ("Unrest", "Unruhige Zeiten"),
}
NAMES = {
    "visby": CARDS | TRACKS,
    "riga": GOODS | CITIES | BUILDINGS | RIGA_BUILDINGS,
    "haithabu": WARES | CHARACTERS | EVENTS,
}


def numbers(game: str) -> dict[str, Any]:
    """Read the game's data file."""
    return tomllib.loads(Path(ROOT, "rules", game, f"{game}.toml").read_text(encoding="utf-8"))


def text(game: str, language: str, key: str) -> str:
    return next(topic.text for topic in rulebook.topics(game, language) if topic.key == key)


def whole(game: str, language: str) -> str:
    return "\n".join(f"{topic.title}\n{topic.text}" for topic in rulebook.topics(game, language))


def written(game: str, language: str) -> str:
    """Read the file as it is, with the rules that it cites."""
    file = rulebook.rulebook_file(game, language)
    assert file is not None
    return file.read_text(encoding="utf-8")


def blocks(text: str) -> list[list[str]]:
    """Return the lines of each code block."""
    return [block.splitlines() for block in re.findall(r"^```\n(.*?)\n```$", text, re.DOTALL | re.MULTILINE)]


def integers(line: str) -> list[int]:
    return [int(number) for number in re.findall(r"\d+", line)]


def names(table: dict[str, tuple[str, str]], language: str) -> dict[str, str]:
    return {key: name[LANGUAGES.index(language)] for key, name in table.items()}


def row(block: list[str], name: str) -> list[str]:
    """Return the cells of the line that begins with the name; two spaces part them."""
    return next(re.split(r"\s{2,}", line)[1:] for line in block if re.match(rf"{re.escape(name)}\s", line))


# Complete, and the same in both languages


@each_game
def test_both_languages_have_the_same_topics_in_the_same_order(game: str) -> None:
    english, german = ([topic.key for topic in rulebook.topics(game, language)] for language in LANGUAGES)
    assert english == german
    assert {"overview", "first", "end", "digital"} <= set(english)
    assert english[0] == "overview"
    assert english[-1] == "sources"


@each_book
def test_a_seat_is_said_to_come_back_only_while_nobody_else_has_it(game: str, language: str) -> None:
    (text,) = (topic.text for topic in rulebook.topics(game, language) if topic.key == "digital")
    said = {
        "en": "You can take it back as long as it hasn't gone to somebody else.",
        "de": "Du kannst ihn wieder übernehmen, solange ihn niemand anderes bekommen hat.",
    }
    assert said[language] in text


@each_book
def test_leagues_are_mentioned(game: str, language: str) -> None:
    (text,) = (topic.text for topic in rulebook.topics(game, language) if topic.key == "digital")
    assert "`/league standings`" in text


@each_book
def test_the_pace_is_told_as_tables_are_opened(game: str, language: str) -> None:
    (text,) = (topic.text for topic in rulebook.topics(game, language) if topic.key == "digital")
    spans = [clock.time for clock in CLOCKS.values() if clock.kind == "decision"]
    for seconds in (spans[0], min(spans), max(spans)):
        assert time_text.duration(words_in(language), seconds) in text
    said = {
        "en": (
            "At some tables a computer makes that one decision instead, or takes your seat for good",
            "Nobody moves for you",
        ),
        "de": (
            "trifft stattdessen ein Computer diese eine Entscheidung, oder er übernimmt deinen Platz endgültig",
            "Niemand zieht für dich",
        ),
    }
    true, no_longer = said[language]
    assert true in text
    assert no_longer not in text


@each_book
def test_players_read_no_numbers_of_rules(game: str, language: str) -> None:
    for topic in rulebook.topics(game, language):
        assert not re.search(r"\([VRH]\d", topic.text), topic.key


@each_game
def test_a_topic_states_the_same_numbers_and_cites_the_same_rules_in_both_languages(game: str) -> None:
    both = [written(game, language).split("\n## ") for language in LANGUAGES]
    for english, german in zip(*both, strict=True):
        said = [sorted(re.findall(r"[VRH]?\d+", topic)) for topic in (english, german)]
        assert said[0] == said[1], english


@each_book
def test_every_rule_is_cited_and_none_that_does_not_exist(game: str, language: str) -> None:
    letter, count = RULES[game]
    cited = set(re.findall(rf"\b{letter}(\d+)\b", written(game, language)))
    assert cited == {str(number) for number in range(1, count + 1)}


@each_book
def test_every_name_of_the_game_appears(game: str, language: str) -> None:
    said = whole(game, language)
    for name in names(NAMES[game], language).values():
        assert re.search(rf"\b{name}\b", said), name


def test_the_names_are_those_of_the_data_files() -> None:
    visby, riga, haithabu = (numbers(game) for game in GAMES)
    assert [card["key"] for card in visby["card"]] == list(CARDS)
    assert [good["key"] for good in riga["good"]] == list(GOODS)
    assert [city["key"] for city in riga["city"]] == list(CITIES)
    assert [building["key"] for building in riga["building"]] == list(BUILDINGS)
    assert [building["key"] for building in riga["riga_building"]] == list(RIGA_BUILDINGS)
    assert [ware["key"] for ware in haithabu["ware"]] == list(WARES)
    assert list(haithabu["character"]) == list(CHARACTERS)
    assert [event["key"] for event in haithabu["event"]] == list(EVENTS)


ONLY_IN = {
    # A game, a version of its rules, and a topic that says something else at such a table than at a new one
    ("visby", 1): {
        "merchant": ("everybody sees what you trade as soon as you have decided", "sehen alle, was du tauschst"),
        "digital": ("You may type any other amount", "Du darfst auch jede andere eintippen"),
    },
    ("haithabu", 1): {
        "first": ("both those wares are on your order", "Stehen beide auf deinem Auftrag"),
        "transport": ("2 free    3 free    4 free", "2 freie   3 freie   4 freie"),
        "loans": ("you are asked once more at the end of your turn", "am Ende deines Zuges noch einmal gefragt"),
        "orders": ("3 to 11 points", "3 bis 11 Punkte"),
        "sources": ("reconstructed** to fit everything printed", "dass sie zu allem Gedruckten passen"),
    },
    ("haithabu", 2): {
        "first": ("both those wares are on your order", "Stehen beide auf deinem Auftrag"),
        "transport": ("2 free    3 free    4 free", "2 freie   3 freie   4 freie"),
        "orders": ("3 to 11 points", "3 bis 11 Punkte"),
        "sources": ("reconstructed** to fit everything printed", "dass sie zu allem Gedruckten passen"),
    },
    ("haithabu", 3): {
        "first": ("both those wares are on your order", "Stehen beide auf deinem Auftrag"),
        "transport": ("2 free    3 free    4 free", "2 freie   3 freie   4 freie"),
        "orders": ("A start order is worth 4 points", "Ein Startauftrag bringt 4 Punkte"),
        "sources": ("one more if they want only one or two kinds", "einen mehr, wenn sie nur eine oder zwei"),
    },
}


@each_language
@pytest.mark.parametrize(("game", "version"), [(name, each) for name, game in GAMES.items() for each in game.versions])
def test_each_version_of_the_rules_has_its_own_pages(game: str, version: int, language: str) -> None:
    newest, pages = rulebook.topics(game, language), rulebook.topics(game, language, version)
    assert [topic.key for topic in pages] == [topic.key for topic in newest]
    said = {topic.key: topic.text for topic in pages}
    expected = ONLY_IN.get((game, version), {})
    for key, both in expected.items():
        assert both[LANGUAGES.index(language)] in said[key]
    assert {topic.key for topic in newest if topic.text != said[topic.key]} == expected.keys()


@each_language
def test_haithabus_sources_say_that_the_printed_order_does_not_follow_the_rule_for_points(language: str) -> None:
    """H8: since version 3 of the rules."""
    said = text("haithabu", language, "sources")
    true = {
        "en": "the printed order would be worth 7 points",
        "de": "brächte der gedruckte Auftrag 7 Punkte",
    }
    no_longer = {"en": "reconstructed** to fit everything printed", "de": "dass sie zu allem Gedruckten passen"}
    assert true[language] in said
    assert no_longer[language] not in said


@each_language
def test_haithabus_loans_are_not_repaid_between_rolling_an_event_and_carrying_it_out(language: str) -> None:
    """H28: a ruling."""
    said = {
        "en": "Nothing is repaid between rolling an event and carrying it out",
        "de": "Während ein Ereignis gewürfelt und ausgeführt wird",
    }
    assert said[language] in text("haithabu", language, "loans")


# Discord can show it


@each_book
def test_topics_fit_a_select_and_a_message(game: str, language: str) -> None:
    topics = rulebook.topics(game, language)
    assert len(topics) <= 25
    for topic in topics:
        assert re.fullmatch(r"[a-z]+", topic.key)
        assert 0 < len(topic.title) <= 80
        assert 0 < len(topic.text) <= 3500


@each_book
def test_only_what_discord_and_a_phone_show_is_used(game: str, language: str) -> None:
    for topic in rulebook.topics(game, language):
        for line in topic.text.splitlines():
            assert not line.startswith(("|", "* ", "#", ">")), line
            assert line == line.rstrip(), line
        for block in blocks(topic.text):
            assert max(map(len, block)) <= 40, block
        assert topic.text.count("```") == 2 * len(blocks(topic.text))
        prose = re.sub(r"```.*?```|`.`", "", topic.text, flags=re.DOTALL)
        for line in prose.splitlines():
            assert line.count("*") % 2 == 0, f"{topic.key}: {line}"


@each_book
def test_the_summary_has_two_lines_that_fit_a_short_message(game: str, language: str) -> None:
    lines = rulebook.summary(game, language).splitlines()
    assert len(lines) == 2
    assert all(0 < len(line) <= 200 for line in lines)


# The numbers are those of the data files


@each_language
def test_visbys_tables_state_the_numbers_of_the_data_file(language: str) -> None:
    visby = numbers("visby")
    rates: dict[int, tuple[int, int]] = {}
    for line in blocks(text("visby", language, "market"))[0][1:]:
        *ends, wares, seals = integers(line)
        rates |= dict.fromkeys(range(ends[0], ends[-1] + 1), (wares, seals))
    assert rates == {space: (rate["wares"], rate["seals"]) for rate in visby["rate"] for space in rate["spaces"]}

    players, spaces = map(integers, blocks(text("visby", language, "round"))[0])
    assert dict(zip(map(str, players), spaces, strict=True)) == visby["supply"]["spaces"]

    cards, begged = map(integers, blocks(text("visby", language, "mendicant"))[0])
    assert cards == [count for begs in visby["mendicant"] for count in begs["cards"]] == list(range(1, 9))
    assert begged == [begs["wares"] for begs in visby["mendicant"]]


@each_language
def test_visbys_cards_state_the_numbers_of_the_data_file(language: str) -> None:
    called = names(CARDS, language)
    profit = "\n".join(blocks(text("visby", language, "profit"))[0])
    lines = re.findall(r"^\d \*\*.*$", text("visby", language, "cards"), re.MULTILINE)
    for card, line in zip(numbers("visby")["card"], lines, strict=True):
        step, *stated = integers(line)
        assert (step, called[card["key"]]) == (card["step"], line.split("**")[1])
        if "draws" in card:
            assert stated == [limit for limit in [card["draws"]["limit"]] if limit < 15]
        elif card["key"] != "mendicant":
            pays = card.get("pays", {}).get("for_each", {})
            assert stated == list(pays.values())
            for other, amount in pays.items():
                assert re.search(rf"{called[other]} +{amount} ", profit)


@each_language
def test_rigas_tables_state_the_numbers_of_the_data_file(language: str) -> None:
    riga = numbers("riga")
    goods, buildings = names(GOODS, language), names(BUILDINGS | RIGA_BUILDINGS, language)
    values, pays = blocks(text("riga", language, "goods"))
    for good in riga["good"]:
        assert row(values, goods[good["key"]]) == [str(good["cards"]), str(good["base"])]
    assert pays[0].split() == list(goods.values())
    base = {good["key"]: good["base"] for good in riga["good"]}
    for city in riga["city"]:
        paid = {key: city[key]["pays"] for key in goods}
        raised = [f"{paid[key]}*" if paid[key] == base[key] + 2 else str(paid[key] or "–") for key in goods]
        assert row(pays, CITIES[city["key"]][0]) == raised

    (table,) = blocks(text("riga", language, "buildings"))
    for building in riga["building"]:
        cost, points, *persons = row(table, buildings[building["key"]])
        assert int(cost) == building["cost"]
        assert points == ("*" if building["key"] == "lodge" else str(building["points"]))
        count = building.get("merchants", 0) + building.get("knights", 0)
        assert integers(" ".join(persons)) == [count] * bool(count)
        knights = {"en": "knight", "de": "Ritter"}[language] in " ".join(persons)
        assert knights == bool(building.get("knights", 0))
    (table,) = blocks(text("riga", language, "riga"))
    for building in riga["riga_building"]:
        assert row(table, buildings[building["key"]]) == [str(building["cost"]), str(building["points"])]

    (table,) = blocks(text("riga", language, "trade"))
    for city in riga["city"][:-1]:
        kept = [goods[city[building]["good"]] for building in ("manufactory", "market_hall")]
        assert row(table, CITIES[city["key"]][0]) == kept
    assert riga["function"]["lodge"]["points"] == [3, 10, 19, 30]
    assert re.search(r"3, 10, 19 (or|oder) 30", text("riga", language, "end"))


@each_language
def test_haithabus_tables_state_the_numbers_of_the_data_file(language: str) -> None:
    haithabu = numbers("haithabu")
    wares = names(WARES, language)
    prices, market = blocks(text("haithabu", language, "prices"))
    lying = dict(zip((market[0] + " " + market[2]).split(), integers(market[1] + " " + market[3]), strict=True))
    for ware in haithabu["ware"]:
        name = wares[ware["key"]]
        (line,) = (line for line in prices if line.startswith(f"{name} "))
        assert integers(line) == [level["silver"] for level in ware["prices"]]
        assert lying[name] == ware["market"]
        assert ware["level"]["start"] == 5

    players, workers = map(integers, blocks(text("haithabu", language, "inn"))[0])
    assert dict(zip(map(str, players), workers, strict=True)) == haithabu["inn"]["workers"]
    prices_of_inn = haithabu["inn"]["prices"]
    stated = integers(text("haithabu", language, "inn"))
    assert stated[:3] == prices_of_inn
    assert stated[3:6] == [price // haithabu["character"]["innkeeper"]["divisor"] for price in prices_of_inn]

    events = re.findall(r"^(\d) \*\*(.*)\*\*", text("haithabu", language, "events"), re.MULTILINE)
    assert events == [(str(face), name) for face, name in enumerate(names(EVENTS, language).values(), 1)]

    scoring = haithabu["scoring"]
    said = integers("\n".join(blocks(text("haithabu", language, "end"))[0]))
    assert said == [
        scoring["character"], 1, scoring["silver_for_point"], 1, scoring["cubes_for_point"],
        scoring["transport"], -scoring["loan"],
    ]  # fmt: skip


@each_language
def test_haithabus_cards_are_as_the_topics_say(language: str) -> None:
    cards = tomllib.loads(Path(ROOT, "rules/haithabu/cards.toml").read_text(encoding="utf-8"))
    said = text("haithabu", language, "orders")
    later = [*cards["orders"]["since_3"], *cards["orders"]["since_4"]]
    newest = {order["id"]: order for order in [*cards["orders"]["others"], *cards["orders"]["start"]]}
    for order in later:
        del newest[order["replaces"]]
        newest[order["id"]] = order
    orders = [order for key, order in newest.items() if key[0] == "O"]
    for what in ("points", "silver"):
        low, high = min(order[what] for order in orders), max(order[what] for order in orders)
        assert re.search(rf"\b{low} (to|bis) {high}\b", said)
    sizes = {sum(order["wares"].values()) for order in orders}
    assert re.search(rf"\b{min(sizes)} (to|bis) {max(sizes)}\b", said)
    assert {(order["points"], order["silver"]) for key, order in newest.items() if key[0] == "S"} == {(6, 40)}
