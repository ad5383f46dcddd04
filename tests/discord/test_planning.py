"""Planning ahead: a turn that a player has made in advance is played when it is theirs, and nobody sees it before."""

from __future__ import annotations

import random
import re

import msgspec
import pytest

from cogs.games.visby.display import VisbyDisplay
from cogs.messages.table_messages import hand_panel, menu_panel
from rules.visby.events import Chose
from storage.queries import tables as sql
from tables.model.table import Since
from tables.play import lookup, moves
from tables.play.seat_plans import SeatPlans, plans_of, set_plans
from tables.seating import seats
from tests.discord.bot import Operator
from tests.discord.kit import World
from tests.discord.people import Person
from tests.discord.playing import Sitting, moves_on, press_item, sit_down
from tests.discord.reading import Seen
from tests.discord.test_haithabu import WHERE
from tests.selection import thorough
from words import words_in

SAVED = "🗓️ **Your plan is saved.** Nobody else can see it."


async def until_a_turn(sitting: Sitting, operator: Operator, rng: random.Random) -> Person:
    """Play until somebody has a turn, and return who."""
    while "turn" not in (await operator.table(sitting.number)).owed.values():
        await sitting.move((await sitting.owing())[0], rng)
    (person,) = await sitting.owing()
    return person


async def planned_row(sitting: Sitting, person: Person, row: str) -> Seen:
    """Plan to take a row and end the turn; return the menu afterwards."""
    menu = (await person.click(await sitting.open_menu(person), "Plan my next turn")).shown
    menu = (await person.click(menu, row)).shown
    return (await person.click(menu, "End turn")).shown


async def test_a_turn_planned_in_riga_is_played_when_it_is_asked_for(world: World, operator: Operator) -> None:
    sitting, rng = await sit_down(operator, "riga", ("anna", "bert", "clara")), random.Random(1)
    anna = await until_a_turn(sitting, operator, rng)
    bert = sitting.people[(sitting.people.index(anna) + 1) % 3]
    before = len(world.messages()), len(bert.pings)
    menu = await planned_row(sitting, bert, "Row 1")
    assert f"{SAVED}\nTake a row: " in menu.text
    assert "→ end your turn" in menu.text
    assert before == (len(world.messages()), len(bert.pings))
    await world.crash()
    while await sitting.owing() == [anna]:
        await sitting.move(anna, rng)
    assert (await operator.moves(sitting.number))[-2:] == ["1 take row 1", "1 done"]
    assert len(bert.pings) == before[1], "a planned question is not announced"
    where = f"https://discord.com/channels/{world.server.id}/{world.threads[0].id}"
    assert f"🗓️ **[Riga · table #{sitting.number}]({where}):** your plan was played." in bert.dms[-1].text
    assert "You're planning ahead" in (await bert.click(bert.dms[-1], "Plan my next turn")).shown.text
    menu = await sitting.open_menu(bert)
    assert "Plan my next turn" in " ".join(menu.buttons)
    assert "**Already played for you:**\n" in menu.text
    assert "Since your last move" not in "".join(menu.text.partition("Already played")[0])
    await operator.check()


async def test_while_the_game_runs_only_its_owner_sees_that_a_move_was_planned(operator: Operator) -> None:
    sitting, rng = await sit_down(operator, "riga", ("anna", "bert", "clara")), random.Random(1)
    anna = await until_a_turn(sitting, operator, rng)
    bert = sitting.people[(sitting.people.index(anna) + 1) % 3]
    await planned_row(sitting, bert, "Row 1")
    await anna.command("riga take", what="row 4")
    await anna.command("riga done")
    emil = sitting.world.add_person("emil")
    for reader in (anna, bert, emil):
        log = (await reader.command("riga log", table=sitting.number)).shown
        assert "Bert⁩** takes a row: " in log.text
        assert ("🗓" in log.text) == (reader is bert)
        step = (await reader.command("riga replay", table=sitting.number)).shown
        assert step.text.count("👉 **⁨Bert⁩** · 🗓️ *decided in advance*") == (reader is bert)
    bert.locale = "de"
    line = next(
        line for line in (await bert.command("riga log", table=sitting.number)).text.splitlines() if "🗓" in line
    )
    assert line.startswith("🛢️ **⁨Bert⁩** nimmt eine Reihe: ")
    assert line.endswith(" · 🗓️ *vorab entschieden*")


