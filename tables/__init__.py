"""Tables: everything that happens at a table except Discord. This package knows no Discord type.

A request comes from `cogs` as plain values: table, person, text of a move. Each change takes the table's lock, loads
the table, checks, and writes everything that follows in one transaction, including the notifications to send. After the
commit the outbox delivers them through a `Frontend` that `cogs` provides. `docs/tables.md` follows one move through the
code; `docs/time.md` explains clocks.

Each sub-package imports only from those below it (import-linter checks that):

- `time`: the tick, due timers, pauses, holidays and active hours.
- `coaching`: hints, analyses of finished games, lessons.
- `seating`: lobby, invitations, rematches, seats, substitutes, closing, moving, forgetting people.
- `play`: making moves and taking them back, reading tables, replays, verifying logs.
- `delivery`, `thinking`, `records`: the outbox; computer players; results, ratings, statistics and notes.
- `runtime`: what all tables of a process share (`Services`).
- `notifications`: typed notifications, and pure functions that decide who gets which one, when and how.
- `model`: a table as data, and pure functions over it.
"""
