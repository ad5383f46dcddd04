"""Invitations in Discord by command and button, starting when full, and rematches."""

from __future__ import annotations

from typing import Any

import pytest
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from cogs.delivery.lobby_invitations import MAX_PINGED
from tables.seating import invitations
from tests.discord.bot import Operator
from tests.discord.kit import World
from tests.discord.people import Person
from tests.discord.playing import ANY_GAME, open_lobby, use_options
from tests.discord.reading import Seen, seen
from tests.discord.wire import Fault, Request, trouble


def invite(*people: Person | str) -> dict[str, Any]:
    """The option by which a command that opens a table names guests."""
    return {"with": " ".join(person if isinstance(person, str) else person.mention for person in people)}


def invitation(world: World, place: Person | None = None) -> Seen:
    """The newest invitation that stands in the channel, or in somebody's direct messages."""
    messages = place.dms if place else world.messages()
    return next(
        message for message in reversed(messages) if "Accept" in message.buttons or "Annehmen" in message.buttons
    )


@pytest.mark.parametrize("game", ANY_GAME)
async def test_a_table_with_guests_starts_when_all_have_come(world: World, operator: Operator, game: str) -> None:
    anna, bert, clara, david = world.people.values()
    lobby, number = await open_lobby(operator, game, anna, 3, start_when_full=True, **invite(bert, clara))
    assert "✉️ Invited: \u2068Bert\u2069, \u2068Clara\u2069" in lobby.text
    assert "The game starts as soon as all seats are taken." in lobby.text
    asks = invitation(world)
    assert seen(asks.text) == (
        f"✉️ {bert.mention} {clara.mention}: **\u2068Anna\u2069** invites you to {game.capitalize()}, table #{number}. "
        "Do you want to play?"
    )
    assert [len(person.pings) for person in (anna, bert, clara, david)] == [0, 1, 1, 0]
    assert "for somebody else" in (await david.click(asks, "Accept")).text
    assert "You have a seat." in (await bert.click(asks, "Accept")).text
    assert "Invited: \u2068Clara\u2069" in lobby.text
    assert "Round 1: choose 2 cards." in (await clara.click(asks, "Accept")).text
    assert (await operator.table(number)).row.status == "playing"
    assert not asks.exists, "an invitation that all have answered is removed"
    await operator.check()


@pytest.mark.parametrize("way", ["here", "direct"])
@pytest.mark.parametrize("answer", ["Accept", "Decline", "Join"])
async def test_an_answered_invitation_is_removed(world: World, operator: Operator, way: str, answer: str) -> None:
    anna, bert, *_ = world.people.values()
    if way == "direct":
        await bert.command("settings pings", when="now", how="dm")
    lobby, _ = await open_lobby(operator, "visby", anna, 3, **invite(bert))
    asks = invitation(world, bert if way == "direct" else None)
    await bert.click(lobby if answer == "Join" else asks, answer)
    assert not asks.exists
    await operator.check()


@pytest.mark.parametrize("answers", [None, "Accept", "Decline"])
async def test_a_lobby_names_no_guest_who_was_forgotten(world: World, operator: Operator, answers: str | None) -> None:
    anna, bert, *_ = world.people.values()
    lobby, _ = await open_lobby(operator, "visby", anna, 4, **invite(bert))
    if answers:
        await bert.click(invitation(world), answers)
    assert "Bert" in lobby.text
    await bert.click(await bert.command("settings forget"), "Yes, forget me")
    assert "Bert" not in lobby.text
    await operator.check()


