"""What the rows of the database are, as plain structs."""

from __future__ import annotations

from typing import Literal

import msgspec

Status = Literal["lobby", "playing", "finished", "closed"]

Gone = Literal["", "left", "agreed"]
"""How somebody gave a seat up: not at all; left, lost or resigned; handed over by agreement."""

WhenTold = Literal["now", "3", "6", "12", "urgent", "never"]
"""When somebody is told that they are asked: at once, every so many hours, only before time runs out, never."""
By = Literal["thread", "dm", "both"]
"""How somebody is told: by a ping where the table lives, by direct message, or both."""
What = Literal["ping", "half", "end", "full", "out", "invited", "lobby", "offer"]
"""What somebody is told: they are asked, time runs out soon, it is up; all are there; a computer has decided; they are
invited to a lobby; there is a new one; they are offered a seat."""

Span = tuple[int, int]
"""From one moment up to another, in seconds since 1970; the second is not part of it."""
HOLIDAYS = 30
"""Days a year, unless a server says otherwise."""

Reply = Literal["asked", "accepted", "declined", "hears"]
"""What a guest has answered: nothing yet, yes, no; or they were not invited and only hear of the lobby."""


class GuestRow(msgspec.Struct, kw_only=True):
    """Somebody whom a lobby asks to come."""

    n: int
    person: int
    name: str
    answer: Reply = "asked"
    told: bool = False
    """They were told, or will be together with all else."""
    written: bool = False
    """A direct message told them; who wishes both is still to be pinged."""


class TableRow(msgspec.Struct, kw_only=True):
    """One table, from the lobby to the end."""

    id: int = 0
    game: str
    rules: int
    options: dict[str, int]
    seed: int
    status: Status = "lobby"
    version: int = 0
    undos: int = 0
    snapshot: bytes | None = None
    told: int = 0
    """Up to this entry of the log the story was told."""
    host_pinged: bool = False
    """The host was told that the lobby is full."""
    thinking: bool = False
    size: int
    host: int
    server: int
    channel: int
    thread: int | None = None
    language: str
    clock: str = "{}"
    """A JSON object: by which clock it is played. Only `tables` reads it."""
    created: int
    started: int | None = None
    ended: int | None = None
    rematch_of: int | None = None
    place_gone: bool = False
    """Its channel was deleted, and its host was told so."""
    lesson: bool = False
    """It is a guided first game: nobody but its learner ever hears of it."""
    level: str = "trader"
    """How well computers play that sit down from now on, or take a seat over."""
    hints: bool | None = None
    """Whether hints are allowed; None: where one person plays against computers."""
    explained: list[str] = msgspec.field(default_factory=list)
    """The idea that was explained with each move of the learner that is in force; empty: none."""
    paused: int = 0
    """Since when all clocks stand still; 0: they do not."""
    starts_full: bool = False
    """It begins as soon as the last seat is taken."""
    private: bool = False
    """Only its guests, and who has a seat, know of it. Its channel and its thread are one: a private thread."""
    closed_by_manager: bool = False
    """Who manages the server has closed it: neither its host nor all who played there."""
    guests: list[GuestRow] = msgspec.field(default_factory=list)
    """Whom its lobby asks. Rows of their own, read together with the seats."""


class OriginRow(msgspec.Struct, kw_only=True, frozen=True):
    """What hardly ever changes about a table: which game it is, and where it lives since when."""

    game: str
    server: int
    channel: int
    created: int
    lesson: bool
    private: bool = False


class SeatRow(msgspec.Struct, kw_only=True):
    """One seat: whose it is and who decides there."""

    seat: int
    person: int | None
    computer: str | None
    name: str
    entries: int = 0
    pinged_frame: int = 0
    """The frame it was pinged for and has not answered yet; 0: none."""
    pinged_decision: str = ""
    """The decision of that frame."""
    overdue: bool = False
    asked_at: int = 0
    """Since when it is asked what it owes, or owed last."""
    runs_since: int = 0
    """Since when its clock runs; 0: it stands still."""
    time_left: int = 0
    """Seconds that were left by then; below 0 the time has run out."""
    time_used: int = 0
    """Seconds that its clock had run by then in the whole game."""
    asked_frame: int = 0
    """The frame it was given time for and has not answered yet; 0: none."""
    asked_decision: str = ""
    """The decision of that frame."""
    helped: bool = False
    """A computer decides what it owes, this once."""
    lost: bool = False
    """Its time has run out, and a computer plays it for good."""
    wants_pause: bool = False
    wants_close: bool = False
    offered_at: int = 0
    """Since when it is on offer; 0: it is not."""
    offered_by: int = 0
    """The seat of who offers it; -1: who manages the server."""
    offered_to: int | None = None
    """To whom; None: to whoever sees the channel."""
    offered_name: str = ""
    """What they are called."""
    mark: str | None = None
    """The decision of the draft."""
    draft: str | None = None
    """The move that is half put together here."""
    kept_n: int | None = None
    """The log's length when it last decided, if what it saw then is kept."""
    kept_frame: int | None = None
    """The frame it decided in."""
    earlier_n: int | None = None
    """The log's length when it decided in the frame before."""


class LogRow(msgspec.Struct, kw_only=True):
    """One entry of a table's log."""

    n: int
    seat: int
    text: str
    events: bytes
    at: int
    time_left: int | None = None
    """What its seat had left once this entry was counted; None: it was made before anybody counted."""
    time_used: int | None = None
    helped: bool = False
    """A computer decided for a person, this once."""
    person: int | None = None
    """Who decided; 0: a computer, -1: somebody who was forgotten, None: nobody noted it."""


