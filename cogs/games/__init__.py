"""The games on Discord: each sub-package is a game, and its `GAME` declares what it brings.

`GAMES` finds the packages by itself, so no shared file names a game. A package uses the same module names as the other
games: `cog` (slash commands, the actions of buttons, and their verbs), `display` (board, hands and final scoring as
parts), `decision_menus` (the menu of each decision), `seat_view` (the typed view), `move_text` (a move in words) and
`autocomplete_options`. A game with more complex moves also has `draft_kinds` (incomplete moves), `turn_menu` and
`text_lines`. Menus are built from the controls in `cogs.messages.menu_controls`.

`game_cog` has the slash commands that every game has, and `new_table` the options of `/<game> new` that every game has.
A game's code knows the rules through views and moves only: it shows what a `Look` holds and sends moves as text.
"""

from __future__ import annotations

import pkgutil

from cogs.games.game_cog import GameOnDiscord
from rules import declarations_by_game

__path__ = pkgutil.extend_path(__path__, __name__)

GAMES: tuple[GameOnDiscord, ...] = tuple(declarations_by_game(__name__, "GAME").values())
"""Every game on Discord, in the order of `rules.GAMES`."""
