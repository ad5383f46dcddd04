"""The function `declarations`: collect what each game's package declares, so that no shared module names a game.

For example, each game has a package in `words` that declares `WORDS`.
"""

from __future__ import annotations

import pkgutil
from importlib import import_module
from typing import Any


def declarations(package: str, attribute: str) -> dict[str, Any]:
    """Import every direct sub-package of `package` and return its `attribute`, by the sub-package's name.

    For example, `declarations("words", "WORDS")` returns the `WORDS` of each sub-package of `words`, in no fixed order.
    Sub-packages without the attribute and plain modules are left out. The package may be spread over several folders on
    the import path, so a game can live outside this repository.
    """
    found = {}
    for _, name, is_package in pkgutil.iter_modules(import_module(package).__path__):
        if is_package:
            module = import_module(f"{package}.{name}")
            if hasattr(module, attribute):
                found[name] = getattr(module, attribute)
    return found
