"""What is offered while somebody types one of Haithabu's commands: legal moves only, each said in words.

What the menu proposes comes first.
"""

from __future__ import annotations

from cogs.games.haithabu.move_text import said
from cogs.games.haithabu.proposals import MOST, for_turn
from cogs.requests.autocomplete import complete_with
from rules.contract import Move
from rules.haithabu import moves
from tables.model.table import Look
from tables.thinking.table_advice import advice
from words import Words

_WORK = (moves.Work, moves.Act, moves.Aside)


def _works(look: Look, words: Words, _: object) -> list[tuple[str, str]]:
    """Offer what a worker could do."""
    return _best_first(look, words, [move for move in look.options if isinstance(move, _WORK)])


def _others(look: Look, words: Words, _: object) -> list[tuple[str, str]]:
    """Offer whatever else is asked."""
    apart = (*_WORK, moves.Hire, moves.Repay)
    return _best_first(look, words, [move for move in look.options if not isinstance(move, apart)])


def _best_first(look: Look, words: Words, offered: list[Move]) -> list[tuple[str, str]]:
    ranks = {str(each.move): rank for rank, each in enumerate(for_turn(look) or advice(look)[:MOST])}
    named = [(said(look, words, move), str(move)) for move in offered]
    return sorted(named, key=lambda each: ranks.get(each[1], MOST))


def _far_from(name: str, wanted: list[str]) -> tuple[bool, int]:
    """Say how badly a name goes with what is typed: best if it begins so, then if each word begins one of its own.

    So a place is found by its letter, though other names have that letter too.
    """
    own = name.replace(",", " ").split()
    inside = sum(not any(each.startswith(word) for each in own) for word in wanted)
    return own[: len(wanted)] != wanted, inside


works, others = complete_with(_works, _far_from), complete_with(_others, _far_from)
