"""The end of Visby (V20–V22), and the score if the game ended now."""

from __future__ import annotations

from rules.contract import Event, Result, Standing
from rules.visby import events
from rules.visby.data import DATA
from rules.visby.state import State
from rules.visby.view import View


def score(seals: int, wares: int, cards: int) -> events.Score:
    """V21, V22: return the final score of a player with these seals, wares and number of cards in hand."""
    bought, rest = divmod(wares, DATA.setup.rest_rate)
    return events.Score(seals, bought, seals + bought, rest, cards)


def standings(view: View) -> tuple[Standing, ...]:
    """V21: return each seat's score if the game ended now; nothing that counts is hidden."""
    return tuple(standing(score(player.seals, player.wares, len(player.hand))) for player in view.players)


def standing(end: events.Score) -> Standing:
    """V22: return a score as a `Standing` with its tie-breakers."""
    return Standing((("seals", end.seals), ("rest", end.bought)), (("wares", end.wares), ("cards", end.cards)))


def ranking(state: State) -> Result:
    """V22: rank the seats by seals, then wares, then cards in hand; equal ones share a place."""
    return Result.ranked([(player.seals, player.wares, len(player.hand)) for player in state.players])


def finish(state: State, emitted: list[Event]) -> None:
    """V21: change all remaining wares into seals and emit the final scores.

    The agenda stays empty, which ends the game.
    """
    scores = tuple(score(player.seals, player.wares, len(player.hand)) for player in state.players)
    for player, end in zip(state.players, scores, strict=True):
        player.seals = end.total
        player.wares = end.wares
    emitted.append(events.Finished(scores, ranking(state).winners))
