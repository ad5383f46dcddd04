"""When the bot sends something tells nobody what is hidden: who chooses again in secret, or has begun a move."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from opponents.novice import novice
from rules.records import UNDO
from tables.notifications.timing import MAX_REFRESH_DELAY_S, REFRESH_DELAY_S
from tables.play import lookup, moves
from tests.discord.bot import Operator, without_pictures
from tests.discord.counting import FREE
from tests.discord.kit import World
from tests.discord.playing import ANY_GAME, Sitting, sit_down

_NUMBERS = re.compile(r"\d{9,}|::@\d+")
"""Ids and times, which depend on when a world began, and the log's length in a button's address, which nobody reads."""
_PAUSES_S = (4, REFRESH_DELAY_S - 1, REFRESH_DELAY_S + 3, 2, MAX_REFRESH_DELAY_S + 10)


async def do_something_hidden(sitting: Sitting) -> int:
    """Let everybody who may do so save a draft, or choose something else in secret and then the same as before.

    Return how much was done.
    """
    services, number, done = sitting.operator.services, sitting.number, 0
    for person in sitting.people:
        look = await lookup.look(services, number, person.id)
        if look.owes:
            await moves.save_draft(services, number, person.id, look.mark, lambda _: "begun")
            await moves.save_draft(services, number, person.id, look.mark, lambda _: "")
            done += 1
        elif look.may_change:
            log = await sitting.operator.log(number)
            chosen = [row.text for row in log if row.seat == look.seat and row.text != UNDO][-1]
            other = next(str(move) for move in look.options if str(move) != chosen)
            await moves.play(services, number, person.id, other)
            await moves.play(services, number, person.id, chosen)
            done += 1
    return done


async def sent(path: Path, game: str, *, hidden: bool) -> tuple[list[str], int]:
    """Play in a new world, with something hidden in between or without; return what was sent, with its time."""
    done = 0
    async with World() as world:
        with pytest.MonkeyPatch.context() as patch:
            seeds = random.Random(7)
            patch.setattr("tables.model.seeds.new", lambda: seeds.getrandbits(62))
            operator = Operator(world, path / f"{hidden}.db")
            await operator.start()
            sitting = await sit_down(operator, game, ("anna", "bert", "clara"))
            await world.later(minutes=2)
            begin, already = world.now, len(world.requests)
            for step in range(25):
                if hidden:
                    done += await do_something_hidden(sitting)
                    await world.settle()
                table = await operator.table(sitting.number)
                owing = await sitting.owing()
                person = owing[step % len(owing)]
                seat = await sitting.seat(person)
                await moves.play(
                    operator.services, sitting.number, person.id, str(novice(table.game, table.state, seat, step))
                )
                await world.settle()
                pause = _PAUSES_S[step % len(_PAUSES_S)]
                await world.later(seconds=pause // 2)
                if hidden:
                    done += await do_something_hidden(sitting)
                    await world.settle()
                await world.later(seconds=pause - pause // 2)
            requests = [each for each in world.requests[already:] if not FREE.search(each.path)]
    return [f"{(each.at - begin).total_seconds():.0f} {_NUMBERS.sub('…', str(each))}" for each in requests], done


@pytest.mark.parametrize("game", ANY_GAME)
async def test_what_is_hidden_changes_neither_what_is_sent_nor_when(quick_path: Path, game: str) -> None:
    with without_pictures():
        plain, _ = await sent(quick_path, game, hidden=False)
        with_secrets, done = await sent(quick_path, game, hidden=True)
    assert with_secrets == plain
    assert done > 25
    assert len(plain) > 25
