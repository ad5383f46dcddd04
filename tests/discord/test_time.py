"""Time in Discord: clocks in lobby and board, the ladder when one runs out, pauses, holidays, own hours."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tables.model import deadlines
from tables.model.time_left import DAY, HOUR
from tables.notifications.timing import REFRESH_DELAY_S
from tests.discord.bot import Operator
from tests.discord.kit import World
from tests.discord.people import Person
from tests.discord.playing import Sitting, add_admin, open_lobby, sit_down

BERLIN = "Europe/Berlin"


async def ends(sitting: Sitting, person: Person) -> int:
    """When somebody's time runs out."""
    table = await sitting.operator.table(sitting.number)
    return deadlines.deadline_of(table, table.seats[await sitting.seat(person)])


async def late_one(sitting: Sitting) -> tuple[Person, Person]:
    """Who is waited for, and somebody else at the table."""
    late = (await sitting.owing())[0]
    return late, next(person for person in sitting.people if person is not late)


def said(sitting: Sitting) -> str:
    """All that was said in the table's thread."""
    return "\n".join(message.text for message in sitting.world.messages(sitting.world.threads[-1]))


def hours(begin: str, end: str = "") -> dict[str, Any]:
    """The options of a command that begin with a word of Python's own."""
    return {"from": begin, **({"to": end} if end else {})}


def own(name: str) -> str:
    return f"**\u2068{name}\u2069**"


# Clocks


@pytest.mark.repeated(3)
@pytest.mark.parametrize(
    ("language", "options", "shown"),
    [
        ("en", {}, "3 days per decision"),
        ("de", {"clock": "12h"}, "12 Stunden pro Entscheidung"),
        ("en", {"clock": "none"}, "no time limit"),
        (
            "de",
            {"clock": "5d+12h", "playing_hours": True},
            "5 Tage für die Partie, dazu 12 Stunden pro Entscheidung, nur zu",
        ),
        ("en", {"clock": "1h", "time_up": "once"}, "1 hour per decision, out of time: a computer makes one decision"),
        (
            "en",
            {"holidays": False, "time_up": "lost"},
            "during holidays, out of time: a computer takes the seat",
        ),
    ],
)
async def test_a_lobby_says_how_much_time_there_is(
    world: World, operator: Operator, language: str, options: dict[str, object], shown: str
) -> None:
    lobby, _ = await open_lobby(operator, "visby", world.people["anna"], 2, language=language, **options)
    assert shown in lobby.text
    await world.people["bert"].click(lobby, "k:join:")
    await world.people["anna"].click(lobby, "k:start:")
    assert shown in world.messages(world.threads[-1])[0].text


async def test_board_ping_and_list_say_until_when_there_is_time(world: World, operator: Operator) -> None:
    sitting = await sit_down(operator, "visby", ("anna", "bert"), clock="6h")
    bert = sitting.people[1]
    until = await ends(sitting, bert)
    assert until == int(world.now.timestamp()) + 6 * HOUR
    assert f"Waiting for {own('Anna')} and {own('Bert')} (deadline <t:{until}:R>)" in sitting.board.text
    assert sitting.board.text.count(f"<t:{until}") == 1, "a board says once until when there is time"
    assert "per decision" not in sitting.board.text
    assert f"(deadline <t:{until}:R>)" in (await bert.command("tables")).text


# The ladder


