"""Visby's menus offer every move worth making and nothing that is refused; a hand in words shows what is sealed."""

from __future__ import annotations

from itertools import combinations

import pytest

from cogs.games.visby.display import VisbyDisplay
from cogs.messages.panel import Button, Panel, Row, Select, Text
from cogs.messages.table_messages import hand_panel, menu_panel
from rules.chance import Chance
from rules.visby.data import CARDS
from rules.visby.state import State
from storage.rows import SeatRow, TableRow
from tables.model.table import Look, MenuMoves, Table
from tests.discord.bot import Operator
from tests.discord.playing import sit_down
from tests.discord.riga import broken
from tests.rules.promises import setups
from tests.rules.visby.table import VISBY, move, pick, table
from tests.selection import THOROUGH
from words import words_in

pytestmark = pytest.mark.quick

FACE = VisbyDisplay()


def look(state: State, seat: int) -> Look:
    """Return a table through somebody's eyes, as the bot would."""
    row = TableRow(
        id=10**17,
        game="visby",
        rules=1,
        options={"target": state.target},
        seed=1,
        status="playing",
        size=state.seats,
        host=1,
        server=1,
        channel=1,
        language="de",
        created=0,
    )
    there = Table(row, [SeatRow(seat=i, person=i + 1, computer=None, name=f"p{i}") for i in range(state.seats)], state)
    return Look(
        there,
        seat,
        VISBY.view(state, seat),
        there.mark(seat),
        owes=VISBY.owed(state).get(seat),
        may_change=VISBY.may_change(state, seat),
        sealed=VISBY.is_sealed_choice(state),
        can_undo=VISBY.can_take_back(state, seat),
        menu_moves=MenuMoves(lambda: VISBY.menu(state, seat)),
    )


_MOVING = ("move", "visby.trade")


def offered(panel: Panel) -> list[str]:
    """Return every move that the menu makes with one click or with one choice of its list, or asks to confirm."""
    found = []
    for part in panel.parts:
        if isinstance(part, Row):
            buttons = [button for button in part.buttons if isinstance(button, Button)]
            found += [button.target.arg for button in buttons if button.target.verb in _MOVING]
        elif isinstance(part, Select) and part.target.verb in _MOVING:
            found += [f"{part.target.arg} {option.value}" for option in part.options]
        elif isinstance(part, Select):
            assert part.target.verb == "visby.pick"
            lines = [option.value for option in part.options]
            for count in range(part.least, part.most + 1):
                found += [" ".join(("pick", *cards)) for cards in combinations(lines, count)]
    return found


def said(panel: Panel) -> str:
    return "\n".join(part.text for part in panel.parts if isinstance(part, Text))


@pytest.mark.repeated(2)
@pytest.mark.parametrize(("seats", "options"), setups(VISBY))
def test_the_menu_offers_all_options_and_only_them_in_every_position_of_a_game(
    seats: int, options: dict[str, int]
) -> None:
    chance = Chance(seats)
    for seed, language in enumerate(("de", "en", "de", "en") if THOROUGH else ("de", "en")):
        words = words_in(language)
        state = VISBY.new(seats, seed, options)
        while owed := VISBY.owed(state):
            for seat in range(seats):
                menu = menu_panel(FACE, look(state, seat), words, "x" * 200)
                assert sorted(offered(menu)) == sorted(str(move) for move in VISBY.options(state, seat))
                assert broken(menu) == []
            seat = chance.choice(list(owed))
            VISBY.play(state, seat, VISBY.sample(state, seat, chance))


def test_a_merchant_who_could_trade_any_number_of_wares_is_offered_each() -> None:
    state = table(4, market=15, wares=[15, 0, 0, 0])
    pick(state, "merchant", "ship", "ship", "ship")
    menu = menu_panel(FACE, look(state, 0), words_in("de"), "x" * 200)
    few = ["trade 15", "trade 14", "trade 13", "trade 0"]
    assert offered(menu) == [*few, *(f"trade {wares}" for wares in range(12, 0, -1))]
    assert broken(menu) == []
    assert "Du hast 15 Waren, der Kurs ist" in said(menu)


@pytest.mark.parametrize(("market", "mixed"), [(4, False), (9, True)])
def test_worse_rates_are_named_only_where_there_are_any(market: int, mixed: bool) -> None:
    state = table(4, market=market, wares=[5, 0, 0, 0])
    pick(state, "merchant", "ship", "ship", "ship")
    menu = menu_panel(FACE, look(state, 0), words_in("en"))
    assert ("You can also trade what's left over at a worse rate." in said(menu)) == mixed


async def test_a_card_is_played_by_its_name_in_either_language(operator: Operator) -> None:
    sitting = await sit_down(operator, "visby", ("anna", "bert"))
    anna = sitting.people[0]
    anna.locale = "de"
    for typed in ("Zöllner", "zollner", "ZOELLNER", "Tollkeeper"):
        assert [offer.value for offer in await anna.autocomplete("visby play", "card", typed)] == ["tollkeeper"]
        second = [offer.value for offer in await anna.autocomplete("visby play", "second", card=typed)]
        assert len(second) == 7
        assert "tollkeeper" not in second
        await anna.command("visby play", card="knight", second="ship")
        played = await anna.command("visby play", card=typed, second="Schiff")
        assert "Du spielst **⛵ Schiff, 💰 Zöllner**." in played.text, typed
    assert "verstehe ich nicht" in (await anna.command("visby play", card="Zöllnerin")).text


