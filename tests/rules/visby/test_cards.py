"""V6 to V13, V17 to V19: what the cards do, and where they go."""

from __future__ import annotations

from itertools import product

import pytest

from rules.visby.data import CARDS
from rules.visby.events import Chose, MarketClosed, MarketOpened, Paid, PickedUp, Shared, Traded
from tests.rules.by_text import events_of
from tests.rules.visby.table import VISBY, move, pick, seals, table, wares

pytestmark = pytest.mark.quick


def test_example_of_the_rulebook_troops_take_2_of_6_seals() -> None:
    state = table(battle=6)
    events = pick(state, "troops", "ship", "ship", "ship")
    assert events_of(events, Shared)[0] == Shared("troops", (0,), each=2, kept=(2,), left=4)
    assert seals(state) == [2, 0, 0, 0]


def test_example_of_the_rulebook_a_knight_takes_5_of_10_seals() -> None:
    state = table(battle=10)
    events = pick(state, "ship", "knight", "ship", "ship")
    assert events_of(events, Shared)[0] == Shared("knight", (1,), each=5, kept=(5,), left=5)
    assert seals(state) == [0, 5, 0, 0]


def test_example_of_the_rulebook_a_ship_takes_all_8_wares() -> None:
    state = table(journey=8)
    events = pick(state, "knight", "knight", "ship", "knight")
    assert events_of(events, Shared)[-1] == Shared("ship", (2,), each=8, kept=(8,), left=0)
    assert wares(state) == [0, 0, 8, 0]


def test_v06_the_steps_are_evaluated_from_1_to_8() -> None:
    state = table(6, battle=15, journey=15, market=9, wares=[2, 2, 2, 2, 2, 2])
    events = pick(state, "mendicant", "tollkeeper", "ship", "blacksmith", "troops", "knight")
    order = [event.card for event in events if isinstance(event, Shared | Paid)]
    assert order == ["troops", "knight", "blacksmith", "ship", "tollkeeper", "mendicant"]

    state = table(6, battle=15, journey=15, market=9, wares=[2, 2, 2, 2, 2, 2])
    events = pick(state, "mendicant", "merchant", "tollkeeper", "ship", "fleet", "fleet")
    events += move(state, 1, "trade 2")
    steps = [getattr(event, "card", type(event).__name__) for event in events if not isinstance(event, Chose)]
    assert steps[:8] == [
        "Revealed",
        "fleet",
        "ship",
        "tollkeeper",
        "MarketOpened",
        "Traded",
        "MarketClosed",
        "mendicant",
    ]


def test_v06_equal_cards_act_at_the_same_time() -> None:
    state = table(4, battle=5)
    events = pick(state, "knight", "ship", "ship", "knight")
    assert events_of(events, Shared)[0].seats == (0, 3)
    assert seals(state) == [2, 0, 0, 2]


@pytest.mark.parametrize(
    ("card", "track", "n", "each"),
    [
        ("troops", 15, 1, 2),
        ("troops", 1, 1, 1),
        ("troops", 3, 2, 1),
        ("troops", 5, 6, 0),
        ("troops", 15, 6, 2),
        ("knight", 15, 1, 5),
        ("knight", 4, 1, 4),
        ("knight", 9, 2, 4),
        ("knight", 11, 2, 5),
        ("knight", 2, 3, 0),
        ("fleet", 15, 1, 3),
        ("fleet", 2, 1, 2),
        ("fleet", 8, 3, 2),
        ("fleet", 12, 3, 3),
        ("ship", 15, 1, 15),
        ("ship", 15, 2, 7),
        ("ship", 14, 4, 3),
        ("ship", 5, 6, 0),
        ("ship", 0, 2, 0),
    ],
)
def test_v07_equal_cards_share_equally_up_to_their_limit_and_the_rest_stays(
    card: str, track: int, n: int, each: int
) -> None:
    battle = card in ("troops", "knight")
    idle = "fleet" if battle else "troops"
    state = table(6, battle=track if battle else 0, journey=0 if battle else track)
    events = pick(state, *[card] * n, *[idle] * (6 - n))
    share = next(event for event in events_of(events, Shared) if event.card == card)
    assert share == Shared(card, tuple(range(n)), each, (each,) * n, left=track - n * each)
    assert (seals(state) if battle else wares(state)) == [each] * n + [0] * (6 - n)
    assert (state.battle if battle else state.journey) == min(15, track - n * each + 5)  # V4 has moved it on


