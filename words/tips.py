"""Tips for newcomers. Each of a person's first answers from the bot carries one; after the last there are no more."""

from __future__ import annotations

from words.catalogue import N_, Words

_LINES = (
    N_("Only you see this message. A game that has begun is in its own thread, where everybody can watch."),
    N_("Take your time: whatever you have decided is saved at once, and every button still works tomorrow."),
    N_("Lost your way? `/tables` shows everything that is waiting for you, `/rules` explains the game."),
)


def tip(words: Words, number: int) -> str:
    """Return tip number `number`, counted from 0. Raises `IndexError` past the last one."""
    return words.say(_LINES[number])
