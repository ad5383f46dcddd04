"""The class `StoredAsOther`: values in a state that are stored as JSON in another form, as another value.

`stored_form` and `restored` are the hooks with which msgspec encodes and decodes them.
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
    """Return the form in which msgspec can encode a value of a class that it does not know.

    Raise NotImplementedError if the value is not a `StoredAsOther`.
    """
    if isinstance(value, StoredAsOther):
        return value.stored_form()
    raise NotImplementedError(f"{type(value).__name__} cannot be stored")


def restored(kind: type[StoredAsOther], form: object) -> StoredAsOther:
    """Return the value of the class `kind` with this stored form; raise `msgspec.ValidationError` if there is none."""
    return kind.restored(form)
