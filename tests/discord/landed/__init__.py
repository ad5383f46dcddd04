"""A database of version 0.1, the first that landed, with the messages that belong to it and what it did with them."""
