"""Visby in words: the names of its rules, the numbers of its data file, and a sentence for whatever happens."""

from __future__ import annotations

import pytest

from rules.chance import Chance
from rules.errors import Illegal
from rules.visby.data import CARDS, RATES
from rules.visby.events import (
    Finished,
    MarketOpened,
    Paid,
    Revealed,
    RoundBegan,
    RoundEnded,
    Score,
    Shared,
    Traded,
    TradesShown,
)
from tests.rules.promises import setups
from tests.rules.visby.table import VISBY, table
from tests.rules.visby.test_refusals import CASES
from words import rulebook, words_in
from words.visby import ending, refusals, story, terms

pytestmark = pytest.mark.quick

NAMES = ["Anna", "Bert", "Clara", "David", "Emil", "Frida"]
OPTION_LENGTH = 100
"""What Discord shows beside a line of a list."""
each_language = pytest.mark.parametrize("language", ["en", "de"])


def test_cards_are_called_as_in_the_rules() -> None:
    german = ["Truppen", "Ritter", "Schmied", "Flotte", "Schiff", "Zöllner", "Kaufmann", "Bettelmönch"]
    assert [words_in("en").say(terms.CARDS[card]) for card in CARDS] == [card.capitalize() for card in CARDS]
    assert [words_in("de").say(terms.CARDS[card]) for card in CARDS] == german


def effect(language: str, card: str, seats: int = 4, **there: object) -> str:
    return terms.card_effect(words_in(language), VISBY.view(table(seats, **there), 0), 0, card)  # type: ignore[arg-type]


def test_a_card_says_what_it_would_do_now() -> None:
    assert effect("en", "troops", battle=1) == "up to 1 seal, split with others who play the same card"
    assert effect("en", "knight", battle=9).startswith("up to 5 seals,")
    assert effect("en", "fleet", journey=9).startswith("up to 3 wares,")
    assert effect("en", "blacksmith") == "2 wares for each Knight and 4 for each Troops card the others play"
    assert effect("en", "tollkeeper") == "1 seal for each Ship and 3 for each Fleet the others play"
    assert effect("en", "merchant", market=7, wares=[5, 0, 0, 0]) == (
        "trade 3 wares for 2 seals at a time, up to 3 seals for your 5 wares"
    )
    assert effect("de", "blacksmith") == "2 Waren für jeden Ritter und 4 für jede Truppen-Karte der anderen"
    assert effect("de", "tollkeeper") == "1 Siegel für jedes Schiff und 3 für jede Flotte der anderen"


@pytest.mark.parametrize(
    ("card", "wares", "end"),
    [
        ("ship", 8, "same card"),
        ("ship", 9, " · room for 6 of 7 wares"),
        ("fleet", 15, " · no room (store full)"),
        ("mendicant", 15, " · no room (store full)"),
        ("mendicant", 14, " · room for 1 of 2 wares"),
        ("mendicant", 12, " · room for 3"),
        ("mendicant", 11, "Merchant the others play"),
        ("blacksmith", 12, " · room for 3"),
        ("blacksmith", 15, " · no room (store full)"),
        ("blacksmith", 11, "the others play"),
        ("knight", 15, "same card"),
    ],
)
def test_every_card_that_brings_wares_says_what_there_is_room_for(card: str, wares: int, end: str) -> None:
    there = {"journey": 7, "battle": 7, "wares": [wares, 0, 0, 0], "discards": {0: "merchant troops"}}
    assert effect("en", card, 4, **there).endswith(end)
    short = terms.short_card_effect(words_in("en"), VISBY.view(table(4, **there), 0), 0, card)  # type: ignore[arg-type]
    assert short.endswith(end) == end.startswith(" · ")
    for language in ("en", "de"):
        assert len(effect(language, card, 4, **there)) <= OPTION_LENGTH


@pytest.mark.parametrize(
    ("seats", "line"),
    [
        (4, "trade at 3:1; you have 2 wares, not enough for a seal"),
        (3, "trade at 3:1; you have 2 wares, not enough for a seal unless your other card gets you more first"),
    ],
)
def test_a_merchant_without_enough_wares_says_so_and_what_may_help(seats: int, line: str) -> None:
    wares = [2, *[0] * (seats - 1)]
    assert effect("en", "merchant", seats, market=4, wares=wares) == line
    assert len(effect("de", "merchant", seats, market=4, wares=wares)) <= OPTION_LENGTH


@pytest.mark.parametrize(
    ("seats", "discards", "wares"), [(4, 0, 1), (4, 2, 2), (4, 7, 4), (2, 0, 1), (2, 2, 2), (3, 6, 4)]
)
def test_the_mendicant_says_what_it_would_bring_with_the_cards_of_this_round(
    seats: int, discards: int, wares: int
) -> None:
    line = effect("en", "mendicant", seats, discards={0: " ".join(CARDS[:discards])})
    plural = "ware" if wares == 1 else "wares"
    assert line == f"all your cards back and {wares} {plural}, plus 2 for each Merchant the others play"


