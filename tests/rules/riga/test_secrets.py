"""R27 and every other secret of Riga: tables that differ only in what is hidden look the same to all others."""

from __future__ import annotations

from collections import Counter

import msgspec
import pytest

from rules import Event
from rules.chance import Chance
from rules.riga.data import GOODS
from rules.riga.events import Discarded, KeptGood, Shuffled, TurnedUp
from rules.riga.memory import DeferredMemory, initial_memory
from rules.riga.state import State
from tests.rules.by_text import events_of
from tests.rules.promises import check_nobody_can_tell, setups
from tests.rules.riga.table import GAME, move, started, table

pytestmark = pytest.mark.quick

ROWS = ("cloth glass", "wine wine wine", "grain grain")
FIVE = "visby:bank visby:crane visby:lodge visby:tavern visby:archive"
OTHER_FIVE = "tallinn:bank tallinn:crane tallinn:lodge tallinn:tavern tallinn:archive"


def look_the_same(secretive: int, *pair: tuple[State, list[Event]]) -> None:
    """See that nobody but one seat can tell the two tables apart, nor what happened there."""
    check_nobody_can_tell(GAME, secretive, [state for state, _ in pair], [events for _, events in pair], Chance(1))


def after(state: State, *texts: str, seat: int = 0) -> tuple[State, list[Event]]:
    """Make moves; return the state and all that happened."""
    return state, [event for text in texts for event in move(state, seat, text)]


def test_r27_nobody_can_tell_what_others_hold() -> None:
    pair = [
        table(3, hands={0: hand, 1: "wine danzig:bank"}, rows=ROWS, new="danzig:crane", taken=False)
        for hand in ("cloth cloth danzig:lodge", "grain wine visby:archive")
    ]
    look_the_same(0, *[(state, []) for state in pair])
    look_the_same(0, *[after(state, "take danzig:crane", "done") for state in pair])


def test_piles_are_hidden_from_everybody() -> None:
    pair = [
        table(3, hands={0: "cloth"}, rows=ROWS, goods_pile=goods, buildings_pile=FIVE, taken=False)
        for goods in ("cloth wine " * 3, "wine cloth " * 3)
    ]
    pair[1].buildings_pile.reverse()
    for state in pair:
        move(state, 0, "take row 1")
    for seat in (None, 0, 1, 2):
        views = [msgspec.json.encode(GAME.view(state, seat)) for state in pair]
        assert views[0] == views[1]


def test_the_face_down_discard_shows_only_its_size() -> None:
    pair = [table(3, buildings_discard=cards, buildings_pile=pile) for cards, pile in ((FIVE, ""), ("", FIVE))]
    assert [GAME.view(state, None).buildings_discard for state in pair] == [5, 0]
    pair = [
        table(3, buildings_discard=cards, buildings_pile=pile)
        for cards, pile in ((FIVE, OTHER_FIVE), (OTHER_FIVE, FIVE))
    ]
    for seat in (None, 0, 1, 2):
        assert GAME.view(pair[0], seat) == GAME.view(pair[1], seat)


def test_r04_nobody_can_tell_which_start_building_was_kept() -> None:
    state = GAME.new(3, 5)
    (seat,) = GAME.owed(state)
    move(state, seat, "name 0")
    pair = []
    for number in (0, 1):
        twin = state.copy()
        events = GAME.play(twin, 2, GAME.options(twin, 2)[number])
        for other in (0, 1):
            events += GAME.play(twin, other, GAME.options(twin, other)[0])
        pair.append((twin, events))
    look_the_same(2, *pair)


def test_r04_nobody_can_tell_what_others_have_drawn() -> None:
    pair = []
    for swap in (False, True):
        state = GAME.new(2, 5)
        if swap:
            pile = state.buildings_pile
            pile[-3], pile[-9] = pile[-9], pile[-3]  # the second player draws the third card
        (seat,) = GAME.owed(state)
        pair.append((state, move(state, seat, "name 0")))
    look_the_same(1, *pair)


def test_r24_nobody_can_tell_what_was_drawn_or_kept_by_the_builders_yard() -> None:
    tables = [
        table(3, built={0: "danzig:builders_yard"}, buildings_pile=pile)
        for pile in (f"{FIVE} {OTHER_FIVE}", OTHER_FIVE)
    ]
    tables[1].buildings_pile = FIVE.split() + tables[1].buildings_pile
    pair = [after(state, "use danzig:builders_yard") for state in tables]
    assert GAME.view(tables[0], 0).drawn == tuple(FIVE.split())
    look_the_same(0, *pair)
    kept = [after(state, f"keep {name}") for state, name in zip(tables, ("visby:bank", "tallinn:lodge"), strict=True)]
    look_the_same(0, *kept)


def test_r25_nobody_can_tell_which_good_the_treasury_kept_but_by_what_lies_open() -> None:
    tables = [
        table(3, built={0: "danzig:treasury"}, goods_pile=f"{third} wine grain {rest}")
        for third, rest in (("cloth", "glass"), ("glass", "cloth"))
    ]
    pair = [after(state, "use danzig:treasury") for state in tables]
    look_the_same(0, *pair)
    kept = [after(state, f"keep {good}") for state, good in zip(tables, ("cloth", "glass"), strict=True)]
    look_the_same(0, *kept)
    assert events_of(kept[0][1], KeptGood)[0].discarded == ("wine", "grain")


