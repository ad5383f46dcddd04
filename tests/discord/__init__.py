"""How the bot is tested: the real discord.py on a simulated Discord."""
