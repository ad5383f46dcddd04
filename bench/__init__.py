"""Measurements, always as ratios against something real in the same run."""