@pytest.mark.repeated(3)
@pytest.mark.parametrize(
    ("game", "door", "language"),
    [("visby", "button", "en"), ("riga", "command", "de"), ("haithabu", "button", "de")],
)
async def test_everybody_sees_the_ladder_and_others_give_more_time(
    world: World, operator: Operator, game: str, door: str, language: str
) -> None:
    more, computer = ("More time for", "Computer for") if language == "en" else ("Mehr Zeit für", "Computer für")
    sitting = await sit_down(operator, game, ("anna", "bert"), language=language, clock="1d")
    late, other = await late_one(sitting)
    if game == "visby":
        await other.command("visby play", card="knight", second="ship")
    more, computer = f"{more} {late.name.capitalize()}", f"{computer} {late.name.capitalize()}"
    assert more not in sitting.board.buttons
    await world.later(hours=12, minutes=1)
    assert more in sitting.board.buttons
    assert computer not in sitting.board.buttons
    was = await ends(sitting, late)

    async def give() -> str:
        if door == "button":
            return (await other.click(sitting.board, more)).text
        return (await other.command("table more-time", table=sitting.number, seat=await sitting.seat(late) + 1)).text

    stale = sitting.board
    pressed = stale.button(more)["custom_id"]
    assert "has more time now." in await give()
    assert await ends(sitting, late) == was + DAY
    assert f"<t:{was + DAY}:R>" in said(sitting)
    await world.later(seconds=REFRESH_DELAY_S)
    assert f"<t:{was + DAY}:R>" in sitting.board.text
    await other.raw_click(stale, pressed, planted=False)
    assert await ends(sitting, late) == was + DAY, "one press is one day"
    assert "Ask them" in (await late.command("table more-time", table=1, seat=await sitting.seat(late) + 1)).text
    stranger = world.people["clara"]
    assert "you're only watching" in (await stranger.command("table more-time", table=1, seat=1)).text
    await world.crash()
    await world.later(hours=36)
    assert "⌛" in sitting.board.text
    assert {more, computer} <= set(sitting.board.buttons)
    assert "has more time now." in await give()
    await world.later(seconds=REFRESH_DELAY_S)
    assert "⌛" not in sitting.board.text
    assert computer not in sitting.board.buttons
    await operator.check()


async def test_a_second_press_on_an_old_button_gives_no_second_day(world: World, operator: Operator) -> None:
    sitting = await sit_down(operator, "visby", ("anna", "bert", "clara"), clock="1d")
    anna, bert, clara = sitting.people
    for person in (bert, clara):
        await person.command("visby play", card="knight")
    await world.later(hours=13)
    was, board = await ends(sitting, anna), sitting.board
    answers = await world.at_once([(bert, board, "More time for Anna"), (clara, board, "More time for Anna")])
    assert sorted("has more time now" in answer.text for answer in answers) == [False, True]
    assert await ends(sitting, anna) == was + DAY


@pytest.mark.repeated(3)
@pytest.mark.parametrize(
    ("game", "language", "told"),
    [
        ("visby", "en", "so a computer makes this one decision for you"),
        ("riga", "de", "ein Computer trifft diese eine Entscheidung für dich"),
        ("haithabu", "en", "so a computer makes this one decision for you"),
    ],
)
async def test_when_time_is_up_a_computer_decides_once_and_the_player_goes_on(
    world: World, operator: Operator, game: str, language: str, told: str
) -> None:
    sitting = await sit_down(operator, game, ("anna", "bert"), language=language, clock="6h", time_up="once")
    late, _ = await late_one(sitting)
    world.closed_dms(late.name)
    seat = await sitting.seat(late)
    await world.later(hours=6, minutes=1)
    assert [ping for ping in late.pings if told in ping.text]
    table = await operator.table(sitting.number)
    assert (table.seats[seat].person, table.seats[seat].computer) == (late.id, None)
    assert [row.helped for row in await operator.log(sitting.number) if row.seat == seat] == [True] * len(
        [row for row in await operator.log(sitting.number) if row.seat == seat]
    )
    assert any(row.seat == seat for row in await operator.log(sitting.number))
    await operator.check()


