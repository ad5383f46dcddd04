"""Riga: the text of each change since a player's last move (`change_text_of`)."""

from __future__ import annotations

from collections.abc import Sequence

from rules.contract import Change
from rules.riga.changes import Discarded, NewYear, OffDisplay, OthersBuilt, StartKept
from words import change_text
from words.catalogue import Words
from words.change_text import ChangeText
from words.riga import terms


def change_text_of(words: Words, names: Sequence[str], change: Change) -> ChangeText:
    """Return the text of one change for the player whom it concerns.

    Kinds of changes that all games have are worded by `change_text.shared_change`. `names` are the seats' formatted
    names. Only discards are marked as losses.
    """
    match change:
        case Discarded():
            cards = _discarded(words, change)
            return ChangeText(words.say("You discarded {cards} in winter.", cards=cards), cards, lost=True)
        case StartKept():
            what = (
                terms.building(words, change.private)
                if change.private
                else words.many("{n} building", "{n} buildings", 1)
            )
            return ChangeText(words.say("New in your hand: {building}.", building=what), what)
        case OthersBuilt():
            full = words.say(
                "🔨 {who} builds {buildings} (+{points}).",
                who=names[change.seat],
                buildings=terms.buildings_in_sentence(words, change.buildings),
                points=change.points,
            )
            return ChangeText(full, terms.buildings(words, change.buildings), seat=change.seat)
        case OffDisplay():
            gone = terms.buildings(words, change.buildings)
            return ChangeText(words.say("No longer on display: {buildings}.", buildings=gone), gone)
        case NewYear():
            full = (
                words.say("You start year {year}.", year=change.year)
                if change.starter is None
                else words.say("{who} starts year {year}.", year=change.year, who=names[change.starter])
            )
            return ChangeText(full, words.say("year {year}", year=change.year))
        case _:
            return change_text.shared_change(words, names, change)


def _discarded(words: Words, change: Discarded) -> str:
    """Return the discarded goods and buildings as a list joined by "and".

    Buildings are only counted if the reader may not know them.
    """
    lots = [terms.goods(words, change.goods)] if change.goods else []
    if change.private:
        lots.append(terms.buildings(words, change.private))
    elif change.buildings:
        lots.append(words.many("{n} building", "{n} buildings", change.buildings))
    return words.join_and(lots)
