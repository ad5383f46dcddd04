"""Haithabu in words: no refusal without a sentence, no event without a line, in both languages."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import rules.haithabu
from rules import GAMES, Illegal
from rules.chance import Chance
from rules.errors import Fact
from rules.haithabu import changes as facts
from rules.haithabu import end_events, events
from rules.haithabu.card_data import ORDERS, TRANSPORTS
from rules.haithabu.data import DATA
from tests.rules.haithabu.table import end_round, last_turn, load_dice, move, table
from words import lesson_text, words_in
from words.haithabu import WORDS, change_sentences, ending, reasons, refusals, terms
from words.haithabu.story import _LINES, story

pytestmark = pytest.mark.quick

SOURCES = sorted(Path(rules.haithabu.__file__).parent.glob("*.py"))
SILENT = {
    events.PriceMoved,  # told together
    events.StackTurned,  # the board shows it
    events.OrdersTurned,  # the board shows it
    end_events.WantedNoMore,  # quiet
    end_events.Finished,  # the final scoring tells it
}


def test_every_refusal_of_the_rules_has_its_own_sentence() -> None:
    keys = {key for file in SOURCES for key in re.findall(r'Illegal\(\s*[\w".]+,\s*"(\w+)"', file.read_text("utf-8"))}
    assert keys
    assert keys <= refusals._REFUSED.keys()
    sentences = list(refusals._REFUSED.values())
    assert len(set(sentences)) == len(sentences)


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_refusal_names_things_by_their_names_and_no_rule_by_its_number(language: str) -> None:
    words = words_in(language)
    said_so = refusals.refusal(words, Illegal("H14", "sold_in_this_phase", ware="cloth"))
    assert words.say("Cloth") in said_so
    assert "H14" not in said_so


@pytest.mark.parametrize("language", ["en", "de"])
def test_no_field_is_said_to_do_what_a_character_does_too(language: str) -> None:
    """H9, H33: the Stevedore brings wares to the trading post without a cart or ship."""
    said = words_in(language).say(terms.PLACE_PURPOSE["A"])
    assert not re.search(r"\b(only|nur)\b", said.lower()), said


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_lesson_says_that_a_hired_worker_may_join_ones_own(language: str) -> None:
    """H13."""
    said = lesson_text.explanation("haithabu", language, "rondel").text
    assert {"en": "twice if a hired worker joins yours", "de": "mit einem angeheuerten Arbeiter ein zweites Mal"}[
        language
    ] in said


def test_every_event_is_told_or_deliberately_silent() -> None:
    assert set(GAMES["haithabu"].event_types) == _LINES.keys() | SILENT


@pytest.mark.parametrize("language", ["en", "de"])
def test_whole_games_are_told_without_a_hole(language: str) -> None:
    game, words, chance = GAMES["haithabu"], words_in(language), Chance(7)
    names = ["**A**", "**B**", "**C**", "**D**"]
    for seed in range(3):
        state, happened = game.opening(4, seed)
        lines = story(words, names, happened)
        while owed := game.owed(state):
            seat = next(iter(owed))
            told = [game.redact(event, None) for event in game.play(state, seat, game.sample(state, seat, chance))]
            lines += story(words, names, told)
        assert all(line and "{" not in line and "None" not in line for line in lines)


@pytest.mark.parametrize(
    ("die", "told"),
    [
        (1, ["**Viking games**: everybody else gives A a ware, 10 silver or a point.",
             "🎁 B has no choice and gives A 1 point."]),
        (2, ["**Assassination**: A must give up a character. Without one, they lose a point.",
             "A has no character and loses 1 point."]),
        (3, ["**Fog**: nothing happens."]),
        (4, [("**Unpaid bill**: A must pay the price of one mead for each player. "
              "Without enough silver, they lose a point."),
             "A doesn't have enough silver and loses 1 point."]),
        (5, ["**Storm**: A must give up a cart or ship. Without one, they lose a point.",
             "A has no cart or ship and loses 1 point."]),
        (6, ["**Unrest**: everybody else must discard a ware. Without one, they lose a point.",
             "B has no wares and loses 1 point."]),
    ],
)  # fmt: skip
def test_an_event_is_explained_where_it_is_named_and_a_lost_point_has_its_reason(die: int, told: list[str]) -> None:
    state = table(dawn=4, silver={0: 5, 1: 0})
    load_dice(state, [die])
    lines = story(words_in("en"), ["A", "B"], move(state, 0, "work own D dice 1"))
    assert lines[: len(told) + 2] == ["👣 A places a worker: D · Order and free ware.", f"🌙 A rolls 🎲{die}.", *told]


def test_a_price_that_the_seer_moves_is_told_once_with_what_it_is_now() -> None:
    state = last_turn(characters={0: "seer"})
    end_round(state)
    told = story(words_in("en"), ["A", "B"], move(state, 0, "seer weapons up"))
    assert told[0] == "🔮 A changes the price of 🪓 Weapons to 24."
    assert told[1].startswith("🏪")


@pytest.mark.parametrize(("language", "bonus"), [("en", "the Supplier's bonus"), ("de", "dem Bonus des Lieferanten")])
def test_an_order_that_brings_more_than_its_card_says_names_the_supplier(language: str, bonus: str) -> None:
    card, extra = ORDERS[0], DATA.character.supplier
    for points, silver in ((card.points, card.silver), (card.points + extra.points, card.silver + extra.silver)):
        (told,) = story(words_in(language), ["Anna"], [events.Completed(0, card.id, points, silver)])
        assert (bonus in told) == (points > card.points)


def test_every_card_can_be_named_in_both_languages() -> None:
    for words in (words_in("en"), words_in("de")):
        assert all(order.id in terms.order(words, order.id) for order in ORDERS)
        assert all(str(card.free) in terms.transport(words, card.id) for card in TRANSPORTS)


def test_a_round_ends_with_one_line_of_standings_and_what_is_owed() -> None:
    lines = story(words_in("en"), ["A", "B", "C-D"], [end_events.RoundSettled(4, (3, 9, -1), (0, 1, 2))])
    assert lines == ["-# Points after round 4: B 9 (1 loan) · A 3 · C-D −1 (2 loans)"]


@pytest.mark.parametrize(
    ("starter", "line"), [(0, "🚩 A starts the next round."), (1, "🚩 A decides: B starts the next round.")]
)
def test_only_another_player_is_said_to_have_decided_who_starts_the_next_round(starter: int, line: str) -> None:
    assert story(words_in("en"), ["A", "B"], [end_events.StarterNamed(0, starter)]) == [line]


def score(total: int, **parts: int) -> end_events.Score:
    nothing = dict.fromkeys(end_events.Score.__struct_fields__, 0)
    return end_events.Score(**{**nothing, "total": total, **parts})


@pytest.mark.parametrize(
    ("scores", "completed", "line"),
    [
        ([score(30, points=30), score(24, points=24)], {0: 20, 1: 18},
         "A finished 6 points ahead of B, mainly by scoring more from starting points, fields and events (10 to 6)."),
        ([score(30, points=9, for_silver=11, for_cubes=10), score(20, points=5, for_silver=8, for_cubes=7)], {},
         "A finished 10 points ahead of B."),
        ([score(21, points=21), score(20, points=20)], {}, "A finished 1 point ahead of B."),
        ([score(30, points=30), score(24, points=24)], {0: 28, 1: 8},
         ("A finished 6 points ahead of B by scoring more from orders (28 to 8),"
          " despite scoring less from starting points, fields and events (2 to 16).")),
        ([score(10, points=40, for_loans=-30), score(12, points=22, for_loans=-10)], {},
         ("B finished 2 points ahead of A by losing less for unpaid loans (10 to 30),"
          " despite scoring less from starting points, fields and events (22 to 40).")),
        ([score(10), score(10)], {}, "Tied on points: the victory is shared."),
    ],
)  # fmt: skip
def test_the_end_says_in_one_sentence_what_decided_it(
    scores: list[end_events.Score], completed: dict[int, int], line: str
) -> None:
    best = max(score.total for score in scores)
    told = [
        *[events.Completed(seat, "S9", points, 0) for seat, points in completed.items()],
        end_events.Finished(tuple(scores), tuple(seat for seat, score in enumerate(scores) if score.total == best)),
    ]
    assert ending.deciding_sentence(words_in("en"), ["A", "B"], told) == line


def test_the_end_names_the_points_for_returned_characters() -> None:
    scores = score(30, points=30), score(24, points=24)
    told = [end_events.Returned(0, ("seer", "trader"), 10), end_events.Finished(scores, (0,))]
    line = (
        "A finished 6 points ahead of B by scoring more for returned characters (10 to 0),"
        " despite scoring less from starting points, fields and events (20 to 24)."
    )
    assert ending.deciding_sentence(words_in("en"), ["A", "B"], told) == line


@pytest.mark.parametrize(("language", "told"), [("en", "1 🪓 Weapon, 2 🌶️ Spices"), ("de", "1 🪓 Waffe, 2 🌶️ Gewürze")])
def test_a_single_ware_is_named_as_one(language: str, told: str) -> None:
    assert terms.wares(words_in(language), (0, 0, 0, 0, 1, 2)) == told


@pytest.mark.parametrize(("language", "one"), [("en", "1 🌶️ Spice"), ("de", "1 🌶️ Gewürz")])
def test_a_gift_is_a_single_ware_in_the_story_and_in_the_news(language: str, one: str) -> None:
    words = words_in(language)
    (line,) = story(words, ["A", "B"], [events.Gave(1, 0, "warehouse", "spices")])
    news = change_sentences.change_text_of(words, ["A", "B"], facts.Given(by=1, ware="spices"))
    assert line.removesuffix(".").endswith(f" {one}")
    assert re.search(rf"{one}( gegeben)?\.$", news.full)
    assert news.brief == one


def test_what_somebody_did_to_a_player_is_told_them_once() -> None:
    done = [events.Gave(1, 0, "warehouse", "spices"), events.Recruited(1, "seer", 0, 10), events.PointTaken(1, 1)]
    changes = [facts.Given(by=1, ware="spices"), facts.CharacterTaken("seer", 1, 10)]
    news = WORDS.news(words_in("en"), ["A", "B"], 0, changes, done)
    assert [line.text for line in news.others] == ["B takes 1 point."]
    assert len(news.changes) == 2


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", "Only 1 Spice left, not 2. Choose fewer."),
        ("de", "Es gibt nur noch 1 Gewürz, nicht 2. Wähle weniger."),
    ],
)
def test_a_refusal_names_a_single_ware_as_one(language: str, told: str) -> None:
    no = Illegal("H16", "not_enough_cubes", ware="spices", wanted=2, left=1)
    assert refusals.refusal(words_in(language), no) == told


def test_what_silver_is_worth_in_the_end_is_said_beside_its_points() -> None:
    assert f"({DATA.scoring.silver_for_point} for 1)" in terms.PARTS["silver"]


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "e.g. take O95 (1🍯 1🧵 1🔨 1🪓 1🌶️ → 6 points, 70 silver)"),
        ("de", "z. B. O95 nehmen (1🍯 1🧵 1🔨 1🪓 1🌶️ → 6 Punkte, 70 Silber)"),
    ],
)
def test_an_order_that_will_be_taken_after_an_event_is_named_with_what_it_wants_and_brings(
    language: str, said: str
) -> None:
    assert reasons.reason(words_in(language), "then_order", {"order": "O95"}) == said


@pytest.mark.parametrize(
    ("plan", "english", "german"),
    [
        (
            {"amounts": ("2 ceramics",), "kinds": ("cart", "ship"), "n": 3},
            "O58 will still need 2 🏺 Ceramics and a cart or ship; 3 rounds left",
            "O58 braucht dann noch 2 🏺 Keramik und einen Karren oder ein Schiff; noch 3 Runden",
        ),
        (
            {"amounts": (), "kinds": ("cart", "ship"), "n": 1},
            "O58 will still need a cart or ship; 1 round left",
            "O58 braucht dann noch einen Karren oder ein Schiff; noch 1 Runde",
        ),
        (
            {"amounts": ("1 weapons", "2 cloth"), "kinds": (), "n": 2},
            "O58 will still need 1 🪓 Weapon and 2 🧵 Cloth; 2 rounds left",
            "O58 braucht dann noch 1 🪓 Waffe und 2 🧵 Tuch; noch 2 Runden",
        ),
    ],
)
def test_a_hint_names_what_an_order_still_needs(plan: dict[str, Fact], english: str, german: str) -> None:
    said = [reasons.reason(words_in(language), "still_needs", {"order": "O58", **plan}) for language in ("en", "de")]
    assert said == [english, german]
