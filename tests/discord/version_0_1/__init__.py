"""A database of version 0.1 with the messages that belong to it, and what the bot did with them."""
