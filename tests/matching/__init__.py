"""Tests of matching: wishes, who plays with whom, reliability."""
