"""The database behind the tables: its schema, its migrations, all SQL. Nothing here knows a rule or Discord."""

from storage.database import Database, Lost, Transaction, Unreachable, Unusable, Write
from storage.engines.address import Address, address_of, shown
from storage.engines.opening import back_up, open_database
from storage.partition import ONLY_PARTITION, Partition, PartitionLayout

__all__ = [
    "ONLY_PARTITION",
    "Address",
    "Database",
    "Lost",
    "Partition",
    "PartitionLayout",
    "Transaction",
    "Unreachable",
    "Unusable",
    "Write",
    "address_of",
    "back_up",
    "open_database",
    "shown",
]
