"""The database and messages of version 0.1: it opens, notifications are sent, games go on, every button works.

`tests/discord/version_0_1/making.py` shows how it was made. If people are meant to get other answers, `python -m
tests.discord.version_0_1 answers` records them again.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Sequence
from pathlib import Path

import pytest

from tables.model.table import Table
from tests.discord.bot import Operator, without_pictures
from tests.discord.reading import Seen
from tests.discord.version_0_1 import answers
from tests.discord.version_0_1.opening import ANSWERS, SQL, TOLD, build, opened
from tests.selection import thorough

PARTS = 8
"""So many tests share the clicks."""

KINDS = {
    *("lobby", "full", "start", "story", "board", "hand", "ping", "reminder"),
    *("undone", "handed_over", "taken_over", "came_back", "end", "rematch"),
}
"""All that could be told when it landed."""


BEGUN = {
    **{each: each for each in ("Du zahlst: ", "Monastery (4) + Exchange (6)", "Buy Mead: how many?")},
    **{each: each for each in ("2 🍯 Met kaufen", "O10", "Buy 2 🍯 Mead", "one by one (trading post)")},
    "which good changes places": "which good do you want to swap",
}
"""What stands in the menus in which something is half put together, and what today's menus say instead."""


BUILT: list[bytes] = []
"""The file as this process has built it once: that takes as long as a dozen clicks."""


@pytest.fixture
async def file(quick_path: Path) -> Path:
    """The landed database, brought up to date."""
    file = quick_path / "kontor.db"
    if not BUILT:
        await build(file)
        BUILT.append(file.read_bytes())
    file.write_bytes(BUILT[0])
    return file


def compare(what: str, expected: Sequence[str], seen: Sequence[str]) -> list[str]:
    lines = difflib.unified_diff(expected, seen, f"{what}, as it was", "as it is now", lineterm="")
    return list(lines)


async def test_it_opens_and_every_table_is_what_its_log_leads_to(file: Path) -> None:
    async with opened(file) as operator:
        await operator.verify()


async def test_all_that_waited_in_the_outbox_is_told(file: Path) -> None:
    waited = re.findall(r"INTO outbox \(.*?\) VALUES \(\d+, \d+, '(\w+)'", SQL.read_text(encoding="utf-8"))
    assert set(waited) == KINDS
    expected, seen = TOLD.read_text(encoding="utf-8"), await answers.told(file)
    if difference := compare("what is told", expected.splitlines(), seen.splitlines()):
        pytest.fail("\n".join(difference), pytrace=False)


@pytest.mark.slow
@pytest.mark.parametrize("part", [0, *thorough(*range(1, PARTS))])
async def test_every_button_and_list_is_answered_as_it_was(file: Path, part: int) -> None:
    """Under boards, lobbies, hands, and in private menus: each pressed on a fresh copy, with the address it had."""
    expected = answers.read(ANSWERS.read_text(encoding="utf-8"))
    pressed = await answers.all_clicks(file)
    assert len(pressed) == len(expected) > 400
    wrong: list[str] = []
    for click in pressed[part::PARTS]:
        head, seen = await answers.answered(file, click)
        assert seen, f"nobody answered: {head}"
        wrong += compare(head, expected[head], seen)
    if wrong:
        pytest.fail("\n".join(wrong), pytrace=False)


async def test_what_was_half_put_together_is_still_there(file: Path) -> None:
    """*Play* on the board shows it, in today's menu; the buttons of the old one are pressed above."""
    found = []
    for play, menu in await answers.drafts(file, list(BEGUN)):
        async with opened(file) as operator:
            old = str(Seen(operator.world, menu.channel, menu.message))
            shown = str((await play.press(operator.world)).shown)
            begun = [words for words in BEGUN if words in old]
            assert all(BEGUN[words] in shown for words in begun), f"{begun} in:\n{shown}"
            found += begun
    assert set(found) == set(BEGUN)


@pytest.mark.thorough
async def test_its_games_go_on_to_their_end(file: Path) -> None:
    """Whoever runs the server gives all seats to computers; of games that are as far as each other one is enough."""
    with without_pictures():
        async with opened(file, free=True) as operator:
            eve = operator.world.people["eve"]
            await operator.world.later(minutes=answers.MINUTES)
            tables = {(table.row.game, table.row.version): table for table in await playing(operator)}
            assert len(tables) > 10
            for table in tables.values():
                for seat in table.human_seats():
                    await eve.command("table replace", table=table.id, seat=seat.seat + 1)
            ended = [await operator.table(table.id) for table in tables.values()]
            assert {table.row.status for table in ended} == {"finished"}
            await operator.check()


async def playing(operator: Operator) -> list[Table]:
    rows = await operator.services.db.reader.execute_fetchall("SELECT id FROM tables WHERE status = 'playing'")
    return [await operator.table(int(row[0])) for row in rows]
