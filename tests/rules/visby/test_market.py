"""V14 to V16: what Merchants buy, and what becomes of the Market."""

from __future__ import annotations

from functools import cache

import pytest

from rules.errors import Illegal, NotYours
from rules.visby.data import RATES
from rules.visby.events import MarketClosed, MarketOpened, RoundBegan, SealedTrade, Traded, TradesShown
from rules.visby.moves import Trade
from rules.visby.state import State
from tests.rules.by_text import events_of
from tests.rules.visby.table import VISBY, move, pick, seals, table, wares

pytestmark = pytest.mark.quick

MARKET = [(3, 1)] * 5 + [(2, 1)] * 2 + [(3, 2)] * 2 + [(2, 2)] * 2 + [(2, 3)] * 2 + [(1, 2)] * 2 + [(1, 3)]
"""The Market track of the rules, space by space."""


def trading(space: int, owned: int, version: int | None = None) -> State:
    """Let seat 0 be the only Merchant, with so many wares."""
    state = table(4, market=space, wares=[owned, 0, 0, 0], version=version)
    pick(state, "merchant", "tollkeeper", "tollkeeper", "tollkeeper")
    return state


def crowd(*owned: int, market: int = 11, version: int | None = None) -> State:
    """Let as many Merchants as are named trade at once, with so many wares."""
    state = table(4, market=market, wares=[*owned, *[0] * (4 - len(owned))], version=version)
    pick(state, *["merchant"] * len(owned), *["tollkeeper"] * (4 - len(owned)))
    return state


@cache
def most_seals(space: int, given: int) -> int:
    """Try every deal at the rate of this space or a lower one, and then the best with what is left."""
    deals = [(cost, brings) for cost, brings in MARKET[: space + 1] if cost <= given]
    return max((brings + most_seals(space, given - cost) for cost, brings in deals), default=0)


def test_the_market_track_is_that_of_the_rules() -> None:
    assert list(RATES) == MARKET


@pytest.mark.parametrize(
    ("merchants", "stood", "stands"),
    [(1, 9, 9), (2, 9, 7), (3, 9, 5), (4, 9, 3), (6, 15, 5), (2, 1, 0), (3, 3, 0), (6, 9, 0), (2, 0, 0)],
)
def test_v14_crowded_merchants_move_the_market_back_not_below_0(merchants: int, stood: int, stands: int) -> None:
    state = table(6, market=stood, wares=[15] * 6)
    events = pick(state, *["merchant"] * merchants, *["tollkeeper"] * (6 - merchants))
    assert events_of(events, MarketOpened) == [MarketOpened(tuple(range(merchants)), stands, *MARKET[stands])]
    assert state.market == stands
    assert VISBY.view(state, None).market == stands


def test_v14_the_space_it_then_stands_on_is_the_rate_for_all_of_them() -> None:
    state = crowd(4, 4, market=15)
    move(state, 1, "trade 4")
    move(state, 0, "trade 3")
    assert seals(state) == [6, 8, 0, 0]  # 13: one ware buys two seals


def useful(space: int, owned: int) -> list[int]:
    """Return the amounts for which no smaller one buys as many seals."""
    return [
        given
        for given in range(owned + 1)
        if all(most_seals(space, less) < most_seals(space, given) for less in range(given))
    ]


@pytest.mark.parametrize("version", VISBY.versions)
@pytest.mark.parametrize("space", range(16))
def test_v15_an_amount_buys_the_most_that_the_rate_and_all_lower_ones_allow(space: int, version: int) -> None:
    for given in range(16) if version == 1 else useful(space, 15):
        state = table(2, market=space, wares=[15, 0], target=45, version=version)
        pick(state, "merchant knight", "tollkeeper knight")
        events = move(state, 0, f"trade {given}")
        assert events_of(events, Traded) == [Traded(0, given, most_seals(space, given))]
        assert (seals(state)[0], wares(state)[0]) == (most_seals(space, given), 15 - given)


def test_v15_rates_can_be_mixed() -> None:
    state = trading(7, 8)
    move(state, 0, "trade 8")  # twice 3:2 and once 2:1
    assert (seals(state)[0], wares(state)[0]) == (5, 0)


