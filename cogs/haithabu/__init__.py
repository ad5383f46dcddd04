"""Haithabu in Discord."""
