"""What Haithabu's menus tell somebody who has to decide: names, sums, what is possible and what it leads to."""

from __future__ import annotations

import re

import pytest
from msgspec import structs

from cogs.games.haithabu.display import HaithabuDisplay
from cogs.games.haithabu.draft_kinds import Placing
from cogs.games.haithabu.seat_view import view_of
from cogs.messages.advice_parts import advice_parts
from cogs.messages.drafts import Draft
from cogs.messages.lesson_panels import lines_on_a_phone
from cogs.messages.panel import Button, Part, Picture, Row, Select, Text
from cogs.messages.table_messages import menu_panel
from opponents.advice import Advice
from opponents.alderman_hints import best_by_rule_of_thumb
from opponents.haithabu.move_reasons import reasons
from rules.haithabu.data import KINDS, NEUTRAL
from rules.haithabu.events import Billed
from rules.haithabu.state import State
from tables.model.table import Since
from tests.discord.bot import Operator
from tests.discord.playing import sit_down
from tests.discord.test_haithabu_reach import busy, look_of
from tests.rules.haithabu.table import GAME, end_round, last_turn, load_dice, move, offered, table
from words import words_in
from words.haithabu import terms
from words.haithabu.reasons import reason

FACE = HaithabuDisplay()


def menu(state: State, seat: int = 0, draft: Draft | None = None, language: str = "en") -> list[Part]:
    return FACE.menu(look_of(state, seat, draft), words_in(language))


def read(parts: list[Part]) -> str:
    return "\n".join(part.text for part in parts if isinstance(part, Text))


def listed(parts: list[Part]) -> list[str]:
    """Return the labels of all options in a menu."""
    return [option.label for part in parts if isinstance(part, Select) for option in part.options]


def test_a_suggestion_to_take_an_order_names_the_free_ware_once() -> None:
    look, words = look_of(busy(dawn=3), 0), words_in("en")
    take = GAME.parse("work own D order O51 gain spices")
    assert FACE.move_label(look, words, take) == "D · Take order O51 + 1 Spice"
    assert FACE.move_facts(look, words, take)[0] == terms.order_summary(words, "O51", signs=True)


def test_a_delivery_names_orders_as_they_lie_on_their_places() -> None:
    state = table(orders={0: "O60 O07"}, post={0: "mead:4 cloth:4 weapons:4"}, dawn=0)
    look, words = look_of(state, 0), words_in("en")
    both = GAME.parse("work own E deliver O07 mead:2 cloth:4 O60 mead:2 weapons:4")
    assert FACE.move_label(look, words, both) == "E · Deliver to O60 and O07"
    assert FACE.move_facts(look, words, both)[0] == "2🍯 4🪓 to O60, 2🍯 4🧵 to O07"
    for full in (line for line in listed(menu(state, draft=Placing("own", "E"))) if "O60" in line and "O07" in line):
        assert full.index("O60") < full.index("O07"), full


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_suggestion_to_load_says_once_how_many_wares_are_too_many(language: str) -> None:
    words, load = words_in(language), GAME.parse("work own F load cart mead:3 cloth:3")
    look = look_of(busy(dawn=5), 0)
    advice = Advice(load, reasons=reasons(view_of(look), load))
    told = read(advice_parts(FACE, structs.replace(look, advised=(advice,)), words))
    assert told.count(reason(words, "too_many", {"n": 4})) == 1
    assert words.say(terms.STORE_SURPLUS["post"], n=4) not in told


def test_orders_on_display_are_listed_as_the_picture_shows_them() -> None:
    state = table(dawn=3)
    view = GAME.view(state, 0)
    shown = [key for key in (*view.upper, *view.lower) if key]
    assert [line.split()[0] for line in listed(menu(state, draft=Placing("own", "D")))][: len(shown)] == shown


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_suggestion_to_buy_a_transport_names_its_price_once(language: str) -> None:
    look, words = look_of(table(dawn=0, transports={}), 0), words_in(language)
    fetch = GAME.parse("work own A fetch cart20")
    told = [FACE.move_label(look, words, fetch), *FACE.move_facts(look, words, fetch)]
    assert sum("20" in each for each in told) == 1, told


