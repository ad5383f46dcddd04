"""Reading a game's data file: TOML in, checked structs out, or a refusal that names file, key and reason.

Every value in a data file stands beside its *source*: printed in the rulebook, found (said publicly by author or
publisher), implied by printed facts, or reconstructed. An owner of the box who knows better corrects one line.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import Literal, TypeVar

import msgspec

from rules.errors import BadData

Source = Literal["printed", "found", "implied", "reconstructed"]

T = TypeVar("T", bound=msgspec.Struct)


class Section(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A section of a data file: every key is known."""


def load(file: Path, kind: type[T]) -> T:
    """Read the file into a struct of that kind; unknown and missing keys and wrong types are refused."""
    try:
        sections = tomllib.loads(file.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as problem:
        raise BadData(file, "syntax", str(problem)) from None
    try:
        return msgspec.convert(sections, kind, str_keys=True)
    except msgspec.ValidationError as problem:
        reason, _, path = str(problem).partition(" - at `$")
        raise BadData(file, path.strip("`.") or "file", reason) from None


def demand(file: Path, key: str, holds: bool, reason: str) -> None:
    """Refuse the file unless the condition holds."""
    if not holds:
        raise BadData(file, key, reason)


def no_duplicates(file: Path, key: str, names: Iterable[str]) -> None:
    """Refuse the file if a name stands in it twice."""
    known: set[str] = set()
    for name in names:
        demand(file, f"{key}.{name}", name not in known, "stands here twice")
        known.add(name)
