"""The menu somebody plays in comes below the news by itself, for their eyes only, as soon as they are asked again."""

from __future__ import annotations

import asyncio
import logging
import random
from typing import Any

import pytest

from cogs.connection.discord_private import send_follow_up
from cogs.messages.game_display import GameDisplay
from cogs.messages.panel import Panel, Picture
from cogs.messages.plan_parts import menu_with_plans
from cogs.requests.request import Request
from storage import Unreachable
from tables.model.table import Look
from tests.discord.bot import Operator
from tests.discord.kit import World
from tests.discord.people import Person
from tests.discord.playing import Sitting, moves_on, press, sit_down
from tests.discord.reading import Seen
from tests.discord.test_slow_answers import slow_down
from words import Words

EPHEMERAL = 64


def menus(sitting: Sitting, person: Person) -> list[Seen]:
    """The menus with moves in them that somebody sees in the table's thread."""
    seen = person.sees(sitting.world.threads[-1])
    return [message for message in seen if message.ephemeral and moves_on(message, sitting.game)]


async def a_turn(sitting: Sitting, person: Person, seed: int = 1) -> None:
    """Let somebody play until it is not their turn any more."""
    rng = random.Random(seed)
    await sitting.open_menu(person)
    while person in await sitting.owing():
        await sitting.move(person, rng)


async def test_who_ends_a_round_has_the_next_menu_below_the_new_board(world: World, operator: Operator) -> None:
    sitting = await sit_down(operator, "visby", ("anna",), computers=2)
    anna = sitting.people[0]
    first = await sitting.open_menu(anna)
    answer = await anna.choose(first, ["knight", "ship"])
    assert not first.exists
    (menu,) = menus(sitting, anna)
    assert menu == answer.shown
    assert menu.id > sitting.board.id
    again = await anna.choose(menu, ["fleet", "troops"])
    assert len(await operator.moves(sitting.number)) >= 4
    assert menus(sitting, anna) == [again.shown]
    assert again.shown.id > sitting.board.id
    await operator.check()


@pytest.mark.parametrize("game", ["riga", "haithabu"])
async def test_who_waits_has_a_menu_as_soon_as_it_is_their_turn(world: World, operator: Operator, game: str) -> None:
    sitting = await sit_down(operator, game, ("anna", "bert"))
    await sitting.play_on(random.Random(1), 12)
    (playing,) = await sitting.owing()
    (other,) = [person for person in sitting.people if person is not playing]
    waiting = await sitting.open_menu(other)
    assert "You have nothing to decide right now." in waiting.text
    await a_turn(sitting, playing)
    assert await sitting.owing() == [other]
    assert not waiting.exists
    menu = menus(sitting, other)[-1]
    assert menu.id > sitting.board.id
    assert (await press(other, menu, game, random.Random(2))).acknowledged
    await operator.check()


@pytest.mark.parametrize("game", ["riga", "haithabu"])
async def test_after_ones_own_turn_the_menu_that_offers_to_plan_comes_below_the_new_board_once(
    world: World, operator: Operator, game: str
) -> None:
    await sit_down(operator, "visby", ("anna", "bert", "clara"))
    sitting = await sit_down(operator, game, ("anna", "bert", "clara"))

    def offering(person: Person) -> list[Seen]:
        seen = person.sees(world.threads[-1])
        return [each for each in seen if each.ephemeral and any("k:plan:" in control for control in each.custom_ids)]

    playing = sitting.people[0]
    while not offering(playing):
        playing = (await sitting.owing())[0]
        await a_turn(sitting, playing)
    (menu,) = offering(playing)
    assert menu.id > sitting.board.id
    assert "⏭️ Next table (1)" in menu.buttons
    (following,) = await sitting.owing()
    await a_turn(sitting, following)
    assert menu.id < sitting.board.id
    assert offering(playing) == [menu], "the boards of others leave it where it is"
    await operator.check()


async def test_a_menu_in_direct_messages_is_renewed_where_it_stands(world: World, operator: Operator) -> None:
    sitting = await sit_down(operator, "visby", ("anna", "bert"))
    anna, bert = sitting.people
    menu = (await anna.click(sitting.hand(anna), "Play")).shown
    chosen = (await anna.choose(menu, ["knight", "ship"])).shown
    assert "You play" in chosen.text
    await bert.choose(await sitting.open_menu(bert), ["knight", "ship"])
    assert chosen.exists
    assert chosen.place == "dm"
    assert "Round 2" in chosen.text
    assert menus(sitting, anna) == []
    await anna.choose(chosen, ["fleet", "troops"])
    assert len(await operator.moves(sitting.number)) == 3


