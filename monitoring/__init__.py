"""What whoever runs the bot can watch: metrics for Prometheus, whether it is ready, and reports of errors.

What is not switched on needs no package and is not imported.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext

from monitoring.discretion import be_discreet
from monitoring.meters import CannotWatch, Meters, Unwatched

__all__ = ["CannotWatch", "Meters", "be_discreet", "meters_at", "reports_to"]


def meters_at(address: tuple[str, int] | None, version: str, games: Sequence[str], processes: int = 1) -> Meters:
    """Return what measures, and shows it at this address; None: nobody watches. Raises `CannotWatch`.

    `processes`: among so many the servers are split.
    """
    if address is None:
        return Unwatched()
    with _installed("prometheus_client", "KONTOR_METRICS", "prometheus_client", "metrics"):
        from monitoring.page import Watched
    return Watched(address, version, games, processes)


def reports_to(dsn: str, version: str, but: tuple[type[Exception], ...]) -> AbstractContextManager[None]:
    """Return what reports errors as long as it lasts, but for those that end it as expected. Raises `CannotWatch`."""
    if not dsn:
        return nullcontext()
    with _installed("sentry_sdk", "SENTRY_DSN", "sentry-sdk", "reports"):
        from monitoring.reports import reporting
    return reporting(dsn, version, but)


@contextmanager
def _installed(module: str, setting: str, package: str, group: str) -> Iterator[None]:
    """Say how to install the package that a setting needs, by which group of requirements. Raises `CannotWatch`."""
    try:
        yield
    except ModuleNotFoundError as missing:
        if missing.name != module:
            raise
        raise CannotWatch(
            f"{setting} needs the package {package}. Install it: .venv/bin/pip install -r requirements/{group}.txt"
        ) from None
