"""Why to hire a worker in Haithabu (H12): what the two workers of the turn can do (`hiring_reasons`)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from opponents.advice import Reason
from rules.haithabu import actions
from rules.haithabu.view import View


class Deed(NamedTuple):
    """What a worker does: an action on a place, given by the field's letter or `market`."""

    place: str
    action: actions.AnyAction


def hiring_reasons(view: View, deeds: Sequence[Deed], *, is_planned: bool) -> tuple[Reason, ...]:
    """Return the one reason to hire: the two deeds, if they are at different places; else only a second action.

    They are examples unless the hints of the turn will suggest them (`is_planned`) and no event by night comes before.
    """
    if len({deed.place for deed in deeds}) < 2:
        return (Reason("second_action"),)
    by_night = {field.key for field in view.rondel if not field.day}
    is_sure = is_planned and by_night.isdisjoint(deed.place for deed in deeds)
    told = tuple(f"{deed.action.verb} {deed.place}" for deed in deeds)
    return (Reason("two_things" if is_sure else "e_g_two_things", {"deeds": told}),)
