"""What the laboratory knows of Riga: one-idea adversaries, and what counts as a use of each thing."""
