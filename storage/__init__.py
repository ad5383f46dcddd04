"""The database behind the tables: schema, migrations, all SQL. Nothing here knows a rule or Discord."""

from storage.database import Database, PartitionLost, Transaction, Unreachable, Unusable, Write
from storage.engines.address import Address, address_of, shown
from storage.engines.opening import back_up, open_database
from storage.events import DatabaseListener
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
    "Write",
    "WriteLease",
    "address_of",
    "back_up",
    "open_database",
    "shown",
]