def test_v07_whatever_lies_there_and_however_many_draw() -> None:
    for card, limit in (("troops", 2), ("knight", 5), ("fleet", 3), ("ship", 15)):
        battle = card in ("troops", "knight")
        for track, n in product(range(16), range(1, 7)):
            state = table(6, battle=track if battle else 0, journey=0 if battle else track)
            events = pick(state, *[card] * n, *["mendicant"] * (6 - n))
            each = min(limit, track // n)
            assert events_of(events, Shared) == [
                Shared(card, tuple(range(n)), each, (each,) * n, left=track - n * each)
            ]


def test_v07_what_overflows_a_players_wares_still_leaves_the_track() -> None:
    state = table(4, journey=11, wares=[13, 3, 0, 0])
    events = pick(state, "ship", "ship", "knight", "knight")
    assert events_of(events, Shared)[-1] == Shared("ship", (0, 1), each=5, kept=(2, 5), left=1)
    assert wares(state) == [15, 8, 0, 0]
    assert state.journey == 1 + 3


def test_v08_troops_take_seals_from_battle_before_knights() -> None:
    state = table(4, battle=4)
    events = pick(state, "knight", "troops", "troops", "tollkeeper")
    assert [(event.card, event.each) for event in events_of(events, Shared)] == [("troops", 2), ("knight", 0)]
    assert seals(state) == [0, 2, 2, 0]


def test_v09_knights_then_take_seals_from_what_troops_left() -> None:
    state = table(4, battle=9)
    events = pick(state, "troops", "knight", "knight", "tollkeeper")
    assert [(event.card, event.each, event.left) for event in events_of(events, Shared)] == [
        ("troops", 2, 7),
        ("knight", 3, 1),
    ]
    assert seals(state) == [2, 3, 3, 0]
    assert wares(state) == [0, 0, 0, 0]


def test_v10_a_blacksmith_gets_2_for_each_knight_and_4_for_each_troops_of_others() -> None:
    state = table(6, battle=0)
    pick(state, "blacksmith", "knight", "knight", "troops", "ship", "ship")
    assert wares(state) == [2 * 2 + 4, 0, 0, 0, 0, 0]


def test_v10_own_knight_and_troops_never_count_for_the_blacksmith() -> None:
    state = table(2)
    pick(state, "knight blacksmith", "tollkeeper ship")
    assert wares(state) == [0, 0]
    state = table(3)
    pick(state, "knight blacksmith", "troops blacksmith", "knight troops")
    assert wares(state) == [2 + 4 + 4, 2 + 2 + 4, 0]


def test_v10_neither_success_nor_other_blacksmiths_matter_and_the_tracks_are_not_touched() -> None:
    state = table(4, battle=0, journey=6)
    events = pick(state, "blacksmith", "blacksmith", "troops", "knight")
    assert events_of(events, Paid) == [Paid("blacksmith", 0, 6, 6), Paid("blacksmith", 1, 6, 6)]
    assert state.journey == 6 + 3


def test_v11_fleets_take_wares_from_journey_before_ships() -> None:
    state = table(4, journey=7)
    events = pick(state, "ship", "fleet", "fleet", "blacksmith")
    assert [(event.card, event.each, event.left) for event in events_of(events, Shared)] == [
        ("fleet", 3, 1),
        ("ship", 1, 0),
    ]
    assert wares(state) == [1, 3, 3, 0]


def test_v12_ships_then_take_all_wares_that_fleets_left() -> None:
    state = table(4, journey=15)
    pick(state, "ship", "fleet", "knight", "knight")
    assert wares(state) == [12, 3, 0, 0]
    assert seals(state) == [0, 0, 0, 0]
    assert state.journey == 3


def test_v13_a_tollkeeper_gets_1_for_each_ship_and_3_for_each_fleet_of_others() -> None:
    state = table(6)
    pick(state, "tollkeeper", "ship", "ship", "fleet", "knight", "knight")
    assert seals(state) == [2 * 1 + 3, 0, 0, 0, 0, 0]


def test_v13_own_ship_and_fleet_never_count_for_the_tollkeeper() -> None:
    state = table(2, journey=4)
    pick(state, "ship tollkeeper", "knight blacksmith")
    assert seals(state) == [0, 0]
    state = table(3)
    pick(state, "ship tollkeeper", "fleet tollkeeper", "fleet ship")
    assert seals(state) == [3 + 3 + 1, 1 + 3 + 1, 0]


def test_v13_neither_success_nor_other_tollkeepers_matter_and_the_tracks_are_not_touched() -> None:
    state = table(4, battle=6, journey=0)
    events = pick(state, "tollkeeper", "tollkeeper", "fleet", "ship")
    assert events_of(events, Paid) == [Paid("tollkeeper", 0, 4, 4), Paid("tollkeeper", 1, 4, 4)]
    assert state.battle == 6 + 3


@pytest.mark.parametrize(("cards", "due"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3), (7, 4)])
def test_v17_the_mendicant_gets_wares_for_own_discards_and_cards_played(cards: int, due: int) -> None:
    state = table(4, discards={0: " ".join(CARDS[: cards - 1])})
    events = pick(state, "mendicant", "troops", "troops", "troops")
    assert events_of(events, Paid) == [Paid("mendicant", 0, due, due)]
    assert wares(state) == [due, 0, 0, 0]


