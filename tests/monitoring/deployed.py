"""Reads the files that are deployed with the bot: alerts, dashboards, compose.yaml."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml

ROOT = Path(__file__).parent.parent.parent
DEPLOY = ROOT / "deploy"


def read_yaml(file: Path) -> Any:
    return yaml.safe_load(file.read_text(encoding="utf-8"))


def alerts() -> list[dict[str, Any]]:
    """Return the rules of Prometheus' alerts."""
    (group,) = read_yaml(DEPLOY / "prometheus/alerts.yml")["groups"]
    return list(group["rules"])


def job() -> str:
    """Return the name under which Prometheus looks at the bot."""
    (found,) = read_yaml(DEPLOY / "prometheus/prometheus.yml")["scrape_configs"]
    return str(found["job_name"])


def panels() -> Iterator[dict[str, Any]]:
    """Return the panels of the dashboard."""
    yield from json.loads((DEPLOY / "grafana/dashboards/kontor.json").read_text(encoding="utf-8"))["panels"]


def queries() -> Iterator[str]:
    """Return every expression that asks for a metric."""
    yield from (rule["expr"] for rule in alerts())
    yield from (target["expr"] for panel in panels() for target in panel["targets"])
