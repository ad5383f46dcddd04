"""Computer players: their levels, names and temperaments, and the worker processes in which they think.

`ProcessThinker` computes moves, hints, feedback and analyses in worker processes. `temperament_of` returns the
temperament of a seat's computer.
"""

from __future__ import annotations

import asyncio
import logging
import os
from collections import defaultdict
from collections.abc import Awaitable, Callable, Collection, Sequence
from concurrent.futures import BrokenExecutor, Executor
from functools import partial
from itertools import chain
from typing import Any, Self, TypeVar, TypeVarTuple

import opponents
from opponents import alderman_hints, appraisal, decision_feedback, game_analysis
from opponents.advice import Advice
from opponents.appraisal import JudgedDecision
from opponents.decision_feedback import Feedback
from opponents.game_analysis import Analysis
from opponents.temperaments import TEMPERAMENTS
from rules.records import Record
from storage.rows import SeatRow
from tables.runtime.thinker import Progress
from tables.thinking.fair_turns import FairTurns
from tables.thinking.worker_pool import Stuck, WorkerPool

log = logging.getLogger("kontor.computers")

DEFAULT_LEVEL = "trader"
LEVELS = tuple(opponents.PLAYERS)
"""The levels of computer players, the weakest first."""
COMPUTER_NAMES = ("Hinrich", "Gesche", "Jasper", "Wiebke", "Detmar", "Mette")
"""The names that computer players get, in this order: first names of the Hanse's time, the same in every language."""
_WORKERS = max(1, (os.cpu_count() or 2) - 1)
"""Worker processes of a pool: one fewer than there are processors."""
JOB_TIMEOUT_S = 60.0
"""After this time a worker counts as stuck. The work for a decision is limited by count and takes about a second."""

Args = TypeVarTuple("Args")
R = TypeVar("R")
RunJob = Callable[..., Awaitable[Any]]
"""Runs a function with its arguments in a worker process and returns its result."""


def move_and_hint_pool() -> Executor:
    """Return a pool of `_WORKERS` worker processes for moves, hints and feedback.

    If a job takes longer than `JOB_TIMEOUT_S`, its process is killed and `Stuck` is raised.
    """
    jobs: tuple[Callable[..., Any], ...] = (opponents.choose_move, alderman_hints.hint, decision_feedback.judge_move)
    return WorkerPool(_WORKERS, dict.fromkeys(jobs, JOB_TIMEOUT_S))


def analysis_pool() -> Executor:
    """Return a pool of one worker process, for the analysis of one game, with the same time limit for each job."""
    return WorkerPool(1, {game_analysis.survey_game: JOB_TIMEOUT_S, appraisal.appraise_decision: JOB_TIMEOUT_S})


def temperament_of(seat: SeatRow) -> str:
    """Return the temperament of a seat's computer player; empty if its level has none.

    It depends only on the computer's name, so that computers at one table differ, and each keeps its temperament at a
    rematch although it is not stored. If the computer plays for a person, or its name is not in `COMPUTER_NAMES`, it
    depends on the seat's number instead. Players are not told of it: it decides only between moves that are about
    equally good.
    """
    if seat.computer not in opponents.PLAYERS_WITH_TEMPERAMENT:
        return ""
    named = seat.person is None and seat.name in COMPUTER_NAMES
    offset = COMPUTER_NAMES.index(seat.name) if named else seat.seat
    return TEMPERAMENTS[offset % len(TEMPERAMENTS)]


