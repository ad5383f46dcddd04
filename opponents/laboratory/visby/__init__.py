"""What the laboratory needs of Visby: adversaries with a single idea, and which uses are counted."""
