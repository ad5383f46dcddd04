"""After an older backup was restored: nothing that people still see of the lost time acts on what is so now."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

import pytest

from cogs.messages.panel import Panel
from storage import Address
from storage.engines import moving
from tests.discord.bot import Operator, without_pictures
from tests.discord.clicking import STALE
from tests.discord.kit import World
from tests.discord.playing import open_lobby, press, sit_down, type_move
from tests.storage.fresh import open_quickly


@pytest.fixture(autouse=True)
def words_only() -> Iterator[None]:
    """Boards that the backup believes to stand have lost their pictures: that is found out by a refusal."""
    with without_pictures():
        yield


async def back_up(operator: Operator, backup: Address) -> Address:
    """Copy all that is so now."""
    copy = (await open_quickly(backup, operator.folder)).db
    await moving.copy(operator.services.db, copy)
    await copy.close()
    return backup


async def test_nothing_of_a_table_that_an_older_backup_does_not_know_acts_on_the_next_of_its_number(
    world: World, operator: Operator, other_address: Callable[[], Address]
) -> None:
    anna, bert, clara, _ = world.people.values()
    backup = await back_up(operator, other_address())
    lost, number = await open_lobby(operator, "visby", anna, 3)
    begun = await sit_down(operator, "riga", ("anna", "bert"))
    board, hand, menu = begun.board, begun.hand(bert), await begun.open_menu(bert)
    await world.later(minutes=5)
    operator.address = backup
    await world.crash()
    await world.later(minutes=5)
    lobby, anew = await open_lobby(operator, "visby", clara, 3)
    again = await sit_down(operator, "riga", ("bert", "clara"))
    assert (anew, again.number) == (number, begun.number)
    for message, what in ((lost, "Join"), (lost, "+ Computer"), (board, "Play"), (board, "Log"), (hand, "Play")):
        assert "out of date" in (await bert.click(message, what)).text
    assert "out of date" in (await press(bert, menu, "riga", random.Random(1))).text
    assert await operator.log(again.number) == []
    assert [seat.person for seat in (await operator.table(number)).seats] == [clara.id]
    await bert.click(lobby, "Join")
    assert [seat.person for seat in (await operator.table(number)).seats] == [clara.id, bert.id]
    assert "out of date" not in (await bert.click(again.hand(bert), "Play")).text


async def test_a_menu_of_the_lost_time_does_not_answer_what_its_reader_has_not_seen(
    world: World, operator: Operator, other_address: Callable[[], Address]
) -> None:
    """The next round's question has the same mark again; one that was asked before the backup is the same question."""
    rng = random.Random(1)
    sitting = await sit_down(operator, "visby", ("anna", "bert", "clara"))
    other = await sit_down(operator, "visby", ("anna", "bert"))
    anna, bert, clara = sitting.people
    backup = await back_up(operator, other_address())
    await sitting.move(bert, rng)
    for person in (bert, anna):
        await type_move(person, "visby", "pick knight ship", table=other.number)
    same, lost = await sitting.open_menu(clara), await other.open_menu(bert)
    await world.later(minutes=5)
    operator.address = backup
    await world.crash()
    assert STALE not in (await press(clara, same, "visby", rng)).text
    assert len(await operator.log(sitting.number)) == 1
    for person in (bert, anna):
        await type_move(person, "visby", "pick knight ship", table=other.number)
    assert STALE in (await press(bert, lost, "visby", rng)).text
    assert len(await operator.log(other.number)) == 2
    assert STALE not in (await press(bert, await other.open_menu(bert), "visby", rng)).text
    assert len(await operator.log(other.number)) == 3


async def test_what_a_process_with_a_slower_clock_shows_leads_to_a_table_that_was_just_opened(
    world: World, operator: Operator, monkeypatch: pytest.MonkeyPatch
) -> None:
    await world.later(minutes=5)
    sitting = await sit_down(operator, "visby", ("anna", "bert"))
    shown_at = Panel.shown_at
    monkeypatch.setattr(Panel, "shown_at", lambda panel, now: shown_at(panel, now - 30))
    hand = await sitting.people[0].command("visby hand")
    menu = (await sitting.people[0].click(hand, "Play")).shown
    assert STALE not in (await press(sitting.people[0], menu, "visby", random.Random(1))).text
    assert len(await operator.log(sitting.number)) == 1
