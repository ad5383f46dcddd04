"""What the laboratory knows of Visby: one-idea adversaries, and what counts as a use of each thing."""
