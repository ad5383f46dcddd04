"""What makes Riga easy to play: prices where buildings are chosen, no empty step, the winter, the final score."""

from __future__ import annotations

import pytest
from msgspec import structs

from cogs.messages.panel import Select, Text
from rules import GAMES
from rules.contract import Result
from rules.riga.events import Finished, Score, StarterAsked
from rules.riga.state import Winter
from tests.discord.bot import Operator
from tests.discord.playing import sit_down
from tests.discord.reading import seen
from tests.discord.riga import FACE, GAME, NAMES, Laid, lay, look
from tests.rules.riga.table import table
from words import words_in
from words.riga import ending

OVER = "Your turn ended automatically: you couldn't build anything else."
WORDS = words_in("en")


# Prices


async def test_what_goods_pay_stands_once_for_each_city_whose_buildings_can_be_chosen(operator: Operator) -> None:
    state = table(
        hands={0: "wine danzig:crane"},
        built={0: "stockholm:manufactory"},
        rows=["wine"],
        new="stockholm:archive stockholm:bank",
        old="visby:bank",
        taken=False,
    )
    laid = await lay(operator, state)
    board = await laid.sitting.board_in_words(laid.seated[1])
    assert [line for line in board.splitlines() if "Value in " in line] == [
        "Value in 🟥 Visby: 🪟4 🍇5 🌾2 (not 🧵)",
        "Value in 🟦 Stockholm: 🧵7 🪟4 🌾2 (not 🍇)",
    ]
    menu = await laid.play()
    # What is in the hand may be built; the own Manufactory adds a ducat.
    assert [line for line in menu.text.splitlines() if "Value in " in line] == [
        "-# Value in 🟩 Danzig: 🧵6 🪟6 🍇3 (not 🌾)"
    ]


# Words that fit


@pytest.mark.parametrize(
    ("hand", "several"),
    [
        ("cloth cloth glass danzig:market_hall danzig:treasury", True),
        ("cloth cloth glass danzig:market_hall", False),
        ("cloth cloth danzig:market_hall danzig:treasury", False),
    ],
)
def test_several_at_once_is_offered_only_where_it_can_be_paid(hand: str, several: bool) -> None:
    parts = FACE.menu(look(table(hands={0: hand}), 0), WORDS)
    offers = [part.placeholder for part in parts if isinstance(part, Select)]
    assert offers == ["Plan payment and buildings …" if several else "Pay another way …"]


@pytest.mark.parametrize(
    ("built", "points"), [("", "0 to 6 points at the end"), ("visby:guildhall danzig:fortress", "+4 points")]
)
def test_an_archive_that_brings_nothing_yet_says_what_it_may_bring_at_the_end(built: str, points: str) -> None:
    state = table(hands={0: "visby:archive"}, built={0: built}, rows=["wine"], new="danzig:archive", taken=False)
    assert f"Danzig Archive · 8 ducats · {points}" in str(FACE.menu(look(state, 0), WORDS))
    assert f"**Visby Archive** · 8 ducats · {points}" in str(FACE.hand(look(state, 0), WORDS))


# No empty step


async def _lay_turn(operator: Operator, hand: str) -> Laid:
    state = table(hands={0: hand}, rows=["cloth glass", "grain"], new="danzig:crane", taken=False)
    return await lay(operator, state)


async def _in_turn(laid: Laid) -> list[int]:
    return [*(await laid.operator.table(laid.sitting.number)).owed]


@pytest.mark.parametrize("what", ["Row 1", "danzig:crane", "typed"])
async def test_taking_ends_the_turn_when_nothing_can_be_built(operator: Operator, what: str) -> None:
    laid = await _lay_turn(operator, "wine visby:fortress")
    anna = laid.seated[0]
    if what == "typed":
        answer = await anna.command("riga take", what="row 1", place=operator.world.threads[-1])
    elif what.startswith("Row"):
        answer = await anna.click(await laid.play(), what)
    else:
        answer = await anna.choose(await laid.play(), what, menu="Take a building …")
    assert OVER in answer.text
    assert await _in_turn(laid) == [1]
    assert "takes" in laid.story


