"""Find and load the alderman's models when first needed: the bot starts without them and without numpy.

`model_of` imports a game's model, `load_estimator` and `estimator_for` load its learned weights.
"""

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
    """Return the folder of the package `opponents.<game>`; raise ValueError if there is no such package."""
    found = find_spec(f"opponents.{game}")
    if found is None or found.origin is None:
        raise ValueError(f"{game} has no package for computer players")
    return Path(found.origin).parent


@cache
def has_model(game: str) -> bool:
    """Return True if the game declares how the alderman plays it; its weights may still be missing."""
    return find_spec(f"opponents.{game}") is not None and find_spec(f"opponents.{game}.model") is not None


def model_of(game: str) -> AldermanModel | None:
    """Import and return the `MODEL` of `opponents.<game>.model`; None if the game has no such module."""
    if not has_model(game):
        return None
    model: AldermanModel = import_module(f"opponents.{game}.model").MODEL
    return model


def model_digest(game: str, seats: int) -> str | None:
    """Return a digest (16 hex digits) of the game's file of learned weights for this number of players.

    The file is read each time. Return None if the game has no model or the file cannot be read.
    """
    if not has_model(game):
        return None
    try:
        return sha256((package_folder(game) / f"learned-{seats}.json").read_bytes()).hexdigest()[:16]
    except OSError:
        return None


def estimator_for(game: AnyGame, version: int, seats: int) -> WinEstimator | None:
    """Return the estimator of a game with its learned weights, for this version of the rules and number of players.

    Return None if the weights are not valid for that version, the game has no model, or its file cannot be used. The
    weights are loaded once for each number of players.
    """
    return load_estimator(game.name, seats) if is_compatible_version(game, version) else None


@cache
def load_estimator(name: str, seats: int) -> WinEstimator | None:
    """Load the learned weights of the game `name` for this number of players; the result is cached in the process.

    Return None if the game has no model. Return None and log a warning if the file is missing or cannot be used.
    """
    model = model_of(name)
    if model is None:
        return None
    from opponents.network import UnusableModelFile, WinEstimator, load_network

    try:
        return WinEstimator(GAMES[name], model, load_network(package_folder(name), GAMES[name], seats, model))
    except UnusableModelFile as problem:
        log.warning("game=%s seats=%s the trader plays instead of the alderman: %s", name, seats, problem)
        return None
