"""Whatever a button does, a slash command does too; what autocomplete offers is legal."""

from __future__ import annotations

import logging
import random
import re
from collections.abc import Awaitable
from typing import Any

import pytest
from simcord import interactions
from simcord.enums import InteractionType

from rules import GAMES as RULES
from tests.discord.bot import Operator
from tests.discord.kit import World
from tests.discord.people import Person
from tests.discord.playing import ANY_GAME, GAMES, add_admin, choose_level, offered, open_lobby, sit_down, use_options
from tests.discord.reading import Answer
from tests.selection import THOROUGH

COMMANDS: dict[str, tuple[str, dict[str, Any]]] = {
    "Join": ("join", {}),
    "Leave": ("leave", {}),
    "+ Computer": ("computer", {"what": 1}),
    "− Computer": ("computer", {"what": -1}),
    "Alderman": ("computer", {"what": 1, "level": "alderman"}),
    "Start": ("start", {}),
    "Cancel the table": ("cancel", {}),
}
"""The buttons of a lobby and the commands that do the same."""


@pytest.mark.parametrize("door", ["buttons", "commands"])
@pytest.mark.parametrize("game", ANY_GAME)
async def test_every_act_in_a_lobby_goes_through_both_doors(
    world: World, operator: Operator, game: str, door: str
) -> None:
    anna, bert, clara, _ = world.people.values()
    lobby, number = await open_lobby(operator, game, anna, 4)

    async def act(person: Person, what: str) -> str:
        if door == "buttons" and what == "Alderman":
            return (await choose_level(person, lobby, "alderman")).text
        if door == "buttons":
            in_row = what in ("Join", "+ Computer", "Start")
            return (await (person.click(lobby, what) if in_row else use_options(person, lobby, what))).text
        verb, options = COMMANDS[what]
        return (await person.command(f"{game} {verb}", **options)).text

    async def seated() -> list[int | None]:
        return [seat.person for seat in (await operator.table(number)).seats]

    assert "You have a seat." in await act(bert, "Join")
    assert "🤖 sits down (trader)." in await act(bert, "+ Computer")
    assert "The table is full" in await act(clara, "Join")
    assert await seated() == [anna.id, bert.id, None, clara.id]
    assert "A computer has left the table." in await act(clara, "− Computer")
    assert "The seat is free again." in await act(bert, "Leave")
    assert await seated() == [anna.id, clara.id]
    await act(anna, "Start")
    table = await operator.table(number)
    assert table.row.status == "playing"
    assert {seat.person for seat in table.seats} == {anna.id, clara.id}

    lobby, number = await open_lobby(operator, game, anna, 2)
    assert "alderman" in await act(anna, "Alderman")
    if door == "buttons":
        await act(anna, "+ Computer")
    assert [seat.computer for seat in (await operator.table(number)).seats] == [None, "alderman"]
    assert "🤖 · alderman" in lobby.text
    assert "**alderman** (trained on thousands of games: hard to beat)" in lobby.text
    assert "The table has been cancelled." in await act(anna, "Cancel the table")
    assert "This table has been cancelled." in lobby.text
    assert not lobby.buttons
    await operator.check()


@pytest.mark.repeated(3)
@pytest.mark.parametrize("game", GAMES)
async def test_what_is_shown_at_a_table_is_the_same_through_both_doors(
    world: World, operator: Operator, game: str
) -> None:
    sitting = await sit_down(operator, game, ("anna", "bert"))
    await sitting.play_on(random.Random(1), 6)
    (person, *_) = await sitting.owing()
    thread = world.threads[-1]
    for name in world.people:
        await read_the_tips(world.people[name])
    for button, command in {"My hand": "hand", "Log": "log", "Play": "play"}.items():
        if button == "Play":
            command = {"visby": "play", "riga": "take", "haithabu": "work"}[game]
        clicked = await person.click(sitting.board, button)
        typed = await person.command(f"{game} {command}", place=thread)
        assert typed.ephemeral
        assert typed.text == clicked.text
        assert typed.shown.custom_ids == clicked.shown.custom_ids
    assert (await person.click(sitting.board, "Rules")).text == (await person.command("rules", game=game)).text
    more = await person.click(sitting.board, "More")
    score = await person.click(more, "Score")
    assert score.text == (await person.command(f"{game} score", place=thread)).text
    assert "If the game ended now" in score.text
    await world.later(hours=6, minutes=1)  # A turn is shown to others when it is done, or by then.
    board = await person.command(f"{game} board", place=thread)
    assert board.ephemeral
    assert board.text == sitting.board_alone


async def read_the_tips(person: Person) -> None:
    """Make somebody a person who has been here before."""
    for _ in range(3):
        await person.command("help")


