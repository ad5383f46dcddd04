"""Events of a database that other parts of the bot react to.

A part of the bot subclasses `DatabaseListener` and adds itself to the database's `DatabaseEvents`.
"""

from __future__ import annotations


class DatabaseListener:
    """Receives the events of a database. Every method does nothing unless a subclass overrides it."""

    def on_doubt(self) -> None:
        """React to an unknown state: a commit may have failed, or messages were missed. Caches must be dropped."""

    def on_reachable_again(self) -> None:
        """React to a database that answers again after an outage, with our partition still ours."""

    def on_partition_lost(self, problem: Exception) -> None:
        """React to the loss of our partition: from now on every transaction fails. `problem` is for the operator."""

    def on_message(self, subject: str, text: str) -> None:
        """React to a message that another process has sent with `Transaction.broadcast`."""


class DatabaseEvents(DatabaseListener):
    """Passes every event on to all listeners, in the order in which they were added."""

    def __init__(self) -> None:
        self.listeners: list[DatabaseListener] = []

    def add(self, listener: DatabaseListener) -> None:
        """Let a listener receive all events from now on."""
        self.listeners.append(listener)

    def on_doubt(self) -> None:
        """Call `on_doubt` of every listener: the latest commit may not have happened, or messages were missed."""
        for listener in self.listeners:
            listener.on_doubt()

    def on_reachable_again(self) -> None:
        """Call `on_reachable_again` of every listener."""
        for listener in self.listeners:
            listener.on_reachable_again()

    def on_partition_lost(self, problem: Exception) -> None:
        """Call `on_partition_lost` of every listener."""
        for listener in self.listeners:
            listener.on_partition_lost(problem)

    def on_message(self, subject: str, text: str) -> None:
        """Call `on_message` of every listener."""
        for listener in self.listeners:
            listener.on_message(subject, text)
