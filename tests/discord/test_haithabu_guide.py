"""What Haithabu's menus tell somebody who has to decide: names, sums, what is possible and what it leads to."""

from __future__ import annotations

import pytest

from cogs.haithabu.face import HaithabuFace
from cogs.panel import Part, Text
from rules.haithabu.state import State
from tests.discord.test_haithabu_reach import busy, look_of
from tests.rules.haithabu.table import load_dice, move
from words import of

FACE = HaithabuFace()


def menu(state: State, seat: int = 0, draft: str = "", language: str = "en") -> list[Part]:
    return FACE.menu(look_of(state, seat, draft), of(language))


def read(parts: list[Part]) -> str:
    return "\n".join(part.text for part in parts if isinstance(part, Text))


@pytest.mark.parametrize(("count", "said"), [(4, "mit 1 Kredit"), (8, "mit 2 Krediten")])
def test_loans_stand_in_the_dative_in_german(count: int, said: str) -> None:
    text = read(menu(busy(silver={0: 0}), draft=f"own|market|buy spices:{count}", language="de"))
    assert said in text.split(" · ")


def test_viking_games_name_whoever_gets_the_gift() -> None:
    state = busy(dawn=4)
    load_dice(state, [1])
    move(state, 0, "work own A dice 1")
    assert "P0" in read(menu(state, 1))
