"""Discovery of games: find what the game packages of a layer declare, so that no shared module names a game."""

from __future__ import annotations

import pkgutil
from importlib import import_module
from typing import Any


def declarations(package: str, attribute: str) -> dict[str, Any]:
    """Return the attribute of every sub-package that defines it, keyed by the sub-package's name, in no fixed order.

    `declarations("words", "WORDS")` imports every sub-package of `words` and returns the `WORDS` of each.
    Plain modules are skipped. The package may be spread over several folders on the import path, so a game can live
    outside this repository.
    """
    found = {}
    for _, name, is_package in pkgutil.iter_modules(import_module(package).__path__):
        if is_package:
            module = import_module(f"{package}.{name}")
            if hasattr(module, attribute):
                found[name] = getattr(module, attribute)
    return found
