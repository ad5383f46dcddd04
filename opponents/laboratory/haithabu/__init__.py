"""What the laboratory needs of Haithabu: adversaries with a single idea, and which uses are counted."""
