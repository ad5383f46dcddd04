"""The exhaustive model of lease, token and outbox keeps its promises, and every planted error breaks one."""

from __future__ import annotations

import pytest

from tests.simulation.lease_model import PLANTED, PlantedError, check

_BROKEN: dict[PlantedError, str] = {
    "no token check at commit": "a process with an outdated token commits",
    "acknowledge before sending": "0 is acknowledged and was never delivered",
    "a lost answer counts as delivered": "0 is acknowledged and was never delivered",
    "new nonce after takeover": "0 is delivered twice while Discord remembers its nonce",
    "holder's clock too slow": "a spare takes the partition while its former holder may still act",
    "heartbeat counted from its answer": "a spare takes the partition while its former holder may still act",
    "no wait after a server restart": "a spare takes the partition while its former holder may still act",
}


@pytest.mark.slow
@pytest.mark.thorough
def test_no_sequence_of_steps_breaks_a_promise() -> None:
    verdict = check()
    assert not verdict.broken, verdict.story
    assert verdict.states > 100_000, "the model has lost most of its states"


@pytest.mark.parametrize("planted", PLANTED)
def test_a_planted_error_is_found_with_a_short_story(planted: PlantedError) -> None:
    verdict = check(planted)
    assert verdict.broken == _BROKEN[planted]
    assert 0 < len(verdict.story) <= 12
