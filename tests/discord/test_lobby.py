"""The lobby in Discord: who may do what, what they are told, when it ends, and its limits."""

from __future__ import annotations

from functools import partial

import pytest

from storage.queries import outbox as sql_outbox
from storage.queries import tables as sql
from storage.rows import SeatRow, TableRow
from tables.seating import lobby
from tables.seating.table_settings import MAX_TABLES_PER_PERSON, MAX_TABLES_PER_SERVER, NewTable
from tests.discord.bot import Operator
from tests.discord.kit import World
from tests.discord.playing import GAMES, add_admin, open_lobby, sit_down, use_options
from tests.discord.reading import seen
from tests.tables.room import lift_limits

pytestmark = pytest.mark.quick

GREEN = 3
"""The style of such a button."""


@pytest.mark.parametrize("game", GAMES)
async def test_the_lobby_shows_who_sits_what_is_played_and_what_is_free(
    world: World, operator: Operator, game: str
) -> None:
    anna, bert, *_ = world.people.values()
    lobby, _ = await open_lobby(operator, game, anna, 4, computers=1, clock="7d")
    assert not lobby.ephemeral
    assert f"## {game.capitalize()} · table #1" in lobby.text
    assert "7 days per decision" in lobby.text
    assert (
        "1. **\u2068Anna\u2069** 👑 · new here\n2. **\u2068Hinrich\u2069** 🤖 · trader\n3. *free*\n4. *free*"
        in lobby.text
    )
    assert "2 seats are free. Press *Join*!" in lobby.text
    await bert.click(lobby, "Join")
    assert "3. **\u2068Bert\u2069** · new here\n4. *free*" in lobby.text
    assert "1 seat is free." in lobby.text


async def test_in_a_lobby_green_is_what_it_waits_for_and_who_sits_there_is_offered_to_leave(
    world: World, operator: Operator
) -> None:
    anna, bert, *_ = world.people.values()
    lobby, _ = await open_lobby(operator, "visby", anna, 3)
    assert lobby.buttons == ["Join", "🤖 + Computer", "Options", "Rules"]
    assert "-# 💡 with hints" in lobby.text
    assert [each["label"] for each in lobby.components if each.get("style") == GREEN] == ["Join"]
    await bert.click(lobby, "Join")
    assert lobby.buttons == ["Join", "🤖 + Computer", "Start", "Options", "Rules"]
    assert [each["label"] for each in lobby.components if each.get("style") == GREEN] == ["Start"]
    seated = await bert.raw_click(lobby, "k:join:1::")
    assert "You already have a seat at table #1. You'll get a ping when the game starts." in seated.text
    await bert.click(seated.shown, "Leave")
    assert [seat.person for seat in (await operator.table(1)).seats] == [anna.id]


async def test_options_offer_everybody_what_they_may_do_and_nothing_else(world: World, operator: Operator) -> None:
    anna, bert, clara, _ = world.people.values()
    lobby, _ = await open_lobby(operator, "visby", anna, 4, computers=1, clock="7d")
    await bert.click(lobby, "Join")
    seated = ["🤖 − Computer", "Leave"]
    offered = {
        anna: ["🤖 − Computer", "✉️ Invite", "💡 Turn hints on", "Leave", "Cancel the table"],
        bert: seated,
        clara: [],
        add_admin(world): ["Cancel the table"],
    }
    for person, buttons in offered.items():
        shown = (await person.click(lobby, "Options")).shown
        assert shown.ephemeral
        assert "**Visby · table #1** · Options" in shown.text
        assert "7 days per decision" in shown.text
        assert shown.buttons == buttons, person.name
        assert bool(shown.choices) == (person in (anna, bert))
        assert ("Press *Join* to take one" in shown.text) == (person not in (anna, bert))