def test_viking_games_name_whoever_gets_the_gift() -> None:
    state = busy(dawn=4)
    load_dice(state, [1])
    move(state, 0, "work own A dice 1")
    assert "P0" in read(menu(state, 1))


@pytest.mark.parametrize(
    ("die", "asked", "told"),
    [
        (1, 1, "Viking games! P0 rolled them, so you must give P0 a ware, 10 silver or a point."),
        (2, 0, "Assassination! You rolled it, so you must give up a character."),
        (5, 0, "Storm! You rolled it, so you must give up your cart or your ship."),
        (6, 1, "Unrest! P0 rolled it, so everybody else must discard a ware."),
    ],
)
def test_an_event_that_asks_says_who_caused_it_and_what_it_is(die: int, asked: int, told: str) -> None:
    state = busy(dawn=4, characters={0: "trader seer"}, warehouse={1: "mead cloth"})
    load_dice(state, [die])
    move(state, 0, "work own A dice 1")
    assert told in re.sub("[*\u2068\u2069]", "", read(menu(state, asked)))


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_hint_on_two_events_fits_a_phone_and_has_each_event_once(language: str) -> None:
    state, words = busy(dawn=4), words_in(language)
    load_dice(state, [6, 4])
    move(state, 0, "work own A dice 2")
    look = look_of(state, 0)
    advised = best_by_rule_of_thumb("haithabu", look.view, look.options)
    look = structs.replace(look, advised=advised)
    panel = menu_panel(FACE, look, words, picture=Picture("menu.png", b"", ""))
    assert lines_on_a_phone(panel) <= 38
    (buttons,) = (part.buttons for part in panel.parts if isinstance(part, Row))
    assert [button.label for button in buttons] == [FACE.move_label(look, words, each.move) for each in advised]
    said = read([*panel.parts])
    assert all(each.reasons for each in advised)
    assert all(said.count(reason(words, why.key, why.facts)) == 1 for each in advised for why in each.reasons)
    assert not any(terms.event_effect(words, event, 10) in said for event in ("unrest", "unpaid_bill"))
    one = menu_panel(FACE, structs.replace(look, advised=advised[:1]), words)
    assert len([part for part in one.parts if isinstance(part, Row)]) == 2
    said = read([*one.parts])
    assert [terms.event_effect(words, event, 10) in said for event in ("unrest", "unpaid_bill")].count(True) == 1


def test_a_menu_that_answers_hint_has_no_row_of_a_single_button() -> None:
    look, words = look_of(busy(dawn=0), 0), words_in("en")
    advised = best_by_rule_of_thumb("haithabu", look.view, look.options)
    look = structs.replace(look, advised=advised, can_undo=True)
    typed, pressed = (
        [
            part.buttons
            for part in menu_panel(FACE, structs.replace(look, hinted=hinted), words).parts
            if isinstance(part, Row)
        ]
        for hinted in (False, True)
    )
    assert [len(row) for row in typed] == [len(advised), 1], "hiring is suggested, so that it needs no other button"
    suggested, others = pressed
    assert suggested == typed[0], "suggestions have a row of their own"
    assert others == typed[1]


def test_whoever_chooses_unrest_reads_that_the_point_is_for_who_has_no_ware() -> None:
    state = busy(dawn=4)
    load_dice(state, [6, 3])
    move(state, 0, "work own A dice 2")
    assert "- **Unrest**: everybody else discards a ware; without one, they lose a point" in read(menu(state))


@pytest.mark.parametrize("language", ["en", "de"])
def test_an_event_to_choose_fits_a_typed_choice(language: str) -> None:
    words = words_in(language)
    for key, effect in terms.EVENT_EFFECT.items():
        assert len(f"{words.say(terms.EVENT[key])} · {words.say(effect)}") <= 100


