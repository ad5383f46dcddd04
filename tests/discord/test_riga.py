"""Riga's menus, pressed one by one: take, build, pay, functions, winter; left, reopened, begun anew."""

from __future__ import annotations

import random

import pytest

from tests.discord.bot import Operator
from tests.discord.kit import World
from tests.discord.playing import sit_down
from tests.discord.reading import Seen
from tests.discord.riga import GAME, lay
from tests.rules.riga.table import table

GOODS = "Goods to pay with …"
FUNCTIONS = "Money and Cranes …"
SEVERAL, FEWER = "Build several at once …", "Add or remove a building …"
PLAN = "Pay another way …"
SEVERAL_PLAN = "Plan payment and buildings …"


def off(menu: Seen, label: str) -> bool:
    """Whether a button can be seen and not be pressed."""
    return any(item.get("label") == label and item.get("disabled") for item in menu.components)


# Take


async def test_a_row_is_taken_by_its_button(operator: Operator) -> None:
    laid = await lay(operator, table(hands={0: "wine"}, rows=["cloth glass", "grain grain"], taken=False))
    menu = await laid.play()
    assert "🧵 Cloth, 🪟 Glass = **9**" in menu.text
    assert [face for face in menu.buttons if "Row" in face] == ["Row 1", "Row 2"]
    await laid.seated[0].click(menu, "Row 1")
    assert await laid.hand(0) == ["cloth", "glass", "wine"]
    (menu,) = laid.seated[0].ephemerals
    assert [face for face in menu.buttons if "Row" in face] == []


async def test_a_building_is_taken_from_a_list_that_says_what_it_costs_and_does(operator: Operator) -> None:
    state = table(hands={0: "glass glass"}, rows=["wine"], new="danzig:crane", old="visby:bank", taken=False)
    laid = await lay(operator, state)
    menu = await laid.play()
    lines = {choice.value: (choice.label, choice.description) for choice in menu.choices}
    assert lines["danzig:crane"] == (
        "Danzig Crane · 10 ducats · +4 points",
        "✅ pay Glass ×2 (2 ducats are lost) · one-time: halves the cost of one building",
    )
    assert lines["visby:bank"][0] == "Visby Bank · 8 ducats · +4 points · only this year"
    assert "Bank" not in menu.text, "it is listed once"
    await laid.seated[0].choose(menu, "danzig:crane", menu="Take a building …")
    assert await laid.hand(0) == ["glass", "glass", "danzig:crane"]


async def test_my_hand_asks_for_what_is_left_of_the_turn(operator: Operator) -> None:
    hand = "glass glass danzig:crane visby:bank"
    laid = await lay(operator, table(hands={0: hand}, rows=["wine", "grain grain"], taken=False))
    anna = laid.seated[0]
    assert "👉 Your turn: take goods or a building, then build." in (await anna.command("riga hand", table=1)).text
    await anna.click(await laid.play(), "Row 1")
    assert "👉 Your turn: build, or end your turn." in (await anna.command("riga hand", table=1)).text


# Build


async def test_a_building_is_built_with_the_suggested_payment_by_one_button(operator: Operator) -> None:
    laid = await lay(operator, table(hands={0: "glass glass wine danzig:crane visby:fortress"}))
    menu = await laid.play()
    assert "✅ pay 🪟 Glass ×2 (2 ducats are lost)" in menu.text
    assert "✅ pay 🪟 Glass ×2, 🍇 Wine (1 ducat is lost)" in menu.text
    await laid.seated[0].click(menu, "Build Danzig Crane")
    assert await laid.built(0) == ["danzig:crane"]
    assert await laid.hand(0) == ["wine", "visby:fortress"]
    (menu,) = laid.seated[0].ephemerals
    assert "Your turn ended automatically: you couldn't build anything else." in menu.text
    assert "builds **🟩 Danzig Crane** for 10 ducats, paying with 🪟 Glass ×2. 2 ducats are lost." in laid.story