@each_language
def test_every_refusal_has_a_sentence_and_a_topic_of_the_rulebook(language: str) -> None:
    for _, _, rule, key, facts in CASES:
        line = refusals.refusal(words_in(language), Illegal(rule, key, **facts))
        assert rule not in line
        assert rulebook.topic_for_rule("visby", language, rule)
        assert not set(line) & set("{}_")


@pytest.mark.parametrize(
    ("space", "given", "owned", "english", "german"),
    [
        (1, 4, 9, "4 wares get you no more seals than 3 wares would. Trade 3 wares for 1 seal, or 6 wares for 2 seals.",
         ("Für 4 Waren bekommst du nicht mehr Siegel als für 3 Waren. "
          "Tausche 3 Waren gegen 1 Siegel oder 6 Waren gegen 2 Siegel.")),
        (1, 4, 5, "4 wares get you no more seals than 3 wares would. Trade 3 wares for 1 seal.",
         "Für 4 Waren bekommst du nicht mehr Siegel als für 3 Waren. Tausche 3 Waren gegen 1 Siegel."),
        (1, 1, 5, "That's not enough for a seal. Trade 3 wares for 1 seal, or 0 for no trade.",
         "Das reicht nicht für ein Siegel. Tausche 3 Waren gegen 1 Siegel, oder gib 0 an: kein Tausch."),
    ],
)  # fmt: skip
def test_v15_a_wasteful_trade_is_refused_with_what_to_trade_instead(
    space: int, given: int, owned: int, english: str, german: str
) -> None:
    state = table(4, market=space, wares=[owned, 0, 0, 0])
    for seat in range(4):
        VISBY.play(state, seat, VISBY.parse("pick troops" if seat else "pick merchant"))
    with pytest.raises(Illegal) as refusal:
        VISBY.play(state, 0, VISBY.parse(f"trade {given}"))
    assert refusals.refusal(words_in("en"), refusal.value) == english
    assert refusals.refusal(words_in("de"), refusal.value) == german


@each_language
def test_every_game_can_be_told_from_beginning_to_end(language: str) -> None:
    words, heard = words_in(language), set()
    for seats, options in setups(VISBY):
        state, events = VISBY.opening(seats, 3, options)
        chance = Chance(seats)
        while owed := VISBY.owed(state):
            seat = chance.choice(list(owed))
            events += VISBY.play(state, seat, VISBY.sample(state, seat, chance))
        heard |= {type(event) for event in events}
        for line in story.story(words, NAMES, events):
            assert line
            assert not set(line) & set("{}_")
    assert heard == set(VISBY.event_types)


def test_v23_everybody_reads_that_a_player_had_no_choice() -> None:
    shown = Revealed((("ship", "fleet"), ("merchant", "mendicant")), forced=(1,))
    (lines,) = story.story(words_in("en"), ("Anna", "Bert"), [shown])
    assert lines.splitlines()[1:] == [
        "Anna plays ⛵ Ship, ⚓ Fleet",
        "Bert plays ⚖️ Merchant, 🥣 Mendicant · their last 2 cards, so no choice",
    ]
    (lines,) = story.story(words_in("de"), ("Anna",), [Revealed((("mendicant",),), forced=(0,))])
    assert lines.endswith("Bettelmönch · die letzte Karte, also keine Wahl")


def test_what_cannot_be_kept_and_what_cannot_be_traded_is_told() -> None:
    words, names = words_in("en"), NAMES
    lines = story.story(
        words,
        names,
        [
            Shared("ship", (0, 1), each=5, kept=(2, 5), left=1),
            Shared("knight", (2,), each=0, kept=(0,), left=0),
            Paid("blacksmith", 3, 6, kept=1),
            Paid("tollkeeper", 3, 0, kept=0),
            TradesShown((0, 1)),
            Traded(0, 5, 3),
            Traded(1, 0, 0),
            Traded(2, 0, 0, asked=False),
        ],
    )
    assert [line.partition(" ")[2] for line in lines] == [
        "Anna and Bert take 5 wares each. 1 left. Anna loses 3 wares: the store holds 15 at most.",
        "Clara comes away empty-handed.",
        "David gets 6 wares. David loses 5 wares: the store holds 15 at most.",
        "David gets nothing this time.",
        "All Merchants have decided. Their trades:",
        "Anna trades 5 wares for 3 seals.",
        "Bert doesn't trade.",
        "Clara doesn't have enough wares to trade.",
    ]


