"""Prints the results of all measurements: `print_table` for figures, `print_goals` for goals reached or missed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple


class Goal(NamedTuple):
    """A goal of a measurement: what is measured, the measured and the wanted value as texts, and if it was reached."""

    what: str
    measured: str
    wanted: str
    reached: bool


def print_table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    """Print a header line, the rows and an empty line; the first column is aligned left, the others right."""
    lines = [list(head), *map(list, rows)]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    for line in lines:
        first, *numbers = (cell.rjust(width) for cell, width in zip(line, widths, strict=True))
        print("  ".join([first.strip().ljust(widths[0]), *numbers]))
    print()


def print_goals(goals: Sequence[Goal]) -> bool:
    """Print a line for each goal, reached or missed, and an empty line; return True if all were reached."""
    for goal in goals:
        print(f"{'reached' if goal.reached else 'MISSED '}  {goal.what}: {goal.measured}, wanted {goal.wanted}")
    print()
    return all(goal.reached for goal in goals)
