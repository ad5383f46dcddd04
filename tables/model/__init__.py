"""A table as data, and pure functions over it. Nothing here reads the database or the clock.

- `table`: `Table` (rows and decoded state) and `Look` (what one seat may see of it).
- `time_left`: how clocks run; `deadlines` applies it to the seats of a table.
- `players_to_act`: the pending decision, and who is pinged for it and how.
- `history`: the steps of a game for replays.
- `table_errors`: `Declined`, `Stale` and `NotBegun`. A `Declined` is a key with facts; `words` has the sentence.

A button carries the *mark* of the decision it belongs to: frame number, seat, the seat's number of log entries, and the
table's number of takings-back (`Table.mark`). If the menu showed a half-built move, a checksum of that follows
(`Table.shown_mark`). A click with an old mark changes nothing.
"""
