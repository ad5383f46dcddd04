"""A stand-in for Discord on this machine: gateway with shards and sessions, REST that keeps messages, and people."""
