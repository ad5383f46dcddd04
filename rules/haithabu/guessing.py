"""`guess`: a copy of a state in which the cards that a seat has not seen are shuffled, for computer players."""

from __future__ import annotations

from rules.chance import Chance
from rules.haithabu.card_data import ORIGINAL
from rules.haithabu.state import State
from rules.haithabu.transports import known_card_count


def guess(state: State, seat: int, seed: int) -> State:
    """Return a copy of the state in which the cards that `seat` has not seen are shuffled by `seed`.

    These are the order pile and the covered transports of each stack. The cards are sorted before they are shuffled, so
    that their real order has no influence. The copy has a random generator of its own and an empty `tail` (no move in
    it can be taken back).
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
