"""A hand-made table of Haithabu, and moves played on it through the public interface."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules import GAMES, Event
from rules.chance import Chance
from rules.haithabu.actions import read_wares
from rules.haithabu.card_data import ORDER, ORDERS, STACK, STACKS, TRANSPORT, TRANSPORTS, all_orders, all_transports
from rules.haithabu.data import CHARACTER, CHARACTERS, KINDS, WARE, Wares
from rules.haithabu.state import NOBODY, Player, Round, State, Turn
from tests.rules.by_text import ByText

GAME = GAMES["haithabu"]
_BY_TEXT = ByText(GAME)
move, refusal, refused, offered = _BY_TEXT.move, _BY_TEXT.refusal, _BY_TEXT.refused, _BY_TEXT.offered
WARES = ("mead", "cloth", "ceramics", "tools", "weapons", "spices")
"""The wares in their order, written down once more."""
CUBES = 24
MARKET = (10, 11, 12, 13, 14, 15)
"""H7: what lies on the market at the start, written down once more."""


def amounts(text: str = "") -> Wares:
    """Return the wares for words such as `mead:2 cloth`; none for an empty text."""
    return read_wares(text.split()) if text else (0,) * KINDS


def table(
    seats: int = 2,
    *,
    turn: int = 0,
    starter: int = 0,
    round: int = 1,  # noqa: A002 -- the game's own word
    phase: int = 1,
    dawn: int = 0,
    levels: Mapping[str, int] | None = None,
    market: Mapping[str, int] | None = None,
    warehouse: Mapping[int, str] | None = None,
    post: Mapping[int, str] | None = None,
    silver: Mapping[int, int] | None = None,
    points: Mapping[int, int] | None = None,
    loans: Mapping[int, int] | None = None,
    orders: Mapping[int, str] | None = None,
    cubes: Mapping[str, str] | None = None,
    completed: Mapping[int, str] | None = None,
    transports: Mapping[int, str] | None = None,
    stacks: Mapping[str, str] | None = None,
    characters: Mapping[int, str] | None = None,
    safe: str = "",
    lower: str | None = None,
    upper: str | None = None,
    pile: str | None = None,
    discard: str = "",
    hired: int = 0,
    standing: Mapping[str, Sequence[int]] | None = None,
    waiting: Sequence[int] | None = None,
    version: int | None = None,
) -> State:
    """Return a game in a turn, with everything lying as wished.

    A–D lie by day unless `dawn` says otherwise. Orders lie from place 1 on, `-` is a gap; piles and stacks are named
    from the top. What is not named is out of the game (cards) or in the general supply (cubes), but eight orders are on
    display: O51 to O56, O58 and O59, or what these replaced. The market holds less if the players have the cubes.
    """
    state: State = GAME.new(seats, 1, version=version)
    state.starter = state.next_starter = starter
    state.round, state.phase, state.dawn, state.hired = round, phase, dawn, hired
    state.levels = [(levels or {}).get(ware, 5) for ware in WARES]
    state.market = [(market or {}).get(ware, count) for ware, count in zip(WARES, MARKET, strict=True)]
    free = set(all_orders(state.version))
    if lower is None:
        lower = "O51 O52 O53 O54" if state.version >= 3 else "O01 O02 O03 O04"
    if upper is None:
        upper = "O55 O56 O58 O59" if state.version >= 3 else "O05 O06 O08 O09"
    trucks = set(all_transports(state.version))

    def cards(text: str) -> list[int]:
        found = [NOBODY if word == "-" else ORDER[word] for word in text.split()]
        free.difference_update(found)
        return found

    def moving(text: str) -> list[int]:
        found = [TRANSPORT[word] for word in text.split()]
        trucks.difference_update(found)
        return found

    for seat in range(seats):
        held = cards((orders or {}).get(seat, ""))
        held += [NOBODY] * (5 - len(held))
        own = [NOBODY, NOBODY]
        for card in moving((transports or {}).get(seat, "")):
            own[TRANSPORTS[card].stack.kind == "ship"] = card
        state.players[seat] = Player(
            silver=(silver or {}).get(seat, 250),
            points=(points or {}).get(seat, 5),
            loans=(loans or {}).get(seat, 0),
            warehouse=list(amounts((warehouse or {}).get(seat, ""))),
            post=list(amounts((post or {}).get(seat, ""))),
            orders=held,
            cubes=[amounts((cubes or {}).get(ORDERS[card].id, "") if card != NOBODY else "") for card in held],
            transports=own,
            completed=cards((completed or {}).get(seat, "")),
        )
    state.loans = 16 - sum(player.loans for player in state.players)
    state.lower, state.upper = cards(lower), cards(upper)
    state.discard = cards(discard)
    state.pile = cards(pile)[::-1] if pile is not None else sorted(free)
    state.lost = sorted(free - set(state.pile))
    if stacks is None:
        state.stacks = [[card for card in trucks if TRANSPORTS[card].stack is stack] for stack in STACKS]
    else:
        state.stacks = [[] for _ in STACKS]
        for key, text in stacks.items():
            state.stacks[STACK[key]] = moving(text)[::-1]
    state.gone = sorted(trucks - {card for stack in state.stacks for card in stack})
    state.owners = [NOBODY] * len(CHARACTERS)
    for seat, keys in (characters or {}).items():
        for key in keys.split():
            state.owners[CHARACTER[key]] = seat
    state.safe = [key in safe.split() for key in CHARACTERS]
    places = [*"ABCDEFGH", *WARES]
    state.standing = [tuple((standing or {}).get(place, ())) for place in places]
    for ware in range(KINDS):
        used = sum(
            player.warehouse[ware] + player.post[ware] + sum(lying[ware] for lying in player.cubes)
            for player in state.players
        )
        state.market[ware] = min(state.market[ware], CUBES - used)
        state.supply[ware] = CUBES - used - state.market[ware]
    state.agenda.clear()
    after = [(starter + i) % seats for i in range(seats)]
    rest = after[after.index(turn) + 1 :] if waiting is None else waiting
    state.push(Round(waiting=tuple(rest)))
    state.push(Turn(owes=[turn], seat=turn))
    GAME.check_state(state)
    return state


def last_turn(seats: int = 2, **wishes: object) -> State:
    """Return a table in the last turn of a round: `work own D point` by the last seat ends it."""
    starter = wishes.get("starter", 0)
    assert isinstance(starter, int)
    return table(seats, turn=(starter - 1) % seats, phase=3, **wishes)  # type: ignore[arg-type]


def end_round(state: State) -> list[Event]:
    """Make the last placement of a round, a point on D."""
    (seat,) = GAME.owed(state)
    return move(state, seat, "work own D point")


def load_dice(state: State, first: Sequence[int], second: Sequence[int | None] = ()) -> None:
    """Put the generator where the next roll shows these faces, and the one after it those; None is any face."""
    faces = 6 ** len(first)
    number = sum((face - 1) * 6**place for place, face in enumerate(first))
    lowest = -(-(number << 64) // faces)
    for drawn in range(lowest, lowest + 10**6):
        chance = Chance(_before(drawn))
        trial = table_of(chance)
        assert trial.roll(len(first)) == tuple(first)
        if not second or all(
            wanted in (None, face) for wanted, face in zip(second, trial.roll(len(second)), strict=True)
        ):
            state.chance = Chance(_before(drawn))
            return
    raise AssertionError("no such dice")


def table_of(chance: Chance) -> State:
    """Return an otherwise idle table with that generator, to roll its dice."""
    _IDLE.chance = chance
    return _IDLE


_IDLE: State = GAME.new(2, 1)
_ALL = (1 << 64) - 1
_UNDO = [pow(factor, -1, 1 << 64) for factor in (0x94D049BB133111EB, 0xBF58476D1CE4E5B9)]


def _before(drawn: int) -> int:
    """Return where a splitmix64 generator must stand to draw that number next: its steps, undone."""
    drawn ^= (drawn >> 31) ^ (drawn >> 62)
    drawn = drawn * _UNDO[0] & _ALL
    drawn ^= (drawn >> 27) ^ (drawn >> 54)
    drawn = drawn * _UNDO[1] & _ALL
    drawn ^= (drawn >> 30) ^ (drawn >> 60)
    return (drawn - 0x9E3779B97F4A7C15) & _ALL


def level(state: State, ware: str) -> int:
    """Return the level of a ware's price."""
    return state.levels[WARE[ware]]


def market(state: State, ware: str) -> int:
    """Return the cubes of a ware on the market."""
    return state.market[WARE[ware]]


def orders(state: State, seat: int) -> str:
    """Return a player's orders from place 1 on, `-` for a gap."""
    return " ".join("-" if card == NOBODY else ORDERS[card].id for card in state.players[seat].orders)


def display(state: State) -> tuple[str, str]:
    """Return the lower and the upper row, `-` for a gap."""
    lower, upper = (
        " ".join("-" if card == NOBODY else ORDERS[card].id for card in row) for row in (state.lower, state.upper)
    )
    return lower, upper


def owner(state: State, character: str) -> int | None:
    """Return who owns a character."""
    seat = state.owners[CHARACTER[character]]
    return None if seat == NOBODY else seat


def transport(state: State, seat: int, kind: str) -> str | None:
    """Return a player's cart or ship."""
    card = state.players[seat].transports[kind == "ship"]
    return None if card == NOBODY else TRANSPORTS[card].id
