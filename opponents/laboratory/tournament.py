"""Tournaments of computer players: many games on all cores, seats rotated, reproducible by seed."""

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
    """One game of a tournament: who sits where, and the seed of the game and of all decisions."""

    game: str
    options: dict[str, int]
    players: tuple[str, ...]
    seed: int


class MatchOutcome(msgspec.Struct, frozen=True):
    """How one match went, by seat: shares of the victory, seconds of thinking, decisions made, the slowest one."""

    shares: tuple[float, ...]
    seconds: tuple[float, ...]
    decisions: tuple[int, ...]
    slowest: tuple[float, ...]
    """Seconds."""


class Tally(msgspec.Struct, frozen=True):
    """One player over all matches, all its seats together."""

    player: str
    seats: int
    share: float
    error: float
    """Standard error of the share."""
    milliseconds: float
    """Mean processor time of one decision."""
    slowest: float
    """The same of the slowest."""


def matches(
    game: str, players: Sequence[str], games: int, seed: int, options: Mapping[str, int] | None = None
) -> Iterator[Match]:
    """Set up the matches: from one to the next everyone moves on by one seat."""
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
    """Play one match to its end."""
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
    """Return what part of the victory each seat has: the winners share it equally."""
    return tuple((place == 1) / len(result.winners) for place in result.places)


def play_all(played: Sequence[Match], cores: int | None = None) -> list[MatchOutcome]:
    """Play all matches on so many cores, None for all there are. The outcomes come in the order of the matches."""
    if cores == 1:
        return list(map(play, played))
    with ProcessPoolExecutor(cores) as pool:
        return list(pool.map(play, played, chunksize=max(1, len(played) // 64)))


def tallies(played: Sequence[Match], outcomes: Sequence[MatchOutcome]) -> list[Tally]:
    """Add up the outcomes by player, in the order in which they were named."""
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
    """Return how far ahead of all others, who are alike, somebody is who has won so many games against them.

    By Plackett and Luce the chances to win are as e to the power of strength over spread. Half a game is added to both
    sides, since nobody wins for certain.
    """
    share = (wins + 0.5) / (games + 1)
    return log(share / (1 - share) * (seats - 1)) * sqrt(seats * (_BETA**2 + STRENGTH_SIGMA**2))
