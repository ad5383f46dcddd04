"""Who sits where: lobbies, invitations, rematches, substitutes, closing and moving tables, forgetting a person."""
