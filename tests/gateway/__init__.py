"""Kontor on the stand-in for Discord: shards, sessions that are handed over, processes that are killed."""
