"""What a menu works out from a view is what the table then charges and pays."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest

from rules import Event, Move
from rules.chance import Chance
from rules.haithabu import quotes
from rules.haithabu.actions import Buy, Fetch, Load, Recruit, Sell
from rules.haithabu.end_events import FeePaid, Finished, RoundEnded
from rules.haithabu.events import Borrowed, Discarded
from rules.haithabu.moves import Act, Hire, Repay, Work
from rules.haithabu.round_end import FinishRound
from rules.haithabu.state import EndRound, State, Turn, UseFunctions
from rules.haithabu.view import View
from tests.rules.by_text import events_of
from tests.rules.haithabu.table import GAME, amounts, end_round, last_turn, load_dice, move, table


def quoted(view: View, seat: int, move: Move) -> tuple[str, quotes.Quote | None]:
    """Return what a menu would say about a move, and which quote that is."""
    if isinstance(move, Hire):
        return "hiring", quotes.quote_hire(view, seat)
    if isinstance(move, Work) and move.dice:
        return "rolling", quotes.quote_dice(view, seat, move.dice)
    if isinstance(move, Work | Act):
        place = move.place if isinstance(move, Work) else str(view.acting)
        match move.action:
            case Buy(wares):
                return "buying", quotes.quote_purchase(view, seat, place, wares)
            case Sell(wares):
                return "selling", quotes.quote_sale(view, seat, place, wares)
            case Fetch(stacks):
                return "fetching", quotes.quote_transports(view, seat, stacks)
            case Recruit(character):
                return "recruiting", quotes.quote_character(view, seat, character)
            case Load(kind, wares):
                transport = view.players[seat].cart if kind == "cart" else view.players[seat].ship
                assert quotes.wares_without_place(view, seat, str(transport), wares) == 0
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
    assert quotes.quote_purchase(view, 0, "market", amounts("spices:4")) == quotes.Quote(-100, loans=1)
    assert quotes.quote_purchase(view, 0, "market", amounts("spices:5")) == quotes.Quote(
        -125, loans=2, affordable=False
    )
    assert quotes.quote_purchase(view, 0, "G", amounts("mead:2")) == quotes.Quote(-8)


def test_quotes_know_the_characters() -> None:
    view = GAME.view(
        table(3, characters={0: "trader innkeeper seer stevedore steward"}, market={"mead": 0}, hired=1), 0
    )
    assert quotes.quote_purchase(view, 0, "market", amounts("weapons:2")).silver == -32
    assert quotes.quote_purchase(view, 1, "market", amounts("weapons:2")).silver == -40
    assert quotes.quote_sale(view, 0, "C", amounts("mead cloth")) == quotes.Quote(7 + 11, points=2)
    assert quotes.quote_hire(view, 0) == quotes.Quote(-15)
    assert quotes.quote_hire(view, 1) == quotes.Quote(-30)
    assert (quotes.quote_dice(view, 0, 2).silver, quotes.quote_dice(view, 1, 2).silver) == (0, -20)
    assert quotes.transport_capacity(view, 0, "cart20-11") == (6, amounts("mead:2"))
    assert quotes.transport_capacity(view, 1, "cart20-11") == (4, amounts("mead:2"))
    assert (quotes.store_limit(view, 0), quotes.store_limit(view, 1)) == (15, 10)
    assert quotes.wares_without_place(view, 0, "cart20-11", amounts("mead:3 cloth:6")) == 1
    assert quotes.quote_character(view, 1, "trader").silver == -10
    assert quotes.quote_character(view, 1, "juggler").silver == 0


def test_an_empty_inn_has_no_price() -> None:
    assert quotes.quote_hire(GAME.view(table(2, hired=1), 0), 0) is None


@pytest.mark.repeated(3)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_h28_a_move_is_said_to_lead_to_a_loan_exactly_when_it_does(seats: int) -> None:
    met = Counter[tuple[str, bool]]()
    for seed in range(4):
        for state, seat in poor_positions(seats, seed):
            view = GAME.view(state, seat)
            for each in GAME.options(state, seat):
                tried = state.copy()
                events = GAME.play(tried, seat, each)
                taken = sum(
                    event.loans
                    for event, after in zip(events, (*events[1:], None), strict=True)
                    if isinstance(event, Borrowed) and event.seat == seat and not isinstance(after, FeePaid)
                )
                assert quotes.quote_move(view, seat, each).loans == taken
                met[each.verb, taken > 0] += 1
    assert {("work", True), ("work", False), ("act", False), ("hire", True)} <= set(met)


def test_h28_by_night_and_for_the_carpenter_a_loan_is_said_too() -> None:
    night = table(dawn=4, silver={0: 0})
    load_dice(night, (3,))
    move(night, 0, "work own A dice 1")
    assert {quotes.quote_move(GAME.view(night, 0), 0, each).loans for each in GAME.options(night, 0)} == {1}
    end = last_turn(characters={0: "carpenter"}, silver={0: 30})
    end_round(end)
    view = GAME.view(end, 0)
    assert [quotes.quote_move(view, 0, GAME.parse(f"carpenter ship{cost}")).loans for cost in (20, 30, 40)] == [0, 0, 1]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_h36_what_the_end_of_the_round_costs_is_exact_on_the_position_as_it_stands(seats: int) -> None:
    met = Counter[tuple[bool, bool]]()
    for seed in range(4):
        chance = Chance(seed)
        for state, seat in poor_positions(seats, seed):
            view = GAME.view(state, seat)
            for other in range(seats):
                foretold = quotes.forecast_round_end(view, other)
                assert (foretold is None) == (view.round == 8)
                if foretold:
                    assert paid_in_the_end(state, other, chance) == foretold
                    met[bool(foretold.loans), any(foretold.surplus)] += 1
    assert len(met) == 4


@pytest.mark.repeated(3)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_h36_after_a_move_the_end_of_the_round_costs_what_was_said_before_it(seats: int) -> None:
    changed = Counter[str]()
    for seed in range(2):
        chance = Chance(seed)
        for state, seat in poor_positions(seats, seed):
            view = GAME.view(state, seat)
            if not isinstance(state.agenda[-1], Turn) or view.round == 8:
                continue
            for each in GAME.options(state, seat):
                if not isinstance(each, Work | Hire | Repay) or (isinstance(each, Work) and each.dice):
                    continue
                tried = state.copy()
                if any(isinstance(event, RoundEnded) for event in GAME.play(tried, seat, each)):
                    continue
                said = quotes.forecast_round_end(view, seat, each)
                assert paid_in_the_end(tried, seat, chance) == said
                if said != quotes.forecast_round_end(view, seat):
                    changed[str(each).split()[3] if isinstance(each, Work) else each.verb] += 1
    assert {"buy", "sell", "fetch", "recruit", "order", "load", "hire", "repay"} <= set(changed)


def poor_positions(seats: int, seed: int) -> Iterator[tuple[State, int]]:
    """Yield positions of a random game in which everybody is short of silver again and again."""
    chance = Chance(seed)
    state: State = GAME.new(seats, seed)
    number = 0
    while owed := GAME.owed(state):
        seat = chance.choice(list(owed))
        number += 1
        if tinkered := not number % 2 and isinstance(state.agenda[-1], Turn | UseFunctions):
            for player in state.players:
                player.silver = chance.below(40) if chance.below(4) else 300
        if tinkered or not number % 5:
            yield state, seat
        GAME.play(state, seat, GAME.sample(state, seat, chance))


def paid_in_the_end(state: State, seat: int, chance: Chance) -> quotes.RoundEndForecast:
    """End the round at once, on a copy; return what a player had, owed, borrowed and had to discard."""
    ended = state.copy()
    silver = ended.players[seat].silver
    frame = EndRound(stage="supply")
    ended.agenda.clear()
    ended.push(frame)
    events: list[Event] = []
    FinishRound().resume(ended, frame, events)
    if not GAME.owed(ended):
        FinishRound().resume(ended, frame, events)
    while "discard_surplus" in GAME.owed(ended).values():
        other = next(iter(GAME.owed(ended)))
        events += GAME.play(ended, other, GAME.sample(ended, other, chance))
    gone = [event for event in events_of(events, Discarded) if event.seat == seat]
    surplus = (sum(sum(event.warehouse) for event in gone), sum(sum(event.post) for event in gone))
    fee = sum(event.due for event in events_of(events, FeePaid) if event.seat == seat)
    loans = sum(event.loans for event in events_of(events, Borrowed) if event.seat == seat)
    return quotes.RoundEndForecast(silver, fee, loans, surplus)