async def test_a_menu_stays_where_it_is_when_others_choose_in_the_same_round(world: World, operator: Operator) -> None:
    sitting = await sit_down(operator, "visby", ("anna", "bert", "clara"))
    anna, bert, clara = sitting.people
    menu = await sitting.open_menu(anna)
    for other in (bert, clara):
        await other.choose(await sitting.open_menu(other), ["knight", "ship"])
    assert menus(sitting, anna) == [menu]


async def test_a_menu_of_long_ago_is_left_alone(world: World, operator: Operator) -> None:
    sitting = await sit_down(operator, "visby", ("anna", "bert"))
    anna, bert = sitting.people
    menu = await sitting.open_menu(anna)
    await anna.choose(menu, ["knight", "ship"])
    await world.later(minutes=15)
    await bert.choose(await sitting.open_menu(bert), ["knight", "ship"])
    assert menu.exists
    assert len(menus(sitting, anna)) == 1
    assert len(menus(sitting, bert)) == 1
    assert {call.status for call in world.requests if call.path.startswith("/webhooks/")} == {200}
    await operator.check()


@pytest.mark.repeated(3)
@pytest.mark.parametrize("trouble", ["unknown webhook", "500", "unknown message"])
@pytest.mark.parametrize("deed", ["follow up", "delete answer"])
async def test_a_menu_that_cannot_follow_is_a_line_in_the_log(
    world: World, operator: Operator, caplog: pytest.LogCaptureFixture, deed: str, trouble: str
) -> None:
    sitting = await sit_down(operator, "visby", ("anna", "bert"))
    anna, bert = sitting.people
    await anna.choose(await sitting.open_menu(anna), ["knight", "ship"])
    menu = await sitting.open_menu(bert)
    world.fail_next(deed, trouble, times=99)
    with caplog.at_level(logging.INFO, "kontor.menus"):
        await bert.choose(menu, ["knight", "ship"])
    world.fail_no_more()
    assert "menu not updated" in caplog.text
    await sitting.open_menu(anna)
    await anna.choose(sitting.menus["anna"], ["fleet", "troops"])
    await operator.check()


async def test_a_click_in_a_menu_that_has_just_gone_is_answered_in_a_new_one(world: World, operator: Operator) -> None:
    sitting = await sit_down(operator, "visby", ("anna", "bert"))
    anna, bert = sitting.people
    (select,) = moves_on(await sitting.open_menu(anna), "visby")
    old = await sitting.open_menu(anna)
    await anna.choose(old, ["knight", "ship"])
    await bert.choose(await sitting.open_menu(bert), ["knight", "ship"])
    assert not old.exists
    answer = await anna.raw_click(old, select["custom_id"], values=["fleet", "troops"])
    assert "nothing has changed" in answer.text
    assert answer.ephemeral
    assert len(await operator.moves(sitting.number)) == 2


async def test_a_newcomers_tip_follows_with_the_menu(world: World, operator: Operator) -> None:
    sitting = await sit_down(operator, "visby", ("anna",), computers=1)
    anna = sitting.people[0]
    answer = await anna.choose(await sitting.open_menu(anna), ["knight", "ship"])
    assert "💡" in answer.shown.text


async def test_nobody_else_sees_a_menu_that_follows(world: World, operator: Operator) -> None:
    sitting = await sit_down(operator, "riga", ("anna", "bert"))
    await sitting.play_on(random.Random(3), 60)
    followed = [call for call in world.requests if call.method == "POST" and call.path.startswith("/webhooks/")]
    assert len(followed) > 5
    assert all(call.body["flags"] & EPHEMERAL for call in followed)


async def test_a_menu_follows_again_while_the_telling_lags_behind(world: World, operator: Operator) -> None:
    """It was asked for already when an earlier board was posted: the one that belongs to it comes later."""
    sitting = await sit_down(operator, "visby", ("anna",), computers=1)
    anna = sitting.people[0]
    menu = (await anna.choose(await sitting.open_menu(anna), ["knight", "ship"])).shown
    with world.env.bot_scope():
        await world.bot.app.menus.follow_board(sitting.number)
    await world.settle()
    assert not menu.exists
    assert len(menus(sitting, anna)) == 1


