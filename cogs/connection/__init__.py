"""The connection to Discord: gateway sessions, shards, guild cache, forwarding, and errors Discord answers with."""
