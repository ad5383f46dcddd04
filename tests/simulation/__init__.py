"""A deterministic simulation of the bot: one seed decides everything, so every failure can be replayed.

The real code of `tables/`, `storage/` (on SQLite) and `cogs/delivery` runs on a simulated event loop (`loop`), with
simulated time, disk (`disk`) and Discord (`chat`). People press buttons at random, requests fail at random, and the
process is killed between any two steps of the event loop. Afterwards `oracles` checks the promises of docs/design.md.

`python -m tests.simulation --seed N` replays one run; `--seeds 1:1000` runs many.
"""
