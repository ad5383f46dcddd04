"""Discord: the bot, its slash commands and buttons, and everything that is sent.

- `bot`: the client. It puts everything together, names no game, and receives every click.
- `commands`: the slash commands that belong to no game. `games/`: a package for each game, with its commands and menus.
- `requests/`: from a click or command to its answer. `actions/`: what can be done, one function for each verb.
- `messages/`: panels of plain parts, and how they become Discord components.
- `delivery/`: notifications from the outbox as messages. `connection/`: gateway, shards, errors, forwarding.

The code here never sees a game's full state, only views. It decides nothing about a game: `tables` does.
"""

import pkgutil

__path__ = pkgutil.extend_path(__path__, __name__)
