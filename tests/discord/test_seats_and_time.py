"""Time and seats in Discord: reminders, handing over, coming back, resigning, closing, being forgotten."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from storage.queries import people as sql_people
from storage.queries import tables as sql
from tests.discord.bot import Operator
from tests.discord.kit import World
from tests.discord.people import Person
from tests.discord.playing import ANY_GAME, Sitting, add_admin, open_lobby, sit_down, use_options
from tests.discord.reading import Answer

HALF, END = "Deadline: <t:", "Your time is up"
CLOSE = "Close the table"


def reminders(person: Person) -> list[str]:
    """What somebody was reminded of, in order: half time, the end."""
    return [word for ping in person.pings for word in (HALF, END) if word in ping.text]


async def who_owes(sitting: Sitting) -> Person:
    return (await sitting.owing())[0]


# Time


@pytest.mark.parametrize("game", ANY_GAME)
async def test_who_owes_a_decision_is_reminded_once_at_half_time_and_once_at_the_end(
    world: World, operator: Operator, game: str
) -> None:
    sitting = await sit_down(operator, game, ("anna", "bert"), clock="1d")
    person = await who_owes(sitting)
    await world.later(hours=11, minutes=59)
    assert reminders(person) == []
    await world.crash()
    await world.later(minutes=2)
    assert reminders(person) == [HALF]
    await world.restart()
    await world.later(hours=11, minutes=58)
    assert reminders(person) == [HALF]
    assert f"Computer for {person.name.capitalize()}" not in sitting.board.buttons
    await world.crash()
    await world.later(minutes=2)
    assert reminders(person) == [HALF, END]
    await world.restart()
    await world.later(hours=2)
    assert reminders(person) == [HALF, END]
    assert not await operator.log(sitting.number), "nothing is moved for anybody"
    assert "⌛" in sitting.board.text


@pytest.mark.expects_errors("cannot be touched")
async def test_time_goes_on_though_the_file_that_shows_we_are_alive_cannot_be_touched(
    world: World, operator: Operator, tmp_path: Path
) -> None:
    sitting = await sit_down(operator, "visby", ("anna", "bert"), clock="1d")
    alive = tmp_path / "missing" / "alive"
    world.bot._alive_file = alive
    await world.later(hours=13)
    assert reminders(sitting.people[0]) == [HALF]
    alive.parent.mkdir()
    await world.later(minutes=1)
    assert alive.exists()


async def test_the_file_that_shows_we_are_alive_grows_old_while_discord_is_gone(
    world: World, operator: Operator, tmp_path: Path
) -> None:
    alive = world.bot._alive_file = tmp_path / "alive"
    await world.later(minutes=1)
    alive.unlink()
    world.bot.dispatch("shard_disconnect", 0)
    await world.later(minutes=2)
    assert not alive.exists()
    world.bot.dispatch("shard_resumed", 0)
    await world.later(minutes=1)
    assert alive.exists()


async def test_who_has_decided_or_needs_no_pace_is_not_reminded(world: World, operator: Operator) -> None:
    hasty = await sit_down(operator, "visby", ("anna", "bert"), clock="1d")
    calm = await sit_down(operator, "visby", ("clara", "david"), clock="none")
    anna, bert, clara, david = world.people.values()
    await anna.command("visby play", card="knight", second="ship")
    await world.later(hours=25)
    assert reminders(anna) == []
    assert reminders(bert) == [HALF, END]
    assert reminders(clara) == reminders(david) == []
    # The late decision still counts, and the next one has all its time again.
    await bert.command("visby play", card="knight", second="ship")
    assert not (await operator.table(hasty.number)).seats[await hasty.seat(bert)].overdue
    await world.later(hours=11)
    assert reminders(bert) == [HALF, END]
    assert not await operator.log(calm.number)


async def overdue(world: World, sitting: Sitting) -> tuple[Person, Person]:
    """Let somebody's time run out; return them and somebody else at the table."""
    person = await who_owes(sitting)
    (other, *_) = [each for each in sitting.people if each is not person]
    await world.later(hours=25)
    return person, other


