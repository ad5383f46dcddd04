"""The bot crashes after its message with story, board and ping was delivered: everybody is pinged once."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

import pytest

from cogs.delivery import discord_delivery, discord_port, sending
from cogs.delivery.boards import Board
from cogs.messages.app_emoji import with_app_emoji
from cogs.messages.panel import Panel
from storage import Address
from tables.delivery import outbox
from tables.play import moves
from tables.runtime.services import Services
from tests.discord.audit import Audit
from tests.discord.bot import Operator
from tests.discord.kit import World
from tests.discord.people import Person
from tests.discord.playing import Sitting, sit_down
from tests.discord.reading import Answer
from tests.discord.test_pings_taken_back import WHILE, before_the_end_of_a_turn
from words.games import GAME_WORDS

pytestmark = pytest.mark.usefixtures("plain_pictures")


@pytest.fixture
def home(address: Address) -> Address:
    """On both engines."""
    return address


Deed = Callable[[Services, int, int], Awaitable[object]]
"""Something that happens at table 1 after the message was posted. Arguments: who has moved, and who has to act next."""


async def before_a_trade(operator: Operator) -> tuple[Sitting, Person, Person]:
    """Play Visby until one of two people has to decide a trade; return who, and the other one."""
    sitting, rng = await sit_down(operator, "visby", ("anna", "bert")), random.Random(1)
    while list((await operator.table(sitting.number)).owed.values()) != ["trade"]:
        await sitting.move((await sitting.owing())[0], rng)
        await operator.world.later(seconds=1)
    (who,) = await sitting.owing()
    (other,) = (person for person in sitting.people if person is not who)
    await operator.world.later(seconds=WHILE)
    return sitting, who, other


def hand_on(sitting: Sitting, who: Person) -> Coroutine[Any, Any, Answer]:
    """Return the command that makes the move after which the other player is asked."""
    return who.command("riga done") if sitting.game == "riga" else who.command("visby trade", wares=0)


async def nothing(services: Services, who: int, other: int) -> None:
    """Nobody does anything."""


async def answers(services: Services, who: int, other: int) -> None:
    await _picks(services, other)


async def changes_mind(services: Services, who: int, other: int) -> None:
    await _picks(services, other)
    await moves.take_back(services, 1, other)


async def round_ends(services: Services, who: int, other: int) -> None:
    await _picks(services, who)
    await _picks(services, other)


async def taken_back(services: Services, who: int, other: int) -> None:
    await moves.take_back(services, 1, who)


async def asked_anew(services: Services, who: int, other: int) -> None:
    await moves.take_back(services, 1, who)
    await moves.play(services, 1, who, "done")


async def _picks(services: Services, person: int) -> None:
    table = await services.load(1)
    seat = table.seat_of(person)
    assert seat
    await moves.play(services, 1, person, str(next(iter(table.game.options(table.state, seat.seat)))))


class Deaths:
    """Lets the bot die where these things have just been done, one after the other."""

    def __init__(
        self, monkeypatch: pytest.MonkeyPatch, points: list[str], meanwhile: Callable[[], Awaitable[object]]
    ) -> None:
        self.died = 0
        self._points = points
        self._meanwhile = meanwhile
        for point, (room, name) in _POINTS.items():
            monkeypatch.setattr(room, name, self._dying(point, getattr(room, name)))

    def _dying(self, point: str, done: Callable[..., Awaitable[Any]]) -> Callable[..., Awaitable[Any]]:
        async def do(*args: Any, **more: Any) -> Any:
            result = await done(*args, **more)
            if self._points[self.died : self.died + 1] == [point] and _MEANT.get(point, bool)(args):
                if not self.died:
                    await self._meanwhile()
                self.died += 1
                await asyncio.sleep(600)
            return result

        return do


_POINTS: dict[str, tuple[Any, str]] = {
    "arrived": (discord_port, "send_with_nonce"),
    "board arrived": (discord_port, "send_with_nonce"),
    "noted": (outbox, "_acknowledge"),
    "taken away": (sending.MessageSender, "remove"),
}
_MEANT: dict[str, Callable[[tuple[Any, ...]], bool]] = {
    "board arrived": lambda args: "k:play:1::" in str(args[2].to_components()),
    "noted": lambda args: any(post.kind == "board" for post in args[1].effects.posts),
}


@pytest.mark.repeated(4)
@pytest.mark.parametrize(
    ("deed", "points"),
    [
        *((deed, [point]) for deed in (nothing, answers, changes_mind, round_ends, taken_back, asked_anew)
          for point in ("arrived", "noted")),
        (asked_anew, ["arrived", "taken away"]),
        (nothing, ["arrived", "noted"]),
        *((deed, ["board arrived"]) for deed in (nothing, round_ends, taken_back, asked_anew)),
    ],
)  # fmt: skip
async def test_whoever_is_asked_hears_it_once_though_the_bot_dies(
    world: World, operator: Operator, monkeypatch: pytest.MonkeyPatch, deed: Deed, points: list[str]
) -> None:
    """Whoever comes next tells the story in other signs: it has not yet learned which emoji are our own.

    Where the board is to arrive alone the story leaves no room for it.
    """
    if points == ["board arrived"]:
        monkeypatch.setattr(Board, "has_room", lambda board, story: not story)
    can_go_back = deed in (taken_back, asked_anew)
    if can_go_back:
        sitting, who, other = await before_the_end_of_a_turn(operator)
    else:
        sitting, who, other = await before_a_trade(operator)
    audit, before, sent = Audit(sitting), len(other.pings), len(world.sent)
    services = operator.services
    deaths = Deaths(monkeypatch, points, lambda: deed(services, who.id, other.id))

    def signs(panel: Panel, _: object) -> Panel:
        ours = dict.fromkeys(GAME_WORDS[sitting.game].signs, f"<:ours_{deaths.died}:111111111111111111>")
        return with_app_emoji(panel, ours)

    monkeypatch.setattr(discord_delivery, "with_app_emoji", signs)
    await world.crash_during([hand_on(sitting, who)], until=lambda: deaths.died)
    if len(points) > 1:
        await world.crash_during([], until=lambda: deaths.died == len(points))
    await world.settle()
    for person in (who, other) if deed in (answers, changes_mind, round_ends) else (who,):
        await audit.note(person)
    await world.later(minutes=2)
    assert len(other.pings) == before + 1
    asked = [each for each in world.sent[sent:] if each.deed == "message" and other.mention in each.text]
    assert len(asked) == (2 if deed is asked_anew and points != ["board arrived"] else 1)
    boards = [each for each in world.messages(world.threads[0]) if "k:play:1::" in each.custom_ids]
    assert boards == [sitting.board]
    assert [fault for fault in await audit.faults() if not fault.startswith("not told")] == []
    await operator.check()


async def test_a_direct_prompt_sent_instead_of_a_blocked_channel_is_deleted_once_it_is_answered(
    world: World, operator: Operator, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The message with the ping has arrived, but the next process does not know that and asks by direct message."""
    sitting, who, other = await before_a_trade(operator)
    place, before = world.threads[0], len(other.dms)

    async def refuse(*_: object) -> None:
        for each in (world.channel, place):
            world.fail_next("send", "no permission", times=100, place=each)

    deaths = Deaths(monkeypatch, ["arrived"], refuse)
    await world.crash_during([hand_on(sitting, who)], until=lambda: deaths.died)
    await world.settle()
    assert len(other.dms) == before + 1, "asked by direct message"
    world.fail_no_more()
    await world.later(minutes=2)
    assert [each for each in sitting.world.messages(place) if "k:play:1::" in each.custom_ids] == [sitting.board]
    await _picks(operator.services, other.id)
    await _picks(operator.services, who.id)
    await world.later(minutes=2)
    assert len(other.dms) == before, "the direct message is gone"
    await operator.check()


async def test_who_was_pinged_by_a_message_of_before_the_crash_hears_no_second_sound_within_a_minute(
    world: World, operator: Operator, monkeypatch: pytest.MonkeyPatch
) -> None:
    sitting, who, other = await before_the_end_of_a_turn(operator)
    before, services = len(other.pings), operator.services
    deaths = Deaths(monkeypatch, ["arrived"], lambda: taken_back(services, who.id, other.id))
    await world.crash_during([hand_on(sitting, who)], until=lambda: deaths.died)
    await world.settle()
    await world.later(seconds=20)
    assert len(other.pings) == before + 1
    await hand_on(sitting, who)
    await world.later(seconds=20)
    assert len(other.pings) == before + 1
    await world.later(minutes=2)
    await operator.check()
