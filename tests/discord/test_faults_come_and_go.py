"""Every fault, while it lasts and when it is over: whoever is asked is told once, and what is shown is so."""

from __future__ import annotations

import random
import re
from collections.abc import Awaitable, Callable

import pytest
from simcord.builders import ChannelHandle

from rules import GAMES
from tests.discord.audit import Audit
from tests.discord.bot import Operator
from tests.discord.kit import World
from tests.discord.playing import Sitting, moves_on, press, sit_down, type_move
from tests.selection import thorough

pytestmark = pytest.mark.usefixtures("plain_pictures")

PEOPLE = ("anna", "bert", "clara")
Switch = Callable[[World], Awaitable[None]]


def failing(deed: str, what: str, *, done: bool = False, everywhere: bool = True) -> tuple[Switch, Switch, bool]:
    async def on(world: World) -> None:
        places = (None,) if everywhere else (world.channel, *world.threads)
        for place in places:
            world.fail_next(deed, what, times=1_000_000, done=done, place=place)

    async def off(world: World) -> None:
        world.fail_no_more()

    return on, off, deed in ("send", "edit", "open thread")


STAYS_AWAY = "0 lobbies"
"""A lobby that was deleted after its game had begun: nobody needs it any more."""
NEVER_TWICE = ("boards", "asked by", "pinged twice", "too often", "hands")
"""What must not be found even if nobody can be told anything."""


def forbidden(*names: str) -> tuple[Switch, Switch, bool]:
    async def on(world: World) -> None:
        await world.forbid(*names)

    async def off(world: World) -> None:
        await world.allow(*names)

    return on, off, {"send_messages", "send_messages_in_threads"} <= set(names)


def closed_dms() -> tuple[Switch, Switch, bool]:
    async def on(world: World) -> None:
        world.closed_dms("bert")

    async def off(world: World) -> None:
        world.open_dms("bert")

    return on, off, False


def archived(*, locked: bool) -> tuple[Switch, Switch, bool]:
    async def on(world: World) -> None:
        await world.archive(world.threads[-1], locked=locked)

    async def off(world: World) -> None:
        world.discord.edit_channel(world.threads[-1].id, {}, thread_metadata={"archived": False, "locked": False})
        await world.settle()

    return on, off, False


def deleted(what: str) -> tuple[Switch, Switch, bool]:
    """Something is deleted by a moderator, and again when they have come back to it."""

    async def on(world: World) -> None:
        if what == "thread":
            await world.delete(world.threads[-1])
            return
        dms = [message for person in world.people.values() for message in person.dms]
        shown = [message for place in (*world.threads, world.channel) for message in world.messages(place)]
        for message in dms if what == "hand" else shown:
            lobby = message.text.startswith("## Visby · table #1")
            if not message.ephemeral and (lobby if what == "lobby" else "k:play:1::" in message.custom_ids):
                await world.delete(message)

    async def off(world: World) -> None:
        if what != "thread":
            await on(world)

    return on, off, False


def channel_deleted() -> tuple[Switch, Switch, bool]:
    """A channel is deleted with all that is in it; the host brings the table into another one."""

    rooms: list[ChannelHandle] = []

    async def on(world: World) -> None:
        rooms.append(await world.new_channel("elsewhere"))
        for thread in world.threads:
            await world.delete(thread)
        await world.delete(world.channel)

    async def off(world: World) -> None:
        world.channel = rooms[-1]
        await world.people[PEOPLE[0]].command("table move", table=1, place=world.channel)

    return on, off, True