async def test_presses_in_options_change_that_one_message(world: World, operator: Operator) -> None:
    anna, bert, *_ = world.people.values()
    lobby, _ = await open_lobby(operator, "visby", anna, 4, computers=2)
    shown = (await anna.click(lobby, "Options")).shown
    for press in (
        partial(anna.choose, shown, "alderman"),
        partial(anna.click, shown, "− Computer"),
        partial(anna.click, shown, "Turn hints off"),
        partial(anna.click, shown, "Invite"),
        partial(anna.pick, shown, bert),
    ):
        await press()
        assert anna.ephemerals == [shown]
    assert "Level of new computers: **alderman**" in shown.text
    assert "without hints" in shown.text
    assert "Invited: \u2068Bert\u2069." in shown.text
    table = await operator.table(1)
    assert (table.row.level, table.row.hints, len(table.seats)) == ("alderman", False, 2)
    before = shown.button("− Computer")["custom_id"]
    await anna.click(lobby, "+ Computer")
    shown = (await anna.click(lobby, "Options")).shown
    late = (await anna.raw_click(shown, before)).shown
    assert "has just changed" in late.text
    await anna.click(late, "Options")
    await anna.click(late, "Leave")
    assert anna.ephemerals == [late]
    assert "the table has been cancelled" in late.text


async def test_the_buttons_of_a_lobby_from_before_the_options_still_answer(world: World, operator: Operator) -> None:
    anna, bert, *_ = world.people.values()
    lobby, _ = await open_lobby(operator, "visby", anna, 4, computers=1)
    await bert.click(lobby, "Join")
    for who, button, answer in (
        (anna, "k:level:1::novice", "Level of new computers: **novice**"),
        (anna, "k:computer:1:1:-1", "A computer has left the table."),
        (anna, "k:allow_hints:1::1", "with hints"),
        (anna, "k:invite:1::", "Who do you want to invite?"),
        (bert, "k:leave:1::", "You have left the table."),
        (anna, "k:cancel:1::", "The table has been cancelled."),
    ):
        assert answer in (await who.raw_click(lobby, button)).text, button


async def test_the_lobby_of_a_running_game_shows_who_plays_there_now(world: World, operator: Operator) -> None:
    sitting = await sit_down(operator, "visby", ("anna", "bert", "clara"))
    (lobby,) = [message for message in world.messages() if message.text.startswith("## Visby · table #1")]
    anna, bert, clara, david = world.people.values()
    await anna.command("table offer", table=1)
    await david.command("table take", table=1)
    assert "\u2068David\u2069** 👑" in lobby.text
    assert "Anna" not in lobby.text
    await bert.click(await bert.command("visby resign", table=1), "Leave my seat")
    assert "\u2068Bert\u2069** (🤖)" in lobby.text
    await clara.click(await clara.command("settings forget"), "Yes, forget me")
    assert "Clara" not in lobby.text
    await world.delete(lobby)
    await bert.command("table back", table=1)
    assert not [message for message in world.messages() if message.text.startswith("## Visby · table #1")]
    assert "\u2068Bert\u2069**" in sitting.board.text


async def test_each_refusal_in_a_lobby_has_its_sentence(world: World, operator: Operator) -> None:
    anna, bert, clara, david = world.people.values()
    lobby, number = await open_lobby(operator, "visby", anna, 3)
    assert "You already have a seat at table #1, and you're the host." in (await anna.click(lobby, "Join")).text
    assert "You have no seat at table #1. Press *Join* to take one" in (await bert.raw_click(lobby, "k:leave:1::")).text
    assert "You have no seat" in (await bert.click(lobby, "+ Computer")).text
    assert "Only the host of table #1" in (await bert.raw_click(lobby, "k:cancel:1::")).text
    assert "There is no computer at table #1." in (await anna.command("visby computer", what=-1)).text
    assert "at least 2 players and have 1 so far" in (await anna.command("visby start")).text
    await bert.click(lobby, "Join")
    assert "You have no seat" in (await clara.click(lobby, "Start")).text
    assert "Only the host can start the game. From <t:1767312000:f> on" in (await bert.click(lobby, "Start")).text
    await clara.click(lobby, "Join")
    assert "Table #1 is full." in (await david.command("visby join", table=number)).text
    assert "Table #1 is full. The host can start." in (await anna.command("visby computer")).text
    await anna.click(lobby, "Start")
    assert "has already started" in (await david.command("visby join", table=number)).text
    assert "The game at table #1 has started." in (await anna.command("visby cancel", table=number)).text
    assert "There is no table #99 here." in (await david.command("visby join", table=99)).text
    table = await operator.table(number)
    assert {seat.person for seat in table.seats} == {anna.id, bert.id, clara.id}


