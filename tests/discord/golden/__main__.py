"""Write the golden games again: `python -m tests.discord.golden [--to FOLDER] [--whole] [GAME …]`.

Do this only when people are meant to see something else; the difference in git shows what. `--whole` abbreviates
nothing: two such folders, made by two versions, show what an abbreviated line hides.
"""

from __future__ import annotations

import argparse
import asyncio
import tempfile
import time
from pathlib import Path

from tests.discord.golden.games import FOLDER, GAMES, written


def main() -> None:
    arguments = argparse.ArgumentParser(prog="python -m tests.discord.golden", description=__doc__.partition("\n")[0])
    arguments.add_argument("games", nargs="*", metavar="GAME", default=list(GAMES))
    arguments.add_argument("--to", type=Path, default=FOLDER, metavar="FOLDER")
    arguments.add_argument("--whole", action="store_true")
    wanted = arguments.parse_args()
    wanted.to.mkdir(parents=True, exist_ok=True)
    for name in wanted.games:
        began = time.perf_counter()
        with tempfile.TemporaryDirectory(prefix="kontor-") as folder:
            text = asyncio.run(written(name, Path(folder), whole=wanted.whole))
        file = wanted.to / f"{name}.txt"
        file.write_text(text, encoding="utf-8")
        print(f"{file}: {len(text.encode()) // 1024} KB in {time.perf_counter() - began:.1f} s")


if __name__ == "__main__":
    main()
