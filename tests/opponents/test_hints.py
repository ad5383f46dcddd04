"""Hints: the alderman's best moves with chances and reasons, from what the seat may know."""

from __future__ import annotations

from typing import Any

import pytest

from opponents import alderman_hints
from opponents.advice import PointsGap, Reason
from opponents.alderman import weigh_moves
from opponents.alderman_hints import MAX_HINT_MOVES, hint, rest_of_turn, seed_of_decision
from opponents.alderman_model import WeighedMove
from rules import GAMES, AnyGame
from rules.riga.moves import Build, Done
from rules.riga.payment_search import suggested_payment
from rules.riga.view import view_purse
from tests.opponents.test_players import EVERY_GAME, some_positions
from tests.rules.haithabu.table import GAME as HAITHABU
from tests.rules.haithabu.table import last_turn
from tests.rules.haithabu.table import table as haithabu
from tests.rules.riga.table import GAME as RIGA
from tests.rules.riga.table import table as riga
from tests.rules.visby.table import VISBY, pick, table
from tests.selection import THOROUGH, thorough
from words import words_in
from words.games import GAME_WORDS


@EVERY_GAME
def test_what_is_hidden_cannot_matter_to_a_hint_and_whatever_it_names_is_allowed(game: AnyGame) -> None:
    for state, seat in list(some_positions(game, game.players[-1], 4, seed=6))[1:3]:
        twin = game.guess(state, seat, 77)
        advised = hint(game.name, game.encode(state), seat, 8)
        assert advised == hint(game.name, game.encode(twin), seat, 8)
        assert 0 < len(advised) <= MAX_HINT_MOVES
        for each in advised:
            game.check(state, seat, each.move)
            assert each.chance is not None
            assert 0 <= each.chance <= 1


@EVERY_GAME
def test_reasons_are_told_in_both_languages(game: AnyGame) -> None:
    told = set()
    for state, seat in some_positions(game, game.players[0], 12, seed=7):
        view = game.view(state, seat)
        reasons = alderman_hints._reasons()[game.name]
        for move in game.options(state, seat):
            for reason in reasons(view, move):
                said = [GAME_WORDS[game.name].reason(words_in(each), reason.key, reason.facts) for each in ("en", "de")]
                assert all(said)
                told.add(said[0])
    assert told


def test_a_hint_names_three_things_to_do_and_not_three_ways_to_pay() -> None:
    state = riga(hands={0: "cloth glass glass wine wine grain grain danzig:bank stockholm:archive"})
    built = [each.move.buildings for each in hint("riga", RIGA.encode(state), 0, 1) if isinstance(each.move, Build)]
    assert built
    assert len(built) == len(set(built))


@pytest.mark.parametrize("seats", [2, *thorough(3, 4)])
def test_the_hints_of_a_turn_build_what_the_first_one_named_and_nothing_else(seats: int) -> None:
    promised = 0
    for state, seat in some_positions(RIGA, seats, 200 if THOROUGH else 12, seed=5):
        if RIGA.owed(state).get(seat) != "turn" or state.agenda[-1].taken:
            continue
        seed = seed_of_decision(state, seat)
        first, *_ = hint("riga", RIGA.encode(state), seat, seed)
        rest = rest_of_turn(RIGA, RIGA.guess(state, seat, seed), seat, first.move, seed)
        RIGA.play(state, seat, first.move)
        for expected in rest:
            if len(RIGA.menu(state, seat)) > 1:
                assert hint("riga", RIGA.encode(state), seat, seed_of_decision(state, seat))[0].move == expected
            RIGA.play(state, seat, expected)
        named: list[str] = []
        for why in first.reasons:
            buildings = why.facts.get("buildings", ())
            assert isinstance(buildings, tuple)
            named += buildings
        assert set(named) <= {name for move in rest if isinstance(move, Build) for name in move.buildings}
        promised += len(named)
    assert promised


