"""The controls that all games' menus share: how a choice becomes buttons or a select, and what a click on it sends."""

from __future__ import annotations

import pytest

from cogs.messages.menu_controls import back_button, choice_parts, confirmation_parts, menu_target, split_choice
from cogs.messages.panel import Button, Option, Part, Row, Select, Text
from rules import GAMES
from tables.model.table import Look
from tests.discord.test_message_length import look_of, table_of
from words import words_in

pytestmark = pytest.mark.quick

WORDS = words_in("en")


def a_look() -> Look:
    game = GAMES["riga"]
    return look_of(table_of("riga", game.new(2, 1), 2), 0)


def options(count: int) -> list[Option]:
    return [Option(f"Line {n}", f"value{n}") for n in range(count)]


def buttons(parts: list[Part]) -> list[Button]:
    rows = [part for part in parts if isinstance(part, Row)]
    return [button for row in rows for button in row.buttons if isinstance(button, Button)]


def test_few_options_are_buttons_that_send_prefix_and_value() -> None:
    look = a_look()
    made = buttons(choice_parts(look, "move", "keep ", "Keep …", options(2)))
    assert [button.label for button in made] == ["Line 0", "Line 1"]
    assert [button.target for button in made] == [menu_target(look, "move", f"keep value{n}") for n in (0, 1)]


def test_more_options_are_one_select_that_sends_the_prefix_without_its_separator() -> None:
    (select,) = choice_parts(a_look(), "move", "keep ", "Keep …", options(6), max_chosen=9)
    assert isinstance(select, Select)
    assert (select.target.arg, select.placeholder, select.least, select.most) == ("keep", "Keep …", 1, 6)


def test_no_options_are_no_parts() -> None:
    assert choice_parts(a_look(), "move", "keep ", "Keep …", []) == []
    assert choice_parts(a_look(), "move", "keep ", "Keep …", [], max_buttons=0) == []


def test_a_button_in_place_of_a_select_says_the_question_and_drops_the_number_of_equal_options() -> None:
    only = [Option("Cloth", "cloth#1", "pays 2")]
    (button,) = buttons(choice_parts(a_look(), "load", "cart:", "Load …", only, question_on_button=True))
    assert button.label == "Load: Cloth · pays 2"
    assert split_choice(button.target.arg, ()) == ("cart", ("cloth",))


@pytest.mark.parametrize("option", [Option("x" * 81, "value"), Option("Line", "x" * 100)])
def test_an_option_that_does_not_fit_a_button_is_a_select(option: Option) -> None:
    (select,) = choice_parts(a_look(), "move", "keep ", "Keep …", [option])
    assert isinstance(select, Select)


def test_labels_and_descriptions_lose_the_signs_of_the_game() -> None:
    (select,) = choice_parts(a_look(), "move", "", "?", [Option("🧵 Cloth", "cloth", "for 2 🧵 Cloth")], max_buttons=0)
    assert isinstance(select, Select)
    assert [(option.label, option.description) for option in select.options] == [("Cloth", "for 2 Cloth")]


@pytest.mark.parametrize("irrevocable", [True, False])
def test_a_confirmation_warns_of_what_cannot_be_taken_back(irrevocable: bool) -> None:
    look = a_look()
    back = back_button(WORDS, menu_target(look, "drop"))
    said, row = confirmation_parts(look, WORDS, ("Build.",), "confirm", back, irrevocable=irrevocable)
    assert isinstance(said, Text)
    warning = "\nYou can't undo this once something is revealed or somebody else moves."
    assert said.text == "Build." + warning * irrevocable
    assert isinstance(row, Row)
    assert [button.label for button in row.buttons] == ["Confirm", "Back"]
