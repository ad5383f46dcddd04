"""Tests of tables on a real database, without Discord."""
