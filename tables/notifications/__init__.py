"""The kinds of notifications, as typed facts without text, and the pure functions that decide who gets which, and when.

`pending` also writes them to the outbox.
"""
