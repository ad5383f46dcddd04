"""Notification preferences in Discord: quiet hours, digests, direct messages, and the settings."""

from __future__ import annotations

import random

import pytest

from tables.notifications.timing import REFRESH_DELAY_S
from tests.discord.bot import Operator
from tests.discord.kit import World
from tests.discord.people import Person
from tests.discord.playing import Sitting, open_lobby, sit_down
from tests.discord.test_pings_taken_back import asking, before_the_end_of_a_turn, end_turn
from tests.discord.test_time import hours


async def asked(operator: Operator, clock: str = "3d", language: str = "en") -> Sitting:
    """A table that begins to wait for Bert just now."""
    return await sit_down(operator, "visby", ("anna", "bert"), clock=clock, language=language)


def together(person: Person) -> list[str]:
    """The messages that told somebody all that waits for them."""
    return [message.text for message in person.dms if message.text.startswith("📬")]


async def test_in_quiet_hours_nobody_pings_and_in_the_morning_comes_one_message(
    world: World, operator: Operator
) -> None:
    bert = world.people["bert"]
    bert.locale = "de"
    await bert.command("settings time", zone="Europe/Berlin")
    await bert.command("settings quiet", **hours("22:00", "08:00"))
    # It is one o'clock at night in Berlin.
    tables = [(await asked(operator, clock)).number for clock in ("7d", "1d", "3d")]
    await world.later(hours=6, minutes=59)
    assert not bert.pings
    await world.later(minutes=6)  # Where ticks were skipped, the next one may come some minutes late.
    (told,) = together(bert)
    assert told.splitlines()[0] == "📬 Du bist an 3 Tischen dran:"
    assert [f"Tisch #{number}]" in line for number, line in zip(
        [tables[1], tables[2], tables[0]], told.splitlines()[1:], strict=True
    )] == [True] * 3  # fmt: skip
    message = next(message for message in bert.dms if message.text.startswith("📬"))
    answer = await bert.click(message, "⏭️ Nächster Tisch (3)")
    assert f"Tisch #{tables[1]}]" in answer.text
    await world.later(hours=12)
    assert len(together(bert)) == 1
    await operator.check()


async def test_who_takes_no_direct_messages_is_pinged_at_the_most_urgent_table_alone(
    world: World, operator: Operator
) -> None:
    bert = world.people["bert"]
    world.closed_dms("bert")
    await bert.command("settings pings", when="3")
    later, urgent = await asked(operator, "7d"), await asked(operator, "1d")
    before = len(bert.pings)
    await world.later(hours=3, minutes=1)
    (ping,) = bert.pings[before:]
    assert f"#{urgent.number}" in ping.text
    assert f"#{later.number}" not in ping.text
    assert "`/next`" in ping.text
    assert ping.message_id in [message.id for message in world.messages(world.threads[-1])]
    await world.crash()
    await world.later(hours=8)
    assert len(bert.pings) == before + 1
    await operator.check()


@pytest.mark.parametrize(("by", "pinged", "written"), [("dm", 0, 1), ("both", 1, 1), ("thread", 1, 0)])
async def test_a_ping_comes_in_the_chosen_way_and_goes_when_the_question_is_taken_back(
    world: World, operator: Operator, by: str, pinged: int, written: int
) -> None:
    sitting, who, other = await before_the_end_of_a_turn(operator)
    await other.command("settings pings", how=by)

    def told() -> tuple[int, int]:
        direct = [each for each in other.dms if other.mention in each.text and "take goods or a building" in each.text]
        return len(asking(sitting, other)), len(direct)

    before = told()
    await end_turn(who)
    assert told() == (before[0] + pinged, before[1] + written)
    assert not any("I can't write" in message.text for message in other.dms)
    await who.command("riga undo")
    await world.later(seconds=REFRESH_DELAY_S)
    assert told() == before
    await operator.check()


def questions(person: Person) -> list[str]:
    """The direct messages that ask somebody something."""
    return [message.text for message in person.dms if person.mention in message.text]


async def test_a_ping_by_direct_message_goes_when_it_is_answered(world: World, operator: Operator) -> None:
    bert = world.people["bert"]
    await bert.command("settings pings", how="both")
    sitting = await asked(operator, clock="1d")
    await world.later(hours=13)
    assert len(questions(bert)) == 2  # One of them says that half of the time is over.
    reminder = world.messages(world.threads[-1])[-1]
    assert bert.mention in reminder.text
    asked_before = questions(bert)
    for person in (bert, world.people["anna"]):
        await sitting.move(person, random.Random(1))
    await world.later(minutes=2)
    assert not {*questions(bert)} & {*asked_before}
    assert not reminder.exists
    await operator.check()


@pytest.mark.parametrize("begun", [False, True])
async def test_pings_by_direct_message_go_when_the_server_has_removed_us(
    world: World, operator: Operator, *, begun: bool
) -> None:
    anna, bert, clara, _ = world.people.values()
    for person in (anna, bert, clara):
        await person.command("settings pings", how="dm")
    if begun:
        await asked(operator)
        seat = (await operator.table(1)).seat_of(anna.id)
        assert seat
        await anna.command("table replace", table=1, seat=seat.seat + 1, person=clara)
        assert [len(questions(person)) for person in (bert, clara)] == [1, 1]
    else:
        lobby, _ = await open_lobby(operator, "visby", anna, 2)
        await bert.click(lobby, "Join")
        assert len(questions(anna)) == 1
    await world.remove_bot()
    await world.later(minutes=2)
    assert [questions(person) for person in (anna, bert, clara)] == [[], [], []]
    await operator.check()


