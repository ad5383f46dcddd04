"""The database behind the tables: its schema, its migrations, all SQL. Nothing here knows a rule or Discord."""

from storage.address import Address, address_of, shown
from storage.database import Database, Transaction, Unreachable, Unusable
from storage.opening import back_up, open_database

__all__ = [
    "Address",
    "Database",
    "Transaction",
    "Unreachable",
    "Unusable",
    "address_of",
    "back_up",
    "open_database",
    "shown",
]
