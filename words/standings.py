"""What everybody would score if the game ended now, in words, and what final scores are made of."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from rules.contract import Standing
from words.endings import signed
from words.games import GAME_WORDS
from words.language import Words

_LETTERS = "ABCDEF"


class Row(msgspec.Struct, frozen=True):
    """A line of the table: one part of everybody's score, or what decides a tie."""

    key: str
    label: str
    amounts: tuple[int, ...]
    tie: bool = False
    hidden: tuple[bool, ...] = ()
    """For whom something hidden would add to it."""

    def shown(self, seat: int) -> str:
        """Return what stands there for a seat."""
        return signed(self.amounts[seat]) + ("+" if self.hidden and self.hidden[seat] else "")


def rows(words: Words, game: str, standings: Sequence[Standing]) -> list[Row]:
    """Return what scores are made of, without what nobody has; where totals are equal, also what decides then."""
    if not standings:
        return []
    found = []
    totals = [standing.total for standing in standings]
    tied = len(set(totals)) < len(totals)
    count = len(standings[0].parts)
    for number, (key, _) in enumerate((*standings[0].parts, *(standings[0].ties if tied else ()))):
        amounts = tuple((standing.parts + standing.ties)[number][1] for standing in standings)
        hidden = tuple(key in standing.hidden for standing in standings)
        if number >= count or any(amounts):
            found.append(Row(key, part(words, game, key), amounts, number >= count, hidden))
    return found


def part(words: Words, game: str, key: str) -> str:
    """Return what a part of a score is for."""
    labels = GAME_WORDS[game].parts
    return words.say(labels[key]) if key in labels else key


def short(words: Words, names: Sequence[str], standings: Sequence[Standing]) -> str:
    """Return everybody's number as small as can be, the best first; nothing where a game says nothing."""
    if not standings:
        return ""
    order = _order(standings)
    return "-# " + words.say(
        "🏁 If it ended now: {scores}",
        scores=" · ".join(f"{names[seat]} {signed(standings[seat].total)}" for seat in order),
    )


def own(words: Words, game: str, standings: Sequence[Standing], seat: int) -> str:
    """Tell a seat its own number and what it is made of."""
    if not standings:
        return ""
    mine = standings[seat]
    parts = " · ".join(f"{part(words, game, key)} {signed(amount)}" for key, amount in mine.parts if amount)
    total = words.say("🏁 If it ended now you would score **{n}**.", n=signed(mine.total))
    return f"{total}\n-# {parts}" if parts and len([1 for _, amount in mine.parts if amount]) > 1 else total


def table(words: Words, game: str, names: Sequence[str], standings: Sequence[Standing]) -> list[str]:
    """Return the placings, and what they are made of as a table of letters that are all equally wide."""
    order = _order(standings)
    lines = [f"**{_LETTERS[seat]}** {names[seat]} · **{signed(standings[seat].total)}**" for seat in order]
    made = rows(words, game, standings)
    if made:
        label = max(len(row.label) for row in made)
        wide = 1 + max(2, *(len(row.shown(seat)) for row in made for seat in order))
        head = " " * label + "".join(_LETTERS[seat].rjust(wide) for seat in order)
        body = [row.label.ljust(label) + "".join(row.shown(seat).rjust(wide) for seat in order) for row in made]
        lines.append("```\n" + "\n".join((head, *body)) + "\n```")
    lines += [f"-# {line}" for line in notes(words, game, names, standings)]
    return lines


def notes(words: Words, game: str, names: Sequence[str], standings: Sequence[Standing]) -> list[str]:
    """Say what decides between equal numbers, and what a number is without."""
    lines = []
    totals = [standing.total for standing in standings]
    if len(set(totals)) < len(totals):
        ties = [part(words, game, key) for key, _ in standings[0].ties]
        if ties:
            lines.append(words.say("Where scores are equal, this decides: {ties}.", ties=", ".join(ties)))
        else:
            lines.append(words.say("Equal scores share their place."))
        hidden = {key for standing in standings for key in standing.hidden}
        lines += [words.say("+ without what is hidden: {part}.", part=part(words, game, key)) for key in sorted(hidden)]
    return lines


def _order(standings: Sequence[Standing]) -> list[int]:
    return sorted(range(len(standings)), key=lambda seat: [-amount for amount in standings[seat].rank])
