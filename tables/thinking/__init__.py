"""Computer players at tables: worker processes, computer seats, advice, and what guides a lesson."""
