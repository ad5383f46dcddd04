"""The events at the end of a round (H30–H39) and of the game (`Finished`), one class each; `Score` is a final score."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from rules.contract import Event
from rules.haithabu.data import Wares


class RoundEnded(Event, frozen=True):
    """H30, H31: round number `round` is over: all orders move one place on, and all safe markers are removed.

    There is no such event after the last round, which ends the game (`Finished`).
    """

    heading: ClassVar[bool] = True
    round: int


class Returned(Event, frozen=True):
    """H32: a player returned these characters to the display and got these points for them together."""

    seat: int
    characters: tuple[str, ...]
    points: int


class StarterNamed(Event, frozen=True):
    """H33: `seat`, the owner of the character Starting Player, named `starter` as the next round's starting player."""

    about: ClassVar[tuple[str, ...]] = ("starter",)
    seat: int
    starter: int


class Foretold(Event, frozen=True):
    """H33: a player's Seer moves the price of this ware; a `PriceMoved` with the new price follows."""

    seat: int
    ware: str


class WantedNoMore(Event, frozen=True, tag="declined"):
    """H28, H32, H33: a player ended an optional decision with `done`. The event is stored as `declined`."""

    quiet: ClassVar[bool] = True
    seat: int


class Arrived(Event, frozen=True):
    """H34: the dice that bring new wares showed these faces, and these wares came from the supply to the market."""

    dice: tuple[int, ...]
    wares: Wares


class PricesRolled(Event, frozen=True):
    """H35: the faces of the price dice, one for each ware; a `PriceMoved` follows for each price that moved."""

    dice: tuple[int, ...]


class FeePaid(Event, frozen=True):
    """H36: a player paid `silver` as storage fee, which is less than the fee `due` if the player had too little.

    A player for whom no fee is due has no such event.
    """

    seat: int
    silver: int
    due: int


class RoundSettled(Event, frozen=True):
    """H36: all fees of round number `round` are paid; `points` and `loans` are each seat's at this moment.

    There is no such event after the last round.
    """

    round: int
    points: tuple[int, ...]
    loans: tuple[int, ...]


class Score(msgspec.Struct, frozen=True):
    """H40–H42: one player's final score; `total` is the sum of `points` and all fields `for_…`.

    Each `for_…` is the number of points for one thing; `for_loans` is 0 or negative. `for_cubes` counts cubes on
    orders, `for_completed` the rank by completed orders.
    """

    points: int
    """The points before the final scoring."""
    wares: int
    """The silver from selling the wares of both stores."""
    silver: int
    """All silver, after repaying loans and selling wares."""
    loans: int
    """The loans left after repaying."""
    for_characters: int
    for_loans: int
    for_silver: int
    for_cubes: int
    for_transports: int
    for_completed: int
    total: int


class Finished(Event, frozen=True):
    """H43: the game ended with these final scores, by seat; `winners` are the seats with the most points."""

    reveals: ClassVar[bool] = True
    about: ClassVar[tuple[str, ...]] = ("winners",)
    scores: tuple[Score, ...]
    winners: tuple[int, ...]