async def test_a_row_that_is_gone_makes_the_next_alternative_be_played(operator: Operator) -> None:
    sitting, rng = await sit_down(operator, "riga", ("anna", "bert", "clara")), random.Random(1)
    anna = await until_a_turn(sitting, operator, rng)
    bert = sitting.people[(sitting.people.index(anna) + 1) % 3]
    await planned_row(sitting, bert, "Row 4")
    menu = (await bert.click(await sitting.open_menu(bert), "Add alternative")).shown
    assert "You're planning an alternative" in menu.text
    menu = (await bert.click(menu, "Row 5")).shown
    menu = (await bert.click(menu, "End turn")).shown
    assert "\n**1** · Take a row: " in menu.text
    assert "\n**2** · Take a row: " in menu.text
    await anna.command("riga take", what="row 4")
    assert "*Not possible right now*" in (await sitting.open_menu(bert)).text
    await anna.command("riga done")
    assert (await operator.moves(sitting.number))[-2:] == ["1 take row 4", "1 done"], "row 5 has become row 4"


async def test_who_changes_a_plan_reads_that_it_replaces_the_saved_one_and_may_keep_that(operator: Operator) -> None:
    sitting, rng = await sit_down(operator, "riga", ("anna", "bert", "clara")), random.Random(1)
    anna = await until_a_turn(sitting, operator, rng)
    bert = sitting.people[(sitting.people.index(anna) + 1) % 3]
    menu = (await bert.click(await sitting.open_menu(bert), "Plan my next turn")).shown
    assert "You're changing your plan" not in menu.text
    await bert.click(menu, "Cancel planning")
    saved = await planned_row(sitting, bert, "Row 4")
    menu = (await bert.click(saved, "Change plan")).shown
    assert "🗓️ **You're changing your plan.**" in menu.text
    menu = (await bert.click(menu, "Cancel planning")).shown
    (planned,) = [line for line in saved.text.splitlines() if line.startswith("Take a row: ")]
    assert planned in menu.text
    menu = (await bert.click(menu, "Add alternative")).shown
    assert "You're changing your plan" not in menu.text


async def test_a_planned_winter_discard_says_that_it_is_made_in_winter(operator: Operator) -> None:
    sitting = await sit_down(operator, "riga", ("anna", "bert"))
    await until_a_turn(sitting, operator, random.Random(1))
    winter = "🗓️ Plan my winter discard"
    while True:
        person = (await sitting.owing())[0]
        for move in ("take row 1", "done"):
            if person in await sitting.owing():
                await moves.play(operator.services, sitting.number, person.id, move)
        menu = await sitting.open_menu(person)
        if winter in menu.buttons:
            break
    menu = (await person.click(menu, winter)).shown
    (cards,) = moves_on(menu, "riga")
    saved = (await press_item(person, menu, cards, random.Random(1))).shown
    assert "-# Discarded for you in winter. If you take back your turn first, the plan is deleted." in saved.text
    await person.click(saved, "Undo")
    assert person in await sitting.owing()
    assert not (await operator.table(sitting.number)).seats[await sitting.seat(person)].plans