@pytest.mark.repeated(2)
@pytest.mark.parametrize("door", ["button", "command"])
@pytest.mark.parametrize("game", ANY_GAME)
async def test_an_overdue_seat_is_handed_to_a_computer_and_taken_back(
    world: World, operator: Operator, game: str, door: str
) -> None:
    sitting = await sit_down(operator, game, ("anna", "bert", "clara"), clock="1d")
    person, other = await overdue(world, sitting)
    seat = await sitting.seat(person)
    name = person.name.capitalize()
    stranger = world.people["david"]
    assert "you're only watching" in (await stranger.click(sitting.board, f"Computer for {name}")).text
    if door == "button":
        answer = await other.click(sitting.board, f"Computer for {name}")
    else:
        answer = await other.command("table replace", table=sitting.number, seat=seat + 1)
    assert f"A computer is playing for \u2068{name}\u2069 now." in answer.text
    chair = (await operator.table(sitting.number)).seats[seat]
    assert (chair.person, chair.computer, chair.overdue) == (person.id, "trader", False)
    assert [line for line in await operator.moves(sitting.number) if line.startswith(f"{seat} ")], "it plays on"
    assert "can come back as long as nobody else" in "\n".join(
        message.text for message in world.messages(world.threads[-1])
    )
    assert "Take my seat back" not in sitting.board.buttons, "that would be for everybody to see"
    away = await person.click(sitting.board, "Play")
    assert "A computer is playing for you" in away.text
    assert "already" in (await other.command("table replace", table=sitting.number, seat=seat + 1)).text

    assert "You are already playing" in (await other.command("table back", table=sitting.number)).text
    if door == "button":
        await person.click(away, "Take my seat back")
    else:
        await person.command("table back", table=sitting.number)
    assert (await operator.table(sitting.number)).seats[seat].computer is None
    assert "is back and playing again" in "\n".join(message.text for message in world.messages(world.threads[-1]))
    await sitting.play_on(random.Random(1), 10)
    await operator.check()


async def test_a_seat_in_time_is_nobody_elses_to_give(world: World, operator: Operator) -> None:
    sitting = await sit_down(operator, "visby", ("anna", "bert"), clock="1d")
    anna, bert, clara, david = sitting.people[0], sitting.people[1], world.people["clara"], world.people["david"]
    seat = await sitting.seat(anna) + 1
    assert "still has time" in (await bert.command("table replace", table=1, seat=seat)).text
    assert "still has time" in (await bert.command("table replace", table=1, seat=seat, person=clara)).text
    assert "you're only watching" in (await david.command("table replace", table=1, seat=seat)).text
    assert "There is no such seat." in (await bert.command("table replace", table=1, seat=5)).text
    assert "There is no table #9 here." in (await bert.command("table replace", table=9, seat=1)).text
    table = await operator.table(1)
    assert all(chair.computer is None for chair in table.seats)


# Going


@pytest.mark.parametrize("game", ANY_GAME)
async def test_a_hand_that_was_left_to_a_computer_says_so_until_its_owner_is_back(
    operator: Operator, game: str
) -> None:
    sitting = await sit_down(operator, game, ("anna", "bert", "clara"))
    anna, left = sitting.people[0], "A computer is playing for you"
    assert left not in sitting.hand(anna).text
    await anna.click(await anna.command(f"{game} resign", table=sitting.number), "Leave my seat")
    assert left in sitting.hand(anna).text
    assert "or after 6 hours" not in sitting.hand(anna).text
    assert left not in (await anna.click(sitting.hand(anna), "My hand")).text
    await anna.command("table back", table=sitting.number)
    assert left not in sitting.hand(anna).text


