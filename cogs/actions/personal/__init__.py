"""Actions on a person's own stored data: `personal_settings`, and `avoid_list` for the people they avoid."""
