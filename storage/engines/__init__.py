"""The two database engines, SQLite and PostgreSQL: opening, migrating, transactions, leases, moving between them."""
