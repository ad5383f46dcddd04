"""Tests of seasons and cups: schedules, standings, possible places, knockout rounds."""
