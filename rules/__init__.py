"""The rules of all games: pure Python, without I/O, clock, asyncio or Discord. `GAMES` lists every game.

The same rules serve the bot, the computer players, the terminal (`python -m rules`) and the tests. A state changes
only through `Game.play`; seed and log always lead to the same state again, on every Python version.

- `contract`: the class `Game`, the interface that all other packages use. It checks moves, runs the agenda, hides
  secrets and encodes states. A game derives from it and fills it in.
- `pieces`: the base classes of moves, events, frames, steps, states and views that a game derives from.
- `errors`: a refused move is `Unreadable` (no move), `NotYours` (nothing to decide) or `Illegal` (rule number, key and
  facts; `words` turns them into a sentence). `BadData` refuses a data file.
- `chance`: the random generator inside a state. `records`: seed and log as text, and replaying them.
- `stored_values`: values of a state that are stored in another form.
- `early_answers`, `plans`: answers to questions that are not asked yet.
- `recent_changes`: what happened to a seat since it last decided. `lessons`: a guided first game.
- `data_files`: reading TOML. Numbers and cards are data beside the code, each with its source.
- `discovery`: finding the games. A game is a package of the same name in `rules`, `words`, `pictures`, `opponents` and
  `cogs/games`; each declares what it brings under a fixed name (`GAME`, `LESSON` here).
- One package for each game, with the modules `data`, `state`, `moves`, `events`, `setup`, `view`,
  `viewing`, `guessing`, `scoring`, `changes` and `lesson`, and others named after parts of its rulebook.

Comments and docstrings cite the numbered rules (`V7`, `R12`, `H30`). Every rule has a test named after it.

**Versions.** A change after which an old log would lead to another state raises `Game.version`, once for everything
that changes together. A state keeps its version to the end, so running tables finish by the rules they began with.
Where versions differ, the code tests `state.version` beside the rule. New fields of states, frames and events have
defaults, so that stored ones can still be read.

**Secrets.** An event has at most one secret field, `private`, which only its `seat` may see. A view is built field by
field from the state. A guess (`Game.guess`) agrees with everything a seat can know, including what it could have
noted down earlier, and with nothing else; computer players see only guesses.

**Speed.** Computer players copy and play states thousands of times, hence the hand-written `copy` methods. `Step.menu`
runs on the event loop and must be fast; `Step.options` may list tens of thousands of moves and must not run there.
"""

from __future__ import annotations

import pkgutil
from typing import Any

from rules.contract import Event, Game, Move, Result, State, View
from rules.discovery import declarations
from rules.errors import BadData, Illegal, NotYours, Refused, Unreadable

__path__ = pkgutil.extend_path(__path__, __name__)

AnyGame = Game[Any, Any, Any]

GAMES: dict[str, AnyGame] = {
    game.name: game
    for game in sorted(declarations(__name__, "GAME").values(), key=lambda game: (game.weight, game.name))
}
"""Every game by its name, the easiest to learn (`Game.weight`) first."""


def declarations_by_game(package: str, attribute: str) -> dict[str, Any]:
    """Import `package.<game>` for each game and return its `attribute`, by the game's name, in the order of `GAMES`.

    For example, `declarations_by_game("words", "WORDS")` returns the `WORDS` of each `words.<game>`. Games without such
    a package or attribute are left out.
    """
    found = declarations(package, attribute)
    return {game: found[game] for game in GAMES if game in found}


__all__ = [
    "GAMES",
    "AnyGame",
    "BadData",
    "Event",
    "Game",
    "Illegal",
    "Move",
    "NotYours",
    "Refused",
    "Result",
    "State",
    "Unreadable",
    "View",
    "declarations_by_game",
]
