"""The machinery of Discord: messages, clicks, answers, sending. Knows no game and no action."""
