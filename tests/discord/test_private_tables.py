"""Private tables: they live in a private thread, and to everybody who is not invited they do not exist."""

from __future__ import annotations

import random
import re
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

import pytest
from discord import AppCommandOptionType, app_commands
from simcord.builders import ChannelHandle
from simcord.enums import ChannelType

from tests.discord.bot import Operator
from tests.discord.kit import EVERYONE, World
from tests.discord.people import Person
from tests.discord.playing import Sitting, add_admin
from tests.discord.reading import Answer, Seen, seen
from tests.selection import THOROUGH

NOBODY = 99
"""The number of a table that there is not."""
FREELY = ("watch", "results", "ratings", "tables", "next", "stats", "kontor doctor")
"""Commands that list what there is."""


async def open_private(world: World, game: str, host: Person, seats: int, *guests: Person, **options: Any) -> int:
    """Open a private table with guests; return its number."""
    mentions: dict[str, Any] = {"with": " ".join(guest.mention for guest in guests)}
    answer = await host.command(f"{game} new", seats=seats, private=True, **mentions, **options)
    assert answer.ephemeral, answer.text
    found = re.search(r"Your private table #(\d+) is open in <#\d+>", answer.text)
    assert found, answer.text
    return int(found[1])


def private_thread(world: World) -> ChannelHandle:
    return world.threads[-1]


def lobby_in(place: ChannelHandle, world: World) -> Seen:
    return next(message for message in world.messages(place) if any(":join:" in each for each in message.custom_ids))


async def begin(world: World, operator: Operator, game: str = "visby") -> Sitting:
    """Let Anna and Bert begin a private game."""
    anna, bert, *_ = world.people.values()
    number = await open_private(world, game, anna, 2, bert, start_when_full=True)
    place = private_thread(world)
    invitation = next(message for message in world.messages(place) if "Accept" in message.buttons)
    await bert.click(invitation, "Accept")
    return Sitting(operator, game, number, [anna, bert])


def commands_about_tables(world: World) -> list[tuple[str, dict[str, Any]]]:
    """Every slash command with an option `table`, and what else has to be typed with it."""
    found = []
    for command in world.bot.tree.walk_commands():
        if not isinstance(command, app_commands.Command):
            continue
        options = {option.name: option for option in command.parameters}
        if "table" not in options:
            continue
        needed: dict[str, Any] = {}
        for name, option in options.items():
            if option.required and name != "table":
                kind = option.type
                people = kind is AppCommandOptionType.user
                number = kind is AppCommandOptionType.integer
                needed[str(option.display_name)] = world.people["clara"] if people else 1 if number else "x"
        found.append((command.qualified_name, needed))
    assert len(found) > 40
    return found


def told(answer: Answer, number: int) -> tuple[str, object]:
    """All of an answer, with the table's number taken out."""
    return (
        answer.text.replace(f"#{number}", "#?"),
        [re.sub(rf":{number}:", ":?:", each) for each in answer.shown.custom_ids],
    )


def said_in_public(world: World) -> list[str]:
    """All that we said where others read it."""
    return [
        sent.text for sent in world.sent if (sent.place, sent.to) == ("games", EVERYONE) and "components" in sent.text
    ]


async def lists(person: Person) -> list[str]:
    return [(await person.command(command)).text for command in FREELY]


async def completions(world: World, person: Person) -> list[list[str]]:
    return [
        [f"{offer.name} {offer.value}" for offer in await person.autocomplete(name, "table", "")]
        for name, _ in commands_about_tables(world)
    ]


@pytest.mark.slow
async def test_to_a_stranger_a_private_table_does_not_exist(world: World, operator: Operator) -> None:
    """Compared byte for byte with a number that there is not, in lists with how it was before; in every state.

    `make test` does everything once in each state, and `make thorough` in direct messages and with other marks too.
    """
    anna, bert, clara, david = world.people.values()
    await lists(david)  # Only a newcomer's first answers carry a tip.
    before, offered = await lists(david), await completions(world, david)
    number = await open_private(world, "visby", anna, 3, bert)
    stranger = Stranger(world, david, number)
    await stranger.compare(world.channel, "", "")
    assert (await lists(david), await completions(world, david)) == (before, offered)
    lobby = lobby_in(private_thread(world), world)
    await bert.click(lobby, "Join")
    await anna.click(lobby, "+ Computer")
    await anna.click(lobby, "Start")
    await stranger.compare(world.channel, "1.0.0.0", "")
    if THOROUGH:
        await stranger.compare(world.channel, "", "yes")
        await stranger.compare(david.dm, "", "")
    assert (await lists(david), await completions(world, david)) == (before, offered)
    sitting = Sitting(operator, "visby", number, [anna, bert])
    await sitting.play_on(random.Random(2))
    assert (await operator.table(number)).row.status == "finished"
    await stranger.compare(world.channel, "", "")
    assert (await lists(david), await completions(world, david)) == (before, offered)
    said = [await clara.command("stats", person=person) for person in (anna, bert)]
    assert all("They haven't finished a game on this server" in answer.text for answer in said)
    assert "🔒 Private games, visible only to you: 1" in seen((await anna.command("stats")).text)
    assert not said_in_public(world)


