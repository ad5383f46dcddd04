"""Haithabu: the story, one line of text for each event (`story`).

The other functions make the line of one kind of event each; those of the night and of the end of a round are in
`night_story` and `round_end_story`. A line reads well with and without the event's private part.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from rules.contract import Event
from rules.haithabu import end_events, events
from rules.haithabu.card_data import ORDER, ORDERS
from words.catalogue import Words
from words.haithabu import night_story, round_end_story, terms


def story(words: Words, names: Sequence[str], new_events: Iterable[Event]) -> list[str]:
    """Return the lines that tell the given events, in order; events that are not worth telling have no line.

    `names` are the seats' formatted names. Prices that move one after the other share a line; a price that the Seer
    moves is part of the Seer's line.
    """
    lines: list[str] = []
    prices: list[str] = []
    before: Event | None = None
    for event in new_events:
        seer, before = before, event
        if isinstance(event, events.PriceMoved):
            if isinstance(seer, end_events.Foretold):
                lines[-1] = round_end_story.foretold(words, names, seer, event.price)
                continue
            prices.append(f"{terms.ware(words, event.ware)} {event.price}")
            continue
        if prices:
            lines.append(_prices(words, prices))
            prices = []
        line_of = _LINES.get(type(event))
        line = line_of(words, names, event) if line_of else ""
        if line:
            lines.append(line)
    if prices:
        lines.append(_prices(words, prices))
    return lines


def _prices(words: Words, prices: list[str]) -> str:
    """Return the story line of new prices; each of `prices` is a ware's name and price as text."""
    return "📈 " + words.say("New prices: {prices}.", prices=", ".join(prices))


# Rounds and turns


def _dealt(words: Words, names: Sequence[str], event: events.Dealt) -> str:
    """Return several story lines as one text: the starting player, and each player's first order."""
    lines = [words.say("🚩 {who} is the starting player.", who=names[event.starter])]
    lines += [
        words.say("{who} starts with order {order}", who=names[seat], order=terms.order(words, order))
        for seat, order in enumerate(event.orders)
    ]
    return "\n".join(lines)


def _rondel_drawn(words: Words, names: Sequence[str], event: events.RondelDrawn) -> str:
    """Return the story line that says which fields are by day before the first phase."""
    return words.say("🎡 Drawn at random: before the first phase it is day on {fields}.", fields=" ".join(event.day))


def _picked(words: Words, names: Sequence[str], event: events.Picked) -> str:
    """Return the story line that says which character a player picks at the start."""
    return words.say(
        "👤 {who} chooses the {character}.",
        who=names[event.seat],
        character=terms.character_term(words, event.character),
    )


def _round_began(words: Words, names: Sequence[str], event: events.RoundBegan) -> str:
    """Return the heading of a round with its season and starting player."""
    return words.say(
        "### Round {round}: {season}\n{who} starts.",
        round=event.round,
        season=terms.season(words, event.round),
        who=names[event.starter],
    )


def _phase_began(words: Words, names: Sequence[str], event: events.PhaseBegan) -> str:
    """Return the story line of a new phase: how the rondel turns, and on which fields it is day now.

    If the Juggler's owner decided how far the rondel turns, the line names that player and the number of fields, or
    says that they leave it as it is.
    """
    day = " ".join(event.day)
    if event.seat is not None and not event.turned:
        return words.say(
            "☀️ Phase {phase}: {who} leaves the rondel as it is. In daylight: {day}.",
            phase=event.phase,
            who=names[event.seat],
            day=day,
        )
    if event.seat is not None:
        return words.many(
            "☀️ Phase {phase}: {who} turns the rondel by {n} field. In daylight: {day}.",
            "☀️ Phase {phase}: {who} turns the rondel by {n} fields. In daylight: {day}.",
            event.turned,
            phase=event.phase,
            who=names[event.seat],
            day=day,
        )
    return words.say("☀️ Phase {phase}: the rondel turns. In daylight: {day}.", phase=event.phase, day=day)


def _hired(words: Words, names: Sequence[str], event: events.Hired) -> str:
    """Return the story line that says that a player hires a neutral worker, and for how much."""
    return words.say(
        "♟️ {who} hires a neutral worker for {silver}.",
        who=names[event.seat],
        silver=terms.silver(words, event.silver),
    )


def _placed(words: Words, names: Sequence[str], event: events.Placed) -> str:
    """Return the story line that says where a player places their own or the neutral worker."""
    where = terms.place(words, event.place)
    if event.worker == "neutral":
        return words.say("👣 {who} places the neutral worker: {place}.", who=names[event.seat], place=where)
    return words.say("👣 {who} places a worker: {place}.", who=names[event.seat], place=where)


def _laid_aside(words: Words, names: Sequence[str], event: events.LaidAside) -> str:
    """Return the story line that says that a player sets a worker aside because there is nothing for it to do."""
    return words.say("{who} has nothing for a worker to do and sets it aside.", who=names[event.seat])


