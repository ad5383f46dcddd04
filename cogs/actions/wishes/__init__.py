"""The actions of `/play`: looking for a game."""
