"""Several processes on one database. Read this package only if you run more than one; `docs/cluster.md` explains it.

Every process works on one *partition* of the Discord servers and is the only one that changes their tables. So locks,
caches, outbox and timers can stay in the memory of one process. A process that finds no free partition is a *spare* and
waits for one.

- `interface.py`: `Cluster`, all that the rest of the bot asks: which partition is ours, whether we may act now,
  forwarded requests, session records.
- `single_process.py`: the implementation for a database file, which only one process can open. It always may act.
- `leased.py`: the implementation for PostgreSQL, on top of `lease.py`, which claims a partition, sends heartbeats and
  notices when the partition is lost.
- `forwarding.py`: requests for tables of another process, as raw bytes; their handlers are in `tables` and `cogs`.
- `sessions.py`: records of Discord gateway sessions that one process leaves and the next one resumes.
- `joining.py`: `cluster_on` chooses the implementation for an open database; `open_alone` opens a database for a
  program that needs all of it, such as `python bot.py verify`.

What a partition and a write lease are, and the check at the beginning of each transaction, belongs to `storage`.
"""

from cluster.forwarding import ForwardedRequest, RequestInbox, add_request, new_request, take_request
from cluster.interface import Cluster
from cluster.joining import cluster_on, open_alone
from cluster.sessions import DATABASE_ERRORS, GatewaySession

__all__ = [
    "DATABASE_ERRORS",
    "Cluster",
    "ForwardedRequest",
    "GatewaySession",
    "RequestInbox",
    "add_request",
    "cluster_on",
    "new_request",
    "open_alone",
    "take_request",
]
