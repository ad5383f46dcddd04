"""The end of Riga (R28–R32)."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from rules.contract import Event, Result
from rules.riga import events
from rules.riga.data import BASE, DATA
from rules.riga.payment import Purse
from rules.riga.state import Player, State
from rules.riga.values import points_of

_PENALTY = DATA.setup.penalty


def money(goods: Mapping[str, int], built: Collection[str], used: Collection[str], person: str, exchange: bool) -> int:
    """R31: unused money functions and the base value of the goods in hand."""
    purse = Purse.of(goods, built, used, (), person, exchange)
    return sum(purse.money.values()) + sum(BASE[good] * count for good, count in goods.items())


def score(player: Player) -> events.Score:
    """Return one player's end, part by part."""
    buildings, lodges, archives = points_of(player.built, player.person)
    hand = -_PENALTY * len(player.buildings)
    riga = -_PENALTY * len(player.riga)
    return events.Score(
        buildings=buildings,
        lodges=lodges,
        archives=archives,
        hand=hand,
        riga=riga,
        total=buildings + lodges + archives + hand + riga,
        money=money(player.goods, player.built, player.used, player.person, player.exchange),
    )


def ranking(state: State) -> Result:
    """R31, R32: most points, then more money, else shared."""
    scores = [score(player) for player in state.players]
    return Result.ranked([(score.total, score.money) for score in scores])


def finish(state: State, tell: list[Event]) -> None:
    """Tell the scores; the agenda stays empty: the game is over."""
    scores = tuple(score(player) for player in state.players)
    tell.append(events.Finished(scores, ranking(state).winners))
