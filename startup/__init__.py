"""How `bot.py` starts Kontor: reading the settings, wiring the playground, and explaining why Discord ended the bot."""
