"""The set-up of Visby (V1, V2): the function `begin`."""

from __future__ import annotations

from rules.chance import Chance
from rules.contract import Event
from rules.visby import rounds
from rules.visby.data import CARDS, DATA
from rules.visby.state import Player, State


def begin(seats: int, chance: Chance, target: int, version: int, emitted: list[Event]) -> State:
    """V1, V2: return a new state at the start position, with the first round begun.

    At the start every marker is on space 1, and every player has all eight cards and as many wares as there are
    players. Then the markers move up (V4) and all seats are asked to choose cards. `target` is the number of seals that
    ends the game (V20), `version` the version of the rules. The events are appended to `emitted`.
    """
    start = DATA.setup.track_start
    state = State(
        seats=seats,
        chance=chance,
        version=version,
        target=target,
        round=0,
        battle=start,
        journey=start,
        market=start,
        players=[Player(hand=list(CARDS), discard=[], seals=0, wares=seats) for _ in range(seats)],
        played=[()] * seats,
    )
    rounds.supply(state, emitted)
    return state
