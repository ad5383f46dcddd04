"""What the computer players' levels and temperaments are called, and what each level is like."""

from __future__ import annotations

from words.catalogue import N_, Words

_LEVELS = {"novice": N_("novice"), "trader": N_("trader"), "alderman": N_("alderman")}
_LINES = {
    "novice": N_("makes any move that is allowed: for a first game"),
    "trader": N_("looks a round ahead: solid and quick"),
    "alderman": N_("has learned from thousands of games: hard to beat"),
}
_TEMPERAMENTS = {
    "bold": N_("bold"),
    "patient": N_("patient"),
    "contrary": N_("contrary"),
    "whimsical": N_("whimsical"),
    "steady": N_("level-headed"),
}


def level_name(words: Words, player: str) -> str:
    """Return what a computer player is called; one without a name here: as it calls itself."""
    return words.say(_LEVELS[player]) if player in _LEVELS else player


def computer_description(words: Words, player: str, temperament: str) -> str:
    """Return how well a computer plays, and of what temperament it is, if it has one."""
    known = level_name(words, player)
    return f"{known}, {words.say(_TEMPERAMENTS[temperament])}" if temperament else known


def computers_line(words: Words, player: str, *, others: bool = False) -> str:
    """Say how well computers play at a table, and what that means; `others`: who sits there already plays otherwise."""
    line = words.say(_LINES[player])
    if others:
        return words.say(
            "-# 🤖 New computers play as: **{level}** ({line})", level=level_name(words, player), line=line
        )
    return words.say("-# 🤖 Computers play as: **{level}** ({line})", level=level_name(words, player), line=line)
