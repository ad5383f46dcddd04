"""Haithabu in Discord: its fullest table and every menu fit, and an action is put together step by step."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
import pytest

from cogs.games.haithabu.action_lists import STEPS
from cogs.games.haithabu.display import HaithabuDisplay, order_parts
from cogs.games.haithabu.draft_kinds import Placing
from cogs.games.haithabu.move_text import move_text
from cogs.messages.components import components_of
from cogs.messages.drafts import Draft, encode_draft
from cogs.messages.panel import (
    MAX_COMPONENTS,
    MAX_LABEL_CHARS,
    MAX_OPTION_CHARS,
    MAX_OPTIONS,
    MAX_PLACEHOLDER_CHARS,
    MAX_TEXT_CHARS,
    Panel,
    Part,
    Row,
    Select,
    Text,
)
from cogs.messages.table_messages import board_panel, hand_panel, menu_panel
from pictures import palette as picture
from rules import GAMES
from rules.chance import Chance
from rules.haithabu.card_data import ORDERS, TRANSPORTS, all_orders
from rules.haithabu.data import BY_LOT
from rules.haithabu.state import State
from storage.rows import SeatRow, TableRow
from tables.model.table import Look, MenuMoves, Table
from tests.discord.bot import Operator
from tests.discord.kit import World
from tests.discord.playing import Sitting, open_lobby, sit_down
from tests.discord.reading import walk
from tests.selection import thorough
from words import Words, words_in

GAME, FACE = GAMES["haithabu"], HaithabuDisplay()
WIDEST = "W" * 32
WHERE = "Where does your worker go?"


def table_of(state: State) -> Table:
    row = TableRow(
        id=999_999, game="haithabu", rules=GAME.version, options={}, seed=1, status="playing", size=state.seats,
        host=1, server=1, channel=1, language="de", created=0,
    )  # fmt: skip
    seats = [SeatRow(seat=n, person=n + 1, computer=None, name=WIDEST, overdue=True) for n in range(state.seats)]
    return Table(row, seats, state)


def look_of(state: State, seat: int, draft: Draft | None = None) -> Look:
    table = table_of(state)
    owes = GAME.owed(state).get(seat)
    view = GAME.view(state, seat)
    return Look(
        table, seat, view, table.mark(seat), owes, can_undo=True, draft=encode_draft(draft),
        menu_moves=MenuMoves(lambda: GAME.menu(state, seat)),
    )  # fmt: skip


def check(panel: Panel) -> None:
    """See that all of it can be shown: nothing is cut, nothing left out."""
    assert sum(len(part.text) for part in panel.parts if isinstance(part, Text)) <= MAX_TEXT_CHARS
    items = list(walk(components_of(panel).to_components()))
    assert len(items) <= MAX_COMPONENTS
    ids = [custom_id for item in items if (custom_id := item.get("custom_id"))]
    assert len(set(ids)) == len(ids)
    for part in panel.parts:
        if isinstance(part, Select):
            values = [option.value for option in part.options]
            assert 1 <= len(set(values)) == len(values) <= MAX_OPTIONS
            assert max(map(len, values)) <= 100
            assert 1 <= part.least <= part.most <= len(values)
            assert len(part.placeholder) <= MAX_PLACEHOLDER_CHARS
            for option in part.options:
                assert 1 <= len(option.label) <= MAX_OPTION_CHARS
                assert len(option.description) <= MAX_OPTION_CHARS
        if isinstance(part, Row):
            assert all(1 <= len(button.label) <= MAX_LABEL_CHARS for button in part.buttons)


def fullest() -> State:
    """A turn at a table on which everybody has the longest orders, half delivered, full stores, both transports."""
    state: State = GAME.new(4, 3)
    chance = Chance(1)
    while state.round < 8 or "turn" not in GAME.owed(state).values():
        seat = next(iter(GAME.owed(state)))
        GAME.play(state, seat, GAME.sample(state, seat, chance))
    longest = sorted(all_orders(GAME.version), key=lambda card: -sum(map(bool, ORDERS[card].wares)))
    carried = max(range(len(TRANSPORTS)), key=lambda card: sum(map(bool, TRANSPORTS[card].given)))
    for number, player in enumerate(state.players):
        player.orders = longest[5 * number : 5 * number + 5]
        player.cubes = [tuple(min(1, want) for want in ORDERS[card].wares) for card in player.orders]
        player.warehouse = [10] * 6
        player.post = [10] * 6
        player.transports = [carried, carried]
        player.silver, player.points, player.loans = 9999, 999, 16
    return state


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_fullest_table_of_four_fits_a_message(language: str) -> None:
    state, words = fullest(), words_in(language)
    seat = next(iter(GAME.owed(state)))
    state.owners = [seat] * len(state.owners)
    spectator = Look(table_of(state), None, GAME.view(state, None))
    for panel in (
        board_panel(FACE, spectator, words),
        hand_panel(FACE, look_of(state, seat), words),
        menu_panel(FACE, look_of(state, seat), words),
        Panel(tuple(order_parts(look_of(state, seat), words))),
    ):
        check(panel)


def test_the_board_in_words_marks_players_like_the_picture() -> None:
    assert picture.SEAT_COLOURS[:4] == ("#2E8BFF", "#FF4F79", "#21B84F", "#A24BFF")  # blue, red, green, purple
    state = fullest()
    state.standing[0] = (0, 1, 2, 3)
    state.owners[:4] = [3, 2, 1, 0]
    shown = "\n".join(
        part.text for part in FACE.board(Look(table_of(state), None, GAME.view(state, None)), words_in("en"))
    )
    assert "**A**🔵🔴🟢🟣" in shown
    assert all(f"{name} {seat}" in shown for name, seat in zip(
        ("Starting Player", "Juggler", "Innkeeper", "Trader"), ("🟣", "🟢", "🔴", "🔵"), strict=True
    ))  # fmt: skip
    for where in (shown, read(order_parts(look_of(state, 0), words_in("en")))):
        assert all(f"\n{seat} **" in "\n" + where for seat in ("🔵", "🔴", "🟢", "🟣"))


def read(parts: Sequence[Part]) -> str:
    return "\n".join(part.text for part in parts if isinstance(part, Text))


def steps(panel: Panel, placing: Placing | None = None) -> Iterator[Placing]:
    """The drafts that the lists of a menu lead to."""
    for part in panel.parts:
        if isinstance(part, Select):
            verb, arg = part.target.verb, part.target.arg
            for option in part.options:
                if verb == "haithabu.go":
                    yield Placing(arg, option.value)
                elif placing and verb in STEPS:
                    yield STEPS[verb](placing, arg, [option.value])


@pytest.mark.parametrize("seed", [0, 3, *thorough(1, 2, 4, 5)])
def test_every_menu_of_random_games_fits_uncut_and_leads_on(seed: int) -> None:
    state: State = GAME.new(2 + seed % 3, seed)
    chance, words, met = Chance(seed), words_in(("en", "de")[seed % 2]), set[str]()
    for number in range(160):
        if not number % 20:
            for player in state.players:
                player.silver = min(player.silver, 30)  # loans make the longest lines
        owed = GAME.owed(state)
        if not owed:
            break
        seat, decision = next(iter(owed.items()))
        if decision not in met or not number % 9:
            met.add(decision)
            check_menu(state, seat, words)
        GAME.play(state, seat, GAME.sample(state, seat, chance))
    assert {"turn", "act", "use_functions"} <= met


def check_menu(state: State, seat: int, words: Words) -> None:
    look = look_of(state, seat)
    menu = menu_panel(FACE, look, words)
    check(menu)
    for move in look.options:
        assert len(move_text(look, words, move)) <= MAX_OPTION_CHARS
    for placing in steps(menu):
        place = menu_panel(FACE, look_of(state, seat, placing), words)
        check(place)
        for deeper in list(steps(place, placing))[:40:7]:
            check(menu_panel(FACE, look_of(state, seat, deeper), words))


async def until(sitting: Sitting, decision: str) -> Any:
    """Let the game go on by its own sample until somebody owes this decision; return who."""
    operator, chance = sitting.operator, Chance(11)
    for _ in range(400):
        table = await operator.table(sitting.number)
        for seat, owed in table.owed.items():
            if owed == decision:
                return next(person for person in sitting.people if person.id == table.seats[seat].person)
        seat = next(iter(table.owed))
        person = next(person for person in sitting.people if person.id == table.seats[seat].person)
        move = GAME.sample(table.state, seat, chance)
        await person.command("haithabu choose", what=str(move), table=sitting.number)
    raise AssertionError(f"nobody was asked for {decision}")


async def test_an_action_is_put_together_step_by_step_and_survives_a_restart(world: World, operator: Operator) -> None:
    sitting = await sit_down(operator, "haithabu", ("anna", "bert"))
    person = await until(sitting, "turn")
    menu = await sitting.open_menu(person)
    menu = (await person.choose(menu, "A", menu=WHERE)).shown
    menu = (await person.choose(menu, "cart20", menu="Buy a cart")).shown
    menu = (await person.choose(menu, "ship30", menu="And a ship …")).shown
    assert "−50 silver" in menu.text
    await world.restart()
    again = await sitting.open_menu(person)
    assert "−50 silver" in again.text
    assert "You can't undo this once something is revealed or somebody else moves." in again.text
    before = (await operator.table(sitting.number)).row.version
    await person.click(again, "Confirm")
    log = await operator.moves(sitting.number)
    assert log[before:] == [f"{await sitting.seat(person)} work own A fetch cart20 ship30"]


async def test_a_choice_that_ends_the_turn_says_so_before_and_can_be_undone_until_somebody_moves(
    operator: Operator,
) -> None:
    sitting = await sit_down(operator, "haithabu", ("anna", "bert"))
    person = await until(sitting, "turn")
    before = await operator.moves(sitting.number)
    menu = (await person.choose(await sitting.open_menu(person), "Market", menu=WHERE)).shown
    ends = "After this your turn is over. You can't undo it once something is revealed or somebody else moves."
    assert ends not in menu.text, "the ware alone is no move"
    menu = (await person.choose(menu, "Mead", menu="Buy …")).shown
    assert "Buy 🍯 Mead, 5 silver each: how many?" in menu.text, "what was picked first is still shown"
    assert ends in menu.text, "the next player may have planned"
    assert await operator.moves(sitting.number) == before
    menu = (await person.choose(menu, "3", menu="Buy Mead: how many?")).shown
    assert (await operator.moves(sitting.number))[len(before) :] == ["0 work own market buy mead:3"]
    await person.click(menu, "Undo")
    assert "turn" in (await operator.table(sitting.number)).owed.values()


async def test_against_a_computer_too_a_choice_ends_the_turn_only_where_the_menu_says_so(operator: Operator) -> None:
    sitting = await sit_down(operator, "haithabu", ("anna",), computers=1)
    person = await until(sitting, "turn")
    before = await operator.moves(sitting.number)
    menu = (await person.choose(await sitting.open_menu(person), "Market", menu=WHERE)).shown
    ends = "After this your turn is over. You can't undo it once something is revealed or somebody else moves."
    assert ends not in menu.text, "the ware alone is no move"
    menu = (await person.choose(menu, "Mead", menu="Buy …")).shown
    assert ends in menu.text, "the computer goes on at once"
    assert await operator.moves(sitting.number) == before
    await person.choose(menu, "3", menu="Buy Mead: how many?")
    assert (await operator.moves(sitting.number))[len(before)] == "0 work own market buy mead:3"


async def test_confirm_carries_out_only_what_its_own_menu_shows(world: World, operator: Operator) -> None:
    sitting = await sit_down(operator, "haithabu", ("anna", "bert"))
    person = await until(sitting, "turn")
    before = await operator.moves(sitting.number)
    older = await sitting.open_menu(person)
    for choice, menu in (("A", WHERE), ("cart20", "Buy a cart")):
        older = (await person.choose(older, choice, menu=menu)).shown
    assert "−20 silver" in older.text
    await world.later(minutes=15)  # Until then there is one menu.
    newer = await sitting.open_menu(person)
    newer = (await person.click(newer, "Back")).shown
    newer = (await person.choose(newer, "ship30", menu="Buy a ship")).shown
    assert "−30 silver" in newer.text
    answer = await person.click(older, "Confirm")
    assert await operator.moves(sitting.number) == before, "what the older menu showed is not what lies there"
    assert "nothing has changed" in answer.text
    assert "−30 silver" in answer.text, "it shows what lies there now"
    await person.click(answer.shown, "Confirm")
    assert (await operator.moves(sitting.number))[len(before) :] == ["0 work own A fetch ship30"]


@pytest.mark.parametrize("at_once", [True, False])
async def test_who_presses_back_twice_just_sees_the_page_it_leads_to(
    world: World, operator: Operator, *, at_once: bool
) -> None:
    sitting = await sit_down(operator, "haithabu", ("anna", "bert"))
    person = await until(sitting, "turn")
    menu = await sitting.open_menu(person)
    wanted = menu.text.partition("\n-# 💡")[0]  # Newcomers get a tip below.
    shown = (await person.choose(menu, "A", menu=WHERE)).shown
    back = str(shown.button("Back")["custom_id"])
    if at_once:
        answers = await world.at_once([person.raw_click(shown, back) for _ in range(2)])
        assert [answer.text.partition("\n-# 💡")[0] for answer in answers] == [wanted, wanted]
    else:
        for planted in (True, False):
            answer = await person.raw_click(shown, back, planted=planted)
            assert answer.text.partition("\n-# 💡")[0] == wanted


async def test_back_from_the_list_of_amounts_leads_to_the_list_of_wares(operator: Operator) -> None:
    sitting = await sit_down(operator, "haithabu", ("anna", "bert"))
    person = await until(sitting, "turn")
    menu = (await person.choose(await sitting.open_menu(person), "Market", menu=WHERE)).shown
    menu = (await person.choose(menu, "Mead", menu="Buy …")).shown
    menu = (await person.click(menu, "Back")).shown
    menu = (await person.choose(menu, "Cloth", menu="Buy …")).shown
    menu = (await person.click(menu, "Back")).shown
    menu = (await person.click(menu, "Back")).shown
    assert "place your worker" in menu.text


async def test_before_the_dice_one_can_go_back_and_after_them_not(operator: Operator) -> None:
    sitting = await sit_down(operator, "haithabu", ("anna", "bert"))
    person = await until(sitting, "turn")
    menu = await sitting.open_menu(person)
    view = GAME.view((await operator.table(sitting.number)).state, None)
    night = next(field.key for field in view.rondel if field.key in "ABGHD" and not field.day)
    menu = (await person.choose(menu, night, menu=WHERE)).shown
    assert f"night on {night} · " in menu.text.replace("**", "")
    menu = (await person.click(menu, "Back")).shown
    assert "place your worker" in menu.text
    menu = (await person.choose(menu, night, menu=WHERE)).shown
    await person.click(menu, "Roll 1 die")
    table = await operator.table(sitting.number)
    assert not GAME.can_take_back(table.state, await sitting.seat(person))


@pytest.mark.parametrize("order", [(0, 1, 2), (2, 1, 0)])
async def test_an_event_asks_several_at_once_and_takes_answers_in_any_order(
    operator: Operator, order: tuple[int, ...]
) -> None:
    sitting = await sit_down(operator, "haithabu", ("anna", "bert", "clara", "david"))
    await until(sitting, "viking_games")
    table = await operator.table(sitting.number)
    asked = [p for p in sitting.people if (await sitting.seat(p)) in table.owed]
    assert len(asked) == 3
    menus = [await sitting.open_menu(person) for person in asked]
    for number in order:
        answer = await asked[number].click(menus[number], "1 point")
    assert "You can't undo this once" in answer.text, "whoever rolled may have planned"
    await asked[number].click(answer.shown, "Confirm")
    log = await operator.moves(sitting.number)
    assert sorted(log[-3:]) == sorted([f"{await sitting.seat(person)} give point" for person in asked])


def test_a_draft_says_the_loans_that_it_needs() -> None:
    state: State = GAME.new(2, 1)
    chance = Chance(1)
    while "turn" not in GAME.owed(state).values():
        seat = next(iter(GAME.owed(state)))
        GAME.play(state, seat, GAME.sample(state, seat, chance))
    seat = next(iter(GAME.owed(state)))
    state.players[seat].silver = 10
    look = msgspec.structs.replace(look_of(state, seat), draft=encode_draft(Placing("own", "market", "buy spices:2")))
    text = "\n".join(part.text for part in menu_panel(FACE, look, words_in("en")).parts if isinstance(part, Text))
    assert "−50 silver · ⚠️ loan of 100: repay 200, or lose 10 points" in text


async def test_h01_whoever_opens_a_table_may_have_the_rondel_drawn_by_lot(operator: Operator) -> None:
    anna, bert, *_ = operator.world.people.values()
    lobby, number = await open_lobby(operator, "haithabu", anna, 2, rondel=BY_LOT)
    assert "8 rounds, random rondel" in lobby.text
    await bert.click(lobby, "k:join:")
    await anna.click(lobby, "k:start:")
    table = await operator.table(number)
    assert (table.row.options, table.state.version) == ({"rondel": BY_LOT}, GAMES["haithabu"].version)
    told = "\n".join(message.text for message in operator.world.messages(operator.world.threads[-1]))
    day = [field.key for field in table.game.view(table.state, None).rondel if field.day]
    (line,) = [line for line in told.splitlines() if "Drawn at random" in line]
    assert sorted(line.partition("day on ")[2].rstrip(".").split()) == day
