"""Visby: the story, one line of text for each event (`story`). The other functions make one kind of line each."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from rules.contract import Event
from rules.visby import events
from rules.visby.data import DATA, PAYS, WARES_LIMIT
from words import ending_text
from words.catalogue import Term, Words
from words.visby import terms


def story(words: Words, names: Sequence[str], new_events: Iterable[Event]) -> list[str]:
    """Return the lines that tell the given events, in order; events that are not worth telling have no line.

    `names` are the seats' formatted names. The line of a payment also names the cards that the payment is for, if the
    given events reveal these cards.
    """
    lines = []
    shown: events.Revealed | None = None
    for event in new_events:
        if isinstance(event, events.Revealed):
            shown = event
        line_of = _LINES.get(type(event))
        if isinstance(event, events.Paid):
            lines.append(_paid(words, names, event, shown))
        elif line_of:
            lines.append(line_of(words, names, event))
    return lines


def _round_began(words: Words, names: Sequence[str], event: events.RoundBegan) -> str:
    """Return the heading of a round and the new supply on the three tracks."""
    return words.say(
        "### Round {round}\nNew supplies: Battle {battle}, Journey {journey}, Market {market} ({rate}).",
        round=event.round,
        battle=event.battle,
        journey=event.journey,
        market=event.market,
        rate=terms.rate(event.market),
    )


def _revealed(words: Words, names: Sequence[str], event: events.Revealed) -> str:
    """Return several story lines as one text: a heading, and the cards that each player plays.

    A player who had to play their last cards is marked as having had no choice.
    """
    lines = []
    for seat, played in enumerate(event.played):
        line = words.say("{name} plays {cards}", name=names[seat], cards=terms.cards(words, played))
        if seat in event.forced:
            line += words.many(" · their last card, so no choice", " · their last {n} cards, so no choice", len(played))
        lines.append(line)
    return "\n".join(["### " + words.say("All cards are revealed"), *lines])


def _shared(words: Words, names: Sequence[str], event: events.Shared) -> str:
    """Return the story line that says which players take how much from a track, and how much stays there.

    It also names the players whose store has no room for all they take, with the wares that they lose. If there is
    nothing to take, the line says that the players get nothing.
    """
    amount = terms.seals if event.card in ("troops", "knight") else terms.wares
    who = words.join_and([names[seat] for seat in event.seats])
    head = f"{terms.CARD_EMOJI[event.card]} "
    if not event.each:
        return head + words.many(
            "{who} comes away empty-handed.", "{who} come away empty-handed.", len(event.seats), who=who
        )
    each = amount(words, event.each)
    if len(event.seats) == 1:
        line = words.say("{who} takes {each}.", who=who, each=each)
    else:
        line = words.say("{who} take {each} each.", who=who, each=each)
    left = words.say("{n} left.", n=event.left)
    lost = [_lost(words, names[s], event.each - kept) for s, kept in zip(event.seats, event.kept, strict=True)]
    return " ".join([head + line, left, *filter(None, lost)])


def _lost(words: Words, who: str, amount: int) -> str:
    """Return a sentence that says that a player has no room for `amount` wares; "" if `amount` is 0."""
    if not amount:
        return ""
    return words.say(
        "{who} loses {wares}: the store holds {limit} at most.",
        who=who,
        wares=terms.wares(words, amount),
        limit=WARES_LIMIT,
    )


def _paid(words: Words, names: Sequence[str], event: events.Paid, shown: events.Revealed | None = None) -> str:
    """Return the story line of a payment to the player of a Blacksmith, Tollkeeper or Mendicant.

    The line names the amount, or says that the player gets nothing. It also names the other players' cards that the
    payment was for, if these explain the whole amount, and the wares that did not fit the store. `shown` are the cards
    revealed in this round; None if they are not known.
    """
    amount = terms.seals if event.card == "tollkeeper" else terms.wares
    who = names[event.seat]
    head = f"{terms.CARD_EMOJI[event.card]} "
    if not event.amount:
        return head + words.say("{who} gets nothing this time.", who=who)
    got = {"who": who, "amount": amount(words, event.amount)}
    paid_for = _paid_for(words, event, shown)
    line = words.say("{who} gets {amount} for {cards}.", cards=paid_for, **got) if paid_for else ""
    line = head + (line or words.say("{who} gets {amount}.", **got))
    return " ".join(filter(None, [line, _lost(words, who, event.amount - event.kept)]))


def _paid_for(words: Words, event: events.Paid, shown: events.Revealed | None) -> Term | None:
    """Return the other players' cards that explain a payment; None if they do not add up to it.

    `shown` are the cards revealed in this round; None if they are not known, which gives None.
    """
    others = [key for seat, played in enumerate(shown.played) if seat != event.seat for key in played] if shown else []
    counts = {key: others.count(key) for key in terms.CARDS if key in others and key in PAYS[event.card]}
    if sum(PAYS[event.card][key] * n for key, n in counts.items()) != event.amount:
        return None
    return words.join_terms([terms.counted_card(words, key, n) for key, n in counts.items()])


def _market_opened(words: Words, names: Sequence[str], event: events.MarketOpened) -> str:
    """Return the story line that says on which space the Market opens, and at what rate.

    Unless that is the worst rate, the line adds that Merchants may use any worse rate instead. If more than one
    Merchant was played, which pushes the Market back, it says by how many spaces.
    """
    best = terms.rate(event.space)
    offer = best if best == terms.rate(0) else words.say("{rate} or any worse rate", rate=best)
    count = len(event.merchants)
    back = DATA.merchant.crowding * (count - 1)
    if not back:
        line = words.say("The Market is on space {space}: {offer}.", space=event.space, offer=offer)
    elif event.space:
        line = words.say(
            "{n} Merchants push the Market back {back} spaces to space {space}: {offer}.",
            n=count,
            back=back,
            space=event.space,
            offer=offer,
        )
    else:  # V14: the space is never below 0.
        line = words.say("{n} Merchants push the Market back to space 0: {offer}.", n=count, offer=offer)
    return f"{terms.CARD_EMOJI['merchant']} {line}"


def _trades_shown(words: Words, names: Sequence[str], event: events.TradesShown) -> str:
    """Return the story line that says that all Merchants have decided."""
    return terms.CARD_EMOJI["merchant"] + " " + words.say("All Merchants have decided. Their trades:")


def _traded(words: Words, names: Sequence[str], event: events.Traded) -> str:
    """Return the story line that says what a Merchant traded, or that they did not or could not trade."""
    who = names[event.seat]
    if not event.asked:
        return terms.CARD_EMOJI["merchant"] + " " + words.say("{who} doesn't have enough wares to trade.", who=who)
    if not event.wares:
        return terms.CARD_EMOJI["merchant"] + " " + words.say("{who} doesn't trade.", who=who)
    return (
        terms.CARD_EMOJI["merchant"]
        + " "
        + words.say(
            "{who} trades {wares} for {seals}.",
            who=who,
            wares=terms.wares(words, event.wares),
            seals=terms.seals(words, event.seals),
        )
    )


def _picked_up(words: Words, names: Sequence[str], event: events.PickedUp) -> str:
    """Return the story line that says that a player takes all cards back."""
    return terms.CARD_EMOJI["mendicant"] + " " + words.say("{who} takes all their cards back.", who=names[event.seat])


def _round_ended(words: Words, names: Sequence[str], event: events.RoundEnded) -> str:
    """Return the small-print line with everybody's seals after a round, the most first."""
    standings = ending_text.scores_so_far(names, event.seals)
    return "-# " + words.say("Seals after round {round}: {standings}", round=event.round, standings=standings)


_LINES: dict[type[Event], Callable[[Words, Sequence[str], Any], str]] = {
    events.RoundBegan: _round_began,
    events.Revealed: _revealed,
    events.Shared: _shared,
    events.Paid: _paid,
    events.MarketOpened: _market_opened,
    events.TradesShown: _trades_shown,
    events.Traded: _traded,
    events.PickedUp: _picked_up,
    events.RoundEnded: _round_ended,
}
"""The function that returns the line of each kind of event; events of other kinds have no line."""
