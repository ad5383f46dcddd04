"""Measures how long people wait for a game in two ways: with `/play`, and if everybody joins or opens lobbies.

Servers of several sizes are simulated for a month each. The people, their preferences and the moments at which they
look for a game are the same for both ways. The constants and `_Person` are the assumptions; `docs/matching.md` states
them.
"""

from __future__ import annotations

import heapq
import random
from collections.abc import Iterable, Sequence
from math import inf
from statistics import median
from time import process_time
from typing import NamedTuple

import msgspec

from bench.report import Goal, print_goals, print_table
from matching.formed_tables import Choices, Kind, tables_for
from matching.reliability import Level, meets
from matching.wishes import ANSWER_S, DEFAULT_WISH_S, HOUR_S, Owner, Wish
from rules import GAMES
from tables.seating.table_settings import CLOCKS

DAY_S = 24 * HOUR_S
MONTH_DAYS = 30
MONTHS = {5: 400, 50: 40, 500: 4}
"""By number of people on a server: how many months are simulated."""
KEEN_SHARE, KEEN_SEARCHES, OTHER_SEARCHES = 0.2, 4.0, 0.5
"""The share of keen people, and how often a week they and the others look for a game."""
HOUR_WEIGHTS = [1, 0, 0, 0, 0, 0, 1, 3, 3, 2, 2, 2, 4, 3, 2, 2, 3, 4, 5, 7, 9, 9, 7, 4]
"""How likely people are to be on Discord at each hour of their day."""
ZONES_H, ZONE_WEIGHTS = (1, -5), (4, 1)
"""The time zones of people, as hours from UTC, and how many live in each."""
STAY_S = 20 * 60
"""How long people stay, on average, after they have looked for a game."""
VISIT_S = 5 * 60
"""As long as people stay, they check again after this time."""
VISITS_PER_DAY = 5
"""How often they come back to Discord."""
INTEREST_S = 3 * DAY_S
"""After this time, on average, people no longer want the game, and do not say so."""
AVOIDED_SHARE = 0.01
"""The probability that somebody avoids another person."""
CHANNEL = 1
CHOICES = Choices(
    kinds=[Kind(game, size) for size in (4, 3, 2, 5, 6) for game in GAMES if size in GAMES[game].players],
    clocks=list(CLOCKS),
    languages=["en", "de"],
    channels=[CHANNEL],
    computers={game: {"trader": 1000} for game in GAMES},
)
CROWD, MAX_MS = 500, 50
"""How many wishes are matched at once to measure the cost, and the goal in milliseconds of CPU."""


class _Person:
    """A member of a server with their preferences, which are the same each time they look for a game."""

    def __init__(self, person: int, people: int, rng: random.Random) -> None:
        pick = rng.choices
        [self.zone_h] = pick(ZONES_H, ZONE_WEIGHTS)
        self.searches_per_week = KEEN_SEARCHES if rng.random() < KEEN_SHARE else OTHER_SEARCHES
        games = rng.sample(list(GAMES), rng.randint(1, len(GAMES)))
        [sizes] = pick([(), (2,), (3, 4, 5, 6)], [2, 1, 1])
        [clocks] = pick([(), ("12h", "1d"), ("2d", "3d", "7d")], [2, 1, 1])
        [languages] = pick([(), ("de",), ("en",)], [2, 2, 1])
        [required] = pick([None, Level.MOSTLY_RELIABLE], [9, 1])
        [level] = pick(list(Level), [5, 20, 15, 60])
        self.wish = Wish(
            person=person,
            made_at=0,
            expires_at=0,
            games={game: frozenset(sizes) for game in games} if sizes or len(games) < len(GAMES) else {},
            clocks=frozenset(clocks),
            languages=frozenset(languages),
            computers=rng.random() < 0.5,
            required_level=required,
        )
        avoids = frozenset(other for other in range(people) if other != person and rng.random() < AVOIDED_SHARE)
        self.owner = Owner(channels=frozenset({CHANNEL}), level=level, avoids=avoids)

    def suits(self, other: _Person) -> bool:
        """Return True if this person would play with another one."""
        return other.wish.person not in self.owner.avoids and meets(other.owner.level, self.wish.required_level)

    def moments(self, per_day: float, first_day: int, days: int, rng: random.Random) -> list[int]:
        """Return random moments on `days` days from day `first_day` on, `per_day` on average, in no order.

        They are seconds after the month began, at hours at which this person is on Discord.
        """
        hours = rng.choices(range(24), HOUR_WEIGHTS, k=_poisson(per_day * days, rng))
        return [
            (first_day + rng.randrange(days)) * DAY_S + (hour - self.zone_h) * HOUR_S + rng.randrange(HOUR_S)
            for hour in hours
        ]


