"""Avoid lists: their owner is spared, and nobody else can see that there is one."""

from __future__ import annotations

import hashlib
import logging
import random
import re
from pathlib import Path
from typing import Any

import pytest
from discord import AppCommandOptionType, AppCommandType, app_commands

from tests.discord.bot import Operator
from tests.discord.kit import EVERYONE, SNOWFLAKE, Person, Seen, World
from tests.discord.playing import Sitting, open_lobby, use_options
from tests.selection import thorough

WAYS: tuple[dict[str, dict[str, Any]], ...] = (
    {},
    {"settings pings": {"when": "now", "how": "dm"}},
    {"settings pings": {"when": "now", "how": "both"}},
    {"settings pings": {"when": "3"}},
    {"settings pings": {"when": "3"}, "settings messages": {"on": False}},
    {"settings pings": {"when": "never"}},
)
"""How Bert wants to be notified: the commands that set it."""


def invitations(messages: list[Seen]) -> list[Seen]:
    return [message for message in messages if "Accept" in message.buttons]


async def use_everything(person: Person, about: Person, number: int) -> None:
    """Type every command and complete every option: about a table and another person, where they are asked for."""
    for command in person.world.bot.tree.walk_commands():
        if not isinstance(command, app_commands.Command):
            continue
        options: dict[str, Any] = {}
        for option in command.parameters:
            if option.autocomplete:
                await person.autocomplete(command.qualified_name, str(option.display_name), "")
            if option.type is AppCommandOptionType.user:
                options[str(option.display_name)] = about
            elif option.name == "table":
                options["table"] = number
            elif option.required:
                kinds = {AppCommandOptionType.integer: 1, AppCommandOptionType.boolean: True}
                options[str(option.display_name)] = kinds.get(
                    option.type, option.choices[0].value if option.choices else "x"
                )
        await person.command(command.qualified_name, **options)


async def use_menus(person: Person, on: Person) -> None:
    """Choose every entry of another person's context menu."""
    for menu in person.world.bot.tree.get_commands(type=AppCommandType.user):
        await person.menu(menu.name, on)


async def live(operator: Operator, way: dict[str, dict[str, Any]], *, avoids: bool, everything: bool) -> None:
    """Let Anna do all she can with Bert, who does not answer and perhaps avoids her; in the end he joins her."""
    world = operator.world
    anna, bert, clara, _ = world.people.values()
    for command, options in way.items():
        await bert.command(command, **options)
    whom: dict[str, Any] = {"person": anna} if avoids else {}
    guest: dict[str, Any] = {"with": bert.mention}
    await bert.command("settings avoid", **whom)
    lobby, number = await open_lobby(operator, "visby", anna, 3, **{"with": f"{bert.mention} {clara.mention}"})
    await world.later(hours=4 if everything else 0)
    await use_options(anna, lobby, "Invite")
    await anna.command("table invite", table=number, person=bert)
    await anna.command("visby new", seats=3, private=True, **guest)
    assert bert.id in world.discord.channels[world.threads[-1].id].thread_members, "he is let in"
    other, _ = await open_lobby(operator, "visby", anna, 2)
    await anna.pick(await use_options(anna, other, "Invite"), bert)
    await use_menus(anna, bert)
    for command in ("settings stored", "settings avoid"):
        await anna.command(command)
    if everything:
        await world.crash()
        await use_everything(anna, bert, number)
        sitting = await started(operator, anna, clara)
        await use_everything(anna, bert, sitting.number)
        await offer_seat_and_play(operator, sitting, anna, bert)
        await world.later(hours=13)
    for person in (anna, clara):
        for command in ("tables", "watch"):
            await person.command(command)
    joining = await bert.click(other, "Join")
    assert ("Join anyway" in joining.shown.buttons) == avoids
    if avoids:
        assert "Somebody you avoid is at this table: \u2068Anna\u2069." in joining.text
        await bert.click(joining, "Join anyway")
    await anna.command("tables")


async def started(operator: Operator, anna: Person, clara: Person) -> Sitting:
    """Let Anna and Clara start a game."""
    lobby, number = await open_lobby(operator, "visby", anna, 2)
    await clara.click(lobby, "Join")
    await anna.click(lobby, "Start")
    return Sitting(operator, "visby", number, [anna, clara])


async def offer_seat_and_play(operator: Operator, sitting: Sitting, anna: Person, bert: Person) -> None:
    """Let Anna offer Bert her seat by name, which he does not answer; then play the game to its end."""
    seat = await sitting.seat(anna) + 1
    await anna.command("table replace", table=sitting.number, seat=seat, person=bert)
    await operator.world.later(hours=4)
    await anna.command("table withdraw", table=sitting.number)
    await sitting.play_on(random.Random(3))


