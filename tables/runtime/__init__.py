"""What all tables of one process share. `Services` in `services` holds all of it and is passed to nearly everything.

Besides the database and the time source it has one lock per table, `Caches`, `Background` tasks, the `Outage` log, the
`Pacing` of requests to Discord, the blocked channels, a `Thinker` for computer players, and a `Frontend`: the typed
interface to the code that talks to people.

Caches are always right because every write to the database updates them too. Only one process writes a table: a file is
locked while it is open, and on a server only the holder of a partition writes its tables. `Services.forget_all` drops
the caches when that is in doubt.

The rest is shared state that belongs to no table: settings of people and servers (`people`), tables that wait for a
person (`waiting_tables`), and numbers for monitoring (`overview`).
"""
