"""Monitoring for the operator: Prometheus metrics, the pages /alive and /ready, and error reports to Sentry.

`bot.py` passes the bot's parts through a `Meters` object (`meters.py`), which wraps what is measured. So no other
package imports Prometheus or Sentry, and what is not switched on needs no package and is not imported.

- `metrics.py` declares every metric. Labels come from closed lists, so there are never more than 1,200 series.
- `page.py` serves the metrics and says whether the bot is ready; `routes.py` names Discord's routes without ids.
- `timed_database.py` and `timed_thinker.py` are wrappers that measure.
- `reports.py` builds error reports only from parts that are known to be harmless: no name, no move, no message.
- `log_output.py` writes the log, as text or JSON; `redaction.py` removes tokens and passwords from every line of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext

from monitoring.log_output import set_up_logging
from monitoring.meters import Meters, MonitoringError, NoMeters

__all__ = ["Meters", "MonitoringError", "meters_at", "reports_to", "set_up_logging"]


def meters_at(address: tuple[str, int] | None, version: str, games: Sequence[str], processes: int = 1) -> Meters:
    """Return meters that will be served at a host and port; without an address, meters that measure nothing.

    `version`, `games` (their names) and `processes` (the number of partitions) are shown among the metrics. With
    an address, raises `MonitoringError` if the package prometheus_client is not installed.
    """
    if address is None:
        return NoMeters()
    with _installed("prometheus_client", "KONTOR_METRICS", "prometheus_client", "metrics"):
        from monitoring.page import ServedMetrics
    return ServedMetrics(address, version, games, processes)


def reports_to(dsn: str, version: str, but: tuple[type[Exception], ...]) -> AbstractContextManager[None]:
    """Return a context in which logged errors, and an exception that ends it, are reported to Sentry.

    `dsn` is the Sentry address; if it is empty, nothing is reported. Exceptions of the types in `but` are not reported.
    Raises `MonitoringError` if the package sentry_sdk is not installed; entering the context raises it if the address
    is wrong.
    """
    if not dsn:
        return nullcontext()
    with _installed("sentry_sdk", "SENTRY_DSN", "sentry-sdk", "reports"):
        from monitoring.reports import reporting
    return reporting(dsn, version, but)


@contextmanager
def _installed(module: str, setting: str, package: str, group: str) -> Iterator[None]:
    """Within this context, turn the import error of a missing `module` into a `MonitoringError` that says what to do.

    `package` is its name on PyPI, `group` the requirements file that has it, and `setting` the setting that needs it.
    """
    try:
        yield
    except ModuleNotFoundError as missing:
        if missing.name != module:
            raise
        raise MonitoringError(
            f"{setting} needs the package {package}. Install it: .venv/bin/pip install -r requirements/{group}.txt"
        ) from None
