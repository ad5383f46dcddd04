"""Visby in Discord."""
