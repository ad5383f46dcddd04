"""Time at tables: the tick with its due timers, pauses, holidays and active hours, and the bot's own downtime.

How clocks run is in `tables.model.time_left` and `tables.model.deadlines`; this package changes what stops them and
acts when they run out. `docs/time.md` explains it on one page.
"""
