"""Tips for newcomers. Each of a person's first answers from the bot carries one; after the last there are no more."""

from __future__ import annotations

from words.catalogue import N_, Words

_LINES = (
    N_("Only you can see this message. Each game has its own thread."),
    N_("Take your time: your decisions are saved right away, and every button still works tomorrow."),
    N_("Lost? `/tables` shows everything that's waiting for you, `/rules` explains the game."),
)


def tip(words: Words, number: int) -> str:
    """Return tip number `number`, counted from 0. Raises `IndexError` past the last one."""
    return words.say(_LINES[number])
