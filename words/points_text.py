"""How many points at the end of a game a move is expected to bring, compared with another move.

`more_points` words it for the better one of two moves, `fewer_points` for the worse one.
"""

from __future__ import annotations

from words.catalogue import Words


def more_points(words: Words, own: int, rival: int) -> str:
    """Return how many points more a move brings its player, or how many it costs the strongest rival; "" if neither.

    `own` and `rival` are these numbers; at most one of them is not 0.
    """
    if own:
        return words.many("about {n} point more", "about {n} points more", own)
    if rival:
        return words.many("costs a rival about {n} point", "costs a rival about {n} points", rival)
    return ""


def fewer_points(words: Words, own: int, rival: int) -> str:
    """Return how many points less a move brings its player, or how many more the strongest rival; "" if neither.

    `own` and `rival` are these numbers; at most one of them is not 0.
    """
    if own:
        return words.many("about {n} point less", "about {n} points less", own)
    if rival:
        return words.many("gives a rival about {n} point more", "gives a rival about {n} points more", rival)
    return ""