def test_v17_the_eighth_card_is_the_mendicant_itself() -> None:
    state = table(4, discards={0: " ".join(CARDS[:6])})
    pick(state, "merchant", "troops", "troops", "troops")
    events = pick(state, "", "knight", "knight", "knight")
    assert events_of(events, Paid) == [Paid("mendicant", 0, 4, 4)]


@pytest.mark.parametrize(("cards", "due"), [(2, 1), (3, 2), (4, 2), (5, 3), (6, 3), (7, 4)])
def test_v17_a_card_played_beside_the_mendicant_counts(cards: int, due: int) -> None:
    state = table(2, discards={0: " ".join(CARDS[2:cards])})
    events = pick(state, "troops mendicant", "ship fleet")
    assert events_of(events, Paid) == [Paid("mendicant", 0, due, due)]


def test_v17_merchants_of_others_bring_the_mendicant_2_wares_each() -> None:
    state = table(6)
    pick(state, "mendicant", "merchant", "merchant", "ship", "mendicant", "knight")
    assert wares(state) == [1 + 4, 0, 0, 0, 1 + 4, 0]


def test_v17_the_own_merchant_does_not_count() -> None:
    state = table(3, market=0)
    pick(state, "merchant mendicant", "merchant ship", "ship knight")
    assert wares(state)[0] == 1 + 2


def test_v18_played_cards_go_to_the_open_discard_pile() -> None:
    state = table(2, discards={0: "ship"})
    pick(state, "knight tollkeeper", "knight fleet")
    assert state.players[0].discard == ["ship", "knight", "tollkeeper"]
    assert state.players[0].hand == ["troops", "blacksmith", "fleet", "merchant", "mendicant"]
    assert state.played == [(), ()]
    for seat in (None, 0, 1):
        seen = VISBY.view(state, seat).players[0]
        assert (list(seen.discard), list(seen.hand)) == (state.players[0].discard, state.players[0].hand)


def test_v18_the_mendicant_takes_the_whole_pile_back() -> None:
    state = table(4, discards={0: "knight ship", 1: "knight"})
    events = pick(state, "mendicant", "troops", "troops", "troops")
    assert events_of(events, PickedUp) == [PickedUp(0)]
    assert (state.players[0].hand, state.players[0].discard) == (list(CARDS), [])
    assert state.players[1].discard == ["knight", "troops"]


def test_v18_until_the_reveal_a_chosen_card_shows_as_in_hand_and_only_that_a_choice_was_made() -> None:
    state = table(4)
    before = VISBY.view(state, 1)
    events = move(state, 0, "pick knight")
    for seat in (None, 1, 2, 3):
        view = VISBY.view(state, seat)
        assert view.players[0].hand == before.players[0].hand
        assert view.players[0].played == ()
        assert [player.chosen for player in view.players] == [True, False, False, False]
        assert view.picked is None
        assert VISBY.redact(events[0], seat) == Chose(0, private=None)
    assert VISBY.view(state, 0).picked == ("knight",)
    assert VISBY.view(state, 0).players == VISBY.view(state, 1).players


def test_v18_played_cards_lie_open_while_merchants_decide() -> None:
    state = table(4, market=5, wares=[2, 0, 0, 0])
    pick(state, "merchant", "knight", "ship", "ship")
    players = VISBY.view(state, None).players
    assert [player.played for player in players] == [("merchant",), ("knight",), ("ship",), ("ship",)]
    assert "merchant" not in players[0].hand
    assert [player.chosen for player in players] == [False] * 4


def test_v19_wares_of_steps_3_to_5_may_be_traded_in_the_same_round() -> None:
    for card, other in (("blacksmith", "troops"), ("fleet", "knight"), ("ship", "knight")):
        state = table(2, journey=3, market=9)
        pick(state, f"{card} merchant", f"{other} tollkeeper")
        assert VISBY.owed(state) == {0: "trade"}
        move(state, 0, "trade 2")
        assert seals(state)[0] == 2


def test_v19_wares_of_the_mendicant_may_not() -> None:
    state = table(2, market=15)
    events = pick(state, "merchant mendicant", "knight ship")
    assert events_of(events, Traded) == [Traded(0, 0, 0, asked=False)]
    assert wares(state)[0] == 1
    assert [type(event) for event in events if isinstance(event, MarketOpened | MarketClosed | Paid)] == [
        MarketOpened,
        MarketClosed,
        Paid,
    ]


def test_v19_the_limit_is_applied_at_every_gain() -> None:
    state = table(2, journey=10, market=15, wares=[14, 0])
    events = pick(state, "blacksmith ship", "troops knight")
    assert events_of(events, Paid) == [Paid("blacksmith", 0, 6, kept=1)]
    assert events_of(events, Shared)[-1] == Shared("ship", (0,), each=10, kept=(0,), left=0)
    state = table(2, market=15, wares=[15, 0])
    pick(state, "merchant mendicant", "troops merchant")
    move(state, 0, "trade 1")
    assert wares(state)[0] == 15  # 14 left, 3 begged, one of them kept
