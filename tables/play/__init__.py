"""Playing: moves, what each player sees, what changed since their last move, replays, and verifying logs.

- `moves`: making a move, taking it back, drafts, and the loop in which computers act.
- `table_writer`: writes a change with everything that follows from it, in one transaction.
- `lookup`: reads tables, as one seat sees them or in lists; `game_log`: reads their logs.
- `since_last_move`: stores what a player saw at a decision and compares it later.
- `replays`: steps of a game from an allowed viewpoint, and moments shown to everybody.
- `verify`: replays every log and compares it with the stored snapshot and result.

Log and seed are the truth; the snapshot is for speed. Taking back appends an entry to the log and replays it without
the move. `docs/tables.md` describes the path of a move.
"""
