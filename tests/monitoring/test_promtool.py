"""Prometheus's own promtool accepts our configuration and alerts, and its unit tests of the alerts pass."""

from __future__ import annotations

import shutil
import subprocess

import pytest

from tests.monitoring import deployed
from tests.monitoring.deployed import DEPLOY, ROOT

PROMTOOL = shutil.which("promtool")

pytestmark = pytest.mark.skipif(PROMTOOL is None, reason="promtool is not installed (package prometheus)")


def promtool(*arguments: str) -> subprocess.CompletedProcess[str]:
    assert PROMTOOL
    return subprocess.run([PROMTOOL, *arguments], cwd=ROOT / "tests/monitoring", capture_output=True, text=True)


@pytest.mark.parametrize("name", ["prometheus.yml", "processes.yml"])
def test_prometheus_accepts_the_configuration(name: str) -> None:
    done = promtool("check", "config", str(DEPLOY / "prometheus" / name))
    assert done.returncode == 0, done.stdout + done.stderr
    assert f"{len(deployed.alerts())} rules found" in done.stdout


def test_each_alert_fires_when_it_should_and_not_before() -> None:
    done = promtool("test", "rules", "alerts_test.yml")
    assert done.returncode == 0, done.stdout + done.stderr
    tried = {
        each["alertname"]
        for test in deployed.read_yaml(ROOT / "tests/monitoring/alerts_test.yml")["tests"]
        for each in test["alert_rule_test"]
        if each.get("exp_alerts")
    }
    assert tried == {rule["alert"] for rule in deployed.alerts()}
