"""`python -m opponents`: let computer players play a tournament against each other.

python -m opponents GAME --games 400 --seed 1 trader novice novice novice
"""

from __future__ import annotations

import argparse
import sys

from opponents import PLAYERS, tournament
from rules import GAMES


def main() -> int:
    """Play the tournament the command line asks for and print how it went."""
    parser = argparse.ArgumentParser(prog="python -m opponents", description="A tournament of computer players.")
    parser.add_argument("game", choices=GAMES)
    parser.add_argument("players", nargs="+", choices=PLAYERS, metavar="PLAYER", help=", ".join(PLAYERS))
    parser.add_argument("--seats", type=int, help="number of players (default: as many as are named)")
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--option", action="append", default=[], metavar="KEY=VALUE")
    parser.add_argument("--cores", type=int, help="how many games are played at once (default: one on every core)")
    asked = parser.parse_args()
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
