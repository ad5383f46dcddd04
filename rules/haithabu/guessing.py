"""Guesses: copies of a state in which the covered cards are shuffled."""

from __future__ import annotations

from rules.chance import Chance
from rules.haithabu.card_data import ORIGINAL
from rules.haithabu.state import State
from rules.haithabu.transports import known_card_count


def guess(state: State, seat: int, seed: int) -> State:
    """Return a copy of the state with the order pile, and the transports the seat has not seen, in a random order.

    The cards are sorted before they are shuffled, so that their real order has no influence. The copy has a random
    generator of its own and an empty `tail`.
    """
    chance = Chance(seed)
    guessed = state.copy_to_guess(chance)
    guessed.pile.sort(key=ORIGINAL.__getitem__)
    chance.shuffle(guessed.pile)
    for index, stack in enumerate(guessed.stacks):
        covered = sorted(stack[: len(stack) - known_card_count(guessed, seat, index)])
        chance.shuffle(covered)
        stack[: len(covered)] = covered
    return guessed
