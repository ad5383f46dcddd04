"""Measurements of speed and robustness, as ratios against something real in the same run, each with goals.

`python -m bench [NAME …]` runs them; `docs/speed.md` has the results. Each measurement is a module with a function
`measure()`; `report` prints tables and goals. `discord` is a fake Discord for bots in other processes.
"""
