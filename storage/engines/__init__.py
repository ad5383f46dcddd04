"""The two database engines, SQLite and PostgreSQL.

`opening.py` chooses one by the address (`address.py`). `sqlite.py` is a file: one connection writes, one reads in a
thread, one reads on the event loop. `postgresql.py` is a server: one connection writes, up to four read
(`connecting.py`); it can be written only with a lease, which `cluster` obtains. `moving.py` copies everything from one
database into another.
"""
