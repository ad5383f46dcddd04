"""Finding the games: each is a package of its own name in every room, and declares there what it brings."""

from __future__ import annotations

import pkgutil
from importlib import import_module
from typing import Any


def declared(room: str, declaration: str) -> dict[str, Any]:
    """Return what the packages of a room (`rules`, `words` …) declare under this name, by the packages' names.

    A room may be spread over several folders on the import path: a game can live in a folder of its own.
    """
    found = {}
    for _, name, is_package in pkgutil.iter_modules(import_module(room).__path__):
        if is_package:
            package = import_module(f"{room}.{name}")
            if hasattr(package, declaration):
                found[name] = getattr(package, declaration)
    return found
