"""What is asked once more in Haithabu: what one puts together and cannot take back, and what needs a loan."""

from __future__ import annotations

import msgspec
import pytest

from cogs.games.haithabu import turn_menu
from cogs.games.haithabu.draft_kinds import ACT, Placing
from cogs.messages.panel import Button, Row
from tables.model.table import Look
from tests.discord.test_haithabu_reach import busy, look_of
from tests.rules.haithabu.table import load_dice, move
from words import words_in

NOTHING, FINISH, CONFIRM = "", "Do it", "Confirm"
"""What has to be pressed once all is put together: nothing more, that this is all, or that it is meant."""

EVERY_ACTION = [
    ("market", "buy mead:2", NOTHING),
    ("market", "sell mead:1", NOTHING),
    ("A", "fetch cart40", CONFIRM),  # The card below it is revealed.
    ("B", "recruit starter", NOTHING),
    ("C", "sell mead:2", NOTHING),
    ("D", "order O51 gain spices", CONFIRM),  # The next order comes to light.
    ("D", "point", NOTHING),
    ("E", "deliver O60 mead:2", FINISH),  # More wares can be added, and more orders.
    ("F", "load cart mead:2 weapons:2", NOTHING),
    ("G", "buy tools weapons spices", NOTHING),
    ("H", "order O51 sell spices", CONFIRM),
    ("H", "point", NOTHING),
]


def looking(place: str, *, night: bool, silver: int = 250) -> tuple[Look, str]:
    """Somebody whose worker stands on a place, by day, or by night after the dice; and what the draft calls it."""
    dawn = "ABCDEFGH".find(place) % 8 if place != "market" else 0
    state = busy(dawn=(dawn + night) % 8, silver={0: silver})
    if not night:
        return look_of(state, 0), "own"
    load_dice(state, (3,))
    move(state, 0, f"work own {place} dice 1")
    return look_of(state, 0), ACT


def against_a_computer(look: Look) -> Look:
    """The same, where a computer goes on as soon as the worker is placed: then nothing can be taken back."""
    look.table.seats[1] = msgspec.structs.replace(look.table.seats[1], person=None, computer="trader")
    return look


def pressed(look: Look, placing: Placing) -> str:
    """What the menu wants pressed for what was put together; nothing where it is done at once."""
    if turn_menu.needs_no_confirmation(look, placing):
        return NOTHING
    parts = turn_menu._details(look, words_in("en"), placing)
    buttons = [button for part in parts if isinstance(part, Row) for button in part.buttons]
    return next(
        button.label for button in buttons if isinstance(button, Button) and button.target.verb == "haithabu.confirm"
    )


@pytest.mark.parametrize(
    ("place", "action", "in_a_lesson", "night"),
    [(*each, night) for each in EVERY_ACTION for night in (False, True) if not (night and each[0] == "market")],
)
def test_what_can_be_taken_back_is_not_asked_and_what_cannot_is_asked_once(
    place: str, action: str, in_a_lesson: str, night: bool
) -> None:
    look, worker = looking(place, night=night)
    placing = Placing(worker, place, action)
    assert pressed(look, placing) == CONFIRM, "the next player may have planned"
    look.table.row.lesson = True
    assert pressed(look, placing) == in_a_lesson
    assert pressed(against_a_computer(look), placing) == CONFIRM


def test_a_loan_is_always_asked_for() -> None:
    look, worker = looking("market", night=False, silver=0)
    placing = Placing(worker, "market", "buy spices:4")
    assert not turn_menu.needs_no_confirmation(look, placing)
    assert pressed(look, placing) == CONFIRM
