"""Discord: one cog per game, one for everything shared, and the buttons and menus they all use."""
