"""What pictures cost: milliseconds and kilobytes for each kind, and how long the event loop stands still meanwhile."""

from __future__ import annotations

import asyncio
from statistics import median
from time import perf_counter, process_time
from typing import Any

from bench.report import Goal, print_goals, print_table
from pictures.drawing import Drawing
from pictures.painters import PAINTERS
from pictures.render import Studio, png
from rules import GAMES
from rules.chance import Chance
from words import words_in

NAMES = ("Anna", "Bertram von Wisby", "Clara", "Großkaufmann Dietrich", "Елена", "Franziska")
POSITIONS, REPEATS = 9, 5
TABLES = 20
ROUNDS = 10
MOST_MS, MOST_MS_OF, MOST_KB, LONGEST_STALL_MS = 40, {"haithabu": 60}, 180, 20
"""Haithabu's board shows twice as much as others."""


def measure() -> bool:
    """Print the tables; say whether all goals were reached."""
    png(_drawings("visby", "board", 1)[0].svg)  # the library and the fonts are loaded once
    rows, slowest, largest = [], dict.fromkeys(PAINTERS, 0.0), 0
    for name in PAINTERS:
        for kind in ("board", "hand", *PAINTERS[name].closeups):
            drawn, rendered, size = _cost(name, kind)
            slowest[name] = max(slowest[name], rendered)
            largest = max(largest, size)
            rows.append((f"{name} {kind}", f"{drawn:.1f}", f"{rendered:.1f}", f"{size / 1024:.0f}"))
    print("Pictures: processor time in ms (median of positions, best of repeats) and KB (largest), most players")
    print_table(("picture", "drawing ms", "rendering ms", "KB"), rows)
    idle, busy = _stalls()
    print(f"The event loop stands still for {busy:.1f} ms while {TABLES} tables render, for {idle:.1f} ms otherwise")
    print(f"(the longest in a run, the shortest of {ROUNDS} runs: others use this machine too)\n")
    return print_goals(
        (
            *(
                Goal(f"rendering {name}", f"{ms:.0f} ms", f"at most {most} ms", ms <= most)
                for name, ms in slowest.items()
                if (most := MOST_MS_OF.get(name, MOST_MS))
            ),
            Goal("the largest", f"{largest / 1024:.0f} KB", f"at most {MOST_KB} KB", largest <= MOST_KB * 1024),
            Goal("stall of the loop", f"{busy:.1f} ms", f"under {LONGEST_STALL_MS} ms", busy < LONGEST_STALL_MS),
        )
    )


def _views(name: str, kind: str, count: int) -> list[Any]:
    """Return so many views, evenly spread over a random game: a spectator's for boards, a seat's for hands."""
    game, chance = GAMES[name], Chance(1)
    state = game.new(game.players[-1], chance.draw())
    views = []
    while owed := game.owed(state):
        seat = chance.choice(list(owed))
        views.append(game.view(state, None if kind == "board" else seat))
        game.play(state, seat, game.sample(state, seat, chance))
    return [views[len(views) * number // count] for number in range(count)]


def _drawings(name: str, kind: str, count: int) -> list[Drawing]:
    return [_drawn(name, kind, view) for view in _views(name, kind, count)]


def _drawn(name: str, kind: str, view: Any) -> Drawing:
    painter, words = PAINTERS[name], words_in("de")
    if kind in painter.closeups:
        return painter.closeups[kind](view, words)
    drawing: Drawing = getattr(painter, kind)(view, NAMES, words)
    return drawing


def _cost(name: str, kind: str) -> tuple[float, float, int]:
    """Return milliseconds for drawing and rendering (median of positions), and the largest picture's bytes."""
    drawn, rendered, sizes = [], [], []
    for view in _views(name, kind, POSITIONS):
        costs = []
        for _ in range(REPEATS):
            begun = process_time()
            drawing = _drawn(name, kind, view)
            between = process_time()
            size = len(png(drawing.svg))
            costs.append((between - begun, process_time() - between))
        sizes.append(size)
        drawn.append(min(cost[0] for cost in costs))
        rendered.append(min(cost[1] for cost in costs))
    return median(drawn) * 1000, median(rendered) * 1000, max(sizes)


def _stalls() -> tuple[float, float]:
    """Return the longest time in ms that the loop was not served: while nothing renders, and while all tables do."""
    drawings = [drawing for name in PAINTERS for drawing in _drawings(name, "board", TABLES)]
    spread = drawings[:: len(PAINTERS)]
    runs = [asyncio.run(_longest_stalls(spread)) for _ in range(ROUNDS)]
    return min(idle for idle, _ in runs) * 1000, min(busy for _, busy in runs) * 1000


async def _longest_stalls(drawings: list[Drawing]) -> tuple[float, float]:
    """Watch the loop while nothing renders and while all is rendered, for equally long."""
    studio = Studio()
    busy, begun = asyncio.Event(), perf_counter()
    watching = asyncio.create_task(_watch(busy))
    await asyncio.gather(*(studio.picture(drawing) for drawing in drawings))
    busy.set()
    longest, took = await watching, perf_counter() - begun
    studio.close()
    idle = asyncio.Event()
    watching = asyncio.create_task(_watch(idle))
    await asyncio.sleep(took)
    idle.set()
    return await watching, longest


async def _watch(ended: asyncio.Event) -> float:
    """Return the longest that the loop kept a sleeper waiting."""
    longest = 0.0
    while not ended.is_set():
        begun = perf_counter()
        await asyncio.sleep(0.001)
        longest = max(longest, perf_counter() - begun - 0.001)
    return longest