def test_that_a_choice_can_be_changed_is_said_only_where_somebody_else_takes_time_to_choose() -> None:
    shown = look(table(3), 0)
    promise = "you can change your mind"
    assert promise in said(hand_panel(FACE, shown, words_in("en")))
    for seat in shown.table.seats[1:]:
        seat.computer = "trader"
    alone = said(hand_panel(FACE, shown, words_in("en")))
    assert promise not in alone
    assert "👉 Your turn: choose what to play this round." in alone


def test_a_hand_in_words_says_that_it_is_empty() -> None:
    """With the last card played, a merchant still trades."""
    state = table(
        4, market=4, wares=[5, 0, 0, 0], discards={0: "troops knight blacksmith fleet ship tollkeeper mendicant"}
    )
    pick(state, "merchant", "ship", "ship", "ship")
    assert "In your hand: –" in said(hand_panel(FACE, look(state, 0), words_in("en")))


def test_a_hand_in_words_shows_its_owner_what_is_sealed_as_the_picture_does() -> None:
    state = table(2)
    line = "You play 🐴 Knight, ⛵ Ship."
    assert line not in said(hand_panel(FACE, look(state, 0), words_in("en")))
    move(state, 0, "pick ship knight")
    assert line in said(hand_panel(FACE, look(state, 0), words_in("en")))
    assert "You play" not in said(hand_panel(FACE, look(state, 1), words_in("en")))


@pytest.mark.parametrize(("seats", "listed"), [(4, True), (3, False)])
def test_the_cards_are_explained_once_and_no_more_when_one_has_chosen(seats: int, listed: bool) -> None:
    state = table(seats, battle=8)
    asked = said(menu_panel(FACE, look(state, 0), words_in("en")))
    assert ("Knight: up to" in asked) == listed  # With two cards to choose the list says it.
    move(state, 0, "pick knight" if seats > 3 else "pick knight ship")
    menu = menu_panel(FACE, look(state, 0), words_in("en"), "↩️ note")
    assert said(menu).count("\n") == 2  # the title, what was chosen, the note
    assert "up to" not in said(menu)
    kinds = [type(part) for part in menu.parts]
    assert kinds[:2] == [Text, Text]  # What was chosen and the note stand right above what can be pressed.
    assert kinds[2] in (Row, Select)


def test_who_is_played_for_sees_with_what() -> None:
    state = table(4, discards={0: " ".join(CARDS[:6])})
    pick(state, "merchant", "troops", "troops", "troops")
    menu = menu_panel(FACE, look(state, 0), words_in("en"))
    assert offered(menu) == []
    assert "You play 🥣 Mendicant: it's your last card, so you have no choice." in said(menu)
    assert "You have nothing to decide right now." in said(menu)


def test_v15_a_sealed_trade_shows_its_owner_alone_what_it_is_and_can_be_changed() -> None:
    state = table(4, market=11, wares=[6, 6, 0, 0])
    pick(state, "merchant", "merchant", "ship", "ship")
    assert "Your trade stays secret until all of them have decided." in said(
        menu_panel(FACE, look(state, 0), words_in("en"))
    )
    move(state, 0, "trade 4")
    menu = menu_panel(FACE, look(state, 0), words_in("en"))
    assert "✅ Your trade: **4 wares → 4 seals**." in said(menu)
    assert offered(menu) == ["trade 6", "trade 4", "trade 2", "trade 0"]
    assert [button.target.arg for button in marked(menu)] == ["trade 4"]
    assert "Your trade: 4 wares → 4 seals" in said(hand_panel(FACE, look(state, 0), words_in("en")))
    shown = FACE.for_permanent_message(look(state, 0))
    assert "4 wares →" not in said(hand_panel(FACE, shown, words_in("en"))) + said(
        menu_panel(FACE, shown, words_in("en"))
    )
    other = look(state, 1)
    for panel in (menu_panel(FACE, other, words_in("en")), hand_panel(FACE, other, words_in("en"))):
        assert "✅" not in said(panel)
        assert marked(panel) == []


def marked(panel: Panel) -> list[Button]:
    """Return the buttons that show what is chosen."""
    buttons = [button for part in panel.parts if isinstance(part, Row) for button in part.buttons]
    return [button for button in buttons if isinstance(button, Button) and button.style == "success"]


@pytest.mark.parametrize("seats", [2, 4])
def test_the_menu_says_in_one_line_what_one_has_and_where_the_tracks_stand(seats: int) -> None:
    state = table(seats, wares=[5, *[0] * (seats - 1)], battle=4, journey=7, market=4)
    first = FACE.menu(look(state, 0), words_in("en"))[0]
    assert isinstance(first, Text)
    assert "\n-# You: 0🏵️ 5🛢️ · 🏰 Battle 4 · 🌊 Journey 7 · 🏪 Market 4 (3:1)" in first.text
