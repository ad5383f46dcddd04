"""The end of the game (V21, V22), and what it would be if it came now."""

from __future__ import annotations

from rules.contract import Event, Result, Standing
from rules.visby import events
from rules.visby.data import DATA
from rules.visby.state import State
from rules.visby.view import View


def score(seals: int, wares: int, cards: int) -> events.Score:
    """V21, V22: return one player's end with so many seals, wares and cards in hand."""
    bought, rest = divmod(wares, DATA.setup.rest_rate)
    return events.Score(seals, bought, seals + bought, rest, cards)


def standings(view: View) -> tuple[Standing, ...]:
    """V21 as the table stands: nothing that counts is hidden."""
    return tuple(standing(score(player.seals, player.wares, len(player.hand))) for player in view.players)


def standing(end: events.Score) -> Standing:
    """Return what a score is made of, and what decides ties (V22)."""
    return Standing((("seals", end.seals), ("rest", end.bought)), (("wares", end.wares), ("cards", end.cards)))


def ranking(state: State) -> Result:
    """V22: most seals; tie: more wares left; tie: more cards in hand; else shared."""
    return Result.ranked([(player.seals, player.wares, len(player.hand)) for player in state.players])


def finish(state: State, emitted: list[Event]) -> None:
    """V21: rest wares are changed; the agenda stays empty: the game is over."""
    scores = tuple(score(player.seals, player.wares, len(player.hand)) for player in state.players)
    for player, end in zip(state.players, scores, strict=True):
        player.seals = end.total
        player.wares = end.wares
    emitted.append(events.Finished(scores, ranking(state).winners))
