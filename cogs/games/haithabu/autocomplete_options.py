"""The autocompletion of Haithabu's commands: it offers only legal moves in words, the menu's proposals first.

Each function `_…_options` returns pairs of the name shown and the move's text. The constants `works` and `others` are
the autocompletion callbacks made of them; `_distance` sorts the names by what was typed.
"""

from __future__ import annotations

from cogs.games.haithabu.move_text import move_text
from cogs.games.haithabu.proposals import MAX_PROPOSALS, proposals_for_turn
from cogs.requests.autocomplete import complete_with
from rules.contract import Move
from rules.haithabu import moves
from tables.model.table import Look
from tables.thinking.table_advice import advice
from words import Words

_WORK = (moves.Work, moves.Act, moves.Aside)


def _work_options(look: Look, words: Words, _: object) -> list[tuple[str, str]]:
    """Return the moves for `/haithabu work`: place a worker, let a placed one act, or set one aside.

    Each is a pair of the name shown and the move's text; proposals come first.
    """
    return _best_first(look, words, [move for move in look.options if isinstance(move, _WORK)])


def _other_options(look: Look, words: Words, _: object) -> list[tuple[str, str]]:
    """Return the legal moves for `/haithabu choose`: those that no other command of Haithabu makes.

    Each is a pair of the name shown and the move's text; the best-advised come first.
    """
    apart = (*_WORK, moves.Hire, moves.Repay)
    return _best_first(look, words, [move for move in look.options if not isinstance(move, apart)])


def _best_first(look: Look, words: Words, offered: list[Move]) -> list[tuple[str, str]]:
    """Return the `offered` moves as pairs of the move in words and the move's text, proposals first.

    Proposals are those of the menu, or, if there are none, the `MAX_PROPOSALS` best-advised moves. The others follow
    in the order of `offered`.
    """
    proposed = proposals_for_turn(look) or advice(look)[:MAX_PROPOSALS]
    ranks = {str(each.move): rank for rank, each in enumerate(proposed)}
    named = [(move_text(look, words, move), str(move)) for move in offered]
    return sorted(named, key=lambda each: ranks.get(each[1], MAX_PROPOSALS))


def _distance(name: str, wanted: list[str]) -> tuple[bool, int]:
    """Return a sort key for the name of an option: the smaller, the better it matches the typed words `wanted`.

    The first entry is False if the name begins with exactly the typed words. The second is the number of typed words
    with which no word of the name begins. So a field is found by its letter although other names contain that letter
    too.
    """
    own = name.replace(",", " ").split()
    inside = sum(not any(each.startswith(word) for each in own) for word in wanted)
    return own[: len(wanted)] != wanted, inside


works, others = complete_with(_work_options, _distance), complete_with(_other_options, _distance)
