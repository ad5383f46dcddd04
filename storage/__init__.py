"""The SQLite file behind the tables: its schema, its migrations, all SQL. Nothing here knows a rule or Discord."""

from storage.database import Database, Transaction, Unusable, back_up

__all__ = ["Database", "Transaction", "Unusable", "back_up"]
