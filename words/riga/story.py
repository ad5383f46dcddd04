"""Riga: the story, one line of text for each event (`story`).

The other functions make the line of one kind of event each. A line reads well with and without the event's private
part, which only some readers may know.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

from rules.contract import Event
from rules.riga import events
from rules.riga.data import BUILDINGS, DATA, EXCHANGE
from words import ending_text
from words.catalogue import Words
from words.riga import terms


def story(words: Words, names: Sequence[str], new_events: Iterable[Event]) -> list[str]:
    """Return the lines that tell the given events, in order; events that are not worth telling have no line.

    `names` are the seats' formatted names.
    """
    lines = []
    for event in _once(new_events):
        line_of = _LINES.get(type(event))
        line = line_of(words, names, event) if line_of else ""
        if line:
            lines.append(line)
    return lines


class _Opened(NamedTuple):
    """A winter discard with all its cards, for readers who may know them: it replaces the public event in the story.

    The public event, `Discarded`, names only the goods. `seat` is the player who discards; `cards` are the keys of all
    discarded cards, goods and buildings.
    """

    seat: int
    cards: tuple[str, ...]


def _once(new_events: Iterable[Event]) -> list[Event | _Opened]:
    """Return the events with each winter discard only once.

    A player's discard is first a sealed choice (`SealedDiscard`) and later a public event (`Discarded`). If both are
    among the events, the sealed one is removed. If the sealed one has the cards, because the reader of the story may
    know them, the public one is replaced by an `_Opened` with these cards.
    """
    once: list[Event | _Opened] = []
    for event in new_events:
        if not isinstance(event, events.Discarded):
            once.append(event)
            continue
        sealed = [each for each in once if isinstance(each, events.SealedDiscard) and each.seat == event.seat]
        once = [each for each in once if each not in sealed]
        known = sealed[-1].private if sealed else None
        once.append(_Opened(event.seat, known) if known else event)
    return once


# The beginning


def _turned_up(words: Words, names: Sequence[str], event: events.TurnedUp) -> str:
    """Return the story line that says which goods a player reveals and their sum."""
    return words.say(
        "{who} reveals {goods}: {total}.",
        who=names[event.seat],
        goods=terms.goods(words, event.goods),
        total=event.total,
    )


def _starter_asked(words: Words, names: Sequence[str], event: events.StarterAsked) -> str:
    """Return the story line that says who names the starting player: the player who revealed the lowest value.

    If several players are tied for it, the line names them too.
    """
    who = names[event.seat]
    if len(event.tied) > 1:
        tied = words.join_and([names[seat] for seat in event.tied])
        return words.say("{tied} are tied for the lowest value; {who} chooses the starting player.", tied=tied, who=who)
    return words.say("{who} has the lowest value and chooses the starting player.", who=who)


def _starter_named(words: Words, names: Sequence[str], event: events.StarterNamed) -> str:
    """Return the story line that says who becomes the starting player."""
    if event.seat == event.starter:
        return words.say("🚩 {who} chooses to be the starting player.", who=names[event.seat])
    return words.say(
        "🚩 {who} makes {starter} the starting player.", who=names[event.seat], starter=names[event.starter]
    )


def _drew(words: Words, names: Sequence[str], event: events.Drew) -> str:
    """Return the story line that says how many cards a player draws, and with which building.

    It names the cards if the reader may know them. If the event has no building, it is the draw of buildings at the
    start of the game, of which the player keeps one.
    """
    who = names[event.seat]
    treasury = event.building is not None and event.building.endswith("treasury")
    if treasury:
        cards = words.many("{n} good", "{n} goods", event.count)
    else:
        cards = words.many("{n} building", "{n} buildings", event.count)
    if event.private:
        cards += f" ({terms.cards(words, event.private)})"
    if event.building is None:
        return words.say("{who} draws {cards} and keeps one.", who=who, cards=cards)
    return words.say(
        "⚡ {who} uses {building} and draws {cards}.",
        who=who,
        building=terms.building(words, event.building),
        cards=cards,
    )


def _sealed_start(words: Words, names: Sequence[str], event: events.SealedStart) -> str:
    """Return the story line that says which start building a player keeps; "" if the reader may not know."""
    if event.private is None:
        return ""
    kept = terms.building(words, event.private)
    return words.say("{who} keeps {building}.", who=names[event.seat], building=kept)


def _start_kept(words: Words, names: Sequence[str], event: events.StartKept) -> str:
    """Return the story line that says that all have kept a building, and how many go face down to the discard pile."""
    return words.many(
        "Everybody has secretly kept a building; {n} is discarded face down.",
        "Everybody has secretly kept a building; {n} are discarded face down.",
        event.face_down,
    )


# A year


def _year_began(words: Words, names: Sequence[str], event: events.YearBegan) -> str:
    """Return the heading of a year and its starting player."""
    return words.say(
        "### 🌷 Year {year} of {years}\n{starter} is the starting player.",
        year=event.year,
        years=event.years,
        starter=names[event.starter],
    )


def _shuffled(words: Words, names: Sequence[str], event: events.Shuffled) -> str:
    """Return the story line that says that a pile was used up and the discard pile was shuffled into a new one."""
    if event.pile == "goods":
        return words.many(
            "🔀 The goods pile is empty: {n} card from the discard pile becomes the new one.",
            "🔀 The goods pile is empty: {n} cards from the discard pile are shuffled into a new one.",
            event.cards,
        )
    return words.many(
        "🔀 The building pile is empty: {n} card from the discard pile becomes the new one.",
        "🔀 The building pile is empty: {n} cards from the discard pile are shuffled into a new one.",
        event.cards,
    )


def _row_laid(words: Words, names: Sequence[str], event: events.RowLaid) -> str:
    """Return the story line of a new or topped-up row of goods, with its value."""
    goods = terms.goods(words, event.goods)
    if event.topped_up:
        return words.say("One row is topped up with {goods} = **{total}**", goods=goods, total=event.total)
    return words.say("New row: {goods} = **{total}**", goods=goods, total=event.total)


def _buildings_laid(words: Words, names: Sequence[str], event: events.BuildingsLaid) -> str:
    """Return up to three story lines as one text, each with a list of buildings.

    The lists are the buildings that leave the display, those that stay for only this year, and new ones. A line without
    buildings is left out.
    """
    lines = []
    if event.removed:
        lines.append(words.say("No longer on display: {buildings}", buildings=terms.buildings(words, event.removed)))
    if event.old:
        lines.append(words.say("Only this year: {buildings}", buildings=terms.buildings(words, event.old)))
    if event.new:
        lines.append(words.say("New buildings: {buildings}", buildings=terms.buildings(words, event.new)))
    return "\n".join(lines)


# A turn


def _turn_began(words: Words, names: Sequence[str], event: events.TurnBegan) -> str:
    """Return the small-print line with the season and the player whose turn it is."""
    season = words.say(terms.SEASONS[event.season])
    return "-# " + words.say("{season}: {who} to play", season=season, who=names[event.seat])


def _nothing_lies(words: Words, names: Sequence[str], event: events.NothingLies) -> str:
    """Return the story line that says that a player finds nothing to take."""
    return words.say("{who} has nothing to take.", who=names[event.seat])


def _took_row(words: Words, names: Sequence[str], event: events.TookRow) -> str:
    """Return the story line that says which row of goods a player takes."""
    return words.say(
        "🛢️ {who} takes a row: {goods}.",
        who=names[event.seat],
        goods=terms.goods(words, event.goods),
    )


def _took_building(words: Words, names: Sequence[str], event: events.TookBuilding) -> str:
    """Return the story line that says which building a player takes."""
    return words.say(
        "🏠 {who} takes {building}.", who=names[event.seat], building=terms.building(words, event.building)
    )


def _swapped(words: Words, names: Sequence[str], event: events.Swapped) -> str:
    """Return the story line that says which two goods a Monastery swaps."""
    return words.say(
        "⚡ {who} uses the Monastery to swap {good} from row {row} with {other_good} from row {other_row}.",
        who=names[event.seat],
        good=terms.good(words, event.good),
        row=event.row,
        other_good=terms.good(words, event.other_good),
        other_row=event.other_row,
    )


def _built(words: Words, names: Sequence[str], event: events.Built) -> str:
    """Return the story line that says what a player builds, for how much, and how it is paid.

    If a Crane lowered the cost, both costs are named. If ducats were overpaid, it says how many are lost.
    """
    cost = terms.ducats(words, event.full_cost)
    if event.cost != event.full_cost:
        cost = words.say("{cost} instead of {full}", cost=terms.ducats(words, event.cost), full=event.full_cost)
    line = words.say(
        "🔨 {who} builds {buildings} for {cost}, paying with {payment}.",
        who=names[event.seat],
        buildings=words.join_and([f"**{terms.building(words, name)}**" for name in event.buildings]),
        cost=cost,
        payment=terms.paid_with(words, event.goods, event.money, event.cranes, several=len(event.buildings) > 1),
    )
    return f"{line} {terms.overpaid(words, event.lapsed)}." if event.lapsed else line


def _person_chosen(words: Words, names: Sequence[str], event: events.PersonChosen) -> str:
    """Return the story line that says whether a player's School trains a merchant or a knight."""
    return words.say(
        "🎓 {who}'s School trains {person}.",
        who=names[event.seat],
        person=words.term(terms.PERSONS[event.person]),
    )


