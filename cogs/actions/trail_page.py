"""`trail`: a page with the audit trail of a server, which lists what its managers and organisers have done."""

from __future__ import annotations

from cogs.actions.server import settings_in_words
from cogs.messages.panel import Button, Panel, Part, Row, Target, Text, says, shorten
from cogs.requests.request import Request, parse_number
from cogs.requests.verbs import Verb
from tables.model.table_errors import Declined
from tables.runtime import people, server_trail
from tables.runtime.server_trail import Act
from words import N_, lobby_text
from words.catalogue import escaped_name

_ACTS_PER_PAGE = 12
_MAX_LINE_CHARS = 280

_SENTENCES = {
    "settings": N_("{who} changed the settings: {settings}"),
    "closed": N_("{who} closed table #{table}"),
    "moved": N_("{who} moved table #{table} to another channel"),
    "replaced": N_("{who} gave seat {seat} at table #{table} to a computer"),
    "offered": N_("{who} looked for a substitute for seat {seat} at table #{table}"),
    "announced": N_("{who} announced the league **{name}**"),
    "started": N_("{who} started the league **{name}**"),
    "extended": N_("{who} extended the league **{name}** until <t:{until}:D>"),
    "called_off": N_("{who} called off the league **{name}**"),
    "opening_added": N_("{who} added a weekly table: {opening}"),
    "opening_deleted": N_("{who} deleted a weekly table: {opening}"),
    "not_opened": N_("A weekly table didn't open: {opening}. {reason}"),
}
"""What was done, by the kind of the act. Tables are named by number only, since some are private."""


async def trail(request: Request) -> Panel:
    """Show a page of what managers and organisers did on this server in the last 90 days, newest first.

    `request.arg` is the page's number; 0 or "" is the newest page. If there is nothing, a sentence says so. Raises
    `Declined` outside of a server, and if the person is neither manager nor organiser of this server.
    """
    words, page = request.words, parse_number(request.arg, 0)
    if not request.server:
        raise Declined("only_in_server")
    if not (await request.authority()).runs(request.server):
        raise Declined("organisers_only")
    acts = await server_trail.read_acts(request.services, request.server, _ACTS_PER_PAGE + 1, page * _ACTS_PER_PAGE)
    if not acts:
        return says(words.say("No actions by server managers or organisers here in the last 90 days."))
    lines = [shorten(f"<t:{act.at}:f> · {_in_words(request, act)}", _MAX_LINE_CHARS) for act in acts[:_ACTS_PER_PAGE]]
    head = words.say(
        "## Audit trail\n-# What server managers and organisers did here in the last 90 days, newest first"
    )
    parts: list[Part] = [Text(head), Text("\n".join(lines))]
    if page or len(acts) > _ACTS_PER_PAGE:
        older, newer = (Target("trail", arg=str(other)) for other in (page + 1, max(0, page - 1)))
        parts.append(
            Row(
                (
                    Button(words.say("Older"), older, emoji="◀️", disabled=len(acts) <= _ACTS_PER_PAGE),
                    Button(words.say("Newer"), newer, emoji="▶️", disabled=page == 0),
                )
            )
        )
    return Panel(tuple(parts))


def _in_words(request: Request, act: Act) -> str:
    """Return a sentence that says who did `act` and what it was. A person whose data was deleted is "Somebody"."""
    words, facts = request.words, dict(act.facts)
    settings, opening, reason = "", "", ""
    if act.kind in ("opening_added", "opening_deleted", "not_opened"):
        reason = lobby_text.not_opened(words, facts.pop("reason")) if act.kind == "not_opened" else ""
        opening = lobby_text.weekly_table(words, **facts)
    if act.kind == "settings":
        changed = people.Server(id=request.server, **facts["changed"])
        said = settings_in_words(request, changed)
        settings = " · ".join(said[name] for name in facts["changed"] if name in said)
    return words.say(
        _SENTENCES[act.kind],
        who=f"<@{act.person}>" if act.person else words.say("Somebody"),
        table=act.table or 0,
        seat=facts.get("seat", 0) + 1,
        name=escaped_name(facts.get("name", "")),
        until=facts.get("until", 0),
        settings=settings,
        opening=opening,
        reason=reason,
    )


VERBS = (Verb("trail", trail),)
