"""Whether the alderman's chances agree with victories: `observe_games` notes them in games among journeymen.

`report` compares, for each round, the chances that were estimated with the victories that followed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import pairwise
from math import sqrt
from typing import NamedTuple

from opponents.alderman import weigh_moves_quickly
from opponents.laboratory.tournament import Match, win_shares
from rules import GAMES
from rules.chance import Chance

GROUPS = 3
"""Into how many groups of equal size the estimates of a round are divided, from low to high."""


class Estimate(NamedTuple):
    """A seat's chance to win, from 0 to 1, at its first choice of a round, and its share of the victory."""

    round: int
    """The number of the round, from 1."""
    chance: float
    won: float


def observe_game(match: Match) -> list[Estimate]:
    """Play a match with the best moves of the alderman's quick search in all seats, and return the estimates.

    `match.players` only says how many seats there are. Raise ValueError if the game has no rounds or no usable model.
    """
    game, chance = GAMES[match.game], Chance(match.seed)
    state = game.new(len(match.players), chance.draw(), match.options)
    chances: dict[tuple[int, int], float] = {}
    while owed := game.owed(state):
        seat = next(iter(owed))
        options = game.options(state, seat)
        if len(options) > 1:
            weighed = weigh_moves_quickly(game, state, seat, chance.draw())
            rounds_over = game.rounds_over(game.view(state, None))
            if not weighed or rounds_over is None:
                raise ValueError(f"{match.game} has no rounds or no usable model for {len(match.players)} players")
            chances.setdefault((rounds_over + 1, seat), weighed[0].chance)
            options = [weighed[0].move]
        game.play(state, seat, options[0])
    result = game.result(state)
    assert result is not None
    won = win_shares(result)
    return [Estimate(number, estimate, won[seat]) for (number, seat), estimate in chances.items()]


def observe_games(played: Sequence[Match], cores: int | None = None) -> list[Estimate]:
    """Play all matches in this many processes (None: one per core), and return all estimates."""
    if cores == 1:
        return [each for match in played for each in observe_game(match)]
    with ProcessPoolExecutor(cores) as pool:
        found = pool.map(observe_game, played, chunksize=max(1, len(played) // 64))
        return [each for estimates in found for each in estimates]


def report(estimates: Sequence[Estimate]) -> Iterator[str]:
    """Yield the lines of a table in Markdown: by round, `GROUPS` groups of equal size, from low to high chances.

    Each says its mean chance and its mean share of the victory with the standard error, in percent.
    """
    yield "| round | seats | chance : won |" + " |" * (GROUPS - 1)
    yield "|---|---|" + "---|" * GROUPS
    for number in sorted({each.round for each in estimates}):
        ranked = sorted((each.chance, each.won) for each in estimates if each.round == number)
        bounds = [len(ranked) * place // GROUPS for place in range(GROUPS + 1)]
        groups = [ranked[low:high] for low, high in pairwise(bounds) if low < high]
        yield f"| {number} | {len(ranked)} | {' | '.join(map(_compared, groups))} |"


def _compared(group: Sequence[tuple[float, float]]) -> str:
    """Return the mean of the chances and the mean of the shares won with its standard error, as in "61 : 58 ± 5"."""
    size = len(group)
    chance, won = sum(chance for chance, _ in group) / size, sum(won for _, won in group) / size
    error = sqrt(sum((share - won) ** 2 for _, share in group) / max(1, size - 1) / size)
    return f"{100 * chance:.0f} : {100 * won:.0f} ± {100 * error:.0f}"
