"""Delivery of notifications, apart from Discord itself: outbox, live messages, prompts, digests, blocked channels."""
