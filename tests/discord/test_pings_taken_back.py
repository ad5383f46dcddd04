"""When a move is taken back, pings that it caused are withdrawn; a player who has to act again is pinged again."""

from __future__ import annotations

import random

import pytest

from rules import Refused
from tables.model.table import Table
from tables.notifications.timing import REFRESH_DELAY_S
from tests.discord.audit import Audit
from tests.discord.bot import Operator
from tests.discord.kit import World
from tests.discord.people import Person
from tests.discord.playing import Sitting, sit_down
from tests.discord.reading import Seen
from tests.selection import thorough

WHILE = 61
"""Seconds after which a question that is asked anew pings anew."""


async def before_the_end_of_a_turn(operator: Operator) -> tuple[Sitting, Person, Person]:
    """Play Riga until one of two people can end their turn and the other has the next one; return who, and the other.

    A turn can be taken back until the next player acts.
    """
    sitting = await sit_down(operator, "riga", ("anna", "bert"))
    rng = random.Random(1)
    for _ in range(200):
        if hands_on(await operator.table(sitting.number)):
            (who,) = await sitting.owing()
            (other,) = (person for person in sitting.people if person is not who)
            await operator.world.later(seconds=WHILE)
            return sitting, who, other
        await sitting.move((await sitting.owing())[0], rng)
        await operator.world.later(seconds=1)
    raise AssertionError("nobody ever hands on")


def hands_on(table: Table) -> bool:
    """Return True if one of two players can end their turn now and the other's turn follows."""
    state, owed = table.state.copy(), table.owed
    if list(owed.values()) != ["turn"]:
        return False
    (seat,) = owed
    try:
        table.game.play(state, seat, table.game.parse("done"))
    except Refused:
        return False
    return table.game.owed(state) == {1 - seat: "turn"}


def asking(sitting: Sitting, person: Person) -> list[Seen]:
    """The messages at the table that ask somebody to make their turn."""
    said = [each for each in sitting.world.messages(sitting.world.threads[0]) if not each.ephemeral]
    return [each for each in said if f"{person.mention} · Riga #" in each.text]


async def end_turn(who: Person) -> None:
    assert "nothing has changed" not in (await who.command("riga done")).text


async def test_the_ping_of_a_question_that_is_gone_is_deleted(world: World, operator: Operator) -> None:
    sitting, who, other = await before_the_end_of_a_turn(operator)
    standing = asking(sitting, other)
    await end_turn(who)
    (ping,) = (each for each in asking(sitting, other) if each not in standing)
    await who.command("riga undo")
    await world.later(seconds=REFRESH_DELAY_S)
    assert other.mention not in ping.text
    assert who.name.capitalize() in sitting.board.text.partition("Waiting for")[2]
    assert "👉" not in sitting.hand(other).text
    await operator.check()


@pytest.mark.parametrize(("pause", "pings"), [(5, 1), (WHILE, 2)])
async def test_asked_anew_somebody_is_written_to_and_pinged_unless_that_was_just_now(
    world: World, operator: Operator, pause: int, pings: int
) -> None:
    sitting, who, other = await before_the_end_of_a_turn(operator)
    before, standing = len(other.pings), len(asking(sitting, other))
    await end_turn(who)
    await who.command("riga undo")
    await world.later(seconds=pause)
    await end_turn(who)
    assert len(other.pings) == before + pings
    assert len(asking(sitting, other)) == standing + 1
    await operator.check()


@pytest.mark.repeated(2)
@pytest.mark.parametrize("fault", ["", "500 answer lost", *thorough("500", "connection breaks answer lost")])
@pytest.mark.parametrize("gap", [0, 30, *thorough(2, 8, 100)])
async def test_nobody_is_pinged_twice_at_once_though_a_move_goes_back_and_forth(
    world: World, operator: Operator, gap: int, fault: str
) -> None:
    sitting, who, other = await before_the_end_of_a_turn(operator)
    before, standing = len(other.pings), len(asking(sitting, other))
    if fault:
        what, _, lost = fault.partition(" answer")
        world.fail_next("send", what, times=2, place=world.threads[0], done=bool(lost))
    acts = [who.command("riga undo") if n % 2 else who.command("riga done") for n in range(7)]
    await world.at_once(acts, gaps=[gap] * len(acts))
    audit = Audit(sitting)
    await audit.note(who)
    await world.later(minutes=2)
    assert len(other.pings) == before + 1
    assert len(asking(sitting, other)) == standing + 1
    assert await audit.faults() == []
    await operator.check()


async def test_what_is_told_again_makes_a_sound_no_sooner(world: World, operator: Operator) -> None:
    """Within a minute somebody is written to without a sound, also if that did not work at once."""
    sitting, who, other = await before_the_end_of_a_turn(operator)
    before = len(other.pings)
    await end_turn(who)
    await who.command("riga undo")
    await world.later(seconds=2)
    world.fail_next("send", "500", place=world.threads[0])
    await end_turn(who)
    await world.later(seconds=40)
    assert other.mention in sitting.board.text
    assert len(other.pings) == before + 1
    await operator.check()


async def test_a_ping_that_cannot_be_deleted_says_that_nobody_is_asked(world: World, operator: Operator) -> None:
    sitting, who, other = await before_the_end_of_a_turn(operator)
    standing = asking(sitting, other)
    await end_turn(who)
    (ping,) = (each for each in asking(sitting, other) if each not in standing)
    world.fail_next("delete", "no permission", times=9, place=world.threads[0])
    await who.command("riga undo")
    await world.later(seconds=REFRESH_DELAY_S)
    assert ping.exists
    assert other.mention not in ping.text
    await operator.check()


@pytest.mark.parametrize(("pause", "pings"), [(5, 1), (WHILE, 2)])
async def test_who_comes_after_somebody_who_takes_back_is_asked_no_more(
    world: World, operator: Operator, pause: int, pings: int
) -> None:
    """At the beginning of Haithabu all who have to pick wait already, one below the other."""
    sitting = await sit_down(operator, "haithabu", ("anna", "bert", "clara"))
    await world.later(seconds=WHILE)
    (first,) = await sitting.owing()
    await sitting.move(first, random.Random(1))
    (second,) = await sitting.owing()
    ping = sitting.board
    assert second.mention in ping.text
    await first.command("haithabu undo")
    await world.later(seconds=pause)
    assert (second.mention in ping.text) is (pause < REFRESH_DELAY_S)
    sitting.menus.clear()
    await sitting.move(first, random.Random(2))
    assert await sitting.owing() == [second]
    assert len(second.pings) == pings + (second is sitting.people[0])  # The host heard that the lobby was full.
    assert second.mention in sitting.board.text
    await operator.check()
