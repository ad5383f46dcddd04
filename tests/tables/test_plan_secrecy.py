"""Worlds that differ only in somebody's plan are the same for everybody else until the plan is played."""

from __future__ import annotations

import random
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, suppress

import pytest

from cogs.games import GAMES as SHOWN
from cogs.messages.panel import Panel, Text
from cogs.messages.plan_parts import with_plans
from cogs.messages.table_messages import hand_panel, menu_panel, names_at
from rules import GAMES
from storage import Address
from storage.engines import moving
from storage.queries import outbox
from tables.model.table_errors import Declined
from tables.play import game_log, lookup, moves, rehearsals
from tables.play.seat_plans import questions_at
from tests.selection import thorough
from tests.storage.fresh import open_quickly
from tests.tables.room import ANNA, BERT, CLARA, Room
from tests.tables.test_seat_plans import plan, riga, stored
from words import words_in

DISPLAYS = {game.name: game.display() for game in SHOWN}
EARLY_GAMES = [game.name for game in GAMES.values() if game.early]


@asynccontextmanager
async def copy_of(room: Room, address: Address) -> AsyncIterator[Room]:
    """Open a second world with the same database as a room, at the same time."""
    target = (await open_quickly(address)).db
    await moving.copy(room.services.db, target)
    await target.close()
    other = Room(address)
    other.time = room.time
    await other.enter()
    try:
        yield other
    finally:
        await other.leave()


def text_of(panel: Panel) -> str:
    return "\n".join(part.text for part in panel.without_pictures().parts if isinstance(part, Text))


async def seen(world: Room, number: int, people: Sequence[int]) -> list[object]:
    """Return everything that these people can see and may do at a table, and all notifications about it with times.

    What they read is returned in English and in German: board, menu, hand and story.
    """
    rows = await outbox.of_table(world.services.db.reader, number)
    shown: list[object] = [
        [told for told in world.told if told.table_id == number],
        [(row.kind, row.seat, row.person, row.facts, row.lane, row.due) for row in rows],
        await world.timers(number),
        await world.log(number),
    ]
    table = await world.load(number)
    display = DISPLAYS[table.row.game]
    for person in (*people, None):
        look = await world.look(number, person) if person else await lookup.look_of_seat(world.services, table, None)
        options = look.options[:20] if person else []
        ends = [
            (str(move), lookup.is_irrevocable(look, move), lookup.next_may_be_planned(look, move)) for move in options
        ]
        shown += [look.view, look.mark, look.owes, look.can_undo, dict(look.times), ends]
        story = await game_log.visible_entries(world.services, table, look.seat)
        for words in map(words_in, ("en", "de")):
            lines = [(each.at, display.story(words, names_at(table), each.events), each.is_planned) for each in story]
            read = [text.text for text in display.board(look, words)]
            if person:
                menu = with_plans(display, look, words, menu_panel(display, look, words))
                read += [text_of(menu), text_of(hand_panel(display, look, words, None))]
            shown += [lines, read]
    return shown


async def test_until_it_is_played_a_plan_makes_no_difference_to_anybody_else(
    room: Room, other_address: Callable[[], Address]
) -> None:
    number, first, second, third = await riga(room)
    others = (first, third)
    await room.later(60)
    room.told.clear()
    async with copy_of(room, other_address()) as other:
        await plan(other, number, second, ("take row 2", "done"))
        await plan(other, number, second, ("take row 3", "done"), alternative=True)
        assert (await stored(other, number, second)).plans

        assert await seen(other, number, others) == await seen(room, number, others)
        for text in ("take row 1", "done"):
            look = await room.look(number, first)
            assert text != "done" or lookup.is_irrevocable(look, look.table.game.parse("done"))
            if text == "done":
                await other.later(60)
                await room.later(60)
            assert await seen(other, number, others) == await seen(room, number, others)
            for world in (room, other):
                await world.move(number, first, text)
        assert await room.owing(number) == [second]
        assert await other.owing(number) == [third]


async def rehearse_anything(world: Room, number: int, person: int, decision: str, rng: random.Random) -> None:
    """Let somebody plan random moves, as an alternative or instead of what they have planned."""
    look = await rehearsals.begin(world.services, number, person, decision, alternative=rng.random() < 0.5)
    with suppress(Declined):
        while look.table.rehearsal:
            move = str(rng.choice(look.options))
            look = await rehearsals.play(world.services, number, person, move, look.mark)


@pytest.mark.parametrize("seed", [0, *thorough(*range(1, 15))])
@pytest.mark.parametrize("game", EARLY_GAMES)
async def test_random_plans_there_or_not_this_or_that_or_changed_make_no_difference_to_anybody_else(
    room: Room, other_address: Callable[[], Address], game: str, seed: int
) -> None:
    rng = random.Random(seed)
    number = await room.table((ANNA, BERT, CLARA), game=game)
    await room.play_on(number, 10 + rng.randrange(40))
    owner, decision = 0, ""
    while not owner:
        if not await room.owing(number):  # A short game is over by now.
            number = await room.table((ANNA, BERT, CLARA), game=game)
        await room.play_on(number, 1)
        table = await room.load(number)
        ahead = [(seat, each) for seat in range(3) for each in sorted(questions_at(table, seat))]
        seat, decision = rng.choice(ahead) if ahead else (0, "")
        owner = table.seats[seat].person or 0 if ahead else 0
    others = [person for person in (ANNA, BERT, CLARA) if person != owner]
    await room.later(60)
    await room.restart()  # Like its copies, it begins anew.
    room.told.clear()
    async with copy_of(room, other_address()) as this, copy_of(room, other_address()) as that:
        worlds, known = (room, this, that), await seen(room, number, others)
        for world in (this, that):
            await rehearse_anything(world, number, owner, decision, rng)
        while owner not in (owing := await room.owing(number)) and owing:
            for world in worlds:
                assert await seen(world, number, others) == known
            if rng.random() < 0.3 and questions_at(await that.load(number), seat).get(decision):
                await rehearse_anything(that, number, owner, decision, rng)
            mover, seconds = rng.choice(owing), rng.choice((1, 20, 90))
            look = await room.look(number, mover)
            move = "" if look.can_undo and rng.random() < 0.2 else str(rng.choice(look.options))
            for world in worlds:
                if move:
                    await world.move(number, mover, move)
                else:
                    await moves.take_back(world.services, number, mover)
                    await world.rest()
                if owner not in await room.owing(number):
                    await world.later(seconds)
            known = await seen(room, number, others)
