"""The end of Visby (V20–V22) and the score if the game ended now.

`score` computes one player's score, `standings` the scores of all players in a view. `ranking` returns the result, and
`finish` ends the game.
"""

from __future__ import annotations

from rules.contract import Event, Result, Standing
from rules.visby import events
from rules.visby.data import DATA
from rules.visby.state import State
from rules.visby.view import View


def score(seals: int, wares: int, cards: int) -> events.Score:
    """V21, V22: return the final score of a player with these seals and wares, and this number of cards in hand.

    Remaining wares buy seals at the final rate; the wares left over and the cards break ties.
    """
    bought, rest = divmod(wares, DATA.setup.rest_rate)
    return events.Score(seals, bought, seals + bought, rest, cards)


def standings(view: View) -> tuple[Standing, ...]:
    """V21: return each seat's score if the game ended now, by seat. Nothing that counts is hidden in Visby."""
    return tuple(standing(score(player.seals, player.wares, len(player.hand))) for player in view.players)


def standing(end: events.Score) -> Standing:
    """V22: return a score as a `Standing`.

    Its parts are `seals`, those held before the end, and `rest`, the seals bought with the remaining wares. Wares left
    after that, then cards in hand, break ties.
    """
    return Standing((("seals", end.seals), ("rest", end.bought)), (("wares", end.wares), ("cards", end.cards)))


def ranking(state: State) -> Result:
    """V22: return the result: seats ranked by seals, then wares, then cards in hand. Seats equal in all share a place.

    Call it after `finish`, which has changed remaining wares into seals.
    """
    return Result.ranked([(player.seals, player.wares, len(player.hand)) for player in state.players])


def finish(state: State, emitted: list[Event]) -> None:
    """V21: end the game: change all players' remaining wares into seals and emit `Finished` with the scores.

    The caller has emptied `state.agenda`, so that no decision is pending.
    """
    scores = tuple(score(player.seals, player.wares, len(player.hand)) for player in state.players)
    for player, end in zip(state.players, scores, strict=True):
        player.seals = end.total
        player.wares = end.wares
    emitted.append(events.Finished(scores, ranking(state).winners))