async def test_a_lost_seat_is_gone_and_says_so(world: World, operator: Operator) -> None:
    sitting = await sit_down(operator, "visby", ("anna", "bert"), clock="6h", time_up="lost")
    anna, bert = sitting.people
    await anna.command("visby play", card="knight", second="ship")
    await world.later(hours=6, minutes=1)
    assert [ping for ping in bert.pings if "so a computer has taken over your seat for good" in ping.text]
    for answer in (
        await bert.click(sitting.board, "Play"),
        await bert.command("visby play", card="knight", second="ship"),
        await bert.command("table back", table=1),
    ):
        assert "has your seat for good. You can watch, though." in answer.text
        assert "Take my seat back" not in answer.shown.buttons
    assert "Take my seat back" not in (await bert.click(sitting.board, "More")).shown.buttons
    await operator.check()


# Pauses


@pytest.mark.parametrize("door", ["button", "command"])
async def test_a_pause_is_agreed_to_by_all_and_ended_by_any(world: World, operator: Operator, door: str) -> None:
    sitting = await sit_down(operator, "visby", ("anna", "bert", "clara"), clock="1d")
    anna, bert, clara = sitting.people
    by_button = door == "button"
    asked = await (
        anna.click(await anna.click(sitting.board, "More"), "Suggest a pause")
        if by_button
        else anna.command("table pause", table=1)
    )
    assert "I've asked the others." in asked.text
    assert f"{own('Anna')} suggests a pause" in said(sitting)
    assert f"In favour of a pause: {own('Anna')}" in sitting.board.text
    assert "you're only watching" in (await world.people["david"].click(sitting.board, "Agree to pause")).text
    for person in (bert, clara):
        answer = await (
            person.click(sitting.board, "Agree to pause") if by_button else person.command("table pause", table=1)
        )
    assert "The table is paused" in answer.text
    await world.later(seconds=REFRESH_DELAY_S)
    assert "⏸️ Pause: all clocks are stopped." in sitting.board.text
    assert "<t:" not in sitting.board.text
    await world.restart()
    await world.later(hours=50)
    assert not [ping for ping in anna.pings if "Your time" in ping.text]
    await (clara.click(sitting.board, "End the pause") if by_button else clara.command("table end-pause", table=1))
    assert f"{own('Clara')} ended the pause" in said(sitting)
    assert await ends(sitting, anna) == int(world.now.timestamp()) + DAY
    await world.later(seconds=REFRESH_DELAY_S)
    assert "End the pause" not in sitting.board.buttons
    await operator.check()


async def test_who_does_not_want_a_pause_says_so(world: World, operator: Operator) -> None:
    sitting = await sit_down(operator, "visby", ("anna", "bert"))
    anna, bert = sitting.people
    await anna.command("table pause", table=1)
    await bert.click(sitting.board, "No pause")
    await world.later(seconds=REFRESH_DELAY_S)
    assert "Agree to pause" not in sitting.board.buttons
    assert f"{own('Bert')} would rather play on" in said(sitting)
    assert "isn't paused" in (await bert.command("table end-pause", table=1)).text


# Holidays and hours


@pytest.mark.parametrize(("language", "written"), [("en", "Fri 2 Jan 2026"), ("de", "Fr., 2. Jan. 2026")])
async def test_days_are_written_as_in_ones_language(
    world: World, operator: Operator, language: str, written: str
) -> None:
    anna = world.people["anna"]
    await anna.command("settings language", language=language)
    _, second, *_ = await anna.autocomplete("settings holiday", "first")
    assert second.name == written
    assert [each.value for each in await anna.autocomplete("settings holiday", "first", written)] == [second.value]


