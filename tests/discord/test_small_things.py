"""Regression tests for small mistakes that people have met."""

from __future__ import annotations

import random
from datetime import date

import pytest

from cogs.messages.menu_controls import choice_parts, label_text
from cogs.messages.panel import Option, Row
from cogs.requests import dates
from rules import GAMES
from rules.chance import Chance
from tests.discord.bot import Operator
from tests.discord.kit import World
from tests.discord.people import Person
from tests.discord.playing import add_admin, open_lobby, sit_down, use_options
from tests.discord.test_message_length import look_of, table_of
from words.games import TITLES


async def test_setting_up_nothing_is_not_called_saved_and_writes_nothing(world: World, operator: Operator) -> None:
    admin = add_admin(world)
    assert "Nothing has changed" in (await admin.command("kontor setup")).text
    assert not list(await world.bot.services.db.reader.execute_fetchall("SELECT * FROM servers"))
    assert "Saved." in (await admin.command("kontor setup", language="en")).text


async def test_a_full_lobby_is_started_from_the_list_of_ones_tables_by_its_host_alone(
    world: World, operator: Operator
) -> None:
    anna, bert, *_ = world.people.values()
    lobby, _ = await open_lobby(operator, "visby", anna, seats=2)
    assert "Start" not in (await anna.command("tables")).shown.buttons
    await bert.click(lobby, "Join")
    assert "Start" not in (await bert.command("tables")).shown.buttons
    await anna.click((await anna.command("tables")).shown, "Start")
    assert (await operator.table(1)).row.status == "playing"


async def test_however_often_somebody_presses_in_a_lobby_they_have_one_private_message(
    world: World, operator: Operator
) -> None:
    anna, bert, *_ = world.people.values()
    lobby, _ = await open_lobby(operator, "visby", anna, seats=4)

    def private(person: Person) -> list[str]:
        return [message.text for message in person.sees(world.channel) if message.ephemeral]

    for label in ("🤖 + Computer", "🤖 + Computer", "Options", "Options"):
        await anna.click(lobby, label)
        assert len(private(anna)) == 1, label
    await bert.click(lobby, "Join")
    asked = await use_options(anna, lobby, "Cancel the table")
    kept = await anna.click(asked.shown, "Keep it open")
    assert private(anna) == [kept.shown.text], "an answer in the message that was clicked in stays"
    await anna.click(lobby, "Start")
    assert ["choose" in said for said in private(anna)] == [True], "the menu replaces it, too"
    assert len(private(bert)) == 1


async def test_results_of_one_game_say_why(world: World, operator: Operator) -> None:
    sitting = await sit_down(operator, "visby", ("anna", "bert"))
    await sitting.play_on(random.Random(1))
    anna = world.people["anna"]
    here = await anna.command("results", place=world.threads[-1])
    assert "This channel is for Visby. *All games* shows the others too." in here.text
    assert "This channel is for" not in (await anna.click(here.shown, "All games")).text


async def test_wins_over_computers_only_are_counted_apart_in_the_results_too(world: World, operator: Operator) -> None:
    sitting = await sit_down(operator, "visby", ("anna",), computers=1)
    await sitting.play_on(random.Random(1))
    told = (await world.people["bert"].command("results", game="visby")).text
    assert "Nobody has played against other people yet. `/stats` also counts games against computers." in told
    assert "won" not in told
    assert f"-# #{sitting.number} · 1. " in told


async def test_a_refusal_leads_to_the_topic_of_the_rulebook(world: World, operator: Operator) -> None:
    sitting = await sit_down(operator, "visby", ("anna", "bert"))
    anna = world.people["anna"]
    answer = await anna.command("visby play", card="knight", place=world.threads[-1])
    assert "❌ Choose exactly 2, not 1." in answer.text
    assert "(V" not in answer.text
    shown = await anna.click(answer.shown, "📖 Rules: A round, step by step")
    assert "## Visby · A round, step by step" in shown.text
    assert sitting.number == 1