def test_r11_nobody_can_tell_what_others_will_discard_and_later_only_the_number_of_buildings() -> None:
    hands = {0: "wine " * 5 + "danzig:bank danzig:lodge danzig:crane", 1: "grain " * 7}
    state = table(3, hands=hands, turn=5)
    move(state, 0, "done")
    pair = []
    for cards in ("danzig:bank danzig:lodge", "danzig:crane danzig:lodge"):
        twin = state.copy()
        sealed = after(twin, f"discard {cards}")
        pair.append(sealed)
    look_the_same(0, *pair)
    opened = [after(twin, "discard grain", seat=1) for twin, _ in pair]
    look_the_same(0, *opened)
    assert events_of(opened[0][1], Discarded) == [Discarded(0, (), 2), Discarded(1, ("grain",), 0)]


def test_r11_with_a_warehouse_even_the_number_is_secret_until_all_have_chosen() -> None:
    hands = {0: "wine " * 9, 1: "grain " * 7}
    state = table(3, hands=hands, built={0: "riga:warehouse"}, riga=True, turn=5)
    move(state, 0, "done")
    pair = [after(state.copy(), f"discard {cards}") for cards in ("wine", "wine wine wine")]
    look_the_same(0, *pair)


@pytest.mark.repeated(2)
@pytest.mark.parametrize(("seats", "options"), setups(GAME))
def test_what_one_does_tells_nothing_hidden_unless_it_says_so(seats: int, options: dict[str, int]) -> None:
    chance = Chance(seats)
    state = GAME.new(seats, 11, options)
    compared = 0
    while owed := GAME.owed(state):
        seat = chance.choice(list(owed))
        choice = GAME.sample(state, seat, chance)
        guessed = GAME.guess(state, seat, chance.draw())
        events = GAME.play(state, seat, choice)
        imagined = GAME.play(guessed, seat, choice)
        if state.tail:
            compared += 1
            seen = [[GAME.redact(event, seat) for event in happened] for happened in (events, imagined)]
            assert seen[0] == seen[1]
            assert GAME.view(state, seat) == GAME.view(guessed, seat)
    assert compared > 50


def test_r27_what_seats_remember_is_worked_out_only_when_somebody_asks() -> None:
    state, chance = GAME.new(4, 3), Chance(3)
    for _ in range(60):
        (seat, *_) = GAME.owed(state)
        GAME.play(state, seat, GAME.sample(state, seat, chance))
    assert len(state.memory.changes) > 20, "playing works nothing out"
    asked = state.copy()
    GAME.view(asked, 0)
    assert not asked.memory.changes
    assert len(state.memory.changes) > 20, "the copy is a memory of its own"
    assert asked == state
    assert GAME.encode(asked) == GAME.encode(state)


def test_r02_goods_that_were_turned_up_are_in_every_guess() -> None:
    state, events = GAME.opening(4, 5)
    for seat in range(4):
        for seed in range(25):
            guess = GAME.guess(state, seat, seed)
            for shown in events_of(events, TurnedUp):
                assert +Counter(guess.players[shown.seat].goods) == Counter(shown.goods)


def take_a_building(state: State) -> str:
    """Let the player in turn take a building and be done; return its name."""
    (seat,) = GAME.owed(state)
    name = (*state.new, *state.old)[0]
    move(state, seat, f"take {name}")
    move(state, seat, "done")
    return name


def test_r12_buildings_taken_openly_are_in_every_guess_but_for_what_a_winter_took() -> None:
    state = started(2, seed=3)
    taken: list[str] = []
    while state.year < 3:
        while "turn" in GAME.owed(state).values():
            (seat,) = GAME.owed(state)
            name = take_a_building(state)
            taken += [name] if seat == 0 else []
            assert all(set(taken) <= set(GAME.guess(state, 1, seed).players[0].buildings) for seed in range(20))
        for seat in list(GAME.owed(state)):
            move(state, seat, f"discard {state.players[seat].buildings[1]}")
    assert len(taken) == 4
    held = [set(taken) & set(GAME.guess(state, 1, seed).players[0].buildings) for seed in range(300)]
    assert {len(cards) for cards in held} == {3, 4}  # what was discarded can be the one it drew at the start
    for name in taken:
        assert 30 < sum(name not in cards for cards in held) < 150


def test_r25_what_a_treasury_kept_can_be_counted_out_once_the_pile_has_run_out() -> None:
    pile = "cloth wine grain " + "cloth " * 7 + "glass " * 10 + "wine " * 11 + "grain " * 13
    state = table(2, built={0: "visby:treasury"}, goods_pile=pile, turn=3)
    state.memory = DeferredMemory(initial_memory(2))

    def kept() -> set[str]:
        guesses = [GAME.guess(state, 1, seed) for seed in range(200)]
        return {good for guess in guesses for good in Counter(guess.players[0].goods).elements()}

    move(state, 0, "use visby:treasury")
    move(state, 0, "keep cloth")
    assert kept() == set(GOODS)
    for good in state.goods_pile:
        state.goods_discard[good] += 1
    state.goods_pile.clear()
    assert events_of(move(state, 0, "done"), Shuffled)
    assert kept() == {"cloth"}
