"""The tests of Haithabu, by the numbers of its rules."""
