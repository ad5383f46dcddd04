"""Delivery without Discord: the outbox, posted messages, prompts to players, digests, blocked channels."""
