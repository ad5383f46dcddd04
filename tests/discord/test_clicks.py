"""A click acts once or says why not: doubled, simultaneous, stale and late clicks."""

from __future__ import annotations

import asyncio
import random
import re

import pytest

from cogs.actions import playing as play
from cogs.messages.panel import Panel
from cogs.requests.request import Request
from tables.model.table import Look
from tests.discord.bot import Operator
from tests.discord.clicking import DONE, STALE, dump, first_move, owing
from tests.discord.kit import World
from tests.discord.people import Person
from tests.discord.playing import ANY_GAME, Sitting, moves_on, open_lobby, press, sit_down
from tests.discord.reading import Seen
from tests.selection import thorough


@pytest.fixture
async def visby(operator: Operator) -> Sitting:
    """Four people at a table of Visby: all choose at once."""
    return await sit_down(operator)


def double_clicks(world: World) -> int:
    """How many clicks were ever answered so, at once or after a first sign that we are at it.

    A later answer in the same menu takes the place of an earlier one.
    """
    clicks = [re.search(r"simcord_interaction_\d+", call.path) for call in world.requests if DONE in call.text]
    return len({click[0] for click in clicks if click})


# The same button, twice at once


@pytest.mark.parametrize("gap", [0, 25, *thorough(1, 5, 100, 250)])
@pytest.mark.parametrize("game", ANY_GAME)
async def test_the_same_button_clicked_twice_at_once_acts_once(
    world: World, operator: Operator, game: str, gap: int
) -> None:
    sitting = await sit_down(operator, game, ("anna", "bert"))
    person, menu = await owing(sitting)
    custom_id, values = first_move(menu, game)
    clicks = [person.raw_click(menu, custom_id, values=values) for _ in range(3)]
    answers = await world.at_once(clicks, gaps=[gap] * 2)
    log = await operator.log(sitting.number)
    assert len(log) == 1
    assert double_clicks(world) == 2
    assert all(answer.text for answer in answers)


async def test_a_double_click_is_known_while_the_menu_of_the_first_is_still_being_made(
    world: World, operator: Operator, monkeypatch: pytest.MonkeyPatch
) -> None:
    sitting = await sit_down(operator, "visby", ("anna", "bert"))
    person, menu = await owing(sitting)
    custom_id, values = first_move(menu, "visby")
    answered, make_menu, show = asyncio.Event(), play.menu_after_move, Request.show

    async def waits(request: Request, look: Look, note: str = "") -> Panel:
        await answered.wait()
        return await make_menu(request, look, note)

    async def shows(request: Request, panel: Panel) -> None:
        await show(request, panel)
        answered.set()

    monkeypatch.setattr(play, "menu_after_move", waits)
    monkeypatch.setattr(Request, "show", shows)
    await world.at_once([person.raw_click(menu, custom_id, values=values) for _ in range(2)])
    assert len(await operator.log(sitting.number)) == 1
    assert double_clicks(world) == 1


async def test_a_second_click_on_a_button_that_is_not_there_any_more_is_told_that_it_is_done(
    operator: Operator, visby: Sitting
) -> None:
    anna = visby.people[0]
    menu = await visby.open_menu(anna)
    button = menu.button("Knight")["custom_id"]
    await anna.raw_click(menu, button)
    assert button not in menu.custom_ids
    answer = await anna.raw_click(menu, button, planted=False)
    assert DONE in answer.text
    assert "You play" in answer.text
    assert len(await operator.moves(visby.number)) == 1


async def test_joining_twice_at_once_takes_one_seat(world: World, operator: Operator) -> None:
    anna, bert, *_ = world.people.values()
    lobby, number = await open_lobby(operator, "visby", anna, 4)
    answers = await world.at_once([bert.click(lobby, "Join") for _ in range(2)])
    assert sorted("already" in answer.text for answer in answers) == [False, True]
    assert len((await operator.table(number)).seats) == 2


async def test_a_computer_added_twice_at_once_is_one(world: World, operator: Operator) -> None:
    anna, *_ = world.people.values()
    lobby, number = await open_lobby(operator, "visby", anna, 4)
    answers = await world.at_once([anna.click(lobby, "+ Computer") for _ in range(2)])
    assert sorted("press the button again" in answer.text for answer in answers) == [False, True]
    assert len((await operator.table(number)).seats) == 2
    await anna.click(lobby, "+ Computer")
    options = await anna.click(lobby, "Options")
    await world.at_once([anna.click(options, "− Computer") for _ in range(2)])
    assert len((await operator.table(number)).seats) == 2