async def test_who_would_send_others_away_is_asked_before_a_table_is_called_off(
    world: World, operator: Operator
) -> None:
    anna, bert, clara, _ = world.people.values()
    lobby, number = await open_lobby(operator, "visby", anna, 3)
    await bert.click(lobby, "Join")
    await clara.click(lobby, "Join")
    for asked in (await use_options(anna, lobby, "Cancel the table"), await anna.command("visby cancel")):
        assert "2 people have a seat here. Are you sure?" in asked.text
        await anna.click(asked, "Keep it open")
        assert (await operator.table(number)).row.status == "lobby"
    assert "Only the host" in (await bert.raw_click(lobby, f"k:cancel:{number}::yes")).text
    asked = await use_options(anna, lobby, "Cancel the table")
    assert "The table has been cancelled." in (await anna.click(asked, "Cancel table #1")).text
    assert (await operator.table(number)).row.status == "closed"


async def test_what_does_not_fit_together_is_refused_when_a_table_is_opened(world: World, operator: Operator) -> None:
    anna = world.people["anna"]
    answer = await anna.command("visby new", seats=3, computers=3, level="alderman")
    assert "That leaves no seat for you. Choose fewer computers: 2 at most." in answer.text
    assert answer.ephemeral
    refused = (await anna.command("visby new", seats=4, target=45)).text
    assert "`/visby new target:` 45 only works with 2 or 3 players, not with 4." in refused
    assert "Please use this command on a server" in (await anna.command("visby new", place=anna.dm)).text
    assert await sql.numbers(operator.services.db.reader, ("lobby",)) == []


async def test_the_host_passes_on_and_the_last_one_calls_the_table_off(world: World, operator: Operator) -> None:
    anna, bert, clara, _ = world.people.values()
    lobby, number = await open_lobby(operator, "visby", anna, 4, computers=1)
    await bert.click(lobby, "Join")
    await clara.click(lobby, "Join")
    await use_options(anna, lobby, "Leave")
    assert (await operator.table(number)).row.host == bert.id
    assert "**\u2068Bert\u2069** 👑" in lobby.text
    assert "Only the host" in (await clara.raw_click(lobby, "k:cancel:1::")).text
    await use_options(bert, lobby, "Leave")
    assert "**\u2068Clara\u2069** 👑" in lobby.text
    assert "Nobody else was here, so the table has been cancelled." in (await use_options(clara, lobby, "Leave")).text
    assert "This table has been cancelled." in lobby.text


async def test_a_full_lobby_pings_the_host_once(world: World, operator: Operator) -> None:
    anna, bert, clara, _ = world.people.values()
    lobby, _ = await open_lobby(operator, "visby", anna, 2)
    await bert.click(lobby, "Join")
    await world.restart()
    await use_options(bert, lobby, "Leave")
    await clara.click(lobby, "Join")
    assert len(anna.pings) == 1
    assert "table #1 is full. Press *Start*" in seen(anna.pings[0].text)
    assert not bert.pings
    assert not clara.pings
    lobby, _ = await open_lobby(operator, "visby", anna, 2)
    await anna.click(lobby, "+ Computer")
    assert len(anna.pings) == 1, "who fills it knows it"


