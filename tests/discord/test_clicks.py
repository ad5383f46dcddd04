"""A click acts once or says why not: doubled, stale, late, strange and forged clicks."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tests.discord.bot import Operator
from tests.discord.kit import World
from tests.discord.people import Person
from tests.discord.playing import GAMES, Sitting, moves_on, open_lobby, press, sit_down
from tests.discord.reading import BUTTON, Answer, Seen

STALE = "That menu was old and nothing was done."
OLD = "That menu is from another time"
WATCHING = "You are watching"


async def dump(operator: Operator) -> dict[str, list[tuple[Any, ...]]]:
    """All that is known about tables; not what people are called and how many hints they have seen."""
    tables = ("tables", "seats", "log", "drafts", "results", "timers", "outbox", "posts")
    reader = operator.house.db.reader
    return {name: [tuple(row) for row in await reader.execute_fetchall(f"SELECT * FROM {name}")] for name in tables}


def first_move(menu: Seen, game: str) -> tuple[str, list[str] | None]:
    """The custom_id of the first move in a menu, and what to choose if it is a select."""
    item = moves_on(menu, game)[0]
    if item["type"] == BUTTON:
        return item["custom_id"], None
    return item["custom_id"], [str(line["value"]) for line in item["options"][: item["min_values"]]]


def stale_answers(world: World) -> int:
    """How many clicks were ever answered so. A later answer in the same menu takes the place of an earlier one."""
    return sum(STALE in request.text for request in world.requests if request.path.endswith("/callback"))


async def owing(sitting: Sitting) -> tuple[Person, Seen]:
    """Somebody who owes a decision, and their menu."""
    person = (await sitting.owing())[0]
    return person, await sitting.open_menu(person)


@pytest.fixture
async def visby(operator: Operator) -> Sitting:
    """Four people at a table of Visby: all choose at once."""
    return await sit_down(operator)


@pytest.fixture
def emil(world: World) -> Person:
    """Somebody who sits nowhere."""
    return world.add_person("emil")


# The same button, twice at once


@pytest.mark.parametrize("gap", [0, 1, 5, 25, 100, 250])
@pytest.mark.parametrize("game", GAMES)
async def test_the_same_button_clicked_twice_at_once_acts_once(
    world: World, operator: Operator, game: str, gap: int
) -> None:
    sitting = await sit_down(operator, game, ("anna", "bert"))
    person, menu = await owing(sitting)
    custom_id, values = first_move(menu, game)
    clicks = [person.raw_click(menu, custom_id, values=values) for _ in range(3)]
    answers = await world.at_once(clicks, gaps=[gap] * 2)
    log = await operator.log(sitting.number)
    assert len(log) <= 1
    if log:
        assert stale_answers(world) == 2
    assert all(answer.text for answer in answers)


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
    assert sorted("nothing was done" in answer.text for answer in answers) == [False, True]
    assert len((await operator.table(number)).seats) == 2
    await anna.click(lobby, "+ Computer")
    await world.at_once([anna.click(lobby, "− Computer") for _ in range(2)])
    assert len((await operator.table(number)).seats) == 2


async def test_starting_twice_at_once_starts_once(world: World, operator: Operator) -> None:
    anna, bert, *_ = world.people.values()
    lobby, _ = await open_lobby(operator, "visby", anna, 2)
    await bert.click(lobby, "Join")
    answers = await world.at_once([anna.click(lobby, "Start") for _ in range(2)])
    assert sorted("started already" in answer.text for answer in answers) == [False, True]
    assert len(world.threads) == 1
    assert len([message for message in world.messages(world.threads[0]) if "begins" in message.text]) == 1
    assert len(bert.pings) == 1


async def test_taking_back_twice_at_once_takes_back_once(world: World, operator: Operator, visby: Sitting) -> None:
    anna = visby.people[0]
    menu = (await anna.click(await visby.open_menu(anna), "Knight")).shown
    again = (await anna.click(menu, "Ship")).shown
    await world.at_once([anna.click(again, "Take back") for _ in range(2)])
    seat = await visby.seat(anna)
    assert await operator.moves(visby.number) == [f"{seat} pick knight", f"{seat} pick ship", f"{seat} undo"]
    assert stale_answers(world) == 1


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


@pytest.mark.parametrize("gap", [0, 3, 30, 150])
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
    assert sorted("All seats" in answer.text for answer in answers) == [False, True]
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
    first, second = await visby.open_menu(anna), await visby.open_menu(anna)
    await anna.click(second, "Knight")
    await stale(operator, visby, anna, first, first.button("Ship")["custom_id"])


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
    await anna.click(menu, "Take back")
    assert len({first, second, menu.button("Ship")["custom_id"]}) == 3
    await stale(operator, visby, anna, menu, first)
    await stale(operator, visby, anna, menu, second)


async def test_a_menu_is_stale_after_somebody_else_took_back(operator: Operator, visby: Sitting) -> None:
    anna, bert, *_ = visby.people
    menu = await visby.open_menu(anna)
    button = menu.button("Ship")["custom_id"]
    theirs = (await bert.click(await visby.open_menu(bert), "Knight")).shown
    await bert.click(theirs, "Take back")
    await stale(operator, visby, anna, menu, button)


async def test_taking_back_is_stale_when_the_round_went_on(operator: Operator, visby: Sitting) -> None:
    anna = visby.people[0]
    menu = (await anna.click(await visby.open_menu(anna), "Knight")).shown
    undo = menu.button("Take back")["custom_id"]
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
@pytest.mark.parametrize("game", GAMES)
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
    assert stale_answers(world) == 1
    assert [len(await operator.log(sitting.number)) for sitting in sittings] == [1, 0]
    await anna.command("visby play", card="ship", table=sittings[1].number)
    for person in sittings[1].people[1:]:
        await person.command("visby play", card="ship", table=sittings[1].number)
    answer = await anna.raw_click(which, second)
    assert STALE in answer.text
    assert len(await operator.log(sittings[1].number)) == 4


# Too late


@pytest.mark.parametrize("game", GAMES)
async def test_clicks_after_the_table_was_closed(world: World, operator: Operator, game: str) -> None:
    sitting = await sit_down(operator, game, ("anna", "bert"))
    person, menu = await owing(sitting)
    board, hand = sitting.board, sitting.hand(person)
    custom_id, values = first_move(menu, game)
    ask = await sitting.people[0].command("table close", table=sitting.number)
    sure = await sitting.people[0].click(ask, "k:close:")
    assert "closed" in sure.text
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
            await press(person, menu, "visby", rng)
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
    async with operator.house.db.transaction() as db:
        for name in ("drafts", "outbox", "posts", "timers", "log", "seats", "tables"):
            await db.execute(f"DELETE FROM {name}")
    for on in (menu, board, hand):
        for button in on.custom_ids:
            if ":rules:" in button:
                continue
            answer = await anna.raw_click(on, button)
            assert f"There is no table #{visby.number}" in answer.text
    assert not any((await dump(operator)).values())


async def test_clicks_on_a_message_that_was_deleted(world: World, operator: Operator, visby: Sitting) -> None:
    anna = visby.people[0]
    board = visby.board
    play = board.button("Play")["custom_id"]
    await world.delete(board)
    menu = await anna.raw_click(board, play)
    await anna.click(menu, "Knight")
    assert len(await operator.log(visby.number)) == 1


async def test_old_lobby_buttons_after_the_start(world: World, operator: Operator, emil: Person) -> None:
    anna, bert, *_ = world.people.values()
    lobby, number = await open_lobby(operator, "visby", anna, 3)
    buttons = [button for button in lobby.custom_ids if ":rules:" not in button]
    await bert.click(lobby, "Join")
    await anna.click(lobby, "Start")
    before = await dump(operator)
    assert len(buttons) == 6
    for person in (anna, bert, emil):
        for button in buttons:
            answer = await person.raw_click(lobby, button)
            assert f"Table #{number} has started already" in answer.text
    assert await dump(operator) == before


# Strangers


@pytest.mark.parametrize("game", GAMES)
async def test_a_strangers_clicks_change_nothing(world: World, operator: Operator, emil: Person, game: str) -> None:
    """On the board, and on menus and hands they cannot even see."""
    sitting = await sit_down(operator, game, ("anna", "bert"))
    person, menu = await owing(sitting)
    custom_id, values = first_move(menu, game)
    before = await dump(operator)
    for on in (sitting.board, menu, sitting.hand(person)):
        for verb in ("play", "hand", "undo", "resign", "back", "start_over"):
            answer = await emil.raw_click(on, f"k:{verb}:{sitting.number}::")
            assert answer.text
        answer = await emil.raw_click(on, custom_id, values=values)
        assert WATCHING in answer.text
    for verb in ("play", "hand", "undo"):
        assert WATCHING in (await emil.raw_click(sitting.board, f"k:{verb}:{sitting.number}::")).text
    for verb, arg in (("replace", "0"), ("close", "yes"), ("cancel", ""), ("start", ""), ("rematch", "")):
        assert (await emil.raw_click(sitting.board, f"k:{verb}:{sitting.number}::{arg}")).text
    assert await dump(operator) == before
    own = emil.ephemerals
    assert not any(moves_on(message, game) for message in own)


async def test_a_strangers_clicks_in_a_lobby_change_nothing_but_joining(
    world: World, operator: Operator, emil: Person
) -> None:
    lobby, number = await open_lobby(operator, "visby", world.people["anna"], 4)
    await world.people["anna"].click(lobby, "+ Computer")
    before = await dump(operator)
    for what in ("Leave", "+ Computer", "− Computer", "Start", "Call off"):
        answer = await emil.click(lobby, what)
        assert answer.ephemeral
        assert answer.text
    assert await dump(operator) == before
    await emil.click(lobby, "Join")
    assert len((await operator.table(number)).seats) == 3


async def test_a_neighbours_menu_does_not_act_for_me(operator: Operator, visby: Sitting) -> None:
    """Not even for myself: it was made for another seat."""
    anna, bert, *_ = visby.people
    menu = await visby.open_menu(anna)
    answer = await bert.raw_click(menu, menu.button("Knight")["custom_id"])
    assert STALE in answer.text
    assert await operator.log(visby.number) == []


# Forged clicks


JUNK = (
    "",
    "0",
    "1",
    "-1",
    "007",
    "9" * 18,
    "1.1.1.1",
    "x",
    "knight",
    "pick knight",
    "pick " + "x" * 60,
    "🐴" * 20,
    "/",
)


@pytest.mark.parametrize("planted", [True, False])
async def test_whatever_is_no_button_of_ours_is_answered(
    world: World, operator: Operator, visby: Sitting, planted: bool
) -> None:
    anna = visby.people[0]
    before = await dump(operator)
    for custom_id in (
        "x",
        "k",
        "k:",
        "k::::",
        "k:play",
        "k:play:1",
        "k:play:x::",
        "k:play:-1::",
        "k:play:1:x:",
        "k:PLAY:1::",
        "k:play:" + "9" * 30 + "::",
        "K:play:1::",
        "s:play",
        "z:play:1::",
        "k:play:1::\n",
        "💥" * 50,
        "k:" + "a" * 98,
        "k:" + "a" * 90 + ":1::",
        "k:unknown:1::",
        "k:visby.:1::",
        "k:riga.pay:1::",
        "'; DROP TABLE tables; --",
    ):
        for values in (None, ["knight"], []):
            answer = await anna.raw_click(visby.board, custom_id[:100], values=values, planted=planted)
            assert answer.text
            assert answer.ephemeral
    assert await dump(operator) == before


async def test_a_forged_id_that_is_not_on_the_message_does_nothing(operator: Operator, visby: Sitting) -> None:
    anna = visby.people[0]
    mark = (await visby.open_menu(anna)).button("Knight")["custom_id"]
    answer = await anna.raw_click(visby.board, mark, planted=False)
    assert OLD in answer.text
    assert await operator.log(visby.number) == []


@pytest.mark.parametrize("number", ["0", "2", "99", "9" * 18, "٣", "0002"])
async def test_every_verb_with_any_table_and_any_junk_is_answered_and_changes_nothing(
    world: World, operator: Operator, emil: Person, number: str
) -> None:
    """By somebody who sits at table 1 of Visby, and by a stranger; at tables that are not there, or not theirs."""
    first = await sit_down(operator, "visby", ("anna", "bert"))
    await sit_down(operator, "riga", ("bert", "clara"))
    anna, board = first.people[0], first.board
    verbs = sorted(world.bot.actions)
    assert {"move", "undo", "visby.pick", "computer", "settings"} <= set(verbs)
    before = await dump(operator)
    rng = random.Random(number)
    for verb in verbs:
        for person in (anna, emil):
            mark, arg = rng.choice(("", "1.0.0.0", "1.1.0.0", "...")), rng.choice(JUNK)
            values = rng.choice((None, [], [rng.choice(JUNK) or "x"]))
            custom_id = f"{'k' if values is None else 's'}:{verb}:{number}:{mark}:{arg}"[:100]
            answer = await person.raw_click(board, custom_id, values=values)
            assert answer.text, custom_id
            assert answer.ephemeral
    assert await dump(operator) == before


@pytest.mark.parametrize("game", GAMES)
async def test_every_verb_with_junk_at_ones_own_table_never_fails(world: World, operator: Operator, game: str) -> None:
    """Whatever it does, it is a move by the rules or nothing: the log leads to the state, nobody else is moved."""
    sitting = await sit_down(operator, game, ("anna", "bert", "clara"))
    rng = random.Random(1)
    await sitting.play_on(rng, 12)
    person, menu = await owing(sitting)
    seat = await sitting.seat(person)
    before = await operator.log(sitting.number)
    verbs = {verb for verb in world.bot.actions if "." not in verb or verb.startswith(game)}
    for verb in sorted(verbs - {"close", "forget", "resign"}):
        for arg in (*JUNK, "a|b|c", "cog|market|?buy cloth", "+", "=", "#1"):
            mark = (await operator.table(sitting.number)).mark(seat)
            values = rng.choice((None, [arg or "x"], ["x" * 100, "#", "🐴"]))
            custom_id = f"{'k' if values is None else 's'}:{verb}:{sitting.number}:{mark}:{arg}"[:100]
            assert (await person.raw_click(menu, custom_id, values=values)).text, custom_id
    assert not [row for row in (await operator.log(sitting.number))[len(before) :] if row.seat != seat]
    await operator.check()
    if await sitting.owing() == [person]:
        await sitting.play_on(rng, 5)


async def test_another_tables_number_with_my_mark_does_nothing(world: World, operator: Operator) -> None:
    mine = await sit_down(operator, "visby", ("anna", "bert", "clara", "david"))
    theirs = await sit_down(operator, "visby", ("bert", "clara", "david"))
    both = await sit_down(operator, "visby", ("bert", "anna", "clara", "david"))
    anna = mine.people[0]
    await anna.command("visby play", card="ship", table=both.number)
    menu = await mine.open_menu(anna)
    button = str(menu.button("Knight")["custom_id"])
    before = await dump(operator)
    answer = await anna.raw_click(menu, button.replace(f":{mine.number}:", f":{theirs.number}:", 1))
    assert WATCHING in answer.text
    answer = await anna.raw_click(menu, button.replace(f":{mine.number}:", f":{both.number}:", 1))
    assert STALE in answer.text
    assert await dump(operator) == before


async def test_a_move_that_only_another_could_make_is_refused_with_the_reason(
    operator: Operator, visby: Sitting
) -> None:
    """A card that another still has, a trade that another is asked for."""
    anna, *others = visby.people
    await anna.click(await visby.open_menu(anna), "Knight")
    for person in others:
        await person.click(await visby.open_menu(person), "Merchant" if person is others[0] else "Ship")
    menu = await visby.open_menu(others[0])
    trade = str(menu.button("No trade")["custom_id"])
    before = await dump(operator)
    mine = (await anna.click(visby.board, "Play")).shown
    answer = await anna.raw_click(mine, trade)
    assert STALE in answer.text
    answer = await anna.raw_click(mine, f"k:move:{visby.number}::trade 0")
    assert "Nothing is asked of you right now." in answer.text
    assert await dump(operator) == before
    await others[0].click(menu, "No trade")
    fresh = await visby.open_menu(anna)
    button = str(fresh.button("Ship")["custom_id"])
    before = await dump(operator)
    answer = await anna.raw_click(fresh, button.replace("pick ship", "pick knight"))
    assert answer.text.startswith("❌")
    assert await dump(operator) == before
    await anna.click(answer.shown, "Ship")


@pytest.mark.parametrize(
    "values",
    [
        [],
        ["knight"],
        ["knight", "knight"],
        ["knight", "ship", "fleet"],
        ["gold", "silver"],
        ["knight", "gold"],
        [""],
        ["x" * 100, "🐴"],
        ["pick knight", "ship"],
        ["knight\nship", "; DROP TABLE"],
        ["undo"],
    ],
)
async def test_forged_choices_of_a_select_are_refused(world: World, operator: Operator, values: list[str]) -> None:
    sitting = await sit_down(operator, "visby", ("anna", "bert"))
    anna = sitting.people[0]
    menu = await sitting.open_menu(anna)
    select = menu.select(None)["custom_id"]
    before = await dump(operator)
    answer = await anna.raw_click(menu, select, values=values)
    assert answer.text
    assert await dump(operator) == before
    await anna.choose(answer, ["knight", "ship"])
    assert len(await operator.log(sitting.number)) == 1


async def test_a_button_that_comes_as_a_select_and_the_other_way_round_is_answered(
    operator: Operator, visby: Sitting
) -> None:
    anna = visby.people[0]
    for custom_id, values in (
        (f"k:play:{visby.number}::", ["knight"]),
        (f"s:play:{visby.number}::", None),
        (f"s:visby.pick:{visby.number}:1.0.0.0:", None),
        (f"s:settings:{visby.number}::language", None),
    ):
        assert (await anna.raw_click(visby.board, custom_id, values=values)).text
    assert await operator.log(visby.number) == []


async def test_every_answer_is_for_the_clicker_alone(world: World, operator: Operator, visby: Sitting) -> None:
    anna = visby.people[0]
    before = {message.id for message in world.messages(world.threads[0]) if not message.ephemeral}
    answers: list[Answer] = []
    for verb in ("play", "hand", "log", "board", "rules", "tables", "watch", "settings", "help"):
        arg = "visby" if verb == "rules" else ""
        answers.append(await anna.raw_click(visby.board, f"k:{verb}:{visby.number}::{arg}"))
    assert all(answer.ephemeral for answer in answers)
    assert {message.id for message in world.messages(world.threads[0]) if not message.ephemeral} == before