async def test_starting_twice_at_once_starts_once(world: World, operator: Operator) -> None:
    anna, bert, *_ = world.people.values()
    lobby, _ = await open_lobby(operator, "visby", anna, 2)
    await bert.click(lobby, "Join")
    answers = await world.at_once([anna.click(lobby, "Start") for _ in range(2)])
    assert sorted("The game at table #1 has started" in answer.text for answer in answers) == [False, True]
    assert len(world.threads) == 1
    assert len([message for message in world.messages(world.threads[0]) if "begins" in message.text]) == 1
    assert len(bert.pings) == 1


async def test_taking_back_twice_at_once_takes_back_once(world: World, operator: Operator, visby: Sitting) -> None:
    anna = visby.people[0]
    menu = (await anna.click(await visby.open_menu(anna), "Knight")).shown
    again = (await anna.click(menu, "Ship")).shown
    await world.at_once([anna.click(again, "Undo") for _ in range(2)])
    seat = await visby.seat(anna)
    assert await operator.moves(visby.number) == [f"{seat} pick knight", f"{seat} pick ship", f"{seat} undo"]
    assert double_clicks(world) == 1


async def test_a_setting_switched_twice_at_once_is_switched(world: World, operator: Operator) -> None:
    anna = world.people["anna"]
    shown = (await anna.command("settings show")).shown
    await world.at_once([anna.click(shown, "k:settings:0::dms") for _ in range(2)])
    assert "direct message: **off**" in (await anna.command("settings show")).text


async def test_two_who_press_rematch_at_once_sit_at_the_same_table(world: World, operator: Operator) -> None:
    sitting = await sit_down(operator, "visby", ("anna", "bert"))
    await sitting.play_on(random.Random(1))
    end = next(message for message in reversed(world.messages(world.threads[0])) if "🔁 Rematch" in message.buttons)
    await world.at_once([(person, end, "Rematch") for person in sitting.people])
    table = await operator.table(sitting.number + 1)
    assert sorted(seat.person or 0 for seat in table.seats) == sorted(person.id for person in sitting.people)


# Two people at once


@pytest.mark.parametrize("gap", [0, 30, *thorough(3, 150)])
async def test_people_who_choose_at_once_all_choose(world: World, operator: Operator, visby: Sitting, gap: int) -> None:
    menus = {person: await visby.open_menu(person) for person in visby.people}
    await world.at_once([(person, menu, "Knight") for person, menu in menus.items()], gaps=[gap] * 3)
    assert sorted(await operator.moves(visby.number)) == [f"{seat} pick knight" for seat in range(4)]
    revealed = [message for message in world.messages(world.threads[0]) if "All cards are revealed" in message.text]
    assert len(revealed) == 1


async def test_the_last_seat_goes_to_one_of_two(world: World, operator: Operator) -> None:
    anna, bert, clara, _ = world.people.values()
    lobby, number = await open_lobby(operator, "visby", anna, 2)
    answers = await world.at_once([(bert, lobby, "Join"), (clara, lobby, "Join")])
    assert sorted("is full. You can watch" in answer.text for answer in answers) == [False, True]
    assert len((await operator.table(number)).seats) == 2


# Stale menus


async def stale(operator: Operator, visby: Sitting, person: Person, menu: Seen, custom_id: str) -> None:
    """The click does nothing and is answered with a menu that works."""
    before = await dump(operator)
    answer = await person.raw_click(menu, custom_id)
    assert answer.text.startswith(STALE)
    assert answer.ephemeral
    assert await dump(operator) == before
    await press(person, answer.shown, "visby", random.Random(1))
    assert len(await operator.log(visby.number)) == len(before["log"]) + 1


async def test_a_menu_is_stale_after_choosing_in_another_one(operator: Operator, visby: Sitting) -> None:
    anna = visby.people[0]
    first = await visby.open_menu(anna)
    await visby.world.later(minutes=15)
    second = await visby.open_menu(anna)
    assert first.exists, "Discord lets us take it away no more"
    await anna.click(second, "Knight")
    await stale(operator, visby, anna, first, first.button("Ship")["custom_id"])


async def test_another_button_of_a_menu_that_has_acted_is_stale_and_the_same_one_is_done(
    operator: Operator, visby: Sitting
) -> None:
    anna = visby.people[0]
    menu = await visby.open_menu(anna)
    knight, ship = (menu.button(card)["custom_id"] for card in ("Knight", "Ship"))
    await anna.raw_click(menu, knight)
    before = await dump(operator)
    assert (await anna.raw_click(menu, knight)).text.startswith(DONE)
    assert (await anna.raw_click(menu, ship)).text.startswith(STALE)
    assert await dump(operator) == before


