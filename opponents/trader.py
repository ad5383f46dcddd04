"""The computer player `trader`: it tries each option on guessed states and values them after a short playout."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from opponents.evaluations import Evaluation, PlayedOut
from opponents.temperaments import preferred_option
from rules import AnyGame, Move, declarations_by_game
from rules.chance import Chance

EVALUATIONS: dict[str, Evaluation] = declarations_by_game("opponents", "EVALUATION")
"""By the game's name. The playouts of a game that is missing here go to its end."""
MAX_TASTE_OPTIONS = 3
"""Among how many of the best options a temperament may choose."""


def trader(game: AnyGame, state: Any, seat: int, seed: int, temperament: str = "") -> Move:
    """Return the option whose playouts have the best average value for the seat.

    - Of many options only a shortlist of `max_options` is tried. All are tried on the same guesses, in which predicted
      choices replace those that others have sealed.
    - After each round of playouts the worse half is dropped, so that most playouts go to the options that are hard to
      tell apart.
    - If the means of the last two are within the tie margin, one of them is drawn. With a `temperament` ("" for none),
      the temperament chooses among all options within the taste margin instead.

    A single option is returned without playouts. The work is limited by counts, never by time: the same seed gives the
    same move.
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
        # All remaining options were tried equally often. The sort is stable: of equal ones the game's first one stays.
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
    """Return the index of the option that the temperament prefers among the best few that are about equally good.

    `totals`, `squares` and `counts` are, by option, the sum of the values of its playouts, the sum of their squares and
    their number. Options are ranked by their number of playouts, then by mean: little is known about those dropped
    early. Of the first `MAX_TASTE_OPTIONS`, those whose mean is at most `close` below that of the first count as
    equally good. Return 0 if there were no playouts.
    """
    if not any(counts):
        return 0
    means = [total / count for total, count in zip(totals, counts, strict=True)]
    # Options tried most often come first: little is known about those dropped early.
    order = sorted(range(len(means)), key=lambda option: (-counts[option], -means[option]))[:MAX_TASTE_OPTIONS]
    alike = [option for option in order if means[option] >= means[order[0]] - close]
    spreads = [squares[option] / counts[option] - means[option] ** 2 for option in alike]
    return alike[preferred_option(temperament, spreads, chance)]


def value_after(game: AnyGame, evaluation: Evaluation, guess: Any, seat: int, move: Move, seed: int) -> float:
    """Make the move on the guess, play on with predicted moves up to the horizon, and return the value for the seat.

    `guess` is changed in place. `seed` decides between the predicted moves.
    """
    chance = Chance(seed)
    until = evaluation.progress(guess) + evaluation.horizon
    game.play(guess, seat, move)
    while evaluation.progress(guess) < until and (owed := game.owed(guess)):
        other = next(iter(owed))
        game.play(guess, other, evaluation.predicted_move(game, guess, other, chance))
    return evaluation.value(guess, seat)


def _resample_sealed_choices(game: AnyGame, evaluation: Evaluation, guess: Any, seat: int, chance: Chance) -> Any:
    """Replace the choices that other seats have sealed in the guess by predicted ones, in place, and return the guess.

    A guess contains possible choices, which need not be likely.
    """
    for other in range(guess.seats):
        if other != seat and game.may_change(guess, other):
            game.play(guess, other, evaluation.predicted_move(game, guess, other, chance))
    return guess


def _shortlist(options: list[Move], max_options: int, chance: Chance) -> list[Move]:
    """Return at most `max_options` options in their order: half of them are the first ones, the rest random others.

    If there are no more than `max_options`, return all of them.
    """
    if len(options) <= max_options:
        return options
    best = max_options // 2
    others = list(range(best, len(options)))
    chance.shuffle(others)
    return options[:best] + [options[place] for place in sorted(others[: max_options - best])]
