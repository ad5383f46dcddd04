"""A hand-made table of Riga, and moves played on it through the public interface."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules import GAMES, Event
from rules.riga.data import CARDS, DECK, EXCHANGE, GOODS, RIGA
from rules.riga.state import Player, State, Turn
from tests.rules.by_text import ByText

GAME = GAMES["riga"]
_BY_TEXT = ByText(GAME, whole=False)
move, refusal, refused, offered = _BY_TEXT.move, _BY_TEXT.refusal, _BY_TEXT.refused, _BY_TEXT.offered
BASE = {"cloth": 5, "glass": 4, "wine": 3, "grain": 2}
"""The base values, written down once more."""
PRICES = {
    "visby": {"glass": 4, "wine": 5, "grain": 2},
    "tallinn": {"cloth": 5, "wine": 3, "grain": 4},
    "stockholm": {"cloth": 7, "glass": 4, "grain": 2},
    "danzig": {"cloth": 5, "glass": 6, "wine": 3},
    "riga": BASE,
}
"""What a good pays, written down once more."""
MADE_IN = {"visby": "wine", "tallinn": "grain", "stockholm": "cloth", "danzig": "glass"}
SOLD_IN = {"visby": "cloth", "tallinn": "glass", "stockholm": "wine", "danzig": "grain"}
"""R22, R23: the goods of the Manufactories and Market Halls."""
CITIES = ("visby", "tallinn", "stockholm", "danzig")


def table(
    seats: int = 2,
    *,
    hands: Mapping[int, str] | None = None,
    built: Mapping[int, str] | None = None,
    used: Mapping[int, str] | None = None,
    fresh: str = "",
    riga: bool = False,
    person: str = "",
    exchange: bool = False,
    rows: Sequence[str] = (),
    new: str = "",
    old: str = "",
    goods_pile: str | None = None,
    goods_discard: str = "",
    buildings_pile: str | None = None,
    buildings_discard: str = "",
    year: int = 1,
    turn: int = 0,
    starter: int = 0,
    taken: bool = True,
) -> State:
    """Return a game in a turn, with cards lying as wished: goods and buildings by name, piles from the top.

    What is not named lies in the piles; if a pile is named, the rest of its cards is out of the game, and only
    `check_state` would miss them. `person`, `exchange` and `fresh` are those of the seat in turn. Nobody remembers how
    it came to this.
    """
    state: State = GAME.new(seats, 1, {"riga_buildings": int(riga)})
    steps = turn if turn < seats else 2 * seats - 1 - turn
    seat = (starter + steps) % seats
    goods = dict(CARDS)
    buildings = list(DECK)

    def named(text: str) -> tuple[list[str], list[str]]:
        words = text.split()
        for word in words:
            if word in goods:
                goods[word] -= 1
                assert goods[word] >= 0, f"there is not so much {word}"
            elif word not in RIGA:
                buildings.remove(word)
        return [word for word in words if word in CARDS], [word for word in words if word not in CARDS]

    for number in range(seats):
        hand, cards = named((hands or {}).get(number, ""))
        stand = named((built or {}).get(number, ""))[1]
        state.players[number] = Player(
            goods={good: hand.count(good) for good in GOODS},
            buildings=cards,
            riga=[name for name in RIGA if riga and name not in stand],
            built=stand,
            used=(used or {}).get(number, "").split(),
            person=person if number == seat else "",
            exchange=exchange if number == seat else False,
        )
    assert not exchange or EXCHANGE in state.players[seat].built
    state.rows = [named(row)[0] for row in rows]
    state.new, state.old = named(new)[1], named(old)[1]
    thrown = named(goods_discard)[0]
    state.goods_discard = {good: thrown.count(good) for good in GOODS}
    state.buildings_discard = named(buildings_discard)[1]
    pile = named(goods_pile or "")[0]
    state.goods_pile = pile[::-1] if goods_pile is not None else [good for good in GOODS for _ in range(goods[good])]
    pile = named(buildings_pile or "")[1]
    state.buildings_pile = pile[::-1] if buildings_pile is not None else buildings
    state.year, state.turn, state.starter = year, turn, starter
    state.memory = None
    state.agenda.clear()
    state.push(Turn(owes=[seat], seat=seat, taken=taken, built=fresh.split()))
    return state


def hand(state: State, seat: int) -> list[str]:
    """Return the cards in a hand as text: goods, then buildings."""
    shown = GAME.view(state, seat).players[seat].hand
    return [*shown.goods, *shown.buildings]


def started(seats: int, seed: int = 1, *, riga: bool = False) -> State:
    """Return a game at the first turn of its first year; seat 0 is the starting player."""
    state: State = GAME.new(seats, seed, {"riga_buildings": int(riga)})
    move(state, *next((seat, "name 0") for seat in GAME.owed(state)))
    for seat in range(seats):
        GAME.play(state, seat, GAME.options(state, seat)[0])
    return state


def end_turn(state: State) -> list[Event]:
    """Let the player in turn take the first thing on display and end the turn."""
    (seat,) = GAME.owed(state)
    events = GAME.play(state, seat, GAME.options(state, seat)[0])
    return events + move(state, seat, "done")