@pytest.mark.repeated(3)
@pytest.mark.parametrize("how", ["thread", "dm", "both"])
@pytest.mark.parametrize("end", ["Start", "Cancel the table"])
async def test_that_the_lobby_is_full_goes_once_it_has_begun_or_is_called_off(
    world: World, operator: Operator, how: str, end: str
) -> None:
    anna, bert, *_ = world.people.values()
    await anna.command("settings pings", how=how)
    lobby, _ = await open_lobby(operator, "visby", anna, 2)

    def said() -> list[str]:
        messages = [*world.messages(), *anna.dms]
        return [message.text for message in messages if "is full" in message.text and not message.ephemeral]

    await bert.click(lobby, "Join")
    assert len(said()) == (2 if how == "both" else 1)
    await world.crash()
    before = len(world.requests)
    asked = await (anna.click(lobby, end) if end == "Start" else use_options(anna, lobby, end))
    if end == "Cancel the table":
        await anna.click(asked, "Cancel table #1")
    assert not said()
    gone = [request for request in world.requests[before:] if request.method == "DELETE"]
    assert len(gone) == (2 if how == "both" else 1)
    assert "taken back" not in "\n".join(message.text for message in (*world.messages(), *anna.dms))
    await operator.check()


async def test_that_the_lobby_is_full_goes_too_where_it_was_told_later(world: World, operator: Operator) -> None:
    anna, bert, *_ = world.people.values()
    await anna.command("settings pings", when="6")
    world.closed_dms("anna")
    lobby, _ = await open_lobby(operator, "visby", anna, 2)
    await bert.click(lobby, "Join")
    await world.later(hours=7)
    assert "is full. Press" in world.messages()[-1].text
    await anna.click(lobby, "Start")
    assert not [message for message in world.messages() if "is full. Press" in message.text]


async def test_where_the_host_was_not_told_that_the_lobby_is_full_nothing_is_taken_away(
    world: World, operator: Operator
) -> None:
    anna = world.people["anna"]
    lobby, _ = await open_lobby(operator, "visby", anna, 2)
    await anna.click(lobby, "+ Computer")
    await anna.click(lobby, "Start")
    deleted = [request.path for request in world.requests if request.method == "DELETE"]
    assert not [path for path in deleted if not path.startswith("/webhooks/")], "only private answers are replaced"


async def test_after_a_day_anyone_seated_may_start(world: World, operator: Operator) -> None:
    anna, bert, clara, _ = world.people.values()
    lobby, number = await open_lobby(operator, "visby", anna, 3)
    await bert.click(lobby, "Join")
    await world.later(hours=23, minutes=58)
    assert "Only the host can start" in (await bert.click(lobby, "Start")).text
    await world.later(minutes=2)
    assert "You have no seat" in (await clara.click(lobby, "Start")).text
    await bert.click(lobby, "Start")
    assert (await operator.table(number)).row.status == "playing"
    assert [ping for ping in anna.pings if "Visby #1" in ping.text], "she did not start it herself"


async def test_a_lobby_that_nobody_starts_ends_after_a_week(world: World, operator: Operator) -> None:
    anna, bert, *_ = world.people.values()
    lobby, number = await open_lobby(operator, "visby", anna, 2)
    await world.later(days=6, hours=22)
    assert "Join" in lobby.buttons
    await world.restart()
    await world.later(hours=2, minutes=1)
    assert "This table has been cancelled." in lobby.text
    assert "Table #1 is closed." in (await bert.command("visby join", table=number)).text
    assert not anna.pings


async def test_a_started_table_does_not_end_with_its_lobby(world: World, operator: Operator) -> None:
    sitting = await sit_down(operator, "visby", ("anna", "bert"), clock="none")
    await world.later(days=7)
    assert not await sitting.over()