@pytest.mark.parametrize("language", ["en", "de"])
def test_every_place_says_what_one_does_there(language: str) -> None:
    for part in menu(busy(), language=language):
        if isinstance(part, Select):
            for option in part.options:
                assert part.placeholder == words_in(language).say("Where does your worker go?")
                assert option.description == words_in(language).say(terms.PLACE_PURPOSE[option.value])
                assert len(option.description) <= 100


@pytest.mark.parametrize("language", ["en", "de"])
def test_before_the_dice_it_is_said_that_the_neutral_worker_goes_there(language: str) -> None:
    state = busy()
    move(state, 0, "hire")
    words = words_in(language)
    said = words.say("The neutral worker · {place}", place=terms.place(words, "F"))
    assert said in read(menu(state, draft=Placing("neutral", "F"), language=language))
    assert said not in read(menu(state, draft=Placing("own", "F"), language=language))


@pytest.mark.parametrize(
    ("facts", "reason"),
    [
        ({"post": {}}, "**C**, **E**: your trading post is empty"),
        ({"orders": {}}, "**E**: you don't have an order"),
        ({"post": {0: "tools:2"}}, "**E**: your orders need nothing from your trading post"),
        ({"transports": {}}, "**F**: you don't have a cart or ship"),
        ({"warehouse": {}}, "**F**: your warehouse is empty"),
        ({"silver": {0: 0}, "loans": {1: 16}}, "**A**, **G**: not enough silver"),
        ({"standing": {"D": [0]}}, "**D**: your worker is already there"),
        ({"stacks": {}}, "**A**: no transports left"),
    ],
)
def test_a_place_that_is_not_possible_says_why_and_several_say_it_once(facts: dict[str, object], reason: str) -> None:
    assert reason not in read(menu(busy()))
    state = busy(**facts)
    assert reason in read(menu(state))
    for place in reason.partition(":")[0].replace("*", "").split(", "):
        assert not any(text.startswith(f"work own {place}") for text in offered(state, 0))


def test_what_is_possible_is_not_named_as_impossible() -> None:
    assert "Not possible right now" not in read(menu(busy()))


@pytest.mark.parametrize("draft", [None, *(Placing("own", place) for place in ("market", *"ABCDEFGH"))])
def test_every_menu_of_a_turn_shows_silver_stores_and_what_orders_miss(draft: Placing | None) -> None:
    text = read(menu(busy(cubes={"O60": "mead"}), draft=draft))
    assert "-# Warehouse (9 of 10): 3🍯 3🧵 3🪓 · Trading post (8 of 10): 2🍯 2🧵 2🔨 2🌶️" in text
    assert text.count("-# **O60** · ") == 1
    assert "Your orders still need" not in text, "what is in a store is not needed any more"


@pytest.mark.parametrize("draft", [None, *(Placing("own", place) for place in ("market", *"ABCDEFGH"))])
def test_every_menu_of_a_turn_shows_own_characters_cart_and_ship(draft: Placing | None) -> None:
    text = read(menu(busy(characters={0: "juggler trader", 1: "seer"}), draft=draft))
    assert "-# Characters: Juggler, Trader · Transports: 🛒 cart (any 4 + 2🍯), ⛵ ship (any 4 + 1🍯 1🧵)\n" in text


@pytest.mark.parametrize(
    ("owned", "said"),
    [
        ("cart20-11", "Transports: 🛒 cart (any 4 + 2🍯) (+2 with the Stevedore)\n"),
        ("cart20-11 ship20-11", "⛵ ship (any 4 + 1🍯 1🧵) (+2 each with the Stevedore)\n"),
        ("", "Transports: –\n"),
    ],
)
def test_own_transports_are_shown_with_the_places_that_the_stevedore_adds(owned: str, said: str) -> None:
    state = busy(transports={0: owned}, characters={0: "stevedore"})
    assert said in read(menu(state))
    hand = read([*FACE.hand(look_of(state, 0), words_in("en"))])
    assert (said in f"{hand}\n") == bool(owned)


def test_who_has_neither_character_nor_transport_sees_that_too() -> None:
    assert "-# Characters: – · Transports: –\n" in read(menu(busy(characters={1: "trader"}, transports={})))


