"""`python -m opponents`: tournaments of computer players, the alderman's training, and what can be measured with both.

python -m opponents GAME --games 400 --seed 1 trader novice novice novice
python -m opponents learn GAME --seats 4
python -m opponents exploit GAME alderman trader
python -m opponents balance GAME --seats 4 --games 1000
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from opponents import PLAYERS
from opponents.laboratory import tournament
from opponents.laboratory.entrants import entrant
from rules import GAMES


def main() -> int:
    """Do what the command line asks for."""
    commands = {"learn": learn, "exploit": exploit, "balance": balance}
    command = commands.get(sys.argv[1]) if len(sys.argv) > 1 else None
    return command(sys.argv[2:]) if command else compete(sys.argv[1:])


def learn(words: Sequence[str]) -> int:
    """Let the alderman learn a game, and keep what it has learned."""
    # One thread adds up in one order: what is learned must not depend on how many processors there are.
    os.environ["OPENBLAS_NUM_THREADS"] = "1"
    from opponents.laboratory.self_play import learn as generations
    from opponents.model_loading import model_of, package_folder
    from opponents.network import save_model

    parser = argparse.ArgumentParser(prog="python -m opponents learn", description="Let the alderman learn a game.")
    parser.add_argument("game", choices=[game for game in GAMES if model_of(game)])
    parser.add_argument("--seats", type=int, help="number of players (default: all numbers, one after the other)")
    parser.add_argument(
        "--generations", type=int, help="how often what was learned is played with (default: the game's)"
    )
    parser.add_argument("--games", type=int, help="games in a generation (default: the game's)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--cores", type=int, help="how many games are played at once (default: one on every core)")
    parser.add_argument("--folder", type=Path, help="where to keep it (default: in the game's package)")
    asked = parser.parse_args(words)
    game, model = GAMES[asked.game], model_of(asked.game)
    assert model is not None
    if asked.seats not in (None, *game.players):
        parser.error(f"{game.name} is for {game.players[0]} to {game.players[-1]} players, not {asked.seats}")
    for seats in [asked.seats] if asked.seats else game.players:
        plan = model.plan(seats)
        rounds, games = asked.generations or plan.generations, asked.games or plan.games_per_generation
        numbers = f"--seats {seats} --generations {rounds} --games {games} --seed {asked.seed}"
        command = f"python -m opponents learn {game.name} {numbers}"
        print(command, flush=True)
        for generation in generations(game.name, seats, rounds, games, asked.seed, asked.cores):
            print(
                f"generation {generation.number}: {generation.games} games,"
                f" learned from {generation.positions} positions, loss {generation.loss:.4f}",
                flush=True,
            )
            save_model(asked.folder or package_folder(game.name), game, seats, model, generation.weights, command)
    return 0


def exploit(words: Sequence[str]) -> int:
    """Say how much the best reply to a player's sealed choices gains, with two players."""
    from opponents.laboratory import exploitability

    parser = argparse.ArgumentParser(prog="python -m opponents exploit", description="How exploitable a player is.")
    parser.add_argument("game", choices=GAMES)
    parser.add_argument("players", nargs="+", metavar="PLAYER")
    parser.add_argument("--seats", type=int, default=2, choices=[2], help="number of players: 2")
    parser.add_argument("--states", type=int, default=64, help="positions that are looked at")
    parser.add_argument("--playouts", type=int, default=1000, help="of every reply, to choose one and again to pay it")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--cores", type=int, help="positions looked at at once (default: one on every core)")
    asked = parser.parse_args(words)
    if not _has_sealed_choices(asked.game):
        parser.error(f"{asked.game} does not begin with a sealed choice of two players")
    _known(parser, asked.game, asked.players)
    print(f"{asked.game}, 2 players, {asked.states} positions, {asked.playouts} playouts, seed {asked.seed}")
    for player in asked.players:
        found = list(exploitability.sealed_positions(asked.game, player, asked.states, asked.playouts, asked.seed))
        mean, error = exploitability.mean_gain(found, asked.cores)
        print(f"{player:12}  the best reply gains {100 * mean:5.1f} % ± {100 * error:.1f} of the victory", flush=True)
    return 0


def _has_sealed_choices(name: str) -> bool:
    game = GAMES[name]
    if game.players[0] != 2:
        return False
    state = game.new(2, 1)
    return game.is_sealed_choice(state) and len(game.owed(state)) == 2


def _known(parser: argparse.ArgumentParser, game: str, players: Sequence[str]) -> None:
    """Refuse who cannot be entered."""
    try:
        for player in players:
            entrant(game, player)
    except ValueError as problem:
        parser.error(str(problem))


def balance(words: Sequence[str]) -> int:
    """Say what good players use, from which seat they win, and how long games are."""
    from opponents.laboratory.balance import observe_games, report, usage_of

    parser = argparse.ArgumentParser(prog="python -m opponents balance", description="The balance of a game.")
    parser.add_argument("game", choices=[game for game in GAMES if usage_of(game)])
    parser.add_argument("--seats", type=int, required=True, help="number of players")
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--player", default="journeyman", help="who plays all seats (default: the alderman in a hurry)")
    parser.add_argument("--option", action="append", default=[], metavar="KEY=VALUE")
    parser.add_argument("--cores", type=int, help="how many games are played at once (default: one on every core)")
    asked = parser.parse_args(words)
    options = _options(parser, asked.option)
    try:
        played = list(tournament.matches(asked.game, [asked.player] * asked.seats, asked.games, asked.seed, options))
    except ValueError as problem:
        parser.error(str(problem))
    chosen = "".join(f", {key} {value}" for key, value in played[0].options.items())
    print(f"{asked.game}, {asked.seats} × {asked.player}, {asked.games} games, seed {asked.seed}{chosen}\n")
    for line in report(asked.game, observe_games(played, asked.cores)):
        print(line)
    return 0


def _options(parser: argparse.ArgumentParser, words: Sequence[str]) -> dict[str, int]:
    """Read the options of a game."""
    options: dict[str, int] = {}
    for word in words:
        key, _, value = word.partition("=")
        if not (value.isascii() and value.isdigit()):
            parser.error(f"an option is a key and a number, target=45, not {word}")
        options[key] = int(value)
    return options


def compete(words: Sequence[str]) -> int:
    """Play the tournament the command line asks for and print how it went."""
    parser = argparse.ArgumentParser(prog="python -m opponents", description="A tournament of computer players.")
    parser.add_argument("game", choices=GAMES)
    parser.add_argument(
        "players", nargs="+", metavar="PLAYER", help=f"{', '.join(PLAYERS)}, or one of the game's adversaries"
    )
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
    options = _options(parser, asked.option)
    _known(parser, asked.game, asked.players)
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
            f"   {tally.milliseconds:6.2f} ms a decision, the slowest {tally.slowest:.0f} ms"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
