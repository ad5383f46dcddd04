"""Riga in Discord with chosen cards: people at a table, and the table as one of them sees it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from typing import Any

from cogs.games.riga.display import RigaDisplay
from cogs.messages.components import components_of
from cogs.messages.drafts import Draft, encode_draft
from cogs.messages.panel import MAX_OPTIONS, Panel, Row, Select, Text
from cogs.messages.table_messages import board_panel, hand_panel, menu_panel
from rules import GAMES
from rules.riga.state import State
from storage.queries import tables as sql
from storage.rows import SeatRow, TableRow
from tables.model.table import Look, MenuMoves, Table
from tests.discord import limits
from tests.discord.bot import Operator
from tests.discord.people import Person
from tests.discord.playing import Sitting, sit_down
from tests.discord.reading import Seen
from tests.discord.wire import Request
from words import words_in

GAME = GAMES["riga"]
FACE = RigaDisplay()
_THEN = datetime(2026, 1, 1, tzinfo=UTC)
NAMES = ("anna", "bert", "clara", "david")
BUTTON_LENGTH, LINE_LENGTH, PLACEHOLDER_LENGTH = 80, 100, 150


class Laid:
    """People at a table whose cards were laid by hand. Nothing that was done before can be taken back."""

    def __init__(self, sitting: Sitting, seated: Sequence[Person]) -> None:
        self.sitting = sitting
        self.operator = sitting.operator
        self.seated = seated

    async def state(self) -> State:
        state: State = (await self.operator.table(self.sitting.number)).state
        return state

    async def hand(self, seat: int) -> list[str]:
        player = (await self.state()).players[seat]
        return [*(good for good, count in player.goods.items() for _ in range(count)), *player.buildings]

    async def built(self, seat: int) -> list[str]:
        return (await self.state()).players[seat].built

    async def play(self, seat: int = 0) -> Seen:
        """Press *Play*."""
        return await self.sitting.open_menu(self.seated[seat])

    @property
    def story(self) -> str:
        """All that was told in the thread."""
        thread = self.sitting.world.threads[-1]
        return "\n".join(message.text for message in self.sitting.world.messages(thread))


async def lay(operator: Operator, state: State) -> Laid:
    """Let people sit down at a table of Riga, then lay the cards."""
    sitting = await sit_down(operator, "riga", NAMES[: state.seats], riga_buildings=bool(state.players[0].riga))
    table = await operator.table(sitting.number)
    table.row.snapshot = GAME.encode(state)
    async with operator.services.db.transaction() as db:
        await sql.save_table(db, table.row, "snapshot")
    people = {person.id: person for person in sitting.people}
    return Laid(sitting, [people[seat.person] for seat in table.seats if seat.person])


def look(state: State, seat: int | None, draft: Draft | None = None, names: Sequence[str] = NAMES) -> Look:
    """Return a table through somebody's eyes, as the bot would."""
    row = TableRow(
        id=10**17,
        game="riga",
        rules=1,
        options={"riga_buildings": 1},
        seed=1,
        status="playing",
        size=state.seats,
        host=1,
        server=1,
        channel=1,
        language="de",
        created=0,
    )
    seats = [SeatRow(seat=i, person=i + 1, computer=None, name=names[i], entries=999) for i in range(state.seats)]
    table = Table(row, seats, state)
    if seat is None:
        return Look(table, None, GAME.view(state, None))
    return Look(
        table,
        seat,
        GAME.view(state, seat),
        table.mark(seat),
        owes=GAME.owed(state).get(seat),
        may_change=GAME.may_change(state, seat),
        can_undo=True,
        draft=encode_draft(draft),
        menu_moves=MenuMoves(lambda: GAME.menu(state, seat)),
    )


def panels(
    state: State, seat: int, language: str, draft: Draft | None = None, names: Sequence[str] = NAMES
) -> Iterator[Panel]:
    """Yield all that is shown of a table: the board, a hand, and the menu of who is asked."""
    words = words_in(language)
    seen = look(state, seat, draft, names)
    yield board_panel(FACE, look(state, None, names=names), words)
    yield hand_panel(FACE, seen, words)
    yield menu_panel(FACE, seen, words, "❌ " + "x" * 200)


def broken(panel: Panel) -> list[str]:
    """Return a sentence for each of Discord's limits that a message breaks; none of it may be cut either."""
    view: Any = components_of(panel)
    body = {"components": view.to_components(), "flags": limits.V2_FLAG}
    faults = list(limits.broken(Request("POST", "/channels/1/messages", {}, json.dumps(body), (), _THEN)))
    length = sum(len(part.text) for part in panel.parts if isinstance(part, Text))
    if length > limits.TEXT_LENGTH:
        faults.append(f"{length} characters were cut")
    return [*faults, *cut(panel)]


def cut(panel: Panel) -> Iterator[str]:
    """Yield each text of a button or a list that Discord shows only in part, and each list that is not shown whole."""
    for part in panel.parts:
        if isinstance(part, Row):
            yield from (f"{button.label!r} is cut" for button in part.buttons if len(button.label) > BUTTON_LENGTH)
        elif isinstance(part, Select):
            if len(part.options) > MAX_OPTIONS:
                yield f"{part.placeholder!r} has {len(part.options)} lines"
            if len(part.placeholder) > PLACEHOLDER_LENGTH:
                yield f"{part.placeholder!r} is cut"
            lines = (line for option in part.options for line in (option.label, option.description))
            yield from (f"{line!r} is cut" for line in lines if len(line) > LINE_LENGTH)