@pytest.mark.parametrize(("die", "decision"), [(1, "viking_games"), (6, "unrest")])
def test_an_event_that_asks_shows_silver_and_stores_too(die: int, decision: str) -> None:
    state = busy(dawn=4, warehouse={1: "mead cloth"})
    load_dice(state, [die])
    move(state, 0, "work own A dice 1")
    assert GAME.owed(state) == {1: decision}
    assert "250 silver · 5 points · no loans\n-# Warehouse (2 of 10): 1🍯 1🧵" in read(menu(state, 1))


def test_the_end_of_a_round_shows_silver_and_stores_too() -> None:
    full = last_turn(warehouse={1: "mead:6 cloth:6"}, characters={0: "seer"})
    end_round(full)
    assert GAME.owed(full) == {0: "use_functions"}
    assert "250 silver · 5 points · no loans\n-# Warehouse (0 of 10)" in read(menu(full))
    move(full, 0, "done")
    assert GAME.owed(full) == {1: "discard_surplus"}
    assert "Warehouse (12 of 10)" in read(menu(full, 1))


def test_the_only_ware_that_the_stevedore_can_bring_is_one_button_not_two() -> None:
    """Discord refuses a message with the same button twice."""
    state = last_turn(warehouse={0: "mead"}, characters={0: "stevedore"})
    end_round(state)
    assert GAME.owed(state) == {0: "use_functions"}
    rows = [part for part in menu(state) if isinstance(part, Row)]
    targets = [button.target for row in rows for button in row.buttons if isinstance(button, Button)]
    assert sum(target.arg == "stevedore mead" for target in targets) == 1
    assert "Stevedore: 1 Mead to the trading post" in [
        button.label for row in rows for button in row.buttons if isinstance(button, Button)
    ]
    assert len(targets) == len(set(targets))


@pytest.mark.parametrize(("place", "dawn", "price"), [("C", 0, "30 silver"), ("G", 6, "20 silver")])
def test_wares_to_choose_on_c_and_g_show_the_price_there(place: str, dawn: int, price: str) -> None:
    lists = [part for part in menu(busy(dawn=dawn), draft=Placing("own", place)) if isinstance(part, Select)]
    different = next(part for part in lists if part.placeholder.endswith("up to 3 different …"))
    assert lists[0] is different
    assert [option.description for option in different.options if option.label == "Spices"] == [price]


@pytest.mark.parametrize(("verb", "asks"), [("buy", "Buy Mead: how many?"), ("sell", "Sell Mead: how many?")])
def test_asking_for_a_number_names_the_ware(verb: str, asks: str) -> None:
    state = busy()
    state.players[0].warehouse = [0] * KINDS
    placing = Placing("own", "market", f"{verb} mead", unfinished=True)
    lists = [part for part in menu(state, draft=placing) if isinstance(part, Select)]
    assert lists[0].placeholder == asks


def test_a_full_delivery_says_what_it_brings_before_it_is_chosen() -> None:
    state = table(dawn=4, orders={0: "O60 O07"}, post={0: "cloth:4 mead:2"})
    (deliver,) = [
        part
        for part in menu(state, draft=Placing("own", "E"))
        if isinstance(part, Select) and part.placeholder == "Deliver …"
    ]
    assert "+40 silver · +6 points" in [option.description for option in deliver.options]


@pytest.mark.parametrize(("stored", "kept"), [(0, 10), (7, 3), (12, 0)])
def test_no_more_than_the_warehouse_keeps_is_offered_first(stored: int, kept: int) -> None:
    state = busy()
    state.players[0].warehouse = [0, stored] + [0] * (KINDS - 2)
    placing = Placing("own", "market", "buy mead", unfinished=True)
    lists = [part for part in menu(state, draft=placing) if isinstance(part, Select)]
    offered_first = [len(part.options) for part in lists if part.placeholder == "Buy Mead: how many?"]
    assert offered_first == ([kept] if kept else [])
    assert lists[-1].placeholder == "More than you can store …"
    assert lists[-1].options[0].label == str(kept + 1)
    assert "over the warehouse limit" in lists[-1].options[0].description


