"""`python -m opponents`: let computer players play a tournament against each other, or let the alderman learn a game.

python -m opponents GAME --games 400 --seed 1 trader novice novice novice
python -m opponents learn GAME --seats 4
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from opponents import PLAYERS, tournament
from rules import GAMES


def main() -> int:
    """Do what the command line asks for."""
    if sys.argv[1:2] == ["learn"]:
        return learn(sys.argv[2:])
    return compete(sys.argv[1:])


def learn(words: Sequence[str]) -> int:
    """Let the alderman learn a game, and keep what it has learned."""
    # One thread adds up in one order: what is learned must not depend on how many processors there are.
    os.environ["OPENBLAS_NUM_THREADS"] = "1"
    from opponents.learned import folder_of, lesson_of
    from opponents.learning import learn as generations
    from opponents.network import keep

    parser = argparse.ArgumentParser(prog="python -m opponents learn", description="Let the alderman learn a game.")
    parser.add_argument("game", choices=[game for game in GAMES if lesson_of(game)])
    parser.add_argument("--seats", type=int, help="number of players (default: all numbers, one after the other)")
    parser.add_argument(
        "--generations", type=int, help="how often what was learned is played with (default: the game's)"
    )
    parser.add_argument("--games", type=int, help="games in a generation (default: the game's)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--cores", type=int, help="how many games are played at once (default: one on every core)")
    parser.add_argument("--folder", type=Path, help="where to keep it (default: in the game's package)")
    asked = parser.parse_args(words)
    game, lesson = GAMES[asked.game], lesson_of(asked.game)
    assert lesson is not None
    if asked.seats not in (None, *game.players):
        parser.error(f"{game.name} is for {game.players[0]} to {game.players[-1]} players, not {asked.seats}")
    for seats in [asked.seats] if asked.seats else game.players:
        rounds, games = asked.generations or lesson.generations, asked.games or lesson.games
        numbers = f"--seats {seats} --generations {rounds} --games {games} --seed {asked.seed}"
        command = f"python -m opponents learn {game.name} {numbers}"
        print(command, flush=True)
        for generation in generations(game.name, seats, rounds, games, asked.seed, asked.cores):
            print(
                f"generation {generation.number}: {generation.games} games,"
                f" learned from {generation.positions} positions, loss {generation.loss:.4f}",
                flush=True,
            )
            keep(asked.folder or folder_of(game.name), game, seats, lesson, generation.weights, command)
    return 0


def compete(words: Sequence[str]) -> int:
    """Play the tournament the command line asks for and print how it went."""
    parser = argparse.ArgumentParser(prog="python -m opponents", description="A tournament of computer players.")
    parser.add_argument("game", choices=GAMES)
    parser.add_argument("players", nargs="+", choices=PLAYERS, metavar="PLAYER", help=", ".join(PLAYERS))
    parser.add_argument("--seats", type=int, help="number of players (default: as many as are named)")
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--option", action="append", default=[], metavar="KEY=VALUE")
    parser.add_argument("--cores", type=int, help="how many games are played at once (default: one on every core)")
    asked = parser.parse_args(words)
    if asked.seats not in (None, len(asked.players)):
        parser.error(f"{asked.seats} seats need {asked.seats} players, not {len(asked.players)}")
    if asked.games < 1:
        parser.error("at least one game must be played")
    if asked.cores is not None and asked.cores < 1:
        parser.error("at least one core is needed")
    options: dict[str, int] = {}
    for word in asked.option:
        key, _, value = word.partition("=")
        if not (value.isascii() and value.isdigit()):
            parser.error(f"an option is a key and a number, target=45, not {word}")
        options[key] = int(value)
    try:
        matches = list(tournament.matches(asked.game, asked.players, asked.games, asked.seed, options))
    except ValueError as problem:
        parser.error(str(problem))
    outcomes = tournament.play_all(matches, asked.cores)
    chosen = "".join(f", {key} {value}" for key, value in matches[0].options.items())
    print(f"{asked.game}, {len(asked.players)} players, {asked.games} games, seed {asked.seed}{chosen}")
    for tally in tournament.tallies(matches, outcomes):
        name = tally.player if tally.seats == 1 else f"{tally.seats} × {tally.player}"
        print(
            f"{name:12}  wins {100 * tally.share:5.1f} % ± {100 * tally.error:.1f}"
            f"   {tally.milliseconds:6.2f} ms a decision"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
