"""No secret leaves its seat: two games that differ only in Anna's unrevealed choice look the same to everybody else."""

from __future__ import annotations

import logging
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from cogs.requests.open_menus import MENU_LIFETIME_S
from monitoring.log_output import hush_libraries
from tables.play import lookup
from tables.time.timers import TICK_INTERVAL_S
from tests.discord.bot import Operator, told_at_once
from tests.discord.kit import EVERYONE, SNOWFLAKE, World
from tests.discord.people import Person
from tests.discord.playing import Sitting, moves_on, press, sit_down, type_move

SEALED = ("pick", "discard")
"""What is opened when the last one has chosen. The building that everybody keeps first in Riga stays secret."""


async def reach_a_secret(sitting: Sitting, rng: random.Random) -> list[str]:
    """Play until Anna is asked for something secret, as others are; return choices that look alike from outside.

    In Visby another one is going to choose and change before the last one does.
    """
    anna = sitting.people[0]
    for _ in range(300):
        owing = await sitting.owing()
        if anna in owing:
            look = await lookup.look(sitting.operator.services, sitting.number, anna.id)
            secret = [str(move) for move in look.options if move.secret]
            alike = [text for text in secret if len(text.split()) == len(secret[0].split())]
            if len(set(alike)) > 1 and len(owing) > (2 if sitting.game == "visby" else 1):
                return alike
        await sitting.move(rng.choice(owing), rng)
    raise AssertionError("no secret decision")


async def look_around(sitting: Sitting, person: Person) -> None:
    """Look at everything there is to look at."""
    thread, game = sitting.world.threads[-1], sitting.game
    for verb in ("play", "hand", "log"):
        await person.click(sitting.board, f"k:{verb}:{sitting.number}:")
    for command in (f"{game} board", f"{game} log", f"{game} hand", "tables", "watch"):
        await person.command(command, place=thread)
    option = {"visby": ("visby play", "card"), "riga": ("riga take", "what")}[game]
    await person.autocomplete(*option, "", place=thread)


async def go_on(sitting: Sitting, choice: str, rng: random.Random) -> None:
    """Let the others live on as long as Anna's secret is one: they decide, change, take back."""
    anna = sitting.people[0]
    if sitting.game == "visby":
        (bert, *_) = await sitting.owing()
        await press(bert, await sitting.open_menu(bert), "visby", rng)
        await press(bert, await sitting.open_menu(bert), "visby", rng)
        await bert.click(await sitting.open_menu(bert), "Undo")
    for _ in range(8):
        owing = await sitting.owing()
        if anna in owing or (choice.startswith(SEALED) and len(owing) == 1):
            break
        await sitting.move(rng.choice(owing), rng)


async def live(operator: Operator, game: str, which: int, *, door: str, language: str, clicks: int) -> str:
    """Play until Anna has made one or the other secret choice, and on until just before it comes to light."""
    world, rng = operator.world, random.Random(7)
    sitting = await sit_down(operator, game, ("anna", "bert", "clara", "david"), language=language, clock="1d")
    anna = sitting.people[0]
    emil = world.add_person("emil")
    await sitting.play_on(rng, clicks)
    choices = await reach_a_secret(sitting, rng)
    choice = choices[which]
    if door == "commands":
        await type_move(anna, game, choice, place=world.threads[-1])
    else:
        menu = await sitting.open_menu(anna)
        (button,) = [item["custom_id"] for item in moves_on(menu, game) if item["custom_id"].endswith(f":{choice}")]
        await anna.click(menu, button)
        await anna.click(menu, "Undo")
        await anna.raw_click(menu, next(one for one in menu.custom_ids if one.endswith(f":{choice}")))
    for person in (*sitting.people, emil):
        await look_around(sitting, person)
    await anna.command("table offer", table=sitting.number)
    (offer,) = [message for message in world.messages() if any("k:take:" in each for each in message.custom_ids)]
    await emil.click(offer, "k:board:")
    await emil.autocomplete("table take", "table")
    await go_on(sitting, choice, rng)
    if language == "de":
        await world.later(hours=12)  # half time: those who still owe something are reminded
    await world.crash()
    for person in (*sitting.people, emil):
        await look_around(sitting, person)
    return choice


class Game(NamedTuple):
    """What came of one game: what each person and the public saw, what the operator read, what Anna chose."""

    seen: dict[str, list[str]]
    log: list[str]
    choice: str


def seen_by_each(world: World) -> dict[str, list[str]]:
    """All that was sent, for each audience in its order. Discord's ids are numbered as they come up there.

    Whether a click is answered before or after the board is edited is left to the moment.
    """
    seen: dict[str, list[str]] = {}
    for sent in world.sent:
        seen.setdefault(sent.to, []).append(f"{sent.line} pings {sent.pings}")
    for lines in seen.values():
        numbers: dict[str, str] = {}
        for at, line in enumerate(lines):
            lines[at] = SNOWFLAKE.sub(lambda found: numbers.setdefault(found[0], f"#{len(numbers)}"), line)  # noqa: B023
    return seen