@pytest.mark.parametrize(
    ("place", "action", "warned"),
    [
        ("market", "buy mead:1", ""),
        ("market", "buy mead:5", "4 over the warehouse limit"),
        ("G", "buy mead cloth", "1 over the warehouse limit"),
        ("F", "load cart mead:3 cloth", "2 over the trading post limit"),
        ("market", "sell mead:2", ""),
    ],
)
def test_more_than_a_store_may_hold_is_said_before_it_is_confirmed(place: str, action: str, warned: str) -> None:
    day = {"G": 6, "F": 5}.get(place, 0)
    text = read(menu(busy(dawn=day), draft=Placing("own", place, action)))
    assert warned in text
    assert (" limit" in text) == bool(warned)


def test_the_menu_names_round_and_phase_and_after_a_roll_the_event() -> None:
    state = busy(dawn=4, round=3, phase=2)
    assert "place your worker.** Round 3 of 8, phase 2 of 3" in read(menu(state))
    load_dice(state, [3])
    move(state, 0, "work own A dice 1")
    assert "🌙 You rolled **Fog**. Now take your action." in read(menu(state))


@pytest.mark.parametrize(("dice", "line"), [((3, 3), "Both dice show **Fog**"), ((3,), "You rolled **Fog**")])
def test_two_dice_with_the_same_event_are_told_of(dice: tuple[int, ...], line: str) -> None:
    state = busy(dawn=4)
    load_dice(state, dice)
    told = move(state, 0, f"work own A dice {len(dice)}")
    look = structs.replace(look_of(state, 0), since=Since(1, (), tuple(told)))
    assert f"🌙 {line}. Now take your action." in read(FACE.menu(look, words_in("en")))


def test_the_six_events_can_be_read_before_rolling() -> None:
    text = read(menu(busy(dawn=4), draft=Placing("own", "A")))
    for key in terms.EVENT_EFFECT:
        assert f"**{terms.EVENT[key]}**: {terms.event_effect(words_in('en'), key, bill=10)}" in text


@pytest.mark.parametrize(("worker", "named"), [("own", "Your worker"), ("neutral", "The neutral worker")])
def test_a_suggestion_names_the_worker_in_full_if_two_wait(worker: str, named: str) -> None:
    state = busy(dawn=3)
    move(state, 0, "hire")
    point = GAME.parse(f"work {worker} D point")
    assert FACE.move_label(look_of(state, 0), words_in("en"), point).startswith(f"{named}: D · ")
    in_analysis = FACE.move_summary(look_of(state, 0), words_in("en"), point)
    assert in_analysis.startswith("D · " if worker == "own" else f"{named}: D · "), "others read it too"


def test_after_the_own_worker_the_menu_says_that_the_neutral_one_is_meant() -> None:
    state = busy()
    move(state, 0, "hire")
    assert "place your worker and the neutral one" in read(menu(state))
    move(state, 0, "work own D point")
    parts = menu(state)
    assert "Your own worker is placed. Now place the neutral worker." in read(parts)
    assert [part.placeholder for part in parts if isinstance(part, Select)] == ["The neutral worker goes …"]
    assert read(menu(state, draft=Placing("neutral", "market"))).startswith("**The neutral worker · Market**")


def test_an_order_that_was_picked_is_still_shown_when_the_free_ware_is_asked() -> None:
    text = read(menu(busy(), draft=Placing("own", "D", "order O55", unfinished=True)))
    assert "You take **O55**" in text


def test_who_buys_a_transport_reads_that_the_old_one_goes() -> None:
    carts, ships = (part for part in menu(busy(), draft=Placing("own", "A")) if isinstance(part, Select))
    assert (carts.placeholder, ships.placeholder) == ("Buy a cart", "Buy a ship")
    assert all("replaces your cart" in option.description for option in carts.options)
    assert all("replaces your ship" in option.description for option in ships.options)


