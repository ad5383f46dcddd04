"""How tables are tested: on a real file, without Discord."""
