"""Notifications as typed facts, and the pure functions that decide who gets which one, and when."""
