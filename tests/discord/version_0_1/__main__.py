"""The database of version 0.1: `python -m tests.discord.version_0_1 answers` records how it is answered.

`make` works only in the commit of version 0.1 (see `making`). `answers` records which notifications the present version
sends and what it answers to every click; run it only when people are meant to see something else.
"""

from __future__ import annotations

import asyncio
import json
import sys
import tempfile
from pathlib import Path

from tests.discord.bot import Operator, quick_film, the_same_every_time
from tests.discord.keeping import write_down
from tests.discord.kit import World
from tests.discord.version_0_1.answers import all_clicks, answered, told, written
from tests.discord.version_0_1.making import Making, make
from tests.discord.version_0_1.opening import ANSWERS, DISCORD, PRESSED_BY, SQL, TOLD, build, dump


async def made(folder: Path) -> None:
    """Make the database and write it down, with the messages that belong to it."""
    file = folder / "kontor.db"
    with the_same_every_time(11):
        async with World() as world:
            operator = Operator(world, file, animate=quick_film)
            await operator.start()
            making = Making(operator)
            await make(making)
            text = dump(file)
            if not text.startswith("PRAGMA user_version = 2;\n"):
                sys.exit("This is not version 0.1: it would make another database than people have.")
            SQL.write_text(text, encoding="utf-8")
            DISCORD.write_text(write_down(world), encoding="utf-8")
            PRESSED_BY.write_text(json.dumps(making.pressed_by, indent=1) + "\n", encoding="utf-8")


async def answers(folder: Path) -> None:
    """Write down what is told and answered."""
    file = folder / "kontor.db"
    await build(file)
    TOLD.write_text(await told(file), encoding="utf-8")
    ANSWERS.write_text(
        written(dict([await answered(file, click) for click in await all_clicks(file)])), encoding="utf-8"
    )


def main() -> None:
    with tempfile.TemporaryDirectory(prefix="kontor-") as folder:
        match sys.argv[1:]:
            case ["make"]:
                asyncio.run(made(Path(folder)))
            case ["answers"]:
                asyncio.run(answers(Path(folder)))
            case _:
                sys.exit(__doc__)


if __name__ == "__main__":
    main()
