"""Whole games, from opening a table to the final score, only by what a person can do."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from rules.records import UNDO
from storage.queries import tables as sql
from tests.discord.bot import Operator
from tests.discord.kit import World
from tests.discord.playing import MOST_CLICKS, Sitting, moves_on, offered, press, press_item, sit_down, type_move
from tests.discord.reading import Seen
from tests.selection import thorough
from words.ending_text import format_number

pytestmark = [pytest.mark.usefixtures("plain_pictures"), pytest.mark.slow]


@pytest.fixture
def same_seeds(monkeypatch: pytest.MonkeyPatch) -> None:
    """Deal the same at every table: two games differ only by what people do."""
    monkeypatch.setattr("tables.model.seeds.new", lambda: 7)


MAKES = re.compile(r":(move|visby\.pick|riga\.(take|build|winter)|haithabu\.(offer|confirm|hire)):")
"""What makes a move; other buttons lead a step nearer to one. Only by chance, games would be long."""


async def by_buttons(sitting: Sitting, rng: random.Random) -> None:
    """Press whatever is offered to the end, now and then *Take back*."""
    for _ in range(MOST_CLICKS):
        owing = await sitting.owing()
        if not owing:
            return
        person = rng.choice(owing)
        menu = await sitting.menu(person)
        if rng.random() < 0.1 and any(each.startswith("k:undo:") for each in menu.custom_ids):
            await person.click(menu, "k:undo:")
            continue
        whole = [item for item in moves_on(menu, sitting.game) if MAKES.search(item["custom_id"])]
        if whole and rng.random() < 0.75:
            await press_item(person, menu, rng.choice(whole), rng)
        else:
            await press(person, menu, sitting.game, rng)
    raise AssertionError(f"table {sitting.number} does not end")


async def by_commands(sitting: Sitting, rng: random.Random) -> None:
    """Type whatever autocomplete offers, to the end. Each of the offers is a legal move."""
    place = sitting.world.threads[-1]
    for _ in range(MOST_CLICKS):
        owing = await sitting.owing()
        if not owing:
            return
        person = rng.choice(owing)
        commands = await offered(person, sitting.game, place)
        if sitting.game == "riga" and (not commands or rng.random() < 0.3):
            commands.append(("riga done", {}))
        command, options = rng.choice(commands)
        before = await sitting.operator.entries(sitting.number)
        answer = await person.command(command, place=place, **options)
        made = await sitting.operator.entries(sitting.number) > before
        assert made or command == "riga done", f"/{command} {options} was offered and refused:\n{answer.text}"
    raise AssertionError(f"table {sitting.number} does not end")


async def repeat(sitting: Sitting, moves: list[str]) -> None:
    """Type a game that was played elsewhere, move by move, but for the end of a turn that came by itself."""
    seats = {await sitting.seat(person): person for person in sitting.people}
    place = sitting.world.threads[-1]
    for number, line in enumerate(moves):
        if await sitting.operator.entries(sitting.number) > number:
            continue
        seat, _, move = line.partition(" ")
        if move == UNDO:
            await seats[int(seat)].command(f"{sitting.game} undo", place=place)
        else:
            await type_move(seats[int(seat)], sitting.game, move, place=place)


async def see_the_end(sitting: Sitting) -> None:
    """The thread shows the scores, they are written down, and *Rematch* opens a lobby that the others join."""
    operator, world, game = sitting.operator, sitting.world, sitting.game
    await operator.check()
    table = await operator.table(sitting.number)
    assert table.row.status == "finished"
    results = await sql.results(operator.services.db.reader, sitting.number)
    assert {result.seat: result.person for result in results} == {seat.seat: seat.person for seat in table.seats}
    end = the_end(world)
    assert f"wins {game.capitalize()}" in end.text or f"win {game.capitalize()} together" in end.text
    assert all(result.name in end.text and f"**{format_number(result.score)}" in end.text for result in results)
    assert f"k:replay:{sitting.number}::" in end.custom_ids
    (lobby,) = [message for message in world.messages() if message.id == world.threads[-1].id]
    winners = ", ".join(f"**\u2068{result.name}\u2069**" for result in results if result.place == 1)
    scores = ", ".join(f"\u2068{result.name}\u2069 {format_number(result.score)}" for result in results)
    assert f"🏆 {winners} · {scores} · <#{world.threads[-1].id}>" in lobby.text
    first, second = sitting.people[:2]
    said = (await first.command("results", game=game)).text
    assert all(
        f"{result.place}. \u2068{result.name}\u2069 ({format_number(result.score)})" in said for result in results
    )

    assert "The rematch is open" in (await first.click(end, "Rematch")).text
    lobby, invitation = world.messages()[-2:]
    assert f"k:join:{sitting.number + 1}::" in lobby.custom_ids
    assert f"k:accept:{sitting.number + 1}::" in invitation.custom_ids
    assert "rematch" in (await second.click(end, "Rematch")).text
    again = await operator.table(sitting.number + 1)
    assert again.row.status == "lobby"
    assert again.row.options == table.row.options
    assert {seat.person for seat in again.human_seats()} == {first.id, second.id}
    assert sum(seat.person is None for seat in again.seats) == sum(seat.person is None for seat in table.seats)


def the_end(world: World) -> Seen:
    """The message with the final score."""
    (end,) = [message for message in world.messages(world.threads[-1]) if "🔁 Rematch" in message.buttons]
    return end


@pytest.mark.thorough
@pytest.mark.repeated(2)
@pytest.mark.usefixtures("same_seeds")
@pytest.mark.parametrize(
    ("game", "people"),
    [
        ("visby", ("anna", "bert", "clara", "david")),
        ("riga", ("anna", "bert", "clara")),
        *thorough(("haithabu", ("anna", "bert", "clara"))),
    ],
)
async def test_a_whole_game_is_the_same_by_buttons_and_by_commands(
    quick_path: Path, game: str, people: tuple[str, ...]
) -> None:
    logs: list[list[str]] = []
    for door in ("buttons", "commands"):
        async with World() as world:
            operator = Operator(world, quick_path / f"{door}.db")
            await operator.start()
            sitting = await sit_down(operator, game, people)
            if door == "buttons":
                await by_buttons(sitting, random.Random(3))
            else:
                await repeat(sitting, logs[0])
            logs.append(await operator.moves(sitting.number))
            await see_the_end(sitting)
    assert any(UNDO in line for line in logs[0]) or game == "visby"
    assert logs[0] == logs[1]


@pytest.mark.repeated(4)
@pytest.mark.parametrize(
    ("game", "computers", "door"),
    [("visby", 2, "buttons"), ("visby", 1, "commands"), ("riga", 1, "commands"), ("haithabu", 2, "commands")],
)
async def test_two_people_and_computers_play_a_whole_game(
    operator: Operator, game: str, computers: int, door: str
) -> None:
    sitting = await sit_down(operator, game, ("anna", "bert"), computers=computers)
    await (by_buttons if door == "buttons" else by_commands)(sitting, random.Random(5))
    table = await operator.table(sitting.number)
    moved = {line.partition(" ")[0] for line in await operator.moves(sitting.number)}
    assert moved == {str(seat.seat) for seat in table.seats}
    await see_the_end(sitting)
