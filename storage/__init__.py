"""The database behind the tables: schema, migrations, all SQL, both engines. Nothing here knows a rule or Discord.

- `database.py`: the interface of both engines. Reads see only committed rows. One transaction runs at a time; its
  statements are collected and sent together, and it runs completely or not at all.
- `engines/`: SQLite (the default, one process) and PostgreSQL (several processes). The address alone chooses.
- `queries/`: all SQL, one text for both engines; `dialect.py` has the few differences. Parameters are `?`, integers are
  BIGINT, a parameter that may be NULL is cast, texts compare byte by byte, every list has an order.
- `rows.py`, the other `*_rows.py` and `columns.py`: rows as structs. `table_cache.py`: the tables read last, dropped
  when they are written.
- `partition.py`, `write_lease.py`: the part of the database that one process works on, and its right to write it.
- `database_events.py`: what a database tells its listeners, such as an unknown outcome of a commit.
- `migrations/`: numbered SQL scripts, with the same number for each engine. They are never changed later.
- `film_files.py`: animations as files beside the database.

The log of moves and the seed are the truth about a game; the snapshot in `tables` is for speed, and `python bot.py
verify` compares the two. `docs/storage.md` explains the rest.
"""

from storage.database import Database, PartitionLost, Transaction, Unreachable, Unusable
from storage.database_events import DatabaseListener
from storage.engines.address import Address, address_of, shown
from storage.engines.opening import back_up, open_database
from storage.partition import ONLY_PARTITION, Partition, PartitionLayout
from storage.write_lease import LeaseHost, WriteLease

__all__ = [
    "ONLY_PARTITION",
    "Address",
    "Database",
    "DatabaseListener",
    "LeaseHost",
    "Partition",
    "PartitionLayout",
    "PartitionLost",
    "Transaction",
    "Unreachable",
    "Unusable",
    "WriteLease",
    "address_of",
    "back_up",
    "open_database",
    "shown",
]
