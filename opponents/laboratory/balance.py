"""Balance of a game: how often good players use each thing, who wins with it and from which seat, and for how long."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from math import sqrt

import msgspec

from opponents.laboratory.entrants import entrant
from opponents.laboratory.tournament import Match, shares
from opponents.laboratory.uses import uses_of
from rules import GAMES
from rules.chance import Chance

SURE = 1.96
"""Standard errors on either side of a share in which it lies in 95 of 100 cases."""


class Seen(msgspec.Struct, frozen=True):
    """What was seen in one game."""

    shares: tuple[float, ...]
    """Of the victory, by seat."""
    length: int
    used: dict[tuple[str, str], int]
    """By group and thing."""
    won: dict[tuple[str, str], float]
    """The same, each use counted by what its user won in the end."""


def watch(match: Match) -> Seen:
    """Play one game and see what is used."""
    game, uses, chance = GAMES[match.game], uses_of(match.game), Chance(match.seed)
    if uses is None:
        raise ValueError(f"{match.game} does not say what can be used in it")
    players = [entrant(match.game, name) for name in match.players]
    state = game.new(len(players), chance.draw(), match.options)
    found: Counter[tuple[int, str, str]] = Counter()
    decisions = 0
    while owed := game.owed(state):
        seat = next(iter(owed))
        events = game.play(state, seat, players[seat](game, state, seat, chance.draw()))
        decisions += 1
        found.update(use for event in events for use in uses.of(event))
    result = game.result(state)
    assert result is not None
    parts = shares(result)
    used: Counter[tuple[str, str]] = Counter()
    won: dict[tuple[str, str], float] = {}
    for (seat, group, thing), count in found.items():
        used[group, thing] += count
        won[group, thing] = won.get((group, thing), 0.0) + count * parts[seat]
    return Seen(parts, uses.length(state, decisions), dict(used), won)


def watch_all(played: Sequence[Match], cores: int | None = None) -> list[Seen]:
    """Play all games on so many cores, None for all there are."""
    if cores == 1:
        return list(map(watch, played))
    with ProcessPoolExecutor(cores) as pool:
        return list(pool.map(watch, played, chunksize=max(1, len(played) // 64)))


def report(game: str, seen: Sequence[Seen]) -> Iterator[str]:
    """Yield how the games went, line by line, as tables of Markdown."""
    uses = uses_of(game)
    assert uses is not None
    games, seats = len(seen), len(seen[0].shares)
    yield "| seat | wins | 95 % |"
    yield "|---|---|---|"
    for seat in range(seats):
        parts = [each.shares[seat] for each in seen]
        mean = sum(parts) / games
        error = SURE * sqrt(sum((part - mean) ** 2 for part in parts) / max(1, games - 1) / games)
        yield f"| {seat + 1} | {100 * mean:.1f} % | {100 * (mean - error):.1f} to {100 * (mean + error):.1f} |"
    lengths = sorted(each.length for each in seen)
    drawn = sum(max(each.shares) < 1 for each in seen)
    low, middle, high = (lengths[round(part * (games - 1))] for part in (0.05, 0.5, 0.95))
    yield ""
    yield (
        f"Shared victories: {100 * drawn / games:.1f} %. Length in {uses.counted}: {middle} ({low} to {high} in 90 %)."
    )
    used: Counter[tuple[str, str]] = Counter()
    won: dict[tuple[str, str], float] = {}
    for each in seen:
        used.update(each.used)
        for key, part in each.won.items():
            won[key] = won.get(key, 0.0) + part
    for group, things in uses.things.items():
        total, there = sum(used[group, thing] for thing in things), sum(things.values())
        yield ""
        yield f"| {group} | a game | of all | there are | ratio | wins |"
        yield "|---|---|---|---|---|---|"
        for thing, many in things.items():
            count = used[group, thing]
            part = count / max(1, total)
            wins = f"{100 * won[group, thing] / count:.0f} %" if count else "–"
            yield (
                f"| {thing} | {count / games:.2f} | {100 * part:.1f} % | {100 * many / there:.1f} % |"
                f" {part * there / many:.2f} | {wins} |"
            )