async def test_a_command_that_could_mean_several_tables_asks_which_and_the_answer_works(
    world: World, operator: Operator
) -> None:
    anna, bert, clara, _ = world.people.values()
    first = await sit_down(operator, "visby", ("anna", "bert"))
    second = await sit_down(operator, "visby", ("anna", "clara"))
    asked = await anna.command("visby play", card="knight", second="ship")
    assert "You have several tables. Which one?" in asked.text
    assert asked.shown.buttons == ["Visby · table #1", "Visby · table #2"]
    assert await operator.moves(first.number) == await operator.moves(second.number) == []
    await anna.click(asked, "Visby · table #2")
    assert await operator.moves(first.number) == []
    assert await operator.moves(second.number) == [f"{await second.seat(anna)} pick knight ship"]
    # Who sits at one of them only, or types in its thread, is not asked.
    await bert.command("visby play", card="knight", second="ship")
    assert len(await operator.moves(first.number)) == 1
    await anna.command("visby play", card="knight", second="ship", place=world.threads[0])
    assert len(await operator.moves(first.number)) == 2
    assert "You have no open Riga table" in (await clara.command("riga hand")).text


@pytest.mark.parametrize(
    ("verb", "english", "german"),
    [
        ("analyse", "`/visby analyse table:` suggests finished games", "`/visby analyse tisch:` schlägt beim Tippen"),
        ("record", "`/visby record table:` suggests finished games", "`/visby mitschrift tisch:` schlägt beim Tippen"),
        (
            "rematch",
            "so there can't be a rematch. `/visby new`",
            "noch keine Revanche möglich. `/visby neu`",
        ),
        ("replay", "`/visby replay table:` suggests games", "`/visby wiederholung tisch:` schlägt beim Tippen"),
    ],
)
async def test_who_has_finished_no_game_is_told_what_they_can_do(
    world: World, operator: Operator, verb: str, english: str, german: str
) -> None:
    await sit_down(operator, "visby", ("anna", "bert"))
    anna, _, clara, _ = world.people.values()
    for person in (anna, clara) if verb != "replay" else (clara,):
        answer = (await person.command(f"visby {verb}")).text
        assert english in answer
        assert "open table" not in answer
    clara.locale = "de"
    assert german in (await clara.command(f"visby {verb}")).text


async def test_what_is_too_long_for_a_button_is_answered_with_the_menu(world: World, operator: Operator) -> None:
    anna = world.people["anna"]
    for guest in ("bert", "clara"):
        await sit_down(operator, "haithabu", ("anna", guest))
    for length in range(50, 100):
        asked = await anna.command("haithabu choose", what="x" * length)
        assert sorted(asked.shown.buttons) == ["Haithabu · table #1", "Haithabu · table #2"]
    assert "I don't understand" not in (await anna.click(asked, "Haithabu · table #2")).text


async def test_join_asks_which_of_several_lobbies(world: World, operator: Operator) -> None:
    anna, bert, *_ = world.people.values()
    await open_lobby(operator, "visby", anna, 2)
    await open_lobby(operator, "visby", anna, 2)
    assert "Which table? Press the green button under it" in (await bert.command("visby join")).text
    assert "Which table?" in (await bert.command("riga join")).text


# Limits


async def fill(operator: Operator, world: World, count: int, person: int) -> None:
    """Open many lobbies of one person, quicker than by typing."""
    async with operator.services.db.transaction() as db:
        for _ in range(count):
            row = TableRow(
                game="visby",
                rules=1,
                options={"target": 30},
                seed=1,
                size=4,
                host=person,
                server=world.server.id,
                channel=world.channel.id,
                language="en",
                created=operator.services.now(),
            )
            number = await sql.add_table(db, row)
            await sql.save_seats(db, number, [SeatRow(seat=0, person=person, computer=None, name="Nobody")])
        assert await sql_outbox.of_table(db, 1) == []


