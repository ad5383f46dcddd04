"""Visby in words: names, what a card would do now, what happened, what is asked, why not."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import combinations

from rules import Illegal
from rules.contract import Event
from rules.visby import events
from rules.visby.data import BEGGED, BEST, DATA, RATES, WARES_LIMIT
from rules.visby.view import View
from words.language import N_, Words

CARDS = {
    "troops": N_("Troops"),
    "knight": N_("Knight"),
    "blacksmith": N_("Blacksmith"),
    "fleet": N_("Fleet"),
    "ship": N_("Ship"),
    "tollkeeper": N_("Tollkeeper"),
    "merchant": N_("Merchant"),
    "mendicant": N_("Mendicant"),
}

EMOJI = {
    "troops": "⚔️",
    "knight": "🐴",
    "blacksmith": "🔨",
    "fleet": "⛵",
    "ship": "🚢",
    "tollkeeper": "🪙",
    "merchant": "⚖️",
    "mendicant": "🙏",
}

_LIMITS = {card.key: card.draws.limit for card in DATA.card if card.draws}
_PAYS = {card.key: card.pays.for_each for card in DATA.card if card.pays}
_ASKED = {"choose": N_("choose what you play this round."), "trade": N_("decide how many wares you trade.")}


def card(words: Words, key: str) -> str:
    """Return a card's name with its sign."""
    return f"{EMOJI[key]} {words.say(CARDS[key])}"


def cards(words: Words, keys: Iterable[str]) -> str:
    """Return several cards."""
    return ", ".join(card(words, key) for key in keys)


def seals(words: Words, n: int) -> str:
    """Return a number of seals."""
    return words.many("{n} seal", "{n} seals", n)


def wares(words: Words, n: int) -> str:
    """Return a number of wares."""
    return words.many("{n} ware", "{n} wares", n)


def rate(space: int) -> str:
    """Return what a space of the Market offers: wares to seals."""
    return "{}:{}".format(*RATES[space])


def asked(words: Words, decision: str) -> str:
    """Say what is asked: the end of a sentence that begins with the game's name."""
    return words.say(_ASKED[decision])


def effect(words: Words, view: View, seat: int, key: str) -> str:
    """Say in one line what a card would do now, as far as anybody can know."""
    me = view.players[seat]
    room = WARES_LIMIT - me.wares
    if key in ("troops", "knight"):
        most = min(_LIMITS[key], view.battle)
        return words.say("up to {seals} from the Battle, shared with equal cards", seals=seals(words, most))
    if key in ("fleet", "ship"):
        most = min(_LIMITS[key], view.journey)
        line = words.say("up to {wares} from the Journey, shared with equal cards", wares=wares(words, most))
        return line if most <= room else line + words.say(" (you have room for {room})", room=room)
    if key == "blacksmith":
        return words.say(
            "{wares} for each Knight and {more} for each Troops the others play",
            wares=wares(words, _PAYS[key]["knight"]),
            more=_PAYS[key]["troops"],
        )
    if key == "tollkeeper":
        return words.say(
            "{seals} for each Ship and {more} for each Fleet the others play",
            seals=seals(words, _PAYS[key]["ship"]),
            more=_PAYS[key]["fleet"],
        )
    if key == "merchant":
        best = BEST[view.market][me.wares]
        if not best:
            return _too_few(words, view, me.wares)
        return words.say(
            "trade at {rate}, up to {seals} for your {wares}",
            rate=rate(view.market),
            wares=wares(words, me.wares),
            seals=seals(words, best),
        )
    count = min(len(me.discard) + view.cards_to_choose, len(BEGGED) - 1)
    return words.say(
        "all your cards back and {wares}, {more} more for each Merchant the others play",
        wares=wares(words, BEGGED[count]),
        more=_PAYS[key]["merchant"],
    )


def _too_few(words: Words, view: View, owned: int) -> str:
    """V19: of two cards, one that acts before the Merchant may bring what is missing."""
    have = wares(words, owned)
    if view.cards_to_choose == 1:
        return words.say("trade at {rate}; you have {wares}, too few for a seal", rate=rate(view.market), wares=have)
    return words.say(
        "trade at {rate}; you have {wares}, too few for a seal unless your other card brings more first",
        rate=rate(view.market),
        wares=have,
    )


def trade(words: Words, view: View, given: int) -> str:
    """Name a trade."""
    if not given:
        return words.say("No trade")
    return words.say("{wares} → {seals}", wares=wares(words, given), seals=seals(words, BEST[view.market][given]))


# What happened


