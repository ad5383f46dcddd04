"""`python -m opponents`: tournaments of computer players, training of the alderman, and five measurements.

python -m opponents GAME --games 400 --seed 1 trader novice novice novice
python -m opponents learn GAME --seats 4
python -m opponents train GAME --seats 4 --minutes 9
python -m opponents exploit GAME alderman trader
python -m opponents exploiter GAME --seats 2 --target alderman
python -m opponents balance GAME --seats 4 --games 1000
python -m opponents calibrate GAME --seats 4 --games 200
python -m opponents hints GAME --seats 4 --positions 1000

The first line plays a tournament. `learn` trains the alderman, the strongest player; `train` does so on a GPU, against
older networks and scripts too, and needs PyTorch. `exploit` measures how much the
best reply to a player's sealed choices gains. `exploiter` searches for players that beat another one. `balance`
measures what players use in a game and from which seats they win. `calibrate` compares the alderman's chances with
victories. `hints` compares its best moves with the trader's by playing on after both.
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
from rules.chance import Chance


def main() -> int:
    """Run the command named by the first argument of the program, or else a tournament, and return the exit status 0.

    Bad arguments end the program with a usage message and status 2.
    """
    commands = {
        "learn": learn,
        "train": train,
        "exploit": exploit,
        "exploiter": exploiter,
        "balance": balance,
        "calibrate": calibrate,
        "hints": hints,
    }
    command = commands.get(sys.argv[1]) if len(sys.argv) > 1 else None
    return command(sys.argv[2:]) if command else compete(sys.argv[1:])


def learn(arguments: Sequence[str]) -> int:
    """Run `learn`: train the alderman for a game, print a line for each generation, and save the weights after each.

    `arguments` are those after `learn`. With `--seats` it trains for that number of players, otherwise for every
    number, one after the other. The weights replace the file in the game's package, or are written to `--folder`.
    OpenBLAS is limited to one thread in this process. Return 0. Bad arguments end the program with a usage message.
    """
    # With one thread sums are always added in the same order, so the weights do not depend on the number of cores.
    os.environ["OPENBLAS_NUM_THREADS"] = "1"
    from opponents.laboratory.self_play import learn as generations
    from opponents.model_loading import model_of, package_folder
    from opponents.network import save_model

    parser = argparse.ArgumentParser(prog="python -m opponents learn", description="Let the alderman learn a game.")
    parser.add_argument("game", choices=[game for game in GAMES if model_of(game)])
    parser.add_argument("--seats", type=int, help="number of players (default: all numbers, one after the other)")
    parser.add_argument("--generations", type=int, help="number of generations (default: from the game's plan)")
    parser.add_argument("--games", type=int, help="games in each generation (default: from the game's plan)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--cores", type=int, help="number of processes (default: one per core)")
    parser.add_argument("--folder", type=Path, help="where to save the weights (default: in the game's package)")
    args = parser.parse_args(arguments)
    game, model = GAMES[args.game], model_of(args.game)
    assert model is not None
    if args.seats not in (None, *game.players):
        parser.error(f"{game.name} is for {game.players[0]} to {game.players[-1]} players, not {args.seats}")
    for seats in [args.seats] if args.seats else game.players:
        plan = model.plan(seats)
        rounds, games = args.generations or plan.generations, args.games or plan.games_per_generation
        numbers = f"--seats {seats} --generations {rounds} --games {games} --seed {args.seed}"
        command = f"python -m opponents learn {game.name} {numbers}"
        print(command, flush=True)
        for generation in generations(game.name, seats, rounds, games, args.seed, args.cores):
            print(
                f"generation {generation.number}: {generation.games} games,"
                f" learned from {generation.positions} positions, loss {generation.loss:.4f}",
                flush=True,
            )
            save_model(args.folder or package_folder(game.name), game, seats, model, generation.weights, command)
    return 0


def train(arguments: Sequence[str]) -> int:
    """Run `train`: train the alderman on a GPU for some minutes, print the progress, and save the weights at the end.

    The weights replace the file in the game's package, or are written to `--folder`. With `--start` they must first win
    more than their part of `--gate-games` games against those they began with. Return 1 if they do not, and save
    nothing; else 0. Bad arguments, or a missing PyTorch, end the program with a message.
    """
    from opponents.laboratory import gpu_training
    from opponents.laboratory.gating import gate
    from opponents.model_loading import model_of, package_folder
    from opponents.network import UnusableModelFile, read_weights, save_model

    parser = argparse.ArgumentParser(prog="python -m opponents train", description="Train the alderman on a GPU.")
    parser.add_argument("game", choices=[game for game in GAMES if model_of(game)])
    parser.add_argument("--seats", type=int, required=True, help="number of players")
    parser.add_argument("--minutes", type=float, required=True)
    parser.add_argument("--start", type=Path, help="a file of learned weights to begin with, of any number of players")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--cores", type=int, default=os.cpu_count() or 1, help="processes that play (default: all)")
    parser.add_argument("--folder", type=Path, help="where to save the weights (default: in the game's package)")
    parser.add_argument("--gate-games", type=int, default=400, help="games against the weights of --start")
    args = parser.parse_args(arguments)
    if args.gate_games < 2:
        parser.error("at least two games must be played against the weights of --start")
    game, model = GAMES[args.game], model_of(args.game)
    assert model is not None
    if args.seats not in game.players:
        parser.error(f"{game.name} is for {game.players[0]} to {game.players[-1]} players, not {args.seats}")
    command = f"python -m opponents train {game.name} --seats {args.seats} --minutes {args.minutes:g}"
    if args.start:
        command += f" --start {args.start.name}"
    try:
        start = read_weights(args.start, model) if args.start else None
        for progress in gpu_training.train(game.name, args.seats, args.minutes, start, args.cores, args.seed):
            print(
                f"{progress.seconds:5.0f} s: {progress.games} games, {progress.positions} positions,"
                f" loss {progress.loss:.4f}",
                flush=True,
            )
    except ModuleNotFoundError:
        parser.error("PyTorch is missing; it is not among our requirements: pip install torch")
    except UnusableModelFile as problem:
        parser.error(str(problem))
    if start:
        found = gate(game.name, args.seats, progress.weights, start, args.gate_games, args.seed, args.cores)
        print(f"wins {100 * found.share:.1f} % ± {100 * found.error:.1f} of {args.gate_games} games against the start")
        if not found.passed:
            print("too few: the weights are not saved")
            return 1
    save_model(args.folder or package_folder(game.name), game, args.seats, model, progress.weights, command)
    return 0


def exploit(arguments: Sequence[str]) -> int:
    """Run `exploit`: print, for each player named, how much the best reply to its sealed choices gains. Return 0.

    The gain is in percent of the victory, with its standard error. Only games of two players are measured. Bad
    arguments end the program with a usage message.
    """
    from opponents.laboratory import exploitability

    parser = argparse.ArgumentParser(prog="python -m opponents exploit", description="How exploitable a player is.")
    parser.add_argument("game", choices=GAMES)
    parser.add_argument("players", nargs="+", metavar="PLAYER")
    parser.add_argument("--seats", type=int, default=2, choices=[2], help="number of players: 2")
    parser.add_argument("--states", type=int, default=64, help="number of positions")
    parser.add_argument(
        "--playouts",
        type=int,
        default=1000,
        help="per reply and position, once to select the best reply and once to value it",
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--cores", type=int, help="number of processes (default: one per core)")
    args = parser.parse_args(arguments)
    if not _has_sealed_choices(args.game):
        parser.error(f"{args.game} does not begin with a sealed choice of two players")
    _require_known_players(parser, args.game, args.players)
    print(f"{args.game}, 2 players, {args.states} positions, {args.playouts} playouts, seed {args.seed}")
    for player in args.players:
        found = list(exploitability.sealed_positions(args.game, player, args.states, args.playouts, args.seed))
        mean, error = exploitability.mean_gain(found, args.cores)
        print(f"{player:12}  the best reply gains {100 * mean:5.1f} % ± {100 * error:.1f} of the victory", flush=True)
    return 0


def exploiter(arguments: Sequence[str]) -> int:
    """Run `exploiter`: search for players that beat a computer player, and print each heat and the last ones' results.

    The last ones are measured in games that the search did not use. Return 1 if the best of them wins more than its
    part by more than two standard errors, else 0. Bad arguments end the program with a usage message.
    """
    from opponents.laboratory import exploiters
    from opponents.laboratory.adversaries import adversaries_of

    parser = argparse.ArgumentParser(
        prog="python -m opponents exploiter", description="Search for players that beat a computer player."
    )
    parser.add_argument("game", choices=[game for game in GAMES if adversaries_of(game)])
    parser.add_argument("--seats", type=int, default=2, help="number of players; the target has all seats but one")
    parser.add_argument("--target", default="alderman", help="the player to beat")
    parser.add_argument("--candidates", type=int, default=64, help="how many mixtures of ideas are tried")
    parser.add_argument("--games", type=int, default=8, help="games of each candidate at first, then twice as many")
    parser.add_argument("--final-games", type=int, default=400, help="games of each of the last ones, on fresh seeds")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--cores", type=int, help="number of processes (default: one per core)")
    args = parser.parse_args(arguments)
    _require_known_players(parser, args.game, [args.target])
    print(f"{args.game}, {args.seats} players, against {args.target}, {args.candidates} candidates, seed {args.seed}")
    best: tuple[str, ...] = ()
    for heat in exploiters.search(
        args.game,
        args.seats,
        args.target,
        candidates=args.candidates,
        games=args.games,
        seed=args.seed,
        cores=args.cores,
    ):
        best = heat.best
        print(f"{heat.candidates:4} played {heat.games:4} games each; {best[0]} {100 * heat.share:.1f} %", flush=True)
    seed = Chance(args.seed).draw()
    found = [
        tournament.tallies(played, tournament.play_all(played, args.cores))[0]
        for played in (
            list(tournament.matches(args.game, [name, *[args.target] * (args.seats - 1)], args.final_games, seed))
            for name in best
        )
    ]
    for tally in found:
        print(f"{tally.player}: {100 * tally.share:.1f} % ± {100 * tally.error:.1f} of {args.final_games} fresh games")
    return int(max(tally.share - 2 * tally.error for tally in found) > 1 / args.seats)


def _has_sealed_choices(name: str) -> bool:
    """Return True if the game can be played by two and begins with a sealed choice of both."""
    game = GAMES[name]
    if game.players[0] != 2:
        return False
    state = game.new(2, 1)
    return game.is_sealed_choice(state) and len(game.owed(state)) == 2


def _require_known_players(parser: argparse.ArgumentParser, game: str, players: Sequence[str]) -> None:
    """End the program with a usage message if one of the names is unknown to `entrants.entrant` for this game."""
    try:
        for player in players:
            entrant(game, player)
    except ValueError as problem:
        parser.error(str(problem))


def balance(arguments: Sequence[str]) -> int:
    """Run `balance`: play games and print what the players use, from which seat they win, and how long games are.

    The same player, by default the journeyman, has all seats. Return 0. Bad arguments end the program with a usage
    message.
    """
    from opponents.laboratory.balance import observe_games, report, usage_of

    parser = argparse.ArgumentParser(prog="python -m opponents balance", description="The balance of a game.")
    parser.add_argument("game", choices=[game for game in GAMES if usage_of(game)])
    parser.add_argument("--seats", type=int, required=True, help="number of players")
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--player", default="journeyman", help="the player in all seats (default: the alderman's quick search)"
    )
    parser.add_argument("--option", action="append", default=[], metavar="KEY=VALUE")
    parser.add_argument("--cores", type=int, help="number of processes (default: one per core)")
    args = parser.parse_args(arguments)
    options = _parse_options(parser, args.option)
    try:
        played = list(tournament.matches(args.game, [args.player] * args.seats, args.games, args.seed, options))
    except ValueError as problem:
        parser.error(str(problem))
    chosen = "".join(f", {key} {value}" for key, value in played[0].options.items())
    print(f"{args.game}, {args.seats} × {args.player}, {args.games} games, seed {args.seed}{chosen}\n")
    for line in report(args.game, observe_games(played, args.cores)):
        print(line)
    return 0


def calibrate(arguments: Sequence[str]) -> int:
    """Run `calibrate`: play games by the alderman's quick search, and compare its chances with victories by round.

    Return 0. Bad arguments end the program with a usage message.
    """
    from opponents.laboratory import calibration

    parser = argparse.ArgumentParser(prog="python -m opponents calibrate", description="Do chances agree with results?")
    parser.add_argument("game", choices=GAMES)
    parser.add_argument("--seats", type=int, required=True, help="number of players")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--cores", type=int, help="number of processes (default: one per core)")
    args = parser.parse_args(arguments)
    try:
        played = list(tournament.matches(args.game, ["journeyman"] * args.seats, args.games, args.seed))
        found = calibration.observe_games(played, args.cores)
    except ValueError as problem:
        parser.error(str(problem))
    print(f"{args.game}, {args.seats} players, {args.games} games, seed {args.seed}\n")
    for line in calibration.report(found):
        print(line)
    return 0


def hints(arguments: Sequence[str]) -> int:
    """Run `hints`: compare the alderman's best moves with the trader's in positions of games, by playing on after both.

    Return 0. Bad arguments end the program with a usage message.
    """
    from opponents.laboratory import hint_playouts
    from opponents.laboratory.adversaries import adversaries_of

    parser = argparse.ArgumentParser(prog="python -m opponents hints", description="Are hints better than the trader?")
    parser.add_argument("game", choices=[game for game in GAMES if adversaries_of(game)])
    parser.add_argument("--seats", type=int, required=True, help="number of players")
    parser.add_argument("--positions", type=int, default=1000)
    parser.add_argument("--playouts", type=int, default=24, help="games that are played on after each of both moves")
    parser.add_argument("--player", default="", help="who plays them on in all seats (default: the rule of thumb)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--cores", type=int, help="number of processes (default: one per core)")
    args = parser.parse_args(arguments)
    if args.seats not in GAMES[args.game].players:
        parser.error(f"{args.game} is not for {args.seats} players")
    if args.positions < 1 or args.playouts < 2:
        parser.error("at least one position and two playouts are needed")
    if args.player:
        _require_known_players(parser, args.game, [args.player])
    print(f"{args.game}, {args.seats} players, {args.positions} positions, {args.playouts} playouts, seed {args.seed}")
    found = hint_playouts.compare_all(
        hint_playouts.positions(args.game, args.seats, args.positions, args.seed),
        args.playouts,
        args.player,
        args.cores,
    )
    print(
        f"the hint wins {100 * found.mean:+.1f} % ± {100 * found.error:.1f} more than the trader's move;"
        f" worse by more than two standard errors in {100 * found.worse:.1f} %"
    )
    return 0


def _parse_options(parser: argparse.ArgumentParser, arguments: Sequence[str]) -> dict[str, int]:
    """Return the options of a game, by key, from `KEY=VALUE` arguments.

    End the program with a usage message if a value does not consist of digits only.
    """
    options: dict[str, int] = {}
    for word in arguments:
        key, _, value = word.partition("=")
        if not (value.isascii() and value.isdigit()):
            parser.error(f"an option is a key and a number, target=45, not {word}")
        options[key] = int(value)
    return options


def compete(arguments: Sequence[str]) -> int:
    """Play the tournament that the arguments describe, and print wins and thinking time, one line for each player.

    Wins are the player's mean share of the victory, in percent, with its standard error. A player with several seats
    has one line. Return 0. Bad arguments end the program with a usage message.
    """
    parser = argparse.ArgumentParser(prog="python -m opponents", description="A tournament of computer players.")
    parser.add_argument("game", choices=GAMES)
    parser.add_argument(
        "players", nargs="+", metavar="PLAYER", help=f"{', '.join(PLAYERS)}, or one of the game's adversaries"
    )
    parser.add_argument("--seats", type=int, help="number of players (default: as many as are named)")
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--option", action="append", default=[], metavar="KEY=VALUE")
    parser.add_argument("--cores", type=int, help="number of processes (default: one per core)")
    args = parser.parse_args(arguments)
    if args.seats not in (None, len(args.players)):
        parser.error(f"{args.seats} seats need {args.seats} players, not {len(args.players)}")
    if args.games < 1:
        parser.error("at least one game must be played")
    if args.cores is not None and args.cores < 1:
        parser.error("at least one core is needed")
    options = _parse_options(parser, args.option)
    _require_known_players(parser, args.game, args.players)
    try:
        matches = list(tournament.matches(args.game, args.players, args.games, args.seed, options))
    except ValueError as problem:
        parser.error(str(problem))
    outcomes = tournament.play_all(matches, args.cores)
    chosen = "".join(f", {key} {value}" for key, value in matches[0].options.items())
    print(f"{args.game}, {len(args.players)} players, {args.games} games, seed {args.seed}{chosen}")
    for tally in tournament.tallies(matches, outcomes):
        name = tally.player if tally.seats == 1 else f"{tally.seats} × {tally.player}"
        print(
            f"{name:12}  wins {100 * tally.share:5.1f} % ± {100 * tally.error:.1f}"
            f"   {tally.milliseconds:6.2f} ms a decision, the slowest {tally.slowest:.0f} ms"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
