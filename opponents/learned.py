"""What was learned of each game, found and loaded when first needed: the bot starts without it, and without numpy."""

from __future__ import annotations

import logging
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from rules import GAMES

if TYPE_CHECKING:
    from opponents.lessons import Lesson
    from opponents.network import Judge

log = logging.getLogger("kontor.opponents")


def folder_of(game: str) -> Path:
    """Return where a game's package for computer players lies."""
    found = find_spec(f"opponents.{game}")
    if found is None or found.origin is None:
        raise ValueError(f"{game} has no package for computer players")
    return Path(found.origin).parent


def lesson_of(game: str) -> Lesson | None:
    """Return how a game is learned; None if it brings nothing for that."""
    if find_spec(f"opponents.{game}") is None or find_spec(f"opponents.{game}.alderman") is None:
        return None
    lesson: Lesson = import_module(f"opponents.{game}.alderman").LESSON
    return lesson


@cache
def judge_of(name: str, seats: int) -> Judge | None:
    """Return who knows what was learned; None, and a line in the log, if that cannot be used."""
    lesson = lesson_of(name)
    if lesson is None:
        return None
    from opponents.network import BadLearning, Judge, load

    try:
        return Judge(GAMES[name], lesson, load(folder_of(name), GAMES[name], seats, lesson))
    except BadLearning as problem:
        log.warning("%s: the trader plays instead of the alderman. %s", name, problem)
        return None
