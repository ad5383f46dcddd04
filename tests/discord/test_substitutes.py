"""Who vanished, in Discord: the whole ladder up to a substitute, offers to all and by name, races, crashes, secrecy."""

from __future__ import annotations

import asyncio
import random
from datetime import timedelta
from typing import Any

import pytest

from storage import Transaction
from storage.queries import outbox as sql_outbox
from storage.rows import OutboxRow
from tables.model import deadlines
from tables.model.time_left import HOUR
from tests.discord.bot import Operator
from tests.discord.clicking import first_move, owing
from tests.discord.kit import World
from tests.discord.people import Person
from tests.discord.playing import GAMES, Sitting, add_admin, sit_down
from tests.discord.reading import Answer, Seen

SAID = {
    "en": {
        "soon": "runs out of time",
        "up": "can still decide. Meanwhile anybody at the table can add time",
        "ask": "Substitute for",
        "offer": "take over from",
        "take": "🪑 Take this seat",
        "welcome": "is yours",
        "told": "has taken over your seat",
        "gone": "so there is nothing to see here",
    },
    "de": {
        "soon": "Läuft die Zeit von",
        "up": "Die Entscheidung ist noch möglich. Solange sie aussteht, können alle am Tisch mehr Zeit geben",
        "ask": "Ersatz für",
        "offer": "weiterspielen (Platz",
        "take": "🪑 Diesen Platz nehmen",
        "welcome": "gehört dir",
        "told": "hat deinen Platz übernommen",
        "gone": "deshalb gibt es hier nichts mehr zu sehen",
    },
}


def offers(world: World, number: int = 1) -> list[Seen]:
    """The messages in the channel and its threads that offer a seat."""
    return [
        message
        for place in (world.channel, *world.threads)
        for message in world.messages(place)
        if not message.ephemeral and any(each.startswith(f"k:take:{number}:") for each in message.custom_ids)
    ]


def said(world: World) -> str:
    """All that was said in the table's thread."""
    return "\n".join(message.text for message in world.messages(world.threads[-1]) if not message.ephemeral)


def times_told(world: World, person: Person, what: str) -> int:
    """How often somebody was told something: by direct message, or by a ping at the table."""
    at_the_table = [message for message in world.messages(world.threads[-1]) if person.mention in message.text]
    return sum(what in message.text for message in (*person.dms, *at_the_table) if not message.ephemeral)


async def late_one(sitting: Sitting) -> tuple[Person, Person]:
    """Somebody who is waited for, and somebody else, who is not."""
    rng = random.Random(1)
    late = (await sitting.owing())[0]
    while len(asked := await sitting.owing()) > 1 or late not in asked:
        await sitting.move(next(person for person in asked if person is not late), rng)
    return late, next(person for person in sitting.people if person is not late)


async def out_of_time(world: World, operator: Operator) -> tuple[Sitting, Person, Person]:
    """A table of two where somebody's time is up; they, and who waits for them."""
    sitting = await sit_down(operator, "visby", ("anna", "bert"), clock="1h")
    late, other = await late_one(sitting)
    await world.later(minutes=61)
    return sitting, late, other


async def ask(sitting: Sitting, late: Person, other: Person) -> Seen:
    """Let somebody ask for a substitute; return the offer."""
    await other.click(sitting.board, f"k:substitute:{sitting.number}:")
    (offer,) = offers(sitting.world, sitting.number)
    return offer


