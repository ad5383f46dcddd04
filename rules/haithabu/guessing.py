"""Making up what a seat cannot know: in which order the covered cards lie."""

from __future__ import annotations

from rules.chance import Chance
from rules.haithabu.cards import LIKE
from rules.haithabu.state import State
from rules.haithabu.transports import seen_by


def guess(state: State, seat: int, seed: int) -> State:
    """Return a full state that agrees with all the seat knows: cards that it has not seen are shuffled."""
    chance = Chance(seed)
    guessed = state.copy_to_guess(chance)
    guessed.pile.sort(key=LIKE.__getitem__)
    chance.shuffle(guessed.pile)
    for index, stack in enumerate(guessed.stacks):
        covered = sorted(stack[: len(stack) - seen_by(guessed, seat, index)])
        chance.shuffle(covered)
        stack[: len(covered)] = covered
    return guessed
