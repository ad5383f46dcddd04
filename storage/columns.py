"""Conversion between rows of the database and structs: `struct` reads a row, `column` prepares a value for storing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from types import NoneType
from typing import Any, Protocol, TypeVar

import msgspec

T = TypeVar("T", bound=msgspec.Struct)


class DatabaseRow(Protocol):
    """A row of a query's result, of either engine. It gives its values in order, by index or by column name."""

    def keys(self) -> Iterable[str]:
        """Return the column names in order."""

    def __iter__(self) -> Iterator[Any]: ...

    def __getitem__(self, key: int | str, /) -> Any: ...


_JSON = ("options", "channels", "explained", "guests", "players", "places", "absent", "terms")


def struct(kind: type[T], row: DatabaseRow) -> T:
    """Build a struct of the type `kind` from a row: decode JSON columns (`_JSON`), and turn 0 and 1 into booleans.

    Columns without a field are ignored. Raises `msgspec.ValidationError` if a value does not fit its field, or if a
    field without a default has no column.
    """
    values = dict(zip(row.keys(), row, strict=True))
    for key in _JSON:
        if key in values:
            values[key] = msgspec.json.decode(values[key])
    return msgspec.convert(values, kind, strict=False)


def column(value: object) -> object:
    """Return a value as it is stored: lists, dicts and structs as JSON text, booleans as 0 or 1, others unchanged."""
    if value.__class__ in _AS_IT_IS:
        return value
    if isinstance(value, dict | list | msgspec.Struct):
        return msgspec.json.encode(value).decode()
    return int(value) if isinstance(value, bool) else value


_AS_IT_IS = frozenset({int, str, bytes, NoneType})
"""Types that are stored unchanged: the common case, checked first."""
