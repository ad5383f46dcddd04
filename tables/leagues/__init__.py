"""The life of a season: set up, sign-ups, check-in, tables, results, end. `leagues/` computes, this package stores.

States of a season: draft → signup → checkin → playing → over; from each of them but the last also cancelled.
What moves it on is a list of tasks. Each is one transaction that first checks that it is still to be done, so a season
that is killed at any moment, or advanced twice, goes on exactly once:

| task | when |
|---|---|
| begin the check-in | a day before the start |
| start: divisions, fixtures; or cancel it, with too few players | at the start |
| open one table | as soon as its fixture waits |
| shorten the clock of one table to 12 hours for a decision | from the end date on |
| give all seats of one table to aldermen | 14 days later |
| next round of a cup | when all tables of a round are over |
| end: places, and the next season | when all tables are over |

`seasons.due` says when the next task is due; the tick of `tables/time/timers.py` does what is due. A result is written
inside the transaction that ends the game (`tables/records/season_results.py`) and makes the season due at once. What a
season says on Discord are rows of `season_messages`, sent by `season_delivery`.
"""
