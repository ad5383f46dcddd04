"""Turning notifications into Discord messages: boards, hands, pings, invitations, seat offers."""