def test_a_character_of_another_player_is_named_with_its_owner() -> None:
    (characters,) = (
        part for part in menu(busy(characters={1: "trader"}), draft=Placing("own", "B")) if isinstance(part, Select)
    )
    trader = next(option for option in characters.options if option.value == "recruit trader")
    assert trader.label == "Trader (from P1)"
    assert trader.description.startswith("−10 silver · buys one level cheaper")


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "-# 🔒 New owner, so protected until the end of the round: Trader and Supplier"),
        ("de", "-# 🔒 Neuer Besitzer, daher bis zum Rundenende geschützt: Händler und Lieferant"),
    ],
)
def test_characters_that_nobody_can_take_in_this_round_are_named_below_the_list(language: str, said: str) -> None:
    state = busy(characters={0: "seer", 1: "trader supplier steward"}, safe="trader supplier seer")
    parts = menu(state, draft=Placing("own", "B"), language=language)
    (characters,) = (part for part in parts if isinstance(part, Select))
    assert {"recruit trader", "recruit supplier", "recruit seer"}.isdisjoint(each.value for each in characters.options)
    assert said in read(parts[parts.index(characters) :])
    assert "🔒" not in read(menu(busy(characters={1: "trader"}), draft=Placing("own", "B"), language=language))


@pytest.mark.parametrize(("game", "explained"), [("visby", "Troops"), ("riga", "🟥V Visby"), ("haithabu", "**F** ")])
async def test_more_explains_the_signs_of_the_board(operator: Operator, game: str, explained: str) -> None:
    sitting = await sit_down(operator, game, ("anna", "bert"))
    anna = sitting.people[0]
    more = await anna.click(sitting.board, "More")
    assert (await anna.click(more.shown, "What do the symbols mean?")).shown.files == ["signs.png"]
    await anna.command("settings pictures", on=False)
    more = await anna.click(sitting.board, "More")
    assert explained in (await anna.click(more.shown, "What do the symbols mean?")).text


def test_with_six_events_to_read_no_picture_pushes_the_dice_off_the_screen() -> None:
    words = words_in("en")
    assert FACE.menu_drawing(look_of(busy(dawn=4), 0), words)
    assert FACE.menu_drawing(look_of(busy(dawn=4), 0, Placing("own", "E")), words)
    assert FACE.menu_drawing(look_of(busy(dawn=4), 0, Placing("own", "A")), words) is None


def test_what_only_one_of_two_workers_cannot_do_is_told_apart() -> None:
    state = busy(dawn=0, standing={"B": (NEUTRAL,), "A": (0,)})
    move(state, 0, "hire")
    text = read(menu(state))
    assert "Only for your own worker: **B**: a neutral worker is there" in text
    assert "Only for the neutral worker: **A**: your worker is already there" in text
    assert "**B**" not in next((line for line in text.splitlines() if "Not possible right now" in line), "")


@pytest.mark.parametrize(
    ("language", "now", "later"),
    [
        (
            "en",
            "You can return characters for 2 points each.",
            "Every character you still have at the end is worth 2 points.",
        ),
        ("de", "jeder bringt 2 Punkte", "Jeder Charakter, den du am Ende noch hast, zählt 2 Punkte"),
    ],
)
def test_h32_who_may_return_characters_reads_what_kept_ones_are_worth(language: str, now: str, later: str) -> None:
    state = last_turn(round=4, characters={0: "trader seer"})
    end_round(state)
    said = read(menu(state, language=language))
    assert now in said
    assert later in said


@pytest.mark.parametrize(("language", "told"), [("en", "15 silver now"), ("de", "jetzt 15 Silber")])
def test_h29_what_an_unpaid_bill_would_cost_is_said_before_the_dice_and_between_two(language: str, told: str) -> None:
    state = table(3, dawn=4, silver={0: 200})
    assert told in read(menu(state, draft=Placing("own", "D"), language=language))
    load_dice(state, [4, 3])
    move(state, 0, "work own D dice 2")
    assert told in read(menu(state, language=language))
    (billed,) = [event for event in move(state, 0, "event unpaid_bill") if isinstance(event, Billed)]
    assert billed.silver == 15