class Stranger:
    """Somebody who is not let in does everything with the private table and with one that there is not."""

    def __init__(self, world: World, person: Person, number: int) -> None:
        self._world = world
        self._person = person
        self._number = number
        self._of_none: dict[object, object] = {}
        """The answers about the table that there is not, by what was asked."""

    async def compare(self, place: ChannelHandle, mark: str, arg: str) -> None:
        """Do everything in a place, and fail if any answer tells the two apart."""
        for name, needed in commands_about_tables(self._world):
            if place is not self._person.dm or not any(isinstance(each, Person) for each in needed.values()):
                await self._compare((name, place.id), partial(self._command, name, place, needed))
        hook = await self._person.command("help")
        for verb in self._world.bot.dispatcher.verbs:
            await self._compare((verb, mark, arg), partial(self._click, hook, verb, mark, arg))
        for name in ("visby play", "riga take", "haithabu work", "table replace", "table take"):
            option = {"visby play": "card", "table replace": "seat", "table take": "seat"}.get(name, "what")
            await self._compare((name, option), partial(self._person.autocomplete, name, option, ""))

    async def _compare(self, asked: object, ask: Callable[..., Awaitable[object]]) -> None:
        if asked not in self._of_none:
            self._of_none[asked] = await ask(table=NOBODY)
        assert await ask(table=self._number) == self._of_none[asked], asked

    async def _command(self, name: str, place: ChannelHandle, needed: dict[str, Any], *, table: int) -> object:
        return told(await self._person.command(name, place=place, table=table, **needed), table)

    async def _click(self, hook: Answer, verb: str, mark: str, arg: str, *, table: int) -> object:
        return told(await self._person.raw_click(hook, f"k:{verb}:{table}:{mark}:{arg}"), table)


async def test_who_is_invited_sees_it_and_who_manages_the_server_can_close_it(world: World, operator: Operator) -> None:
    anna, _, clara, _ = world.people.values()
    eve = add_admin(world)
    sitting = await begin(world, operator)
    number, place = sitting.number, private_thread(world)
    assert (await operator.table(number)).row.status == "playing"
    for name in ("visby board", "visby log", "visby score", "visby replay"):
        assert f"There is no table #{number} here." in (await eve.command(name, table=number)).text
        assert f"There is no table #{number} here." in (await clara.command(name, table=number)).text
    answer = await anna.command("table invite", table=number, person=clara)
    assert "Invited: \u2068Clara\u2069." in answer.text
    assert "invites you to watch Visby" in seen(clara.pings[-1].text)
    for where in (world.channel, clara.dm):
        assert "There is no table" not in (await clara.command("visby board", table=number, place=where)).text
    assert f"table #{number}" in (await clara.command("watch")).text
    listed = (await eve.command("watch")).text
    assert f"🔒 Visby · table #{number}" in listed
    assert "Anna" in listed
    assert str(place.id) not in listed
    assert [offer.value for offer in await eve.autocomplete("table close", "table", "")] == [number]
    assert await eve.autocomplete("visby board", "table", "") == []
    asked = await eve.command("table close", table=number)
    await eve.click(asked, f"Close table #{number}")
    assert (await operator.table(number)).row.status == "closed"
    await operator.check()


async def test_lobby_and_game_are_in_a_private_thread_with_its_people(world: World, operator: Operator) -> None:
    anna, bert, clara, _ = world.people.values()
    await open_private(world, "haithabu", anna, 3, bert)
    place = private_thread(world)
    thread = world.discord.channels[place.id]
    assert thread.type == ChannelType.PRIVATE_THREAD
    assert {anna.id, bert.id} <= set(thread.thread_members)
    assert clara.id not in thread.thread_members
    lobby = lobby_in(place, world)
    assert "🔒 Private: only invited people and anybody with" in lobby.text
    assert "Manage Threads" in lobby.text
    await bert.click(lobby, "Join")
    await anna.click(lobby, "Start")
    assert len(world.threads) == 1
    assert not said_in_public(world)


@pytest.mark.parametrize(
    ("lacks", "said"), [("create_private_threads", "I still need: **Create Private Threads**"), ("", "")]
)
async def test_it_is_refused_with_a_sentence_where_it_cannot_be(
    world: World, operator: Operator, lacks: str, said: str
) -> None:
    anna = world.people["anna"]
    if lacks:
        await world.forbid(lacks)
        assert said in (await anna.command("riga new", private=True)).text
        assert "❌ Create Private Threads (for private tables)" in (await anna.command("kontor doctor")).text
    else:
        lobby = (await anna.command("visby new", seats=2, computers=1)).shown
        await anna.click(lobby, "Start")
        refused = await anna.command("riga new", private=True, place=world.threads[-1])
        assert "I can't open private threads here." in refused.text
        assert (
            "Please use this command on a server" in (await anna.command("riga new", private=True, place=anna.dm)).text
        )
    assert len(world.threads) == (0 if lacks else 1)
    too_many = await anna.command("riga new", seats=2, computers=2, private=True)
    assert "That leaves no seat for you." in too_many.text or lacks
    assert len(world.threads) == (0 if lacks else 1), "no thread was opened for nothing"


