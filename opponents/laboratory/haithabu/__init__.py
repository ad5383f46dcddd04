"""What the laboratory knows of Haithabu: one-idea adversaries, and what counts as a use of each thing."""
