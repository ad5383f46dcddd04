"""The autocompletion of Haithabu's commands: it offers only legal moves, in words.

Each function `_…_options` returns pairs of the name shown and the move's text, in the order in which the rules list the
moves. The constants `works` and `others` are the autocompletion callbacks made of them; `_distance` sorts the names by
how well they match what was typed.
"""

from __future__ import annotations

from cogs.games.haithabu.move_text import move_text
from cogs.requests.autocomplete import complete_with
from rules.haithabu import moves
from tables.model.table import Look
from words import Words

_WORK = (moves.Work, moves.Act, moves.Aside)


def _work_options(look: Look, words: Words, _: object) -> list[tuple[str, str]]:
    """Return the moves for `/haithabu work`: place a worker, let a placed one act, or set one aside.

    Each is a pair of the name shown and the move's text.
    """
    return [(move_text(look, words, move), str(move)) for move in look.options if isinstance(move, _WORK)]


def _other_options(look: Look, words: Words, _: object) -> list[tuple[str, str]]:
    """Return the legal moves for `/haithabu choose`: those that no other command of Haithabu makes.

    Each is a pair of the name shown and the move's text.
    """
    apart = (*_WORK, moves.Hire, moves.Repay)
    return [(move_text(look, words, move), str(move)) for move in look.options if not isinstance(move, apart)]


def _distance(name: str, wanted: list[str]) -> tuple[bool, int]:
    """Return a sort key for the name of an option: the smaller, the better it matches the typed words `wanted`.

    The first part is False if the first words of the name are exactly the typed words. So a field is found by its
    letter although other names have words that begin with that letter. The second part counts the typed words with
    which no word of the name begins.
    """
    own = name.replace(",", " ").split()
    inside = sum(not any(each.startswith(word) for each in own) for word in wanted)
    return own[: len(wanted)] != wanted, inside


works, others = complete_with(_work_options, _distance), complete_with(_other_options, _distance)