async def test_who_declines_is_not_asked_again_and_may_think_again(world: World, operator: Operator) -> None:
    anna, bert, clara, _ = world.people.values()
    lobby, number = await open_lobby(operator, "visby", anna, 4)
    assert "Only the host" in (await bert.raw_click(lobby, f"k:invite:{number}::")).text
    question = await use_options(anna, lobby, "Invite")
    assert question.ephemeral
    assert "Invited: \u2068Bert\u2069 and \u2068Clara\u2069." in (await anna.pick(question, bert, clara)).text
    assert "the host can see that you're not coming" in (await bert.click(invitation(world), "Decline")).text
    assert "-# Declined: \u2068Bert\u2069" in lobby.text
    refused = await anna.command("table invite", table=number, person=bert)
    assert "so I won't ask again" in refused.text
    assert len(bert.pings) == 1
    await bert.click(lobby, "Join")
    assert "2. **\u2068Bert\u2069**" in lobby.text
    assert "Declined" not in lobby.text


@pytest.mark.parametrize("dms", [True, False])
async def test_a_person_sent_away_is_told_once_and_cannot_rejoin(world: World, operator: Operator, dms: bool) -> None:
    anna, bert, *_ = world.people.values()
    if not dms:
        world.closed_dms("bert")
    lobby, number = await open_lobby(operator, "visby", anna, 4)
    await bert.click(lobby, "Join")
    answer = await anna.command("table kick", table=number, person=bert)
    assert "\u2068Bert\u2069 has been removed" in answer.text
    assert "Bert" not in lobby.text
    told = [each for each in (bert.dms if dms else world.messages()) if "has removed you" in each.text]
    assert len(told) == 1
    await world.restart()
    assert "has removed you, so you can't join" in (await bert.click(lobby, "Join")).text
    assert len([each for each in (*bert.dms, *world.messages()) if "👋" in each.text]) == 1
    await operator.check()


async def test_each_refusal_of_a_guest_has_its_sentence(world: World, operator: Operator) -> None:
    anna, bert, _, david = world.people.values()
    for typed, said in (
        ("Bert", "I don't know who you mean by \u2068Bert\u2069."),
        (f"<@{world.discord.bot_user.id}>", "Bots can't play here."),
        ("<@123456789012345678>", "You can only invite members of this server."),
    ):
        assert said in (await anna.command("visby new", **invite(typed))).text
    hidden = Overwrite(target_id=david.id, type=OverwriteType.MEMBER, allow=0, deny=1 << 10)
    world.discord.set_overwrite(world.channel.id, hidden)
    await world.settle()
    assert "\u2068David\u2069 can't see that channel." in (await anna.command("visby new", **invite(david))).text
    _, number = await open_lobby(operator, "visby", anna, 3, **invite(anna, bert))
    assert [guest.person for guest in (await operator.table(number)).row.guests] == [bert.id]
    again = await anna.command("table invite", table=number, person=bert)
    assert f"They all already have a seat at table #{number} or an invitation to it." in again.text


@pytest.mark.repeated(2)
@pytest.mark.parametrize("way", ["dm", "closed", "both", "mute"])
async def test_a_guest_hears_it_once_as_they_wish(world: World, operator: Operator, way: str) -> None:
    """By direct message, where these are closed by a ping, by both, and while the channel refuses."""
    anna, bert, *_ = world.people.values()
    bert.locale = "de"
    how = {"mute": "thread", "both": "both"}.get(way, "dm")
    await bert.command("settings pings", when="now", how=how)
    if way == "closed":
        world.closed_dms("bert")
    _, number = await open_lobby(operator, "visby", anna, 3)
    if way == "mute":
        await world.forbid("send_messages")
    await anna.command("table invite", table=number, person=bert)
    await world.restart()
    await world.later(hours=1)
    if way == "mute":
        await world.allow("send_messages")
        await world.later(hours=7)
    assert len(bert.pings) == (1 if way in ("both", "closed") else 0)
    written = [message for message in bert.dms if "lädt dich zu Visby ein" in message.text]
    assert len(written) == (0 if way == "closed" else 1)
    if written:
        assert "Du sitzt am Tisch." in (await bert.click(written[0], "Annehmen")).text
        assert (await operator.table(number)).seats[1].name == "Bert"


