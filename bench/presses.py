"""Measures the fewest presses with which a person can make the moves of one turn, without using suggestions.

The moves are those that a "trader", a level of computer player, makes. Every decision is searched through the real
menus and actions, control by control, with drafts stored as a person's clicks store them. The search stops where the
wanted move would be made. *Play* and moves that the bot makes by itself are not counted. A turn is all that one seat
decides before somebody else does.
"""

from __future__ import annotations

import asyncio
import itertools
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple, NoReturn
from unittest.mock import patch

from bench.report import Goal, print_goals, print_table
from cogs.actions import playing
from cogs.games import GAMES as ON_DISCORD
from cogs.games.game_cog import GameOnDiscord
from cogs.messages.panel import Button, Part, Row, Select, Target
from cogs.requests.verbs import Verb
from opponents.trader import trader
from rules import Move, Refused
from tables.model.table import Look
from tables.model.table_errors import Declined
from tables.play import lookup, moves
from tables.runtime.services import Services
from tests.tables.room import ANNA, BERT, CLARA, Room
from words import Words, words_in

GAMES_EACH = 3
"""How many games of three players are played of each kind."""
MAX_MEDIAN = {"visby": 2, "riga": 3, "haithabu": 3}
"""The presses that the median turn may take."""
_MAX_PRESSES, _MAX_DRAFTS, _MAX_CHOICES = 12, 400, 200
"""Where a search gives up: presses, drafts with one number of presses, and ways to choose lines of one select."""


class _Made(Exception):
    """Raised instead of making the move `text`, which a press would have made."""

    def __init__(self, text: str) -> None:
        self.text = text


class _Press(NamedTuple):
    """What an action needs of a request: who pressed which control (`target`), and the lines chosen (`values`)."""

    services: Services
    table: int
    person_id: int
    target: Target
    values: tuple[str, ...]
    words: Words

    @property
    def arg(self) -> str:
        return self.target.arg

    @property
    def mark(self) -> str:
        return self.target.mark


def measure() -> bool:
    """Print how many presses turns take and how many moves were not found; return True if all goals were reached."""
    print("Fewest presses for a turn of a trader, without suggestions and without Play\n")
    rows, goals = [], []
    for game in ON_DISCORD:
        turns, worst, missed = asyncio.run(_play(game))
        shown = f"{median(turns):g}"
        rows.append([game.name, str(len(turns)), shown, f"{max(turns)}", worst, str(missed)])
        wanted = MAX_MEDIAN.get(game.name, 3)
        goals.append(Goal(game.name, shown, f"at most {wanted}", median(turns) <= wanted))
    print_table(["game", "turns", "median", "worst", "longest decision", "not found"], rows)
    return print_goals(goals)


async def _play(game: GameOnDiscord) -> tuple[list[int], str, int]:
    """Let traders (computer players) play a game, and count the presses that a person would need for their moves.

    Return the presses of each turn, the decision with the most presses, and how many moves were not found. A move may
    not be found because the menus offer it in another form, for example a payment. It counts no press.
    """
    turns, missed, longest = list[int](), 0, (0, "")
    for number in range(GAMES_EACH):
        with tempfile.TemporaryDirectory() as folder:
            room = Room(Path(folder, "presses.db"))
            await room.enter()
            table_id = await room.table((ANNA, BERT, CLARA), game=game.name)
            search, seat, frame = _Search(game, room.services, table_id), -1, -1
            while (table := await room.load(table_id)).owed:
                goes_on = seat in table.owed and frame in {waiting.id for waiting in table.state.agenda}
                if not goes_on:
                    seat, frame = next(iter(table.owed)), table.frame_id
                    turns.append(0)
                look = await lookup.look_of_seat(room.services, table, seat)
                forced = search.display.forced_move(look, search.words) if goes_on else None
                move = forced[0] if forced else trader(table.game, table.state, seat, 1000 * number + table.row.version)
                person = table.seats[seat].person or 0
                presses = 0 if forced else await search.fewest(person, move)
                await moves.play(room.services, table_id, person, str(move))
                missed += presses is None
                longest = max(longest, (presses or 0, str(move)))
                turns[-1] += presses or 0
            await room.leave()
    return turns, f"{longest[1]} ({longest[0]})", missed


