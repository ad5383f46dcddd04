"""What was learned of each game, found and loaded when first needed: the bot starts without it, and without numpy."""

from __future__ import annotations

import logging
from functools import cache
from hashlib import sha256
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from opponents.versions import is_compatible_version
from rules import GAMES, AnyGame

if TYPE_CHECKING:
    from opponents.alderman_model import AldermanModel
    from opponents.network import WinEstimator

log = logging.getLogger("kontor.opponents")


def package_folder(game: str) -> Path:
    """Return where a game's package for computer players lies."""
    found = find_spec(f"opponents.{game}")
    if found is None or found.origin is None:
        raise ValueError(f"{game} has no package for computer players")
    return Path(found.origin).parent


@cache
def has_model(game: str) -> bool:
    """Say whether a game brings what the alderman needs to learn it; perhaps nothing was learned yet."""
    return find_spec(f"opponents.{game}") is not None and find_spec(f"opponents.{game}.model") is not None


def model_of(game: str) -> AldermanModel | None:
    """Return how a game is learned; None if it brings nothing for that."""
    if not has_model(game):
        return None
    model: AldermanModel = import_module(f"opponents.{game}.model").MODEL
    return model


def model_digest(game: str, seats: int) -> str | None:
    """Return a digest of the file of what was learned, read as it is; None if there is none."""
    if not has_model(game):
        return None
    try:
        return sha256((package_folder(game) / f"learned-{seats}.json").read_bytes()).hexdigest()[:16]
    except OSError:
        return None


def estimator_for(game: AnyGame, version: int, seats: int) -> WinEstimator | None:
    """Return who knows what was learned that serves for a version of the rules."""
    return load_estimator(game.name, seats) if is_compatible_version(game, version) else None


@cache
def load_estimator(name: str, seats: int) -> WinEstimator | None:
    """Return who knows what was learned; None, and a line in the log, if that cannot be used."""
    model = model_of(name)
    if model is None:
        return None
    from opponents.network import UnusableModelFile, WinEstimator, load_network

    try:
        return WinEstimator(GAMES[name], model, load_network(package_folder(name), GAMES[name], seats, model))
    except UnusableModelFile as problem:
        log.warning("%s: the trader plays instead of the alderman. %s", name, problem)
        return None