def test_who_has_lost_for_sure_still_gets_a_hint(monkeypatch: pytest.MonkeyPatch) -> None:
    state = VISBY.new(4, 1)
    lost = [WeighedMove(move, -1e-9, 1.0, spread=0.0) for move in VISBY.options(state, 0)[:2]]
    monkeypatch.setattr(alderman_hints, "weigh_moves", lambda *asked: lost)
    assert [each.chance for each in hint("visby", VISBY.encode(state), 0, 5)] == [0.0, 0.0]


def test_a_hint_pays_like_the_menu() -> None:
    state = riga(
        taken=True, year=3, built={0: "visby:trading_post"}, hands={0: "cloth cloth glass glass wine wine danzig:bank"}
    )
    for each in hint("riga", RIGA.encode(state), 0, seed_of_decision(state, 0)):
        if isinstance(each.move, Build):
            assert each.move == suggested_payment(view_purse(RIGA.view(state, 0).players[0]), each.move.buildings)


def test_a_hint_of_haithabu_names_an_order_once_whatever_comes_with_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(alderman_hints, "weigh_moves", lambda *asked: [])
    state = haithabu(dawn=0)
    named = [str(each.move).split() for each in hint("haithabu", HAITHABU.encode(state), 0, 1)]
    assert len(named) == MAX_HINT_MOVES
    assert len({tuple(words[2:5]) for words in named}) == MAX_HINT_MOVES


@pytest.mark.parametrize(
    ("facts", "named"),
    [
        ({"silver": {1: 100}}, {"D point", "A fetch", "H dice"}),
        ({"silver": {1: 81}, "standing": {"D": [1]}}, {"A fetch cart20 ship20", "H dice"}),
        ({"post": {1: "mead:2"}, "standing": {"D": [1], "H": [1], "A": [1], "B": [1]}}, {"C sell", "market sell"}),
    ],
)
def test_for_the_last_worker_a_hint_names_nothing_that_brings_nothing(facts: dict[str, Any], named: set[str]) -> None:
    """No wares for no order, and no cart that costs the point that it scores."""
    state = last_turn(round=8, **facts)
    state.owners = [1] * len(state.owners)
    state.safe = [True] * len(state.safe)
    hinted = hint("haithabu", HAITHABU.encode(state), 1, seed_of_decision(state, 1))
    assert hinted
    for each in hinted:
        _, _, place, *action = str(each.move).split()
        assert any(" ".join([place, *action]).startswith(allowed) for allowed in named), str(each.move)


def test_what_is_sealed_by_others_changes_no_hint() -> None:
    advised = []
    for sealed in (("knight", "fleet", "blacksmith"), ("troops", "ship", "merchant")):
        state = table(battle=9, journey=6, market=11, wares=(4, 6, 2, 9))
        pick(state, "", *sealed)
        advised.append(hint("visby", VISBY.encode(state), 0, 3))
    assert advised[0] == advised[1]


def test_cards_are_hinted_with_what_they_bring_on_average() -> None:
    state = table(4, battle=15, seals=(27, 20, 20, 20), discards={1: "knight", 2: "knight", 3: "knight"})
    (best, *_) = hint("visby", VISBY.encode(state), 0, 1)
    assert str(best.move) == "pick knight"
    assert best.chance == pytest.approx(1, abs=0.01)
    (reason,) = best.reasons
    assert reason.key == "brings"
    assert int(str(reason.facts["seals"])) >= 3


def test_a_hint_says_on_average_only_if_the_cards_may_bring_another_number() -> None:
    played = dict.fromkeys((1, 2, 3), "fleet ship merchant")
    state = table(4, journey=6, battle=9, market=11, wares=(1, 2, 6, 9), discards=played)
    sure, likely = "gets you 6 wares", "probably gets you 6 wares"
    assert _brings(state, "ship") == sure
    state.players[1].hand.append("ship")
    state.players[1].discard.remove("ship")
    assert _brings(state, "ship") in (likely, "gets you 5 wares on average", "gets you 4 wares on average")
    assert _brings(state, "mendicant") == "gets you 1 ware"


