"""Riga typed: every decision by a slash command, and what is offered while one types."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tests.discord.bot import Operator
from tests.discord.people import Offer, Person
from tests.discord.playing import sit_down, type_move
from tests.discord.riga import GAME, Laid, lay
from tests.rules.riga.table import table


async def offers(laid: Laid, command: str, option: str = "what", typed: str = "", **filled: str) -> list[Offer]:
    """What the person in turn is offered in the table's thread."""
    thread = laid.sitting.world.threads[-1]
    return await laid.seated[0].autocomplete(f"riga {command}", option, typed, place=thread, **filled)


async def test_take_offers_rows_with_sums_and_buildings_with_cost_and_points(operator: Operator) -> None:
    state = table(rows=["cloth glass"], new="danzig:crane", old="visby:lodge", taken=False)
    laid = await lay(operator, state)
    assert await offers(laid, "take") == [
        Offer("Row 1: Cloth, Glass = 9", "row 1"),
        Offer("Danzig Crane · 10 ducats · 4 points · one-time: halves the cost of one building", "danzig:crane"),
        Offer(
            "Visby Lodge · 10 ducats · 3/10/19/30 points · all Lodges count together: the more, the better",
            "visby:lodge",
        ),
    ]
    assert [offer.value for offer in await offers(laid, "take", typed="lodge visby")] == ["visby:lodge"]
    assert await offers(laid, "build") == []
    await laid.seated[0].command("riga take", what="row 1", place=operator.world.threads[-1])
    assert await laid.hand(0) == ["cloth", "glass"]


async def test_build_offers_what_can_be_paid_alone_and_together_and_every_minimal_payment(operator: Operator) -> None:
    hand = "cloth cloth glass glass danzig:market_hall danzig:treasury visby:fortress"
    laid = await lay(operator, table(hands={0: hand}, built={0: "tallinn:crane"}))
    found = {offer.value: offer.name for offer in await offers(laid, "build")}
    assert found["danzig:market_hall"].startswith("Danzig Market Hall · 8 ducats: pay ")
    assert found["danzig:market_hall danzig:treasury"] == (
        "Danzig Market Hall + Danzig Treasury · 16 ducats: pay Cloth ×2, Glass"
    )
    payments = await offers(laid, "build", "pay", what="danzig:market_hall")
    assert payments == [
        Offer(
            "pay Cloth, Tallinn Crane (halves the cost) (1 ducat is lost)",
            "cloth tallinn:crane@danzig:market_hall",
        ),
        Offer("pay Cloth ×2 (2 ducats are lost)", "2xcloth"),
        Offer(
            "pay Glass, Tallinn Crane (halves the cost) (2 ducats are lost)",
            "glass tallinn:crane@danzig:market_hall",
        ),
        Offer("pay Cloth, Glass (3 ducats are lost)", "cloth glass"),
        Offer("pay Glass ×2 (4 ducats are lost)", "2xglass"),
    ]
    await laid.seated[0].command(
        "riga build", what="danzig:market_hall", pay="2xcloth", place=operator.world.threads[-1]
    )
    assert await laid.hand(0) == ["glass", "glass", "danzig:treasury", "visby:fortress"]


async def test_build_without_a_payment_takes_the_suggested_one_or_says_what_is_missing(operator: Operator) -> None:
    laid = await lay(operator, table(hands={0: "cloth glass wine danzig:bank danzig:fortress danzig:lodge"}))
    place = operator.world.threads[-1]
    answer = await laid.seated[0].command("riga build", what="danzig:bank danzig:lodge", place=place)
    assert "That's 14 of 18 ducats." in answer.text
    answer = await laid.seated[0].command("riga build", what="visby:bank", place=place)
    assert "🟥 Visby Bank isn't in your hand." in answer.text
    answer = await laid.seated[0].command("riga build", what="the big one", place=place)
    assert "I don't understand that move." in answer.text
    await laid.seated[0].command("riga build", what="danzig:bank", place=place)
    assert await laid.built(0) == ["danzig:bank"]
    assert await laid.hand(0) == ["glass", "danzig:fortress", "danzig:lodge"]


async def test_a_payment_typed_behind_the_building_is_the_one_that_is_made(operator: Operator) -> None:
    laid = await lay(operator, table(hands={0: "cloth glass wine wine danzig:bank"}))
    place = operator.world.threads[-1]
    answer = await laid.seated[0].command("riga build", what="danzig:bank pay 2xwine", place=place)
    assert "That's 6 of 8 ducats." in answer.text
    await laid.seated[0].command("riga build", what="danzig:bank pay cloth glass", place=place)
    assert await laid.hand(0) == ["wine", "wine"]


@pytest.mark.repeated(3)
@pytest.mark.parametrize(
    ("what", "pay", "left"),
    [
        ("danzig:bank", "1 cloth, 1 glass", ["cloth", "wine", "wine"]),
        ("Danzig Bank", "Cloth ×2", ["glass", "wine", "wine"]),
        ("bank danzig", "pay 2x cloth (2 ducats are lost)", ["glass", "wine", "wine"]),
        ("Bank Danzig", "zahle Tuch ×2", ["glass", "wine", "wine"]),
        ("Bank Danzig", "1 Glas und 1 Tuch", ["cloth", "wine", "wine"]),
        ("danzig:bank", "Tuch, Kran Tallinn (halbiert die Kosten)", ["cloth", "glass", "wine", "wine"]),
        ("danzig:bank zahle 2 Wein, Tallinn Crane", None, ["cloth", "cloth", "glass"]),
    ],
)
async def test_what_is_built_and_what_pays_can_be_typed_by_name_in_any_language(
    operator: Operator, what: str, pay: str | None, left: list[str]
) -> None:
    state = table(hands={0: "cloth cloth glass wine wine danzig:bank"}, built={0: "tallinn:crane"})
    laid = await lay(operator, state)
    options: dict[str, Any] = {"what": what} if pay is None else {"what": what, "pay": pay}
    answer = await laid.seated[0].command("riga build", **options, place=operator.world.threads[-1])
    assert await laid.built(0) == ["tallinn:crane", "danzig:bank"], answer.text
    assert await laid.hand(0) == left