async def test_whose_plan_does_not_fit_is_asked_and_reads_why(operator: Operator) -> None:
    sitting, rng = await sit_down(operator, "riga", ("anna", "bert", "clara")), random.Random(1)
    anna = await until_a_turn(sitting, operator, rng)
    bert = sitting.people[(sitting.people.index(anna) + 1) % 3]
    await planned_row(sitting, bert, "Row 4")
    await anna.command("riga take", what="row 4")
    pinged = len(bert.pings)
    await anna.command("riga done")
    assert len(bert.pings) == pinged + 1
    why = (
        "🗓️ Your plan no longer works, so nothing was played. "
        "There's no row with the same goods any more. Please decide now:"
    )
    assert why in bert.sees(sitting.world.threads[-1])[-1].text, "also in the menu that follows"
    assert why in (await sitting.open_menu(bert)).text


@pytest.mark.parametrize("how", ["Delete plan", "Cancel planning"])
async def test_what_is_not_planned_any_more_is_not_played(operator: Operator, how: str) -> None:
    sitting, rng = await sit_down(operator, "riga", ("anna", "bert", "clara")), random.Random(1)
    anna = await until_a_turn(sitting, operator, rng)
    bert = sitting.people[(sitting.people.index(anna) + 1) % 3]
    menu = (await bert.click(await sitting.open_menu(bert), "Plan my next turn")).shown
    menu = (await bert.click(menu, "Row 1")).shown
    done = next(str(item["custom_id"]) for item in menu.components if str(item.get("custom_id")).endswith("done"))
    if how == "Delete plan":
        menu = (await bert.click(menu, "End turn")).shown
    menu = (await bert.click(menu, how)).shown
    assert "Plan my next turn" in " ".join(menu.buttons)
    assert "out of date" in (await bert.raw_click(menu, done)).text
    while await sitting.owing() == [anna]:
        await sitting.move(anna, rng)
    assert await sitting.owing() == [bert]
    assert not (await operator.moves(sitting.number))[-1].startswith("1 ")


@pytest.mark.parametrize(("move", "is_played"), [("work own H point", True), ("work own market buy mead:5", False)])
async def test_a_turn_planned_in_haithabu_is_played_if_it_costs_and_brings_what_was_shown(
    operator: Operator, move: str, is_played: bool
) -> None:
    sitting, rng = await sit_down(operator, "haithabu", ("anna", "bert", "clara")), random.Random(1)
    anna = await until_a_turn(sitting, operator, rng)
    bert = sitting.people[(sitting.people.index(anna) + 1) % 3]
    menu = (await bert.click(await sitting.open_menu(bert), "Plan my next turn")).shown
    assert "**Your plan: place your worker.**" in menu.text
    assert "Your turn" not in menu.text
    menu = (await bert.choose(menu, "Market", menu=WHERE)).shown
    menu = (await bert.choose(menu, "Mead", menu="Buy …")).shown
    menu = (await bert.choose(menu, "3", menu="Buy Mead: how many?")).shown
    assert SAVED in menu.text
    assert "if it still costs and gives you exactly what you planned" in menu.text
    pinged = len(bert.pings)
    await moves.play(operator.services, sitting.number, anna.id, move)
    await operator.world.settle()
    assert (await operator.moves(sitting.number))[-1] == ("1 work own market buy mead:3" if is_played else f"0 {move}")
    assert len(bert.pings) == pinged + (not is_played)
    await operator.check()


