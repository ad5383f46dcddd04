"""Points, standings and the end of Riga (R28–R32).

`score` computes one player's score from a state, `standings` the scores of all seats from a view. `ranking` returns the
result of a game, and `finish` emits its last event.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from rules.contract import Event, Result, Standing
from rules.riga import events
from rules.riga.data import BASE, DATA, GOODS
from rules.riga.display_points import built_points
from rules.riga.payment import Purse
from rules.riga.state import Player, State
from rules.riga.view import View

_PENALTY = DATA.setup.penalty


def money(goods: Mapping[str, int], built: Collection[str], used: Collection[str], person: str, exchange: bool) -> int:
    """R31: return the tie-break money in ducats: unused money functions and the base value of the goods in hand.

    `goods` is the number of each good in hand, `built` are all built buildings, `used` those whose function is used up,
    `person` is the School's person ("" for none), and `exchange` is True if the Exchange is full. Buildings built in
    the last turn count too.
    """
    purse = Purse.of(goods, built, used, (), person, exchange)
    return sum(purse.money.values()) + sum(BASE[good] * count for good, count in goods.items())


def score_parts(
    goods: Mapping[str, int],
    built: Collection[str],
    used: Collection[str],
    person: str,
    exchange: bool,
    in_hand: int,
    riga: int,
) -> events.Score:
    """R28–R31: return one player's score in parts, from plain values.

    `in_hand` is the number of buildings in hand, `riga` the number of unbuilt Riga buildings; each of them costs
    points. The other parameters are the same as those of `money`, which computes the tie-break money.
    """
    buildings, lodges, archives = built_points(built, person)
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
    """R28–R31: return the score in parts that a player would have if the game ended now."""
    return score_parts(
        player.goods,
        player.built,
        player.used,
        player.person,
        player.exchange,
        len(player.buildings),
        len(player.riga),
    )


def standings(view: View) -> tuple[Standing, ...]:
    """R28–R31: return, by seat, each player's score if the game ended now, as far as the view shows it.

    The buildings in a hidden hand count, because their number is public. The goods in it do not count (R27), not even
    those that everybody saw when they were taken. If there are any, the standing marks the money as incomplete.
    """
    found = []
    for player in view.players:
        known = player.hand.goods if player.hand else ()
        built = [each.building for each in player.built]
        used = [each.building for each in player.built if each.used]
        goods = {good: known.count(good) for good in GOODS}
        end = score_parts(goods, built, used, player.person, player.exchange, player.buildings, len(player.riga))
        found.append(standing(end, hidden=len(known) < player.goods))
    return tuple(found)


def standing(end: events.Score, *, hidden: bool = False) -> Standing:
    """Return a player's score as a `Standing`, with money as the tie-breaker.

    Pass `hidden=True` if the player has goods that the score does not count. The standing then marks the money as
    incomplete.
    """
    parts = {key: getattr(end, key) for key in ("buildings", "lodges", "archives", "hand", "riga")}
    return Standing(tuple(parts.items()), (("money", end.money),), ("money",) if hidden else ())


def ranking(state: State) -> Result:
    """R31, R32: return the result: seats ranked by points, then by money. Seats equal in both share a place."""
    scores = [score(player) for player in state.players]
    return Result.ranked([(score.total, score.money) for score in scores])


def finish(state: State, emitted: list[Event]) -> None:
    """R28–R32: emit `Finished` with the final scores.

    The caller has already ended the game by emptying `state.agenda`.
    """
    scores = tuple(score(player) for player in state.players)
    emitted.append(events.Finished(scores, ranking(state).winners))
