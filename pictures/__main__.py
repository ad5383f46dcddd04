"""Command line: `python -m pictures RECORD` renders a game record at any move, as a board, hand, chart or animation.

`python -m pictures gallery` makes `docs/gallery.md` with its pictures.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from pictures import gallery
from pictures.animate import animate
from pictures.drawing import Drawing
from pictures.painters import PAINTERS, score_history
from pictures.render import RenderError, render_png
from rules import records
from words import LANGUAGES, words_in


def main() -> int:
    """Parse the command line and write the picture it asks for; return 1 after printing an error, else 0.

    The picture is written to `--out`. Without that option the file lies beside the record, with the suffix of the
    picture; for a record on standard input it is `game` with that suffix. Its path and description are printed. With
    `gallery` instead of a record, the whole gallery is written. Bad arguments end the program with a usage message and
    status 2.
    """
    parser = argparse.ArgumentParser(prog="python -m pictures", description="Pictures of games.")
    parser.add_argument("record", help="the file of a game record (- for standard input), or: gallery")
    parser.add_argument("--move", type=int, help="after so many moves (0: the start); by default after the last")
    parser.add_argument("--hand", type=int, metavar="SEAT", help="this seat's hand, from 1 on, instead of the board")
    parser.add_argument("--final", action="store_true", help="the final scores of a finished game")
    parser.add_argument("--language", choices=LANGUAGES, default="en")
    parser.add_argument("--name", action="append", default=[], help="a player's name; once for each, in seat order")
    parser.add_argument("--names", action="store_true", help="a JSON list of all names is the first line of the record")
    parser.add_argument("--animate", action="store_true", help="the whole game as an animated picture (WebP)")
    parser.add_argument("--progress", action="store_true", help="say how much of the animation is done")
    parser.add_argument("--svg", action="store_true", help="the drawing itself instead of a PNG")
    parser.add_argument("--out", type=Path, help="where to write it; by default beside the record")
    args = parser.parse_args()
    try:
        if args.record == "gallery":
            print(f"{gallery.make()} pictures in {gallery.DOCS / 'gallery'}")
            return 0
        source = sys.stdin.read() if args.record == "-" else Path(args.record).read_text(encoding="utf-8")
        if args.names:
            listed, _, source = source.partition("\n")
            args.name = json.loads(listed)
        record = records.read(source)
        kind, picture, description = _output(record, args)
    except (records.BadRecord, RenderError, OSError, ValueError) as problem:
        print(problem, file=sys.stderr)
        return 1
    out = args.out or Path("game" if args.record == "-" else args.record).with_suffix(kind)
    out.write_bytes(picture)
    print(f"{out}: {description}")
    return 0


def _output(record: records.Record, args: argparse.Namespace) -> tuple[str, bytes, str]:
    """Return the picture that the arguments ask for: file suffix, file content, and a line that describes it.

    With `--animate` it is a WebP, with `--svg` an SVG, otherwise a PNG. A player without a name gets the number of the
    seat as the name; names beyond the number of seats are dropped. Raises `ValueError` if the game has no painter or
    the arguments do not fit the record.
    """
    if record.game not in PAINTERS:
        raise ValueError(f"there are no pictures of {record.game}")
    names = [*args.name, *(str(n) for n in range(len(args.name) + 1, record.seats + 1))][: record.seats]
    if args.animate:
        film = animate(record, names, words_in(args.language), *([_print_progress] if args.progress else []))
        return ".webp", film, f"{len(film) // 1024} KB"
    drawing = _drawing(record, names, args)
    if args.svg:
        return ".svg", drawing.svg.encode(), drawing.alt
    return ".png", render_png(drawing.svg), drawing.alt


def _print_progress(done: int, whole: int) -> None:
    """Print "done/whole" (numbers of steps) on a line; `animate_in_subprocess` reads these lines."""
    print(f"{done}/{whole}", flush=True)


def _drawing(record: records.Record, names: list[str], args: argparse.Namespace) -> Drawing:
    """Return the drawing of the board, a hand or the final scores after the chosen move (by default the last).

    Raises `ValueError` if the record has no such move or seat, or if the game is not finished there but `--final` is
    given.
    """
    game, words, painter = records.game_of(record), words_in(args.language), PAINTERS[record.game]
    state = None
    for number, (_, state, _) in enumerate(records.positions(record)):  # noqa: B007 -- used after the loop
        if number == args.move:
            break
    else:
        if args.move is not None:
            raise ValueError(f"the record has {number} moves, not {args.move}")
    if args.hand is not None:
        if not 1 <= args.hand <= record.seats:
            raise ValueError(f"there are seats 1 to {record.seats}, not {args.hand}")
        return painter.hand(game.view(state, args.hand - 1), names, words)
    view = game.view(state, None)
    if args.final:
        if view.result is None:
            raise ValueError("the game is not finished there")
        return painter.final(view, names, words, score_history(record))
    return painter.board(view, names, words)


if __name__ == "__main__":
    sys.exit(main())
