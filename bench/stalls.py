"""Measures how long each step of handling a click blocks the event loop, as CPU time, over whole random games.

About every second move is an advised one, so that boards are as full as those of good players. Between two steps the
event loop is free for other tasks. Pictures are rendered, and computers think, in other threads or processes.
"""

from __future__ import annotations

import asyncio
import tempfile
from collections import defaultdict
from collections.abc import Callable
from functools import partial
from pathlib import Path
from time import thread_time
from typing import Any, TypeVar

from bench.report import Goal, print_goals, print_table
from bot import collect_garbage_rarely, now
from cluster import open_alone
from cogs.actions import story_page
from cogs.games import GAMES as ON_DISCORD
from cogs.messages.components import components_of
from cogs.messages.game_display import GameDisplay
from cogs.messages.panel import Panel
from cogs.messages.replay_parts import moment_parts
from cogs.messages.table_messages import board_panel, hand_panel, menu_panel, names_at
from opponents.advice import advise
from rules import GAMES, AnyGame, Event
from rules.chance import Chance
from rules.recent_changes import recent_changes
from storage.rows import LogRow, SeatRow, TableRow
from tables.model.history import OPEN_HANDS, GameHistory
from tables.model.table import Look, Since, Table
from tables.play import lookup
from tables.play.game_log import VisibleEntry
from tables.runtime.services import Services
from tables.thinking.computers import ProcessThinker
from words import Words, score_text, words_in
from words.change_text import news_lines as told_briefly

GAMES_EACH = 4
"""How many games are played of each kind of game."""
MAX_STEP_MS = 20.0
"""Milliseconds that one step may take."""
NAMES = ("Anna", "Bertram", "Clara", "Dietrich", "Emma", "Frieda")

Result = TypeVar("Result")


class StepTimes:
    """CPU milliseconds of all steps of some games: `by_step` has a list for each kind of step."""

    def __init__(self) -> None:
        self.by_step: defaultdict[str, list[float]] = defaultdict(list)

    def time(self, what: str, step: Callable[[], Result]) -> Result:
        """Run a step, record its CPU time under the kind `what`, and return its result."""
        began = thread_time()
        done = step()
        self.by_step[what].append(1000 * (thread_time() - began))
        return done


