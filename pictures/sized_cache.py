"""What was needed last, no more of it than so many bytes."""

from __future__ import annotations

from collections import OrderedDict
from typing import Generic, TypeVar

K = TypeVar("K")
V = TypeVar("V")


class SizedCache(Generic[K, V]):
    """Keeps what was needed last; what was not needed for longest goes. The newest stays, however large."""

    def __init__(self, most: int) -> None:
        self._kept: OrderedDict[K, tuple[V, int]] = OrderedDict()
        self._room = most

    def get(self, key: K) -> V | None:
        """Return what is kept, and keep it longer."""
        if not (kept := self._kept.get(key)):
            return None
        self._kept.move_to_end(key)
        return kept[0]

    def keep(self, key: K, value: V, size: int) -> None:
        """Keep something that was not kept yet, of so many bytes."""
        self._kept[key] = value, size
        self._room -= size
        while self._room < 0 and len(self._kept) > 1:
            _, (_, freed) = self._kept.popitem(last=False)
            self._room += freed
