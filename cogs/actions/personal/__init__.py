"""Actions on what is stored about a person for themselves: `personal_settings`, `avoid_list` (whom they avoid)."""
