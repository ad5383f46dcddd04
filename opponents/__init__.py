"""Computer players. They know only what a player in their seat may know.

A player is a function `(game, state, seat, seed) -> move`. The first thing it does with the state is `game.guess`,
which returns a complete state that agrees with all the seat knows; it looks at nothing else. The same seed and the same
view give the same move.

Levels, weakest first: `novice` plays at random, `trader` looks one step ahead on guessed states with a game's
`EVALUATION`, `alderman` searches with a network that was trained by self-play. `temperaments` decides between moves
that are about equally good. `alderman_hints` finds the best moves with their chances and reasons, for hints,
suggestions and lessons; where the alderman has no model, `advice` ranks moves by a game's rule of thumb.
`appraisal` compares a move played with a better one, and `game_analysis` finds the costly decisions and turning points
of a finished game. `strengths` holds the levels' fixed ratings.

What the alderman needs of a game is an `AldermanModel` (`alderman_model`, `turn_model`, `sealed_model`); the weights
are in `opponents/<game>/learned-N.json` for N players, read by `network` and found by `model_loading` when first
needed, because they need numpy. `versions` says for which versions of the rules they are valid.

The package `opponents.<game>` declares `EVALUATION`, `RULE_OF_THUMB`, `REASONS`, `TURN_REASONS`,
`PREDICTED_REASONS`, `MINOR_REASON`, `MENU_MOVE`, `HINT_GROUP`, `CHOICE_GROUP`, `STRENGTHS` and `LEARNED_SINCE`, all
optional, and `MODEL` in its module `model`. A game without any of them is played by the novice, and by a trader that
plays each game out. `opponents.laboratory` holds training, tournaments and measurements; nothing in production imports
its modules.
"""

from __future__ import annotations

import pkgutil
from collections.abc import Callable
from typing import Any

# Set before the players are imported, because the trader looks for every game's evaluation on import.
__path__ = pkgutil.extend_path(__path__, __name__)

from opponents.alderman import alderman
from opponents.novice import novice
from opponents.temperaments import TEMPERAMENTS
from opponents.trader import trader
from rules import GAMES, AnyGame, Move

Player = Callable[[AnyGame, Any, int, int], Move]

PLAYERS: dict[str, Player] = {"novice": novice, "trader": trader, "alderman": alderman}
"""Every level by its name, the weakest first."""


PLAYERS_WITH_TEMPERAMENT: dict[str, Callable[[AnyGame, Any, int, int, str], Move]] = {
    "trader": trader,
    "alderman": alderman,
}
"""The levels that accept a temperament. The novice, which plays at random, has none."""


def player_named(name: str) -> Player:
    """Return the computer player named `level` or `level:temperament`, such as "trader" or "trader:bold".

    Raise KeyError for an unknown level or temperament, and for a temperament with a level that accepts none.
    """
    level, _, temperament = name.partition(":")
    if not temperament:
        return PLAYERS[level]
    if temperament not in TEMPERAMENTS:
        raise KeyError(name)
    tempered = PLAYERS_WITH_TEMPERAMENT[level]
    return lambda game, state, seat, seed: tempered(game, state, seat, seed, temperament)


def choose_move(game: str, snapshot: bytes, seat: int, name: str, seed: int) -> str:
    """Return the text of the move that the computer player `name` chooses for a seat.

    `game` is the game's name, `snapshot` its encoded state, `name` a level or `level:temperament`. All arguments and
    the result are plain values, so that it can run in another process. The same seed gives the same move. Raise
    KeyError for an unknown game or player.
    """
    rules = GAMES[game]
    return str(player_named(name)(rules, rules.decode(snapshot), seat, seed))
