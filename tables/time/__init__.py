"""Time at tables: due timers, pauses, holidays and active hours."""