class KeptRow(msgspec.Struct, kw_only=True):
    """What a seat saw when it last decided."""

    n: int
    """The log's length by then."""
    frame: int
    view: str
    earlier_n: int | None = None
    earlier_view: str | None = None


class OutboxRow(msgspec.Struct, kw_only=True):
    """Something to be told: what and to whom, never in which words."""

    id: int = 0
    table_id: int
    kind: str
    seat: int | None = None
    person: int | None = None
    """Who is told; None: who sits there, or all."""
    position: int
    facts: str
    """A JSON object. What is in it depends on the kind; only `tables` knows."""
    stamp: int = 0
    tries: int = 0
    due: int = 0
    lane: int = 0
    """Those of one lane are told in order; 0: what is told where the table lives."""
    asks: bool = False
    """It asks somebody, so it may be told by direct message instead."""
    refused: bool = False
    """It waits for a place that refuses."""
    nonce: str = ""
    """It was sent under this one and has perhaps arrived; empty: it certainly has not."""


class RefusalRow(msgspec.Struct, kw_only=True):
    """A place that refuses to be spoken in."""

    place: int
    server: int
    code: int
    """Discord's reason."""
    since: int
    tries: int = 0
    due: int = 0


class PingRow(msgspec.Struct, kw_only=True):
    """A message that asks somebody something, or a notice that was gathered for them instead."""

    person: int
    kind: str
    channel: int = 0
    message: int = 0
    """0: it is on its way, or was taken away again; or a notice was gathered."""
    notice: int = 0
    """The number in the outbox of what was gathered; 0: nothing was."""
    frame: int
    """0: that is not asked any more."""
    decision: str
    entries: int
    """Of the seat by then: with more it was answered."""
    at: int


class PostRow(msgspec.Struct, kw_only=True):
    """Where a message that is kept up to date stands."""

    channel: int
    message: int
    told: int = 0
    """How far the story had been told when it was posted."""
    picture: str = ""
    """The digest of the picture it shows."""
    story: str = ""
    """What happened, as it was told with it: this stays when it is taken away."""


class TimerRow(msgspec.Struct, kw_only=True):
    """Something that will be due."""

    table_id: int
    seat: int
    kind: str
    due: int


class PersonRow(msgspec.Struct, kw_only=True):
    """A person's settings."""

    id: int
    language: str | None = None
    """Chosen; None: what Discord says."""
    locale: str | None = None
    """What Discord said when they were here last."""
    dms: bool = True
    pictures: bool = True
    hints: int = 0
    """So many tips they have seen: lines that explain something to newcomers."""
    stays_out: bool = False
    """Others see no statistics and no rating of theirs."""
    zone: str | None = None
    """Their time zone, by its name in the tz database; None: not known."""
    hours_begin: int | None = None
    """When they play, in minutes after midnight; None: at any time."""
    hours_end: int | None = None
    told: WhenTold = "now"
    told_by: By = "thread"
    quiet_begin: int | None = None
    """When they want their peace, in minutes after midnight; None: never."""
    quiet_end: int | None = None


class GatheredRow(msgspec.Struct, kw_only=True):
    """Something that a person is told later, together with all else."""

    person: int
    table_id: int
    what: What
    frame: int
    due: int


class ServerRow(msgspec.Struct, kw_only=True):
    """A server's settings."""

    id: int
    language: str | None = None
    channels: list[int] = msgspec.field(default_factory=list)
    holidays: int = HOLIDAYS
    """So many days of holidays a year stop clocks at its tables."""


class ResultRow(msgspec.Struct, kw_only=True):
    """How one seat of a finished table did."""

    seat: int
    person: int | None
    name: str
    computer: str | None
    place: int
    score: int


class ShareRow(msgspec.Struct, kw_only=True):
    """What somebody has decided at a seat."""

    seat: int
    person: int
    """0: a computer; -1: somebody who was forgotten."""
    name: str
    count: int = 0
    seconds: int = 0
    gone: Gone = ""
    """How they gave the seat up."""


class OutcomeRow(msgspec.Struct, kw_only=True):
    """For whom a finished game counts, and as what."""

    n: int = 0
    """Which result, in the order in which games ended."""
    nth: int = 0
    table_id: int
    game: str
    server: int
    size: int
    ended: int
    seat: int
    person: int | None
    computer: str | None
    name: str
    place: int
    score: int
    gone: bool = False
    """They left the seat: it counts as lost."""
    apart: bool = False
    """A game against computers only, or a private one."""
    private: bool = False
    """Nobody else sees it."""
    decisions: int = 0
    seconds: int = 0
    mu: float | None = None
    """The rating before it, over all servers; None: it is not rated, or not yet."""
    sigma: float | None = None
    here_mu: float | None = None
    """And of this server."""
    here_sigma: float | None = None


class RatingRow(msgspec.Struct, kw_only=True):
    """How well somebody plays a game, as far as we know."""

    server: int
    """0: over all servers."""
    game: str
    person: int
    name: str
    mu: float
    sigma: float
    ordinal: float
    games: int


class RivalRow(msgspec.Struct, kw_only=True, frozen=True):
    """Against whom somebody has played, and how that went."""

    person: int | None
    computer: str | None
    name: str
    games: int
    ahead: int
    """So often they had the better place."""
    hidden: bool
    """They stay out, or were forgotten."""
