"""Parts of the start that are not in `bot.py`.

`settings.py` reads and checks the settings, `exit_reasons.py` explains why Discord ended the bot, and
`playground_bot.py` is the bot as the playground runs it.
"""