async def test_who_was_invited_in_a_channel_that_is_gone_is_invited_where_the_lobby_moves(
    world: World, operator: Operator
) -> None:
    room = await world.new_channel("elsewhere")
    anna, bert, clara, david = world.people.values()
    await clara.command("settings pings", when="now", how="dm")
    _, number = await open_lobby(operator, "visby", anna, 4)
    for person in (bert, clara, david):
        await anna.command("table invite", table=number, person=person)
    await david.click(invitation(world), "Decline")
    await world.delete(world.channel)
    await anna.command("table move", table=number, place=room)
    assert [len(person.pings) for person in (bert, clara, david)] == [2, 0, 1]
    assert sum("Accept" in message.buttons for message in clara.dms) == 1
    (asked,) = [message for message in world.messages(room) if "Accept" in message.buttons]
    await bert.click(asked, "Accept")
    assert (await operator.table(number)).seat_of(bert.id)


async def test_invitations_stand_among_ones_tables(world: World, operator: Operator) -> None:
    anna, bert, *_ = world.people.values()
    await bert.command("settings pings", when="never")
    _, number = await open_lobby(operator, "riga", anna, 3, **invite(bert))
    assert not bert.pings
    listed = await bert.command("tables", place=bert.dm)
    assert f"✉️ **Riga · table #{number}** · you're invited" in listed.text
    await bert.click(listed, "Accept")
    assert (await operator.table(number)).seat_of(bert.id)


@pytest.mark.parametrize("trouble", ["500", "connection breaks"])
async def test_an_invitation_that_breaks_is_still_one_message(world: World, operator: Operator, trouble: str) -> None:
    anna, bert, *_ = world.people.values()
    _, number = await open_lobby(operator, "visby", anna, 3)
    world.fail_next("send", trouble, times=2, done=True)
    await anna.command("table invite", table=number, person=bert)
    await world.crash()
    await world.later(minutes=10)
    assert len(bert.pings) == 1
    assert len([message for message in world.messages() if "Accept" in message.buttons]) == 1


async def test_that_a_lobby_is_full_is_told_to_who_is_host_now_and_to_nobody_else(
    world: World, operator: Operator
) -> None:
    anna, bert, clara, _ = world.people.values()
    lobby, _ = await open_lobby(operator, "visby", anna, 2)

    def told() -> list[str]:
        return [seen(message.text) for message in world.messages() if "is full. Press" in message.text]

    await bert.click(lobby, "Join")
    assert [anna.mention in each for each in told()] == [True]
    await use_options(anna, lobby, "Leave")
    assert told() == []
    await clara.click(lobby, "Join")
    assert [bert.mention in each for each in told()] == [True]
    assert len(bert.pings) == 1


async def test_a_rematch_against_computers_is_played_at_once(world: World, operator: Operator) -> None:
    anna, number = world.people["anna"], 1
    await anna.command("visby new", seats=3, computers=2, start_when_full=True)
    assert (await operator.table(number)).row.status == "playing"
    closing = await anna.command("table close", table=number)
    await anna.click(closing, f"Close table #{number}")
    again = await anna.command("visby rematch", table=number)
    assert "Round 1: choose 2 cards." in again.text
    assert (await operator.table(number + 1)).row.status == "playing"
    assert len(world.threads) == 2
    assert f"[Visby · table #{number + 1}](https://discord.com/channels/{world.server.id}/{world.threads[1].id})" in (
        again.shown.text
    ), "the menu in another channel leads to the thread, which is opened after it was shown"
    await operator.check()


@pytest.mark.repeated(3)
@pytest.mark.parametrize("what", ["500", "connection breaks", "429"])
async def test_a_rematch_has_its_thread_though_its_lobby_could_not_be_posted_at_first(
    world: World, operator: Operator, what: str
) -> None:
    anna = world.people["anna"]
    await anna.command("visby new", seats=3, computers=2, start_when_full=True)
    await anna.click(await anna.command("table close", table=1), "Close table #1")
    world.fail_next("send", what, place=world.channel)
    await anna.command("visby rematch", table=1)
    await world.later(minutes=1)
    assert [thread.id for thread in world.threads][1:] == [(await operator.table(2)).row.thread]
    assert "Visby begins" in world.messages(world.threads[1])[0].text
    await operator.check()