def _borrowed(words: Words, names: Sequence[str], event: events.Borrowed) -> str:
    """Return the story line that says how many loans a player takes."""
    return words.say("🏦 {who} takes {loans}.", who=names[event.seat], loans=terms.loans(words, event.loans))


def _repaid(words: Words, names: Sequence[str], event: events.Repaid) -> str:
    """Return the story line that says how many loans a player repays, and for how much."""
    return words.say(
        "🏦 {who} repays {loans} for {silver}.",
        who=names[event.seat],
        loans=terms.loans(words, event.loans),
        silver=terms.silver(words, event.silver),
    )


# Market and fields


def _bought(words: Words, names: Sequence[str], event: events.Bought) -> str:
    """Return the story line that says which wares a player buys, and for how much."""
    return words.say(
        "{who} buys {wares} for {silver}.",
        who=names[event.seat],
        wares=terms.wares(words, event.wares),
        silver=terms.silver(words, event.silver),
    )


def _sold(words: Words, names: Sequence[str], event: events.Sold) -> str:
    """Return the story line that says which wares a player sells and for how much.

    It also names the points for wares of which the market had none.
    """
    line = words.say(
        "{who} sells {wares} for {silver}.",
        who=names[event.seat],
        wares=terms.wares(words, event.wares),
        silver=terms.silver(words, event.silver),
    )
    if event.points:
        line += " " + words.say("The market was empty: {points} extra.", points=terms.points(words, event.points))
    return line


def _looked(words: Words, names: Sequence[str], event: events.Looked) -> str:
    """Return the story line that says what a player pays, and at the top cards of which stacks the Carpenter looks.

    If the reader may know these cards, a small-print line for each stack names them.
    """
    line = words.say(
        "🪚 {who} pays {silver} and looks at the top cards: {stacks}.",
        who=names[event.seat],
        silver=terms.silver(words, event.silver),
        stacks=words.join_and([terms.stack(words, stack) for stack in event.stacks]),
    )
    for seen in event.private or ():
        line += "\n-# " + ", ".join(terms.transport(words, card) for card in seen)
    return line


def _fetched(words: Words, names: Sequence[str], event: events.Fetched) -> str:
    """Return the story line that says which cart or ship a player buys, and for how much, or takes for free."""
    what = terms.transport_term(words, event.transport)
    if not event.silver:
        return words.say("{who} takes a {transport}.", who=names[event.seat], transport=what)
    return words.say(
        "{who} buys a {transport} for {silver}.",
        who=names[event.seat],
        transport=what,
        silver=terms.silver(words, event.silver),
    )


def _transport_gone(words: Words, names: Sequence[str], event: events.TransportGone) -> str:
    """Return the story line that says that a cart or ship was replaced by a new one, or that the storm took it.

    The line is "" if the transport was used up by carrying wares.
    """
    if event.why == "used":
        return ""
    what = terms.transport_term(words, event.transport)
    if event.why == "replaced":
        return words.say("{who} gives up their old {transport}.", who=names[event.seat], transport=what)
    return words.say("⛈️ The storm takes {who}'s {transport}.", transport=what, who=names[event.seat])


def _recruited(words: Words, names: Sequence[str], event: events.Recruited) -> str:
    """Return the story line that says which character a player recruits.

    If the character belonged to another player, it also names that player and the price.
    """
    who, character = names[event.seat], terms.character_term(words, event.character)
    if event.owner is None:
        return words.say("👤 {who} recruits the {character}.", who=who, character=character)
    return words.say(
        "👤 {who} takes the {character} from {owner} for {silver}.",
        who=who,
        character=character,
        owner=names[event.owner],
        silver=terms.silver(words, event.silver),
    )


def _order_taken(words: Words, names: Sequence[str], event: events.OrderTaken) -> str:
    """Return the story line that says which order a player takes."""
    return words.say("📜 {who} takes order {order}.", who=names[event.seat], order=terms.order(words, event.order))


def _order_lost(words: Words, names: Sequence[str], event: events.OrderLost) -> str:
    """Return the story line that says which order a player loses, with the wares on it."""
    line = words.say("💔 {who} loses order {order}.", who=names[event.seat], order=terms.order(words, event.order))
    if any(event.wares):
        line += " " + words.say("The wares on it are lost: {wares}.", wares=terms.wares(words, event.wares))
    return line


def _orders_shuffled(words: Words, names: Sequence[str], event: events.OrdersShuffled) -> str:
    """Return the story line that says that the discarded orders are shuffled, and how many they are."""
    return words.say("The discarded orders are shuffled into a new pile: {n}.", n=event.orders)


def _gained(words: Words, names: Sequence[str], event: events.Gained) -> str:
    """Return the story line that says which ware a player gets for free."""
    return words.say("{who} gets {ware} for free.", who=names[event.seat], ware=terms.ware_count(words, event.ware))


def _point_taken(words: Words, names: Sequence[str], event: events.PointTaken) -> str:
    """Return the story line that says how many points a player takes."""
    return words.say("{who} takes {points}.", who=names[event.seat], points=terms.points(words, event.points))


