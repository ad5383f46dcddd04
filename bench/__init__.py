"""Measurements of speed and robustness, each with goals.

Speed is given as a ratio to something real that is measured in the same run. `python -m bench [NAME …]` runs the
measurements; `docs/speed.md` has the results. Each one is a module with a function `measure()`; `report` prints tables
and goals. `discord` is a fake Discord for bots in other processes.
"""
