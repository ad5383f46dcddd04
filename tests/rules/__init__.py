"""The tests of the rules: what every game promises, and each game by its rules."""
