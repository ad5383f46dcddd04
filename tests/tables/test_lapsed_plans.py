"""Whose plan does not apply is asked, and the menu says why, until they have decided."""

from __future__ import annotations

import msgspec
import pytest

from cogs.messages.plan_parts import menu_with_plans
from tables.play.seat_plans import SeatPlans
from tests.tables.room import Room
from tests.tables.test_plan_secrecy import DISPLAYS, text_of
from tests.tables.test_seat_plans import plan, riga, store, stored
from words import words_in

HEADS = {
    "en": "🗓️ Your plan no longer works, so nothing was played. ",
    "de": "🗓️ Dein Plan passt nicht mehr, deshalb wurde nichts gespielt. ",
}
REASONS = {
    "row": {
        "en": "There's no row with the same goods any more. Please decide now:",
        "de": "Eine Reihe mit denselben Gütern gibt es nicht mehr. Bitte entscheide jetzt:",
    },
    "building": {"en": " isn't on display. ", "de": " liegt nicht in der Auslage. "},
    "effects": {
        "en": "This no longer costs or gives you exactly what you planned. Now it would be: Take a row: ",
        "de": "Kosten oder Ertrag sind nicht mehr genau wie geplant. Jetzt wäre es: Eine Reihe nehmen: ",
    },
    "alternatives": {"en": "Please decide now:", "de": "Bitte entscheide jetzt:"},
}


async def menu(room: Room, number: int, person: int, language: str) -> str:
    look = await room.look(number, person)
    return text_of(menu_with_plans(DISPLAYS[look.table.row.game], look, words_in(language)))


@pytest.mark.parametrize("how", REASONS)
async def test_the_menu_says_why_a_plan_did_not_apply(room: Room, how: str) -> None:
    number, first, second, _ = await riga(room)
    look = await room.look(number, first)
    card = next(str(move) for move in look.options if ":" in str(move))
    wanted = card if how == "building" else "take row 2"
    await plan(room, number, second, (wanted, "done"))
    (old,) = (await stored(room, number, second)).plans
    (wish,) = old.wishes
    wishes = {"effects": (msgspec.structs.replace(wish, shown="[]"),), "alternatives": (wish, wish)}.get(how, (wish,))
    await store(room, number, second, SeatPlans((msgspec.structs.replace(old, wishes=wishes),)))
    for text in ("take row 1" if how == "effects" else wanted, "done"):
        await room.move(number, first, text)
    assert await room.owing(number) == [second]
    for language, reason in REASONS[how].items():
        shown = await menu(room, number, second, language)
        head = HEADS[language]
        assert head in shown
        (line,) = [line for line in shown.splitlines() if line.startswith(head)]
        assert (reason in line) if how in ("building", "effects") else line == head + reason, line
    await room.move(number, second, "take row 1")
    assert HEADS["en"] not in await menu(room, number, second, "en")
