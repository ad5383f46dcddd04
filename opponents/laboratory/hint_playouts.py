"""Whether hints are better than the trader's moves: `compare_all` plays games on after both, in positions of games.

All seats then play like one computer player: by the game's rule of thumb, so that nothing depends on what the alderman
believes, or like another player, since somebody who follows the rule of thumb may waste what a hint was good for.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from math import sqrt
from typing import Any, NamedTuple

from opponents.advice import advise
from opponents.alderman import weigh_moves
from opponents.alderman_hints import ranked_like_hints
from opponents.laboratory.adversaries import adversaries_of
from opponents.laboratory.entrants import entrant
from opponents.laboratory.tournament import win_shares
from opponents.model_loading import model_of
from opponents.trader import trader
from opponents.turn_model import TurnModel
from rules import GAMES, AnyGame, Move
from rules.chance import Chance

KEPT_ONE_IN = 10
"""One decision in this many of a game is kept as a position, on average."""


class Position(NamedTuple):
    """A decision with several options. `game` is the game's name, `snapshot` the encoded state."""

    game: str
    snapshot: bytes
    seat: int
    seed: int
    """For everything random in the comparison."""


class Comparison(NamedTuple):
    """The hint's share of the victory over the playouts of a position, minus that of the trader's move."""

    difference: float
    """0 if both chose the same move."""
    error: float
    """Standard error of the difference."""

    @property
    def worse(self) -> bool:
        """True if the hint is worse by more than two standard errors."""
        return self.difference < -2 * self.error


class Summary(NamedTuple):
    """What was found in all positions."""

    mean: float
    """Mean difference."""
    error: float
    """Standard error of the mean."""
    worse: float
    """Share of the positions in which the hint is worse than the trader's move by more than two standard errors."""


def positions(name: str, seats: int, count: int, seed: int) -> Iterator[Position]:
    """Yield `count` positions of games in which each seat is a journeyman, a trader or an adversary, drawn at random.

    `name` is the game's name.
    """
    game, chance = GAMES[name], Chance(seed)
    others = ["trader", *adversaries_of(name)]
    left = count
    while left:
        players = [entrant(name, chance.choice(others) if chance.below(2) else "journeyman") for _ in range(seats)]
        state = game.new(seats, chance.draw())
        while left and (owed := game.owed(state)):
            seat = next(iter(owed))
            if len(game.options(state, seat)) > 1 and not chance.below(KEPT_ONE_IN):
                yield Position(name, game.encode(state), seat, chance.draw())
                left -= 1
            game.play(state, seat, players[seat](game, state, seat, chance.draw()))


def compare(playouts: int, player: str, position: Position) -> Comparison:
    """Play the position on after the hint and after the trader's move, `playouts` times each, and compare the results.

    Each pair of playouts begins with the same dice, and all seats play on like `player`. For the rule of thumb ("") it
    begins with the same guess, too; other players go on from the real state, because they guess for themselves.
    """
    game, chance, seat = GAMES[position.game], Chance(position.seed), position.seat
    state = game.decode(position.snapshot)
    hint = ranked_like_hints(weigh_moves(game, state, seat, chance.draw()))[0].move
    other = trader(game, state, seat, chance.draw())
    if hint == other:
        return Comparison(0.0, 0.0)
    differences = []
    for _ in range(playouts):
        start, luck = state if player else game.guess(state, seat, chance.draw()), chance.draw()
        first, second = (_share_after(game, start.copy(), seat, move, luck, player) for move in (hint, other))
        differences.append(first - second)
    return Comparison(*_mean_and_error(differences))


def compare_all(found: Iterable[Position], playouts: int, player: str = "", cores: int | None = None) -> Summary:
    """Compare the moves in all these positions, in this many processes (None: one per core); see `compare`."""
    if cores == 1:
        compared = [compare(playouts, player, position) for position in found]
    else:
        with ProcessPoolExecutor(cores) as pool:
            compared = list(pool.map(partial(compare, playouts, player), found))
    worse = sum(each.worse for each in compared) / len(compared)
    return Summary(*_mean_and_error([each.difference for each in compared]), worse)


def _share_after(game: AnyGame, state: Any, seat: int, move: Move, luck: int, player: str) -> float:
    """Play the move and then like `player` to the end, in place; return the seat's share of the victory.

    `player` "" is the rule of thumb. `luck` is the seed of everything random.
    """
    state.chance, seeds = Chance(luck), Chance(luck + 1)
    game.play(state, seat, move)
    play = entrant(game.name, player) if player else _by_rule_of_thumb
    while owed := game.owed(state):
        acting = next(iter(owed))
        game.play(state, acting, play(game, state, acting, seeds.draw()))
    result = game.result(state)
    assert result is not None
    return win_shares(result)[seat]


def _by_rule_of_thumb(game: AnyGame, state: Any, seat: int, seed: int) -> Move:
    """Return the first move by the rule of thumb; in a game with turns, the move that lookaheads predict."""
    model = model_of(game.name)
    if isinstance(model, TurnModel):  # Twice as fast: it works out no reasons.
        return model.predicted_move(game, state, seat, None)
    return advise(game.name, game.view(state, seat), game.menu(state, seat))[0].move


def _mean_and_error(numbers: Sequence[float]) -> tuple[float, float]:
    """Return the mean of the numbers and its standard error (0 for a single number)."""
    mean = sum(numbers) / len(numbers)
    spread = sum((number - mean) ** 2 for number in numbers) / max(1, len(numbers) - 1)
    return mean, sqrt(spread / len(numbers))