async def test_who_wants_direct_messages_and_takes_none_is_pinged_at_the_table(
    world: World, operator: Operator
) -> None:
    bert = world.people["bert"]
    await bert.command("settings pings", how="dm")
    world.closed_dms("bert")
    sitting = await asked(operator)
    assert [ping for ping in bert.pings if f"Visby #{sitting.number}" in ping.text]
    await operator.check()


async def test_never_is_never_and_urgent_only_when_time_runs_out(world: World, operator: Operator) -> None:
    bert = world.people["bert"]
    await bert.command("settings pings", when="urgent")
    await asked(operator, "6h")
    await world.later(hours=2, minutes=59)
    assert not bert.pings
    await world.later(minutes=2)
    assert ["Deadline: <t:" in ping.text for ping in bert.pings] == [True]
    await bert.command("settings pings", when="never")
    await world.later(hours=9)
    assert len(bert.pings) == 1
    await operator.check()


async def test_what_is_told_together_is_told_once_while_another_has_to_wait(world: World, operator: Operator) -> None:
    """Bert hears it with all else; Clara takes no direct messages, so her ping waits for the place."""
    anna, bert, clara, _ = world.people.values()
    await bert.command("settings pings", when="3")
    await clara.click(await clara.command("settings show"), "Stop sending me my hand")
    lobby, _ = await open_lobby(operator, "visby", anna, 3, clock="7d")
    for person in (bert, clara):
        await person.click(lobby, "k:join:")
    await world.forbid("send_messages", "send_messages_in_threads", "create_public_threads")
    await anna.click(lobby, "k:start:")
    await world.later(hours=24)
    assert len(together(bert)) == 1
    assert not clara.pings
    # Nor does somebody hear it again who wishes something else by now.
    await bert.command("settings pings", when="now", place=bert.dm)
    await world.allow("send_messages", "send_messages_in_threads", "create_public_threads")
    await world.later(hours=24)
    assert [len(person.pings) for person in (bert, clara)] == [0, 1]
    assert len(together(bert)) == 1
    await operator.check()


@pytest.mark.repeated(4)
@pytest.mark.parametrize("when", ["now", "3"])
@pytest.mark.parametrize("trouble", ["no permission", "500"])
async def test_that_time_is_up_is_told_once_however_long_the_place_refuses(
    world: World, operator: Operator, trouble: str, when: str
) -> None:
    bert = world.people["bert"]
    await bert.command("settings pings", when=when, how="dm")
    await sit_down(operator, "visby", ("anna", "bert"), clock="1d", time_up="once")
    await world.people["anna"].command("visby play", card="knight", second="ship")
    await world.later(hours=23, minutes=50)

    def told() -> list[str]:
        return [message.text for message in bert.dms if "a computer decided" in message.text]

    for place in (world.channel, *world.threads):
        world.fail_next("send", trouble, times=100_000, place=place)
    await world.later(hours=10)
    assert len(told()) <= 1
    world.fail_no_more()
    await world.later(hours=10)
    assert len(told()) == 1
    here = [
        message for message in world.messages(world.threads[-1]) if "makes this one decision for you" in message.text
    ]
    assert len(here) == 1
    await operator.check()


@pytest.mark.parametrize("language", ["en", "de"])
async def test_the_settings_can_be_pressed_or_typed_and_say_what_is_so(
    world: World, operator: Operator, language: str
) -> None:
    anna = world.people["anna"]
    anna.locale = "de" if language == "de" else "en-GB"
    show = await anna.command("settings show")
    at_once = "immediately" if language == "en" else "sofort"
    assert f"**{at_once}**" in show.text
    zone, night, none = (
        ("My time zone is Europe/London", "💤 Quiet from 22:00 to 08:00", "No quiet hours")
        if language == "en"
        else ("Meine Zeitzone ist Europe/Berlin", "💤 Ruhe von 22:00 bis 08:00", "Keine Ruhezeiten")
    )
    assert night not in show.shown.buttons
    answer = await anna.click(await anna.click(show, zone), night)
    assert "**22:00–08:00**" in answer.text
    answer = await anna.choose(answer, "6", menu="s:settings:0::told")
    assert ("in a digest, every 6 hours" if language == "en" else "gesammelt, alle 6 Stunden") in answer.text
    assert "s:settings:0::by" not in answer.shown.custom_ids
    answer = await anna.choose(answer, "urgent", menu="s:settings:0::told")
    answer = await anna.choose(answer, "both", menu="s:settings:0::by")
    answer = await anna.click(answer, none)
    person = await operator.services.person(anna.id)
    assert person is not None
    assert (person.told, person.told_by, person.quiet_begin) == ("urgent", "both", None)
    refused = await anna.command("settings quiet", **hours("25:00", "08:00"))
    assert ("I don't understand these times" if language == "en" else "verstehe ich nicht") in refused.text
    await anna.raw_click(answer, "s:settings:0::told", values=["weekly"])
    assert (await operator.services.person(anna.id)) == person
