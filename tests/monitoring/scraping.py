"""Reads scraped metrics as Prometheus reads them."""

from __future__ import annotations

import aiohttp
import pytest
from prometheus_client.parser import text_string_to_metric_families

from monitoring import page
from tables.runtime import overview


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """A busy machine is no broken database: whoever looks waits as long as it takes."""
    monkeypatch.setattr(page, "DATABASE_TIMEOUT_S", 60.0)
    monkeypatch.setattr(overview, "_COUNT_WAIT_S", 60.0)


def read(text: str, name: str, *labels: str) -> dict[tuple[str, ...], float]:
    """Return the values of a metric by these labels, which are all that it has."""
    found = {}
    for family in text_string_to_metric_families(text):
        for sample in family.samples:
            if sample.name == name:
                assert set(sample.labels) == set(labels), sample
                found[tuple(sample.labels[label] for label in labels)] = sample.value
    return found


async def scrape(port: int) -> str:
    """Scrape a bot over HTTP."""
    async with aiohttp.ClientSession() as session, session.get(f"http://127.0.0.1:{port}/metrics") as response:
        assert response.status == 200
        return await response.text()