async def test_a_payment_is_changed_card_by_card(operator: Operator) -> None:
    laid = await lay(operator, table(hands={0: "cloth cloth glass glass wine danzig:crane"}))
    anna = laid.seated[0]
    menu = await laid.play()
    await anna.choose(menu, "danzig:crane", menu=PLAN)
    assert "You pay: 🧵 Cloth ×2 = **10 ducats**" in menu.text
    await anna.choose(menu, ["glass#1"], menu=GOODS)
    assert "That's 6 of 10 ducats." in menu.text
    assert off(menu, "Build")
    await anna.choose(menu, ["glass#1", "glass#2", "wine#1"], menu=GOODS)
    assert "You don't need all of this to pay: 🍇 Wine." in menu.text
    assert off(menu, "Build")
    await anna.choose(menu, [], menu=GOODS)
    assert "You pay: nothing = **0 ducats**" in menu.text
    await anna.choose(menu, ["glass#1", "glass#2"], menu=GOODS)
    assert "Enough, but 2 ducats are lost." in menu.text
    await anna.click(menu, "Build")
    assert await laid.built(0) == ["danzig:crane"]
    assert await laid.hand(0) == ["cloth", "cloth", "wine"]


async def test_the_suggested_payment_comes_back_and_the_plan_can_be_left(operator: Operator) -> None:
    laid = await lay(operator, table(hands={0: "cloth cloth glass danzig:crane"}))
    anna = laid.seated[0]
    menu = await laid.play()
    await anna.choose(menu, "danzig:crane", menu=PLAN)
    await anna.choose(menu, ["glass#1"], menu=GOODS)
    await anna.click(menu, "Suggested payment")
    assert "Exactly enough." in menu.text
    await anna.click(menu, "Back")
    assert "You can **build**" in menu.text
    assert await laid.built(0) == []


async def test_several_buildings_of_a_city_are_built_at_once(operator: Operator) -> None:
    state = table(hands={0: "cloth cloth glass danzig:market_hall danzig:treasury danzig:fortress visby:bank"})
    laid = await lay(operator, state)
    anna = laid.seated[0]
    menu = await laid.play()
    await anna.choose(menu, "danzig:market_hall", menu=SEVERAL_PLAN)
    # The Fortress would cost 12 more, and a building of Visby stands elsewhere.
    assert [choice.value for choice in menu.choices if choice.label.startswith("together")] == ["danzig:treasury"]
    await anna.choose(menu, "danzig:treasury", menu=SEVERAL)
    assert "Market Hall (8) + Treasury (8)" in menu.text
    assert "You pay: 🧵 Cloth ×2, 🪟 Glass = **16 ducats**" in menu.text
    await anna.choose(menu, "danzig:treasury", menu=FEWER)
    assert "Treasury" not in menu.text
    await anna.choose(menu, "danzig:treasury", menu=SEVERAL)
    await anna.click(menu, "Build")
    assert await laid.built(0) == ["danzig:market_hall", "danzig:treasury"]


async def test_cranes_and_money_are_chosen_for_a_payment(operator: Operator) -> None:
    state = table(
        hands={0: "glass glass danzig:lodge"},
        built={0: "tallinn:crane visby:trading_post visby:bank stockholm:guildhall"},
    )
    laid = await lay(operator, state)
    anna = laid.seated[0]
    menu = await laid.play()
    await anna.choose(menu, "danzig:lodge", menu=PLAN)
    await anna.choose(menu, [], menu=GOODS)
    await anna.choose(menu, ["visby:bank", "crane@danzig:lodge"], menu=FUNCTIONS)
    assert "Cost: **5 ducats** instead of 10" in menu.text
    assert "You pay: 🟥 Visby Bank (6 ducats), 🟨 Tallinn Crane (halves the cost) = **6 ducats**" in menu.text
    await anna.click(menu, "Build")
    player = (await laid.state()).players[0]
    assert player.built[-1] == "danzig:lodge"
    assert sorted(player.used) == ["tallinn:crane", "visby:bank"]


