"""Tournaments of computer players: many games in parallel, with rotating seats, reproducible by seed.

`matches` makes the matches, `play_all` plays them, and `tallies` gives each player's mean share of the victory and
thinking time. `strength_gap` turns wins into a difference of strength.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from math import log, sqrt
from time import process_time

import msgspec

from opponents.laboratory.entrants import entrant
from opponents.strengths import STRENGTH_SIGMA
from rules import GAMES, Result
from rules.chance import Chance

_BETA = 25 / 6
"""Plackett-Luce spread of a single player's performance, on the scale of ratings."""


class Match(msgspec.Struct, frozen=True):
    """One game of a tournament.

    `game` is the game's name, `options` are the values of its variants by key, `players` are the players' names by
    seat, and `seed` determines the game and all decisions.
    """

    game: str
    options: dict[str, int]
    players: tuple[str, ...]
    seed: int


class MatchOutcome(msgspec.Struct, frozen=True):
    """The outcome of one match: shares of the victory, thinking times and numbers of decisions, each by seat."""

    shares: tuple[float, ...]
    """Shares of the victory."""
    seconds: tuple[float, ...]
    """Processor time of all decisions."""
    decisions: tuple[int, ...]
    slowest: tuple[float, ...]
    """Processor time of the slowest decision, in seconds."""


class Tally(msgspec.Struct, frozen=True):
    """The results of one player over all matches, all its seats together: share of the victory and thinking time."""

    player: str
    seats: int
    """The number of its seats in each match."""
    share: float
    """Mean share of the victory."""
    error: float
    """Standard error of the share."""
    milliseconds: float
    """Mean processor time of one decision."""
    slowest: float
    """Processor time of the slowest decision, in milliseconds."""


def matches(
    game: str, players: Sequence[str], games: int, seed: int, options: Mapping[str, int] | None = None
) -> Iterator[Match]:
    """Yield the `games` matches of a tournament; from one to the next every player moves on by one seat.

    `players` are the names for all seats of the first match. Raise ValueError, when the first match is asked for, if
    options, seed or number of players are invalid, or a player is unknown.
    """
    settled = GAMES[game].complete_options(len(players), options or {})
    if not 0 <= seed < 1 << 64:
        raise ValueError(f"a seed is a number from 0 to 2**64 - 1, not {seed}")
    for name in players:
        entrant(game, name)
    chance = Chance(seed)
    for number in range(games):
        turn = number % len(players)
        yield Match(game, settled, (*players[turn:], *players[:turn]), chance.draw())


def play(match: Match) -> MatchOutcome:
    """Play one match to its end, and return each seat's share of the victory, thinking time and number of decisions.

    Thinking times, those of the slowest decisions too, are processor time. The match's seed decides everything else.
    """
    game = GAMES[match.game]
    chance = Chance(match.seed)
    players = [entrant(match.game, name) for name in match.players]
    state = game.new(len(players), chance.draw(), match.options)
    seconds = [0.0] * len(match.players)
    decisions = [0] * len(match.players)
    slowest = [0.0] * len(match.players)
    while owed := game.owed(state):
        seat = next(iter(owed))
        began = process_time()
        move = players[seat](game, state, seat, chance.draw())
        took = process_time() - began
        seconds[seat] += took
        slowest[seat] = max(slowest[seat], took)
        decisions[seat] += 1
        game.play(state, seat, move)
    result = game.result(state)
    assert result is not None, "nobody owes anything, but the game goes on"
    return MatchOutcome(win_shares(result), tuple(seconds), tuple(decisions), tuple(slowest))


def win_shares(result: Result) -> tuple[float, ...]:
    """Return each seat's share of the victory: the winners share it equally, all others have 0."""
    return tuple((place == 1) / len(result.winners) for place in result.places)


def play_all(played: Sequence[Match], cores: int | None = None) -> list[MatchOutcome]:
    """Play all matches in this many processes (None: one per core), and return the outcomes in the same order."""
    if cores == 1:
        return list(map(play, played))
    with ProcessPoolExecutor(cores) as pool:
        return list(pool.map(play, played, chunksize=max(1, len(played) // 64)))


def tallies(played: Sequence[Match], outcomes: Sequence[MatchOutcome]) -> list[Tally]:
    """Return the results of each player, in the order in which the first match names the players.

    They are the mean share of the victory per match with its standard error, and the mean and longest time of a
    decision. `outcomes` has the outcome of each match in `played`, in the same order; there must be at least one match.
    Several seats of a player count together in one tally.
    """
    found = []
    for player in dict.fromkeys(played[0].players):
        parts: list[float] = []
        seconds, decisions, slowest = 0.0, 0, 0.0
        for match, outcome in zip(played, outcomes, strict=True):
            seats = [seat for seat, name in enumerate(match.players) if name == player]
            parts.append(sum(outcome.shares[seat] for seat in seats))
            seconds += sum(outcome.seconds[seat] for seat in seats)
            decisions += sum(outcome.decisions[seat] for seat in seats)
            slowest = max(slowest, *(outcome.slowest[seat] for seat in seats))
        mean = sum(parts) / len(parts)
        spread = sum((part - mean) ** 2 for part in parts) / max(1, len(parts) - 1)
        found.append(
            Tally(
                player,
                played[0].players.count(player),
                mean,
                sqrt(spread / len(parts)),
                1000 * seconds / max(1, decisions),
                1000 * slowest,
            )
        )
    return found


def strength_gap(wins: float, games: int, seats: int) -> float:
    """Return by how much a player's rating `mu` should be above that of its rivals, if it won `wins` of `games`.

    `seats` is the number of players; all rivals count as equally strong. The result inverts the Plackett-Luce model, in
    which a chance to win grows exponentially with strength. Half a game is added to the wins and half to the losses, so
    that the result is finite even for a player who won or lost every game.
    """
    share = (wins + 0.5) / (games + 1)
    return log(share / (1 - share) * (seats - 1)) * sqrt(seats * (_BETA**2 + STRENGTH_SIGMA**2))