async def test_the_same_card_in_the_menu_of_an_earlier_round_is_stale(operator: Operator, visby: Sitting) -> None:
    anna = visby.people[0]
    menu = (await anna.click(await visby.open_menu(anna), "Knight")).shown
    earlier = menu.button("Ship")["custom_id"]
    for person in visby.people[1:]:
        await person.click(await visby.open_menu(person), "Fleet")
    await anna.click(await visby.open_menu(anna), "Ship")
    assert (await anna.raw_click(menu, earlier)).text.startswith(STALE)


async def test_a_menu_is_stale_after_choosing_by_command(operator: Operator, visby: Sitting) -> None:
    anna = visby.people[0]
    menu = await visby.open_menu(anna)
    await anna.command("visby play", card="knight", place=visby.world.threads[0])
    await stale(operator, visby, anna, menu, menu.button("Ship")["custom_id"])


async def test_a_menu_is_stale_when_the_round_went_on(operator: Operator, visby: Sitting) -> None:
    """Also the one for changing a choice: it must not choose for the next round."""
    anna = visby.people[0]
    menu = (await anna.click(await visby.open_menu(anna), "Knight")).shown
    change = menu.button("Ship")["custom_id"]
    for person in visby.people[1:]:
        await person.click(await visby.open_menu(person), "Fleet")
    await stale(operator, visby, anna, menu, change)


async def test_a_menu_is_stale_after_taking_back(operator: Operator, visby: Sitting) -> None:
    anna = visby.people[0]
    menu = await visby.open_menu(anna)
    first = menu.button("Ship")["custom_id"]
    await anna.click(menu, "Knight")
    second = menu.button("Ship")["custom_id"]
    await anna.click(menu, "Undo")
    assert len({first, second, menu.button("Ship")["custom_id"]}) == 3
    await stale(operator, visby, anna, menu, first)
    await stale(operator, visby, anna, menu, second)


async def test_a_menu_is_stale_after_somebody_else_took_back(operator: Operator, visby: Sitting) -> None:
    anna, bert, *_ = visby.people
    menu = await visby.open_menu(anna)
    button = menu.button("Ship")["custom_id"]
    theirs = (await bert.click(await visby.open_menu(bert), "Knight")).shown
    await bert.click(theirs, "Undo")
    await stale(operator, visby, anna, menu, button)


async def test_taking_back_is_stale_when_the_round_went_on(operator: Operator, visby: Sitting) -> None:
    anna = visby.people[0]
    menu = (await anna.click(await visby.open_menu(anna), "Knight")).shown
    undo = menu.button("Undo")["custom_id"]
    for person in visby.people[1:]:
        await person.click(await visby.open_menu(person), "Fleet")
    await stale(operator, visby, anna, menu, undo)


async def test_a_neighbours_choice_does_not_make_my_menu_stale(operator: Operator, visby: Sitting) -> None:
    anna, bert, clara, _ = visby.people
    menu = await visby.open_menu(anna)
    for person in (bert, clara):
        theirs = (await person.click(await visby.open_menu(person), "Knight")).shown
        await person.click(theirs, "Ship")
    answer = await anna.click(menu, "Knight")
    assert "You play **🐴 Knight**" in answer.text
    assert len(await operator.log(visby.number)) == 5


@pytest.mark.parametrize("wait", [{"minutes": 16}, {"hours": 2}])
@pytest.mark.parametrize("game", ANY_GAME)
async def test_a_menu_works_long_after_it_was_opened(
    world: World, operator: Operator, game: str, wait: dict[str, float]
) -> None:
    sitting = await sit_down(operator, game, ("anna", "bert"))
    person, menu = await owing(sitting)
    await world.later(**wait)
    answer = await press(person, menu, game, random.Random(1))
    assert STALE not in answer.text
    assert await operator.log(sitting.number) or moves_on(answer.shown, game)