@pytest.mark.repeated(9)
@pytest.mark.parametrize(
    ("game", "door", "language", "trouble"),
    [
        ("visby", "button", "en", ""),
        ("visby", "command", "de", "closed_dms"),
        ("riga", "command", "en", "no_permission"),
        ("riga", "button", "de", "closed_dms"),
        ("haithabu", "button", "en", "no_permission"),
        ("haithabu", "command", "de", ""),
        ("visby", "command", "de", "no_permission"),
        ("riga", "button", "en", ""),
        ("haithabu", "button", "en", "closed_dms"),
    ],
)
async def test_the_whole_ladder_up_to_a_substitute(
    world: World, operator: Operator, game: str, door: str, language: str, trouble: str
) -> None:
    words = SAID[language]
    sitting = await sit_down(operator, game, ("anna", "bert"), clock="1h", language=language)
    late, other = await late_one(sitting)
    seat, stranger = await sitting.seat(late), world.people["david"]
    for person in world.people.values():
        person.locale = language
    menu, hand = await sitting.open_menu(late), sitting.hand(late)
    if trouble == "closed_dms":
        world.closed_dms(late.name)
        world.closed_dms(stranger.name)
    elif trouble == "no_permission":
        await world.forbid("send_messages")
    assert words["soon"] not in sitting.board.text

    await world.later(minutes=31)
    assert words["soon"] in sitting.board.text, "everybody sees what comes"
    await world.later(minutes=30)
    assert words["up"] in sitting.board.text, "and what they can do"
    asks = f"{words['ask']} {late.name.capitalize()}"
    assert "k:substitute" in "".join(sitting.board.custom_ids)
    watching = await stranger.click(sitting.board, asks)
    assert not offers(world)
    assert watching.text

    if door == "button":
        await other.click(sitting.board, asks)
    else:
        await other.command("table substitute", table=1, seat=seat + 1)
    (offer,) = offers(world)
    assert words["offer"] in offer.text
    assert offer.channel_id == (world.threads[-1].id if trouble == "no_permission" else world.channel.id)
    assert asks not in sitting.board.buttons
    await world.crash()
    await world.settle()
    (offer,) = offers(world)

    if door == "button":
        answer = await stranger.click(offer, words["take"])
    else:
        place = world.threads[-1] if trouble == "no_permission" else world.channel
        (choice,) = await stranger.autocomplete("table take", "table", place=place)
        answer = await stranger.command("table take", table=choice.value, place=place)
    assert words["welcome"] in answer.text
    table = await operator.table(1)
    assert table.seats[seat].person == stranger.id
    assert deadlines.deadline_of(table, table.seats[seat]) == int(world.now.timestamp()) + HOUR
    assert not offers(world)
    assert times_told(world, late, words["told"]) == 1, "who had it hears so once"
    if trouble != "closed_dms":
        assert not hand.exists, "nothing of it stays in sight"
    for on in (menu, sitting.board):
        assert words["gone"] in (await late.raw_click(on, "k:play:1::")).text
        assert words["gone"] in (await late.raw_click(on, "k:hand:1::")).text

    world.open_dms(late.name)
    await world.allow("send_messages")
    sitting.people[sitting.people.index(late)] = stranger
    await sitting.play_on(random.Random(1), 6)
    await operator.check()


async def test_the_one_who_is_back_first_keeps_the_seat(world: World, operator: Operator) -> None:
    sitting, late, other = await out_of_time(world, operator)
    offer = await ask(sitting, late, other)
    assert "🪑" in sitting.board.text
    await late.command("visby play", card="knight", second="ship")
    assert not offers(world)
    answer = await world.people["clara"].raw_click(offer, f"k:take:1::{await sitting.seat(late)}")
    assert f"\u2068{late.name.capitalize()}\u2069 has it now." in answer.text
    assert "🪑" not in sitting.board.text


@pytest.mark.parametrize("gaps", [(0,), (40,)])
async def test_of_two_clicks_at_once_exactly_one_gets_the_seat(
    world: World, operator: Operator, gaps: tuple[int, ...]
) -> None:
    sitting, late, other = await out_of_time(world, operator)
    offer = await ask(sitting, late, other)
    clara, david = world.people["clara"], world.people["david"]
    answers = await world.at_once([(clara, offer, "🪑 Take this seat"), (david, offer, "🪑 Take this seat")], gaps=gaps)
    assert sorted("is yours" in answer.text for answer in answers) == [False, True]
    assert sorted("has it now" in answer.text for answer in answers) == [False, True]
    assert len((await operator.table(1)).human_seats()) == 2


@pytest.mark.repeated(3)
@pytest.mark.parametrize("dies", ["offers", "seat_gone", "taken_over"])
async def test_a_crash_between_the_commit_and_the_telling_tells_all_of_it_once(
    world: World, operator: Operator, monkeypatch: pytest.MonkeyPatch, dies: str
) -> None:
    sitting, late, other = await out_of_time(world, operator)
    told: list[str] = []
    acknowledge = sql_outbox.acknowledge

    async def stops(db: Transaction, row: OutboxRow) -> Any:
        if row.kind == dies and row.kind not in told:
            told.append(row.kind)
            await asyncio.sleep(60)
        return await acknowledge(db, row)

    monkeypatch.setattr(sql_outbox, "acknowledge", stops)
    acts = [other.click(sitting.board, f"k:substitute:1::{await sitting.seat(late)}")]
    if dies == "offers":
        await world.crash_during(acts, until=lambda: told)
    else:
        acts[0].close()
        await ask(sitting, late, other)
    await world.settle()
    (offer,) = offers(world)
    taking = world.people["clara"].click(offer, "🪑 Take this seat")
    await (taking if dies == "offers" else world.crash_during([taking], until=lambda: told))
    await world.settle()
    assert not offers(world)
    assert times_told(world, late, "has taken over your seat") == 1
    assert said(world).count("takes over seat") == 1
    assert (await operator.table(1)).seat_of(world.people["clara"].id)
    await operator.check()


