"""The actions of leagues: `league_setup` for organisers who set one up, `league_actions` for everything after that."""
