"""`Authority`: what a person may do on a server beyond playing and hosting, as its manager or as an organiser.

Where another module says "server manager" about a table or a league, that includes organisers, with the exceptions that
`Authority.runs` makes.
"""

from __future__ import annotations

from typing import NamedTuple


class Authority(NamedTuple):
    """A person's rights on the server where they act. `NO_AUTHORITY` is for everybody without special rights."""

    server: int = 0
    """Id of the server that the person manages or organises; 0: none."""
    organiser: bool = False
    """True: they have the server's organiser role, but not Discord's permission *Manage Server*."""

    def runs(self, server: int, *, settings: bool = False, seated: bool = False) -> bool:
        """Return True if the person may act for a server: at its tables, in its leagues, or by changing its settings.

        A server manager may do all of it. An organiser may not change its `settings`, nor act at a table where they are
        `seated`. Return False for server 0, that of lessons.
        """
        return 0 != self.server == server and not (self.organiser and (settings or seated))


NO_AUTHORITY = Authority()
"""The authority of hosts and players, who have their rights from the table itself."""
