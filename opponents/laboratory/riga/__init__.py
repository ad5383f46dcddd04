"""What the laboratory needs of Riga: adversaries with a single idea, and which uses are counted."""
