"""A message that is sent again under its nonce may be the earlier one, with an older picture."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from cogs.delivery.live_messages import LiveMessages
from cogs.delivery.sending import Sent
from cogs.messages.panel import says
from storage.rows import OutboxRow
from tables.delivery import posts
from tables.delivery.posts import Post
from tables.notifications.attempt import Attempt
from tables.notifications.kinds import BoardChanged, HandChanged, ObsoleteMessage

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


async def test_a_hand_that_may_have_been_posted_is_found_again_even_if_the_game_has_ended_since(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def send(*_: object, **__: object) -> Sent:
        return Sent(5, 6, "", [])

    async def find(*_: object) -> Post:
        return Post(channel=5, message=4)

    monkeypatch.setattr(posts, "find", find)
    sender: Any = SimpleNamespace(send=send, services=None)
    table: Any = SimpleNamespace(id=1, row=SimpleNamespace(told=3), open=False)
    row = OutboxRow(id=7, table_id=1, kind="hand", position=3, facts="{}", nonce="k7.0")
    attempt = Attempt(row, HandChanged(seat=0))
    post = await LiveMessages(sender).update(attempt, table, "hand", says("the hand"), 5, person=9)
    assert post is not None
    assert post.message == 6
    assert ObsoleteMessage(channel=5, message=4) in [each.notification for each in attempt.effects.follow_ups]
