"""All golden games: how each is played, and in which file it is kept."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import NamedTuple

from tests.discord.golden import commands, haithabu, riga, visby
from tests.discord.golden.playing import Golden, golden_game

FOLDER = Path(__file__).parent


class Script(NamedTuple):
    """How a golden game is dealt and played."""

    seed: int
    play: Callable[[Golden], Awaitable[None]]


GAMES = {
    "visby": Script(visby.SEED, visby.play),
    "riga": Script(riga.SEED, riga.play),
    "haithabu": Script(haithabu.SEED, haithabu.play),
    "commands": Script(commands.SEED, commands.play),
}


async def written(name: str, folder: Path, *, whole: bool = False) -> str:
    """Play a golden game on a file in a folder; return all that was seen of it."""
    script = GAMES[name]
    async with golden_game(folder, script.seed) as golden:
        golden.whole = whole
        await script.play(golden)
        return "\n".join((*golden.lines, ""))