async def test_holidays_are_announced_shown_at_the_tables_and_ended(world: World, operator: Operator) -> None:
    sitting = await sit_down(operator, "visby", ("anna", "bert"))
    anna, _ = sitting.people
    await anna.command("settings time", zone=BERLIN)
    until = await ends(sitting, anna)
    first, *_ = await anna.autocomplete("settings holiday", "first")
    _, _, third, *_ = await anna.autocomplete("settings holiday", "last", first=first.value)
    answer = await anna.command("settings holiday", first=first.value, last=third.value)
    assert "⛱️ Holidays: <t:" in answer.text
    await world.later(seconds=REFRESH_DELAY_S)
    assert re.search(rf"⛱️ {re.escape(own('Anna'))}: on holiday until <t:\d+:D>", sitting.board.text)
    assert await ends(sitting, anna) > until + 2 * DAY
    again = await anna.command("settings holiday", first=first.value, last=third.value)
    assert "You already have a holiday during that time." in again.text
    for day in ("soon", "9999-12-31", "31.12.9999", "0001-01-01", "1969-12-31", "2201-01-01"):
        assert "I can't use these dates." in (await anna.command("settings holiday", first=day, last=day)).text
        assert await anna.autocomplete("settings holiday", "last", first=day)
    await anna.click(answer, "Cancel my holiday")
    await world.later(seconds=REFRESH_DELAY_S)
    assert "⛱️" not in sitting.board.text
    assert await ends(sitting, anna) == until + REFRESH_DELAY_S, "her clock stood still for so long"


async def test_a_server_says_how_many_days_of_holidays_count(world: World, operator: Operator) -> None:
    admin, anna = add_admin(world), world.people["anna"]
    days = [offer.value for offer in await anna.autocomplete("settings holiday", "first")]
    answer = await admin.command("kontor setup", holidays=2)
    assert "Holidays: 2 days a year" in answer.text
    refused = await anna.command("settings holiday", first=days[1], last=days[3])
    assert "That's too many days: 2 a year are allowed here" in refused.text
    await anna.command("settings holiday", first=days[1], last=days[2])
    await admin.command("kontor setup", holidays=0)
    lobby, number = await open_lobby(operator, "visby", anna, 2)
    assert "clocks keep running during holidays" in lobby.text
    assert (await operator.table(number)).clock.holidays == 0


async def test_settings_show_time_zone_and_hours_and_propose_a_zone(world: World, operator: Operator) -> None:
    anna, bert, *_ = world.people.values()
    bert.locale = "de"
    page = await bert.command("settings show")
    assert "Zeitzone: **nicht angegeben** · Spielzeiten: **jederzeit**" in page.text
    page = await bert.click(page, "Meine Zeitzone ist Europe/Berlin")
    assert f"Zeitzone: **{BERLIN}**" in page.text
    assert "Please set your time zone too" in (await anna.command("settings time", **hours("8", "22"))).text
    assert [offer.value for offer in await anna.autocomplete("settings time", "zone", "new york")] == [
        "America/New_York"
    ]
    assert len(await anna.autocomplete("settings time", "zone")) == 25
    assert "08:00" in [offer.value for offer in await anna.autocomplete("settings time", "from", "08")]
    page = await anna.command("settings time", zone="America/New_York", **hours("8", "22:30"))
    assert "Time zone: **America/New_York** · Playing hours: **08:00–22:30**" in page.text
    assert "I don't understand these times." in (await anna.command("settings time", **hours("25:00"))).text
    assert "I don't know the time zone Atlantis." in (await anna.command("settings time", zone="Atlantis")).text
    page = await anna.click(page, "I can play at any time")
    assert "Playing hours: **at any time**" in page.text


async def test_at_a_table_with_playing_hours_each_player_has_another_deadline(world: World, operator: Operator) -> None:
    anna, bert, *_ = world.people.values()
    hour = world.now.hour
    begin, end = f"{(hour + 2) % 24:02}:00", f"{(hour + 5) % 24:02}:00"
    await bert.command("settings time", zone="UTC", **hours(begin, end))
    sitting = await sit_down(operator, "visby", ("anna", "bert"), clock="6h", playing_hours=True)
    assert await ends(sitting, bert) > await ends(sitting, anna) + DAY - 6 * HOUR
    assert f"(deadline <t:{await ends(sitting, bert)}:R>)" in sitting.board.text
    assert f"(deadline <t:{await ends(sitting, anna)}:R>)" in sitting.board.text
