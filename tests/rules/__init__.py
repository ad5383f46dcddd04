"""Tests of the rules: what the contract promises for every game, and each game's numbered rules.

A test's name begins with the number of its rule (`test_v7_…`). `promises.py` checks the contract on random games,
`golden/` holds recorded games of every version, `bookkeepers/` and the tests named after a ledger or a paper model
compute a game a second time, independently of the engine.
"""
