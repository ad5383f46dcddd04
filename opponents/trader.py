"""The trader: makes up what it cannot know, tries each option on that, and looks one round ahead."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from opponents.evaluations import Evaluation, PlayedOut
from opponents.temperaments import preferred_option
from rules import AnyGame, Move, declarations_by_game
from rules.chance import Chance

EVALUATIONS: dict[str, Evaluation] = declarations_by_game("opponents", "EVALUATION")
"""By the game's name. A game that is not here is played to its end in every look ahead."""
MAX_TASTE_OPTIONS = 3
"""Among how many options somebody takes what they like, if they look alike."""


def trader(game: AnyGame, state: Any, seat: int, seed: int, temperament: str = "") -> Move:
    """Return the option after which guessed states look best on average for the seat.

    All options are tried on the same guesses; the worse half is dropped again and again, so that the budget goes to
    those that are hard to tell apart. Where the last two are alike either is taken, by who has a temperament the one it
    likes. What is spent is counted, never timed: the same seed gives the same move.
    """
    evaluation = EVALUATIONS.get(game.name) or PlayedOut(game)
    chance = Chance(seed)
    guess = game.guess(state, seat, chance.draw())
    options = _shortlist(game.options(guess, seat), evaluation.max_options, chance)
    totals, squares, counts = [0.0] * len(options), [0.0] * len(options), [0] * len(options)
    alive = ranked = list(range(len(options)))
    cuts = (len(options) - 1).bit_length()
    tries = 0
    for _ in range(cuts):
        more = max(1, evaluation.max_playouts // (cuts * len(alive)))
        tries += more
        for _ in range(more):
            guess = _resample_sealed_choices(game, evaluation, game.guess(state, seat, chance.draw()), seat, chance)
            luck = chance.draw()
            for option in alive:
                value = value_after(game, evaluation, guess.copy(), seat, options[option], luck)
                totals[option] += value
                squares[option] += value * value
                counts[option] += 1
        # Every option still alive was tried equally often; of equal ones the game's better one stays.
        ranked = sorted(alive, key=lambda option: -totals[option])
        alive = ranked[: (len(alive) + 1) // 2]
    if temperament:
        return options[
            _option_by_temperament(temperament, totals, squares, counts, evaluation.taste_margin(guess.seats), chance)
        ]
    first, second = ranked[0], ranked[-1]
    alike = totals[first] - totals[second] < tries * evaluation.tie_margin(guess.seats)
    return options[second if alike and chance.below(2) else first]


def _option_by_temperament(
    temperament: str,
    totals: Sequence[float],
    squares: Sequence[float],
    counts: Sequence[int],
    close: float,
    chance: Chance,
) -> int:
    """Return the option that somebody likes best of a few that look about as good as the best one."""
    if not any(counts):
        return 0
    means = [total / count for total, count in zip(totals, counts, strict=True)]
    # Only what was tried most can be the best: little is known of what was dropped early.
    order = sorted(range(len(means)), key=lambda option: (-counts[option], -means[option]))[:MAX_TASTE_OPTIONS]
    alike = [option for option in order if means[option] >= means[order[0]] - close]
    spreads = [squares[option] / counts[option] - means[option] ** 2 for option in alike]
    return alike[preferred_option(temperament, spreads, chance)]


def value_after(game: AnyGame, evaluation: Evaluation, guess: Any, seat: int, move: Move, seed: int) -> float:
    """Make the move on a guess, let everyone go on as is likely, and return how it looks then."""
    chance = Chance(seed)
    until = evaluation.progress(guess) + evaluation.horizon
    game.play(guess, seat, move)
    while evaluation.progress(guess) < until and (owed := game.owed(guess)):
        other = next(iter(owed))
        game.play(guess, other, evaluation.predicted_move(game, guess, other, chance))
    return evaluation.value(guess, seat)


def _resample_sealed_choices(game: AnyGame, evaluation: Evaluation, guess: Any, seat: int, chance: Chance) -> Any:
    """Let those who have sealed a choice seal what is likely: a guess only knows what is possible."""
    for other in range(guess.seats):
        if other != seat and game.may_change(guess, other):
            game.play(guess, other, evaluation.predicted_move(game, guess, other, chance))
    return guess


def _shortlist(options: list[Move], max_options: int, chance: Chance) -> list[Move]:
    """Keep the game's best options and some of the others, in their order."""
    if len(options) <= max_options:
        return options
    best = max_options // 2
    others = list(range(best, len(options)))
    chance.shuffle(others)
    return options[:best] + [options[place] for place in sorted(others[: max_options - best])]
