"""Measures what pictures cost: CPU milliseconds and kilobytes of each kind, and CPU seconds of an animation.

It also measures how long the event loop is blocked while pictures are rendered.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from os import times
from pathlib import Path
from statistics import median
from time import perf_counter, process_time
from typing import Any

from bench.report import Goal, print_goals, print_table
from pictures.animate import animate_in_subprocess
from pictures.drawing import Drawing
from pictures.painters import PAINTERS
from pictures.render import Renderer, band_renderer, render_png
from rules import GAMES
from rules.chance import Chance
from tests.pictures.games import played
from words import words_in

NAMES = ("Anna", "Bertram von Wisby", "Clara", "Großkaufmann Dietrich", "Елена", "Franziska")
SPREAD_PICTURES, CONSECUTIVE_PICTURES, REPEATS = 9, 40, 3
"""Pictures that are rendered alone, and one after the other as in a game; and how often that is repeated."""
TABLES = 20
"""Pictures that are rendered at the same time while the event loop is watched."""
MAX_ANIMATION_S = 5.0
ROUNDS = 10
"""How often the event loop is watched."""
MAX_RENDER_MS, MAX_RENDER_MS_BY_GAME, MAX_KB, MAX_STALL_MS = 40, {"haithabu": 60}, 180, 10
"""Goals for one picture. Haithabu's board shows twice as much as the others, so it may take longer."""


def measure() -> bool:
    """Print CPU time and size of each kind of picture, the CPU time of animations, and how long the event loop stalls.

    Return True if all goals were reached.
    """
    render_png(_drawings("visby", "board", 1)[0].svg)  # the library and the fonts are loaded once
    rows, slowest, largest = [], dict.fromkeys(PAINTERS, 0.0), 0
    for name in PAINTERS:
        for kind in ("board", "hand", *PAINTERS[name].closeups):
            drawn, alone, after, size = _cost(name, kind)
            slowest[name] = max(slowest[name], after)
            largest = max(largest, size)
            rows.append((f"{name} {kind}", f"{drawn:.1f}", f"{alone:.1f}", f"{after:.1f}", f"{size / 1024:.0f}"))
    print("Pictures of a game: processor time in ms (median, best of repeats) and KB (largest), most players")
    print_table(("picture", "drawing", "rendering alone", "after those before", "KB"), rows)
    animation = max(_animation_cpu_seconds(name) for name in PAINTERS)
    print(f"Animations of games with the most players: {animation:.1f} s of processor time for the dearest\n")
    idle, busy = _stalls()
    print(f"The event loop stands still for {busy:.1f} ms while {TABLES} tables render, for {idle:.1f} ms otherwise")
    print(f"(the longest in a run, the shortest of {ROUNDS} runs: others use this machine too)\n")
    return print_goals(
        (
            *(
                Goal(f"rendering {name}", f"{ms:.0f} ms", f"at most {most} ms", ms <= most)
                for name, ms in slowest.items()
                if (most := MAX_RENDER_MS_BY_GAME.get(name, MAX_RENDER_MS))
            ),
            Goal("the largest", f"{largest / 1024:.0f} KB", f"at most {MAX_KB} KB", largest <= MAX_KB * 1024),
            Goal("an animation", f"{animation:.1f} s", f"at most {MAX_ANIMATION_S} s", animation <= MAX_ANIMATION_S),
            Goal("stall of the loop", f"{busy:.1f} ms", f"under {MAX_STALL_MS} ms", busy < MAX_STALL_MS),
        )
    )


def _views(name: str, kind: str) -> list[Any]:
    """Return the view before every move of a random game with the most players.

    `name` is the game. For the kind "board" it is a spectator's view, for other kinds that of the seat to move.
    """
    game, chance = GAMES[name], Chance(1)
    state = game.new(game.players[-1], chance.draw())
    views = []
    while owed := game.owed(state):
        seat = chance.choice(list(owed))
        views.append(game.view(state, None if kind == "board" else seat))
        game.play(state, seat, game.sample(state, seat, chance))
    return views


