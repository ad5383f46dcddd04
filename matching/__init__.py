"""Finding people a game, as pure functions: wishes, who plays with whom, and how reliable somebody is.

Persons and channels are numbers, games and clocks are names that mean nothing here. Moments are passed in, in seconds
since 1970. This package knows neither Discord nor storage nor a clock.

- `wishes`: what somebody looks for, and what must be known about them to seat them.
- `formed_tables`: the tables that a server's wishes make possible.
- `reliability`: how reliably somebody has played lately.
"""
