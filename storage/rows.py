"""The rows of tables, messages and people as plain structs, such as `TableRow`. Times are seconds since 1970.

The rows of finished games are in `result_rows`, those of leagues and of `/play` in `league_rows` and `wish_rows`.
"""

from __future__ import annotations

from typing import Literal

import msgspec

Status = Literal["lobby", "playing", "finished", "closed"]

Gone = Literal["", "left", "agreed"]
"""How somebody gave a seat up: not at all; by leaving, losing on time or resigning; by agreement."""

WhenTold = Literal["now", "3", "6", "12", "urgent", "never"]
"""When a person is notified of a pending decision: at once, every 3, 6 or 12 hours, only before time is up, never."""
By = Literal["thread", "dm", "both"]
"""How a person is notified: by a ping in the table's thread, by direct message, or both."""
What = Literal["ping", "half", "end", "full", "out", "invited", "lobby", "offer"]
"""What a person is notified of: a pending decision, time that runs out soon (`half`) or has run out (`end`), a full
lobby, a computer that decided or took the seat after time ran out (`out`), an invitation, a new lobby, an offered
seat."""

Span = tuple[int, int]
"""Begin and end, in seconds since 1970; the end is not part of it."""
HOLIDAYS = 30
"""Days of holidays per year, unless a server sets another number."""

Reply = Literal["asked", "accepted", "declined", "hears", "sent_away"]
"""A guest's answer: none yet, yes, no; `hears`: not invited, but wants to hear of new lobbies; `sent_away`: by the
host."""


class GuestRow(msgspec.Struct, kw_only=True):
    """A person in a table's list of guests: invited, sent away, or notified of a new lobby. `n` numbers them from 1."""

    n: int
    person: int
    name: str
    answer: Reply = "asked"
    """`asked`: none yet. `hears`: they are not invited, but subscribed to new lobbies. `sent_away`: may not join."""
    told: bool = False
    """They were notified, or an entry of their digest will notify them."""
    written: bool = False
    """They were notified by direct message. If they also want a ping in the channel, that may still be missing."""
    invited_by: int = 0
    """The person who invited them; 0: nobody, or somebody whose data was removed."""
    invited_at: int = 0
    """When they were invited last; 0: not recorded."""


class TableRow(msgspec.Struct, kw_only=True):
    """A table, from its lobby to its end.

    `rules` is the version of the game's rules, `version` the number of log entries, `undos` the number of takings-back,
    and `snapshot` the encoded state (None in the lobby). `host` is a person; `server`, `channel` and `thread` are
    Discord ids.
    """

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
    """The number of the last log entry that the story posted in the channel includes."""
    host_pinged: bool = False
    """The host was notified that the lobby is full."""
    thinking: bool = False
    """A computer has to make a decision here."""
    size: int
    host: int
    server: int
    channel: int
    thread: int | None = None
    language: str
    clock: str = "{}"
    """The clock's settings, a JSON object that only `tables` reads."""
    created: int
    started: int | None = None
    ended: int | None = None
    rematch_of: int | None = None
    """The id of the table whose rematch it is, or of the lesson after which it was opened."""
    place_gone: bool = False
    """Its channel was deleted, or its server has removed the bot. The host is notified if the channel was deleted."""
    lesson: bool = False
    """A guided first game: only its learner sees it."""
    level: str = "trader"
    """The level of computers that sit down or take a seat over from now on."""
    hints: bool | None = None
    """Whether hints are allowed; None: only if one person plays against computers."""
    explained: list[str] = msgspec.field(default_factory=list)
    """In a lesson: the key of the idea that was explained with each move of the learner; "" for a move without one."""
    paused: int = 0
    """Since when the table is paused; 0: it is not."""
    starts_full: bool = False
    """The game starts as soon as the last seat is taken."""
    private: bool = False
    """Only guests and seated people know of it. Its channel and its thread are the same private thread."""
    closed_by_manager: bool = False
    """A server manager has closed it, rather than its host or its players."""
    season: int | None = None
    """The season of a league that it is played in; None: it is an ordinary table."""
    opened_by: int = 0
    """The person who opened it; 0: nobody (a league, a lesson), or somebody whose data was removed."""
    required_level: int | None = None
    """How reliable people must be to join: a `matching.reliability.Level`; None: anybody may."""
    guests: list[GuestRow] = msgspec.field(default_factory=list)
    """The lobby's guests. They are rows of their own, read together with the table."""


class OriginRow(msgspec.Struct, kw_only=True, frozen=True):
    """The fields of a table that hardly ever change: game, server, channel, creation, whether a lesson or private."""

    game: str
    server: int
    channel: int
    created: int
    lesson: bool
    private: bool = False


