"""What happens in Visby, told: a sentence for every event worth one, and how the end came about."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import combinations
from typing import Any

from rules.contract import Event
from rules.visby import events
from rules.visby.data import DATA, WARES_LIMIT
from words import endings
from words.language import N_, Words
from words.visby.terms import CARD_EMOJI, CARDS, card, cards, rate, seals, wares

_PAYS = {card.key: card.pays.for_each for card in DATA.card if card.pays}


def story(words: Words, names: Sequence[str], told: Iterable[Event]) -> list[str]:
    """Tell what happened, a line for each event worth one; what was paid, with what for."""
    lines = []
    shown: events.Revealed | None = None
    for event in told:
        if isinstance(event, events.Revealed):
            shown = event
        tell = _TELLERS.get(type(event))
        if isinstance(event, events.Paid):
            lines.append(_paid(words, names, event, shown))
        elif tell:
            lines.append(tell(words, names, event))
    return lines


def _round_began(words: Words, names: Sequence[str], event: events.RoundBegan) -> str:
    return words.say(
        "### Round {round}\nThe supply arrives: Battle {battle}, Journey {journey}, Market {market} ({rate}).",
        round=event.round,
        battle=event.battle,
        journey=event.journey,
        market=event.market,
        rate=rate(event.market),
    )


def _revealed(words: Words, names: Sequence[str], event: events.Revealed) -> str:
    lines = []
    for seat, played in enumerate(event.played):
        line = words.say("{name} plays {cards}", name=names[seat], cards=cards(words, played))
        if seat in event.forced:
            line += words.many(" · the last card: no choice", " · the last {n} cards: no choice", len(played))
        lines.append(line)
    return "\n".join(["### " + words.say("All cards are revealed"), *lines])


def _shared(words: Words, names: Sequence[str], event: events.Shared) -> str:
    amount = seals if event.card in ("troops", "knight") else wares
    who = words.both([names[seat] for seat in event.seats])
    head = f"{CARD_EMOJI[event.card]} "
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
    if not amount:
        return ""
    return words.say(
        "{who} has no room for {wares} (at most {limit}).", who=who, wares=wares(words, amount), limit=WARES_LIMIT
    )


def _paid(words: Words, names: Sequence[str], event: events.Paid, shown: events.Revealed | None = None) -> str:
    amount = seals if event.card == "tollkeeper" else wares
    who = names[event.seat]
    head = f"{CARD_EMOJI[event.card]} "
    if not event.amount:
        return head + words.say("{who} gets nothing this time.", who=who)
    got = {"who": who, "amount": amount(words, event.amount)}
    paid_for = _paid_for(words, event, shown)
    line = words.say("{who} gets {amount} for {cards}.", cards=paid_for, **got) if paid_for else ""
    line = head + (line or words.say("{who} gets {amount}.", **got))
    return " ".join(filter(None, [line, _lost(words, who, event.amount - event.kept)]))


def _paid_for(words: Words, event: events.Paid, shown: events.Revealed | None) -> str:
    """Return the others' cards that it was paid for, where it was for nothing else; empty if that is not known."""
    others = [key for seat, played in enumerate(shown.played) if seat != event.seat for key in played] if shown else []
    counts = {key: others.count(key) for key in CARDS if key in others and key in _PAYS[event.card]}
    if sum(_PAYS[event.card][key] * n for key, n in counts.items()) != event.amount:
        return ""
    return ", ".join(f"{card(words, key)} ×{n}" if n > 1 else card(words, key) for key, n in counts.items())


def _market_opened(words: Words, names: Sequence[str], event: events.MarketOpened) -> str:
    best = rate(event.space)
    offer = best if best == rate(0) else words.say("{rate} or any worse rate", rate=best)
    count = len(event.merchants)
    back = DATA.merchant.crowding * (count - 1)
    if not back:
        line = words.say("The Market opens on space {space}: {offer}.", space=event.space, offer=offer)
    elif event.space:
        line = words.say(
            "{n} Merchants push the Market back by {back} spaces. It opens on space {space}: {offer}.",
            n=count,
            back=back,
            space=event.space,
            offer=offer,
        )
    else:  # V14: not below 0, however many there are
        line = words.say("{n} Merchants push the Market back to space 0: {offer}.", n=count, offer=offer)
    return f"{CARD_EMOJI['merchant']} {line}"


def _trades_shown(words: Words, names: Sequence[str], event: events.TradesShown) -> str:
    return CARD_EMOJI["merchant"] + " " + words.say("All Merchants have decided. Their trades are revealed:")