class _Search:
    """Looks for the fewest presses in the menus of one table. No move is made, and no draft is left."""

    def __init__(self, game: GameOnDiscord, services: Services, table: int) -> None:
        self.display, self.words = game.display(), words_in("en")
        self._services, self._table, self._game = services, table, game.name
        self._verbs = {verb.name: verb for verb in (*game.verbs, Verb("move", playing.move))}

    async def fewest(self, person: int, move: Move) -> int | None:
        """Return the fewest presses with which the person can make `move`; None if no way was found.

        The first search chooses in selects only lines that occur in the move's text. If it finds nothing, a second
        search chooses any lines.
        """
        with patch.object(moves, "play", self._made), patch.object(playing, "menu_of", _no_menu):
            for fits in (lambda value: value.partition("#")[0] in str(move), lambda value: True):
                if (found := await self._search(person, move, fits)) is not None:
                    return found
        return None

    async def _search(self, person: int, move: Move, fits: Callable[[str], bool]) -> int | None:
        """Return the fewest presses if only lines that `fits` accepts are chosen; None if there is no way."""
        drafts, known = [""], {""}
        for presses in range(1, _MAX_PRESSES):
            following = []
            for draft in drafts[:_MAX_DRAFTS]:
                look = await self._look(person, draft)
                for target, values in _controls(self.display.menu(look, self.words), self._verbs, fits):
                    made = await self._press(person, target, values)
                    if made is not None and look.table.game.parse(made) == move:
                        await self._look(person, "")
                        return presses
                    after = (await lookup.look(self._services, self._table, person)).draft
                    if after != draft:
                        await self._look(person, draft)
                        if after not in known:
                            known.add(after)
                            following.append(after)
            drafts = following
        await self._look(person, "")
        return None

    async def _look(self, person: int, draft: str) -> Look:
        """Store a person's draft and return what they see then."""
        table = await self._services.load(self._table)
        seat = table.seat_of(person)
        assert seat is not None
        return await moves.save_draft(self._services, self._table, person, table.mark(seat.seat), lambda look: draft)

    async def _press(self, person: int, target: Target, values: tuple[str, ...]) -> str | None:
        """Press a control; return the text of the move that this would make, None if it makes none or is refused."""
        press: Any = _Press(self._services, self._table, person, target, values, self.words)
        try:
            await self._verbs[target.verb].action(press)
        except _Made as made:
            return made.text
        except (Declined, Refused):
            pass
        return None

    async def _made(self, services: Services, table: int, person: int, text: Any, mark: str | None = None) -> NoReturn:
        """Raise `_Made` with the text of a move, in place of `moves.play`."""
        look = await lookup.look(services, table, person)
        raise _Made(text(look) if callable(text) else text)


async def _no_menu(*_: object) -> None:
    """Build no menu, in place of `menu_of`: the search builds those that it needs."""


def _controls(
    parts: list[Part], verbs: dict[str, Any], fits: Callable[[str], bool]
) -> Iterator[tuple[Target, tuple[str, ...]]]:
    """Yield each control of a menu that may lead to a move, with the lines chosen in it; () for a button.

    *Back* and controls that only show something are left out. Only lines that `fits` accepts are chosen. If several
    lines mean the same (`cloth#1`, `cloth#2`), the first of them are chosen.
    """
    for part in parts:
        buttons = [each for each in part.buttons if isinstance(each, Button)] if isinstance(part, Row) else []
        for button in buttons:
            if button.target.verb in verbs and not (verbs[button.target.verb].leads_back or button.disabled):
                yield button.target, ()
        if isinstance(part, Select) and part.target.verb in verbs:
            lines = [option.value for option in part.options if fits(option.value)]
            sizes = range(part.least, min(part.most, len(lines)) + 1)
            ways = (way for size in sizes for way in itertools.combinations(lines, size))
            seen = set[tuple[str, ...]]()
            for way in itertools.islice(ways, 20 * _MAX_CHOICES):
                same = tuple(value.partition("#")[0] for value in way)
                if same not in seen and len(seen) < _MAX_CHOICES:
                    seen.add(same)
                    yield part.target, way