def _drawings(name: str, kind: str, count: int) -> list[Drawing]:
    """Return this many drawings, in German, of positions evenly spread over a random game.

    `name` is the game's key; `kind` is "board", "hand" or the name of one of the game's close-ups.
    """
    views = _views(name, kind)
    return [_drawn(name, kind, views[len(views) * number // count]) for number in range(count)]


def _drawn(name: str, kind: str, view: Any) -> Drawing:
    """Return the drawing, in German, of a view of the game `name`.

    `kind` is "board", "hand" or the name of one of the game's close-ups.
    """
    painter, words = PAINTERS[name], words_in("de")
    if kind in painter.closeups:
        return painter.closeups[kind](view, words)
    drawing: Drawing = getattr(painter, kind)(view, NAMES, words)
    return drawing


def _cost(name: str, kind: str) -> tuple[float, float, float, int]:
    """Return what pictures of a game and kind cost: three times in CPU milliseconds, and the largest size in bytes.

    Each time is a median, and the best of `REPEATS` such medians. Of equal pictures only one is rendered. The times
    are:

    1. Drawing, for the first `CONSECUTIVE_PICTURES` views of a random game.
    2. Rendering a picture alone, for at most `SPREAD_PICTURES` pictures spread over the game. The size is measured on
       these, too.
    3. Rendering a picture after earlier ones of the same game, for `CONSECUTIVE_PICTURES` consecutive pictures from a
       third of the game on.
    """
    views = _views(name, kind)
    every = list(dict.fromkeys(_drawn(name, kind, view) for view in views))
    in_order, spread = every[len(every) // 3 :][:CONSECUTIVE_PICTURES], every[:: len(every) // SPREAD_PICTURES + 1]
    drawn, alone, after = [], [], []
    for _ in range(REPEATS):
        render = band_renderer()
        drawn.append(median(_cpu_ms(partial(_drawn, name, kind, view)) for view in views[:CONSECUTIVE_PICTURES]))
        alone.append(median(_cpu_ms(partial(render_png, each.svg)) for each in spread))
        after.append(median(_cpu_ms(partial(render, each.svg)) for each in in_order))
    return min(drawn), min(alone), min(after), max(len(render(each.svg)) for each in spread)


def _cpu_ms(work: Callable[[], object]) -> float:
    """Call `work` once and return the CPU milliseconds it took."""
    begun = process_time()
    work()
    return (process_time() - begun) * 1000


def _animation_cpu_seconds(name: str) -> float:
    """Make the animation of a random game with the most players, and delete it.

    Return the CPU seconds of the child process that makes it.
    """
    seats = GAMES[name].players[-1]
    record = played(GAMES[name], seats, {}, seed=3)
    before = times()
    Path(asyncio.run(animate_in_subprocess(record, NAMES[:seats], "de"))).unlink()
    after = times()
    return after.children_user + after.children_system - before.children_user - before.children_system


def _stalls() -> tuple[float, float]:
    """Return the longest time in milliseconds for which the event loop was blocked: when idle, and during rendering.

    For the second number, `TABLES` boards of all games together are rendered at once. Each number is the smallest of
    `ROUNDS` runs, because other programs use the machine too.
    """
    drawings = [drawing for name in PAINTERS for drawing in _drawings(name, "board", TABLES)]
    spread = drawings[:: len(PAINTERS)]
    runs = [asyncio.run(_longest_stalls(spread)) for _ in range(ROUNDS)]
    return min(idle for idle, _ in runs) * 1000, min(busy for _, busy in runs) * 1000


async def _longest_stalls(drawings: list[Drawing]) -> tuple[float, float]:
    """Return the longest delay of the event loop in seconds, when idle and while all drawings are rendered at once.

    Both are watched for the same time.
    """
    renderer = Renderer()
    busy, begun = asyncio.Event(), perf_counter()
    watching = asyncio.create_task(_longest_delay(busy))
    await asyncio.gather(*(renderer.picture(drawing) for drawing in drawings))
    busy.set()
    longest, took = await watching, perf_counter() - begun
    renderer.close()
    idle = asyncio.Event()
    watching = asyncio.create_task(_longest_delay(idle))
    await asyncio.sleep(took)
    idle.set()
    return await watching, longest


async def _longest_delay(ended: asyncio.Event) -> float:
    """Sleep for 1 ms again and again until the event is set; return the longest delay beyond 1 ms, in seconds."""
    longest = 0.0
    while not ended.is_set():
        begun = perf_counter()
        await asyncio.sleep(0.001)
        longest = max(longest, perf_counter() - begun - 0.001)
    return longest
