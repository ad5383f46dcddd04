"""The playground: the real bot on a simulated Discord, shown in a local browser, without a token or a network.

`runner` runs everything. The simulated Discord is simcord's: `simulated` adds what a world that lives for weeks
needs, and `world` keeps it in a file between two runs. `initial_world` creates the server, its people and a first
table. `channel_server` serves one channel, thread or direct-message channel on a port of its own, with a secret link
for each person who can view it. `start_page` lists them all. simcord's page is made for tests; `page_patches` and the
`.js` files change its scripts, `command_catalog` translates its commands, `context_menu` adds what one can do with a
person, and `markdown_cache` makes it faster.

Only `simcord_private` uses private parts of simcord. The playground imports nothing of the bot: `bot.py` passes a
`PlayableBot`. `chromium` and `screenshots` drive a browser through it, for a test and for the README's pictures.
"""

from playground.runner import PlayableBot, PlaygroundOptions, run
from playground.world import PlaygroundError

__all__ = ["PlayableBot", "PlaygroundError", "PlaygroundOptions", "run"]
