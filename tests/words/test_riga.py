"""Riga in words: a sentence for every refusal and every event, secrets told to one only, in both languages."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

import rules.riga
from rules import GAMES, Event, Illegal
from rules.chance import Chance
from rules.riga import events
from rules.riga.data import BUILDINGS, GOODS, KIND
from rules.riga.moves import Build
from rules.riga.payment import Purse
from words import Words, words_in
from words.riga import refusals, terms
from words.riga.story import story
from words.riga.typed_cards import card_keys
from words.signs import without_signs

pytestmark = pytest.mark.quick

GAME = GAMES["riga"]
LANGUAGES = ("en", "de")
NAMES = ("Anna", "Bert", "Clara")


def keys() -> set[str]:
    """Every reason for which the rules of Riga refuse a move, as it stands in their code."""
    found = {"wrong_kind"}
    for file in Path(rules.riga.__file__).parent.glob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
                continue
            reason = {"Illegal": 1, "_function_refusal": 3}.get(node.func.id)
            if reason is None:
                continue
            choice = node.args[reason]
            either = [choice.body, choice.orelse] if isinstance(choice, ast.IfExp) else [choice]
            found |= {str(each.value) for each in either if isinstance(each, ast.Constant)}
    return found


def facts(sentence: str) -> dict[str, str]:
    return dict.fromkeys(re.findall(r"{(\w+)}", sentence), "danzig:crane")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_refusal_has_its_own_sentence_that_says_what_to_do(language: str) -> None:
    assert len(keys()) > 35
    assert keys() == set(refusals._REFUSED)
    sentences = {
        refusals.refusal(words_in(language), Illegal("R9", key, **facts(sentence)))
        for key, sentence in refusals._REFUSED.items()
    }
    assert len(sentences) == len(refusals._REFUSED)
    for sentence in sentences:
        assert sentence.endswith(".")
        assert "R9" not in sentence
        assert "{" not in sentence
        assert "danzig:" not in sentence


def test_a_refusal_has_a_second_sentence_for_what_to_do_unless_its_only_one_says_it() -> None:
    only_one = {key for key, sentence in refusals._REFUSED.items() if ". " not in sentence}
    assert only_one == {"only_swapped_rows", "say_what_to_swap", "nothing_named", "only_in_payments"}


def test_refusals_name_cards_and_cities_as_players_do() -> None:
    no = Illegal("R14", "foreign", good="cloth", city="visby")
    assert refusals.refusal(words_in("en"), no).startswith("🧵 Cloth isn't accepted in Visby.")
    assert refusals.refusal(words_in("de"), no).startswith("🧵 Tuch wird in Visby nicht angenommen.")
    no = Illegal("R16", "superfluous", what=("wine", "danzig:crane"), lapsed=5)
    assert "🍇 Wein, 🟩 Kran Danzig" in refusals.refusal(words_in("de"), no)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_event_of_whole_games_is_told_and_reads_well_without_its_secret(language: str) -> None:
    words = words_in(language)
    told: set[type[Event]] = set()
    for seed in range(40):
        chance = Chance(seed)
        state, happened = GAME.opening(2 + seed % 2, seed, {"riga_buildings": seed % 4 > 0})
        while True:
            for event in happened:
                told.add(type(event))
                _check_told(words, event)
            if not GAME.owed(state):
                break
            seat = chance.choice(list(GAME.owed(state)))
            happened = GAME.play(state, seat, GAME.sample(state, seat, chance))
    assert told >= {kind for kind in GAME.event_types if kind is not events.NothingLies}


def _check_told(words: Words, event: Event) -> None:
    private = getattr(event, "private", None)
    public = story(words, NAMES, [GAME.redact(event, None)])
    if isinstance(event, events.Finished):
        assert public == []  # the final scoring shows it
        return
    own = story(words, NAMES, [event])
    if private is None:
        assert public == own
    else:
        assert public != own
        for card in (private,) if isinstance(private, str) else private:
            assert terms.kind(words, card) in own[0] if card in BUILDINGS else terms.good(words, card) in own[0]
    if not event.quiet:
        (line,) = public
        assert "None" not in line
        assert "{" not in line
        assert not line.endswith((" ", "(", ": "))


def test_nothing_to_take_is_told() -> None:
    assert story(words_in("en"), NAMES, [events.NothingLies(1)]) == ["Bert has nothing to take."]


def test_a_taken_row_is_told_by_its_goods_since_numbers_move_up() -> None:
    took = events.TookRow(0, 4, ("cloth", "glass", "glass"), 13)
    assert story(words_in("en"), NAMES, [took]) == ["🛢️ Anna takes a row: 🧵 Cloth, 🪟 Glass ×2."]
    assert story(words_in("de"), NAMES, [took]) == ["🛢️ Anna nimmt eine Reihe: 🧵 Tuch, 🪟 Glas ×2."]


def test_a_built_building_is_told_with_its_whole_payment() -> None:
    built = events.Built(
        seat=0,
        buildings=("danzig:bank", "danzig:lodge"),
        goods=("cloth", "cloth", "glass"),
        money=(("visby:tavern", 4),),
        cranes=(("tallinn:crane", "danzig:lodge"),),
        full_cost=18,
        cost=13,
        paid=20,
        lapsed=7,
    )
    (line,) = story(words_in("en"), NAMES, [built])
    assert line == (
        "🔨 Anna builds **🟩 Danzig Bank** and **🟩 Danzig Lodge** for 13 ducats instead of 18, paying with "
        "🧵 Cloth ×2, 🪟 Glass, 🟥 Visby Tavern (4 ducats), 🟨 Tallinn Crane (halves the cost of Lodge). "
        "7 ducats are lost."
    )


def test_a_tie_for_the_smallest_sum_is_told() -> None:
    (line,) = story(words_in("en"), NAMES, [events.StarterAsked(0, (0, 2))])
    assert line == "Anna and Clara are tied for the lowest value; Anna chooses the starting player."


def test_a_winter_in_which_all_is_kept_is_told() -> None:
    lines = story(words_in("en"), NAMES, [events.WinterBegan(2, ()), events.Discarded(1, (), 0)])
    assert lines == ["### ❄️ Winter of year 2\nNobody has too many cards.", "Bert keeps all their cards."]


def test_what_somebody_alone_discards_is_told_once_and_every_winter_by_itself() -> None:
    wanted, done = events.SealedDiscard(0, ("wine", "visby:crane")), events.Discarded(0, ("wine",), 1)
    winters = [events.SealedDiscard(0, ("cloth",)), wanted, done, wanted]
    lines = ["Anna discards 🍇 Wine, 🟥 Visby Crane.", "Anna wants to discard 🍇 Wine, 🟥 Visby Crane."]
    assert story(words_in("en"), NAMES, winters) == lines
    others = [events.SealedDiscard(0, None), done]
    assert story(words_in("en"), NAMES, others) == ["Anna discards 🍇 Wine and 1 building."]


def test_a_year_ends_with_one_line_of_standings() -> None:
    (line,) = story(words_in("de"), NAMES, [events.YearEnded(2, (7, 12, 7))])
    assert line == "-# Punkte bisher, nach Jahr 2: Bert 12 · Anna 7 · Clara 7"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_building_says_what_it_does_in_a_few_words(language: str) -> None:
    words = words_in(language)
    said = {name: terms.building_effects(words, name) for name in BUILDINGS}
    assert all(said.values())
    assert max(map(len, said.values())) < 100
    kinds = {KIND[name]: text for name, text in said.items() if KIND[name] not in ("manufactory", "market_hall")}
    assert len(set(kinds.values())) == len(kinds)
    assert terms.good(words, "glass") in said["danzig:manufactory"]
    assert terms.good(words, "grain") in said["danzig:market_hall"]


def test_names_are_those_of_the_rulebook() -> None:
    german = [words_in("de").say(name) for name in (*terms.GOODS.values(), *terms.KINDS.values())]
    text = Path(terms.__file__).with_name("rulebook.de.md").read_text(encoding="utf-8")
    assert [name for name in german if name not in text] == []
    assert set(terms.GOODS) == set(GOODS)
    assert set(terms.KINDS) == set(KIND.values())


def test_a_payment_of_nothing_is_said_so() -> None:
    purse = Purse.of(dict.fromkeys(GOODS, 0), (), (), (), "", False)
    assert terms.payment(words_in("en"), Build(("danzig:bank",)), purse) == "nothing"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_card_is_understood_by_its_name_and_by_its_key(language: str) -> None:
    words = words_in(language)
    for card in (*GOODS, *BUILDINGS):
        name = words.say(terms.GOODS[card]) if card in GOODS else terms.building_name(words, card)
        for typed in (card, name, name.upper(), name.replace("'", "’")):
            assert card_keys(typed) == card
            assert card_keys(f"2 {typed}, cloth", counting=True) == f"{card} {card} cloth"
            assert card_keys(f"x2 {typed}, cloth") == f"{card} {card} cloth"
        cards = [card, card, "wine"]
        named = without_signs(terms.cards(words, cards), terms.SIGNS)
        assert card_keys(named).split() in (cards, [cards[2], *cards[:2]])


@pytest.mark.parametrize("move", ["swap 1 cloth 3 wine", "name 2", "take row 2", "fill wine wine", "keep danzig:crane"])
def test_what_is_typed_as_moves_are_written_stays_as_it_is(move: str) -> None:
    assert card_keys(move) == move


def test_who_wants_to_discard_nothing_in_winter_wants_to_keep_all() -> None:
    said = [
        story(words_in(language), ["Anna"], [events.SealedDiscard(seat=0, private=())]) for language in ("en", "de")
    ]
    assert said == [["Anna wants to keep all their cards."], ["Anna will alle Karten behalten."]]
