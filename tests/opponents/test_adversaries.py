"""One-idea players: legal, blind for what is hidden, entered by name in tournaments only, and what they claim to be."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

import opponents
from opponents.laboratory.adversaries import adversaries_of, best_by_preference
from opponents.laboratory.balance import usage_of
from opponents.laboratory.entrants import ENTRANTS, entrant
from rules import GAMES
from rules.chance import Chance
from tables.thinking.computers import LEVELS
from tests.opponents.blind import Blind, Covered
from tests.opponents.test_players import some_positions

EVERY = [(game, name) for game in GAMES for name in adversaries_of(game)]
EVERY_ADVERSARY = pytest.mark.parametrize(("game", "name"), EVERY, ids=[f"{game} {name}" for game, name in EVERY])
OURS = ("visby", "riga", "haithabu")


def test_there_are_at_least_four_for_each_game_and_none_is_offered_to_people() -> None:
    for game in OURS:
        assert len(adversaries_of(game)) >= 4
        assert not {*adversaries_of(game)} & {*LEVELS}
    assert "journeyman" in ENTRANTS
    assert "journeyman" not in LEVELS


@pytest.mark.repeated(3)
@EVERY_ADVERSARY
def test_an_adversary_does_only_what_is_allowed_and_sees_only_its_view(game: str, name: str) -> None:
    rules = GAMES[game]
    for state, seat in some_positions(rules, rules.players[-1], 6, seed=3):
        before = state.copy()
        move = entrant(game, name)(rules, state, seat, 5)
        assert state == before
        rules.check(state, seat, move)
        blind: Any = Blind(rules, state)
        assert best_by_preference(adversaries_of(game)[name], blind, Covered(), seat, 5) == move
        assert blind.guesses
        other = rules.guess(state, seat, 77)
        assert entrant(game, name)(rules, other, seat, 5) == move


def used(game: str, name: str, seats: int, seed: int = 4) -> Counter[tuple[str, str]]:
    """Return what somebody with one idea uses against others who follow the rule of thumb."""
    rules, uses, chance = GAMES[game], usage_of(game), Chance(seed)
    assert uses is not None
    state, found = rules.new(seats, chance.draw()), Counter[tuple[str, str]]()
    while owed := rules.owed(state):
        seat = next(iter(owed))
        events = rules.play(state, seat, entrant(game, "greedy" if seat else name)(rules, state, seat, chance.draw()))
        found.update((use.group, use.thing) for event in events for use in uses.uses_in(event) if use.seat == 0)
    return found


def test_in_visby_they_are_what_they_claim() -> None:
    soldier, parasite = used("visby", "soldier", 4), used("visby", "parasite", 4)
    assert soldier["card", "knight"] > soldier["card", "tollkeeper"]
    assert parasite["card", "tollkeeper"] > parasite["card", "knight"]
    hoarder, peddler = used("visby", "hoarder", 4), used("visby", "peddler", 4)
    assert peddler["card", "merchant"] > hoarder["card", "merchant"]
    assert not hoarder["rate", "3:1"]


def test_in_riga_they_are_what_they_claim() -> None:
    plain = used("riga", "greedy", 3)
    for name, kind in (("brother", "lodge"), ("grandee", "fortress"), ("draughtsman", "builders_yard")):
        assert used("riga", name, 3)["building", kind] > plain["building", kind]


@pytest.mark.thorough
def test_in_haithabu_they_are_what_they_claim() -> None:
    assert used("haithabu", "patron", 2)["place", "B"] > used("haithabu", "greedy", 2)["place", "B"]
    assert not [thing for group, thing in used("haithabu", "homebody", 2) if group == "order taken"]
    factor = used("haithabu", "factor", 2)
    assert factor["start order", "completed"] == 1
    assert sum(count for (group, _), count in factor.items() if group == "order completed") >= 2
    assert factor["place", "B"] > 4


def test_who_is_not_known_is_refused_with_all_who_are() -> None:
    with pytest.raises(
        ValueError, match=r"invalid choice: 'wizard' \(visby is played by novice, trader, alderman, journeyman"
    ):
        entrant("visby", "wizard")
    with pytest.raises(ValueError, match="trader:grumpy"):
        entrant("visby", "trader:grumpy")
    with pytest.raises(KeyError):
        opponents.player_named("novice:bold")


def test_the_journeyman_beats_a_novice_as_the_alderman_in_a_hurry_should() -> None:
    rules: Any = GAMES["visby"]
    state, chance = rules.new(2, 3), Chance(1)
    while owed := rules.owed(state):
        seat = next(iter(owed))
        name = "journeyman" if seat else "novice"
        rules.play(state, seat, entrant("visby", name)(rules, state, seat, chance.draw()))
    assert rules.result(state).winners == (1,)
