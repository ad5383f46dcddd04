"""The entries of a person's context menu: invite, show statistics, avoid."""

from __future__ import annotations

from typing import Any

from tests.discord.bot import Operator
from tests.discord.kit import World
from tests.discord.playing import open_lobby


async def test_an_invitation_goes_to_the_hosts_only_table_or_to_the_one_they_choose(
    world: World, operator: Operator
) -> None:
    anna, bert, clara, david = world.people.values()
    assert "You have no open table on this server" in (await anna.menu("Invite to a table", bert)).text
    first, number = await open_lobby(operator, "visby", anna, 3)
    await bert.click(first, "Join")
    assert "You have no open table on this server" in (await bert.menu("Invite to a table", clara)).text
    assert "Invited: \u2068Clara\u2069." in (await anna.menu("Invite to a table", clara)).text
    assert "✉️ Invited: \u2068Clara\u2069" in first.text
    second, _ = await open_lobby(operator, "riga", anna, 3)
    asked = await anna.menu("Invite to a table", david)
    assert "Which table do you want to invite \u2068David\u2069 to?" in asked.text
    assert len(asked.shown.buttons) == 2
    await anna.click(asked, f"Visby · table #{number}")
    assert "✉️ Invited: \u2068Clara\u2069, \u2068David\u2069" in first.text
    assert "Invited" not in second.text
    await operator.check()


async def test_statistics_and_avoiding_answer_like_their_commands(world: World, operator: Operator) -> None:
    anna, bert, *_ = world.people.values()
    for _ in range(5):
        await anna.command("help")  # Only a newcomer's first answers carry a tip.
    shown = await anna.menu("Show statistics", bert)
    assert shown.text == (await anna.command("stats", person=bert)).text
    listed = await anna.menu("Avoid", bert)
    assert listed.ephemeral
    assert listed.text == (await anna.command("settings avoid")).text
    assert bert.mention in listed.text


async def test_the_entries_are_registered_with_german_names(world: World, operator: Operator) -> None:
    (request,) = [request for request in world.requests if request.path.endswith("/commands")]
    registered: list[dict[str, Any]] = request.body
    assert {each["name"]: each["name_localizations"]["de"] for each in registered if each["type"] == 2} == {
        "Invite to a table": "An einen Tisch einladen",
        "Show statistics": "Statistik zeigen",
        "Avoid": "Meiden",
    }