async def test_who_leaves_a_game_keeps_no_menu_of_it(world: World, operator: Operator) -> None:
    sitting = await sit_down(operator, "visby", ("anna", "bert"))
    anna = world.people["anna"]
    menu = await sitting.open_menu(anna)
    sure = (await anna.command("visby resign", place=world.threads[-1])).shown
    await anna.click(sure, "Leave my seat")
    assert not menu.exists
    assert "Take my seat back" in sure.buttons


async def test_what_cannot_be_undone_stands_apart_in_the_settings(world: World, operator: Operator) -> None:
    shown = (await world.people["anna"].command("settings show")).shown
    rows = [item["components"] for item in shown.components if item["type"] == 1]
    (forget,) = [row for row in rows if any(button.get("label") == "Forget me" for button in row)]
    assert len(forget) == 1


async def test_two_settings_pressed_at_once_are_both_set(world: World, operator: Operator) -> None:
    anna = world.people["anna"]
    shown = await anna.command("settings show")
    await world.at_once([(anna, shown, "Stop sending me my hand"), (anna, shown, "Show my hand as text")])
    told = (await anna.command("settings show")).text
    assert "My hand by direct message: **off** · My hand as a picture: **off**" in told


@pytest.mark.parametrize(
    ("typed", "today", "day"),
    [
        ("29.2.", date(2026, 11, 18), date(2028, 2, 29)),
        ("29.2.", date(2028, 2, 29), date(2028, 2, 29)),
        ("29. 2.", date(2028, 3, 1), date(2032, 2, 29)),
        ("29.2.", date(2096, 3, 1), date(2104, 2, 29)),
        ("28.2.", date(2027, 3, 1), date(2028, 2, 28)),
        ("30.2.", date(2026, 11, 18), None),
    ],
)
def test_a_day_without_a_year_is_the_next_such_day_also_the_29th_of_february(
    typed: str, today: date, day: date | None
) -> None:
    assert dates.parse_day(typed, today) == day


async def test_the_computer_that_starts_a_game_is_named_although_the_seats_are_shuffled(
    world: World, operator: Operator, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Chance, "shuffle", lambda self, things: things.reverse())
    anna = world.people["anna"]
    lobby, _ = await open_lobby(operator, "visby", anna, 2, start_when_full=True)
    answer = (await anna.click(lobby, "🤖 + Computer")).text
    table = await operator.table(1)
    assert table.row.status == "playing"
    (computer,) = [seat.name for seat in table.seats if seat.computer]
    assert answer.startswith(f"{computer} 🤖 sits down")


@pytest.mark.parametrize("game", sorted(GAMES))
async def test_a_menu_begins_with_the_game_and_table_it_belongs_to(world: World, operator: Operator, game: str) -> None:
    sitting = await sit_down(operator, game, ("anna", "bert"))
    place = world.threads[-1].id
    title = f"-# [{TITLES[game]} · table #1](https://discord.com/channels/{world.server.id}/{place})"
    for person in sitting.people:  # Also the menu of a person who has nothing to decide.
        assert (await sitting.open_menu(person)).text.startswith(title)
    for person in await sitting.owing():
        following = (await person.command("next")).text
        assert following.count(title) == 1


def test_a_choice_shows_a_players_name_as_it_is() -> None:
    """Signs of the game are left out of labels, but not those that a name contains."""
    game = GAMES["haithabu"]
    table = table_of("haithabu", game.new(2, 1), 2)
    table.seats[0].name, table.seats[1].name = "🔨 Bob", "An🍯 na"
    look = look_of(table, 0)
    assert label_text(look, "🍯 Mead to 🔨 Bob, 🔨 Tools to An🍯 na") == "Mead to 🔨 Bob, Tools to An🍯 na"
    (row,) = choice_parts(look, "move", "give ", "Who?", [Option("🔨 Bob", "0", "🍯 Mead")])
    assert isinstance(row, Row)
    assert row.buttons[0].label == "🔨 Bob"