async def test_a_turn_in_haithabu_that_has_changed_says_so_and_its_alternative_is_played(operator: Operator) -> None:
    sitting, rng = await sit_down(operator, "haithabu", ("anna", "bert", "clara")), random.Random(1)
    anna = await until_a_turn(sitting, operator, rng)
    place = sitting.people.index(anna)
    bert, clara = (sitting.people[(place + far) % 3] for far in (1, 2))
    menu = await sitting.open_menu(clara)
    for ware, button in (("Mead", "Plan my next turn"), ("Cloth", "Add alternative")):
        menu = (await clara.click(menu, button)).shown
        menu = (await clara.choose(menu, "Market", menu=WHERE)).shown
        menu = (await clara.choose(menu, ware, menu="Buy …")).shown
        menu = (await clara.choose(menu, "3", menu=f"Buy {ware}: how many?")).shown
    assert "I play the first one that still costs and gives you exactly what you planned" in menu.text
    assert "changed since" not in menu.text
    pinged = len(clara.pings)
    await moves.play(operator.services, sitting.number, anna.id, "work own market buy mead:1")
    for language, note in (
        ("en", "changed since you planned it"),
        ("de", "hat sich geändert, seit du es geplant hast"),
    ):
        clara.locale = language
        (mead, cloth) = re.findall(r"^\*\*[12]\*\* · .*", (await sitting.open_menu(clara)).text, re.MULTILINE)
        assert mead.endswith(f" · *{note}*")
        assert note not in cloth
    await moves.play(operator.services, sitting.number, bert.id, "work own market buy spices:1")
    await operator.world.settle()
    seat = await sitting.seat(clara)
    assert (await operator.moves(sitting.number))[-1] == f"{seat} work own market buy cloth:3"
    assert len(clara.pings) == pinged
    await operator.check()


async def test_an_action_by_night_cannot_be_planned_and_is_forgotten_when_planning_begins_again(
    operator: Operator,
) -> None:
    sitting, rng = await sit_down(operator, "haithabu", ("anna", "bert", "clara")), random.Random(1)
    anna = await until_a_turn(sitting, operator, rng)
    bert = sitting.people[(sitting.people.index(anna) + 1) % 3]
    menu = (await bert.click(await sitting.open_menu(bert), "Plan my next turn")).shown
    menu = (await bert.choose(menu, "D · Order and free ware", menu=WHERE)).shown
    assert "That can't be planned." in menu.text
    assert {"⬅️ Back", "Cancel planning"} == {*menu.buttons}
    menu = (await bert.click(await sitting.open_menu(bert), "Plan my next turn")).shown
    assert "**Your plan: place your worker.**" in menu.text
    menu = (await bert.click(menu, "Hire a neutral worker (40 silver)")).shown
    menu = (await bert.choose(menu, "D · Order and free ware", menu=WHERE)).shown
    menu = (await bert.click(menu, "Save my plan so far")).shown
    assert f"{SAVED}\nHire a neutral worker (40 silver) → then I'll ask you\n" in menu.text


async def chosen(sitting: Sitting, person: Person, card: str) -> Seen:
    """Choose a card of Visby; return the menu afterwards."""
    return (await person.click(await sitting.open_menu(person), card)).shown


@pytest.mark.parametrize(
    ("press", "planned", "done"),
    [
        (("Trade as much as possible",), "Trade for as many seals as possible", "trade 3"),
        (("Another trade …", "1 seal"), "Trade for 1 seal, with as few wares as possible", "trade 3"),
        *thorough((("Another trade …", "No trade"), "No trade", "trade 0")),
    ],
)
async def test_whoever_chose_the_merchant_plans_the_trade_and_is_not_asked(
    world: World, operator: Operator, press: tuple[str, ...], planned: str, done: str
) -> None:
    sitting = await sit_down(operator)
    anna, bert, clara, david = sitting.people
    menu = await chosen(sitting, anna, "Merchant")
    assert "**Your Merchant's trade:** decide now, or I'll ask you when the cards are revealed." in menu.text
    before = len(world.messages()), len(anna.pings)
    for button in press:
        menu = (await anna.click(menu, button)).shown
    assert f"{SAVED}\n{planned}\n-# Traded as soon as the cards are revealed." in menu.text
    assert {"Change plan", "Delete plan", "🐴 Knight"} <= {*menu.buttons}
    assert before == (len(world.messages()), len(anna.pings))
    for person in (bert, clara):
        await chosen(sitting, person, "Ship")
    await world.crash()
    await chosen(sitting, david, "Knight")
    seat = await sitting.seat(anna)
    assert (await operator.moves(sitting.number))[-1] == f"{seat} {done}"
    assert len(anna.pings) == before[1] + 1, "only the next round asks"
    assert "your plan was played" in anna.dms[-1].text
    assert len(await sitting.owing()) == 4
    await operator.check()