async def test_who_has_a_seat_in_a_lobby_is_not_asked_to_join_it(world: World, operator: Operator) -> None:
    anna, bert, *_ = world.people.values()
    lobby, _ = await open_lobby(operator, "visby", anna, 2)
    for command in ("tables", "watch"):
        assert "You have a seat. 1 seat is still free." in (await anna.command(command)).text
    assert "Join #1" not in (await anna.command("watch")).shown.buttons
    watched = await bert.command("watch")
    assert "1 seat is free. Press *Join*!" in watched.text
    await bert.click(watched, "Join #1")
    assert "All seats are taken. You can start." in (await anna.command("tables")).text
    assert "All seats are taken. The host can start." in (await bert.command("tables")).text
    assert "The game has started" not in lobby.text


async def test_a_thousand_lobbies_on_one_server_and_everything_still_answers(world: World, operator: Operator) -> None:
    anna, bert, *_ = world.people.values()
    await fill(operator, world, 1000, 1)
    lobby, number = await open_lobby(operator, "visby", anna, 2)
    assert number == 1001
    watched = await bert.command("watch")
    assert "table #1001" in watched.text
    assert len(watched.shown.buttons) == 10
    assert "… and 991 more." in watched.text
    offers = await bert.autocomplete("visby join", "table")
    assert len(offers) == 25
    assert offers[0].value == 1001
    assert "Which table?" in (await bert.command("visby join")).text
    await bert.click(watched, "Join #1001")
    await anna.click(lobby, "Start")
    assert (await operator.table(1001)).row.status == "playing"
    for command in ("tables", "results", "help", "kontor doctor", "visby hand", "visby board"):
        assert (await anna.command(command)).text
    await anna.command("table close", table=1001)


async def test_a_full_server_is_told_so(world: World, operator: Operator) -> None:
    anna = world.people["anna"]
    await fill(operator, world, MAX_TABLES_PER_SERVER, 1)
    assert (
        f"This server has {MAX_TABLES_PER_SERVER} open tables, the maximum." in (await anna.command("visby new")).text
    )


async def test_twenty_five_tables_of_one_person_are_the_limit(world: World, operator: Operator) -> None:
    anna, bert, *_ = world.people.values()
    for _ in range(2):
        await sit_down(operator, "visby", ("anna", "bert"))
    await fill(operator, world, MAX_TABLES_PER_PERSON - 2, anna.id)
    sentence = "You have 25 tables, the maximum. Finish one first: `/tables` lists them."
    assert sentence in (await anna.command("visby new")).text
    lobby, number = await open_lobby(operator, "visby", bert, 2)
    assert sentence in (await anna.click(lobby, "Join")).text
    mine = await anna.command("tables")
    assert "It's your turn at 2 tables." in mine.text
    assert "… and 14 more." in mine.text
    assert len(await anna.autocomplete("visby leave", "table")) == 25
    asked = await anna.command("visby leave")
    assert len(asked.shown.buttons) == 23
    await anna.click(asked, "Visby · table #3")
    assert "You have a seat." in (await anna.click(lobby, "Join")).text
    assert (await operator.table(number)).seat_of(anna.id) is not None
    await anna.command("visby play", table=1)


async def test_twenty_five_tables_that_all_wait_are_listed_for_a_newcomer(world: World, operator: Operator) -> None:
    anna, bert, *_ = world.people.values()
    await lift_limits(operator.services, world.server.id)
    for number in range(1, MAX_TABLES_PER_PERSON + 1):
        await lobby.open_table(
            operator.services,
            anna.id,
            "Anna",
            NewTable(game="visby", size=2, computers=1, server=world.server.id, channel=world.channel.id),
        )
        await lobby.start(operator.services, number, anna.id)
    mine = await anna.command("tables")
    assert "It's your turn at 25 tables." in mine.text
    assert mine.shown.buttons.count("Play") == 9
    assert "… and 16 more." in mine.text
    assert "💡" in mine.text
    assert "… and 15 more." in (await bert.command("watch")).text