def _kept_building(words: Words, names: Sequence[str], event: events.KeptBuilding) -> str:
    """Return the story line that says which of the drawn buildings a player keeps, as far as the reader may know."""
    who = names[event.seat]
    if not event.kept:
        return words.say("{who} keeps none of them.", who=who)
    if event.private:
        return words.say("{who} keeps {building}.", who=who, building=terms.building(words, event.private))
    return words.say("{who} keeps one of them.", who=who)


def _kept_good(words: Words, names: Sequence[str], event: events.KeptGood) -> str:
    """Return the story line that says that a player keeps one of the drawn goods, and which are discarded.

    It names the kept good if the reader may know it.
    """
    who = names[event.seat]
    rest = terms.goods(words, event.discarded)
    if event.private:
        line = words.say("{who} keeps {good}.", who=who, good=terms.good(words, event.private))
    else:
        line = words.say("{who} keeps one of them.", who=who)
    return f"{line} {words.say('Discarded: {goods}.', goods=rest)}" if event.discarded else line


def _filled(words: Words, names: Sequence[str], event: events.Filled) -> str:
    """Return the story line that says which goods a player puts into the Exchange, and how many ducats it holds now."""
    return words.say(
        "⚡ {who} puts {goods} into {exchange}. It now holds {ducats}.",
        who=names[event.seat],
        goods=terms.goods(words, event.goods),
        exchange=terms.building(words, EXCHANGE),
        ducats=terms.ducats(words, event.ducats),
    )


