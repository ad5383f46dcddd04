"""How many workers an order of Haithabu still takes, and how many there are for it."""

from __future__ import annotations

import pytest

from opponents.haithabu.order_work import workers_for, workers_needed
from tests.rules.haithabu.table import table

ORDER = "O07"
"""Wants 2 mead and 4 cloth."""


@pytest.mark.parametrize(
    ("warehouse", "post", "transport", "stevedore", "workers"),
    [
        ("", "mead:2 cloth:4", "", False, 1),  # deliver
        ("mead:2 cloth:4", "", "cart40-12", False, 2),  # load, deliver
        ("mead:2 cloth:4", "", "", False, 3),  # fetch, load, deliver
        ("mead:2 cloth:4", "", "cart20-17", False, 3),  # too small: fetch or load a second time
        ("mead:2 cloth:4", "", "cart20-17", True, 2),  # the Stevedore adds two places
        ("mead:2", "", "cart40-12", False, 3),  # buy cloth, load, deliver
        ("", "", "cart40-12", False, 4),  # buy mead, buy cloth, load, deliver
        ("mead:1 cloth:3", "", "cart40-12", False, 3),  # one worker buys a cube of each
    ],
)
def test_workers_buy_carry_and_deliver(
    warehouse: str, post: str, transport: str, stevedore: bool, workers: int
) -> None:
    state = table(orders={0: ORDER}, warehouse={0: warehouse}, post={0: post}, transports={0: transport})
    assert workers_needed(state.players[0], 0, stevedore) == workers


def test_an_order_has_the_workers_until_it_leaves_or_the_game_ends() -> None:
    assert workers_for(1, 24, 0) == 15
    assert workers_for(1, 22, 4) == 1
    assert workers_for(7, 5, 0) == 5
