"""Tables: lobby, seats, moves, computer seats, clocks, and what is to be told to whom. Knows no Discord type."""
