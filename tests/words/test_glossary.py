"""What can be looked up: every card of every game, in both languages, once, and where it is without any secret."""

from __future__ import annotations

import pytest

from pictures.glossary_picture import glossary_picture
from pictures.render import render_png
from rules import GAMES
from rules.chance import Chance
from rules.haithabu.card_data import ORDERS, all_orders
from rules.haithabu.data import EVENTS, FIELDS
from rules.riga.data import BUILDINGS, KIND
from rules.visby.data import CARDS
from words import glossary_search, words_in
from words.catalogue import LANGUAGES
from words.haithabu.terms import CHARACTER

pytestmark = pytest.mark.quick

NAMES = ["Anna", "Bert"]
EVERY = {
    "visby": {*CARDS},
    "riga": {KIND[name] for name in BUILDINGS},
    "haithabu": {
        *CHARACTER,
        *EVENTS,
        *FIELDS,
        *(ORDERS[card].id for card in all_orders(4)),
        "cart20-11",
        "ship40-19",
    },
}


@pytest.mark.repeated(2)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_everything_can_be_looked_up_under_a_name_of_its_own(game: str, language: str) -> None:
    words = words_in(language)
    found = glossary_search.entries(words, game)
    assert {entry.entry.key for entry in found} >= EVERY.get(game, set())
    for what in ("name", "key"):
        values = [getattr(entry.entry, what) for entry in found]
        assert len(values) == len(set(values)), what
    for entry in found:
        assert all(entry.entry.lines), entry
        assert len(entry.value) <= 100
        assert "…" not in glossary_search.choice_label(words, entry, several=True)
        assert glossary_search.search(words, entry.value)[0] == entry
        assert glossary_search.search(words, entry.entry.name, game)[0] == entry


def test_of_each_game_only_what_is_in_it_by_its_rules_can_be_looked_up() -> None:
    words = words_in("en")
    assert {entry.entry.key for entry in glossary_search.entries(words, "haithabu", None)} > {"O01", "O51", "O07", "S1"}
    for version in GAMES["haithabu"].versions:
        found = glossary_search.entries(words, "haithabu", {"haithabu": version})
        orders = [entry.entry.key for entry in found if entry.entry.kind == "Order"]
        assert sorted(orders) == sorted(ORDERS[card].id for card in all_orders(version))
        wanted = [entry.entry.name.partition(" ")[2] for entry in found if entry.entry.kind == "Order"]
        assert len(wanted) == len({*wanted}), "no two that differ in their number alone"
    assert not glossary_search.search(words, "O01")
    assert [entry.entry.key for entry in glossary_search.search(words, "O01", rules={"haithabu": 2})] == ["O01"]


@pytest.mark.parametrize("game", GAMES)
def test_where_something_is_comes_from_the_view_alone(game: str) -> None:
    rules, chance, words = GAMES[game], Chance(1), words_in("en")
    state, found = rules.new(2, 5), glossary_search.entries(words_in("en"), game)
    said: set[str] = set()
    for _ in range(60):
        owed = rules.owed(state)
        if not owed:
            break
        view, guessed = rules.view(state, 0), rules.view(rules.guess(state, 0, chance.draw()), 0)
        for entry in found:
            own = glossary_search.whereabouts(words, entry, view, NAMES)
            assert own == glossary_search.whereabouts(words, entry, guessed, NAMES)
            said.update(own)
        seat = next(iter(owed))
        rules.play(state, seat, rules.sample(state, seat, chance))
    assert len(said) > 5 if found else not said


def test_a_building_that_one_has_drawn_can_be_found_by_oneself_alone() -> None:
    words, riga = words_in("en"), GAMES["riga"]
    state = riga.new(2, 5)
    while riga.owed(state).get(0) != "start_building":
        seat = next(iter(riga.owed(state)))
        riga.play(state, seat, riga.options(state, seat)[0])
    drawn = riga.view(state, 0).drawn
    assert drawn
    entries = {entry.entry.key: entry for entry in glossary_search.entries(words, "riga")}
    for card in drawn:
        own, others = (
            glossary_search.whereabouts(words, entries[card.split(":")[1]], riga.view(state, seat), NAMES)
            for seat in (0, 1)
        )
        assert any("drawn by you" in line for line in own)
        assert not any("drawn by you" in line for line in others)


def test_what_has_a_sign_has_a_picture() -> None:
    words = words_in("de")
    drawn = {entry.value: glossary_picture(entry) for entry in glossary_search.entries(words)}
    for value in ("visby knight", "riga crane", "haithabu trader", "haithabu storm", "haithabu mead"):
        drawing = drawn[value]
        assert drawing is not None
        assert render_png(drawing.svg).startswith(b"\x89PNG")
        assert drawing.alt
    assert drawn["haithabu O07"] is None