async def test_an_older_plan_never_pays_for_something_it_does_not_show(operator: Operator) -> None:
    laid = await lay(operator, table(hands={0: "cloth cloth glass glass wine danzig:crane danzig:bank"}))
    anna = laid.seated[0]
    old = await laid.play()
    await operator.world.later(minutes=15)  # Until then there is one menu.
    new = await laid.play()
    await anna.choose(old, "danzig:crane", menu=SEVERAL_PLAN)
    await anna.choose(new, "danzig:bank", menu=SEVERAL_PLAN)
    answer = await anna.click(old, "Build")
    assert "That menu was out of date" in answer.text
    assert await laid.built(0) == []
    answer = await anna.choose(new, ["cloth#1"], menu=GOODS)
    assert "Bank (8)" in answer.text


async def test_forged_clicks_change_nothing_and_are_answered(operator: Operator) -> None:
    laid = await lay(operator, table(hands={0: "cloth cloth danzig:crane"}, built={0: "tallinn:crane"}))
    anna, menu = laid.seated[0], await laid.play()
    mark = (await operator.table(1)).mark(0)
    for verb in ("plan", "group", "goods", "functions", "swap", "suggest", "pay", "build"):
        for values in (None, [], ["nonsense"], ["crane@visby:bank"], ["visby:bank"]):
            kind = "k" if values is None else "s"
            await anna.raw_click(menu, f"{kind}:riga.{verb}:1:{mark}:", values=values)
    await anna.choose(await laid.play(), "danzig:crane", menu=PLAN)
    menu = await laid.play()
    mark = menu.select(GOODS)["custom_id"].split(":")[3]
    for verb, values in (
        ("goods", ["glass#1"]),
        ("goods", ["x"]),
        ("functions", ["crane@visby:bank"]),
        ("group", ["x"]),
    ):
        answer = await anna.raw_click(menu, f"s:riga.{verb}:1:{mark}:", values=values)
        assert "You pay: 🧵 Cloth" in answer.text
    assert await laid.built(0) == ["tallinn:crane"]


# Functions


async def test_a_builders_yard_shows_five_buildings_to_one_person_only(operator: Operator) -> None:
    drawn = "visby:bank visby:crane visby:lodge visby:tavern visby:archive"
    state = table(hands={0: "wine wine"}, built={0: "danzig:builders_yard"}, rows=["wine"], buildings_pile=drawn)
    laid = await lay(operator, state)
    menu = await laid.play()
    assert "-# ⚡ Builders' Yard · " in menu.text, "what it does is said before it is used"
    menu = (await laid.seated[0].click(menu, "Use Danzig Builders' Yard")).shown
    assert "🟥 **Visby Archive** · 8 ducats" in menu.text
    await laid.seated[0].click(menu, "Visby Lodge")
    assert (await laid.hand(0))[-1] == "visby:lodge"
    await laid.seated[0].click(menu, "End turn")
    assert "uses 🟩 Danzig Builders' Yard and draws 5 buildings." in laid.story
    assert "keeps one of them." in laid.story
    others = "\n".join(operator.world.sent_to_others(than=laid.seated[0].name))
    assert "Lodge" not in others


async def test_of_a_builders_yard_nothing_need_be_kept(operator: Operator) -> None:
    state = table(built={0: "danzig:builders_yard"}, rows=["wine"], taken=False)
    laid = await lay(operator, state)
    menu = await laid.play()
    menu = (await laid.seated[0].click(menu, "Use Danzig Builders' Yard")).shown
    menu = (await laid.seated[0].click(menu, "Keep none")).shown
    assert await laid.hand(0) == []
    assert "Row 1" in menu.buttons


async def test_a_treasury_gives_one_of_three_goods(operator: Operator) -> None:
    state = table(built={0: "visby:treasury"}, rows=["wine"], goods_pile="cloth grain grain")
    laid = await lay(operator, state)
    menu = await laid.play()
    menu = (await laid.seated[0].click(menu, "Use Visby Treasury")).shown
    assert "You drew 🧵 Cloth, 🌾 Grain ×2." in menu.text
    menu = (await laid.seated[0].click(menu, "Cloth (5)")).shown
    assert await laid.hand(0) == ["cloth"]
    await laid.seated[0].click(menu, "End turn")
    assert "keeps one of them. Discarded: 🌾 Grain ×2." in laid.story