@pytest.fixture
def seeds(monkeypatch: pytest.MonkeyPatch) -> random.Random:
    """The seats and cards are dealt the same in both games."""
    seeds = random.Random()
    monkeypatch.setattr("tables.model.seeds.new", lambda: seeds.getrandbits(62))
    return seeds


@pytest.fixture
def everything_told_at_once() -> Iterator[None]:
    with told_at_once():
        yield


@pytest.mark.repeated(3)
@pytest.mark.usefixtures("everything_told_at_once")
@pytest.mark.parametrize(
    ("game", "door", "language", "clicks"),
    [
        ("visby", "buttons", "en", 0),
        ("visby", "buttons", "de", 9),
        ("visby", "commands", "en", 20),
        ("riga", "commands", "de", 0),
        ("riga", "commands", "en", 9),
        ("riga", "commands", "en", 40),
    ],
)
async def test_what_others_see_does_not_depend_on_a_secret_choice(
    quick_path: Path,
    caplog: pytest.LogCaptureFixture,
    seeds: random.Random,
    game: str,
    door: str,
    language: str,
    clicks: int,
) -> None:
    """Messages, edits, hands, answers, files, pings, their times, and the operator's log: all the same."""
    caplog.set_level(logging.DEBUG, "kontor")
    games = []
    for which in (0, -1):
        seeds.seed(clicks)
        caplog.clear()
        async with World() as world:
            operator = Operator(world, quick_path / f"{which}.db")
            await operator.start()
            choice = await live(operator, game, which, door=door, language=language, clicks=clicks)
            log = [re.sub(r"ms=[\d.]+", "ms=", record.getMessage()) for record in caplog.records if ours(record)]
            games.append(Game(seen_by_each(world), log, choice))
    one, other = games
    assert one.choice != other.choice
    assert one.seen.pop("anna") != other.seen.pop("anna"), "Anna sees her own choice: it does make a difference"
    assert set(one.seen) == set(other.seen) == {EVERYONE, "bert", "clara", "david", "emil"}
    for audience, lines in one.seen.items():
        assert len(lines) > 10
        for mine, yours in zip(lines, other.seen[audience], strict=True):
            assert mine == yours, f"to {audience}"
    assert one.log == other.log
    verb = one.choice.split()[0]
    assert any(f"move='{verb}'" in line for line in one.log)


def ours(record: logging.LogRecord) -> bool:
    return record.name.startswith("kontor")


async def test_the_operators_log_names_no_secret_at_any_level(
    operator: Operator, caplog: pytest.LogCaptureFixture
) -> None:
    """Not even what the libraries log of messages and of SQL when everything is to be logged."""
    for logger in ("", "kontor", "discord", "aiosqlite", "pyvips"):
        caplog.set_level(logging.DEBUG, logger)
    sitting = await sit_down(operator)
    anna = sitting.people[0]
    menu = await sitting.open_menu(anna)
    assert "ollkeeper" in caplog.text, "this is why they are hushed"
    hush_libraries(logging.DEBUG)
    caplog.clear()
    await anna.click(menu, "Tollkeeper")
    assert "move='pick'" in caplog.text
    assert "ollkeeper" not in caplog.text


async def test_a_seat_that_was_given_away_sends_its_hand_to_its_new_owner_only(
    world: World, operator: Operator
) -> None:
    """In Riga hands are secret: who has left sees nothing of it any more, by message or by click."""
    sitting = await sit_down(operator, "riga", ("anna", "bert", "clara"))
    anna, emil = sitting.people[0], world.add_person("emil")
    old = sitting.hand(anna)
    menu = await sitting.open_menu(anna)
    await anna.command("table replace", table=sitting.number, seat=await sitting.seat(anna) + 1, person=emil)
    left = old.text
    before = len(world.sent)
    (ping,) = emil.pings
    await emil.click(next(each for each in world.messages(world.threads[-1]) if each.id == ping.message_id), "k:take:")
    players = Sitting(operator, "riga", sitting.number, [emil, *sitting.people[1:]])
    await players.play_on(random.Random(1), 30)
    await world.later(seconds=MENU_LIFETIME_S + TICK_INTERVAL_S)
    hers = [sent for sent in world.sent[before:] if sent.to == "anna"]
    assert {sent.message_id for sent in hers if sent.deed == "delete"} == {menu.id, old.id}, "her menu and hand go"
    (told,) = [sent for sent in hers if sent.deed != "delete"]
    assert "has taken over your seat" in told.text
    assert players.hand(emil).text != left
    for on, verb in ((old, "hand"), (old, "play"), (menu, "play"), (menu, "hand")):
        said = (await anna.raw_click(on, f"k:{verb}:{sitting.number}::")).text
        assert "has your seat at table #1" in said
