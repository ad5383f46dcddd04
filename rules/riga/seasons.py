"""A year of Riga: spring lays out goods and buildings, then the turns of summer and autumn follow (R6–R10).

`spring`, `begin_turn`, `end_turn` and `begin_winter` move the game on; `draw_good`, `draw_building` and `discard_good`
are used by other modules too. They change the state in place and append their events to `emitted`.
"""

from __future__ import annotations

from collections.abc import Sequence

from rules.contract import Event
from rules.riga import events, memory_updates
from rules.riga.data import BASE, DATA, GOODS
from rules.riga.state import State, Turn, Winter, no_goods

_SETUP = DATA.setup


def spring(state: State, emitted: list[Event]) -> None:
    """Begin the next year: lay out goods (R6) and buildings (R8), then begin the first turn of summer (R9).

    `YearBegan` is emitted first.
    """
    state.year += 1
    state.turn = 0
    emitted.append(events.YearBegan(state.year, _SETUP.years[state.seats], state.starter))
    lay_rows(state, emitted)
    lay_buildings(state, emitted)
    begin_turn(state, emitted)


def lay_rows(state: State, emitted: list[Event]) -> None:
    """R6: top up rows that are below the required base value, the oldest first, and then deal new rows.

    Afterwards there are two more rows than players, or fewer if the goods run out (R7). `RowLaid` is emitted for every
    row that got goods.
    """
    for number, row in enumerate(state.rows, 1):
        before = len(row)
        total = deal(state, row, _SETUP.row_value, emitted)
        if len(row) > before:
            emitted.append(events.RowLaid(number, tuple(row[before:]), total, topped_up=True))
    while len(state.rows) < state.seats + _SETUP.rows_beyond_players:
        row = []
        total = deal(state, row, _SETUP.row_value, emitted)
        if not row:  # R7: an empty row is no row
            return
        state.rows.append(row)
        emitted.append(events.RowLaid(len(state.rows), tuple(row), total, topped_up=False))


def deal(state: State, row: list[str], value: int, emitted: list[Event]) -> int:
    """Deal goods from the pile into the list `row` until its base values reach `value` or no card is left (R7).

    Return the row's base value afterwards. A row that already has the value gets nothing. An empty pile is refilled,
    and `Shuffled` emitted (see `draw_good`).
    """
    total = sum([BASE[good] for good in row])
    while total < value:
        good = draw_good(state, emitted)
        if good is None:
            break
        row.append(good)
        total += BASE[good]
    return total


def draw_good(state: State, emitted: list[Event], drawer: int | None = None, drawn: Sequence[str] = ()) -> str | None:
    """R7, R25: remove the top good of the pile and return it; None if pile and discard are both empty.

    An empty pile is first refilled by shuffling the discard; `Shuffled` is emitted then and the memory of hidden cards
    updated. If a player draws with a Treasury, `drawer` is that seat and `drawn` are the goods it has drawn so far;
    they matter for the memory.
    """
    if not state.goods_pile:
        pile = [good for good in GOODS for _ in range(state.goods_discard[good])]
        if not pile:
            return None
        secrets = tuple([tuple(player.secret) for player in state.players])
        state.note(memory_updates.after_goods_shuffled, secrets, drawer, tuple(drawn))
        state.chance.shuffle(pile)
        state.goods_pile = pile
        state.goods_discard = no_goods()
        emitted.append(events.Shuffled("goods", len(pile)))
    return state.goods_pile.pop()


def discard_good(state: State, seat: int, good: str) -> None:
    """R11, R14, R17: move one good from the seat's hand to the open discard.

    If all goods of this kind in the hand were kept secretly with a Treasury, one is also removed from `Player.secret`,
    and the memory of hidden cards is updated for the other seats.
    """
    player = state.players[seat]
    player.goods[good] -= 1
    state.goods_discard[good] += 1
    if player.secret.count(good) > player.goods[good]:
        player.secret.remove(good)
        state.note(memory_updates.after_secret_good_spent, seat, good)


def draw_building(state: State, emitted: list[Event]) -> str | None:
    """R8, R24: remove the top building of the pile and return its name; None if pile and discard are both empty.

    An empty pile is first refilled by shuffling the discard; `Shuffled` is emitted then and the memory of hidden cards
    updated. The draw itself is not noted in the memory: the caller does that.
    """
    if not state.buildings_pile:
        if not state.buildings_discard:
            return None
        state.note(memory_updates.after_buildings_shuffled)
        state.buildings_pile = state.buildings_discard
        state.buildings_discard = []
        state.chance.shuffle(state.buildings_pile)
        emitted.append(events.Shuffled("buildings", len(state.buildings_pile)))
    return state.buildings_pile.pop()


def lay_buildings(state: State, emitted: list[Event]) -> None:
    """R8: discard the buildings that were on display for two years, and turn up new ones.

    Those turned up last spring stay for their second year, as `state.old`. Afterwards there are two more buildings on
    display than players, or fewer if the buildings run out. The memory of hidden cards is updated, and `BuildingsLaid`
    is emitted.
    """
    removed = tuple(state.old)
    state.buildings_discard += removed
    state.note(memory_updates.after_display_discarded, removed)
    state.old = state.new
    state.new = []
    while len(state.old) + len(state.new) < state.seats + _SETUP.display_beyond_players:
        building = draw_building(state, emitted)
        if building is None:
            break
        state.note(memory_updates.after_building_turned_up, building)
        state.new.append(building)
    emitted.append(events.BuildingsLaid(removed, tuple(state.old), tuple(state.new)))


def season(state: State) -> events.Season:
    """Return the season of the current turn: summer for every player's first turn (R9), autumn for the second (R10)."""
    return "summer" if state.turn < state.seats else "autumn"


def seat_in_turn(state: State) -> int:
    """Return the seat to move: clockwise from the starting player in summer (R9), in reverse order in autumn (R10)."""
    steps = state.turn if state.turn < state.seats else 2 * state.seats - 1 - state.turn
    return (state.starter + steps) % state.seats


def begin_turn(state: State, emitted: list[Event]) -> None:
    """R9, R10: ask the next player for a turn (decision `Turn`) and emit `TurnBegan`.

    If there is nothing to take on the table, taking counts as done (R12), and `NothingLies` is emitted.
    """
    seat = seat_in_turn(state)
    nothing_lies = not (state.rows or state.new or state.old)
    state.push(Turn(owes=[seat], seat=seat, taken=nothing_lies))
    emitted.append(events.TurnBegan(seat, state.year, season(state)))
    if nothing_lies:
        emitted.append(events.NothingLies(seat))


def end_turn(state: State, emitted: list[Event]) -> None:
    """Remove the finished turn from the agenda; begin the next turn, or winter if it was the last one of the year.

    The events are those of `begin_turn` or `begin_winter`.
    """
    state.agenda.pop()
    state.turn += 1
    if state.turn < 2 * state.seats:
        begin_turn(state, emitted)
    else:
        begin_winter(state, emitted)


def begin_winter(state: State, emitted: list[Event]) -> None:
    """R11: ask all players with more cards than the limit, at the same time, what to discard; emit `WinterBegan`.

    The limit is that of players without a Warehouse. The owner of a Warehouse is asked too, but may keep more cards. If
    nobody has too many cards, the decision `Winter` is pushed all the same, with nobody to decide.
    """
    asked = [seat for seat, player in enumerate(state.players) if player.cards() > _SETUP.winter_limit]
    state.push(Winter(owes=asked, asked=tuple(asked), discards=[None] * state.seats))
    emitted.append(events.WinterBegan(state.year, tuple(asked)))
