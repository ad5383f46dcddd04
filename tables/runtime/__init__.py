"""What all tables share while the bot runs: database, clock, locks, caches, background work, settings of people."""
