"""All SQL, one module per subject, the same text for both engines.

A function that takes a `Reader` only reads; given a `Transaction` it sees that transaction's own changes. A function
that takes a `Transaction` writes, and nothing is visible to others before the commit. Every list has a defined order.
Times are seconds since 1970.
"""