@pytest.mark.parametrize("space", range(16))
def test_v15_menus_offer_an_amount_only_if_no_smaller_one_buys_as_many(space: int) -> None:
    for owned in range(16):
        if not most_seals(space, owned):
            continue
        state = trading(space, owned)
        offered = [option.wares for option in VISBY.options(state, 0)]
        assert sorted(offered) == useful(space, owned)
        assert offered[-1] == 0


@pytest.mark.repeated(3)
@pytest.mark.parametrize("space", range(16))
def test_v15_an_amount_that_wastes_wares_is_refused_with_the_two_around_it_that_do_not(space: int) -> None:
    for owned in range(16):
        for given in range(owned + 1) if most_seals(space, owned) else ():
            state = trading(space, owned)
            lower = max(amount for amount in useful(space, owned) if amount <= given)
            higher = min((amount for amount in useful(space, owned) if amount > given), default=None)
            if lower == given:
                events = VISBY.play(state, 0, Trade(given))
                assert events_of(events, Traded) == [Traded(0, given, most_seals(space, given))]
                continue
            with pytest.raises(Illegal) as refusal:
                VISBY.play(state, 0, Trade(given))
            facts = {"wares": given, "lower": lower, "seals": most_seals(space, lower)}
            if higher is not None:
                facts |= {"higher": higher, "more_seals": most_seals(space, higher)}
            assert refusal.value.facts == facts
            assert refusal.value.rule == "V15"


@pytest.mark.parametrize("version", VISBY.versions)
@pytest.mark.parametrize("space", [0, 7, 15])
def test_v15_amounts_below_0_or_above_what_is_owned_are_refused(space: int, version: int) -> None:
    for given in range(-3, 20):
        state = trading(space, 9, version)
        if 0 <= given <= 9 and (version == 1 or given in useful(space, 9)):
            VISBY.play(state, 0, Trade(given))
            assert wares(state)[0] == 9 - given
        else:
            with pytest.raises(Illegal) as refusal:
                VISBY.play(state, 0, Trade(given))
            assert refusal.value.rule == "V15"


@pytest.mark.parametrize("version", VISBY.versions)
def test_v15_all_merchants_are_asked_at_once_and_decide_in_any_order(version: int) -> None:
    ends = []
    for order in ((0, 1, 2), (2, 0, 1)):
        state = crowd(3, 6, 8, version=version)
        assert VISBY.owed(state) == {0: "trade", 1: "trade", 2: "trade"}
        for seat in order:
            move(state, seat, f"trade {(3, 6, 8)[seat]}")
        ends.append((seals(state), wares(state)))
    assert ends == [([2, 4, 5, 0], [0, 0, 0, 0])] * 2  # all at space 7


def test_v15_several_trades_are_sealed_until_the_last_merchant_has_decided() -> None:
    state = crowd(4, 6, market=11)
    assert VISBY.is_sealed_choice(state)
    assert move(state, 0, "trade 2") == [SealedTrade(0, 2)]
    assert (wares(state)[:2], seals(state)[:2]) == ([4, 6], [0, 0])
    assert [VISBY.view(state, viewer).trade for viewer in (None, 0, 1, 2)] == [None, 2, None, None]
    assert [player.chosen for player in VISBY.view(state, None).players] == [True, False, False, False]
    assert VISBY.redact(SealedTrade(0, 2), 1) == SealedTrade(0, None)
    assert VISBY.owed(state) == {1: "trade"}
    events = move(state, 1, "trade 6")
    assert [event for event in events if isinstance(event, TradesShown | Traded)] == [
        TradesShown((0, 1)),
        Traded(0, 2, 2),  # space 9: 2:2
        Traded(1, 6, 6),
    ]
    assert (wares(state)[:2], seals(state)[:2]) == ([2, 0], [2, 6])
    assert not any(VISBY.can_take_back(state, seat) for seat in range(4))