async def test_the_monastery_swaps_in_two_steps(operator: Operator) -> None:
    state = table(built={0: "riga:monastery"}, riga=True, rows=["cloth wine", "grain grain", "glass"], taken=False)
    laid = await lay(operator, state)
    anna = laid.seated[0]
    menu = await laid.play()
    await anna.choose(menu, "2 grain", menu="Monastery: swap goods …")
    assert sorted(choice.value for choice in menu.choices) == ["1 cloth", "1 wine", "3 glass"]
    await anna.click(menu, "Back")
    await anna.choose(menu, "1 wine", menu="Monastery: swap goods …")
    await anna.choose(menu, "2 grain")
    assert (await laid.state()).rows == [["cloth", "grain"], ["wine", "grain"], ["glass"]]
    assert "You've swapped the goods. **Take** row 1 or row 2; then you can build." in menu.text
    assert "a row of goods or a building" not in menu.text
    assert sorted(face for face in menu.buttons if "Row" in face) == ["Row 1", "Row 2"]
    answer = await anna.raw_click(await laid.play(), "s:riga.swap:1:9.9.9:", values=["nonsense"])
    assert "That menu was out of date" in answer.text


async def test_the_school_trains_whom_one_chooses(operator: Operator) -> None:
    laid = await lay(operator, table(hands={0: "glass"}, riga=True))
    menu = await laid.play()
    await laid.seated[0].click(menu, "Build Riga School")
    await laid.seated[0].click(menu, "Train a knight")
    assert (await laid.state()).players[0].person == "knight"
    assert "End turn" in [face.partition(" ")[2] for face in menu.buttons]


async def test_filling_the_exchange_ends_the_turn(operator: Operator) -> None:
    laid = await lay(operator, table(hands={0: "cloth grain wine"}, built={0: "riga:exchange"}, riga=True))
    menu = await laid.play()
    await laid.seated[0].choose(menu, "Cloth, Grain", menu="Fill the Exchange, end turn …")
    assert (await laid.state()).players[0].exchange
    assert await laid.hand(0) == ["wine"]
    assert "It now holds 8 ducats." in laid.story
    assert "Exchange (full)⚡" in await laid.sitting.board_in_words(laid.seated[1])


async def test_no_more_is_offered_after_three_buildings(operator: Operator) -> None:
    three = "visby:bank visby:lodge visby:tavern"
    state = table(hands={0: "glass glass danzig:crane"}, built={0: three}, fresh=three)
    laid = await lay(operator, state)
    menu = await laid.play()
    assert "You can't build any more this turn." in menu.text
    assert menu.buttons == ["🏁 End turn"]
    assert "🟥 Visby: Bank🌱, Lodge🌱, Tavern🌱" in await laid.sitting.board_in_words(laid.seated[1])


# Winter


async def test_in_winter_just_so_many_cards_are_chosen_and_may_be_chosen_anew(operator: Operator) -> None:
    hands = {
        0: "cloth cloth wine wine wine grain visby:bank danzig:crane",
        1: "grain grain grain grain grain grain glass",
    }
    laid = await lay(operator, table(hands=hands, turn=3))
    first, second = laid.seated
    await first.click(await laid.play(), "End turn")
    assert "have more than 6 cards" in laid.story
    menu = await laid.play()
    select = menu.select(None)
    assert (select["min_values"], select["max_values"]) == (2, 2)
    await first.choose(menu, ["wine#1", "visby:bank"])
    assert "✅ You discard **🍇 Wine, 🟥 Visby Bank**" in menu.text
    assert "⁩** ✅" in await laid.sitting.board_in_words(second)
    await first.choose(menu, ["grain#1", "wine#1"])
    assert (await laid.hand(0))[-1] == "danzig:crane"
    await second.choose(await laid.play(1), "glass#1")
    assert await laid.hand(0) == ["cloth", "cloth", "wine", "wine", "visby:bank", "danzig:crane"]
    assert "discards 🍇 Wine, 🌾 Grain." in laid.story
    assert "Bank" not in "\n".join(operator.world.sent_to_others(than=first.name))


