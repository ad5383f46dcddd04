"""The kit shows what people do and see, and finds what is wrong."""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import timedelta

import discord
import pytest
from simcord import components

from tests.discord import quick_simcord
from tests.discord.kit import World
from tests.discord.sample_bot import SampleBot, Shelf


async def test_a_command_is_answered_where_all_can_read_it(world: World, shelf: Shelf) -> None:
    anna, bert = world.people["anna"], world.people["bert"]
    lobby = await anna.command("visby new", seats=3)
    assert lobby.text == "A table for 3"
    assert not lobby.ephemeral
    assert bert.sees_last().text == "A table for 3"
    assert bert.sees_last().buttons == ["Play", "Break"]


async def test_a_menu_is_seen_only_by_the_one_who_opened_it(world: World, shelf: Shelf) -> None:
    anna, bert = world.people["anna"], world.people["bert"]
    lobby = await anna.command("visby new")
    menu = await anna.click(lobby, "Play")
    assert menu.ephemeral
    assert [choice.label for choice in menu.shown.choices] == ["Knight", "Knave", "Ship"]
    chosen = await anna.choose(menu, "Ship")
    assert (chosen.kind, chosen.text) == ("update", "You chose ship")
    assert shelf.picks == {anna.id: "ship"}
    assert [message.text for message in anna.ephemerals] == ["You chose ship"]
    assert bert.ephemerals == []
    assert bert.sees_last().text == "A table for 4"
    with pytest.raises(AssertionError, match="does not see"):
        await bert.choose(menu, "ship")


async def test_a_hand_by_direct_message_has_working_buttons(world: World, shelf: Shelf) -> None:
    anna = world.people["anna"]
    menu = await anna.click(await anna.command("visby new"), "play:")
    await anna.choose(menu, "knight")
    assert [message.text for message in anna.dms] == ["Your hand: knight"]
    assert anna.pings == []
    again = await anna.click(anna.dms[-1], "Play")
    assert again.text == "Choose a card"
    assert world.people["bert"].dms == []


async def test_autocomplete_offers_what_fits(world: World, shelf: Shelf) -> None:
    anna = world.people["anna"]
    assert [offer.value for offer in await anna.autocomplete("visby play", "card", "kn")] == ["knight", "knave"]
    assert (await anna.command("visby play", card="knave")).text == "Played knave."


async def test_a_thread_with_files_and_pings(world: World, shelf: Shelf) -> None:
    anna, bert = world.people["anna"], world.people["bert"]
    answer = await anna.command("visby start", guest=bert)
    assert answer.text == "The table is in the thread."
    assert answer.ephemeral
    (thread,) = world.threads
    board, call = bert.sees(thread)
    assert board.text == "The board"
    assert call.files == ["board.png"]
    assert call.text == f"{bert.mention}, your turn"
    assert [ping.message_id for ping in bert.pings] == [call.id]
    assert anna.pings == []
    assert (await bert.click(board, "Play")).text == "Choose a card"


async def test_people_have_their_language(world: World, shelf: Shelf) -> None:
    anna, bert = world.people["anna"], world.people["bert"]
    bert.locale = "de"
    lobby = await anna.command("visby new")
    assert (await anna.click(lobby, "Play")).text == "Choose a card"
    assert (await bert.click(lobby, "Play")).text == "Wähle a card"


async def test_a_menu_answers_after_sixteen_minutes(world: World, shelf: Shelf) -> None:
    anna = world.people["anna"]
    menu = await anna.click(await anna.command("visby new"), "Play")
    await world.later(minutes=16)
    assert (await anna.choose(menu, "ship")).text == "You chose ship"


async def test_timers_fire_at_their_moment(world: World, shelf: Shelf) -> None:
    begin = world.now
    await world.later(hours=25)
    assert [at - begin for at in shelf.reminders] == [timedelta(hours=hours) for hours in (0, 12, 24)]


async def test_clicks_at_once_interleave(world: World, shelf: Shelf) -> None:
    anna, bert = world.people["anna"], world.people["bert"]
    lobby = await anna.command("visby new")
    answers = await world.at_once([(anna, lobby, "Play"), (anna, lobby, "Play"), (bert, lobby, "Play")])
    assert [answer.text for answer in answers] == ["Choose a card"] * 3
    # Both of Anna's clicks read the count before either wrote it: they were truly at once.
    assert shelf.clicks == {anna.id: 1, bert.id: 1}
    await world.at_once([anna.click(lobby, "Play"), bert.command("visby play", card="ship")], gaps=[2])
    assert shelf.clicks[anna.id] == 2
    assert shelf.picks == {bert.id: "ship"}


async def test_forged_clicks_reach_the_bot(world: World, shelf: Shelf) -> None:
    anna = world.people["anna"]
    lobby = await anna.command("visby new")
    assert (await anna.raw_click(lobby, "play:99")).text == "No such table."
    assert (await anna.raw_click(lobby, "nonsense")).text == "This menu is old."
    assert (await anna.raw_click(lobby, "pick:1", values=["gold"])).text == "You chose gold"
    silence = await anna.raw_click(lobby, "play:99", planted=False, must_answer=False)
    assert not silence.acknowledged


async def test_a_click_on_a_deleted_message(world: World, shelf: Shelf) -> None:
    anna = world.people["anna"]
    lobby = await anna.command("visby new")
    await world.delete(lobby)
    with pytest.raises(AssertionError, match="gone"):
        await anna.click(lobby.shown, "Play")
    assert (await anna.raw_click(lobby, "play:1")).text == "Choose a card"


