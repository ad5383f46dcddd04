"""A table's thread is its story and one board, which stands below all that was told."""

from __future__ import annotations

from tests.discord.bot import Operator
from tests.discord.kit import World
from tests.discord.playing import Sitting, sit_down
from tests.discord.reading import Seen

PEOPLE = ("anna", "bert")


async def a_round(sitting: Sitting, first: str, second: str) -> None:
    """Let everybody at a table of Visby choose these cards: the round is evaluated and told."""
    for person in sitting.people:
        await person.command("visby play", table=sitting.number, card=first, second=second)


def boards(world: World) -> list[Seen]:
    return [message for message in world.messages(world.threads[-1]) if "k:play:1::" in message.custom_ids]


async def test_the_thread_is_a_story_and_one_board(world: World, operator: Operator) -> None:
    sitting = await sit_down(operator, "visby", PEOPLE)
    first = sitting.board
    await a_round(sitting, "knight", "ship")
    await a_round(sitting, "blacksmith", "fleet")
    assert not first.exists
    assert boards(world) == [sitting.board]
    assert "further down" not in "".join(message.text for message in world.messages(world.threads[-1]))


async def test_an_older_board_that_cannot_be_deleted_loses_its_buttons(world: World, operator: Operator) -> None:
    sitting = await sit_down(operator, "visby", PEOPLE)
    first = sitting.board
    world.fail_next("delete", "no permission")
    await a_round(sitting, "knight", "ship")
    assert first.exists
    assert first.text == "-# ⬇️ The game went on. The current board is further down."
    assert len(boards(world)) == 1
    world.fail_next("delete", "500", times=9)
    world.fail_next("edit", "archived", times=9)
    await a_round(sitting, "blacksmith", "fleet")
    world.fail_no_more()
    assert sum("All cards are revealed" in message.text for message in world.messages(world.threads[-1])) == 2
    await operator.check()