async def wish(person: Person, *games: str) -> None:
    """Let somebody choose in their settings of which new tables they hear."""
    await person.choose(await person.command("settings show"), games, menu="s:settings:0::lobbies")


async def test_who_wishes_it_hears_of_new_tables_where_they_see_the_channel(world: World, operator: Operator) -> None:
    anna, bert, clara, david = world.people.values()
    for person in (bert, clara, david):
        await wish(person, "haithabu")
    shown = await bert.command("settings show")
    assert "📯 New-table notifications here: **Haithabu**" in shown.text
    assert "📯" not in (await bert.command("settings show", place=bert.dm)).text
    hidden = Overwrite(target_id=david.id, type=OverwriteType.MEMBER, allow=0, deny=1 << 10)
    world.discord.set_overwrite(world.channel.id, hidden)
    await clara.command("settings pings", how="dm")
    await world.settle()
    await open_lobby(operator, "riga", anna, 3)
    await open_lobby(operator, "haithabu", anna, 3)
    await world.later(minutes=2)
    await world.restart()
    await world.later(minutes=20)
    assert [len(person.pings) for person in (bert, clara, david)] == [1, 0, 0]
    assert seen(bert.pings[0].text).count("Haithabu, table #2 is open. 2 seats are free.") == 1
    (told,) = [message for message in clara.dms if "📯" in message.text]
    assert "**\u2068Anna\u2069** has opened Haithabu, table #2. 2 seats are free." in told.text
    await clara.click(told, "Turn these off")
    assert "New-table notifications here: **off**" in (await clara.command("settings show")).text
    assert not david.dms


async def test_news_of_lobbies_wait_for_the_morning_and_see_again_who_may_know(
    world: World, operator: Operator
) -> None:
    anna, bert, clara, _ = world.people.values()
    for person in (bert, clara):
        await wish(person, "visby")
        await person.command("settings pings", when="6")
    world.closed_dms("bert")
    await open_lobby(operator, "visby", anna, 3)
    await world.later(minutes=5)
    hidden = Overwrite(target_id=clara.id, type=OverwriteType.MEMBER, allow=0, deny=1 << 10)
    world.discord.set_overwrite(world.channel.id, hidden)
    await world.later(hours=7)
    assert [len(person.pings) for person in (bert, clara)] == [1, 0]
    assert "Visby, table #1 is open. 2 seats are free." in seen(bert.pings[0].text)
    assert not [message for message in clara.dms if "table" in message.text]


class OnlyMentioning(Fault):
    """A trouble that meets messages that mention somebody."""

    mention = ""

    def meets(self, request: Request) -> bool:
        return super().meets(request) and self.mention in request.text


@pytest.mark.repeated(3)
@pytest.mark.parametrize(("what", "done"), [("500", False), ("connection breaks", True), ("no permission", False)])
async def test_more_people_than_one_message_can_ping_hear_once_of_a_lobby(
    world: World, operator: Operator, what: str, done: bool
) -> None:
    """Discord takes a hundred in one message. The second message does not get through at first."""
    people = [world.add_person(f"guest{n}") for n in range(2 * MAX_PINGED + 5)]
    for person in people:
        await invitations.set_lobby_subscriptions(operator.services, person.id, world.server.id, ["visby"])
    fault = OnlyMentioning("send", trouble(what), 1, done, None)
    fault.mention = people[MAX_PINGED].mention
    world.wire.faults.append(fault)
    await open_lobby(operator, "visby", world.people["anna"], 3)
    await world.later(minutes=2)
    assert not world.wire.faults
    await world.restart()
    await world.later(hours=1)
    assert {len(person.pings) for person in people} == {1}
    told = [message for message in world.messages() if "table #1 is open" in message.text]
    assert [message.text.count("<@") for message in told] == [MAX_PINGED, MAX_PINGED, 5]
    await operator.check()
