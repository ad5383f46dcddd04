"""Whatever lies on a table of Riga, what is shown of it fits Discord, and only legal moves are offered."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from cogs.games.riga.decision_menus import discard_all_but
from cogs.games.riga.draft_kinds import Payment
from cogs.messages.panel import Button, Panel, Row, Select
from rules.chance import Chance
from rules.riga.data import DECK, GOODS, RIGA
from rules.riga.moves import Build
from rules.riga.state import State, Winter
from tables.model.table import Look
from tests.discord.riga import GAME, broken, look, panels
from tests.rules.riga.table import table

LONGEST = ("_" * 32, "*" * 32, "`" * 32, "|" * 32)
"""Every sign of these names has to be escaped."""
LANGUAGES = ("en", "de")


def moves_in(panel: Panel, seen: Look) -> Iterator[str]:
    """Yield the text of every move that a menu offers as it stands."""
    for part in panel.parts:
        if isinstance(part, Select) and part.target.verb == "move":
            values = [option.value.partition("#")[0] for option in part.options]
            lots = [values[: part.least]] if part.least > 1 else [[value] for value in values]
            yield from (" ".join((part.target.arg, *lot)) for lot in lots)
        elif isinstance(part, Select) and part.target.verb == "riga.winter":
            yield discard_all_but(seen, [option.value for option in part.options][: part.least])
        elif isinstance(part, Select) and part.target.verb == "riga.take":
            yield from (f"take {option.value}" for option in part.options)
        elif isinstance(part, Row):
            for button in part.buttons:
                if isinstance(button, Button) and button.target.verb == "move" and not button.disabled:
                    yield button.target.arg
                elif isinstance(button, Button) and button.target.verb == "riga.take":
                    yield f"take {button.target.arg}"


@pytest.mark.repeated(5)
@pytest.mark.parametrize("riga", [False, True])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_everything_shown_in_random_games_fits_and_is_legal(seats: int, riga: bool) -> None:
    chance = Chance(seats)
    state = GAME.new(seats, seats, {"riga_buildings": int(riga)})
    while owed := GAME.owed(state):
        seat = chance.choice(list(owed))
        board, hand, menu = panels(state, seat, chance.choice(LANGUAGES), names=LONGEST)
        for panel in (board, hand, menu):
            assert broken(panel) == []
        offered = list(moves_in(menu, look(state, seat)))
        assert offered
        for text in offered:
            GAME.check(state, seat, GAME.parse(text))
        GAME.play(state, seat, GAME.sample(state, seat, chance))


def fullest(*, taken: bool, turn: int = 7) -> State:
    """Return the last turn of the last year with four players, all cards out, and a hand as large as it gets.

    R11 leaves 8 cards; then come two rows, four Treasuries and four Builders' Yards.
    """
    once = [name for name in DECK if name.endswith((":treasury", ":builders_yard"))]
    money = [name for name in DECK if name.endswith((":bank", ":tavern", ":trading_post", ":crane"))]
    rest = [name for name in DECK if name not in (*once, *money)]
    hand, display, others = rest[:14], rest[14:20], rest[20:]
    goods = ["cloth"] * 3 + ["glass"] * 3 + ["wine"] * 3 + ["grain"] * 3
    if not taken:
        goods = goods[::2]
    mine = [*once, *money, "riga:monastery", "riga:exchange"]
    return table(
        4,
        hands={0: " ".join((*goods, *hand)), 1: "wine", 2: "grain", 3: "glass"},
        built={0: " ".join(mine), 1: " ".join((*others, *RIGA)), 2: " ".join(RIGA), 3: " ".join(RIGA)},
        used={1: "riga:monastery"},
        riga=True,
        exchange=not taken,
        rows=["grain grain grain grain grain", "wine wine wine", "glass glass grain", "cloth glass", "cloth wine wine"],
        new=" ".join(display[:3]),
        old=" ".join(display[3:]),
        year=8,
        turn=turn,
        taken=taken,
    )


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("taken", [False, True])
def test_the_fullest_table_and_the_longest_hand_fit(taken: bool, language: str) -> None:
    state = fullest(taken=taken)
    assert [broken(panel) for panel in panels(state, 0, language, names=LONGEST)] == [[], [], []]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_longest_payment_fits(language: str) -> None:
    state = fullest(taken=True)
    city = state.players[0].buildings[0].partition(":")[0]
    group = [name for name in state.players[0].buildings if name.startswith(city)][:3]
    owned = state.players[0]
    goods = [good for good in GOODS for _ in range(owned.goods[good]) if (city, good) != ("visby", "cloth")]
    money = [name for name in owned.built if name.endswith(("bank", "tavern", "trading_post"))]
    cranes = [name for name in owned.built if name.endswith("crane")]
    halved = [f"{crane}@{name}" for crane, name in zip(cranes, group, strict=False)]
    draft = Payment(Build.read((*group, "pay", *goods, *money, *halved)))
    *_, menu = panels(state, 0, language, draft, LONGEST)
    assert broken(menu) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_longest_winter_fits(language: str) -> None:
    state = fullest(taken=True)
    state.agenda.clear()
    state.push(Winter(owes=[0], asked=(0,), discards=[None] * 4))
    *_, menu = panels(state, 0, language, names=LONGEST)
    assert broken(menu) == []
    (select,) = [part for part in menu.parts if isinstance(part, Select)]
    assert (select.target.verb, select.least, select.most) == ("riga.winter", 6, 6)