async def test_taking_ends_no_turn_in_which_a_function_is_left_to_use(operator: Operator) -> None:
    state = table(hands={0: "wine"}, built={0: "visby:treasury"}, rows=["cloth glass", "grain"], taken=False)
    laid = await lay(operator, state)
    menu = await laid.play()
    answer = await laid.seated[0].click(menu, "Row 1")
    assert OVER not in answer.text
    assert await _in_turn(laid) == [0]


def test_what_functions_of_one_kind_do_is_said_once_without_what_was_had_for_building_them() -> None:
    state = table(hands={0: "wine"}, built={0: "visby:treasury danzig:treasury"}, rows=["cloth"], taken=False)
    parts = FACE.menu(look(state, 0), WORDS)
    said = [part.text for part in parts if isinstance(part, Text) and "Treasury" in part.text]
    assert said == ["-# ⚡ Treasury · one-time: draw 3 goods and keep one"]


@pytest.mark.parametrize(
    ("hand", "built", "said"),
    [
        ("grain", "visby:treasury", "You have no buildings to build. You can still use a building or end"),
        ("grain visby:lodge", "", "You can't pay for any of your buildings right now.\n"),
        ("cloth wine", "riga:exchange", "You can still fill the Exchange or end your turn."),
    ],
)
def test_where_nothing_can_be_built_it_is_said_why_and_what_is_left_to_do(hand: str, built: str, said: str) -> None:
    parts = FACE.menu(look(table(hands={0: hand}, built={0: built}), 0), WORDS)
    first = next(part.text for part in parts if isinstance(part, Text))
    assert said in first + "\n"
    assert "You can **build**" not in first


@pytest.mark.parametrize(
    ("hand", "said"),
    [
        ("cloth cloth danzig:lodge", "You can **build** 1 building, or end your turn."),
        ("cloth cloth visby:lodge danzig:lodge", "You can **build** up to 2 buildings, or end your turn."),
    ],
)
def test_no_more_buildings_can_be_built_than_there_are(hand: str, said: str) -> None:
    parts = FACE.menu(look(table(hands={0: hand}), 0), WORDS)
    assert said in next(part.text for part in parts if isinstance(part, Text))


async def test_taking_does_not_end_the_turn_when_something_can_be_built(operator: Operator) -> None:
    laid = await _lay_turn(operator, "cloth danzig:bank")
    answer = await laid.seated[0].click(await laid.play(), "Row 1")
    assert OVER not in answer.text
    assert "Build Danzig Bank" in " ".join(answer.shown.buttons)
    assert await _in_turn(laid) == [0]