def measure() -> bool:
    """Print median, p99 and longest CPU time of each kind of step in each game.

    Return True if every step took less than `MAX_STEP_MS`.
    """
    rows: list[list[str]] = []
    goals: list[Goal] = []
    for on_discord in ON_DISCORD:
        steps = asyncio.run(_play(on_discord.display()))
        longest = max(max(by_step) for by_step in steps.by_step.values())
        goals.append(
            Goal(
                f"longest step, {on_discord.name}",
                f"{longest:.1f} ms",
                f"under {MAX_STEP_MS:.0f} ms",
                longest < MAX_STEP_MS,
            )
        )
        for what, by_step in steps.by_step.items():
            ordered = sorted(by_step)
            at = (ordered[len(ordered) // 2], ordered[len(ordered) * 99 // 100], ordered[-1])
            rows.append([f"{on_discord.name}, {what}", f"{len(ordered):,}", *(f"{each:.2f}" for each in at)])
    print(f"One step of a click on the event loop, CPU ms, {GAMES_EACH} games of each\n")
    print_table(["", "steps", "median", "p99", "longest"], rows)
    return print_goals(goals)


async def _play(display: GameDisplay) -> StepTimes:
    """Play `GAMES_EACH` games of the game that `display` shows, and return the times of their steps."""
    steps = StepTimes()
    with tempfile.TemporaryDirectory() as folder, ProcessThinker() as thinkers:
        services = Services(await open_alone(Path(folder, "stalls.db")), now, thinkers)
        collect_garbage_rarely()  # as the bot does; else garbage collection would count as part of a step
        try:
            for seed in range(GAMES_EACH):
                await _play_game(services, display, seed, steps)
        finally:
            await services.db.close()
    return steps


async def _play_game(services: Services, display: GameDisplay, seed: int, steps: StepTimes) -> None:
    """Play one game, and add the time of every move and of every step of showing it to `steps`.

    About half of the moves are advised ones, the others random; `seed` also decides how many players there are. At the
    end the log of the game and each step of its replay are shown too.
    """
    game, words, chance = GAMES[display.game], words_in("en"), Chance(seed)
    seats = game.players[seed % len(game.players)]
    state = game.new(seats, seed)
    row = TableRow(
        id=1, game=game.name, rules=game.version, options=game.complete_options(seats, {}), seed=seed,
        status="playing", size=seats, host=1, server=1, channel=1, language="en", created=0,
        snapshot=game.encode(state),
    )  # fmt: skip
    people = [SeatRow(seat=seat, person=1 + seat, computer=None, name=NAMES[seat]) for seat in range(seats)]
    log: list[LogRow] = []
    kept: dict[int, tuple[int, bytes]] = {}
    while owed := game.owed(state):
        seat = next(iter(owed))
        look = await _look(services, row, people, seat)
        steps.time("menu", partial(_menu, display, look, words))
        if seat in kept:
            steps.time("what changed since", partial(_changes, display, look, words, *kept[seat], log))
        kept[seat] = (len(log), steps.time("view to be kept", partial(game.encode_view, look.view)))
        assert look.view is not None
        best = advise(game.name, look.view, look.options)
        move = best[0].move if best and chance.below(2) else game.sample(state, seat, chance)
        events = steps.time("the move itself", partial(_play_move, game, state, seat, move, row))
        log.append(LogRow(n=row.version, seat=seat, text=str(move), events=game.encode_events(events), at=0))
        visible = [game.redact(event, None) for event in events]
        names = names_at(look.table)
        steps.time("story", partial(display.story, words, names, visible))
        everybody = await _look(services, row, people, None)
        steps.time("board", partial(_board, display, everybody, words))
        steps.time("score", partial(_score, display, everybody, words))
        own = display.for_permanent_message(await _look(services, row, people, seat))
        steps.time("hand", partial(_hand, display, own, words))
    table = everybody.table
    steps.time("log of the whole game", partial(_log, display, table, log, words))
    course = GameHistory(table, log)
    await asyncio.to_thread(course.steps, OPEN_HANDS)
    for number in range(course.steps(OPEN_HANDS).last + 1):
        steps.time("replay, one step", partial(_viewer, display, course, table, number, words))


def _menu(display: GameDisplay, look: Look, words: Words) -> None:
    """Build the message with a player's menu."""
    components_of(menu_panel(display, look, words))


def _board(display: GameDisplay, look: Look, words: Words) -> None:
    """Build the message with the board and its drawing, which is not rendered."""
    display.board_drawing(look, words)
    components_of(board_panel(display, look, words))


def _hand(display: GameDisplay, look: Look, words: Words) -> None:
    """Build the message with a player's hand and its drawing, which is not rendered."""
    display.hand_drawing(look, words)
    components_of(hand_panel(display, look, words))


def _changes(display: GameDisplay, look: Look, words: Words, n: int, kept: bytes, log: list[LogRow]) -> None:
    """Find what changed for a seat since the log had `n` entries, and put it into words.

    `kept` is the seat's encoded view of that time.
    """
    game = look.table.game
    before = game.decode_view(kept)
    assert before is not None
    assert look.view is not None
    visible = [(row.seat, _seen(game, row, look.seat)) for row in log[n:]]
    assert look.seat is not None
    events = tuple(event for _, events in visible for event in events)
    since = Since(n, tuple(recent_changes(game, before, look.view, visible)), events)
    told_briefly(words, display.news(words, names_at(look.table), look.seat, since))


def _seen(game: AnyGame, row: LogRow, seat: int | None) -> list[Event]:
    """Return the events of a log entry as a seat may see them; with seat None, as a spectator may."""
    return [game.redact(event, seat) for event in game.decode_events(row.events)]


def _score(display: GameDisplay, look: Look, words: Words) -> None:
    """Build the lines of the score and its drawing, which is not rendered."""
    display.score_drawing(look, words, look.standings)
    score_text.score_lines(words, display.game, names_at(look.table), look.standings)


def _log(display: GameDisplay, table: Table, log: list[LogRow], words: Words) -> None:
    """Put the log of the whole game into words, as a spectator sees it, and split it into pages."""
    chapters = [VisibleEntry(row.n, row.seat, row.at, _seen(table.game, row, None)) for row in log]
    story_page.paginate(story_page.entries_in_words(display, words, names_at(table), chapters))


def _viewer(display: GameDisplay, course: GameHistory, table: Table, number: int, words: Words) -> None:
    """Build the message with step `number` of the replay with open hands, which shows the most; draw no pictures."""
    moment = course.moment(table, OPEN_HANDS, number)
    components_of(Panel(tuple(moment_parts(display, moment, words))))


def _play_move(game: AnyGame, state: Any, seat: int, move: Any, row: TableRow) -> Any:
    """Play a move, which changes `state`, and return its events; store the new state and version in the row."""
    events = game.play(state, seat, move)
    row.version += 1
    row.snapshot = game.encode(state)
    return events


async def _look(services: Services, row: TableRow, people: list[SeatRow], seat: int | None) -> Look:
    """Return the table as a seat sees it; with seat None, as a spectator does."""
    return await lookup.look_of_seat(services, Table.from_rows(row, people), seat)