async def test_a_click_while_the_menu_is_on_its_way_is_answered_where_it_was_made(
    world: World, operator: Operator, monkeypatch: pytest.MonkeyPatch
) -> None:
    sitting = await sit_down(operator, "visby", ("anna", "bert"))
    anna, bert = sitting.people
    await anna.command("visby play", card="knight", second="ship")
    menu = await sitting.open_menu(bert)
    sent, go_on = asyncio.Event(), asyncio.Event()

    async def slowly(*args: Any) -> int:
        number = await send_follow_up(*args)
        sent.set()
        await go_on.wait()
        return number

    monkeypatch.setattr("cogs.requests.open_menus.send_follow_up", slowly)
    await world._begin([bert.choose(menu, ["knight", "ship"])], 0, until=sent.is_set)
    await world._begin([bert.choose(menu, ["fleet", "troops"])], 0, until=lambda: "You play" in menu.text)
    go_on.set()
    await world.settle()
    assert menus(sitting, bert) == [menu]
    assert "You play" in menu.text
    await operator.check()


@pytest.mark.parametrize("late", [False, True])
async def test_a_click_in_a_menu_that_has_just_moved_leaves_one_menu(
    world: World, operator: Operator, monkeypatch: pytest.MonkeyPatch, late: bool
) -> None:
    sitting = await sit_down(operator, "visby", ("anna", "bert"))
    anna, bert = sitting.people
    await anna.command("visby play", card="knight", second="ship")
    old = await sitting.open_menu(bert)
    new = (await bert.choose(old, ["knight", "ship"])).shown
    assert new != old
    (select,) = moves_on(new, "visby")
    with monkeypatch.context() as slow:
        if late:
            slow_down(slow)
        answer = await bert.raw_click(old, select["custom_id"], values=["fleet", "troops"])
    assert "You play" in answer.shown.text
    assert menus(sitting, bert) == [answer.shown]
    await anna.command("visby play", card="fleet", second="troops")
    (menu,) = menus(sitting, bert)
    assert menu.id > sitting.board.id, "it follows the next board"


@pytest.mark.repeated(6)
@pytest.mark.parametrize("gap", [0, 20, 60, 100, 140, 180, 220, 260, 300, 400, 600])
async def test_a_card_pressed_twice_leaves_one_menu(world: World, operator: Operator, gap: int) -> None:
    """However far the first press has come when the second is heard."""
    sitting = await sit_down(operator, "visby", ("anna",), computers=3)
    anna = sitting.people[0]
    menu = await sitting.open_menu(anna)
    knight = menu.button("Knight")["custom_id"]
    await world.at_once([anna.raw_click(menu, knight) for _ in range(2)], gaps=[gap])
    (left,) = menus(sitting, anna)
    assert "Round 2" in left.text
    assert left.id > sitting.board.id
    assert len([move for move in await operator.moves(sitting.number) if "knight" in move]) >= 1
    await anna.click(left, "Ship")
    assert len(menus(sitting, anna)) == 1
    await operator.check()


