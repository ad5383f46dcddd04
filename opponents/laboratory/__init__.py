"""Training, tournaments and measurements of computer players. Nothing in production imports these modules.

- `self_play` trains the alderman by games against itself (`python -m opponents learn`).
- `practice` plays games of a league, and `gpu_training` trains with them on a GPU (`python -m opponents train`).
- `exploiters` searches for players that beat another one (`python -m opponents exploiter`).
- `tournament` lets players compete, and `entrants` says which names it accepts (`python -m opponents GAME`).
- `balance` counts what good players use in a game (`python -m opponents balance`).
- `exploitability` measures what the best reply to a player's sealed choices gains (`python -m opponents exploit`).

`opponents/laboratory/<game>/` may declare `ADVERSARIES` (see `entrants`) and `USAGE` (see `balance`). Keep this file
free of imports: the bot imports it when it scans the sub-packages of `opponents` for games.
"""

import pkgutil

# A game may keep its laboratory modules in another folder on the import path.
__path__ = pkgutil.extend_path(__path__, __name__)
