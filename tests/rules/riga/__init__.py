"""The tests of Riga, by the numbers of its rules."""