async def test_a_hand_that_was_left_to_a_computer_says_in_the_end_who_has_won(operator: Operator) -> None:
    sitting = await sit_down(operator, "visby", ("anna", "bert"))
    anna = sitting.people[0]
    hand = sitting.hand(anna)
    await anna.click(await anna.command("visby resign", table=sitting.number), "Leave my seat")
    await sitting.play_on(random.Random(1))
    assert "The game is over" in hand.text
    assert "Play" not in hand.buttons


@pytest.mark.parametrize("game", ANY_GAME)
async def test_who_resigns_leaves_the_game_to_a_computer_and_the_last_one_closes_it(
    world: World, operator: Operator, game: str
) -> None:
    sitting = await sit_down(operator, game, ("anna", "bert"))
    anna, bert = sitting.people
    thread = world.threads[-1]
    asked = await anna.command(f"{game} resign", place=thread)
    assert "A computer will take over right away" in asked.text
    assert (await operator.table(1)).seats[await sitting.seat(anna)].computer is None
    answer = await anna.click(asked, "Leave my seat")
    assert (
        "A computer is playing for you now. You can come back as long as nobody else has taken your seat."
        in answer.text
    )
    assert "already" in (await anna.command(f"{game} resign", place=thread)).text
    await anna.click(answer, "Take my seat back")
    assert (await operator.table(1)).seats[await sitting.seat(anna)].computer is None
    early = await bert.command(f"{game} resign", place=thread)
    await anna.click(await anna.command(f"{game} resign", place=thread), "Leave my seat")
    asked = await bert.click(early, "Leave my seat")
    assert "You're the last person here, so the table will close without a result." in asked.text
    assert not await sitting.over(), "that is not what was agreed to"
    last = await bert.click(asked, "Leave and close")
    assert "You were the last person here, so the table has been closed." in last.text
    assert (await operator.table(1)).row.status == "closed"
    assert "closed without a result" in world.messages(thread)[-1].text
    assert "Table #1 is closed." in (await bert.command("table back", table=1)).text
    assert await sql.results(operator.services.db.reader, 1) == []
    await operator.check()


@pytest.mark.parametrize("door", ["button", "command"])
async def test_closing_a_game_asks_first_and_then_all_who_play(world: World, operator: Operator, door: str) -> None:
    sitting = await sit_down(operator, "visby", ("anna", "bert"))
    anna, bert = sitting.people
    thread = world.threads[-1]

    async def ask(person: Person, label: str) -> Answer:
        if door == "command":
            return await person.command("table close", table=1)
        return await person.click(sitting.board if label else await person.click(sitting.board, "More"), label or CLOSE)

    stranger = world.people["clara"]
    assert "you're only watching" in (await stranger.command("table close", table=1)).text
    assert "Close the table" not in (await stranger.click(sitting.board, "More")).shown.buttons
    asked = await ask(anna, "")
    assert "so everybody has to agree. Shall I ask the others?" in asked.text
    assert "nothing has changed" in (await anna.click(await ask(anna, ""), "Keep it open")).text
    assert "I've asked the others." in (await anna.click(asked, "Ask the others")).text
    assert "wants to end this game without a result" in "\n".join(told.text for told in world.messages(thread))
    assert "🚪 In favour of closing without a result: **\u2068Anna\u2069**" in sitting.board.text
    assert "already" in (await anna.click(await ask(anna, "Agree to close"), "k:close:")).text
    await (bert.click(sitting.board, "Play on") if door == "button" else bert.command("table keep-open", table=1))
    assert "would rather play on" in "\n".join(told.text for told in world.messages(thread))
    assert "Agree to close" not in sitting.board.buttons
    assert "Just play on" in (await bert.command("table keep-open", table=1)).text
    await anna.click(await ask(anna, ""), "Ask the others")
    assert not await sitting.over()
    await world.crash()
    asked = await ask(bert, "Agree to close")
    assert "Once it is closed, nobody can play on. Are you sure?" in asked.text
    board = sitting.board
    assert "Table #1 is closed." in (await bert.click(asked, "Close table #1")).text
    assert await sitting.over()
    assert not board.custom_ids
    assert [("closed without a result" in told.text) for told in world.messages(thread)][-2:] == [False, True]
    (lobby,) = [message for message in world.messages() if message.id == thread.id]
    assert f"This table was closed without a result. · <#{thread.id}>" in lobby.text
    assert "is closed" in (await anna.command("table close", table=1)).text