async def test_with_a_warehouse_one_may_discard_nothing(operator: Operator) -> None:
    state = table(hands={0: "wine wine wine grain grain grain grain"}, built={0: "riga:warehouse"}, riga=True, turn=3)
    laid = await lay(operator, state)
    menu = await laid.play()
    menu = (await laid.seated[0].click(menu, "End turn")).shown
    assert "Winter: you can keep all 7 cards or discard 1." in menu.text.replace("**", "")
    assert menu.select("Choose 1 card to discard")
    assert "Discard nothing" in menu.buttons
    await laid.seated[0].click(menu, "Discard nothing")
    assert len(await laid.hand(0)) == 7
    assert "keeps all their cards." in laid.story


# The beginning, leaving, coming back


async def test_starting_player_and_start_building_are_chosen_by_buttons(operator: Operator) -> None:
    sitting = await sit_down(operator, "riga", ("anna", "bert"))
    (chooser,) = await sitting.owing()
    (guest,) = (person for person in sitting.people if person is not chooser)
    typed = {offer.name for offer in await chooser.autocomplete("riga choose", "what")}
    assert typed == {"I'll start", f"{guest.name.capitalize()} starts"}
    menu = await sitting.open_menu(chooser)
    await chooser.click(menu, "I'll start")
    for person in sitting.people:
        menu = await sitting.open_menu(person)
        one, other = menu.buttons[:2]
        await person.click(menu, one)
        if person is sitting.people[0]:
            assert "✅ You keep" in menu.text
            await person.click(menu, other)
    table_ = await operator.table(sitting.number)
    assert table_.state.year == 1
    assert table_.state.starter == await sitting.seat(chooser)
    await operator.check()


@pytest.mark.parametrize("more", [False, True])
async def test_a_turn_is_started_over_also_after_the_school(operator: Operator, more: bool) -> None:
    sitting = await sit_down(operator, "riga", ("anna", "bert"), riga_buildings=True)
    (chooser,) = await sitting.owing()
    await chooser.click(await sitting.open_menu(chooser), "I'll start")
    for person in sitting.people:
        menu = await sitting.open_menu(person)
        await person.click(menu, menu.buttons[0])
    before = (await operator.table(sitting.number)).state.players
    menu = await sitting.open_menu(chooser)
    await chooser.click(menu, next(face for face in menu.buttons if "Row 1" in face))
    await chooser.click(menu, "Build Riga School")
    assert "⏮️ Start my turn over" in menu.buttons
    await chooser.click(menu, "Train a merchant")
    if more:
        await chooser.click(menu, next(face for face in menu.buttons if "Build Riga" in face))
    assert (await operator.table(sitting.number)).state.players != before
    await chooser.click(menu, "Start my turn over")
    assert "Undone, back to the last point where something was revealed." in menu.text
    assert any(face.startswith("Row 1") for face in menu.buttons)
    assert (await operator.table(sitting.number)).state.players == before
    await operator.check()


@pytest.mark.parametrize("crash", [False, True])
async def test_a_half_made_payment_outlives_a_restart(world: World, operator: Operator, crash: bool) -> None:
    laid = await lay(operator, table(hands={0: "cloth cloth glass glass wine danzig:crane danzig:bank"}))
    anna = laid.seated[0]
    menu = await laid.play()
    await anna.choose(menu, "danzig:crane", menu=SEVERAL_PLAN)
    await anna.choose(menu, ["glass#1", "glass#2"], menu=GOODS)
    await (world.crash() if crash else world.restart())
    again = await laid.play()
    assert "You pay: 🪟 Glass ×2 = **12 ducats**" in again.text
    await anna.click(menu, "Build")  # the menu from before the restart works as well
    assert await laid.built(0) == ["danzig:crane"]
    assert await laid.hand(0) == ["cloth", "cloth", "wine", "danzig:bank"]


@pytest.mark.thorough
async def test_two_people_play_a_whole_game_by_clicks(operator: Operator) -> None:
    sitting = await sit_down(operator, "riga", ("anna", "bert"), riga_buildings=True)
    await sitting.play_on(random.Random(11))
    table_ = await operator.table(sitting.number)
    assert GAME.result(table_.state) is not None
    assert "🏆" in operator.world.messages(operator.world.threads[-1])[-1].text
    await operator.check()