class _GameSearch(NamedTuple):
    """One occasion on which a person looks for a game, at the moment `at` (seconds after the month began)."""

    at: int
    person: int
    visits: Sequence[int]
    """When they come back to Discord, as long as they may wait."""
    wanted_until: float
    """From then on they no longer want this game."""


class _Outcome:
    """The outcome of all game searches of a month: the waiting times, and how many tables had a no-show.

    A no-show is a person who no longer wanted the game when it started.
    """

    def __init__(self) -> None:
        self.waits: dict[_GameSearch, float] = {}
        """Seconds until the game; infinite if there was none while it was wanted."""
        self.tables = self.no_shows = 0

    def start(self, now: int, searches: Sequence[_GameSearch]) -> None:
        """Count a game that starts now for these searches, and store the waiting times."""
        self.tables += 1
        self.no_shows += any(now > search.wanted_until for search in searches)
        self.waits |= {search: now - search.at for search in searches if now <= search.wanted_until}


def measure() -> bool:
    """Print waiting times by size of the server and way of finding a game, and the cost of matching.

    Return True if `/play` gives at least as many people a game within a day on each server, and matching `CROWD`
    wishes takes less than `MAX_MS`.
    """
    goals, rows = [], []
    for people, months in MONTHS.items():
        servers = [_server(people, seed) for seed in range(months)]
        with_play, with_lobbies = (
            [simulate(*server) for server in servers] for simulate in (_simulate_play, _simulate_lobbies)
        )
        rows += [_row(f"{people} people, /play", with_play), _row(f"{people} people, lobbies", with_lobbies)]
        share, least = _share_within(DAY_S, with_play), _share_within(DAY_S, with_lobbies)
        goals.append(
            Goal(f"{people} people, a game within a day", f"{share:.0%}", f"at least {least:.0%}", share >= least)
        )
    print("How long people wait for a game")
    print_table(["", "searches a month", "median", "90 %", "in a day", "at all", "tables with a no-show"], rows)
    cost_ms = _cost_ms()
    goals.append(Goal(f"matching {CROWD} wishes", f"{cost_ms:.0f} ms", f"less than {MAX_MS} ms", cost_ms < MAX_MS))
    return print_goals(goals)


def _row(name: str, months: Sequence[_Outcome]) -> list[str]:
    """Return a line of the table of waiting times, as texts for its columns. `name` is its first column.

    It has the number of searches per month, median and 90th percentile of the waiting times, the shares of searches
    with a game within a day and within `DEFAULT_WISH_S`, and the share of tables with a no-show.
    """
    waits = sorted(wait for month in months for wait in month.waits.values())
    no_shows = sum(month.no_shows for month in months) / sum(month.tables for month in months)
    return [
        name,
        f"{len(waits) / len(months):.0f}",
        *(_duration(waits[int(share * len(waits))]) for share in (0.5, 0.9)),
        *(f"{_share_within(limit, months):.0%}" for limit in (DAY_S, DEFAULT_WISH_S)),
        f"{no_shows:.0%}",
    ]


def _duration(wait: float) -> str:
    """Return seconds in words; infinite ones mean that there was no game."""
    return "no game" if wait == inf else f"{wait / 60:.0f} min" if wait < 2 * HOUR_S else f"{wait / HOUR_S:.0f} h"


def _share_within(limit_s: float, months: Iterable[_Outcome]) -> float:
    """Return the share, from 0 to 1, of game searches that led to a game within `limit_s` seconds."""
    waits = [wait for month in months for wait in month.waits.values()]
    return sum(wait <= limit_s for wait in waits) / len(waits)


def _cost_ms() -> float:
    """Return the CPU milliseconds that matching `CROWD` wishes at once takes, as the median of several runs."""
    members, _ = _server(CROWD, 0)
    wishes = [msgspec.structs.replace(member.wish, expires_at=1) for member in members]
    owners = {person: member.owner for person, member in enumerate(members)}
    times = []
    for _ in range(9):
        began = process_time()
        tables_for(wishes, owners, CHOICES, 0)
        times.append(process_time() - began)
    return 1000 * median(times)


