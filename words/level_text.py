"""Names and one-line descriptions of the computer players' levels: `level_name` and `computers_line` translate them."""

from __future__ import annotations

from words.catalogue import N_, Words

_LEVELS = {"novice": N_("novice"), "trader": N_("trader"), "alderman": N_("alderman")}
_LINES = {
    "novice": N_("plays any legal move: for your first game"),
    "trader": N_("looks a round ahead: solid and quick"),
    "alderman": N_("trained on thousands of games: hard to beat"),
}


def level_name(words: Words, player: str) -> str:
    """Return the name of a computer player's level (`player` is its key); an unknown key is returned as it is."""
    return words.say(_LEVELS[player]) if player in _LEVELS else player


def computers_line(words: Words, player: str, *, others: bool = False) -> str:
    """Return a small-print line that says at which level the table's computers play, and how good that is.

    `player` is the key of the level. With `others`, computers of another level already have seats, so the line speaks
    of new computers only. Raises `KeyError` for an unknown level.
    """
    line = words.say(_LINES[player])
    if others:
        return words.say(
            "-# 🤖 Level of new computers: **{level}** ({line})", level=level_name(words, player), line=line
        )
    return words.say("-# 🤖 Computer level: **{level}** ({line})", level=level_name(words, player), line=line)
