"""Random games on other projects' engines, to compare ours with.

Each function plays one game and returns the number of moves made; `RIVALS` lists the functions by name. Importing this
module needs the packages of all these projects.
"""

from __future__ import annotations

import random
from collections.abc import Callable

import chess
import pyspiel
import rlcard
from catanatron import Color, Game, RandomPlayer
from rlcard.agents import RandomAgent

_CRAZY_EIGHTS = pyspiel.load_game("crazy_eights(players=4)")
_UNO = rlcard.make("uno")
_UNO.set_agents([RandomAgent(num_actions=_UNO.num_actions) for _ in range(_UNO.num_players)])


def crazy_eights() -> int:
    """Play a random game of OpenSpiel's crazy_eights (C++) with four players; return the number of moves made.

    Random events of the game itself, such as dealing cards, do not count as moves.
    """
    state = _CRAZY_EIGHTS.new_initial_state()
    moves = 0
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(random.choices(outcomes, weights)[0])
        else:
            state.apply_action(random.choice(state.legal_actions()))
            moves += 1
    return moves


def uno() -> int:
    """Play one game of RLCard's UNO with its own random agents; return the number of moves made."""
    _UNO.run(is_training=True)
    return len(_UNO.action_recorder)


def catan() -> int:
    """Play one game of Catan on catanatron with four of its own random players; return the number of moves made."""
    game = Game([RandomPlayer(color) for color in Color])
    game.play()
    return len(game.state.actions)


def chess_game() -> int:
    """Play random legal moves with python-chess until the game is over; return the number of moves made."""
    board = chess.Board()
    while not board.is_game_over():
        board.push(random.choice(list(board.legal_moves)))
    return len(board.move_stack)


RIVALS: dict[str, Callable[[], int]] = {
    "crazy_eights": crazy_eights,
    "uno": uno,
    "catanatron": catan,
    "python-chess": chess_game,
}
"""By name: a function that plays one random game and returns the number of moves made."""
