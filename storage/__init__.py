"""The database behind the tables: its schema, its migrations, all SQL. Nothing here knows a rule or Discord."""

from storage.database import Database, Transaction, Unusable
from storage.opening import back_up, open_database

__all__ = ["Database", "Transaction", "Unusable", "back_up", "open_database"]
