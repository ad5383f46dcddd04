"""What every notice has: its name, and in which order it is told."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from tables.notifications import lanes


class AnyNotice(msgspec.Struct, frozen=True, kw_only=True, tag_field="kind"):
    """Something to be told. The tag is the kind under which it waits in the file, and the fields are its facts.

    A field `seat` says whose seat it is about. `cogs/delivery/teller.py` sends every kind; mypy finds a missing one.
    """

    newest_only: ClassVar[bool] = False
    """It shows how things stand: of those that wait for the same seat only the newest is worth telling."""
    asks: ClassVar[bool] = False
    """It asks somebody: while the place refuses it is told by direct message to whoever wants these."""

    @property
    def lane(self) -> int:
        """Those of one lane are told in order, and wait for each other."""
        return lanes.TABLE

    @property
    def kind(self) -> str:
        """Its name in the file and in the operator's log."""
        return str(self.__struct_config__.tag)
