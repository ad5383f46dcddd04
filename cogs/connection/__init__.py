"""The connection to Discord: gateway sessions, the guild cache, forwarding, fencing, and errors that Discord returns.

- `gateway.py`: the bot's base class. A process that ends stores its gateway sessions, and the next process resumes
  them, so that Discord repeats what happened in between and nobody notices a restart.
- `guild_cache.py`: after a resume Discord sends no servers. Each one is fetched when its first event arrives.
- `interaction_forwarding.py`: hands an interaction about another process's table to that process, as raw JSON.
- `fence.py`: begins no request to Discord while another process may hold our partition.
- `discord_errors.py`: which errors of sending are temporary, and how sending is retried.
- `discord_private.py`: every use of private parts of discord.py, each with the reason for it.

What several processes agree on is in `cluster`; these modules only connect it to discord.py.
"""
