"""Whole games of Riga by proposals alone: at most two presses a turn, and nothing that is proposed is refused."""

from __future__ import annotations

import pytest

from rules.riga.state import Turn
from storage.queries import tables as sql
from tests.discord.bot import Operator
from tests.discord.people import Person
from tests.discord.playing import Sitting, sit_down
from tests.discord.reading import Seen

MOST = 2
"""So many presses a turn takes for who does what is proposed."""


def proposed(menu: Seen) -> str | None:
    """Return the button that does what is proposed: by its sign; nothing but the end of the turn is *Done* itself."""
    marked = [face for face in menu.buttons if face.startswith("💡")]
    assert len(marked) <= 1, "one proposal"
    return marked[0] if marked else next((face for face in menu.buttons if face.endswith("Done")), None)


async def turn_of(sitting: Sitting) -> Turn | None:
    state = (await sitting.operator.table(sitting.number)).state
    return next((frame for frame in state.agenda if isinstance(frame, Turn)), None)


async def take_turn(sitting: Sitting, person: Person) -> int:
    """Play the running turn by proposals, and return how many presses it took."""
    began = await turn_of(sitting)
    assert began is not None
    presses, menu = 0, await sitting.open_menu(person)
    while (now := await turn_of(sitting)) is not None and now.id == began.id:
        face = proposed(menu)
        assert face, f"nothing is proposed in:\n{menu}"
        answer = await person.click(menu, face)
        assert "❌" not in answer.text
        menu, presses = answer.shown, presses + 1
    return presses


@pytest.mark.parametrize("riga_buildings", [False, True])
async def test_a_whole_game_by_proposals_takes_two_presses_a_turn(operator: Operator, riga_buildings: bool) -> None:
    sitting = await sit_down(operator, "riga", ("anna", "bert"), riga_buildings=riga_buildings)
    presses = []
    while owing := await sitting.owing():
        person = owing[0]
        if await turn_of(sitting):
            presses.append(await take_turn(sitting, person))
        else:
            menu = await sitting.open_menu(person)
            await person.click(menu, next(iter([face for face in menu.buttons if "💡" in face] or menu.buttons)))
    assert len(presses) == 8 * 4
    assert max(presses) <= MOST
    scores = [result.score for result in await sql.results(operator.services.db.reader, sitting.number)]
    assert min(scores) > 15, "proposals build something"