async def test_a_failing_act_leaves_the_world_usable(world: World, shelf: Shelf) -> None:
    anna, bert = world.people["anna"], world.people["bert"]
    lobby = await anna.command("visby new")
    with pytest.raises(AssertionError, match="no 'Pass'"):
        await world.at_once([(anna, lobby, "Pass"), (bert, lobby, "Play")])
    assert (await bert.click(lobby, "Play")).text == "Choose a card"


async def test_an_unanswered_click_fails_the_test(world: World, shelf: Shelf) -> None:
    anna = world.people["anna"]
    lobby = await anna.command("visby new")
    world.expect_errors("broken on purpose")
    with pytest.raises(AssertionError, match="did not answer"):
        await anna.click(lobby, "Break")


async def test_other_servers(world: World, shelf: Shelf) -> None:
    assert world.bot.joined == []
    general = await world.new_server("Lübeck", people=["anna"])
    assert world.bot.joined == ["Lübeck"]
    assert (await world.people["anna"].command("visby new", place=general)).text == "A table for 4"
    with pytest.raises(AssertionError, match="not in that server"):
        await world.people["bert"].command("visby new", place=general)
    await world.remove_bot(general.guild)
    assert [guild.name for guild in world.bot.guilds] == ["Kontor"]


async def play(way: Callable[[World], str]) -> tuple[list[str], list[str]]:
    """Play the same with one card or another; return what Bert and what Anna can see."""
    async with World() as world:
        await world.start(lambda: SampleBot(Shelf()))
        anna, bert = world.people["anna"], world.people["bert"]
        lobby = await anna.command("visby new")
        await anna.choose(await anna.click(lobby, "Play"), way(world))
        await bert.choose(await bert.click(lobby, "Play"), "knight")
        await bert.command("visby start", guest=anna)
        return world.sent_to_others(than="anna"), world.sent_to_others(than="bert")


async def test_what_others_see_does_not_depend_on_my_secret() -> None:
    knave, ship = await play(lambda _: "knave"), await play(lambda _: "ship")
    assert knave[0] == ship[0]
    assert knave[1] != ship[1]
    assert "knave" in "".join(knave[1])
    assert any("sha" not in line and "board.png" in line for line in ship[0])


async def test_it_is_known_who_can_see_what(world: World, shelf: Shelf) -> None:
    anna, bert = world.people["anna"], world.people["bert"]
    lobby = await anna.command("visby new")
    await anna.choose(await anna.click(lobby, "Play"), "ship")
    await bert.autocomplete("visby play", "card", "s")
    await bert.command("visby start", guest=anna)
    assert [(sent.deed, sent.to, sent.place) for sent in world.sent] == [
        ("message", "everyone", "games"),
        ("message", "anna", "games"),
        ("edit", "anna", "games"),
        ("message", "anna", "dm"),
        ("autocomplete", "bert", "games"),
        ("thinking", "bert", "games"),
        ("thread", "everyone", "games"),
        ("message", "everyone", "Visby 1"),
        ("message", "everyone", "Visby 1"),
        ("edit", "bert", "games"),
    ]
    assert not any("nonce" in line for line in world.sent_to_others(than="clara"))


async def test_a_silent_message_and_an_edit_ping_nobody(world: World, shelf: Shelf) -> None:
    anna = world.people["anna"]
    there = world.bot.get_partial_messageable(world.channel.id)
    all_may = discord.AllowedMentions.all()
    await there.send(anna.mention, allowed_mentions=all_may, silent=True)
    message = await there.send("nobody", allowed_mentions=all_may)
    await message.edit(content=anna.mention, allowed_mentions=all_may)
    assert anna.pings == []
    await there.send(anna.mention)
    assert anna.pings == []
    await there.send(anna.mention, allowed_mentions=all_may)
    assert len(anna.pings) == 1


async def test_an_invalid_request_fails_the_world(world: World, shelf: Shelf) -> None:
    await world.bot.get_partial_messageable(world.channel.id).send("x", nonce="1" * 26)
    with pytest.raises(AssertionError, match="nonce longer than 25"):
        world.check()
    world.requests.clear()


async def test_an_error_in_the_log_fails_the_world() -> None:
    world = World()
    async with world:
        logging.getLogger("anything").error("oh no")
        with pytest.raises(AssertionError, match="oh no"):
            world.check()
        world.expect_errors("oh no")
    world.expect_errors("never happened")
    with pytest.raises(AssertionError, match="nobody logged"):
        world.check()


async def test_nothing_is_kept_of_sent_views(world: World, shelf: Shelf) -> None:
    anna = world.people["anna"]
    await anna.choose(await anna.click(await anna.command("visby new"), "Play"), "ship")
    store = world.bot._connection._view_store
    assert store._views == {}
    assert store._synced_message_views == {}


def test_simcord_made_quicker_does_the_same() -> None:
    row = {"type": 1, "components": [{"type": 2, "style": 1, "label": "Play", "custom_id": "play"}]}
    parts = [{"type": 17, "components": [{"type": 10, "content": "Hello"}, row]}]
    flags = components.COMPONENTS_V2_FLAG
    expected = quick_simcord._validate(parts, flags=flags)
    for _ in range(2):
        checked = components.validate_components(parts, flags=flags)
        assert checked == expected
        checked[0]["components"].clear()  # It is the asker's own copy.
    with pytest.raises(components.ComponentValidationError, match="V2 components require"):
        components.validate_components(parts, flags=0)
    for thing in (parts, {"at": timedelta(1), "parts": parts}):
        twin = quick_simcord.copied(thing)
        assert twin == thing
        assert twin is not thing


def test_a_simcord_that_cannot_be_made_quicker_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(components, "validate_components")
    with pytest.raises(AssertionError, match=r"simcord has changed: .* no validate_components in simcord.components"):
        quick_simcord.install()
