"""How often one presses: a whole game of Haithabu by what the menus propose, every press counted."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from rules import GAMES
from rules.haithabu.state import Turn
from tests.discord.bot import Operator
from tests.discord.people import Person
from tests.discord.playing import Sitting, moves_on, sit_down
from tests.discord.reading import BUTTON, Answer, Seen

pytestmark = [pytest.mark.usefixtures("plain_pictures"), pytest.mark.slow]

GAME = GAMES["haithabu"]
BY_DAY, BY_NIGHT, TO_HIRE, TO_END, OTHERWISE = 3, 4, 1, 1, 2
"""The most presses for a worker by day and by night, for hiring, to end a turn, for any other decision: with *Play*."""


def best(menu: Seen) -> dict[str, Any]:
    """The first thing a menu wants pressed: what was chosen to be confirmed, a proposal, or the first of its lists."""
    offered = moves_on(menu, "haithabu")
    for verb in ("haithabu.confirm", "haithabu.propose"):
        for item in offered:
            if item["custom_id"].startswith(f"k:{verb}:"):
                return item
    return offered[0]


async def press_best(person: Person, menu: Seen) -> Answer:
    item = best(menu)
    if item["type"] == BUTTON:
        return await person.click(menu, item["custom_id"])
    lines = [str(line["value"]) for line in item["options"][: item["min_values"]]]
    return await person.choose(menu, lines, menu=item["custom_id"])


async def pressed_until_decided(sitting: Sitting, person: Person, menu: Seen) -> tuple[int, str, Seen]:
    """Press what is best until a move is made; return how often, the move, and the menu shown then."""
    before = await sitting.operator.moves(sitting.number)
    for count in range(1, 10):
        menu = (await press_best(person, menu)).shown
        made = (await sitting.operator.moves(sitting.number))[len(before) :]
        if made:
            return count, made[0].partition(" ")[2], menu
    raise AssertionError(f"nothing is decided by pressing on and on:\n{menu}")


@pytest.mark.repeated(2)
@pytest.mark.parametrize("people", [("anna", "bert"), ("anna", "bert", "clara")])
async def test_a_whole_game_by_proposals_takes_few_presses(operator: Operator, people: tuple[str, ...]) -> None:
    sitting = await sit_down(operator, "haithabu", people)
    presses, most = Counter[str](), Counter[str]()
    worker, by_night = 0, False
    menu: Seen | None = None
    person: Person | None = None
    while not await sitting.over():
        owing = await sitting.owing()
        if person not in owing or menu is None or not moves_on(menu, "haithabu"):
            person = owing[0]
            menu = await sitting.open_menu(person)
            play = 1
        else:
            play = 0
        table = await operator.table(sitting.number)
        decision = table.owed[await sitting.seat(person)]
        if decision == "act":
            play = 0  # whoever waited for others to answer an event has their menu moved below the new board
        count, move, menu = await pressed_until_decided(sitting, person, menu)
        kind = "hire" if move.startswith("hire") else decision
        if kind in ("turn", "act"):
            worker, by_night = (worker, True) if kind == "act" else (0, " dice " in move)
            worker += count + play
            kind = "by night" if by_night else "by day"
            most[kind] = max(most[kind], worker)
        else:
            most[kind] = max(most[kind], count)
        presses[kind] += count + play
        table = await operator.table(sitting.number)
        if table.state and not any(isinstance(frame, Turn) for frame in table.state.agenda):
            menu = None
    assert {"by day", "by night", "hire"} <= set(presses)
    assert most.pop("by day") <= BY_DAY
    assert most.pop("by night") <= BY_NIGHT
    assert most.pop("hire") <= TO_HIRE
    assert most.pop("settle", 0) <= TO_END
    assert max(most.values()) <= OTHERWISE, most
