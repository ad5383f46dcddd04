"""Reading a game's TOML data files into checked structs (`load`), and checks of their content (`require` …).

A wrong file raises `BadData` with file, key and reason. Every value in a data file has a *source* beside it: printed in
the rulebook, found (said publicly by author or publisher), implied by printed facts, or reconstructed. Somebody who
owns the game and finds a wrong value corrects one line.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import Literal, TypeVar

import msgspec

from rules.errors import BadData

Source = Literal["printed", "found", "implied", "reconstructed"]
"""How a value is known."""

T = TypeVar("T", bound=msgspec.Struct)


class Section(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Base class for a section of a data file; keys that are not fields are refused."""


def load(file: Path, kind: type[T]) -> T:
    """Return the content of a TOML file as a struct of type `kind`.

    Raise `BadData` for bad syntax, unknown or missing keys and wrong types; OSError if the file cannot be read.
    """
    try:
        sections = tomllib.loads(file.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as problem:
        raise BadData(file, "syntax", str(problem)) from None
    try:
        return msgspec.convert(sections, kind, str_keys=True)
    except msgspec.ValidationError as problem:
        reason, _, path = str(problem).partition(" - at `$")
        raise BadData(file, path.strip("`.") or "file", reason) from None


def require(file: Path, key: str, holds: bool, reason: str) -> None:
    """Raise `BadData` with this file, key and reason if `holds` is False."""
    if not holds:
        raise BadData(file, key, reason)


def require_unique(file: Path, key: str, names: Iterable[str]) -> None:
    """Raise `BadData` if a name occurs twice. The error reports the first such name, as `key.name`."""
    known: set[str] = set()
    for name in names:
        require(file, f"{key}.{name}", name not in known, "stands here twice")
        known.add(name)
