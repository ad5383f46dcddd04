"""A table's thread has its story and one board, which is below everything else."""

from __future__ import annotations

import msgspec
import pytest

from cogs.delivery import boards as core_boards
from cogs.messages.panel import MAX_TEXT_CHARS
from storage.database import Reader
from storage.queries import outbox as sql_outbox
from storage.rows import OutboxRow
from tables.delivery import posts
from tables.notifications.timing import MAX_REFRESH_DELAY_S, REFRESH_DELAY_S
from tables.play import moves
from tests.discord.audit import Audit
from tests.discord.bot import Operator, without_pictures
from tests.discord.kit import World
from tests.discord.playing import Sitting, sit_down
from tests.discord.reading import Seen
from tests.discord.wire import Fault, Request, trouble

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
    assert first.text.startswith("### Round 1")
    assert not first.custom_ids
    assert not first.files
    assert boards(world) == [sitting.board]
    assert "further down" not in "".join(message.text for message in world.messages(world.threads[-1]))


async def test_an_older_board_that_cannot_be_deleted_loses_its_buttons(world: World, operator: Operator) -> None:
    """It was posted before boards stood under the story: nothing of it stays."""
    sitting = await sit_down(operator, "visby", PEOPLE)
    first = sitting.board
    post = await posts.find(operator.services, sitting.number, "board")
    assert post
    await posts.remember(operator.services, sitting.number, "board", msgspec.structs.replace(post, story=""))
    world.fail_next("delete", "no permission")
    await a_round(sitting, "knight", "ship")
    assert first.exists
    assert first.text == "-# ⬇️ The game has moved on. The current board is further down."
    assert len(boards(world)) == 1
    second = sitting.board
    world.fail_next("edit", "archived", times=9)
    await a_round(sitting, "blacksmith", "fleet")
    world.fail_no_more()
    await world.later(minutes=2)
    assert not second.exists
    assert len(boards(world)) == 1
    assert sum("All cards are revealed" in message.text for message in world.messages(world.threads[-1])) == 2
    await operator.check()


