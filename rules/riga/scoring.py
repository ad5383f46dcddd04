"""The end of Riga (R28–R32)."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from rules.contract import Event, Result, Standing
from rules.riga import events
from rules.riga.data import BASE, DATA, GOODS
from rules.riga.payment import Purse
from rules.riga.state import Player, State
from rules.riga.values import points_of
from rules.riga.view import View

_PENALTY = DATA.setup.penalty


def money(goods: Mapping[str, int], built: Collection[str], used: Collection[str], person: str, exchange: bool) -> int:
    """R31: unused money functions and the base value of the goods in hand."""
    purse = Purse.of(goods, built, used, (), person, exchange)
    return sum(purse.money.values()) + sum(BASE[good] * count for good, count in goods.items())


def reckon(
    goods: Mapping[str, int],
    built: Collection[str],
    used: Collection[str],
    person: str,
    exchange: bool,
    in_hand: int,
    riga: int,
) -> events.Score:
    """Return one player's end, part by part; `in_hand` and `riga` are the numbers of buildings not built."""
    buildings, lodges, archives = points_of(built, person)
    hand_penalty, riga_penalty = -_PENALTY * in_hand, -_PENALTY * riga
    return events.Score(
        buildings=buildings,
        lodges=lodges,
        archives=archives,
        hand=hand_penalty,
        riga=riga_penalty,
        total=buildings + lodges + archives + hand_penalty + riga_penalty,
        money=money(goods, built, used, person, exchange),
    )


def score(player: Player) -> events.Score:
    """R28–R31: one player's end."""
    return reckon(
        player.goods,
        player.built,
        player.used,
        player.person,
        player.exchange,
        len(player.buildings),
        len(player.riga),
    )


def standings(view: View) -> tuple[Standing, ...]:
    """R28–R31 as the table stands: of a hidden hand the number of buildings counts, and goods that all have seen."""
    found = []
    for player in view.players:
        known = player.hand.goods if player.hand else player.open_goods
        built = [each.building for each in player.built]
        used = [each.building for each in player.built if each.used]
        goods = {good: known.count(good) for good in GOODS}
        end = reckon(goods, built, used, player.person, player.exchange, player.buildings, len(player.riga))
        found.append(standing(end, hidden=len(known) < player.goods))
    return tuple(found)


def standing(end: events.Score, *, hidden: bool = False) -> Standing:
    """Return what a score is made of; `hidden`: goods that nobody sees would add to the money."""
    parts = {key: getattr(end, key) for key in ("buildings", "lodges", "archives", "hand", "riga")}
    return Standing(tuple(parts.items()), (("money", end.money),), ("money",) if hidden else ())


def ranking(state: State) -> Result:
    """R31, R32: most points, then more money, else shared."""
    scores = [score(player) for player in state.players]
    return Result.ranked([(score.total, score.money) for score in scores])


def finish(state: State, emitted: list[Event]) -> None:
    """Tell the scores; the agenda stays empty: the game is over."""
    scores = tuple(score(player) for player in state.players)
    emitted.append(events.Finished(scores, ranking(state).winners))