async def test_one_offers_the_own_seat_and_may_keep_it(world: World, operator: Operator) -> None:
    sitting = await sit_down(operator, "visby", ("anna", "bert"))
    anna, clara = world.people["anna"], world.people["clara"]
    offered = await anna.click(await anna.click(sitting.board, "More"), "🪑 Offer my seat")
    assert "Your seat is being offered" in offered.text
    (offer,) = offers(world)
    assert "wants to give up their seat" in offer.text
    assert "That's your own seat" in (await anna.click(offer, "🪑 Take this seat")).text
    assert "no longer being offered" in (await anna.click(offered, "Keep my seat")).text
    assert not offers(world)
    await anna.command("table offer", table=1)
    await anna.command("table withdraw", table=1)
    assert not offers(world)
    await anna.command("table offer", table=1)
    (offer,) = offers(world)
    assert "🏁 If the game ended now" in (await clara.click(offer, "🗺️ Show the board")).text
    assert "being offered" not in (await anna.command("watch")).text, "not for herself"
    listed = await clara.command("watch")
    assert "in progress, a seat is being offered" in listed.text
    assert "is yours" in (await clara.click(listed, "🪑 Take a seat at #1")).text
    assert (await operator.table(1)).seat_of(clara.id)
    assert "No seat at table #1 is being offered to you." in (await anna.command("table take", table=1)).text


async def test_who_had_another_seat_is_refused_with_the_reason(world: World, operator: Operator) -> None:
    sitting = await sit_down(operator, "visby", ("anna", "bert"))
    anna, bert, clara, _ = world.people.values()
    await anna.command("table offer", table=1)
    await clara.click(offers(world)[0], "🪑 Take this seat")
    await bert.command("table offer", table=1)
    assert "know its cards" in (await anna.click(offers(world)[0], "🪑 Take this seat")).text
    seat = await sitting.seat(bert) + 1
    assert "knows its cards" in (await bert.command("table replace", table=1, seat=seat, person=anna)).text


# By name


async def invite(sitting: Sitting, by: Person, person: Person) -> Answer:
    return await by.command("table replace", table=sitting.number, seat=await sitting.seat(by) + 1, person=person)


async def test_who_is_named_is_asked_once_and_seated_only_after_accepting(world: World, operator: Operator) -> None:
    sitting = await sit_down(operator, "visby", ("anna", "bert"))
    anna, bert, clara, david = world.people.values()
    assert "I've asked \u2068Clara\u2069." in (await invite(sitting, anna, clara)).text
    assert (await operator.table(1)).seat_of(anna.id)
    assert "🪑 **\u2068Anna\u2069**'s seat has been offered to \u2068Clara\u2069" in sitting.board.text
    (asked,) = offers(world)
    assert [ping.message_id for ping in clara.pings] == [asked.id]
    await world.restart()
    assert len(clara.pings) == 1
    assert "That seat has been offered to \u2068Clara\u2069." in (await david.click(asked, "🪑 Accept")).text
    assert "No seat at table #1 is being offered to you." in (await david.click(asked, "Decline")).text
    assert "already has a seat" in (await invite(sitting, anna, bert)).text
    await clara.click(asked, "Decline")
    assert not asked.exists
    assert "was declined" in said(world)
    await invite(sitting, anna, clara)
    await clara.click(offers(world)[0], "🪑 Accept")
    assert (await operator.table(1)).seat_of(clara.id)
    assert not offers(world)
    assert sum("Clara" in line for line in said(world).splitlines() if "takes over seat" in line) == 1


