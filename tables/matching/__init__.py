"""People who look for a game: their wishes, the tables that open for them, and messages. `matching/` computes.

A row of `wishes` is a person on a server: draft (they are choosing) → looking → over (nobody was found in time); it is
deleted when they get a table or stop looking. What happens by itself is a list of tasks (`match_progress`). Each is one
transaction, which does nothing if any wish of the server has changed since it was planned. So a server that is killed
at any moment, or advanced twice, opens each table once:

| task | when |
|---|---|
| end a wish: offer a table with computers; delete it a week later | when it expires |
| open one table and delete its persons' wishes | as soon as wishes fit together |
| leave a channel out of a wish | when its owner turns out not to see it |
| ask whether somebody still looks | when a table would open for a wish that is a day old |

`wishes.due` says when the next task may be due; the tick of `tables/time/timers.py` does what is due.
"""
