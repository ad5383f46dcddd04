"""SQL for messages that are posted once and then edited, of every kind: what is written when one is sent.

`wanted` is the version that a message should show, `shown` the one that it shows. Before it is posted, its nonce is
written (`begin`), so that a second try after a crash finds the first message.
"""

from __future__ import annotations

from storage.database import Transaction
from storage.message_rows import VersionedMessageRow


async def begin(db: Transaction, row: VersionedMessageRow, nonce: str) -> None:
    """Write that a message is about to be sent under this nonce."""
    await db.execute(f"UPDATE {row.TABLE} SET nonce = ? WHERE id = ?", (nonce, row.id))


async def note(db: Transaction, row: VersionedMessageRow) -> None:
    """Write where a message is now and which version and picture it shows; it no longer waits under a nonce."""
    await db.execute(
        f"UPDATE {row.TABLE} SET channel = ?, message = ?, picture = ?, shown = ?, nonce = '', tries = 0 WHERE id = ?",
        (row.channel, row.message, row.picture, row.shown, row.id),
    )


async def retry(db: Transaction, row: VersionedMessageRow, due: int) -> None:
    """Count a failed try to send a message, and let it be tried again at `due`."""
    await db.execute(f"UPDATE {row.TABLE} SET due = ?, tries = tries + 1 WHERE id = ?", (due, row.id))
