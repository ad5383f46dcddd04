"""The alerts about several processes fire when a share is held by nobody, or no spare waits; and not before."""

from __future__ import annotations

import pytest

from monitoring.metrics import Metrics
from tests.monitoring import deployed
from tests.monitoring.promql import Rule, Scrapes

pytestmark = pytest.mark.thorough

STEP = 30
LONG = 20
"""So many looks make ten minutes."""


class Running:
    """Processes as Prometheus finds them: who is gone is not looked for any more."""

    def __init__(self, processes: int, spares: int) -> None:
        self.metrics = {n: Metrics("1", (), processes) for n in range(processes + spares)}
        self.holders = set(range(processes))
        self._rules = [Rule(rule) for rule in deployed.alerts()]
        self._scrapes = Scrapes(deployed.job())
        self._now = 0

    def watch(self) -> set[str]:
        """Let ten minutes go by; return which alerts fired."""
        fired: set[str] = set()
        for _ in range(LONG):
            self._now += STEP
            self._scrapes.wait(self._now)
            for n, metrics in self.metrics.items():
                self._scrapes.add(self._now, self._shown(n, metrics), f"process {n}")
            fired |= {rule.name for rule in self._rules if rule.fires(self._scrapes)}
        return fired

    def _shown(self, n: int, metrics: Metrics) -> str:
        if n in self.holders:
            return metrics.show(None, connected=True, latency=0.1, ready=True, partition=n, fencing_token=1).decode()
        return metrics.show_spare().decode()


@pytest.mark.parametrize(("processes", "spares"), [(1, 0), (1, 1), (2, 1), (4, 2)])
def test_nothing_fires_while_every_share_is_held_and_a_spare_waits_where_there_are_several(
    processes: int, spares: int
) -> None:
    assert Running(processes, spares).watch() == set()


def test_without_a_spare_an_alert_fires_until_one_is_there_again() -> None:
    running = Running(2, 1)
    spare = running.metrics.pop(2)
    assert running.watch() == {"KontorNoSpare"}
    running.metrics[2] = spare
    running.watch()
    assert running.watch() == set()


def test_a_share_that_is_held_by_nobody_fires_though_a_spare_waits() -> None:
    running = Running(2, 1)
    running.holders.remove(1)
    assert running.watch() == {"KontorShareUnheld"}
    running.holders.add(1)
    assert running.watch() == set()


def test_with_too_few_processes_both_fire() -> None:
    running = Running(3, 0)
    del running.metrics[2]
    assert running.watch() == {"KontorShareUnheld", "KontorNoSpare"}


def test_when_no_process_is_left_there_is_no_target_and_that_fires() -> None:
    running = Running(2, 1)
    gone, running.metrics = running.metrics, {}
    assert running.watch() == {"KontorDown"}
    running.metrics = gone
    running.watch()
    assert running.watch() == set()
