"""What stands on buttons and in lists: whole on a phone, and in words where Discord shows no signs of our own.

Whole random games in both languages, with moves that are half put together.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
import pytest

from cogs.games.haithabu.display import HaithabuDisplay
from cogs.games.haithabu.draft_kinds import ACT, Placing
from cogs.games.riga.display import RigaDisplay
from cogs.games.riga.draft_kinds import FirstGood, Payment
from cogs.messages.drafts import Draft, encode_draft
from cogs.messages.panel import Button, Panel, Row, Select, Target
from cogs.messages.table_messages import menu_panel
from rules import GAMES
from rules.chance import Chance
from rules.haithabu import moves as haithabu
from rules.haithabu.view import View
from rules.riga import moves as riga
from tables.model.table import Look
from tests.discord.test_message_length import look_of, table_of
from words import LANGUAGES, words_in
from words.games import GAME_WORDS

WIDTH = 28
"""Characters of what a closed list says that a phone 400 pixels wide shows."""


def begun(look: Look) -> Iterator[Draft]:
    """Yield what can be half put together: of every kind and place some."""
    places = set[tuple[str, str, str]]()
    kinds = set[type]()
    for move in look.options:
        if isinstance(move, haithabu.Work):
            if (move.worker, move.place, "") not in places:
                yield Placing(move.worker, move.place)
                if move.place == haithabu.MARKET:
                    yield Placing(move.worker, move.place, "buy mead", unfinished=True)
            verb = move.action.verb if move.action else ""
            if move.action and (move.worker, move.place, verb) not in places:
                yield Placing(move.worker, move.place, " ".join((verb, *move.action.words())))
            places |= {(move.worker, move.place, verb), (move.worker, move.place, "")}
        elif isinstance(move, haithabu.Act) and isinstance(look.view, View) and type(move.action) not in kinds:
            kinds.add(type(move.action))
            yield Placing(ACT, look.view.acting or "", " ".join((move.action.verb, *move.action.words())))
        elif isinstance(move, riga.Build):
            yield Payment(move)
        elif isinstance(move, riga.Swap) and riga.Swap not in kinds:
            kinds.add(riga.Swap)
            yield FirstGood(move.row, move.good)


def labels(panel: Panel) -> Iterator[str]:
    """Yield all that stands on buttons and in the lines of lists."""
    for part in panel.parts:
        if isinstance(part, Row):
            yield from (button.label for button in part.buttons if isinstance(button, Button))
        elif isinstance(part, Select):
            yield part.placeholder
            for option in part.options:
                yield from (option.label, option.description)


@pytest.mark.repeated(3)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("display", [RigaDisplay(), HaithabuDisplay()], ids=lambda display: display.game)
def test_lists_are_named_in_few_letters_and_labels_have_no_sign_that_is_drawn_otherwise_above(
    display: RigaDisplay | HaithabuDisplay, language: str
) -> None:
    game, words = GAMES[display.game], words_in(language)
    ours = set(GAME_WORDS[display.game].signs.values())
    shown, cut, foreign, twice = 0, set[str](), set[str](), set[Target]()
    often = {"riga": 1, "haithabu": 7}[display.game]
    for seats in (2, 4):
        state, chance = game.new(seats, seats), Chance(seats)
        number = 0
        while owed := game.owed(state):
            number += 1
            seat = next(iter(owed))
            if not number % often:
                look = look_of(table_of(display.game, state, seats), seat)
                for draft in (None, *begun(look)):
                    panel = menu_panel(display, msgspec.structs.replace(look, draft=encode_draft(draft)), words)
                    shown += 1
                    cut |= {
                        part.placeholder
                        for part in panel.parts
                        if isinstance(part, Select) and len(part.placeholder) > WIDTH
                    }
                    targets = [part.target for part in panel.parts if isinstance(part, Select)]
                    targets += [
                        button.target
                        for part in panel.parts
                        if isinstance(part, Row)
                        for button in part.buttons
                        if isinstance(button, Button)
                    ]
                    twice |= {target for target in targets if targets.count(target) > 1}
                    foreign |= {label for label in labels(panel) if any(sign in label for sign in ours)}
            game.play(state, seat, game.sample(state, seat, chance))
    assert shown > 100
    assert cut == set()
    assert foreign == set()
    assert twice == set(), "Discord refuses that"
