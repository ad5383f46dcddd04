"""A deterministic simulation of the bot: one seed decides everything, so every failure can be replayed and shrunk.

The real code of `tables/`, `storage/`, `cluster/` and `cogs/delivery` runs on a simulated event loop (`loop`), with
simulated time, disk (`disk`), database server (`server`) and Discord (`chat`). A `plan` says what happens, a `world`
plays it with its `machine`s and `people`, and the `oracles` check the promises of docs/. See docs/testing.md.
"""