def _traded(words: Words, names: Sequence[str], event: events.Traded) -> str:
    who = names[event.seat]
    if not event.asked:
        return CARD_EMOJI["merchant"] + " " + words.say("{who} has too few wares to trade.", who=who)
    if not event.wares:
        return CARD_EMOJI["merchant"] + " " + words.say("{who} does not trade.", who=who)
    return (
        CARD_EMOJI["merchant"]
        + " "
        + words.say(
            "{who} trades {wares} for {seals}.",
            who=who,
            wares=wares(words, event.wares),
            seals=seals(words, event.seals),
        )
    )


def _picked_up(words: Words, names: Sequence[str], event: events.PickedUp) -> str:
    return CARD_EMOJI["mendicant"] + " " + words.say("{who} takes all cards back.", who=names[event.seat])


def _round_ended(words: Words, names: Sequence[str], event: events.RoundEnded) -> str:
    order = sorted(range(len(event.seals)), key=lambda seat: -event.seals[seat])
    standings = " · ".join(f"{names[seat]} {event.seals[seat]}" for seat in order)
    return "-# " + words.say("Seals after round {round}: {standings}", round=event.round, standings=standings)


_TELLERS: dict[type[Event], Callable[[Words, Sequence[str], Any], str]] = {
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


def score(words: Words, end: events.Score) -> str:
    """Say how one player's end came about, and what counts in a tie."""
    kept = {"wares": wares(words, end.wares), "cards": words.many("{n} card", "{n} cards", end.cards)}
    if not end.bought:
        return f"**{seals(words, end.total)}** · {words.say('left: {wares}, {cards}', **kept)}"
    bought = words.say("({seals} + {bought} for the last wares)", seals=end.seals, bought=end.bought)
    return f"**{seals(words, end.total)}** {bought} · {words.say('then left: {wares}, {cards}', **kept)}"


_SOURCES = {
    "battle": N_("from the Battle"),
    "toll": N_("from the Tollkeeper"),
    "trade": N_("from trading"),
    "rest": N_("for wares left at the end"),
}
"""Where seals come from."""


def decided(words: Words, names: Sequence[str], told: Sequence[Event]) -> str:
    """Say in one sentence what decided the game; `told` is all that has happened in it."""
    end = next(event for event in reversed(told) if isinstance(event, events.Finished))
    if len(end.winners) > 1:
        return words.say("Equal seals, wares and cards in hand: the victory is shared.")
    winner = end.winners[0]
    others = [seat for seat in range(len(end.scores)) if seat != winner]
    second = max(others, key=lambda seat: (end.scores[seat].total, end.scores[seat].wares, end.scores[seat].cards))
    mine, theirs = end.scores[winner], end.scores[second]
    if mine.total == theirs.total and mine.wares != theirs.wares:
        return words.say("Equal seals: {winner} wins by more wares left.", winner=names[winner])
    if mine.total == theirs.total:
        return words.say("Equal seals and wares left: {winner} wins by more cards in hand.", winner=names[winner])
    came = _where_seals_came_from(told)
    came["rest"] = {winner: mine.bought, second: theirs.bought}
    parts = [(words.say(what), came[key].get(winner, 0), came[key].get(second, 0)) for key, what in _SOURCES.items()]
    return endings.decided(words, names[winner], names[second], seals(words, mine.total - theirs.total), parts)


def _where_seals_came_from(told: Iterable[Event]) -> dict[str, dict[int, int]]:
    """Return by source what each seat got there."""
    came: dict[str, dict[int, int]] = {key: {} for key in _SOURCES}

    def add(key: str, seat: int, n: int) -> None:
        came[key][seat] = came[key].get(seat, 0) + n

    for event in told:
        if isinstance(event, events.Shared) and event.card in ("troops", "knight"):
            for seat, kept in zip(event.seats, event.kept, strict=True):
                add("battle", seat, kept)
        elif isinstance(event, events.Paid) and event.card == "tollkeeper":
            add("toll", event.seat, event.kept)
        elif isinstance(event, events.Traded):
            add("trade", event.seat, event.seals)
    return came


def tie_breaks(words: Words, scores: Sequence[events.Score]) -> list[str]:
    """V22: say what broke ties behind the first place."""
    first = max(score.total for score in scores)
    scores = [score for score in scores if score.total < first]
    ties = [(one, other) for one, other in combinations(scores, 2) if one.total == other.total]
    lines = []
    if any(one.wares != other.wares for one, other in ties):
        lines.append(words.say("Equal seals: more wares left decide."))
    if any(one.wares == other.wares and one.cards != other.cards for one, other in ties):
        lines.append(words.say("Equal seals and wares left: more cards in hand decide."))
    return lines


ASIDES: tuple[type[Event], ...] = (
    events.RoundBegan,
    events.TradesShown,
    events.MarketClosed,
    events.MarketOpened,
    events.PickedUp,
)