async def test_among_people_a_turn_never_ends_by_itself_and_is_taken_back_step_by_step(
    operator: Operator, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tables.model.seeds.new", lambda: 2)
    sitting = await sit_down(operator, "riga", ("anna", "bert"))
    (chooser,) = await sitting.owing()
    await chooser.click(await sitting.open_menu(chooser), "I'll start")
    for person in sitting.people:
        menu = await sitting.open_menu(person)
        await person.click(menu, menu.buttons[0])
    before = (await operator.table(sitting.number)).state.players
    menu = await sitting.open_menu(chooser)
    await chooser.choose(menu, str(menu.choices[0].value), menu="Take a building …")
    assert OVER not in menu.text, "the next player may have planned"
    assert await sitting.owing() == [chooser]
    await chooser.click(menu, "End turn")
    assert await sitting.owing() != [chooser]
    menu = chooser.ephemerals[-1]
    await chooser.click(menu, "Undo")
    assert await sitting.owing() == [chooser]
    assert "🏁 End turn" in menu.buttons
    await chooser.click(menu, "Undo")
    assert "Take a building …" in str(menu)
    assert (await operator.table(sitting.number)).state.players == before
    await operator.check()


# Winter


@pytest.mark.parametrize(
    ("hand", "turn", "warning"),
    [
        ("wine wine wine wine wine", 0, ""),
        ("wine wine wine grain glass visby:bank", 0, "You have 6 of the 6 cards you can keep in winter."),
        ("wine wine wine wine", 3, ""),
        ("wine wine wine wine wine", 3, "You have 5 of the 6 cards you can keep in winter."),
        ("wine " * 7, 3, "You have 7 cards. In winter you can keep 6; the rest are discarded."),
    ],
)
def test_taking_warns_of_more_cards_than_can_be_kept_and_says_what_goes_only_if_something_does(
    hand: str, turn: int, warning: str
) -> None:
    state = table(hands={0: hand.strip()}, rows=["cloth glass", "grain"], taken=False, turn=turn)
    said = str(FACE.menu(look(state, 0), WORDS))
    assert warning in said
    assert ("❄️" in said) is bool(warning)
    assert ("is discarded" in said) is ("is discarded" in warning)


@pytest.mark.parametrize(("hand", "warned"), [("wine " * 6, False), ("wine " * 6 + "visby:bank", True)])
def test_before_the_turn_ends_the_menu_warns_of_cards_that_winter_will_not_leave(hand: str, warned: bool) -> None:
    said = str(FACE.menu(look(table(hands={0: hand.strip()}, rows=["grain"]), 0), WORDS))
    assert "or end your turn" in said or "no buildings to build" in said
    assert ("You have 7 cards. In winter you can keep 6" in said) is warned


@pytest.mark.parametrize(("hand", "warned"), [("wine", False), ("wine visby:bank", True), ("wine " * 7, False)])
def test_before_the_last_winter_the_menu_says_what_cards_are_worth_after_it(hand: str, warned: bool) -> None:
    state = table(hands={0: hand.strip()}, rows=["cloth glass", "grain"], taken=False, turn=3)
    state.year = GAMES["riga"].view(state, 0).years
    said = str(FACE.menu(look(state, 0), WORDS))
    assert ("each building still in your hand costs 2 points, and leftover goods only break ties" in said) is warned
    assert ("❄️" in said) is warned


def test_a_warehouse_keeps_more_so_the_warning_comes_later() -> None:
    hand = "wine wine wine grain grain glass"
    state = table(hands={0: hand}, built={0: "riga:warehouse"}, riga=True, taken=False, turn=3)
    state.rows = [["cloth", "cloth"]]
    assert "in winter" not in str(FACE.menu(look(state, 0), WORDS))
    state.rows = [["cloth", "cloth", "cloth"]]
    assert "6 of the 8 cards you can keep in winter" in str(FACE.menu(look(state, 0), WORDS))


async def test_when_more_than_half_must_go_one_chooses_what_to_keep(operator: Operator) -> None:
    hands = {0: "cloth cloth glass wine wine wine wine grain grain grain grain grain visby:bank", 1: "grain " * 7}
    state = table(hands=hands, turn=3)
    state.agenda.clear()
    state.push(Winter(owes=[0, 1], asked=(0, 1), discards=[None] * 2))
    laid = await lay(operator, state)
    anna, menu = laid.seated[0], await laid.play()
    select = menu.select("Choose 6 cards to keep")
    assert (select["min_values"], select["max_values"]) == (6, 6)
    assert seen(select["options"][-1]["description"]) == "base value 2 · you have 5"
    kept = ["visby:bank", "cloth#1", "cloth#2", "glass#1", "wine#1", "wine#3"]
    await anna.choose(menu, kept, menu="Choose 6 cards to keep")
    assert "✅ You discard **🍇 Wine ×2, 🌾 Grain ×5**." in menu.text
    chosen = [line["value"] for line in menu.select("Choose 6 cards to keep")["options"] if line.get("default")]
    assert sorted(chosen) == ["cloth#1", "cloth#2", "glass#1", "visby:bank", "wine#1", "wine#2"]
    mark = (await operator.table(1)).mark(0)
    answer = await anna.raw_click(menu, f"s:riga.winter:1:{mark}:", values=["riga:school"] * 6)
    assert "That menu was out of date" in answer.text
    await laid.seated[1].choose(await laid.play(1), "grain#1", menu="Choose 1 card to discard")
    assert await laid.hand(0) == ["cloth", "cloth", "glass", "wine", "wine", "visby:bank"]


# The end


def _score(buildings: int, *, lodges: int = 0, hand: int = 0, money: int = 0) -> Score:
    total = buildings + lodges + hand
    return Score(buildings=buildings, lodges=lodges, archives=0, hand=hand, riga=0, total=total, money=money)


def test_the_final_score_names_money_only_where_it_settles_a_tie_and_no_zeros() -> None:
    seen = look(table(3), None)
    result = Result(places=(1, 2, 3), scores=(20, 17, 17))
    assert seen.view is not None
    seen = structs.replace(seen, view=structs.replace(seen.view, result=result))
    scores = (_score(21, hand=-1, money=9), _score(14, lodges=3, money=5), _score(17, money=2))
    parts = FACE.final(seen, WORDS, ("anna", "bert", "clara"), [Finished(scores=scores, winners=(0,))])
    lines = [part.text.splitlines()[-1] for part in parts if isinstance(part, Text)]
    assert lines[1:] == [
        "-# buildings 21 · in hand −1",
        "-# buildings 14 · Lodges 3 · money 5",
        "-# buildings 17 · money 2",
    ]
    assert isinstance(parts[0], Text)
    assert (
        parts[0].text.splitlines()[1]
        == "anna finished 3 points ahead of bert, mainly by scoring more for buildings (21 to 14), "
        "despite scoring less for Lodges (0 to 3)."
    )


def test_equal_points_are_decided_by_money_and_the_end_says_so() -> None:
    end = Finished(scores=(_score(17, money=2), _score(17, money=5)), winners=(1,))
    assert (
        ending.deciding_sentence(WORDS, ("anna", "bert"), [end])
        == "Tied on points: bert wins with more money, 5 to 2 ducats."
    )
    end = Finished(scores=(_score(17, money=5), _score(17, money=5)), winners=(0, 1))
    assert (
        ending.deciding_sentence(WORDS, ("anna", "bert"), [end]) == "Tied on points and money: the victory is shared."
    )


def test_when_the_game_is_over_nothing_is_ready_for_a_payment_any_more() -> None:
    before = look(table(built={0: "stockholm:crane"}), 0)
    assert before.view is not None
    after = structs.replace(before, view=structs.replace(before.view, result=Result.ranked([(4,), (0,)])))
    for shown, ready in ((before, True), (after, False)):
        said = [FACE.hand_caption(shown, WORDS), *(part.text for part in FACE.hand(shown, WORDS))]
        assert any("Ready to pay with" in each for each in said) == ready


@pytest.mark.parametrize(
    ("language", "draw"), [("en", "and you were picked at random"), ("de", "und das Los fiel auf dich")]
)
def test_r03_whoever_decides_after_a_tie_reads_with_whom(language: str, draw: str) -> None:
    met = set[int]()
    for seed in range(60):
        state, emitted = GAME.opening(3, seed, {"riga_buildings": 0})
        (asked,) = (event for event in emitted if isinstance(event, StarterAsked))
        said = str(FACE.menu(look(state, asked.seat), words_in(language))[0])
        assert (draw in said) == (len(asked.tied) > 1)
        assert [seat for seat in asked.tied if seat != asked.seat] == [
            seat for seat, name in enumerate(NAMES[:3]) if name in said
        ]
        met.add(len(asked.tied))
    assert met >= {1, 2}
