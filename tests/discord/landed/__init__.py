"""A database and the messages that belong to it, made with the version that landed first, and what it did with them."""
