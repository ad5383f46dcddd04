"""Processes are killed, or replaced in order, while people play by clicks; `python -m bench kills` does it longer."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench.kills import play_with_kills
from bench.rolling import play_with_restarts

pytestmark = pytest.mark.slow


@pytest.mark.thorough
async def test_of_two_processes_and_a_spare_any_may_be_killed_and_nothing_is_lost_or_doubled(
    server_address: str, quick_path: Path
) -> None:
    run = await play_with_kills(server_address, quick_path, 3, shards=2, processes=2, spares=1, presses=25)
    assert run.faults == []
    assert run.identified_too_early == 0
    assert max(run.answered) < 8, "at most five seconds for a shard, on a machine that is not busy with other tests"
    assert max(on.outbox for on in run.catch_up_times) < 8, "what fell due when nobody was there is acted on, and told"
    assert run.pressed > 20


@pytest.mark.thorough
async def test_with_several_shards_a_killed_process_s_sessions_are_resumed_at_once(
    server_address: str, quick_path: Path
) -> None:
    run = await play_with_kills(
        server_address, quick_path, 2, shards=4, processes=2, spares=1, concurrency=1, presses=25
    )
    assert run.faults == []
    assert max(run.answered) < 6, "new sessions would take five seconds each"


async def test_killed_alone_on_a_file_it_goes_on_where_it_was(quick_path: Path) -> None:
    run = await play_with_kills(quick_path / "kontor.db", quick_path, 1, presses=15)
    assert run.faults == []
    assert run.pressed > 5


@pytest.mark.thorough
async def test_a_restart_in_order_leaves_no_click_unanswered(server_address: str, quick_path: Path) -> None:
    run = await play_with_restarts(server_address, quick_path, 1, shards=1, processes=1)
    assert run.unanswered == 0
    assert run.sessions_begun == 0, "the session is resumed"
    assert run.faults == []
    assert run.clicks > 20
