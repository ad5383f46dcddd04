"""Computer players at tables: their worker processes, advice for menus, and the guidance in a lesson.

Computer players think in processes of their own (`worker_pool`, `worker`). The first process starts with the bot and
imports only what thinking needs. All end when the pipe to the bot closes, also after `kill -9`. They run with a higher
niceness and one thread each, so that clicks come first, and their log lines appear in the bot's log. A decision's work
is limited by count and not by time, so the same seed gives the same move. A worker that takes a minute is killed, and
the default level decides. Each table has at most one job at a time, and all jobs wait in one queue, so no table waits
for more than one job of each other table. Hints have a pool of their own; an analysis has its own process.

A computer's temperament follows from its name (`computers.temperament_of`), so nothing is stored about it.
`play.moves` asks for the moves and makes them.
"""
