"""Recurring openings: tables that open by themselves every week, such as every Friday at 18:00.

Managers and organisers of a server add and delete them (`opening_store`). The tick of `tables/time/timers.py` opens a
table when its time has come (`opening_progress`), in one transaction that also stores when the next one is due. So a
process that is killed at any moment, or two processes that try at once, open each table once. A table that was opened
this way has no host until somebody joins.
"""
