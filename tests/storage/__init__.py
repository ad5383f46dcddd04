"""Tests of the storage, on real SQLite files and a real PostgreSQL server."""
