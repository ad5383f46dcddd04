"""Tests of the bot: the real discord.py on a simulated Discord."""
