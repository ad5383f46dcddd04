"""Measures how fast the rules are: random games compared with other engines, loading a game, and building menus.

Our games and the other engines (the rivals) take turns in short slices, so that a busy machine slows all of them alike.
A ratio compares two speeds of the same round; the median over all rounds counts. All of them choose moves with Python's
own random generator. Shuffles and dice of a game come from that game's own generator.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial
from statistics import median
from time import process_time
from typing import Any

from bench.report import Goal, print_goals, print_table
from bench.rivals import RIVALS
from rules import GAMES, AnyGame, records
from rules.chance import Chance
from rules.riga.data import DECK, EXCHANGE, GOODS, WAREHOUSE
from rules.riga.state import Winter

SEATS = 4
ROUNDS = 30
SLICE_S = 0.1
"""CPU seconds that each contestant gets in a round; a game that has begun is played to its end."""
LOADED_GAMES = 20
"""How many finished games are loaded for each number of players."""

MIN_SPEED_RATIOS = {
    ("visby", "crazy_eights"): 0.8,
    ("visby", "catanatron"): 7.0,
    ("riga", "catanatron"): 3.5,
    ("riga", "python-chess"): 2.0,
    ("haithabu", "catanatron"): 2.5,
    ("haithabu", "python-chess"): 2.0,
}
"""Goals by game and rival: how many times as many moves per second the game must play."""
MAX_LOAD_MS = {"visby": 10.0}
"""Milliseconds to load a finished game from its log, for any number of players."""
MAX_MENU_MS = 20.0
"""Milliseconds to build what a menu shows, in any position: the event loop is blocked meanwhile."""
MENU_GAMES = 10
"""How many random games are searched for the longest menu."""


def measure() -> bool:
    """Print speeds, ratios, and times of loading and menus; return True if all goals were reached."""
    reached = [print_goals(goals()) for goals in (_measure_speeds, _measure_loading, _measure_menus)]
    return all(reached)


class PythonChance(Chance):
    """A `Chance` that draws from Python's own generator, as the rivals do, and ignores its seed."""

    def draw(self) -> int:
        """Return 64 random bits."""
        return random.getrandbits(64)

    def below(self, n: int) -> int:
        """Return a random integer from 0 to n - 1."""
        return int(random.random() * n)


def play_out(game: AnyGame, dice: PythonChance) -> int:
    """Play one random game with `SEATS` players, each move checked as in production; return the number of moves."""
    state = game.new(SEATS, dice.draw())
    moves = 0
    while owed := game.owed(state):
        seat = next(iter(owed))
        game.play(state, seat, game.sample(state, seat, dice))
        moves += 1
    return moves


def _measure_speeds() -> list[Goal]:
    """Print the moves per second of our games and the rivals, and return the goals of `MIN_SPEED_RATIOS`.

    After one game each as a warm-up, all take turns for `ROUNDS` rounds. Speeds and ratios are medians over the rounds.
    """
    ours = {name: partial(play_out, game, PythonChance(0)) for name, game in GAMES.items()}
    contestants: dict[str, Callable[[], int]] = {**ours, **RIVALS}
    for play in contestants.values():
        play()
    speeds: dict[str, list[float]] = {name: [] for name in contestants}
    for _ in range(ROUNDS):
        for name, play in contestants.items():
            speeds[name].append(_moves_per_second(play))

    def ratio(name: str, rival: str) -> float:
        """Return how many times as fast as `rival` the contestant `name` is: the median over all rounds."""
        return median(own / other for own, other in zip(speeds[name], speeds[rival], strict=True))

    print(f"Random playouts, {SEATS} players, median of {ROUNDS} rounds\n")
    print_table(
        ["", "moves/s", *(f"× {rival}" for rival in RIVALS)],
        [
            [name, f"{median(speeds[name]):,.0f}", *(f"{ratio(name, rival):.2f}" for rival in RIVALS)]
            for name in contestants
        ],
    )
    return [
        Goal(f"{name} against {rival}", f"{ratio(name, rival):.2f}", f"at least {wanted}", ratio(name, rival) >= wanted)
        for (name, rival), wanted in MIN_SPEED_RATIOS.items()
        if name in GAMES
    ]


def _moves_per_second(play: Callable[[], int]) -> float:
    """Play games for at least `SLICE_S` of CPU, and return the moves per CPU second."""
    moves = 0
    began = process_time()
    while (passed := process_time() - began) < SLICE_S:
        moves += play()
    return moves / passed