async def test_a_menu_says_what_was_played_and_a_hand_does_not_as_no_edit_follows_a_changed_choice(
    operator: Operator,
) -> None:
    sitting = await sit_down(operator)
    table = await operator.table(sitting.number)
    seat = await sitting.seat(sitting.people[0])
    look = await lookup.look_of_seat(operator.services, table, seat)
    news = Since(0, (), (), (Chose(seat, ("ship", "knight")),))
    hand = hand_panel(VisbyDisplay(), msgspec.structs.replace(look, since=news, kept=True), words_in("en"))
    menu = menu_panel(VisbyDisplay(), msgspec.structs.replace(look, since=news), words_in("en"))
    assert ["Already played for you" in str(panel.parts) for panel in (hand, menu)] == [False, True]


async def test_a_planned_trade_that_cannot_be_made_is_asked_and_one_that_is_deleted_too(operator: Operator) -> None:
    sitting = await sit_down(operator)
    anna, bert, *others = sitting.people
    menu = await chosen(sitting, anna, "Merchant")
    old = next(str(item["custom_id"]) for item in menu.components if str(item.get("custom_id")).endswith("buy most"))
    menu = (await anna.click(menu, "Trade as much as possible")).shown
    menu = (await anna.click(menu, "Delete plan")).shown
    assert "Trade as much as possible" in " ".join(menu.buttons)
    for person in others:
        await chosen(sitting, person, "Knight")
    await chosen(sitting, bert, "Merchant")
    assert await sitting.owing() == [anna, bert]
    answer = await anna.raw_click(menu, old)
    assert "That menu was out of date, so nothing has changed." in answer.text
    assert "**Your Merchant trades.**" in answer.text


async def test_while_others_trade_the_next_card_is_chosen_and_shows_only_once_its_round_has_begun(
    world: World, operator: Operator
) -> None:
    sitting = await sit_down(operator)
    anna, bert, clara, david = sitting.people
    await chosen(sitting, anna, "Merchant")
    for person in (bert, clara, david):
        await chosen(sitting, person, "Ship")
    assert await sitting.owing() == [anna]
    before = len(world.messages()), len(bert.pings)
    for person in (bert, clara, david):
        menu = await sitting.open_menu(person)
        assert "While Merchants trade, you can already choose for the next round." in menu.text
        menu = (await person.click(menu, "Choose for the next round")).shown
        assert "You're planning ahead." in menu.text
        assert "Round 2: choose a card." in menu.text
        assert "Ship" not in " ".join(menu.buttons), "that card is discarded by then"
        menu = (await person.click(menu, "Knight")).shown
        assert "Play 🐴 Knight\n-# Your choice is played when the next round begins." in menu.text
    assert "✅" not in await sitting.board_in_words(anna)
    assert before == (len(world.messages()), len(bert.pings))

    menu = await sitting.open_menu(anna)
    asked = (await anna.click(menu, "3 wares → 1 seal")).shown
    assert "You can't undo this trade." in asked.text
    assert (await operator.moves(sitting.number))[-1].endswith("pick ship"), "it is not made yet"
    menu = (await anna.click((await anna.click(asked, "Back")).shown, "No trade")).shown
    menu = (await anna.click(menu, "Confirm")).shown
    assert "Undo" not in " ".join(menu.buttons)
    assert await sitting.owing() == [anna]
    assert len(bert.pings) == before[1], "a player who has already chosen is not pinged"
    assert "You play 🐴 Knight." in bert.dms[-1].text
    assert (await sitting.board_in_words(anna)).count("✅") == 3
    changed = await chosen(sitting, bert, "Fleet")
    assert "✅ You play **⚓ Fleet**." in changed.text
    await anna.click(menu, "Ship")
    assert "plays ⚓ Fleet" in " ".join(message.text for message in world.messages(world.threads[-1]))
    await operator.check()


