"""What happens in a run, as data: a seed becomes a `Plan`, a list of steps that can be played again and shrunk."""

from __future__ import annotations

import random

import msgspec

from rules import GAMES

MIN_MOVES = 60
"""A plan made from a seed is continued with more clicks until this many moves were confirmed."""
_CLICKS = 80
_GAPS_S, _SHORT_GAPS_S = (0.05, 0.5, 2, 8, 30, 90), (0.05, 0.2, 0.5, 1, 2, 5)
_WAVERS, _WAVERING_S = 14, (3, 11)
"""How many clicks somebody needs who cannot decide, and from when on until when the next one follows."""
_HOURS_S = 3 * 3600
DISCORD_FAULTS = (
    "lost_request",  # never arrives; no answer
    "lost_answer",  # is carried out; no answer
    "server_error",  # 500 or no answer; two thirds of them are carried out
    "rate_limited",  # 429; a third of them are carried out, as if discord.py had sent it twice
    "late",  # takes up to twenty seconds
    "refused",  # 403 in every channel and thread (50013)
    "closed",  # somebody takes no direct messages (50007)
    "old_edits",  # 429, code 30046, for edits of messages older than an hour
    "moderator",  # deletes a message: 404 from then on
)
DISK_FAULTS = ("disk_full", "commit_fails")
SERVER_FAULTS = (
    "commit_unknown",  # the connection breaks just before or after the commit
    "server_restarts",
    "server_away",  # refuses connections
    "server_slow",  # takes up to a second to hear, and as long to answer
    "lock_breaks",  # the connections with the locks break, and only those
    "cut_off",  # one process reaches Discord, but no longer the database
    "cut_off_discord",  # one process reaches the database, but no longer Discord
    "stopped",  # one process stands still, as a suspended machine does
)
FAULTS = (*DISCORD_FAULTS, *DISK_FAULTS, *SERVER_FAULTS)
CLICKS = (
    "click",
    "waver",  # takes back whenever that is possible
)
KILLS = ("kill", "kill_before_commit", "kill_after_commit", "kill_after_post")


class Step(msgspec.Struct, frozen=True):
    """Something that happens: a click, a fault that begins, a kill, nothing for hours (`pause`), or `calm`.

    With `calm` all faults end, and the next step comes when everything was delivered.
    """

    gap_s: float
    """Seconds since the step before."""
    kind: str
    table: int = 0
    """Of a click: at which table of the plan."""
    choice: int = 0
    """A random number that decides all details: who clicks what, whom a fault hits and how often."""
    lasts_s: float = 0.0
    """Of a fault: until it is over. Of a kill: until the process starts again."""


class Setup(msgspec.Struct, frozen=True):
    """How a table is opened."""

    game: str
    size: int
    computers: int


class Plan(msgspec.Struct, frozen=True):
    """A whole run. Shrinking makes every part of it smaller."""

    seed: int
    """Decides latencies and which requests a fault hits."""
    processes: int
    """0: one process on a database file. Else so many on one database server, of which the last is a spare."""
    people: int
    tables: tuple[Setup, ...]
    steps: tuple[Step, ...]

    @property
    def twin_differs_in(self) -> str:
        """In what a repetition of the run differs; "": it is not repeated.

        A sealed "choice" is made otherwise, or a "plan" or standing "answer" is missing. Of five runs each, one is
        repeated with another choice and one without a plan or answer, unless it has several processes.
        """
        if self.processes or self.seed % 5 not in (0, 2):
            return ""
        if self.seed % 5 == 0:
            return "choice"
        return "answer" if self.seed % 10 == 7 and any(has_policies(table.game) for table in self.tables) else "plan"

    @property
    def faults(self) -> int:
        """How many faults it has."""
        return sum(step.kind in FAULTS for step in self.steps)


def has_policies(game: str) -> bool:
    """Return True if people can have standing answers in a game."""
    early = GAMES[game].early
    return early is not None and bool(early.policies)


def plan_of(seed: int) -> Plan:
    """Return the plan of a seed: 80 clicks at three tables, five or six faults, one or two kills.

    Half of the faults and kills come shortly after another one. In every third plan somebody cannot decide for two
    minutes: they take back what they have just done.

    Every third plan has two partitions on a database server and a spare process; their faults and pauses are short,
    since simulated processes there do something every second.
    """
    rng = random.Random(seed)
    server = seed % 3 == 0
    tables = [
        Setup(rng.choice(sorted(GAMES)), size := 2 + rng.randrange(2), rng.randrange(size) if rng.random() < 0.3 else 0)
        for _ in range(3)
    ]
    kinds = [*DISCORD_FAULTS, *(SERVER_FAULTS * 2 if server else DISK_FAULTS * 2)]
    troubles = []
    for kind in rng.choices(kinds, k=5 + rng.randrange(2)):
        lasts_s = rng.choice([2, 6, 20] if server or kind in DISK_FAULTS else [2, 30, 1000])
        troubles.append(Step(_gap(rng), kind, 0, rng.getrandbits(30), lasts_s))
    troubles += [
        Step(
            _gap(rng), rng.choice(KILLS), 0, rng.getrandbits(30), rng.choice([1, 10] if server else [1, 400, _HOURS_S])
        )
        for _ in range(1 + rng.randrange(2))
    ]
    if not server and rng.random() < 0.5:
        troubles.append(Step(0, "pause", lasts_s=_HOURS_S))
    steps = list(more_clicks(rng, _CLICKS, len(tables), server=server))
    if not server and rng.random() < 0.5:
        table, at = rng.randrange(len(tables)), 12 + rng.randrange(len(steps) - 12 - _WAVERS)
        steps[at : at + _WAVERS] = [
            Step(rng.uniform(*_WAVERING_S), "waver", table, rng.getrandbits(30)) for _ in range(_WAVERS)
        ]
    rng.shuffle(troubles)
    at = 0
    for trouble in troubles:
        at = at + 1 + rng.randrange(3) if at and rng.random() < 0.5 else 12 + rng.randrange(len(steps) - 12)
        steps.insert(at, trouble)
    return Plan(seed, 3 if server else 0, 4, tuple(tables), tuple(steps))


def ending(rng: random.Random, tables: int) -> tuple[Step, ...]:
    """Return the steps at the end of a run: all faults end, and a few clicks follow."""
    return (Step(0, "calm"), *more_clicks(rng, 3, tables, server=True))


def more_clicks(rng: random.Random, count: int, tables: int, *, server: bool) -> tuple[Step, ...]:
    """Return so many clicks at random tables; with a database server they follow each other more quickly."""
    gaps = _SHORT_GAPS_S if server else _GAPS_S
    return tuple(Step(_gap(rng, gaps), "click", rng.randrange(tables), rng.getrandbits(30)) for _ in range(count))


def _gap(rng: random.Random, gaps: tuple[float, ...] = _SHORT_GAPS_S) -> float:
    return rng.choice(gaps) * rng.random()
