"""The tests of Visby, by the numbers of its rules."""