async def test_rows_and_what_goes_in_winter_can_be_typed_by_name_too(operator: Operator) -> None:
    laid = await lay(operator, table(rows=["cloth", "glass"], hands={0: "wine " * 6 + "grain"}, taken=False, turn=3))
    anna, place = laid.seated[0], operator.world.threads[-1]
    await anna.command("riga take", what="Reihe 2", place=place)
    await anna.command("riga done", place=place)
    await anna.command("riga discard", what="2 Wein", place=place)
    assert await laid.hand(0) == ["glass", "wine", "wine", "wine", "wine", "grain"]


async def test_payments_are_completed_for_a_building_typed_by_name(operator: Operator) -> None:
    laid = await lay(operator, table(hands={0: "cloth cloth glass danzig:bank"}))
    by_key = await offers(laid, "build", "pay", what="danzig:bank")
    assert [offer.value for offer in by_key] == ["2xcloth", "cloth glass"]
    assert await offers(laid, "build", "pay", what="Bank Danzig") == by_key
    assert await offers(laid, "build", "pay", "glass, cloth", what="danzig:bank") == by_key[1:]


async def test_use_choose_and_discard_offer_what_is_legal(operator: Operator) -> None:
    state = table(
        hands={0: "wine wine wine grain grain"},
        built={0: "visby:treasury riga:monastery riga:exchange"},
        riga=True,
        rows=["cloth", "glass"],
        goods_pile="cloth grain grain",
        taken=False,
        turn=3,
    )
    laid = await lay(operator, state)
    anna, place = laid.seated[0], operator.world.threads[-1]
    assert [offer.value for offer in await offers(laid, "use")] == ["visby:treasury"]
    assert await offers(laid, "choose") == [
        Offer("Swap the Cloth in row 1 for the Glass in row 2", "swap 1 cloth 2 glass")
    ]
    await anna.command("riga choose", what="swap 1 cloth 2 glass", place=place)
    await anna.command("riga take", what="row 2", place=place)
    await anna.command("riga use", what="visby:treasury", place=place)
    assert [offer.value for offer in await offers(laid, "choose")] == ["keep cloth", "keep grain"]
    await anna.command("riga choose", what="keep cloth", place=place)
    assert Offer("Fill the Exchange with Wine ×2, and end your turn", "fill wine wine") in await offers(laid, "choose")
    await anna.command("riga done", place=place)
    discards = await offers(laid, "discard", typed="wine")
    assert discards[0] == Offer("Wine", "wine")
    await anna.command("riga discard", what="wine", place=place)
    assert await laid.hand(0) == ["cloth", "cloth", "wine", "wine", "grain", "grain"]


async def test_discards_are_offered_by_value(operator: Operator) -> None:
    hands = {0: "cloth cloth glass glass wine wine danzig:lodge"}
    laid = await lay(operator, table(hands=hands, built={0: "visby:lodge"}, turn=3))
    await laid.seated[0].command("riga done", place=operator.world.threads[-1])
    assert [offer.value for offer in await offers(laid, "discard")] == ["danzig:lodge", "wine", "glass", "cloth"]


@pytest.mark.parametrize("command", ["take", "build", "use", "discard", "choose"])
async def test_a_command_without_a_choice_opens_the_menu(operator: Operator, command: str) -> None:
    laid = await lay(operator, table(rows=["cloth glass"], taken=False))
    answer = await laid.seated[0].command(f"riga {command}", place=operator.world.threads[-1])
    assert "Row 1" in answer.shown.buttons


async def test_spectators_and_those_who_wait_are_offered_nothing(operator: Operator) -> None:
    await lay(operator, table(rows=["cloth glass"], taken=False))
    place = operator.world.threads[-1]
    for person in operator.world.people.values():
        found = await person.autocomplete("riga take", "what", "", place=place)
        seat = (await operator.table(1)).seat_of(person.id)
        assert bool(found) == (seat is not None and seat.seat == 0)
        assert await person.autocomplete("riga take", "what", "", place=place, table=99) == []


async def test_a_long_command_that_fits_two_tables_asks_which_and_opens_the_menu(operator: Operator) -> None:
    for _ in range(2):
        await lay(operator, table(hands={0: "cloth glass wine danzig:builders_yard danzig:trading_post"}))
    anna = operator.world.people["anna"]
    answer = await anna.command(
        "riga build", what="danzig:builders_yard danzig:trading_post", pay="cloth glass wine wine wine wine wine"
    )
    assert "Which one?" in answer.text
    answer = await anna.click(answer, "k:play:1:")
    assert answer.text


async def _typed(person: Person, move: str, place: object) -> None:
    answer = await type_move(person, "riga", move, place=place)
    assert "❌" not in answer.text.partition("\n")[0], f"{move}: {answer.text}"


@pytest.mark.thorough
async def test_two_people_and_a_computer_play_a_whole_game_by_commands(operator: Operator) -> None:
    sitting = await sit_down(operator, "riga", ("anna", "bert"), computers=1, riga_buildings=True)
    rng = random.Random(3)
    while not await sitting.over():
        person = rng.choice(await sitting.owing())
        state = (await operator.table(sitting.number)).state
        moves = GAME.options(state, await sitting.seat(person))
        await _typed(person, str(rng.choice(moves)), operator.world.threads[-1])
    await operator.check()
