"""From the columns of a row to a value, and back."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from types import NoneType
from typing import Any, Protocol, TypeVar

import msgspec

T = TypeVar("T", bound=msgspec.Struct)


class DatabaseRow(Protocol):
    """A row: its values in order, by number, or by the names of their columns."""

    def keys(self) -> Iterable[str]:
        """Return the names of the columns."""

    def __iter__(self) -> Iterator[Any]: ...

    def __getitem__(self, key: int | str, /) -> Any: ...


_JSON = ("options", "channels", "explained", "guests")


def struct(kind: type[T], row: DatabaseRow) -> T:
    """Make a struct of a row: JSON columns are read, 0 and 1 become booleans where the struct wants them."""
    values = dict(zip(row.keys(), row, strict=True))
    for key in _JSON:
        if key in values:
            values[key] = msgspec.json.decode(values[key])
    return msgspec.convert(values, kind, strict=False)


def column(value: object) -> object:
    """Return a value as the database keeps it."""
    if value.__class__ in _AS_IT_IS:
        return value
    if isinstance(value, dict | list):
        return msgspec.json.encode(value).decode()
    return int(value) if isinstance(value, bool) else value


_AS_IT_IS = frozenset({int, str, bytes, NoneType})
"""Most of what is written."""