@pytest.mark.parametrize("game", GAMES)
async def test_a_menu_opened_anywhere_makes_the_same_move(world: World, operator: Operator, game: str) -> None:
    """*Play* on the board, under the hand in the direct messages, in `/tables`, and by a command in either place."""
    sitting = await sit_down(operator, game, ("anna", "bert"))
    (person, *_) = await sitting.owing()
    await read_the_tips(person)
    command = {"visby": "play", "riga": "take", "haithabu": "work"}[game]
    ways: list[Awaitable[Answer]] = [
        person.click(sitting.board, "Play"),
        person.click(sitting.hand(person), "Play"),
        person.click(await person.command("tables"), "Play"),
        person.command(f"{game} {command}"),
        person.command(f"{game} {command}", place=person.dm),
        person.command(f"{game} {command}", place=world.threads[-1], table=sitting.number),
    ]
    assert len({tuple((await way).shown.custom_ids) for way in ways}) == 1


@pytest.mark.parametrize("game", GAMES)
async def test_only_who_is_asked_is_offered_moves(world: World, operator: Operator, game: str) -> None:
    sitting = await sit_down(operator, game, ("anna", "bert", "clara"))
    thread = world.threads[-1]
    for _ in range(4 if THOROUGH else 2):
        owing = await sitting.owing()
        may_change = [person for person in sitting.people if await changeable(operator, sitting.number, person)]
        for person in world.people.values():
            offers = await offered(person, game, thread)
            assert bool(offers) == (person in owing or person in may_change), person.name
        await sitting.play_on(random.Random(2), 1)


async def changeable(operator: Operator, number: int, person: Person) -> bool:
    table = await operator.table(number)
    seat = table.seat_of(person.id)
    return seat is not None and RULES[table.row.game].may_change(table.state, seat.seat)


@pytest.mark.parametrize("game", GAMES)
async def test_nobody_is_offered_moves_of_a_table_they_have_no_seat_at(
    world: World, operator: Operator, game: str
) -> None:
    sitting = await sit_down(operator, game, ("anna", "bert"))
    david = world.people["david"]
    command, option = {"visby": ("play", "card"), "riga": ("take", "what"), "haithabu": ("choose", "what")}[game]
    assert await david.autocomplete(f"{game} {command}", option, table=sitting.number) == []
    assert await david.autocomplete(f"{game} {command}", option, place=david.dm) == []
    # Nothing that is no number of a table is one.
    (asked, *_) = await sitting.owing()
    assert await asked.autocomplete(f"{game} {command}", option, table=999) == []


@pytest.mark.parametrize("command", ["replace", "substitute", "more-time"])
async def test_seats_are_offered_with_the_names_of_who_sits_there(
    world: World, operator: Operator, command: str
) -> None:
    sitting = await sit_down(operator, "visby", ("anna", "bert"), computers=1)
    anna, bert, clara, *_ = world.people.values()
    seats = (await operator.table(1)).seats
    names = [f"{seat.seat + 1} · {seat.name}{' 🤖' if seat.computer else ''}" for seat in seats]

    async def listed(person: Person, typed: str = "", **filled: Any) -> list[tuple[str, str | int | float]]:
        offers = await person.autocomplete(f"table {command}", "seat", typed, **filled)
        return [(offer.name, offer.value) for offer in offers]

    assert await listed(anna, table=1) == list(zip(names, (1, 2, 3), strict=True))
    assert await listed(anna) == await listed(anna, table=1), "she has no other table"
    place = await sitting.seat(bert)
    assert await listed(anna, "BER", table=1) == [(names[place], place + 1)]
    for unknown in (2, 10**14):
        assert await listed(anna, table=unknown) == []
    await open_lobby(operator, "visby", anna, 2)
    assert await listed(anna, table=2) == [], "it has not begun"
    assert await listed(clara, table=1) == await listed(anna, table=1), "everybody may watch"
    assert await listed(clara) == await listed(clara, place=clara.dm, table=1) == []


async def test_seats_that_can_be_taken_or_withdrawn_are_those_on_offer(world: World, operator: Operator) -> None:
    sitting = await sit_down(operator, "visby", ("anna", "bert"))
    anna, bert, clara, *_ = world.people.values()
    assert await clara.autocomplete("table take", "seat", table=1) == []
    await anna.command("table offer", table=1)
    seat = await sitting.seat(anna) + 1
    for person, command in ((clara, "take"), (bert, "withdraw"), (anna, "withdraw")):
        offers = await person.autocomplete(f"table {command}", "seat", table=1)
        assert [(offer.name, offer.value) for offer in offers] == [(f"{seat} · Anna", seat)]