class ProcessThinker:
    """The `Thinker` that works in processes of its own. Use it as a context manager: leaving it ends the processes.

    `make_pool` is called at once for the pool of moves, and at the first hint for the pool of hints and feedback.
    `make_analysis_pool` is called for each analysis. Moves, hints and analyses have each their own `FairTurns`.
    """

    def __init__(
        self,
        make_pool: Callable[[], Executor] = move_and_hint_pool,
        make_analysis_pool: Callable[[], Executor] = analysis_pool,
    ) -> None:
        """Make the pool for moves now, that for hints with the first hint, and a pool for each analysis."""
        self._make_pool = make_pool
        self._make_analysis_pool = make_analysis_pool
        self._move_turns, self._hint_turns, self._analysis_turns = (FairTurns(n) for n in (_WORKERS, _WORKERS, 1))
        self._pool = make_pool()
        self._hint_pool: Executor | None = None
        """Made when the first hint is asked for, so that a person does not wait behind the computers' moves."""

    async def think(
        self, game: str, snapshot: bytes, seat: int, player: str, seed: int, people: Collection[int] = ()
    ) -> str:
        """Return as text the move that a computer player chooses for a seat in the encoded state `snapshot`.

        `player` is its level, with a colon and the temperament if it has one; `seed` is for its random choices. It
        waits for the turn of one of `people`. If the worker process got stuck, log an error and let the default level
        decide. If the process was killed, try once more. Raise `BrokenExecutor` if the second try fails too.
        """
        async with self._move_turns.turn(people):
            try:
                return await self.run(opponents.choose_move, game, snapshot, seat, player, seed)
            except Stuck:
                about = (game, player, seat, seed, DEFAULT_LEVEL)
                log.error("game=%s player=%s seat=%d seed=%d stuck: %s decides", *about)
                return await self.run(opponents.choose_move, game, snapshot, seat, DEFAULT_LEVEL, seed)
            except BrokenExecutor:
                return await self.run(opponents.choose_move, game, snapshot, seat, player, seed)

    async def hint(
        self, game: str, snapshot: bytes, seat: int, seed: int, people: Collection[int] = ()
    ) -> list[Advice]:
        """Return the best moves of a seat, best first. `snapshot` is the encoded state of the game.

        It waits for the turn of one of `people`, like feedback.
        If the worker process got stuck, or was killed two times, log an error and return an empty list.
        """
        missing = f"game={game} seat={seat} seed={seed} no hint"
        found = await self._for_a_person(people, missing, alderman_hints.hint, game, snapshot, seat, seed)
        return found if found is not None else []

    async def judge(
        self, game: str, snapshot: bytes, seat: int, move: str, people: Collection[int] = ()
    ) -> Feedback | None:
        """Return feedback on a move that a seat made in the state `snapshot`; None if no trained model fits the game.

        It waits for the turn of one of `people`, like hints. If the worker got stuck or was killed twice, log an error
        and return None.
        """
        missing = f"game={game} seat={seat} move={move!r} no feedback"
        return await self._for_a_person(people, missing, decision_feedback.judge_move, game, snapshot, seat, move)

    async def _for_a_person(
        self, people: Collection[int], missing: str, work: Callable[[*Args], R], *args: *Args
    ) -> R | None:
        """Call a function in the worker pool for people's hints and feedback, in their turn, and return its result.

        Computers' moves use another pool. If the worker got stuck or was killed twice, log `missing` with the problem
        as an error and return None.
        """
        self._hint_pool = self._hint_pool or self._make_pool()
        problem: BrokenExecutor
        async with self._hint_turns.turn(people):
            for _ in range(2):
                try:
                    return await asyncio.get_running_loop().run_in_executor(self._hint_pool, work, *args)
                except BrokenExecutor as broken:
                    problem = broken
                    if isinstance(broken, Stuck):
                        break
        log.error("%s: %s", missing, problem)
        return None

    async def analyse(
        self, record: Record, deciders: Sequence[int], progress: Progress, people: Collection[int] = ()
    ) -> Analysis | None:
        """Return the analysis of a finished game, made in a process that ends with it.

        `deciders` has for each move that was not taken back the person who made it, or 0 for a computer. One game is
        analysed at a time; others wait here for the turn of one of `people`. Return None if no trained evaluation fits
        the game. Raise `BrokenExecutor` if the process died or took too long, and whatever `progress` raises.
        """
        async with self._analysis_turns.turn(people):
            progress(0, 1)
            pool = self._make_analysis_pool()
            run = partial(asyncio.get_running_loop().run_in_executor, pool)
            try:
                return await analyse_in_pieces(record, deciders, run, progress)
            finally:
                await asyncio.to_thread(pool.shutdown, cancel_futures=True)

    async def run(self, work: Callable[[*Args], R], *args: *Args) -> R:
        """Call a function in a worker process for moves and return its result. Raise what it raises.

        Raise `Stuck` if it exceeds its time limit, and `BrokenExecutor` if the process was killed.
        """
        return await asyncio.get_running_loop().run_in_executor(self._pool, work, *args)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """Wait for running jobs, drop those that wait, and end the processes."""
        for pool in filter(None, (self._pool, self._hint_pool)):
            pool.shutdown(cancel_futures=True)


async def analyse_in_pieces(
    record: Record, deciders: Sequence[int], run: RunJob, progress: Progress
) -> Analysis | None:
    """Return the analysis of a game. `run` runs each of its short jobs, and each is reported to `progress` before.

    Selected decisions of people are searched once. Those that look like mistakes are searched a second time, until
    `MAX_MISTAKES` of each person are confirmed. `deciders` has for each move that was not taken back the person who
    made it, or 0 for a computer. Return None if no trained evaluation fits the game.
    """
    survey: game_analysis.Survey | None = await run(game_analysis.survey_game, record, deciders)
    if survey is None:
        return None
    judged: list[game_analysis.Judged] = []
    people = {decision.decider for decision in survey.searched}
    whole = len(survey.searched) + len(people) * game_analysis.MAX_MISTAKES + 1
    for decision in survey.searched:
        progress(len(judged), whole)
        judged.append((decision, await run(appraisal.appraise_decision, record.game, decision)))
    mistakes: dict[int, list[JudgedDecision]] = defaultdict(list)
    for done, (decision, found) in enumerate(game_analysis.mistakes_to_confirm(judged), start=len(judged)):
        if len(mistakes[decision.decider]) < game_analysis.MAX_MISTAKES:
            progress(min(done, whole - 1), whole)
            again = await run(appraisal.appraise_decision, record.game, decision, found.other)
            if appraisal.is_confirmed_mistake(record.game, found, again):
                mistakes[decision.decider].append(found)
    costliest_first = sorted(chain(*mistakes.values()), key=lambda each: each.lead)
    return game_analysis.conclude(survey, judged, costliest_first)