async def test_who_was_asked_where_nobody_can_be_asked_any_more_is_asked_where_the_table_moves(
    world: World, operator: Operator
) -> None:
    room = await world.new_channel("elsewhere")
    sitting = await sit_down(operator, "visby", ("anna", "bert"))
    anna, bert, clara, david = world.people.values()
    await david.command("settings pings", how="dm")
    await invite(sitting, anna, clara)
    await invite(sitting, bert, david)
    await world.delete(world.threads[-1])
    await world.delete(world.channel)
    await anna.command("table move", table=1, place=room)
    assert [len(person.pings) for person in (clara, david)] == [3, 1]  # Clara once more when the thread was gone.
    (asked,) = [each for each in world.messages(next(iter(room.threads))) if "🪑 Accept" in each.buttons]
    await clara.click(asked, "🪑 Accept")
    assert (await operator.table(1)).seat_of(clara.id)


async def test_who_wants_direct_messages_accepts_there_and_with_closed_ones_at_the_table(
    world: World, operator: Operator
) -> None:
    sitting = await sit_down(operator, "visby", ("anna", "bert"))
    anna, _, clara, david = world.people.values()
    for person in (clara, david):
        await person.command("settings pings", how="dm")
    await invite(sitting, anna, clara)
    assert not offers(world)
    asked = clara.dms[-1]
    assert "wants to give you their seat" in asked.text
    await clara.click(asked, "Decline")
    assert not asked.exists
    await invite(sitting, anna, clara)
    await clara.click(clara.dms[-1], "🪑 Accept")
    assert (await operator.table(1)).seat_of(clara.id)
    world.closed_dms("david")
    sitting.people[0] = clara
    await invite(sitting, clara, david)
    (asked,) = offers(world)
    assert len(david.pings) == 1
    await david.click(asked, "🪑 Accept")
    assert (await operator.table(1)).seat_of(david.id)
    await operator.check()


async def test_who_wants_no_pings_is_asked_without_one_and_whoever_runs_the_server_may_ask(
    world: World, operator: Operator
) -> None:
    sitting = await sit_down(operator, "visby", ("anna", "bert"))
    anna, _, clara, _ = world.people.values()
    admin = add_admin(world)
    await clara.command("settings pings", when="never")
    await admin.command("table replace", table=1, seat=await sitting.seat(anna) + 1, person=clara)
    (asked,) = offers(world)
    assert "A server manager or organiser is asking." in asked.text
    assert not clara.pings
    await clara.command("table decline", table=1)
    assert not offers(world)
    assert (await operator.table(1)).seat_of(anna.id)


async def test_nobody_is_asked_in_their_quiet_hours_even_if_they_begin_meanwhile(
    world: World, operator: Operator
) -> None:
    sitting = await sit_down(operator, "visby", ("anna", "bert"))
    anna, _, clara, _ = world.people.values()
    await clara.command("settings time", zone="UTC")
    begin, end = (f"{world.now + timedelta(hours=hours):%H:%M}" for hours in (2, 4))
    quiet: dict[str, Any] = {"from": begin, "to": end}
    await clara.command("settings quiet", **quiet)
    await clara.command("settings pings", when="3")
    await invite(sitting, anna, clara)
    await world.later(hours=3, minutes=5)
    assert not clara.dms
    assert not offers(world)
    await world.later(hours=1)
    (asked,) = [message for message in clara.dms if "wants to give you their seat" in message.text]
    await world.later(hours=4)
    assert sum("wants to give you their seat" in message.text for message in clara.dms) == 1
    await clara.click(asked, "🪑 Accept")
    assert (await operator.table(1)).seat_of(clara.id)


# Secrets


@pytest.mark.parametrize("game", GAMES)
async def test_the_former_player_sees_nothing_of_the_seat_any_more(world: World, operator: Operator, game: str) -> None:
    """That an offer shows nothing of the hand is compared byte for byte in `test_secrecy`."""
    sitting = await sit_down(operator, game, ("anna", "bert"))
    former, menu = await owing(sitting)
    clara, pressed = world.people["clara"], first_move(menu, game)
    hand, mine = sitting.hand(former), await former.click(sitting.board, "My hand")
    await former.command("table offer", table=1)
    await clara.click(offers(world)[0], "🪑 Take this seat")
    assert not hand.exists
    assert not menu.exists
    sitting.people[sitting.people.index(former)] = clara
    before = len(world.sent)
    await sitting.play_on(random.Random(1), 4)
    assert not [sent for sent in world.sent[before:] if sent.to == former.name]
    answers = [await former.raw_click(menu, pressed[0], values=pressed[1])]
    answers += [await former.raw_click(on, each) for on in (mine.shown, hand) for each in ("k:play:1::", "k:hand:1::")]
    answers.append(await former.command(f"{game} hand", table=1))
    assert [answer.text for answer in answers if "so there is nothing to see here" not in answer.text] == []
