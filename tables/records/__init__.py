"""What finished games leave behind: results, ratings and statistics; and the private notes of players.

Every move counts as a decision of the person who made it at that seat, and a seat that is given up records how. When a
game ends, `counting.credited_players` decides once for whom it counts. The outcome is stored with everybody's rating
before it, in the transaction of the result. Statistics and ratings read only these outcomes. Games with fewer than two
people are counted apart and never rated, and so are private tables; closed tables and lessons have no outcome.

Ratings are openskill's Plackett-Luce, per game, on each server and over all servers. Computers have fixed ratings. The
rating noted before a result is never deleted, only whose it was. So `python bot.py ratings` computes all ratings again
in the order in which games ended, with the same result, also after people were forgotten. People who opted out are
rated too, since others' ratings depend on it, but shown to nobody else. Of others, a person sees only what they have
played on the server where they ask.
"""