async def test_a_rematch_and_a_move_stay_private(world: World, operator: Operator) -> None:
    anna, bert, clara, david = world.people.values()
    sitting = await begin(world, operator)
    first = private_thread(world)
    await world.delete(first)
    await world.later(minutes=10)
    assert "There is no table" in (await david.command("table move", table=sitting.number)).text
    await world.forbid("create_private_threads")
    assert "I still need" in (await anna.command("table move", table=sitting.number)).text
    await world.allow("create_private_threads")
    assert "continues here" in (await anna.command("table move", table=sitting.number)).text
    await world.later(minutes=1)
    table = await operator.table(sitting.number)
    second = private_thread(world)
    assert table.row.channel == table.row.thread == second.id != first.id
    assert {anna.id, bert.id} <= set(world.discord.channels[second.id].thread_members)
    assert not said_in_public(world)
    await sitting.close()
    assert "The rematch is open" in (await anna.command("visby rematch", table=table.id)).text
    again = await operator.table(table.id + 1)
    assert again.row.private
    assert again.row.channel == again.row.thread == second.id
    assert f"There is no table #{again.id} here." in (await clara.command("visby join", table=again.id)).text
    assert not said_in_public(world)


@pytest.mark.parametrize("door", ["select", "command"])
async def test_somebody_else_is_asked_by_name_to_take_a_seat_and_let_in(
    world: World, operator: Operator, door: str
) -> None:
    anna, _, clara, david = world.people.values()
    sitting = await begin(world, operator)
    number, seat = sitting.number, await sitting.seat(anna)
    place = private_thread(world)
    if door == "select":
        offered = (await anna.command("table offer", table=number, place=place)).shown
        answer = await anna.pick(offered, clara)
    else:
        answer = await anna.command("table replace", table=number, seat=seat + 1, person=clara, place=place)
    assert "I've asked \u2068Clara\u2069." in answer.text
    assert clara.id in world.discord.channels[place.id].thread_members
    assert david.id not in world.discord.channels[place.id].thread_members
    (offer,) = [message for message in world.messages(place) if f"k:decline_seat:{number}::" in message.custom_ids]
    await clara.click(offer, "🪑 Accept")
    assert (await operator.table(number)).seats[seat].person == clara.id
    assert not said_in_public(world)
    await operator.check()


async def test_a_seat_is_offered_to_guests_only(world: World, operator: Operator) -> None:
    """To all who are let in, or to one of them by name: nobody else hears that there is something to take."""
    anna, _, clara, david = world.people.values()
    sitting = await begin(world, operator)
    number, seat = sitting.number, await sitting.seat(anna)
    await anna.command("table offer", table=number)
    assert [
        message for message in world.messages(private_thread(world)) if f"k:take:{number}::{seat}" in message.custom_ids
    ]
    assert not said_in_public(world)
    assert f"There is no table #{number} here." in (await david.command("table take", table=number)).text
    assert await david.autocomplete("table take", "table") == []
    assert "being offered" not in (await david.command("watch")).text
    await anna.command("table invite", table=number, person=clara)
    assert [choice.value for choice in await clara.autocomplete("table take", "table")] == [number]
    assert "I've asked" in (await anna.command("table replace", table=number, seat=seat + 1, person=clara)).text
    assert clara.id in world.discord.channels[private_thread(world).id].thread_members
    (offer,) = [
        message
        for message in world.messages(private_thread(world))
        if f"k:decline_seat:{number}::" in message.custom_ids
    ]
    await clara.click(offer, "🪑 Accept")
    assert "There is no table" not in (await clara.command("visby hand", table=number)).text
    assert not said_in_public(world)


async def test_a_person_sent_away_from_a_private_lobby_knows_no_such_table_any_more(
    world: World, operator: Operator
) -> None:
    anna, bert, *_ = world.people.values()
    number = await open_private(world, "visby", anna, 3, bert)
    thread = private_thread(world)
    assert bert.id in world.discord.channels[thread.id].thread_members
    await anna.command("table kick", table=number, person=bert)
    assert "has removed you" in bert.dms[-1].text
    assert bert.id not in world.discord.channels[thread.id].thread_members
    assert f"There is no table #{number} here." in (await bert.command("visby board", table=number)).text
    assert "table #" not in (await bert.command("watch")).text


async def test_nobody_hears_of_a_private_lobby_who_is_not_invited(world: World, operator: Operator) -> None:
    anna, bert, clara, _ = world.people.values()
    clara.locale = "de"
    for person in (bert, clara):
        shown = await person.command("settings show")
        await person.choose(shown, ["visby"], menu="s:settings:0::lobbies")
    await clara.command("settings pings", how="dm")
    await open_private(world, "visby", anna, 3, clara)
    await world.later(minutes=5)
    assert not bert.pings
    (asked,) = [message for message in clara.dms if "✉️" in message.text]
    assert "lädt dich zu Visby ein" in asked.text
    assert "Du sitzt am Tisch." in (await clara.click(asked, "Annehmen")).text
