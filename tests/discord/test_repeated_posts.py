"""A message that is sent again under its nonce may be the earlier one, with an older picture."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from cogs.delivery.live_messages import LiveMessages
from cogs.delivery.sending import Sent
from cogs.messages.panel import says
from storage.rows import OutboxRow
from tables.notifications.attempt import Attempt
from tables.notifications.kinds import BoardChanged

pytestmark = pytest.mark.quick


@pytest.mark.parametrize(("nonce", "picture", "follow_ups"), [("", "drawn now", []), ("k7.0", "", [BoardChanged()])])
async def test_after_a_repeated_send_the_refresh_sends_the_picture_again(
    nonce: str, picture: str, follow_ups: list[BoardChanged]
) -> None:
    async def send(*_: object, **__: object) -> Sent:
        return Sent(5, 6, "drawn now", [])

    sender: Any = SimpleNamespace(send=send, services=None)
    table: Any = SimpleNamespace(row=SimpleNamespace(told=3))
    row = OutboxRow(id=7, table_id=1, kind="board", position=3, facts="{}", nonce=nonce)
    attempt = Attempt(row, BoardChanged())
    post, _ = await LiveMessages(sender).post(attempt, table, "board", says("the board"), None, None)
    assert post.picture == picture
    assert [each.notification for each in attempt.effects.follow_ups] == follow_ups
