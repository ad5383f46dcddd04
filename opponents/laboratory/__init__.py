"""Training, tournaments and measurements. Nothing here runs in production."""
