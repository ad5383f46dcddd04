"""Choices that Discord offers for options of commands: levels of computers, notifications, clocks, weekdays."""

from __future__ import annotations

from discord import app_commands

from cogs.messages.reader_language import L
from tables.seating.table_settings import CLOCKS
from tables.thinking.computers import LEVELS

LEVEL_CHOICES = [
    app_commands.Choice(name=L("novice"), value="novice"),
    app_commands.Choice(name=L("trader"), value="trader"),
    app_commands.Choice(name=L("alderman"), value="alderman"),
]
assert [choice.value for choice in LEVEL_CHOICES] == [*LEVELS]

WHEN_NOTIFIED_CHOICES = [
    app_commands.Choice(name=L("immediately"), value="now"),
    app_commands.Choice(name=L("in a digest, every 3 hours"), value="3"),
    app_commands.Choice(name=L("in a digest, every 6 hours"), value="6"),
    app_commands.Choice(name=L("in a digest, every 12 hours"), value="12"),
    app_commands.Choice(name=L("only when your time is running out"), value="urgent"),
    app_commands.Choice(name=L("never"), value="never"),
]
HOW_NOTIFIED_CHOICES = [
    app_commands.Choice(name=L("by ping in the table's thread"), value="thread"),
    app_commands.Choice(name=L("by direct message"), value="dm"),
    app_commands.Choice(name=L("both"), value="both"),
]

CLOCK_CHOICES = [
    app_commands.Choice(name=L("1 hour per decision"), value="1h"),
    app_commands.Choice(name=L("6 hours per decision"), value="6h"),
    app_commands.Choice(name=L("12 hours per decision"), value="12h"),
    app_commands.Choice(name=L("1 day per decision"), value="1d"),
    app_commands.Choice(name=L("2 days per decision"), value="2d"),
    app_commands.Choice(name=L("3 days per decision"), value="3d"),
    app_commands.Choice(name=L("7 days per decision"), value="7d"),
    app_commands.Choice(name=L("5 days for the game, plus 12 hours per decision"), value="5d+12h"),
    app_commands.Choice(name=L("1 day for the game, plus 3 hours per decision"), value="1d+3h"),
    app_commands.Choice(name=L("no time limit"), value="none"),
]
assert {choice.value for choice in CLOCK_CHOICES} == set(CLOCKS)

WEEKDAY_CHOICES = [
    app_commands.Choice(name=L("Monday"), value=0),
    app_commands.Choice(name=L("Tuesday"), value=1),
    app_commands.Choice(name=L("Wednesday"), value=2),
    app_commands.Choice(name=L("Thursday"), value=3),
    app_commands.Choice(name=L("Friday"), value=4),
    app_commands.Choice(name=L("Saturday"), value=5),
    app_commands.Choice(name=L("Sunday"), value=6),
]
"""The value of a choice is the number of the weekday; 0 is Monday."""