async def test_a_board_shows_what_happened_while_it_was_made(
    world: World, operator: Operator, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody decides when the table has been read, and what is told with the story has not."""
    sitting = await sit_down(operator, "visby", PEOPLE)
    _, bert = sitting.people
    read, decided = sql_outbox.next_in_lane, list[str]()

    async def meanwhile(db: Reader, row: OutboxRow, now: int) -> list[OutboxRow]:
        if row.kind == "story" and not decided:
            decided.append("pick blacksmith fleet")
            await moves.play(operator.services, sitting.number, bert.id, decided[0])
        return await read(db, row, now)

    monkeypatch.setattr(sql_outbox, "next_in_lane", meanwhile)
    await a_round(sitting, "knight", "ship")
    assert decided
    waiting = next(line for line in sitting.board.text.splitlines() if "⏳" in line)
    assert "Anna" in waiting
    assert "Bert" not in waiting
    await operator.check()


class OnlyBoards(Fault):
    """A trouble that meets new boards only."""

    def meets(self, request: Request) -> bool:
        return super().meets(request) and "k:play:1::" in request.text


@pytest.mark.repeated(3)
@pytest.mark.parametrize("why", ["locked", "archived", "no access"])
async def test_a_board_that_arrived_unheard_and_cannot_be_edited_there_is_posted_anew(
    world: World, operator: Operator, why: str
) -> None:
    """Sent again in another place it is still the one that arrived: Discord knows it by its nonce."""
    sitting = await sit_down(operator, "visby", PEOPLE)
    thread, audit = world.threads[0], Audit(sitting)
    await world.later(seconds=1)
    world.wire.faults.append(OnlyBoards("send", trouble("500"), 1, True, thread.id))
    world.fail_next("edit", "500", times=1_000, place=thread)
    await a_round(sitting, "knight", "ship")
    world.fail_next("send", why, times=100, place=thread)
    await world.later(seconds=1)
    await a_round(sitting, "blacksmith", "fleet")
    await audit.note(sitting.people[-1])
    await world.later(minutes=2)
    assert any("Round 3" in each.text for each in world.messages() if "k:play:1::" in each.custom_ids)
    world.fail_no_more()
    await world.later(hours=1)
    assert await audit.faults() == []
    await operator.check()


async def test_a_board_that_arrived_though_its_answer_was_lost_is_the_one_that_stays(
    world: World, operator: Operator
) -> None:
    """The old board cannot be edited for a moment, so a new one is posted, which arrives; then the old one could be."""
    sitting = await sit_down(operator, "visby", PEOPLE)
    first, thread = sitting.board, world.threads[0]
    world.fail_next("edit", "locked", place=thread)
    world.wire.faults.append(OnlyBoards("send", trouble("500"), 1, True, thread.id))
    await sitting.people[0].command("visby play", table=sitting.number, card="knight", second="ship")
    await world.later(seconds=REFRESH_DELAY_S)
    world.fail_no_more()
    await world.later(minutes=2)
    assert boards(world) == [sitting.board]
    assert not first.exists
    assert sum("### Round 1" in message.text for message in world.messages(thread)) == 1


class OnlyStories(Fault):
    """A trouble that meets what happened only where it is told anew."""

    def meets(self, request: Request) -> bool:
        return super().meets(request) and "### Round\u00a01" in request.text and "k:play:1::" not in request.text


async def test_a_story_that_is_told_anew_is_kept_until_that_works(world: World, operator: Operator) -> None:
    """The old board can neither be edited, nor can what happened be told anywhere else for a while."""
    sitting = await sit_down(operator, "visby", PEOPLE)
    thread = world.threads[0]
    world.fail_next("edit", "archived", times=9, place=thread)
    world.wire.faults.append(OnlyStories("send", trouble("no access"), 2, False, None))
    await a_round(sitting, "knight", "ship")
    await world.later(hours=1)
    assert not world.wire.faults or all(fault.deed != "send" for fault in world.wire.faults)
    world.fail_no_more()
    await world.later(hours=1)
    assert sum("### Round 1" in each.text for each in (*world.messages(), *world.messages(thread))) == 1
    assert len(boards(world)) == 1
    await operator.check()


@pytest.mark.parametrize(("arrived", "edits_refused"), [(False, 1_000), (True, 2)])
async def test_who_is_asked_by_a_board_that_is_sent_again_hears_it_once(
    world: World, operator: Operator, arrived: bool, edits_refused: int
) -> None:
    """It is not known whether a board has arrived, and by then it asks somebody.

    If it is new, it mentions them, also if it cannot be edited and is posted anew. If it had arrived it does not.
    """
    sitting = await sit_down(operator, "visby", PEOPLE)
    thread, audit = world.threads[0], Audit(sitting)
    await world.later(seconds=61)
    anna, bert = sitting.people
    before = len(anna.pings)
    world.fail_next("edit", "archived", times=edits_refused, place=thread)
    world.wire.faults.append(OnlyBoards("send", trouble("429"), 1, arrived, thread.id))
    await anna.command("visby play", table=sitting.number, card="knight", second="ship")
    await bert.command("visby play", table=sitting.number, card="knight", second="ship")
    world.fail_no_more()
    await audit.note(bert)
    await world.later(minutes=2)
    assert len(anna.pings) == before + 1
    assert len(boards(world)) == 1
    assert await audit.faults() == []
    await operator.check()


# At most one edit in ten seconds


def edited(world: World, board: Seen) -> int:
    """How often a board was edited."""
    return sum(request.method == "PATCH" and str(board.id) in request.path for request in world.requests)


def waited_for(board: Seen) -> set[str]:
    """For whom a board says that it waits."""
    line = next(line for line in board.text.splitlines() if "⏳" in line)
    return {name for name in ("Anna", "Bert", "Clara", "David") if name in line}


async def test_a_board_that_has_become_longer_goes_on_asking(
    world: World, operator: Operator, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By a process that knows our own emoji, say: there is no room for the longest question, but for this one."""
    sitting = await sit_down(operator, "visby", PEOPLE)
    board, (anna, bert) = sitting.board, sitting.people
    assert bert.mention in board.text
    monkeypatch.setattr(core_boards, "LONGEST_QUESTION", MAX_TEXT_CHARS)
    await anna.command("visby play", table=sitting.number, card="knight", second="ship")
    await world.later(seconds=REFRESH_DELAY_S)
    assert waited_for(board) == {"Bert"}
    assert bert.mention in board.text
    assert anna.mention not in board.text


async def test_a_board_in_our_own_emoji_leaves_room_for_who_is_asked(world: World, operator: Operator) -> None:
    """A process that has just started does not know them: it posts a shorter board than another one edits it to."""
    with without_pictures():
        sitting = await sit_down(operator, "visby", PEOPLE)
        board, (anna, bert) = sitting.board, sitting.people
        without = sum(len(line) + 1 for line in board.text.splitlines() if bert.mention not in line)
        world.bot.app.games["visby"].emoji = {"⏳": f"<:{'o' * (MAX_TEXT_CHARS - without - 20)}:1>"}
        await anna.command("visby play", table=sitting.number, card="knight", second="ship")
        assert bert.mention in board.text
        assert anna.mention not in board.text


async def test_a_board_is_edited_once_the_players_stop_and_at_the_latest_after_a_minute(
    world: World, operator: Operator
) -> None:
    sitting = await sit_down(operator, "visby", ("anna", "bert", "clara", "david"))
    board, (anna, bert, clara, david) = sitting.board, sitting.people
    await world.later(minutes=1)
    before = edited(world, board)
    await anna.command("visby play", table=sitting.number, card="knight")
    await world.later(seconds=REFRESH_DELAY_S - 1)
    await bert.command("visby play", table=sitting.number, card="knight")
    await world.later(seconds=REFRESH_DELAY_S - 1)
    assert edited(world, board) == before
    await world.later(seconds=1)
    assert edited(world, board) == before + 1
    assert waited_for(board) == {"Clara", "David"}
    waiting = {"Clara", "David"}
    for _ in range(2, MAX_REFRESH_DELAY_S, 10):
        assert edited(world, board) == before + 1
        if "Clara" in waiting:
            await clara.command("visby play", table=sitting.number, card="knight")
        else:
            await clara.command("visby undo", table=sitting.number)
        waiting ^= {"Clara"}
        await world.later(seconds=10)
    await world.later(seconds=1)
    assert edited(world, board) == before + 2
    await world.crash()
    await world.later(seconds=REFRESH_DELAY_S)
    assert waited_for(board) == waiting
    for person in (anna, bert, clara, david):
        await person.command("visby play", table=sitting.number, card="ship")
    assert sitting.board != board, "what is asked next never waits"
    assert await operator.untold(sitting.number) is None
    assert await Audit(sitting).faults() == []