def _brings(state: Any, card: str) -> str:
    """Return what the first seat reads about this card when it chooses."""
    weighed = weigh_moves(VISBY, state, 0, 7, [VISBY.parse(f"pick {card}")])
    (reason,) = next(each.reasons for each in weighed if str(each.move) == f"pick {card}")
    return GAME_WORDS["visby"].reason(words_in("en"), reason.key, reason.facts)


def test_without_anything_learned_the_rule_of_thumb_hints(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(alderman_hints, "weigh_moves", lambda *asked: [])
    state = GAMES["riga"].new(2, 1)
    advised = hint("riga", GAMES["riga"].encode(state), next(iter(GAMES["riga"].owed(state))), 1)
    assert advised
    assert {each.chance for each in advised} == {None}


@pytest.mark.parametrize(
    ("reasons", "told"),
    [
        (["shared a", "shared b", "shared c"], ["a", "b", "c"]),
        (["shared a", "shared", "shared c"], ["shared a", "shared", "shared c"]),
        (["shared a", "shared !b", "shared c"], ["shared a", "shared !b", "shared c"]),
        (["a", "", "b"], ["a", "b"]),
        (["", "a", "b"], ["a", "b"]),
        (["!a", "b", "!c"], ["b", "!a"]),
        (["", "", "!c"], ["", ""]),
        (["a", "a", "b"], ["a", "b"]),
    ],
)
def test_a_move_comes_first_for_which_something_speaks_that_does_not_speak_for_all(
    reasons: list[str], told: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    state = VISBY.new(4, 1)
    moves = VISBY.options(state, 0)[:3]
    why = {
        move: tuple(Reason(key, is_caution=key.startswith("!")) for key in keys.split())
        for move, keys in zip(moves, reasons, strict=True)
    }
    weighed = [WeighedMove(move, 0.5, 0.3, spread=0.0) for move in moves]
    monkeypatch.setattr(alderman_hints, "weigh_moves", lambda *asked: weighed)
    monkeypatch.setattr(alderman_hints, "reasons_for", lambda game: lambda view, move: why[move])
    advised = hint("visby", VISBY.encode(state), 0, 5)
    assert [" ".join(reason.key for reason in each.reasons) for each in advised] == told


@pytest.mark.parametrize(("chance", "points", "first"), [(0.52, 13.0, "build"), (0.54, 10.0, "done")])
def test_a_hint_ends_the_turn_only_if_that_wins_more_often_than_building(
    chance: float, points: float, first: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    state = riga(hands={0: "wine wine glass visby:market_hall"})
    build = next(move for move in RIGA.menu(state, 0) if isinstance(move, Build))
    weighed = [WeighedMove(Done(), chance, 1.0, spread=0.0, points=points), WeighedMove(build, 0.5, 0.0, (), 0.0, 10.0)]
    monkeypatch.setattr(alderman_hints, "weigh_moves", lambda *asked: weighed)
    advised = hint("riga", RIGA.encode(state), 0, 1)
    assert {each.move.verb for each in advised} == {"build", "done"}
    assert advised[0].move.verb == first


def test_a_hint_lists_the_best_chance_first_and_equal_ones_as_the_search_does(monkeypatch: pytest.MonkeyPatch) -> None:
    state = VISBY.new(4, 1)
    moves = VISBY.options(state, 0)[:4]
    chances = (0.441, 0.46, 0.439, 0.45)
    weighed = [WeighedMove(move, chance, 0.25, spread=0.0) for move, chance in zip(moves, chances, strict=True)]
    monkeypatch.setattr(alderman_hints, "weigh_moves", lambda *asked: weighed)
    advised = hint("visby", VISBY.encode(state), 0, 5)
    assert [each.move for each in advised] == [moves[1], moves[3], moves[0]]


@pytest.mark.parametrize(
    ("chances", "order"),
    [
        ((0.02, 0.0, 0.01), [1, 2, 0]),
        ((1.0, 0.98, 1.0), [1, 2, 0]),
        ((0.46, 0.44, 0.41), [1, 0, 2]),
        ((0.46, 0.42, 0.41), [0, 1, 2]),
    ],
)
def test_of_moves_with_about_the_same_chance_a_hint_lists_the_most_points_first(
    chances: tuple[float, ...], order: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    state, points = VISBY.new(4, 1), (20.0, 30.0, 25.0)
    moves = VISBY.options(state, 0)[:3]
    weighed = [
        WeighedMove(move, chance, 0.3, spread=0.0, points=scored)
        for move, chance, scored in zip(moves, chances, points, strict=True)
    ]
    monkeypatch.setattr(alderman_hints, "weigh_moves", lambda *asked: weighed)
    advised = hint("visby", VISBY.encode(state), 0, 5)
    assert [moves.index(each.move) for each in advised] == order
    assert [each.points for each in advised] == [points[place] for place in order]


@pytest.mark.parametrize(
    ("better", "worse", "gap"),
    [
        ((30.0, 20.0), (26.4, 20.0), PointsGap(own=4)),
        ((30.0, 20.0), (26.0, 29.0), PointsGap(own=4)),
        ((30.0, 20.0), (29.0, 23.2), PointsGap(rival=3)),
        ((30.0, 20.0), (29.0, 21.0), PointsGap()),
        ((30.0, 20.0), (29.0, 17.0), PointsGap()),
        ((30.0, 20.0), (33.0, 26.0), PointsGap()),
        ((30.0, 20.0), (None, None), PointsGap()),
        ((30.0, None), (20.0, None), PointsGap(own=10)),
        ((30.0, None), (29.5, 29.0), PointsGap()),
    ],
)
def test_points_explain_a_better_move_if_it_brings_more_or_costs_a_rival_more(
    better: tuple[float, float | None], worse: tuple[float | None, float | None], gap: PointsGap
) -> None:
    one, other = (
        WeighedMove(VISBY.parse("pick ship"), 0.5, 0.5, points=own, rival_points=rival)
        for own, rival in (better, worse)
    )
    assert one.points_gap(other) == gap


def test_moves_with_nothing_but_cautions_are_named_only_if_they_are_best(monkeypatch: pytest.MonkeyPatch) -> None:
    state = VISBY.new(4, 1)
    moves = VISBY.options(state, 0)[:5]
    caution, reason = Reason("too_late", is_caution=True), Reason("brings")
    told = [(caution,), (caution,), (reason, caution), (), (reason,)]
    weighed = [
        WeighedMove(move, 0.5 - number / 100, 0.2, reasons, spread=0.0, points=50.0 - number)
        for number, (move, reasons) in enumerate(zip(moves, told, strict=True))
    ]
    monkeypatch.setattr(alderman_hints, "weigh_moves", lambda *asked: weighed)
    monkeypatch.setattr(alderman_hints, "reasons_in_turn", lambda *asked: ())
    assert [moves.index(each.move) for each in hint("visby", VISBY.encode(state), 0, 5)] == [0, 2, 3]


def test_a_hint_is_what_the_alderman_would_play() -> None:
    state = VISBY.new(4, 1)
    best = weigh_moves(VISBY, VISBY.guess(state, 0, 5), 0, 5)[0]
    advised = hint("visby", VISBY.encode(state), 0, 5)[0]
    assert advised.move == best.move
    assert advised.chance == pytest.approx(best.chance)


def test_a_hint_always_compares_the_move_that_the_rule_of_thumb_would_make(monkeypatch: pytest.MonkeyPatch) -> None:
    state = riga(hands={0: "wine wine glass visby:market_hall"})

    def weigh(game: AnyGame, guess: Any, seat: int, seed: int, required: Any = ()) -> list[WeighedMove]:
        return [WeighedMove(move, 0.5, 0.5, spread=0.0) for move in (Done(), *required)]

    monkeypatch.setattr(alderman_hints, "weigh_moves", weigh)
    assert [each.move.verb for each in hint("riga", RIGA.encode(state), 0, 1)] == ["build", "done"]