async def test_a_seat_that_is_kept_for_somebody_is_offered_to_them_alone(world: World, operator: Operator) -> None:
    sitting = await sit_down(operator, "visby", ("anna", "bert"))
    anna, _, clara, david = world.people.values()
    seat = await sitting.seat(anna) + 1
    await anna.command("table replace", table=1, seat=seat, person=clara)
    assert [offer.value for offer in await clara.autocomplete("table take", "seat", table=1)] == [seat]
    assert await david.autocomplete("table take", "seat", table=1) == []
    assert [offer.value for offer in await anna.autocomplete("table withdraw", "seat", table=1)] == [seat]


@pytest.mark.repeated(2)
@pytest.mark.parametrize("command", ["replace", "substitute", "withdraw", "more-time"])
async def test_who_manages_a_server_is_offered_its_tables_for_what_they_may_do_there(
    world: World, operator: Operator, command: str
) -> None:
    sitting = await sit_down(operator, "visby", ("anna", "bert"))
    anna, _, clara, _ = world.people.values()
    admin = add_admin(world)
    _, own = await open_lobby(operator, "riga", admin, 2)

    async def numbers(person: Person) -> list[int]:
        return [int(offer.value) for offer in await person.autocomplete(f"table {command}", "table")]

    assert await numbers(admin) == [own, sitting.number]
    assert await numbers(anna) == [sitting.number]
    assert await numbers(clara) == []


async def test_tables_are_offered_by_what_can_be_done_with_them(world: World, operator: Operator) -> None:
    anna, bert, clara, _ = world.people.values()
    sitting = await sit_down(operator, "visby", ("anna", "bert"))
    lobby, waiting = await open_lobby(operator, "visby", anna, 2)
    _, riga = await open_lobby(operator, "riga", anna, 2)

    async def numbers(person: Person, command: str) -> list[int]:
        return [int(offer.value) for offer in await person.autocomplete(command, "table")]

    assert await numbers(anna, "visby leave") == [sitting.number, waiting]
    assert await numbers(anna, "riga leave") == [riga]
    assert await numbers(anna, "table replace") == [sitting.number, waiting, riga]
    assert await numbers(clara, "visby leave") == []
    assert await numbers(clara, "visby join") == [waiting]
    assert await numbers(clara, "visby board") == [waiting, sitting.number]
    names = [offer.name for offer in await anna.autocomplete("visby leave", "table")]
    assert re.fullmatch(r"Visby · table #1 · your turn · (Anna, Bert|Bert, Anna)", names[0])
    typed = await anna.autocomplete("visby leave", "table", "#2")
    assert [offer.value for offer in typed] == [waiting]

    assert "You have a seat." in (await clara.command("visby join", table=waiting)).text
    assert await numbers(bert, "visby join") == []
    assert await numbers(clara, "visby rematch") == []
    assert "All seats" in lobby.text


@pytest.mark.parametrize("game", GAMES)
async def test_a_move_is_taken_back_through_both_doors(world: World, operator: Operator, game: str) -> None:
    sitting = await sit_down(operator, game, ("anna", "bert"))
    rng = random.Random(3)
    for door in ("button", "command"):
        person, menu = None, None
        while person is None:
            person = rng.choice(await sitting.owing())
            before = len(await operator.log(sitting.number))
            menu = (await sitting.move(person, rng)).shown
            made = len(await operator.log(sitting.number)) > before
            if not made or not any(each.startswith("k:undo:") for each in menu.custom_ids):
                person = None
        assert menu is not None
        if door == "button":
            answer = await person.click(menu, "Undo")
        else:
            answer = await person.command(f"{game} undo", place=world.threads[-1])
        assert "↩️ Undone. Decide again:" in answer.text
        sitting.menus[person.name] = answer.shown
    assert sum(line.endswith(" undo") for line in await operator.moves(sitting.number)) == 2
    nothing = await world.people["david"].command(f"{game} undo", place=world.threads[-1])
    assert "you're only watching" in nothing.text
    await operator.check()


async def test_what_cannot_be_read_in_a_command_is_answered_and_is_no_fault_of_ours(
    world: World, operator: Operator, caplog: pytest.LogCaptureFixture
) -> None:
    """Such as a channel that somebody has just deleted, or that only they can see."""
    anna = world.people["anna"]
    command = {"type": 1, "name": "setup", "options": [{"type": 7, "name": "channel", "value": "5"}]}
    channel = {"id": "5", "type": 0, "name": "cellar", "permissions": "0"}
    _, payload = interactions.base_payload(
        world.discord,
        type=InteractionType.APPLICATION_COMMAND,
        channel_id=world.channel.id,
        guild_id=world.server.id,
        user_id=anna.id,
        data={"id": "1", "type": 1, "name": "kontor", "options": [command], "resolved": {"channels": {"5": channel}}},
    )
    caplog.set_level(logging.INFO, "kontor.bot")
    await world.emit_click(payload)
    assert "I don't understand that command." in anna.sees_last().text
    assert "command=kontor setup option=channel not understood" in caplog.text
    assert "cellar" not in caplog.text, "what somebody has typed is in no log"