def _measure_loading() -> list[Goal]:
    """Print how long it takes to load, encode, decode and copy finished games; return the goals of `MAX_LOAD_MS`.

    Each time is the median over `LOADED_GAMES` random games with the same number of players. A game's goal is checked
    with the number of players for which loading takes longest.
    """
    rows: list[list[str]] = []
    goals: list[Goal] = []
    for name, game in GAMES.items():
        slowest = 0.0
        for seats in game.players:
            games = [_random_game(game, seats, seed) for seed in range(LOADED_GAMES)]
            loading = 1000 * median(_cpu_seconds(records.replay, record) for record, _ in games)
            slowest = max(slowest, loading)
            states = [state for _, state in games]
            snapshots = [game.encode(state) for state in states]
            rows.append(
                [
                    f"{name}, {seats} players",
                    f"{median(len(record.log) for record, _ in games):.0f}",
                    f"{loading:.2f} ms",
                    *(
                        f"{1e6 * median(_cpu_seconds(act, thing) for thing in things):.0f} µs"
                        for act, things in (
                            (game.encode, states),
                            (game.decode, snapshots),
                            (type(states[0]).copy, states),
                        )
                    ),
                    f"{median(map(len, snapshots)):.0f}",
                ]
            )
        if name in MAX_LOAD_MS:
            wanted = MAX_LOAD_MS[name]
            goals.append(Goal(f"{name} by its log", f"{slowest:.2f} ms", f"under {wanted} ms", slowest < wanted))
    print(f"Loading a finished game by playing its log again, median of {LOADED_GAMES} random games\n")
    print_table(["", "moves", "load", "encode", "decode", "copy", "bytes"], rows)
    return goals


def _random_game(game: AnyGame, seats: int, seed: int) -> tuple[records.Record, Any]:
    """Play a random game to its end; return its record, with the log of all moves, and the final state.

    It has the default options; `seed` decides everything else.
    """
    record = records.Record(game.name, game.version, seats, seed, game.complete_options(seats, {}))
    state = game.new(seats, seed)
    chance = Chance(seed)
    while owed := game.owed(state):
        seat = next(iter(owed))
        move = game.sample(state, seat, chance)
        game.play(state, seat, move)
        record.log.append(records.Entry(seat, str(move)))
    return record, state


def _measure_menus() -> list[Goal]:
    """Print how long it takes to list all options and to build the menu in five positions, as medians of five runs.

    Three positions are those with the most options in random games, one for each game (see `_longest_menu`). Two
    positions of Riga are built to be extreme. Return for each position the goal that its menu takes less than
    `MAX_MENU_MS`.
    """
    places = [(f"{name}, longest in random games", game, *_longest_menu(game)) for name, game in GAMES.items()]
    riga = GAMES["riga"]
    places += [
        ("riga, very many payments", riga, riga_with_many_payments(riga), 0),
        ("riga, very many discards", riga, riga_with_many_discards(riga), 0),
    ]
    rows: list[list[str]] = []
    goals: list[Goal] = []
    for what, game, state, seat in places:
        listing, finding = (
            1000 * median(_cpu_seconds(partial(find, state), seat) for _ in range(5))
            for find in (game.options, game.menu)
        )
        options, menu = len(game.options(state, seat)), len(game.menu(state, seat))
        rows.append([what, f"{options:,}", f"{listing:.2f} ms", f"{menu}", f"{finding:.2f} ms"])
        goals.append(Goal(f"menu, {what}", f"{finding:.2f} ms", f"under {MAX_MENU_MS} ms", finding < MAX_MENU_MS))
    print("All options, and what a menu is made of\n")
    print_table(["", "options", "", "menu", ""], rows)
    return goals


def _longest_menu(game: AnyGame) -> tuple[Any, int]:
    """Return the position with the most options in `MENU_GAMES` random games, and the seat that has them.

    The games have as many players as the game allows.
    """
    longest, found = -1, (None, 0)
    chance = Chance(1)
    for seed in range(MENU_GAMES):
        state = game.new(game.players[-1], seed)
        while owed := game.owed(state):
            seat = next(iter(owed))
            options = len(game.options(state, seat))
            if options > longest:
                longest, found = options, (state.copy(), seat)
            game.play(state, seat, game.sample(state, seat, chance))
    return found


def riga_with_many_payments(game: AnyGame) -> Any:
    """Return a position of Riga with very many ways to pay.

    It is the turn of seat 0, which has a large hand, goods of every kind, and every building that helps to pay.
    """
    state = _riga_turn(game)
    kinds = (":bank", ":tavern", ":trading_post", ":crane", ":treasury", ":builders_yard")
    built = [name for name in DECK if name.endswith(kinds)]
    state.players[0].built += [*built, EXCHANGE]
    state.players[0].exchange = True
    state.players[0].buildings = [name for name in DECK if name not in built][:14]
    state.players[0].goods = dict.fromkeys(GOODS, 3)
    state.agenda[-1].taken = True
    return state


def riga_with_many_discards(game: AnyGame) -> Any:
    """Return a position of Riga in which seat 0 has to discard most of a very large hand in winter."""
    state = _riga_turn(game)
    state.players[0].built.append(WAREHOUSE)
    state.players[0].buildings = list(DECK[:10])
    state.players[0].goods = dict.fromkeys(GOODS, 6)
    state.agenda[-1] = Winter(owes=[0], asked=(0,), discards=[None] * state.seats)
    return state


def _riga_turn(game: AnyGame) -> Any:
    """Return a game of Riga at the first turn of seat 0, in which the caller may replace hands.

    The state's memory of known cards is removed, because it would contradict the new hands.
    """
    state = game.new(SEATS, 1, {"riga_buildings": 1})
    (seat,) = game.owed(state)
    game.play(state, seat, game.parse("name 0"))
    for seat in range(SEATS):
        game.play(state, seat, game.options(state, seat)[0])
    state.memory = None
    return state


def _cpu_seconds(act: Callable[[Any], object], thing: object) -> float:
    """Call `act(thing)` once and return the CPU seconds it took."""
    began = process_time()
    act(thing)
    return process_time() - began
