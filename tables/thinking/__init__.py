"""Computer players at tables: their worker processes, advice for menus, and the guidance in a lesson.

Computer players think in processes of their own (`worker_pool`, `worker`). The first process starts with the bot and
imports only what thinking needs. All end when the pipe to the bot closes, also after `kill -9`. They run with a higher
niceness and one thread each, so that clicks come first, and their log lines appear in the bot's log. A decision's work
is limited by count and not by time, so the same seed gives the same move. A worker that takes a minute is killed, and
the default level decides. Each table has at most one job at a time. Hints have a pool of their own; an
analysis has its own process.

People share the processes, not tables (`fair_turns`): whoever plays at 20 tables gets no more of them than somebody at
one. A computer's move is awaited by everybody who plays at its table, so it is computed as soon as it is the turn of
any of them; a hint is awaited by whoever decides at its seat, an analysis by the person who asked for it. Nobody waits
for more than one job of each other person. Tables where only computers play on have the turns of one person.

A computer's temperament follows from its name (`computers.temperament_of`), so nothing is stored about it.
`play.moves` asks for the moves and makes them.
"""