async def test_the_only_merchant_confirms_the_trade_whether_or_not_anybody_has_planned(operator: Operator) -> None:
    sitting = await sit_down(operator)
    anna, *others = sitting.people
    await chosen(sitting, anna, "Merchant")
    for person in others:
        await chosen(sitting, person, "Ship")
    asked = (await anna.click(await sitting.open_menu(anna), "3 wares → 1 seal")).shown
    assert "You can't undo this trade." in asked.text
    menu = (await anna.click(asked, "Confirm")).shown
    assert "Undo" not in " ".join(menu.buttons)
    assert "There is nothing to undo right now." in (await anna.command("visby undo", table=sitting.number)).text
    assert len(await sitting.owing()) == 4


@pytest.mark.parametrize("how", ["closed", "given away", "asked", "made again"])
async def test_a_plan_from_an_old_menu_gets_a_clear_sentence_and_nothing_is_played(
    operator: Operator, how: str
) -> None:
    sitting, rng = await sit_down(operator, "riga", ("anna", "bert", "clara")), random.Random(1)
    anna = await until_a_turn(sitting, operator, rng)
    bert = sitting.people[(sitting.people.index(anna) + 1) % 3]
    menu = (await bert.click(await sitting.open_menu(bert), "Plan my next turn")).shown
    row = next(each for each in menu.custom_ids if each.endswith(":row 1"))
    if how == "closed":
        await sitting.close()
    elif how == "given away":
        await seats.resign(operator.services, sitting.number, bert.id)
        await operator.world.settle()
    elif how == "asked":
        await anna.command("riga take", what="row 4")
        await anna.command("riga done")
    else:
        await bert.click(menu, "Row 2")
    before = await operator.moves(sitting.number)
    answers = [(await bert.raw_click(menu, each)).text for each in (row, f"k:plan:{sitting.number}::turn")]
    assert SENTENCES[how] in answers[0]
    if how != "made again":
        assert SENTENCES[how] in answers[1]
    assert await operator.moves(sitting.number) == before
    assert not any(plan.plans for plan in map(plans_of, (await operator.table(sitting.number)).seats))
    await operator.verify()


SENTENCES = {
    "closed": "Table #1 is closed.",
    "given away": "A computer",
    "asked": "There is nothing you can plan at table #1 right now. *Play* shows your menu.",
    "made again": "That menu was out of date, so nothing has changed.",
}
"""What the menu of a plan answers once something has happened."""


async def test_a_plan_of_other_rules_is_not_shown_and_not_played(operator: Operator) -> None:
    sitting, rng = await sit_down(operator, "riga", ("anna", "bert", "clara")), random.Random(1)
    anna = await until_a_turn(sitting, operator, rng)
    bert = sitting.people[(sitting.people.index(anna) + 1) % 3]
    await planned_row(sitting, bert, "Row 1")
    async with operator.services.at(sitting.number) as table:
        seat = table.seats[await sitting.seat(bert)]
        (plan,) = plans_of(seat).plans
        old = msgspec.structs.replace(plan, version=plan.version - 1)
        set_plans(seat, SeatPlans((old,)))
        async with operator.services.db.transaction() as db:
            await sql.update_seats(db, sitting.number, table.take_changed_seats())
    assert "Your plan" not in (await sitting.open_menu(bert)).text
    await anna.command("riga take", what="row 4")
    await anna.command("riga done")
    assert await sitting.owing() == [bert]
    assert (await operator.moves(sitting.number))[-1] == "0 done"
    menu = await sitting.open_menu(bert)
    assert "Your plan no longer works, so nothing was played. Please decide now:" in menu.text
