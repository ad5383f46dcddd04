"""No control is cut and no list drops lines: whole random games of every kind, in both languages.

Every other test with Discord checks that too: cut text is logged as an error.
"""

from __future__ import annotations

import logging

import pytest

from cogs.games import GAMES as ON_DISCORD
from cogs.games.game_cog import GameOnDiscord
from cogs.messages.components import components_of
from cogs.messages.panel import MAX_TEXT_CHARS, Button, Option, Panel, Row, Select, Target, Text
from cogs.messages.table_messages import board_panel, hand_panel, menu_panel
from rules import GAMES
from rules.chance import Chance
from storage.rows import SeatRow, TableRow
from tables.model.table import Look, MenuMoves, Table
from words import LANGUAGES, words_in

WIDEST = "W" * 32
"""A name as long as Discord lets people have."""
FAR = 10**15
"""The number of a table that makes its buttons long."""


def table_of(game: str, state: object, seats: int) -> Table:
    row = TableRow(
        id=FAR, game=game, rules=GAMES[game].version, options={}, seed=1, status="playing", size=seats,
        host=1, server=1, channel=1, language="de", created=0,
    )  # fmt: skip
    return Table(
        row, [SeatRow(seat=n, person=n + 1, computer=None, name=WIDEST, overdue=True) for n in range(seats)], state
    )


def look_of(table: Table, seat: int) -> Look:
    game, state = table.game, table.state
    return Look(
        table, seat, game.view(state, seat), table.mark(seat), game.owed(state).get(seat),
        may_change=game.may_change(state, seat), sealed=game.is_sealed_choice(state), can_undo=True,
        menu_moves=MenuMoves(lambda: game.menu(state, seat)),
    )  # fmt: skip


@pytest.mark.repeated(2)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("on_discord", ON_DISCORD, ids=lambda game: game.name)
def test_what_is_shown_of_a_random_game_is_whole(
    on_discord: GameOnDiscord, language: str, caplog: pytest.LogCaptureFixture
) -> None:
    display = on_discord.display()
    game, words = GAMES[display.game], words_in(language)
    met: set[str] = set()
    for seats in game.players:
        state, chance = game.new(seats, seats), Chance(seats)
        number = 0
        while owed := game.owed(state):
            seat, decision = next(iter(owed.items()))
            number += 1
            if decision not in met or not number % 11:
                met.add(decision)
                look = look_of(table_of(display.game, state, seats), seat)
                for panel in (
                    board_panel(display, look, words),
                    hand_panel(display, look, words),
                    menu_panel(display, look, words),
                ):
                    components_of(panel)
            game.play(state, seat, game.sample(state, seat, chance))
    assert len(met) > 1
    assert [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR] == []


@pytest.mark.parametrize(
    ("part", "complaint"),
    [
        (Row((Button("x" * 81, Target("play")),)), "verb=play a text of 81 characters is cut to 80"),
        (Select(Target("pick"), "x" * 151, (Option("a", "a"),)), "verb=pick a text of 151 characters is cut to 150"),
        (Select(Target("pick"), "", (Option("x" * 101, "a"),)), "verb=pick a text of 101 characters is cut to 100"),
        (Select(Target("a"), "", (Option("a", "a", "x" * 101),)), "verb=a a text of 101 characters is cut to 100"),
        (Select(Target("pick"), "", tuple(Option(str(n), str(n)) for n in range(26))),
         "verb=pick a list shows 25 of its 26 lines"),
    ],
)  # fmt: skip
def test_what_is_cut_all_the_same_is_an_error_for_the_operator_without_its_words(
    part: Row | Select, complaint: str, caplog: pytest.LogCaptureFixture
) -> None:
    components_of(Panel((part,)))
    assert [record.getMessage() for record in caplog.records] == [complaint]


def test_of_a_message_that_is_too_long_the_longest_text_is_cut_and_all_others_stay() -> None:
    board = "\n".join(f"line-{n}" for n in range(MAX_TEXT_CHARS // 8))
    [made] = components_of(Panel((Text("what happened"), Text(board), Text("who is asked")))).to_components()
    first, longest, last = (part["content"] for part in made["components"])
    assert (first, last) == ("what happened", "who is asked")
    assert board.startswith(longest.removesuffix("…"))
    assert MAX_TEXT_CHARS - 10 <= len(first + longest + last) <= MAX_TEXT_CHARS