class SeatRow(msgspec.Struct, kw_only=True):
    """A seat: its owner, who decides there, its clock, its pending decision, and whether it is offered to others.

    `person` is its owner, None for a computer's own seat. `computer` is the level of the computer that decides there,
    None if the owner does. `entries` is the number of its log entries. `overdue` is True if its time has run out.
    """

    seat: int
    person: int | None
    computer: str | None
    name: str
    entries: int = 0
    pinged_frame: int = 0
    """The number (`Table.frame_id`) of the pending decision for which its player was pinged; 0: none."""
    pinged_decision: str = ""
    """The kind of that decision."""
    overdue: bool = False
    asked_at: int = 0
    """When it was asked for its pending or latest decision."""
    runs_since: int = 0
    """Since when its clock runs; 0: it is stopped."""
    time_left: int = 0
    """Seconds that were left at `runs_since`; below 0: its time has run out."""
    time_used: int = 0
    """Seconds that its clock had run in the whole game until `runs_since`."""
    asked_frame: int = 0
    """The number (`Table.frame_id`) of the pending decision for which it was given time; 0: none."""
    asked_decision: str = ""
    """The kind of that decision."""
    helped: bool = False
    """A computer makes its pending decision, this once."""
    lost: bool = False
    """Its time has run out, and a computer plays it until the end."""
    wants_pause: bool = False
    wants_close: bool = False
    offered_at: int = 0
    """Since when the seat is offered to others; 0: it is not."""
    offered_by: int = 0
    """The seat of the person who offers it; -1: a server manager."""
    offered_to: int | None = None
    """The person it is offered to; None: everybody in the channel."""
    offered_name: str = ""
    """That person's name."""
    plans: str = ""
    """What its player has planned, rehearses and always answers, as JSON (`tables.play.seat_plans`); empty: nothing."""
    mark: str | None = None
    """The decision that the draft is for."""
    draft: str | None = None
    """The half-built move of this seat."""
    kept_n: int | None = None
    """The length of the log when the seat last decided; None: no view of that decision is stored."""
    kept_frame: int | None = None
    """The number of the decision that it made last (`Table.frame_id`)."""
    earlier_n: int | None = None
    """The length of the log when it made the decision before that."""


class LogRow(msgspec.Struct, kw_only=True):
    """One entry of a table's log: its number from 1, seat, move as text, encoded events, time, and who decided.

    `time_used` is how many seconds the seat's clock had run from the start of the game up to this entry; None if that
    was not recorded.
    """

    n: int
    seat: int
    text: str
    events: bytes
    at: int
    time_left: int | None = None
    """Seconds that its seat had left after this entry; None: made by a version that did not record it."""
    time_used: int | None = None
    helped: bool = False
    """A computer made this decision for a person, this once."""
    planned: bool = False
    """It was made by a plan of the seat's player, in the transaction that asked them."""
    person: int | None = None
    """Who decided; 0: a computer, -1: a person whose data was removed, None: not recorded."""
    late: bool | None = None
    """True if a person's time for this decision was up. None if it does not count for their reliability.

    That is so if a computer has the seat, without a clock, for a changed sealed choice, and for taking back.
    """


class KeptRow(msgspec.Struct, kw_only=True):
    """The encoded views that a seat had at its last decision (`view`) and at the one before (`earlier_view`).

    `frame` is the number of the last decision (`Table.frame_id`). `earlier_n` is the length of the log at the one
    before.
    """

    n: int
    """The length of the log at its last decision."""
    frame: int
    view: str
    earlier_n: int | None = None
    earlier_view: str | None = None


class OutboxRow(msgspec.Struct, kw_only=True):
    """A notification that waits to be delivered: its facts, recipient and due time, but not its wording.

    `tries` counts the failed tries to deliver it.
    """

    id: int = 0
    table_id: int
    kind: str
    seat: int | None = None
    person: int | None = None
    """The recipient; None: the owner of `seat`, or everybody."""
    position: int
    """The length of the table's log when it was written; 0 if it does not matter."""
    facts: str
    """A JSON object whose contents depend on the kind. Only `tables` reads it."""
    version: int = 0
    """Grows by 1 with each change of the contents."""
    deliveries: int = 0
    """How often it was delivered: more than 0 only if its contents changed during a delivery. Part of the nonce."""
    tries: int = 0
    due: int = 0
    """When it is to be delivered; 0: at once."""
    lane: str = "table"
    """Name of a queue of its table. Rows of one lane are delivered in order; lanes do not wait for each other."""
    asks: bool = False
    """It asks for a decision, so it may be delivered by direct message if the channel is blocked."""
    refused: bool = False
    """It waits for a blocked channel."""
    nonce: str = ""
    """Under this nonce it is being sent, or may already have been delivered; empty: it certainly has not been sent."""
    since: int = 0
    """Of a board or hand that waits for further changes: when the first change was made that it does not show yet.

    0 for every other row.
    """


