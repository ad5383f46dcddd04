"""Who sits at a table: from opening a lobby to closing the table or forgetting a person.

- `table_settings`: the settings of a new table, their checks, and the limits per person and server.
- `lobby`, `guests`, `invitations`, `rematches`: everything before the first move.
- `seats`: computers that take over, coming back, more time, resigning.
- `substitutes`: offering a seat of a running game to everybody or to one person.
- `closing`, `relocation`, `forgetting`: the end without a result, another channel, removing a person.

Everything is written under the table's lock: of two people who take the last seat at once, one gets it, and `Declined`
is raised for the other. `docs/tables.md` has the rules for substitutes and closing.
"""