async def test_whoever_runs_the_server_closes_any_table_and_a_lobby_is_its_hosts(
    world: World, operator: Operator
) -> None:
    sitting = await sit_down(operator, "visby", ("anna", "bert"))
    anna, bert = sitting.people
    admin = add_admin(world)
    await admin.click(await admin.command("table close", table=1), "Close table #1")
    assert await sitting.over()
    by_whom = "A server manager or organiser has closed this table without a result."
    (thread,) = world.threads
    begun = next(message for message in world.messages() if message.id == thread.id)
    for told in (world.messages(thread)[-1], begun, *(person.dms[-1] for person in (anna, bert))):
        assert by_whom in told.text
    lobby, _ = await open_lobby(operator, "visby", anna, 3)
    refused = await bert.command("table close", table=2)
    assert "Only the host of table #2, a server manager or an organiser can do that." in refused.text
    await admin.click(await admin.command("table close", table=2), "Close table #2")
    assert "A server manager or organiser has cancelled this table." in lobby.text


async def test_whoever_runs_the_server_may_hand_over_any_seat_and_call_off_any_lobby(
    world: World, operator: Operator
) -> None:
    sitting = await sit_down(operator, "visby", ("anna", "bert"))
    lobby, _ = await open_lobby(operator, "visby", world.people["anna"], 2)
    admin = add_admin(world)
    seat = await sitting.seat(world.people["anna"])
    await admin.command("table replace", table=1, seat=seat + 1)
    assert (await operator.table(1)).seats[seat].computer
    asked = await use_options(admin, lobby, "Cancel the table")
    assert "1 person has a seat here. Are you sure?" in asked.text
    assert "The table has been cancelled." in (await admin.click(asked, "Cancel table #2")).text
    assert "A server manager or organiser has cancelled this table." in lobby.text


@pytest.mark.parametrize("away", [False, True], ids=["heard", "while-away"])
async def test_a_server_that_removes_the_bot_closes_its_tables_and_no_other(
    world: World, operator: Operator, *, away: bool
) -> None:
    sitting = await sit_down(operator, "visby", ("anna", "bert"), clock="1d")
    await open_lobby(operator, "riga", world.people["anna"], 2)
    elsewhere = await world.new_server("Lübeck", people=["anna", "clara"])
    await world.people["anna"].command("visby new", seats=2, place=elsewhere)
    if away:
        await world.restart(lambda: world.discord.remove_guild(world.server.id))
    else:
        await world.remove_bot()
    assert [(await operator.table(number)).row.status for number in (1, 2, 3)] == ["closed", "closed", "lobby"]
    before = len(world.requests)
    await world.later(hours=25)
    assert len(world.requests) == before, "nobody there is told or reminded any more"
    assert sitting.number == 1
    assert "table #3" in (await world.people["anna"].command("tables", place=elsewhere)).text


# Being forgotten