FAULTS: dict[str, tuple[Switch, Switch, bool]] = {
    **{
        f"{deed} {what}{' answer lost' * done}": failing(deed, what, done=done)
        for deed in ("send", "edit", "delete", "open dm")
        for what in ("500", "429")
        for done in (False, True)
    },
    **{
        f"{deed} {what}": failing(deed, what, everywhere=False)
        for deed in ("send", "edit", "delete")
        for what in ("no permission", "no access", "archived", "locked")
    },
    **{
        f"{deed} connection breaks{' answer lost' * done}": failing(deed, "connection breaks", done=done)
        for deed in ("send", "edit")
        for done in (False, True)
    },
    **{
        f"{deed} {what}{' answer lost' * done}": failing(deed, what, done=done)
        for deed, what, done in (
            ("answer", "500", False),
            ("answer", "500", True),
            ("answer", "429", False),
            ("answer", "unknown interaction", False),
            ("answer", "connection breaks", False),
            ("answer", "connection breaks", True),
            ("follow up", "500", False),
            ("follow up", "unknown webhook", False),
            ("edit answer", "500", False),
            ("edit answer", "unknown webhook", False),
        )
    },
    **{f"open thread {what}": failing("open thread", what) for what in ("500", "429")},
    **{f"{what} deleted": deleted(what) for what in ("thread", "board", "hand", "lobby")},
    "channel deleted": channel_deleted(),
    "closed dms": closed_dms(),
    "thread archived": archived(locked=False),
    "thread locked": archived(locked=True),
    **{
        f"without {' and '.join(names)}": forbidden(*names)
        for names in (
            ("create_public_threads",),
            ("send_messages_in_threads",),
            ("attach_files",),
            ("send_messages",),
            ("send_messages", "send_messages_in_threads"),
            ("read_message_history",),
            ("view_channel", "send_messages", "send_messages_in_threads"),
        )
    },
}
"""How a fault begins and ends, and whether nothing can be shown where the table lives while it lasts."""
TYPICAL = {
    *("send 500 answer lost", "send 429", "send no permission", "send connection breaks answer lost"),
    *("edit 500", "edit archived", "edit connection breaks answer lost"),
    *("delete 500", "delete no permission", "open dm 500", "open thread 500"),
    *("answer 500 answer lost", "answer unknown interaction", "follow up unknown webhook", "edit answer 500"),
    *("thread deleted", "board deleted", "hand deleted", "lobby deleted", "channel deleted"),
    *("closed dms", "thread archived", "without create_public_threads", "without send_messages_in_threads"),
    *("without attach_files", "without send_messages and send_messages_in_threads"),
}
"""One fault of each kind, for `make test`. The others differ little and run in `make thorough` only."""
AT_THE_START = re.compile("open thread|create_public_threads")
"""What makes a difference only when a game begins."""


CLICKS = {"channel": 6, "answer": 4, "follow": 4}
"""A table that has ended is not moved any more; and what is not answered is tried again and again, which takes long."""
UNANSWERED = re.compile("^(answer|follow up|edit answer)")
"""What a person who clicks gets to feel at once: they type instead, and do not wait for an answer."""


class Played:
    """A table at which people play on by `/tables`, and take back now and then."""

    def __init__(self, sitting: Sitting, seed: int, *, typing: bool = False) -> None:
        self.sitting, self.rng, self.typing = sitting, random.Random(seed), typing
        self.audit = Audit(sitting)
        self.lobby_gone = False

    async def play(self, clicks: int) -> None:
        world, sitting = self.sitting.world, self.sitting
        for number in range(clicks):
            owing = await sitting.owing()
            if not owing:
                return
            person = self.rng.choice(owing)
            table = await sitting.operator.table(sitting.number)
            able = [each for each in sitting.people if table.can_take_back(await sitting.seat(each))]
            if number % 4 == 3 and able:
                person = self.rng.choice(able)
                await person.command(
                    f"{sitting.game} undo", table=sitting.number, place=person.dm, must_answer=not self.typing
                )
            elif self.typing:
                options = GAMES[sitting.game].options(table.state, await sitting.seat(person))
                move = str(self.rng.choice(options))
                where = {"table": sitting.number, "place": person.dm}
                await type_move(person, sitting.game, move, **where, must_answer=False)
            else:
                listed = await person.command("tables", place=person.dm)
                menu = (await person.click(listed, "Play")).shown
                while moves_on(menu, sitting.game) and person in await sitting.owing():
                    menu = (await press(person, menu, sitting.game, self.rng)).shown
            await self.audit.note(person)
            await world.later(seconds=2)

    async def faults(self, *, shown: bool = True) -> list[str]:
        found = await self.audit.faults(shown=shown)
        return [fault for fault in found if not (self.lobby_gone and fault == STAYS_AWAY)]


@pytest.mark.repeated(7)
@pytest.mark.parametrize("fault", [*sorted(TYPICAL), *thorough(*sorted(FAULTS.keys() - TYPICAL))])
async def test_whoever_is_asked_is_told_once_and_what_is_shown_is_so_while_it_lasts_and_after_it(
    world: World, operator: Operator, fault: str
) -> None:
    begin, end, mute = FAULTS[fault]
    if AT_THE_START.search(fault):
        await begin(world)
    played = Played(await sit_down(operator, "visby", PEOPLE), len(fault), typing=bool(UNANSWERED.search(fault)))
    played.lobby_gone = fault == "lobby deleted"
    await played.audit.note(played.sitting.people[0])
    await world.later(seconds=1)
    await played.play(2)
    if fault == "channel deleted":
        played.audit.gone = (await operator.table(played.sitting.number)).row.told
    if not AT_THE_START.search(fault):
        await begin(world)
    await played.play(CLICKS.get(fault.split()[0], 12))
    await world.later(minutes=1)
    found = await played.faults(shown=not mute)
    if mute and re.search(r"\d{3}|connection", fault):
        found = [each for each in found if any(words in each for words in NEVER_TWICE)]
    assert found == []

    await end(world)
    await played.play(2)
    await world.later(minutes=10)
    assert await played.faults() == []
    assert await played.audit.empty()
    await operator.check()
