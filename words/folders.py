"""The folders of the package `words`: this one, and those of games that are elsewhere on the import path.

`words/__init__.py` takes its import path from here, and `catalogue`, `rulebook` and `lesson_text` the folders of their
text files.
"""

from __future__ import annotations

import pkgutil
from pathlib import Path

PACKAGE_PATH: list[str] = list(pkgutil.extend_path([str(Path(__file__).parent)], __package__ or "words"))
"""The import path of the package, this folder first."""

FOLDERS: tuple[Path, ...] = tuple(map(Path, PACKAGE_PATH))
"""The same folders as paths; `<folder>/<game>/` holds a game's catalogues, rulebooks and lessons."""
