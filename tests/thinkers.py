"""Replacements for the processes in which computers think: they decide in this process."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Protocol

from opponents import alderman_hints, decision_feedback
from opponents.advice import Advice
from opponents.decision_feedback import Feedback
from opponents.game_analysis import Analysis
from opponents.novice import novice
from rules import GAMES
from rules.records import Record
from tables.runtime.thinker import Progress
from tables.thinking.computers import analyse_in_pieces

Waiting = Collection[int]
"""The people who wait for what is computed."""


class Think(Protocol):
    """How a computer seat finds its move."""

    async def __call__(
        self, game: str, snapshot: bytes, seat: int, player: str, seed: int, people: Waiting = ()
    ) -> str: ...


class Hint(Protocol):
    """How the best moves of a seat are found."""

    async def __call__(
        self, game: str, snapshot: bytes, seat: int, seed: int, people: Waiting = ()
    ) -> list[Advice]: ...


class Judge(Protocol):
    """How a move that was made is compared with the best one."""

    async def __call__(
        self, game: str, snapshot: bytes, seat: int, move: str, people: Waiting = ()
    ) -> Feedback | None: ...


class Analyse(Protocol):
    """How a finished game is analysed."""

    async def __call__(
        self, record: Record, deciders: Sequence[int], progress: Progress, people: Waiting = ()
    ) -> Analysis | None: ...


async def quick_think(game: str, snapshot: bytes, seat: int, player: str, seed: int, people: Waiting = ()) -> str:
    """Decide as a novice."""
    rules = GAMES[game]
    return str(novice(rules, rules.decode(snapshot), seat, seed))


async def quick_hint(game: str, snapshot: bytes, seat: int, seed: int, people: Waiting = ()) -> list[Advice]:
    """Find a hint by the rule of thumb."""
    rules = GAMES[game]
    state = rules.decode(snapshot)
    return alderman_hints.best_by_rule_of_thumb(game, rules.view(state, seat), rules.options(state, seat))


async def hint_here(game: str, snapshot: bytes, seat: int, seed: int, people: Waiting = ()) -> list[Advice]:
    """Find a hint of the alderman in a thread."""
    return await asyncio.to_thread(alderman_hints.hint, game, snapshot, seat, seed)


async def quick_judge(game: str, snapshot: bytes, seat: int, move: str, people: Waiting = ()) -> Feedback | None:
    """Have nothing to say about a move."""
    return None


async def judge_here(game: str, snapshot: bytes, seat: int, move: str, people: Waiting = ()) -> Feedback | None:
    """Judge a move in a thread."""
    return await asyncio.to_thread(decision_feedback.judge_move, game, snapshot, seat, move)


async def analyse_here(
    record: Record, deciders: Sequence[int], progress: Progress, people: Waiting = ()
) -> Analysis | None:
    """Analyse a game in threads."""
    return await analyse_in_pieces(record, deciders, asyncio.to_thread, progress)


@dataclass(frozen=True)
class QuickThinker:
    """Who thinks in a house of tests, unless a test says otherwise."""

    think: Think = quick_think
    hint: Hint = quick_hint
    judge: Judge = quick_judge
    analyse: Analyse = analyse_here