async def test_a_second_press_that_is_answered_last_leaves_one_menu(
    world: World, operator: Operator, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It was heard while the first one was answered, and finds that a new board was posted since."""
    sitting = await sit_down(operator, "visby", ("anna",), computers=3)
    anna = sitting.people[0]
    menu = await sitting.open_menu(anna)
    knight, board, show = menu.button("Knight")["custom_id"], sitting.board, Request.show
    later, answered = asyncio.Event(), 0

    async def shows(request: Request, panel: Panel) -> None:
        nonlocal answered
        answered += 1
        if answered == 2:
            await later.wait()
        await show(request, panel)

    monkeypatch.setattr(Request, "show", shows)
    presses = [anna.raw_click(menu, knight, must_answer=False) for _ in range(2)]
    await world._begin(presses, 0, until=lambda: answered == 2 and sitting.board != board)
    await asyncio.sleep(0.1)
    later.set()
    await world.settle()
    (left,) = menus(sitting, anna)
    assert left.id > sitting.board.id
    await anna.click(left, "Ship")
    assert len(menus(sitting, anna)) == 1


async def test_a_second_press_that_is_heard_when_the_menu_has_moved_leaves_one(
    world: World, operator: Operator
) -> None:
    """In the playground such a press comes from the newest message: the one that was pressed in is gone."""
    sitting = await sit_down(operator, "visby", ("anna",), computers=3)
    anna = sitting.people[0]
    menu = await sitting.open_menu(anna)
    knight = menu.button("Knight")["custom_id"]
    await anna.raw_click(menu, knight)
    assert not menu.exists
    answer = await anna.raw_click(sitting.board, knight, planted=False)
    assert "One click was enough" in answer.text
    assert menus(sitting, anna) == [answer.shown]


@pytest.mark.repeated(2)
@pytest.mark.parametrize("gap", [0, 5, 50, 200])
async def test_who_asks_for_their_menu_twice_has_one(world: World, operator: Operator, gap: int) -> None:
    sitting = await sit_down(operator, "visby", ("anna", "bert"))
    anna = sitting.people[0]
    await world.at_once([anna.click(sitting.board, "Play") for _ in range(2)], gaps=[gap])
    (menu,) = menus(sitting, anna)
    hand = (await anna.click(sitting.board, "My hand")).shown
    assert (await anna.click(hand, "Log")).shown == hand, "what is no menu is left out of it"
    assert menu.exists
    again = (await anna.click(hand, "Play")).shown
    assert menus(sitting, anna) == [again]


async def test_an_apology_is_no_menu(world: World, operator: Operator, monkeypatch: pytest.MonkeyPatch) -> None:
    sitting = await sit_down(operator, "visby", ("anna", "bert"))
    anna, bert = sitting.people
    menu = await sitting.open_menu(anna)
    world.expect_errors("verb=visby.pick")
    with monkeypatch.context() as patch:
        patch.setattr("cogs.requests.dispatch._with_tip", lambda *_: 1 / 0)
        sorry = await anna.choose(menu, ["knight", "ship"])
    await bert.command("visby play", card="knight", second="ship")
    assert "Something went wrong" in sorry.shown.text


@pytest.mark.parametrize("why", [AssertionError(), Unreachable("it is away")], ids=["our fault", "database away"])
async def test_one_menu_that_cannot_be_made_does_not_keep_others_back(
    world: World, operator: Operator, monkeypatch: pytest.MonkeyPatch, why: Exception
) -> None:
    sitting = await sit_down(operator, "visby", ("anna", "bert", "clara"))
    anna, bert, clara = sitting.people
    mine = [await sitting.open_menu(person) for person in (anna, bert)]
    for person, menu in zip((anna, bert), mine, strict=True):
        await person.choose(menu, ["knight", "ship"])
    seat = await sitting.seat(anna)

    def broken(face: GameDisplay, look: Look, words: Words, picture: Picture | None = None) -> Panel:
        if look.seat == seat:
            raise why
        return menu_with_plans(face, look, words, picture=picture)

    if not isinstance(why, Unreachable):
        world.expect_errors("menu failed")
    monkeypatch.setattr("cogs.requests.open_menus.menu_with_plans", broken)
    await clara.command("visby play", card="knight", second="ship")
    assert [menu.exists for menu in mine] == [True, False]


async def test_a_menu_follows_though_one_reads_the_log_meanwhile(world: World, operator: Operator) -> None:
    sitting = await sit_down(operator, "visby", ("anna", "bert"))
    anna, bert = sitting.people
    menu = await sitting.open_menu(anna)
    await anna.choose(menu, ["knight", "ship"])
    hand = await anna.click(sitting.board, "My hand")
    await anna.click(hand, "Log")
    await bert.command("visby play", card="knight", second="ship")
    assert not menu.exists
    assert len(menus(sitting, anna)) == 1


async def test_a_menu_speaks_the_language_chosen_meanwhile(world: World, operator: Operator) -> None:
    sitting = await sit_down(operator, "visby", ("anna", "bert"))
    anna, bert = sitting.people
    await anna.choose(await sitting.open_menu(anna), ["knight", "ship"])
    await anna.command("settings language", language="de")
    await bert.command("visby play", card="knight", second="ship")
    (menu,) = menus(sitting, anna)
    assert "Runde 2" in menu.text


async def test_boards_of_tables_that_nobody_plays_at_any_more_are_forgotten(world: World, operator: Operator) -> None:
    shown, many = world.bot.app.menus, 20_000
    for table in range(many):
        shown.follow(table)
    assert len(shown._latest_board) < many
    assert shown._latest_board[many - 1] == shown.boards_posted