class BlockedChannelRow(msgspec.Struct, kw_only=True):
    """A channel or thread (`place`) in which the bot may not write: since when, why, and when it is tried again.

    `tries` counts the failed tries; `due` is the time of the next one.
    """

    place: int
    server: int
    code: int
    """Discord's error code for the refusal."""
    since: int
    tries: int = 0
    due: int = 0


class PingRow(msgspec.Struct, kw_only=True):
    """A message that asks somebody for a decision.

    `kind` says why, as a `PromptKind` of `tables`; `_dm` is added for a direct message besides one in the channel.
    `decision` is the kind of the decision, and `at` the time when it was asked.
    """

    person: int
    kind: str
    channel: int = 0
    message: int = 0
    """0: it was deleted, or asks nothing any more."""
    frame: int
    """The number of the decision that it asks for (`Table.frame_id`); 0: that is no longer pending."""
    decision: str
    entries: int
    """How many log entries the seat had when it was asked. If it has more now, the decision was made."""
    at: int


class PostRow(msgspec.Struct, kw_only=True):
    """A message that the bot keeps editing: where it is, and the picture and story that it shows."""

    channel: int
    message: int
    told: int = 0
    """The number of the last log entry that the table's story included when this message was posted."""
    picture: str = ""
    """The hash of the picture it shows."""
    story: str = ""
    """The story text in it, which stays when the rest of the message is removed."""


class TimerRow(msgspec.Struct, kw_only=True):
    """Something that becomes due at a table, at the time `due`. `seat` is -1 for a timer of the lobby.

    `kind` is `half` or `end` (of a seat's time), `holiday`, `nudge` (a late ping), or `expire` or `fill` (of a lobby).
    """

    table_id: int
    seat: int
    kind: str
    due: int


class PersonRow(msgspec.Struct, kw_only=True):
    """A person's settings. `told` and `told_by` say when and how they are notified.

    `dms` is True if they accept direct messages, such as their hand. `pictures` is True if they want pictures.
    """

    id: int
    language: str | None = None
    """The chosen language; None: the one that Discord reports."""
    locale: str | None = None
    """The language that Discord reported last."""
    dms: bool = True
    pictures: bool = True
    hints: int = 0
    """How many tips for newcomers they have seen."""
    stays_out: bool = False
    """Their statistics and ratings are hidden from others."""
    zone: str | None = None
    """Their time zone, a name of the tz database; None: unknown."""
    hours_begin: int | None = None
    """The beginning of their active hours, in minutes after midnight; None: any time."""
    hours_end: int | None = None
    told: WhenTold = "now"
    told_by: By = "thread"
    quiet_begin: int | None = None
    """The beginning of their quiet hours, in minutes after midnight; None: none."""
    quiet_end: int | None = None
    signs: bool = True
    """True if their texts have emoji; False if names take the place of emoji."""
    suggestions: bool = False
    """Their menus suggest the best moves, where the table has hints."""


class GatheredRow(msgspec.Struct, kw_only=True):
    """An event for a person's next digest, which is sent from the time `due` on.

    `what` is the kind of the event. `frame` is the number of the decision that was pending then (`Table.frame_id`).
    """

    person: int
    table_id: int
    what: What
    frame: int
    due: int


class ServerRow(msgspec.Struct, kw_only=True):
    """A server's settings. `channels` are those in which tables may be opened; empty means all channels.

    `language` is the language of its tables unless another is chosen; None if the server has not set one.
    """

    id: int
    language: str | None = None
    channels: list[int] = msgspec.field(default_factory=list)
    holidays: int = HOLIDAYS
    """How many days of holidays per year stop clocks at its tables; a change counts for new tables only."""
    organiser_role: int | None = None
    """Discord's id of the role whose members are organisers; None: nobody is."""
    tables_per_hour: int = 10
    """How many tables a person may open in an hour. Tables of leagues do not count, here and below."""
    invitations_per_hour: int = 40
    """How many people a person may invite to tables in an hour."""
    threads_per_day: int = 20
    """How many threads the tables that a person opens may get in a day."""
    zone: str = "UTC"
    """The IANA name of the time zone in which tables open by themselves."""
    ping_role: int | None = None
    """Discord's id of the role that is pinged for new lobbies; None: no role is."""
