"""A fake Discord on this machine, for bots in other processes; measurements and the gateway's tests use it.

`fake_discord` is the server: `fake_gateway` has shards and sessions that can be resumed, `fake_rest` the REST API with
optional rate limits, and `fake_world` stores messages and clicks; `payloads` builds what Discord sends. `bot_processes`
starts real bot processes on it. `play_session` lets `simulated_players` play with them, and finds lost or doubled moves
and messages afterwards; `database_progress` waits for due timers and notifications, `cuttable_proxy` interrupts the
connection to PostgreSQL.
"""