def _server(people: int, seed: int) -> tuple[list[_Person], list[_GameSearch]]:
    """Return the people of a server and all their game searches of a month."""
    rng = random.Random(seed)
    members = [_Person(person, people, rng) for person in range(people)]
    searches = []
    for person, member in enumerate(members):
        for at in member.moments(member.searches_per_week / 7, 0, MONTH_DAYS, rng):
            leaves_at = at + round(rng.expovariate(1 / STAY_S))
            later = member.moments(VISITS_PER_DAY, at // DAY_S, 3, rng)
            visits = (*range(at + VISIT_S, leaves_at, VISIT_S), *(moment for moment in later if moment > leaves_at))
            searches.append(_GameSearch(at, person, visits, at + rng.expovariate(1 / INTEREST_S)))
    return members, searches


def _events(searches: Iterable[_GameSearch]) -> list[tuple[int, _GameSearch]]:
    """Return a heap of (moment, search): one for the begin of each game search and one for each later visit."""
    events = [(moment, search) for search in searches for moment in (search.at, *search.visits)]
    heapq.heapify(events)
    return events


def _simulate_play(members: Sequence[_Person], searches: Sequence[_GameSearch]) -> _Outcome:
    """Return the outcome of a month in which everybody uses `/play`.

    Somebody who is asked to confirm does so at their next visit, if they still want the game.
    """
    outcome, events = _Outcome(), _events(searches)
    owners = {person: member.owner for person, member in enumerate(members)}
    wishes: dict[int, Wish] = {}
    search_of: dict[int, _GameSearch] = {}
    while events:
        now, search = heapq.heappop(events)
        person, wish = search.person, wishes.get(search.person)
        if now == search.at and (wish is None or wish.expires_at <= now):
            wishes[person] = msgspec.structs.replace(members[person].wish, made_at=now, expires_at=now + DEFAULT_WISH_S)
            outcome.waits[search] = inf
            search_of[person] = search
        elif (
            wish
            and wish.is_asked
            and search_of[person] is search
            and now in search.visits
            and now <= search.wanted_until
        ):
            wishes[person] = msgspec.structs.replace(wish, confirmed_at=now)
        elif not (wish and now == wish.asked_at + ANSWER_S):
            continue
        for table in tables_for(wishes.values(), owners, CHOICES, now):
            if not table.to_confirm:
                outcome.start(now, [search_of[each] for each in table.persons])
                for each in table.persons:
                    del wishes[each]
            for each in table.to_confirm:
                if not wishes[each].is_asked:
                    wishes[each] = msgspec.structs.replace(wishes[each], asked_at=now)
                    heapq.heappush(events, (now + ANSWER_S, search_of[each]))
    return outcome


class _Lobby:
    """An open lobby. Its host has chosen the game, the size, the clock and the language from what they accept."""

    def __init__(self, host: _GameSearch, wish: Wish, rng: random.Random) -> None:
        kinds = [kind for kind in CHOICES.kinds if wish.accepts(*kind)]
        game = rng.choice([kind.game for kind in kinds])
        self.kind = min((kind for kind in kinds if kind.game == game), key=lambda kind: kind.size)
        self.clock = next(clock for clock in CHOICES.clocks if clock in (wish.clocks or CHOICES.clocks))
        self.language = next(each for each in CHOICES.languages if each in (wish.languages or CHOICES.languages))
        self.searches = [host]

    def suits(self, member: _Person, others: Iterable[_Person]) -> bool:
        """Return True if the lobby has what a person accepts, and they and all `others` there accept each other."""
        wish = member.wish
        return (
            wish.accepts(*self.kind)
            and self.clock in (wish.clocks or {self.clock})
            and self.language in (wish.languages or {self.language})
            and all(member.suits(other) and other.suits(member) for other in others)
        )


def _simulate_lobbies(members: Sequence[_Person], searches: Sequence[_GameSearch]) -> _Outcome:
    """Return the outcome of a month in which everybody joins the oldest lobby that suits them, or else opens one.

    Somebody who is alone in their lobby joins another one at their next visit. A game starts as soon as the lobby is
    full, or two people are there and all accept computers. People leave after the time that a wish lasts.
    """
    outcome, events, rng = _Outcome(), _events(searches), random.Random(0)
    lobbies: list[_Lobby] = []
    while events:
        now, search = heapq.heappop(events)
        for lobby in lobbies:
            lobby.searches = [each for each in lobby.searches if now < each.at + DEFAULT_WISH_S]
        lobbies = [lobby for lobby in lobbies if lobby.searches]
        own = next((lobby for lobby in lobbies if any(each.person == search.person for each in lobby.searches)), None)
        if now == search.at and own is None:
            outcome.waits[search] = inf
        elif own is None or own.searches != [search] or now > search.wanted_until:
            continue
        member = members[search.person]
        others = (lobby for lobby in lobbies if lobby is not own)
        found = next((each for each in others if each.suits(member, [members[i.person] for i in each.searches])), None)
        if found:
            found.searches.append(search)
            if own:
                lobbies.remove(own)
            accepts_computers = all(members[each.person].wish.computers for each in found.searches)
            if len(found.searches) == found.kind.size or accepts_computers:
                outcome.start(now, found.searches)
                lobbies.remove(found)
        elif own is None:
            lobbies.append(_Lobby(search, member.wish, rng))
    return outcome


def _poisson(mean: float, rng: random.Random) -> int:
    """Return a random number from the Poisson distribution with this mean."""
    number, passed = 0, rng.expovariate(1)
    while passed < mean:
        number, passed = number + 1, passed + rng.expovariate(1)
    return number