def received(world: World, *, without: str) -> dict[str, list[str]]:
    """All that each audience but one has received, in its order, with times and files; ids are numbered.

    Whom Discord is to ping (`allowed_mentions`) is not part of a message, and is left out.
    """
    received: dict[str, list[str]] = {}
    for sent in world.sent:
        if sent.to != without:
            line = re.sub(r'"allowed_mentions": \{[^{}]*\}', "", sent.line)
            for file in sent.uploads:
                if file.name.endswith(".json"):  # Ids in it are numbered too.
                    line = line.replace(hashlib.sha256(file.data).hexdigest(), file.data.decode())
            received.setdefault(sent.to, []).append(line)
    for lines in received.values():
        numbers: dict[str, str] = {}
        for at, line in enumerate(lines):
            lines[at] = SNOWFLAKE.sub(lambda found: numbers.setdefault(found[0], f"#{len(numbers)}"), line)  # noqa: B023
    return received


@pytest.mark.parametrize(("way", "everything"), [(WAYS[0], False), *thorough(*((way, True) for way in WAYS))])
async def test_the_avoided_person_receives_the_same_as_from_somebody_who_has_not_answered(
    quick_path: Path,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
    way: dict[str, dict[str, Any]],
    everything: bool,
) -> None:
    """Messages, edits, answers, completions, files and their times: the same for everybody but the avoider."""
    caplog.set_level(logging.DEBUG, "kontor")
    seeds = random.Random()
    monkeypatch.setattr("tables.model.seeds.new", lambda: seeds.getrandbits(62))
    results = []
    for avoids in (True, False):
        seeds.seed(1)
        caplog.clear()
        async with World() as world:
            operator = Operator(world, quick_path / f"{avoids}.db")
            await operator.start()
            await live(operator, way, avoids=avoids, everything=everything)
            bert = world.people["bert"]
            asked = [ping for ping in bert.pings if "Accept" in ping.text or "you're invited" in ping.text]
            log = [record.getMessage() for record in caplog.records if record.name.startswith("kontor")]
            people = [str(person.id) for person in world.people.values()]
            assert not [line for line in log if any(each in line for each in people)]
            results.append((received(world, without="bert"), asked))
    (avoided, spared), (unanswered, asked) = results
    assert set(avoided) == set(unanswered) >= {EVERYONE, "anna", "clara"}
    for audience, lines in avoided.items():
        for mine, yours in zip(lines, unanswered[audience], strict=True):
            assert mine == yours, f"to {audience}"
    assert not spared
    assert bool(asked) == (way != WAYS[5])


@pytest.mark.parametrize("language", ["en", "de"])
async def test_the_owner_adds_sees_and_removes(world: World, operator: Operator, language: str) -> None:
    anna, bert, clara, _ = world.people.values()
    bert.locale = language
    assert ("Nobody" if language == "en" else "Niemand") in (await bert.command("settings avoid")).text
    await bert.command("settings avoid", person=anna)
    listed = await bert.command("settings avoid", person=clara)
    assert f"{anna.mention}, {clara.mention}" in listed.text
    assert listed.ephemeral
    left = await bert.choose(listed, ["Anna"])
    assert anna.mention not in left.text
    assert clara.mention in left.text
    refused = await bert.command("settings avoid", person=bert)
    assert ("You can't avoid yourself" if language == "en" else "Dich selbst") in refused.text


async def look_for_a_game(person: Person, size: str) -> None:
    draft = await person.click(await person.command("play"), "Choose …")
    draft = await person.choose(draft, size, menu="Any number of players")
    draft = await person.choose(draft, "Only people", menu="Computers")
    await person.click(draft, "Look for a game")


@pytest.mark.thorough
async def test_the_avoided_person_looks_for_a_game_as_if_the_others_wish_did_not_fit(
    quick_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tables.model.seeds.new", lambda: 7)
    results = []
    for name, whom, size in (
        ("avoided", "anna", "2 players"),
        ("other wish", "clara", "4 players"),
        ("", "", "2 players"),
    ):
        async with World() as world:
            operator = Operator(world, quick_path / f"{name}.db")
            await operator.start()
            anna, bert = world.people["anna"], world.people["bert"]
            if whom:
                await bert.command("settings avoid", person=world.people[whom])
            await look_for_a_game(bert, size)
            await look_for_a_game(anna, "2 players")
            for hours in (1, 25, 30):  # Wishes are confirmed after a day, and over after two.
                await world.later(hours=hours)
                await anna.command("play")
            results.append(received(world, without="bert"))
    avoided, other_wish, matched = results
    assert avoided == other_wish
    assert avoided != matched, "without an avoid list they play"


async def test_an_avoided_hosts_invitation_is_in_no_list_of_the_avoider(world: World, operator: Operator) -> None:
    anna, bert, *_ = world.people.values()
    await bert.command("settings avoid", person=anna)
    lobby, _ = await open_lobby(operator, "visby", anna, 3, **{"with": bert.mention})
    assert not bert.pings
    assert "invited" not in (await bert.command("tables")).text
    (asks,) = invitations(world.messages())
    warned = await bert.click(asks, "Accept")
    assert "Somebody you avoid is at this table" in warned.text
    await bert.click(warned, "Don't join")
    assert "2. *free*" in lobby.text
    await bert.click(await bert.click(asks, "Accept"), "Join anyway")
    assert "2. **\u2068Bert\u2069**" in lobby.text
    await operator.check()
