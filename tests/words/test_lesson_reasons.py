"""What speaks for a lesson's proposals: why Riga's learner ends a turn is not said over and over."""

from __future__ import annotations

from collections import Counter

import pytest

from cogs.games import GAMES as ON_DISCORD
from rules.riga.moves import Done
from tables.coaching import lesson_tables
from tables.play import moves as play
from tests.tables.conftest import room
from tests.tables.room import ANNA, Room
from words import words_in
from words.catalogue import LANGUAGES

pytestmark = pytest.mark.quick

__all__ = ["room"]

BUILD = {"en": "you could build", "de": "du könntest bauen"}


@pytest.mark.parametrize("follows", [True, False], ids=["as proposed", "otherwise at first"])
async def test_why_goods_are_kept_is_said_in_the_same_words_once(room: Room, *, follows: bool) -> None:
    display = next(each.display() for each in ON_DISCORD if each.name == "riga")
    look = await lesson_tables.continue_or_start(room.services, ANNA, "Anna", "riga", "en")
    said = {language: Counter[str]() for language in LANGUAGES}
    if not follows:
        other = next(move for move in look.options if look.guidance and move != look.guidance.proposal)
        look = await play.play(room.services, look.table.id, ANNA, str(other), look.mark)
        await room.rest()
        look = await room.look(look.table.id, ANNA)
    ended = 0
    while look.guidance and (proposal := look.guidance.proposal):
        if isinstance(proposal, Done):
            ended += 1
            for language, counted in said.items():
                counted[display.proposal_reason(look, words_in(language), proposal)] += 1
        look = await play.play(room.services, look.table.id, ANNA, str(proposal), look.mark)
        await room.rest()
        look = await room.look(look.table.id, ANNA)
    assert ended > 9
    for language, counted in said.items():
        assert [why for why, times in counted.items() if times > 1 and why.startswith(BUILD[language])] == []
