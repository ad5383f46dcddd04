"""Riga in Discord."""