async def test_who_wants_to_be_forgotten_is_asked_once_and_then_forgotten_everywhere(
    world: World, operator: Operator
) -> None:
    anna, bert, clara, _ = world.people.values()
    over = await sit_down(operator, "visby", ("anna", "bert"))
    await over.play_on(random.Random(1))
    playing = await sit_down(operator, "visby", ("anna", "bert", "clara"))
    lobby, _ = await open_lobby(operator, "visby", anna, 2)
    await bert.click(lobby, "Join")
    asked = await anna.command("settings forget")
    assert "This can't be undone." in asked.text
    assert (
        "messages and pictures in channels, threads and direct messages to others, and the names of threads"
        in asked.text
    )
    assert (await operator.table(3)).seat_of(anna.id)
    before = {message.id for place in (None, *world.threads) for message in world.messages(place)}
    assert "I have forgotten you" in (await anna.click(asked, "Yes, forget me")).text

    reader = operator.services.db.reader
    assert await sql_people.person(reader, anna.id) is None
    for number in (1, 2, 3):
        table = await operator.table(number)
        assert table.seat_of(anna.id) is None
        assert table.row.host != anna.id
        assert all(seat.name != "Anna" for seat in table.seats)
    assert all(result.person != anna.id and result.name != "Anna" for result in await sql.results(reader, 1))
    assert (await operator.table(3)).row.host == bert.id
    assert "Anna" not in lobby.text
    for command in ("results", "ratings", "visby log", "visby score", "visby board", "visby hand"):
        assert "Anna" not in (await clara.command(command)).text
    assert "Anna" not in playing.board.text
    assert not [message for message in anna.dms if "table #2" in message.text], "her hand there is deleted"
    for person in (bert, clara):
        assert not [message for message in person.dms if "Anna" in message.text and "table #1" not in message.text]
    playing.people = [bert, clara]
    await playing.play_on(random.Random(2))
    assert "Anna" not in (await clara.command("visby replay", table=2)).text
    for place in (None, *world.threads):
        new = [message for message in world.messages(place) if message.id not in before]
        assert not [message for message in new if "Anna" in message.text or anna.mention in message.text]
    assert [thread for thread in world.threads if "Anna" in (thread.name or "")], "as the question says, this stays"
    await operator.check()


async def test_a_lobby_that_ends_with_a_forgotten_host_does_not_name_them(world: World, operator: Operator) -> None:
    anna = world.people["anna"]
    lobby, _ = await open_lobby(operator, "visby", anna, 2)
    assert "Anna" in lobby.text
    await anna.click(await anna.command("settings forget"), "Yes, forget me")
    assert "This table has been cancelled." in lobby.text
    assert "Anna" not in lobby.text
    await operator.check()


async def test_forgetting_the_last_person_closes_the_table(world: World, operator: Operator) -> None:
    await sit_down(operator, "visby", ("anna",), computers=1)
    anna = world.people["anna"]
    await anna.click(await anna.command("settings forget"), "Yes, forget me")
    assert (await operator.table(1)).row.status == "closed"
    await operator.check()


@pytest.mark.parametrize("others", [("bert",), ()])
async def test_who_was_forgotten_keeps_no_hand_and_is_not_asked_any_more(
    world: World, operator: Operator, others: tuple[str, ...]
) -> None:
    anna = world.people["anna"]
    await anna.command("settings pings", how="dm")
    sitting = await sit_down(operator, "visby", (*others, "anna"), computers=1)
    pings = [message for message in anna.dms if message.text.startswith(anna.mention)]
    assert len(pings) == len(others), "who begins is not pinged"
    asked = [sitting.hand(anna), *pings]
    await anna.click(await anna.command("settings forget"), "Yes, forget me")
    await world.later(minutes=2)
    assert not any(message.exists for message in asked)
    await operator.check()


@pytest.mark.parametrize("how", ["thread", "dm"])
async def test_who_has_left_a_seat_is_not_reminded_of_it_any_more(world: World, operator: Operator, how: str) -> None:
    """Anna has begun the game, so nothing has pinged her."""
    anna = world.people["anna"]
    await anna.command("settings pings", how=how)
    await sit_down(operator, "visby", ("anna", "bert"))
    await world.later(hours=37)
    (reminder,) = [each for each in (*world.messages(world.threads[0]), *anna.dms) if f"⏳ {anna.mention}" in each.text]
    await anna.click(await anna.command("visby resign", table=1), "Leave my seat")
    await world.later(minutes=1)
    assert not reminder.exists
    await operator.check()
