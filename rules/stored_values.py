"""Values that are stored in another form than they have in a state: the class `StoredAsOther`.

`stored_form` and `restored` are the hooks by which msgspec converts them.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Self


class StoredAsOther(ABC):
    """Base class of values that are stored as another value, because msgspec cannot encode their own class."""

    __slots__: tuple[str, ...] = ()

    @abstractmethod
    def stored_form(self) -> object:
        """Return the value to store instead of this one: anything that msgspec turns into JSON."""

    @classmethod
    @abstractmethod
    def restored(cls, form: object) -> Self:
        """Return the value whose stored form is `form`, which consists of lists, dicts and plain JSON values.

        Raise `msgspec.ValidationError` if `form` does not fit.
        """


def stored_form(value: object) -> object:
    """Return the stored form of a value that msgspec does not know; raise NotImplementedError if it has none."""
    if isinstance(value, StoredAsOther):
        return value.stored_form()
    raise NotImplementedError(f"{type(value).__name__} cannot be stored")


def restored(kind: type[StoredAsOther], form: object) -> StoredAsOther:
    """Return the value of the class `kind` with this stored form; raise `msgspec.ValidationError` if there is none."""
    return kind.restored(form)
