"""Tests of seasons and cups: schedules, standings, possible places, knock-out rounds."""
