"""What whoever runs the bot can watch: metrics for Prometheus, whether it is ready, and reports of errors.

What is not switched on needs no package and is not imported.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext

from monitoring.meters import CannotWatch, Meters, Unwatched

__all__ = ["CannotWatch", "Meters", "meters_at", "reports_to"]

_NOT_INSTALLED = "{} needs the package {}. Install it: .venv/bin/pip install -r requirements/{}.txt"


def meters_at(address: tuple[str, int] | None, version: str, games: Sequence[str]) -> Meters:
    """Return what measures, and shows it at this address; None: nobody watches. Raises `CannotWatch`."""
    if address is None:
        return Unwatched()
    try:
        from monitoring.page import Watched
    except ModuleNotFoundError as missing:
        if missing.name != "prometheus_client":
            raise
        raise CannotWatch(_NOT_INSTALLED.format("KONTOR_METRICS", "prometheus_client", "metrics")) from None
    return Watched(address, version, games)


def reports_to(dsn: str, version: str, but: tuple[type[Exception], ...]) -> AbstractContextManager[None]:
    """Return what reports errors as long as it lasts, but for those that end it as expected. Raises `CannotWatch`."""
    if not dsn:
        return nullcontext()
    try:
        from monitoring.reports import reporting
    except ModuleNotFoundError as missing:
        if missing.name != "sentry_sdk":
            raise
        raise CannotWatch(_NOT_INSTALLED.format("SENTRY_DSN", "sentry-sdk", "reports")) from None
    return reporting(dsn, version, but)