async def test_a_question_which_table_is_about_the_decision_of_that_moment(world: World, operator: Operator) -> None:
    sittings = [await sit_down(operator, "visby", ("anna", "bert", "clara", "david")) for _ in range(2)]
    anna = sittings[0].people[0]
    which = (await anna.command("visby play", card="knight")).shown
    (first, second) = [button for button in which.custom_ids if button.startswith("k:visby.pick:")]
    await world.at_once([anna.raw_click(which, first) for _ in range(2)])
    assert double_clicks(world) == 1
    assert [len(await operator.log(sitting.number)) for sitting in sittings] == [1, 0]
    await anna.command("visby play", card="ship", table=sittings[1].number)
    for person in sittings[1].people[1:]:
        await person.command("visby play", card="ship", table=sittings[1].number)
    answer = await anna.raw_click(which, second)
    assert STALE in answer.text
    assert len(await operator.log(sittings[1].number)) == 4


# Too late


@pytest.mark.parametrize("game", ANY_GAME)
async def test_clicks_after_the_table_was_closed(world: World, operator: Operator, game: str) -> None:
    sitting = await sit_down(operator, game, ("anna", "bert"))
    person, menu = await owing(sitting)
    board, hand = sitting.board, sitting.hand(person)
    custom_id, values = first_move(menu, game)
    ask = await sitting.people[0].command("table close", table=sitting.number)
    assert "closed" in (await sitting.close()).text
    before = await dump(operator)
    play, mine = f"k:play:{sitting.number}::", f"k:undo:{sitting.number}::"
    for on, button in ((board, play), (hand, play), (board, mine), (ask.shown, f"k:close:{sitting.number}::yes")):
        answer = await sitting.people[0].raw_click(on, button)
        assert f"Table #{sitting.number} is closed" in answer.text
    assert "is closed" in (await person.raw_click(menu, custom_id, values=values)).text
    assert await dump(operator) == before


async def test_clicks_after_the_end(world: World, operator: Operator) -> None:
    sitting = await sit_down(operator, "visby", ("anna", "bert"))
    menus = []
    rng = random.Random(1)
    while not await sitting.over():
        for person in await sitting.owing():
            menu = await sitting.open_menu(person)
            menus.append((person, menu, *first_move(menu, "visby")))
            shown = (await press(person, menu, "visby", rng)).shown
            if "Confirm" in " ".join(shown.buttons):
                await person.click(shown, "Confirm")
    before = await dump(operator)
    for person, menu, custom_id, values in menus[-6:]:
        answer = await person.raw_click(menu, custom_id, values=values)
        assert f"Table #{sitting.number} is finished" in answer.text
    for verb in ("play", "undo", "resign", "back"):
        answer = await sitting.people[0].raw_click(menus[0][1], f"k:{verb}:{sitting.number}::")
        assert answer.text
    assert await dump(operator) == before


async def test_clicks_on_a_table_that_was_deleted(world: World, operator: Operator, visby: Sitting) -> None:
    anna = visby.people[0]
    menu, board, hand = await visby.open_menu(anna), visby.board, visby.hand(anna)
    async with operator.services.db.transaction() as db:
        for name in ("drafts", "outbox", "posts", "pings", "dms_closed", "timers", "log", "seats", "tables"):
            await db.execute(f"DELETE FROM {name}")
    for on in (menu, board, hand):
        for button in on.custom_ids:
            if ":rules:" in button:
                continue
            answer = await anna.raw_click(on, button)
            said = "You have no seat at" if on is hand else "There is no"
            assert f"{said} table #{visby.number}" in answer.text
    assert not any((await dump(operator)).values())


async def test_clicks_on_a_message_that_was_deleted(world: World, operator: Operator, visby: Sitting) -> None:
    anna = visby.people[0]
    board = visby.board
    play = board.button("Play")["custom_id"]
    await world.delete(board)
    menu = await anna.raw_click(board, play)
    await anna.click(menu, "Knight")
    assert len(await operator.log(visby.number)) == 1


async def test_old_lobby_buttons_after_the_start(world: World, operator: Operator) -> None:
    anna, bert, *_ = world.people.values()
    lobby, number = await open_lobby(operator, "visby", anna, 3)
    options = (await anna.click(lobby, "Options")).shown
    ids = [*lobby.custom_ids, *options.custom_ids, f"k:level:{number}::novice"]
    buttons = [button for button in ids if button.startswith("k:") and ":rules:" not in button]
    await bert.click(lobby, "Join")
    await anna.click(lobby, "Start")
    before = await dump(operator)
    assert len(buttons) == 10
    for person in (anna, bert, world.people["clara"]):
        for button in buttons:
            answer = await person.raw_click(lobby, button)
            watches = person is world.people["clara"]
            said = f"Table #{number} has already started." if watches else f"The game at table #{number} has started."
            assert said in answer.text
            assert bool(moves_on(answer.shown, "visby")) is not watches
    assert await dump(operator) == before
