"""`declarations`: find what the game packages of a layer declare, so that no shared module has to name a game."""

from __future__ import annotations

import pkgutil
from importlib import import_module
from typing import Any


def declarations(package: str, attribute: str) -> dict[str, Any]:
    """Return the attribute of every direct sub-package that defines it, by the sub-package's name, in no fixed order.

    `declarations("words", "WORDS")` imports every sub-package of `words` and returns the `WORDS` of each. Sub-packages
    without the attribute and plain modules are left out. The package may be spread over several folders on the import
    path, so a game can live outside this repository.
    """
    found = {}
    for _, name, is_package in pkgutil.iter_modules(import_module(package).__path__):
        if is_package:
            module = import_module(f"{package}.{name}")
            if hasattr(module, attribute):
                found[name] = getattr(module, attribute)
    return found
