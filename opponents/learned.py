"""What was learned of each game, found and loaded when first needed: the bot starts without it, and without numpy."""

from __future__ import annotations

import logging
from functools import cache
from hashlib import sha256
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from opponents.versions import serves
from rules import GAMES, AnyGame

if TYPE_CHECKING:
    from opponents.network import Judge
    from opponents.training import Training

log = logging.getLogger("kontor.opponents")


def folder_of(game: str) -> Path:
    """Return where a game's package for computer players lies."""
    found = find_spec(f"opponents.{game}")
    if found is None or found.origin is None:
        raise ValueError(f"{game} has no package for computer players")
    return Path(found.origin).parent


@cache
def has_training(game: str) -> bool:
    """Say whether a game brings what the alderman needs to learn it; perhaps nothing was learned yet."""
    return find_spec(f"opponents.{game}") is not None and find_spec(f"opponents.{game}.alderman") is not None


def training_of(game: str) -> Training | None:
    """Return how a game is learned; None if it brings nothing for that."""
    if not has_training(game):
        return None
    training: Training = import_module(f"opponents.{game}.alderman").TRAINING
    return training


def mark_of(game: str, seats: int) -> str | None:
    """Return a digest of the file of what was learned, read as it is; None if there is none."""
    if not has_training(game):
        return None
    try:
        return sha256((folder_of(game) / f"learned-{seats}.json").read_bytes()).hexdigest()[:16]
    except OSError:
        return None


def judge_by(game: AnyGame, version: int, seats: int) -> Judge | None:
    """Return who knows what was learned that serves for a version of the rules."""
    return judge_of(game.name, seats) if serves(game, version) else None


@cache
def judge_of(name: str, seats: int) -> Judge | None:
    """Return who knows what was learned; None, and a line in the log, if that cannot be used."""
    training = training_of(name)
    if training is None:
        return None
    from opponents.network import BadLearning, Judge, load

    try:
        return Judge(GAMES[name], training, load(folder_of(name), GAMES[name], seats, training))
    except BadLearning as problem:
        log.warning("%s: the trader plays instead of the alderman. %s", name, problem)
        return None