def story(words: Words, names: Sequence[str], told: Iterable[Event]) -> list[str]:
    """Tell what happened, a line for each event worth one."""
    lines = []
    for event in told:
        tell = _TELLERS.get(type(event))
        if tell:
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
    lines = [
        words.say("{name} plays {cards}", name=names[seat], cards=cards(words, played))
        for seat, played in enumerate(event.played)
    ]
    return "\n".join(["### " + words.say("All cards are revealed"), *lines])


def _shared(words: Words, names: Sequence[str], event: events.Shared) -> str:
    amount = seals if event.card in ("troops", "knight") else wares
    who = words.both([names[seat] for seat in event.seats])
    head = f"{EMOJI[event.card]} "
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


def _paid(words: Words, names: Sequence[str], event: events.Paid) -> str:
    amount = seals if event.card == "tollkeeper" else wares
    who = names[event.seat]
    head = f"{EMOJI[event.card]} "
    if not event.amount:
        return head + words.say("{who} gets nothing this time.", who=who)
    line = head + words.say("{who} gets {amount}.", who=who, amount=amount(words, event.amount))
    return " ".join(filter(None, [line, _lost(words, who, event.amount - event.kept)]))


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
    return f"{EMOJI['merchant']} {line}"


def _traded(words: Words, names: Sequence[str], event: events.Traded) -> str:
    who = names[event.seat]
    if not event.asked:
        return EMOJI["merchant"] + " " + words.say("{who} has too few wares to trade.", who=who)
    if not event.wares:
        return EMOJI["merchant"] + " " + words.say("{who} does not trade.", who=who)
    return (
        EMOJI["merchant"]
        + " "
        + words.say(
            "{who} trades {wares} for {seals}.",
            who=who,
            wares=wares(words, event.wares),
            seals=seals(words, event.seals),
        )
    )


def _picked_up(words: Words, names: Sequence[str], event: events.PickedUp) -> str:
    return EMOJI["mendicant"] + " " + words.say("{who} takes all cards back.", who=names[event.seat])


_TELLERS: dict[type[Event], Callable[[Words, Sequence[str], Event], str]] = {
    events.RoundBegan: _round_began,  # type: ignore[dict-item]
    events.Revealed: _revealed,  # type: ignore[dict-item]
    events.Shared: _shared,  # type: ignore[dict-item]
    events.Paid: _paid,  # type: ignore[dict-item]
    events.MarketOpened: _market_opened,  # type: ignore[dict-item]
    events.Traded: _traded,  # type: ignore[dict-item]
    events.PickedUp: _picked_up,  # type: ignore[dict-item]
}


# Why not

_REFUSED = {
    "wrong_kind": N_("You cannot do that right now. The menu shows what you can do."),
    "wrong_number_of_cards": N_("Choose exactly {wanted}, not {given}."),
    "same_card_twice": N_("Choose two different cards."),
    "no_such_card": N_("There is no such card. Choose one from your hand."),
    "card_is_discarded": N_("{card} is not in your hand. The Mendicant brings all cards back."),
    "less_than_nothing": N_("You cannot trade less than nothing. 0 means no trade."),
    "more_than_owned": N_("You have only {owned} to trade, not {wares}. Trade fewer wares."),
}


def refusal(words: Words, no: Illegal) -> str:
    """Say why a move is not allowed, with the rule's number."""
    facts = dict(no.facts)
    if facts.get("card") in CARDS:
        facts["card"] = words.say(CARDS[str(facts["card"])])
    return f"{words.say(_REFUSED[no.key], **facts)} ({no.rule})"


def score(words: Words, end: events.Score) -> str:
    """Say how one player's end came about, and what counts in a tie."""
    left = words.say(
        "left: {wares}, {cards}",
        wares=wares(words, end.wares),
        cards=words.many("{n} card", "{n} cards", end.cards),
    )
    if not end.bought:
        return f"**{seals(words, end.total)}** · {left}"
    bought = words.say("({seals} + {bought} for wares left)", seals=end.seals, bought=end.bought)
    return f"**{seals(words, end.total)}** {bought} · {left}"


def settled(words: Words, scores: Sequence[events.Score]) -> list[str]:
    """V22: say by what ties were settled."""
    ties = [(one, other) for one, other in combinations(scores, 2) if one.total == other.total]
    lines = []
    if any(one.wares != other.wares for one, other in ties):
        lines.append(words.say("Equal seals: more wares left decide."))
    if any(one.wares == other.wares and one.cards != other.cards for one, other in ties):
        lines.append(words.say("Equal seals and wares left: more cards in hand decide."))
    return lines
