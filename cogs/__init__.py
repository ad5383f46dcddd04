"""Discord: the bot, one cog per game, one for everything shared, and what they are made of."""

import pkgutil

__path__ = pkgutil.extend_path(__path__, __name__)
