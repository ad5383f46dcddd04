"""The deliveries and loads that Haithabu's menus offer ready-made, and what is said of them."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from cogs.games.haithabu.draft_kinds import Placing
from cogs.messages.panel import MAX_OPTION_CHARS, Option, Select
from rules.haithabu.state import State
from tests.discord.test_haithabu_guide import menu
from tests.rules.haithabu.table import table


def options(state: State, place: str, question: str, language: str = "en") -> list[Option]:
    """Return the options of the choice with this placeholder, when the player's own worker goes to `place`."""
    parts = menu(state, draft=Placing("own", place), language=language)
    return [
        each for part in parts if isinstance(part, Select) and part.placeholder == question for each in part.options
    ]


def three_orders(place: int, **stores: Mapping[int, str]) -> State:
    """Return a table with three orders of the first player, of which only two can be completed together."""
    return table(
        dawn=place, lower="S6 S7 S8 S9", upper="", orders={0: "O53 O67 O69"}, transports={0: "cart40-11"},
        post=stores["post"], warehouse=stores.get("warehouse"),
    )  # fmt: skip


def test_the_delivery_that_completes_the_best_orders_comes_first_and_says_which() -> None:
    state = three_orders(4, post={0: "ceramics:4 tools:2 weapons:8"})
    told = [(option.label, option.description) for option in options(state, "E", "Deliver …")]
    assert told[0] == ("Deliver to O53, O67 and O69", "completes O67 and O69 · +210 silver · +18 points")
    assert told[1][0] == "2 Ceramics, 4 Weapons to O67, 2 Tools, 4 Weapons to O69"
    assert "completes" not in told[1][1], "it completes all that it names"


def test_wares_for_an_order_that_gets_a_single_cube_can_still_be_chosen_alone() -> None:
    state = three_orders(4, post={0: "ceramics:4 tools:1"})
    pressed = [button for part in menu(state, draft=Placing("own", "E")) for button in getattr(part, "buttons", ())]
    assert [each.label for each in pressed if "O69" in each.label] == ["Choose wares for O69: Tools"]


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_load_for_most_orders_comes_first_and_says_which(language: str) -> None:
    state = three_orders(5, post={0: "ceramics:2 weapons:4"}, warehouse={0: "ceramics:3 tools:2 weapons:4 spices:3"})
    question = {"en": "Load the cart …", "de": "Karren beladen …"}[language]
    first, *others = options(state, "F", question, language)
    said = {"en": "then you can complete O67 and O69", "de": "dann kannst du O67 und O69 erfüllen"}
    assert first.description.startswith(said[language])
    assert others
    assert all(len(each.description) <= MAX_OPTION_CHARS for each in (first, *others))
    unneeded = {"en": "Spice", "de": "Gewürz"}[language]
    assert unneeded not in first.label
