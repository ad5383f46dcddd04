"""Reasons are true: whatever speaks for a move of a hint, in games of all kinds, is checked by the rules alone."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from opponents import alderman_hints
from opponents.advice import Reason, advise
from rules import GAMES, AnyGame, Move
from rules.chance import Chance
from tests.opponents import answer_checks, character_checks, reason_checks
from tests.opponents.reason_checks import CHECKS
from tests.opponents.test_players import EVERY_GAME
from tests.rules.haithabu import plan_checks
from tests.selection import THOROUGH

GAMES_EACH = 340 if THOROUGH else 10
"""Together with three games, 1,020 or 30."""
HINT_EVERY = {"visby": 30, "riga": 200, "haithabu": 400}
"""The slow alderman is asked at every so many decisions; the reasons for random moves are checked too."""
MOVES_EVERY = 30


def check_all(game: AnyGame, state: Any, seat: int, advised: Sequence[tuple[Move, tuple[Reason, ...]]]) -> Counter[str]:
    """Check all reasons of these moves, and return how often each was told."""
    told: Counter[str] = Counter()
    for move, reasons in advised:
        served = [reason.facts["orders"] for reason in reasons if reason.key in ("all_for", "ready")]
        complete = [orders for orders in served if isinstance(orders, tuple)]
        for reason in reasons:
            lacks_wares = reason.key == "still_needs" and reason.facts["amounts"]
            assert not (lacks_wares and any(reason.facts["order"] in orders for orders in complete)), (
                f"{move} contradicts itself: {reasons}"
            )
            try:
                CHECKS[game.name](state, seat, move, reason.key, reason.facts)
            except AssertionError as false:
                raise AssertionError(f"{move}: {reason} is not true: {false}") from false
            told[reason.key] += 1
    return told


@EVERY_GAME
def test_what_speaks_for_a_move_is_true(game: AnyGame) -> None:
    told: Counter[str] = Counter()
    for seed in range(GAMES_EACH):
        seats = game.players[seed % len(game.players)]
        options = {variant.key: variant.allowed(seats)[-1] for variant in game.variants} if seed % 2 else {}
        state, chance, decisions = game.new(seats, seed, game.complete_options(seats, options)), Chance(seed), 0
        why, frame, hinted = alderman_hints.reasons_for(game.name), -1, -1 if seed % 3 == 0 else 0
        while owed := game.owed(state):
            seat = next(iter(owed))
            decisions += 1
            if decisions % MOVES_EVERY == seed % MOVES_EVERY:
                view = game.view(state, seat)
                some = [game.sample(state, seat, chance) for _ in range(3)]
                told += check_all(game, state, seat, [(move, why(view, move)) for move in dict.fromkeys(some)])
            is_first, frame = game.current_frame_id(state) != frame, game.current_frame_id(state)
            # Later in a frame others may have sealed something that a hint must not know.
            if is_first and decisions // HINT_EVERY[game.name] != hinted:
                hinted = decisions // HINT_EVERY[game.name]
                advised = alderman_hints.hint(game.name, game.encode(state), seat, seed)
                told += check_all(game, state, seat, [(each.move, each.reasons) for each in advised])
            move = game.sample(state, seat, chance)
            if not chance.below(16):
                move = advise(game.name, game.view(state, seat), game.menu(state, seat))[0].move
            game.play(state, seat, move)
    assert sum(told.values()) > 2 * GAMES_EACH, told


@pytest.mark.parametrize("module", [reason_checks, character_checks, answer_checks, plan_checks])
def test_the_checks_know_nothing_of_the_code_that_finds_reasons(module: ModuleType) -> None:
    assert module.__file__
    source = Path(module.__file__).read_text(encoding="utf-8")
    imported = {
        name
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Import | ast.ImportFrom)
        for name in ([node.module or ""] if isinstance(node, ast.ImportFrom) else [each.name for each in node.names])
    }
    assert not [name for name in imported if name.startswith("opponents")]


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_its_check(game: str) -> None:
    assert game in CHECKS
