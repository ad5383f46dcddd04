"""Clicks that nobody could or should make: strangers, forged ids, forged choices. Each is answered and does nothing."""

from __future__ import annotations

import random

import pytest

from tests.discord.bot import Operator
from tests.discord.clicking import OLD, STALE, WATCHING, dump, first_move, owing
from tests.discord.kit import World
from tests.discord.people import Person
from tests.discord.playing import GAMES, Sitting, moves_on, open_lobby, sit_down
from tests.discord.reading import Answer
from tests.selection import THOROUGH

pytestmark = pytest.mark.usefixtures("plain_pictures")


@pytest.fixture
async def visby(operator: Operator) -> Sitting:
    """Four people at a table of Visby: all choose at once."""
    return await sit_down(operator)


@pytest.fixture
def emil(world: World) -> Person:
    """Somebody who sits nowhere."""
    return world.add_person("emil")


# Strangers


@pytest.mark.parametrize("game", GAMES)
async def test_a_strangers_clicks_change_nothing(world: World, operator: Operator, emil: Person, game: str) -> None:
    """On the board, and on menus and hands they cannot even see."""
    sitting = await sit_down(operator, game, ("anna", "bert"))
    person, menu = await owing(sitting)
    custom_id, values = first_move(menu, game)
    before = await dump(operator)
    for on in (sitting.board, menu, sitting.hand(person)):
        for verb in ("play", "hand", "undo", "resign", "back", "over", "drop"):
            answer = await emil.raw_click(on, f"k:{verb}:{sitting.number}::")
            assert answer.text
        answer = await emil.raw_click(on, custom_id, values=values)
        in_server = on.channel_id in (world.channel.id, *(thread.id for thread in world.threads))
        assert (WATCHING if in_server else "You have no seat at table #1") in answer.text
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
    acts = ("leave:{}::", "computer:{}:1:1", "computer:{}:1:-1", "start:{}::", "cancel:{}::", "level:{}::novice")
    for what in (*acts, "allow_hints:{}::1", "invite:{}::", "lobby_options:{}::"):
        answer = await emil.raw_click(lobby, "k:" + what.format(number))
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
            answer = await anna.raw_click(visby.board, custom_id[:100], values=values, planted=planted, known=False)
            assert answer.text
            assert answer.ephemeral
    assert await dump(operator) == before


async def test_a_forged_id_that_is_not_on_the_message_does_nothing(operator: Operator, visby: Sitting) -> None:
    anna = visby.people[0]
    mark = (await visby.open_menu(anna)).button("Knight")["custom_id"]
    answer = await anna.raw_click(visby.board, mark, planted=False)
    assert STALE in answer.text
    assert await operator.log(visby.number) == []
    assert OLD in (await anna.raw_click(visby.board, "k:back:1::", planted=False)).text


@pytest.mark.repeated(3)
@pytest.mark.parametrize("number", ["2", "0", "99", "9" * 18, "٣", "0002"])
async def test_every_verb_with_any_table_and_any_junk_is_answered_and_changes_nothing(
    world: World, operator: Operator, emil: Person, number: str
) -> None:
    """By somebody who sits at table 1 of Visby, and by a stranger; at tables that are not there, or not theirs."""
    first = await sit_down(operator, "visby", ("anna", "bert"))
    await sit_down(operator, "riga", ("bert", "clara"))
    anna, board = first.people[0], first.board
    # Two people who look for a game get one, whatever junk is in their buttons.
    verbs = sorted(world.bot.dispatcher.verbs.keys() - {"wish_anything", "wish_look"})
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


@pytest.mark.repeated(3)
@pytest.mark.parametrize("game", GAMES)
async def test_every_verb_with_junk_at_ones_own_table_never_fails(world: World, operator: Operator, game: str) -> None:
    """Whatever it does, it is a move by the rules or nothing: the log leads to the state, nobody else is moved."""
    sitting = await sit_down(operator, game, ("anna", "bert", "clara"))
    rng = random.Random(1)
    await sitting.play_on(rng, 12)
    person, menu = await owing(sitting)
    seat = await sitting.seat(person)
    before = await operator.log(sitting.number)
    verbs = {verb for verb in world.bot.dispatcher.verbs if "." not in verb or verb.startswith(game)}
    junk = (*JUNK, "a|b|c", "cog|market|?buy cloth", "+", "=", "#1")
    for verb in sorted(verbs - {"close", "forget", "resign"}):
        for arg in junk if THOROUGH else rng.sample(junk, 3):
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
    assert "You have nothing to decide here right now. `/next` opens" in answer.text
    assert await dump(operator) == before
    await others[0].click(await others[0].click(menu, "No trade"), "Confirm")
    fresh = await visby.open_menu(anna)
    button = str(fresh.button("Ship")["custom_id"])
    before = await dump(operator)
    answer = await anna.raw_click(fresh, button.replace("pick ship", "pick knight"))
    assert answer.text.startswith("❌")
    assert await dump(operator) == before
    await anna.click(answer.shown, "Ship")


@pytest.mark.repeated(3)
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