def test_v15_a_sealed_trade_is_changed_and_nobody_can_tell() -> None:
    state = crowd(4, 6, market=11)
    move(state, 0, "trade 2")
    before = VISBY.encode_events([VISBY.redact(SealedTrade(0, 2), 1)]), VISBY.view(state, 1)
    assert VISBY.may_change(state, 0)
    [event] = move(state, 0, "trade 4")
    assert (VISBY.encode_events([VISBY.redact(event, 1)]), VISBY.view(state, 1)) == before
    assert VISBY.view(state, 0).trade == 4
    move(state, 1, "trade 0")
    assert wares(state)[:2] == [0, 6]


def test_v15_who_is_not_asked_has_nothing_to_change() -> None:
    state = crowd(4, 6, 0, market=13)
    assert [VISBY.may_change(state, seat) for seat in (-1, 0, 1, 2, 3, 4)] == [False] * 6
    move(state, 1, "trade 6")
    assert [VISBY.may_change(state, seat) for seat in (-1, 0, 1, 2, 3, 4)] == [False, False, True, False, False, False]
    for seat in (2, 3):
        with pytest.raises(NotYours):
            move(state, seat, "trade 0")


def test_v15_a_merchant_who_decides_alone_trades_at_once() -> None:
    for state in (trading(9, 4), crowd(4, 1, market=8)):
        assert not VISBY.is_sealed_choice(state)
        events = move(state, 0, "trade 2")
        assert not any(isinstance(event, SealedTrade | TradesShown) for event in events)
        assert [event.seat for event in events_of(events, Traded)] == [0]
        assert VISBY.can_take_back(state, 0)


def test_v15_by_the_first_rules_a_trade_is_open_and_cannot_be_made_twice() -> None:
    state = crowd(4, 6, market=9, version=1)
    assert not VISBY.is_sealed_choice(state)
    [event] = move(state, 0, "trade 3")
    assert event == Traded(0, wares=3, seals=2)
    assert all(VISBY.redact(event, viewer) == event for viewer in (None, 1, 2, 3))
    assert not VISBY.may_change(state, 0)
    with pytest.raises(NotYours):
        move(state, 0, "trade 1")


def test_v15_who_can_buy_nothing_is_not_asked() -> None:
    state = table(4, market=6, wares=[2, 1, 0, 15])
    events = pick(state, "merchant", "merchant", "merchant", "tollkeeper")
    assert events_of(events, MarketOpened) == [MarketOpened((0, 1, 2), space=2, wares=3, seals=1)]
    assert events_of(events, Traded) == [Traded(seat, 0, 0, asked=False) for seat in (0, 1, 2)]
    assert VISBY.owed(state) == dict.fromkeys(range(4), "choose")
    state = table(4, market=6, wares=[2, 3, 2, 0])
    pick(state, "merchant", "merchant", "merchant", "tollkeeper")
    assert VISBY.owed(state) == {1: "trade"}


def test_v15_no_trade_is_allowed() -> None:
    state = trading(15, 15)
    events = move(state, 0, "trade 0")
    assert events_of(events, Traded) == [Traded(0, 0, 0)]
    assert (seals(state)[0], wares(state)[0]) == (0, 15)


@pytest.mark.parametrize("given", [0, 6])
def test_v16_the_market_goes_to_0_traded_or_not(given: int) -> None:
    state = trading(9, 6)
    assert state.market == 9
    events = move(state, 0, f"trade {given}")
    assert events_of(events, MarketClosed) == [MarketClosed()]
    assert events_of(events, RoundBegan)[0].market == state.market == 0 + 3


def test_v16_it_waits_for_the_last_merchant() -> None:
    state = crowd(6, 6)
    assert events_of(move(state, 0, "trade 2"), MarketClosed) == []
    assert state.market == 9
    assert events_of(move(state, 1, "trade 2"), MarketClosed) == [MarketClosed()]


def test_v16_it_goes_to_0_when_no_merchant_could_buy_and_stays_without_a_merchant() -> None:
    state = table(4, market=12)
    events = pick(state, "merchant", "tollkeeper", "tollkeeper", "tollkeeper")
    assert events_of(events, MarketClosed) == [MarketClosed()]
    assert state.market == 0 + 3
    state = table(4, market=12)
    events = pick(state, *["tollkeeper"] * 4)
    assert events_of(events, MarketClosed) == []
    assert state.market == 15