def _delivered(words: Words, names: Sequence[str], event: events.Delivered) -> str:
    """Return the story line that says which wares a player delivers to an order."""
    return words.say(
        "📦 {who} delivers {wares} to order **{order}**.",
        who=names[event.seat],
        wares=terms.wares(words, event.wares),
        order=event.order,
    )


def _completed(words: Words, names: Sequence[str], event: events.Completed) -> str:
    """Return the story line that says which order a player completes, with its points and silver.

    The line says if the Supplier's extra is among them.
    """
    facts = {
        "who": names[event.seat],
        "order": event.order,
        "points": terms.points(words, event.points),
        "silver": terms.silver(words, event.silver),
    }
    if event.points > ORDERS[ORDER[event.order]].points:
        return words.say(
            "🏵️ {who} completes **{order}**: {points} and {silver}, including the Supplier's bonus!", **facts
        )
    return words.say("🏵️ {who} completes **{order}**: {points} and {silver}!", **facts)


def _transported(words: Words, names: Sequence[str], event: events.Transported) -> str:
    """Return the story line that says which wares a player brings to the trading post, and with what.

    That is a cart or ship, or the Stevedore if the event names no transport.
    """
    who, wares = names[event.seat], terms.wares(words, event.wares)
    if event.transport is None:
        return words.say("🏋️ The Stevedore carries {wares} to {who}'s trading post.", wares=wares, who=who)
    return words.say(
        "⛺ {who} brings {wares} to the trading post with a {transport}.",
        who=who,
        wares=wares,
        transport=terms.transport_term(words, event.transport),
    )


def _lapsed(words: Words, names: Sequence[str], event: events.Lapsed) -> str:
    """Return the story line that says that a player cannot do anything more on a field."""
    return words.say(
        "{who} can't do anything else on {place}.", who=names[event.seat], place=terms.place(words, event.field)
    )


_LINES: dict[type[Event], Callable[[Words, Sequence[str], Any], str]] = {
    events.Dealt: _dealt,
    events.RondelDrawn: _rondel_drawn,
    events.Picked: _picked,
    events.RoundBegan: _round_began,
    events.PhaseBegan: _phase_began,
    events.Hired: _hired,
    events.Placed: _placed,
    events.LaidAside: _laid_aside,
    events.Borrowed: _borrowed,
    events.Repaid: _repaid,
    events.Bought: _bought,
    events.Sold: _sold,
    events.Looked: _looked,
    events.Fetched: _fetched,
    events.TransportGone: _transport_gone,
    events.Recruited: _recruited,
    events.OrderTaken: _order_taken,
    events.OrderLost: _order_lost,
    events.OrdersShuffled: _orders_shuffled,
    events.Gained: _gained,
    events.PointTaken: _point_taken,
    events.Delivered: _delivered,
    events.Completed: _completed,
    events.Transported: _transported,
    **night_story.NIGHT_LINES,
    events.Lapsed: _lapsed,
    **round_end_story.ROUND_END_LINES,
}
"""The function that returns the line of each kind of event; events of other kinds have no line."""


def _completed_swing(event: events.Completed) -> float:
    """Return the weight of a completed order: its points, above everything else that happens in a turn."""
    return 20.0 + event.points


def _transport_gone_swing(event: events.TransportGone) -> float:
    """Return the weight of a lost transport: much if a storm took it, nothing if its owner replaced it."""
    return 10.0 if event.why == "storm" else 0.0


SWINGS: dict[type[Event], Any] = {
    events.Completed: _completed_swing,
    events.OrderLost: 15.0,
    events.Borrowed: 14.0,
    events.Repaid: 14.0,
    end_events.Returned: 12.0,
    events.CharacterLost: 10.0,
    events.TransportGone: _transport_gone_swing,
    events.Recruited: 9.0,
    events.OrderTaken: 8.0,
    events.Sold: 7.0,
    events.Punished: 10.0,
    events.Fetched: 6.0,
    events.Transported: 6.0,
    events.Bought: 6.0,
    events.Billed: 5.0,
    events.Discarded: 5.0,
    events.Gave: 5.0,
    events.Hired: 4.0,
    events.PointTaken: 4.0,
    events.Gained: 3.0,
    events.Happened: 3.0,
    events.Picked: 3.0,
    events.LaidAside: 2.0,
    events.Lapsed: 2.0,
    end_events.FeePaid: 2.0,
    end_events.PricesRolled: 0.0,
    end_events.RoundSettled: 0.0,
}
"""How much each kind of event weighs in a lesson's recap, as a number or by its function; others are left out."""


def loser(event: Event) -> int | None:
    """Return the seat that lost something by this event without choosing it; None if nobody did.

    What is lost may be a character, an order, a transport, wares, silver, a point or an action.
    """
    match event:
        case events.Recruited():
            return event.owner
        case events.TransportGone(why="storm") | events.Gave(asked=False) | events.Discarded(asked=False):
            return event.seat
        case events.CharacterLost() | events.OrderLost() | events.Punished() | events.Billed() | events.Lapsed():
            return event.seat
        case end_events.FeePaid():
            return event.seat
    return None
