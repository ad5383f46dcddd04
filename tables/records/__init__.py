"""What finished games leave behind: who a result counts for, ratings, statistics, and personal notes."""