# Winter


def _winter_began(words: Words, names: Sequence[str], event: events.WinterBegan) -> str:
    """Return the heading of winter, and a sentence that says who holds too many cards, or that nobody does."""
    head = words.say("### ❄️ Winter of year {year}", year=event.year)
    if not event.asked:
        return f"{head}\n" + words.say("Nobody has too many cards.")
    who = words.join_and([names[seat] for seat in event.asked])
    return f"{head}\n" + words.many(
        "{who} has more than {limit} cards and chooses what to discard.",
        "{who} have more than {limit} cards and choose what to discard.",
        len(event.asked),
        who=who,
        limit=DATA.setup.winter_limit,
    )


def _sealed_discard(words: Words, names: Sequence[str], event: events.SealedDiscard) -> str:
    """Return the story line that says what a player wants to discard in winter; "" if the reader may not know."""
    if event.private is None:
        return ""
    if not event.private:
        return words.say("{who} wants to keep all their cards.", who=names[event.seat])
    cards = terms.cards(words, event.private)
    return words.say("{who} wants to discard {cards}.", who=names[event.seat], cards=cards)


def _opened(words: Words, names: Sequence[str], event: _Opened) -> str:
    """Return the story line that says what a player discards, with the buildings' names."""
    return words.say("{who} discards {cards}.", who=names[event.seat], cards=terms.cards(words, event.cards))


def _discarded(words: Words, names: Sequence[str], event: events.Discarded) -> str:
    """Return the story line that says what a player discards in winter, or that they keep all cards.

    Goods are named, buildings only counted.
    """
    lots = [terms.goods(words, event.goods)] if event.goods else []
    if event.buildings:
        lots.append(words.many("{n} building", "{n} buildings", event.buildings))
    if not lots:
        return words.say("{who} keeps all their cards.", who=names[event.seat])
    return words.say("{who} discards {cards}.", who=names[event.seat], cards=words.join_and(lots))


def _year_ended(words: Words, names: Sequence[str], event: events.YearEnded) -> str:
    """Return the small-print line with everybody's points after a year, the most first."""
    standings = ending_text.scores_so_far(names, event.points)
    return "-# " + words.say("Points so far, after year {year}: {standings}", year=event.year, standings=standings)


_LINES: dict[type, Callable[[Words, Sequence[str], Any], str]] = {
    events.TurnedUp: _turned_up,
    events.StarterAsked: _starter_asked,
    events.StarterNamed: _starter_named,
    events.Drew: _drew,
    events.SealedStart: _sealed_start,
    events.StartKept: _start_kept,
    events.YearBegan: _year_began,
    events.Shuffled: _shuffled,
    events.RowLaid: _row_laid,
    events.BuildingsLaid: _buildings_laid,
    events.TurnBegan: _turn_began,
    events.NothingLies: _nothing_lies,
    events.TookRow: _took_row,
    events.TookBuilding: _took_building,
    events.Swapped: _swapped,
    events.Built: _built,
    events.PersonChosen: _person_chosen,
    events.KeptBuilding: _kept_building,
    events.KeptGood: _kept_good,
    events.Filled: _filled,
    events.WinterBegan: _winter_began,
    events.SealedDiscard: _sealed_discard,
    events.Discarded: _discarded,
    _Opened: _opened,
    events.YearEnded: _year_ended,
}
"""The function that returns the line of each kind of event; events of other kinds have no line."""


def _points(event: events.Built) -> float:
    """Return the weight of a build: the points of its buildings, above everything else that happens in a turn."""
    return 10.0 + sum(BUILDINGS[name].points for name in event.buildings)


SWINGS: dict[type[Event], Any] = {
    events.Built: _points,
    events.TookBuilding: 5.0,
    events.TookRow: 4.0,
    events.Swapped: 3.0,
    events.Filled: 3.0,
    events.Drew: 3.0,
    events.KeptBuilding: 2.0,
    events.KeptGood: 2.0,
    events.Discarded: 2.0,
    events.PersonChosen: 2.0,
    events.StarterNamed: 1.0,
    events.TurnedUp: 1.0,
    events.NothingLies: 1.0,
    events.YearEnded: 0.0,
}
"""How much each kind of event weighs in a lesson's recap, as a number or by its function; others are left out."""
