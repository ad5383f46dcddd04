"""`python -m rules`: play a game in the terminal, replay a record, or play many random games as a check.

python -m rules play GAME --seats 4 --seed 7
python -m rules replay game.txt [--move 12] [--seat 0]
python -m rules random GAME --games 1000
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from time import perf_counter
from typing import Any

import msgspec

from opponents import PLAYERS
from rules import GAMES, AnyGame, records
from rules.chance import Chance
from rules.contract import Event
from rules.errors import Refused

PLAYER_SEAT = 0
"""The seat of the person at the terminal in `play`."""


def main() -> int:
    """Run the command in `sys.argv` and return its exit status.

    For a bad record, a refused value, or a file that cannot be read or written, print an error and return 1. Return 130
    if the command is interrupted or the input ends. A wrong command line raises SystemExit, as argparse does.
    """
    parser = argparse.ArgumentParser(prog="python -m rules", description="The rules, without Discord.")
    commands = parser.add_subparsers(dest="command", required=True)

    play_it = commands.add_parser("play", help="play one game against computers")
    many = commands.add_parser("random", help="play random games and check every position")
    for command in (play_it, many):
        command.add_argument("game", choices=GAMES)
        command.add_argument("--seats", type=int, help="number of players")
        command.add_argument("--seed", type=int, default=1)
        command.add_argument("--option", action="append", default=[], metavar="KEY=VALUE")
    play_it.add_argument("--computer", choices=PLAYERS, default="trader")
    play_it.add_argument("--record", type=Path, help="write the game's record into this file")
    many.add_argument("--games", type=int, default=1000)

    again = commands.add_parser("replay", help="play a record again and print where it leads")
    again.add_argument("record", type=Path)
    again.add_argument("--move", type=int, help="stop after this many moves")
    again.add_argument("--seat", type=int, help="print what this seat may see (default: a spectator)")

    args = parser.parse_args()
    try:
        return {"play": play, "random": play_random, "replay": replay}[args.command](args)
    except (records.BadRecord, ValueError, OSError) as problem:
        print(problem, file=sys.stderr)
        return 1
    except (EOFError, KeyboardInterrupt):
        print()
        return 130


def play(args: argparse.Namespace) -> int:
    """Play one game in the terminal: the person has seat 0, computers have the other seats. Return 0.

    `--computer` names the kind of computer player. Without `--seats`, the game has its smallest number of players. The
    events are printed as seat 0 may see them. If the person's move is refused, the reason is printed and the person is
    asked again; `undo` takes the person's latest move back. At the end a spectator's view and the result are printed,
    and the record is written to the file `--record`, if given.
    """
    game = GAMES[args.game]
    record = _new_record(game, args, args.seats or game.players[0])
    state, events = game.opening(record.seats, record.seed, record.options)
    chance = Chance(record.seed)
    computer = PLAYERS[args.computer]
    _print_events(game, events)
    while owed := game.owed(state):
        seat = PLAYER_SEAT if PLAYER_SEAT in owed else next(iter(owed))
        if seat == PLAYER_SEAT:
            text = _ask(game, state, owed[seat])
            if text == records.UNDO:
                try:
                    state = records.take_back(record, state, seat)
                except Refused as refusal:
                    print(f"  {refusal}")
                continue
        else:
            text = str(computer(game, state, seat, chance.draw()))
        try:
            events = game.play(state, seat, game.parse(text))
        except Refused as refusal:
            print(f"  {refusal}")
            continue
        record.log.append(records.Entry(seat, text))
        _print_events(game, events)
    _print_end(game, state, None)
    if args.record:
        args.record.write_text(str(record), encoding="utf-8")
    return 0


def replay(args: argparse.Namespace) -> int:
    """Print the view after `--move` moves of the record (default: all), and the result if the game is over then.

    Return 0. The view is that of `--seat`, or a spectator's without this option. Moves that were taken back are not
    counted. If the record has fewer than `--move` moves, print the view after its last one. Raise ValueError for a seat
    that is not in the game, and `records.BadRecord` for a record that cannot be read or replayed.
    """
    record = records.read(args.record.read_text(encoding="utf-8"))
    game = records.game_of(record)
    if args.seat is not None and not 0 <= args.seat < record.seats:
        raise ValueError(f"there is no seat {args.seat}")
    state = None
    for number, (_, position, _) in enumerate(records.positions(record)):
        state = position
        if number == args.move:
            break
    _print_end(game, state, args.seat)
    return 0


def play_random(args: argparse.Namespace) -> int:
    """Play `--games` games with random moves and print their number and speed. Return the exit status.

    The games use all possible numbers of players in turn, unless `--seats` names one. Every position is checked with
    `check_state`, which raises AssertionError. After each game, replaying its log must give its final state again, and
    so must encoding and decoding that state. Return 1 as soon as one of the two fails, otherwise 0. Raise ValueError if
    `--games` is below 1. `args.seed` is overwritten with the seed of each game.
    """
    if args.games < 1:
        raise ValueError("at least one game must be played")
    counts = [args.seats] if args.seats else GAMES[args.game].players
    game = GAMES[args.game]
    chance = Chance(args.seed)
    moves, playing = 0, 0.0
    for number in range(args.games):
        args.seed = chance.draw() >> 1
        record = _new_record(game, args, counts[number % len(counts)])
        began = perf_counter()
        state = game.new(record.seats, record.seed, record.options)
        while owed := game.owed(state):
            seat = chance.choice(list(owed))
            move = game.sample(state, seat, chance)
            game.play(state, seat, move)
            record.log.append(records.Entry(seat, str(move)))
            game.check_state(state)
        playing += perf_counter() - began
        moves += len(record.log)
        if records.replay(record) != state or game.decode(game.encode(state)) != state:
            print(f"The log does not lead to the state:\n{record}", file=sys.stderr)
            return 1
    print(f"{args.games} games, {moves} moves, all invariants hold")
    print(f"{args.games / playing:.0f} games/s, {moves / playing:.0f} moves/s with every position checked")
    return 0


def _new_record(game: AnyGame, args: argparse.Namespace, seats: int) -> records.Record:
    """Return a record without moves, with the seed and the `--option` values of the command line.

    The options that were not given have their defaults. Raise ValueError for options or a number of players that the
    game refuses, and for an option's value that is no number.
    """
    options = {key: int(value) for key, _, value in (word.partition("=") for word in args.option)}
    return records.Record(game.name, game.version, seats, args.seed, game.complete_options(seats, options))


def _ask(game: AnyGame, state: Any, decision: str) -> str:
    """Print the numbered menu of seat 0, read a line, and return the text of the move the person chose.

    A number from the menu becomes that move's text. `view` prints the table and asks again. Any other answer is
    returned as typed, even if it is `undo` or not a move. `decision` is the name of the decision, printed above the
    menu.
    """
    options = game.menu(state, PLAYER_SEAT)
    print(f"\nYou are seat {PLAYER_SEAT}: {decision}")
    for number, move in enumerate(options, 1):
        print(f"  {number:2} {move}")
    answer = input("number or move (view, undo): ").strip()
    while answer == "view":
        _print_view(game, state, PLAYER_SEAT)
        answer = input("number or move (view, undo): ").strip()
    if answer.isascii() and answer.isdigit() and 1 <= int(answer) <= len(options):
        return str(options[int(answer) - 1])
    return answer


def _print_events(game: AnyGame, events: list[Event]) -> None:
    """Print each event as seat 0 may see it, one line each, without fields that are None."""
    for event in events:
        facts = msgspec.to_builtins(game.redact(event, PLAYER_SEAT))
        print(
            f"· {facts.pop('event')}", " ".join(f"{key}={value}" for key, value in facts.items() if value is not None)
        )


def _print_view(game: AnyGame, state: Any, seat: int | None) -> None:
    """Print the view of a seat (None: a spectator), one `key: value` line for each field.

    A field that is a list of structs gets one line for each struct.
    """
    facts = msgspec.to_builtins(game.view(state, seat), str_keys=True)
    for key, value in facts.items():
        if isinstance(value, list | tuple) and value and isinstance(value[0], dict):
            print(f"{key}:")
            for number, thing in enumerate(value):
                print(f"  {number}:", " ".join(f"{name}={_short(fact)}" for name, fact in thing.items()))
        else:
            print(f"{key}: {_short(value)}")


def _short(value: object) -> str:
    """Return a value of a view as text. A list or tuple is joined with commas; an empty one is `-`."""
    return ",".join(map(str, value)) or "-" if isinstance(value, list | tuple) else str(value)


def _print_end(game: AnyGame, state: Any, seat: int | None) -> None:
    """Print the view of a seat (None: a spectator) and, if the game is over, all places and scores, the best first."""
    _print_view(game, state, seat)
    if result := game.result(state):
        for place, player in sorted((place, player) for player, place in enumerate(result.places)):
            print(f"place {place}: seat {player} with {result.scores[player]}")


if __name__ == "__main__":
    sys.exit(main())
