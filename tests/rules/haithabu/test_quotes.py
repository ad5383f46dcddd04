"""What a menu works out from a view is what the table then charges and pays."""

from __future__ import annotations

from collections import Counter

import pytest

from rules import Move
from rules.chance import Chance
from rules.haithabu import quotes
from rules.haithabu.actions import Buy, Fetch, Load, Recruit, Sell
from rules.haithabu.events import Finished, RoundEnded
from rules.haithabu.moves import Act, Hire, Work
from rules.haithabu.view import View
from tests.rules.haithabu.table import GAME, amounts, table


def quoted(view: View, seat: int, move: Move) -> tuple[str, quotes.Quote | None]:
    """Return what a menu would say about a move, and which quote that is."""
    if isinstance(move, Hire):
        return "hiring", quotes.hiring(view, seat)
    if isinstance(move, Work) and move.dice:
        return "rolling", quotes.rolling(view, seat, move.dice)
    if isinstance(move, Work | Act):
        place = move.place if isinstance(move, Work) else str(view.acting)
        match move.action:
            case Buy(wares):
                return "buying", quotes.buying(view, seat, place, wares)
            case Sell(wares):
                return "selling", quotes.selling(view, seat, place, wares)
            case Fetch(stacks):
                return "fetching", quotes.fetching(view, seat, stacks)
            case Recruit(character):
                return "recruiting", quotes.recruiting(view, seat, character)
            case Load(kind, wares):
                transport = view.players[seat].cart if kind == "cart" else view.players[seat].ship
                assert quotes.loading(view, seat, str(transport), wares) == 0
    return "", None


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_quote_of_an_offered_move_is_kept_by_the_table(seats: int) -> None:
    kept = Counter[str]()
    for seed in range(6):
        chance = Chance(seed)
        state = GAME.new(seats, seed)
        while owed := GAME.owed(state):
            seat = chance.choice(list(owed))
            view = GAME.view(state, seat)
            move = GAME.sample(state, seat, chance)
            name, quote = quoted(view, seat, move)
            events = GAME.play(state, seat, move)
            after = GAME.view(state, seat)
            if quote is None or any(isinstance(event, RoundEnded | Finished) for event in events):
                continue  # nothing to keep, or the end of a round changed more
            kept[name] += 1
            assert quote.affordable
            assert quote.loans == getattr(move, "loans", 0)
            if name != "rolling":  # an event changes more
                before, player = view.players[seat], after.players[seat]
                assert player.silver == before.silver + quote.silver + 100 * quote.loans
                assert player.points == before.points + quote.points
            if name in ("buying", "selling"):
                assert isinstance(move, Work | Act)
                assert isinstance(move.action, Buy | Sell)
                levels = tuple(ware.level for ware in after.wares)
                assert levels == quotes.levels_after(view, move.action.wares, name == "buying")
    assert set(kept) == {"buying", "selling", "hiring", "rolling", "fetching", "recruiting"}


def test_a_quote_says_how_many_loans_it_needs_and_whether_the_bank_has_them() -> None:
    view = GAME.view(table(silver={0: 10}, loans={1: 15}), 0)
    assert quotes.buying(view, 0, "market", amounts("spices:4")) == quotes.Quote(-100, loans=1)
    assert quotes.buying(view, 0, "market", amounts("spices:5")) == quotes.Quote(-125, loans=2, affordable=False)
    assert quotes.buying(view, 0, "G", amounts("mead:2")) == quotes.Quote(-8)


def test_quotes_know_the_characters() -> None:
    view = GAME.view(
        table(3, characters={0: "trader innkeeper seer stevedore steward"}, market={"mead": 0}, hired=1), 0
    )
    assert quotes.buying(view, 0, "market", amounts("weapons:2")).silver == -32
    assert quotes.buying(view, 1, "market", amounts("weapons:2")).silver == -40
    assert quotes.selling(view, 0, "C", amounts("mead cloth")) == quotes.Quote(7 + 11, points=2)
    assert quotes.hiring(view, 0) == quotes.Quote(-15)
    assert quotes.hiring(view, 1) == quotes.Quote(-30)
    assert (quotes.rolling(view, 0, 2).silver, quotes.rolling(view, 1, 2).silver) == (0, -20)
    assert quotes.capacity(view, 0, "cart20-1") == (4, amounts("mead:2"))
    assert quotes.capacity(view, 1, "cart20-1") == (2, amounts("mead:2"))
    assert (quotes.limit(view, 0), quotes.limit(view, 1)) == (15, 10)
    assert quotes.loading(view, 0, "cart20-1", amounts("mead:3 cloth:4")) == 1
    assert quotes.recruiting(view, 1, "trader").silver == -10
    assert quotes.recruiting(view, 1, "juggler").silver == 0


def test_an_empty_inn_has_no_price() -> None:
    assert quotes.hiring(GAME.view(table(2, hired=1), 0), 0) is None
