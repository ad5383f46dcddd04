"""The trader: makes up what it cannot know, tries each option on that, and looks one round ahead."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from opponents.evaluations import Evaluation, PlayedOut
from opponents.temperaments import by_taste
from rules import AnyGame, Move, of_every_game
from rules.chance import Chance

EVALUATIONS: dict[str, Evaluation] = of_every_game("opponents", "EVALUATION")
"""By the game's name. A game that is not here is played to its end in every look ahead."""
FEW = 3
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
    options = _shortlist(game.options(guess, seat), evaluation.breadth, chance)
    totals, squares, counts = [0.0] * len(options), [0.0] * len(options), [0] * len(options)
    alive = ranked = list(range(len(options)))
    cuts = (len(options) - 1).bit_length()
    tries = 0
    for _ in range(cuts):
        more = max(1, evaluation.playouts // (cuts * len(alive)))
        tries += more
        for _ in range(more):
            guess = _expect(game, evaluation, game.guess(state, seat, chance.draw()), seat, chance)
            luck = chance.draw()
            for option in alive:
                value = look_ahead(game, evaluation, guess.copy(), seat, options[option], luck)
                totals[option] += value
                squares[option] += value * value
                counts[option] += 1
        # Every option still alive was tried equally often; of equal ones the game's better one stays.
        ranked = sorted(alive, key=lambda option: -totals[option])
        alive = ranked[: (len(alive) + 1) // 2]
    if temperament:
        return options[_liked(temperament, totals, squares, counts, evaluation.close(guess.seats), chance)]
    first, second = ranked[0], ranked[-1]
    alike = totals[first] - totals[second] < tries * evaluation.alike(guess.seats)
    return options[second if alike and chance.below(2) else first]


def _liked(
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
    order = sorted(range(len(means)), key=lambda option: (-counts[option], -means[option]))[:FEW]
    alike = [option for option in order if means[option] >= means[order[0]] - close]
    spreads = [squares[option] / counts[option] - means[option] ** 2 for option in alike]
    return alike[by_taste(temperament, spreads, chance)]


def look_ahead(game: AnyGame, evaluation: Evaluation, guess: Any, seat: int, move: Move, seed: int) -> float:
    """Make the move on a guess, let everyone go on as is likely, and return how it looks then."""
    chance = Chance(seed)
    until = evaluation.moment(guess) + evaluation.ahead
    game.play(guess, seat, move)
    while evaluation.moment(guess) < until and (owed := game.owed(guess)):
        other = next(iter(owed))
        game.play(guess, other, evaluation.likely(game, guess, other, chance))
    return evaluation.value(guess, seat)


def _expect(game: AnyGame, evaluation: Evaluation, guess: Any, seat: int, chance: Chance) -> Any:
    """Let those who have sealed a choice seal what is likely: a guess only knows what is possible."""
    for other in range(guess.seats):
        if other != seat and game.may_change(guess, other):
            game.play(guess, other, evaluation.likely(game, guess, other, chance))
    return guess


def _shortlist(options: list[Move], breadth: int, chance: Chance) -> list[Move]:
    """Keep the game's best options and some of the others, in their order."""
    if len(options) <= breadth:
        return options
    best = breadth // 2
    others = list(range(best, len(options)))
    chance.shuffle(others)
    return options[:best] + [options[place] for place in sorted(others[: breadth - best])]