@pytest.mark.parametrize(
    ("language", "told"),
    [
        (
            "en",
            [
                "🔨 Anna gets 10 wares for ⚔️ Troops ×2 and 🐴 Knight.",
                "💰 Bert gets 1 seal for ⛵ Ship.",
                "🥣 Clara gets 2 wares.",
            ],
        ),
        (
            "de",
            [
                "🔨 Anna bekommt 10 Waren für ⚔️ Truppen ×2 und 🐴 den Ritter.",
                "💰 Bert bekommt 1 Siegel für ⛵ das Schiff.",
                "🥣 Clara bekommt 2 Waren.",
            ],
        ),
    ],
)
def test_v10_v13_it_is_told_for_whose_cards_blacksmith_and_tollkeeper_are_paid(language: str, told: list[str]) -> None:
    """Own cards never count, and the Mendicant is paid for the cards played too."""
    played = (("blacksmith", "knight"), ("tollkeeper", "troops"), ("mendicant", "knight"), ("troops", "ship"))
    paid = [Paid("blacksmith", 0, 10, kept=10), Paid("tollkeeper", 1, 1, kept=1), Paid("mendicant", 2, 2, kept=2)]
    assert story.story(words_in(language), NAMES, [Revealed(played), *paid])[1:] == told


@pytest.mark.parametrize(
    ("merchants", "space", "line"),
    [
        (1, 8, "The Market is on space 8: 3:2 or any worse rate."),
        (1, 4, "The Market is on space 4: 3:1."),
        (2, 8, "2 Merchants push the Market back 2 spaces to space 8: 3:2 or any worse rate."),
        (3, 1, "3 Merchants push the Market back 4 spaces to space 1: 3:1."),
        (4, 0, "4 Merchants push the Market back to space 0: 3:1."),
    ],
)
def test_the_market_says_why_it_opens_lower_and_what_may_be_traded(merchants: int, space: int, line: str) -> None:
    opened = MarketOpened(tuple(range(merchants)), space, *RATES[space])
    assert story.story(words_in("en"), NAMES, [opened]) == [f"⚖️ {line}"]


def test_a_score_names_what_wares_bought_only_where_they_did() -> None:
    words = words_in("en")
    assert (
        ending.score_line(words, Score(30, 2, 32, 1, 4)) == "**32 seals** (30 + 2 for wares) · 1 ware and 4 cards left"
    )
    assert ending.score_line(words, Score(30, 0, 30, 1, 1)) == "**30 seals** · 1 ware and 1 card left"


@pytest.mark.parametrize(
    ("ends", "line"),
    [
        ([(31, 1, 3), (30, 0, 5)], []),
        ([(31, 1, 3), (31, 0, 5)], []),
        (
            [(32, 0, 1), (31, 1, 3), (31, 1, 5)],
            ["Tied on seals and wares left: more cards in hand wins."],
        ),
        ([(32, 0, 1), (31, 1, 3), (31, 0, 3), (30, 0, 3)], ["Tied on seals: more wares left wins."]),
    ],
)
def test_it_is_said_by_what_a_tie_behind_the_first_place_was_settled(
    ends: list[tuple[int, int, int]], line: list[str]
) -> None:
    scores = [Score(total, 0, total, wares, cards) for total, wares, cards in ends]
    assert ending.tie_breaks(words_in("en"), scores) == line


@pytest.mark.parametrize(
    ("ends", "winners", "line"),
    [
        ([(31, 1, 3), (31, 0, 5)], (0,), "Tied on seals: Anna wins with more wares left."),
        ([(31, 1, 3), (31, 1, 5)], (1,), "Tied on seals and wares left: Bert wins with more cards in hand."),
        ([(31, 1, 3), (31, 1, 3)], (0, 1), "Tied on seals, wares and cards in hand: the victory is shared."),
        (
            [(20, 1, 3), (32, 1, 3), (31, 1, 3)],
            (1,),
            (
                "Bert finished 1 seal ahead of Clara, mainly by scoring more from trading (7 to 2), "
                "despite scoring less from the Tollkeeper (0 to 3)."
            ),
        ),
    ],
)
def test_the_end_says_in_one_sentence_what_decided_it(
    ends: list[tuple[int, int, int]], winners: tuple[int, ...], line: str
) -> None:
    told = [
        Shared("knight", (1,), each=4, kept=(4,), left=0),
        Shared("troops", (1, 2), each=2, kept=(2, 2), left=0),
        Shared("troops", (2,), each=4, kept=(4,), left=0),
        Shared("fleet", (1, 2), each=3, kept=(3, 3), left=0),
        Paid("tollkeeper", 2, 3, kept=3),
        Traded(1, 9, 7),
        Traded(2, 6, 2),
        Finished(tuple(Score(total, 0, total, wares, cards) for total, wares, cards in ends), winners),
    ]
    assert ending.deciding_sentence(words_in("en"), NAMES, told) == line


def test_a_round_ends_with_one_line_of_standings() -> None:
    lines = story.story(words_in("en"), NAMES, [RoundEnded(4, (3, 9, 3)), RoundBegan(5, 1, 1, 1)])
    assert lines[0] == "-# Seals after round 4: Bert 9 · Anna 3 · Clara 3"
    assert lines[1].startswith("### Round 5")
