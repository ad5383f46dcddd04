"""Texts about scores: what everybody would score if the game ended now, and the parts of a score.

`score_rows` and `total_row` make the rows of the score table, which pictures draw; `score_lines` is the same as text.
`scores_line`, `own_score` and `score_notes` are short texts around it. `standings` is one `Standing` per seat, in
seat order, or empty.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from rules.contract import Standing
from words.catalogue import Words
from words.ending_text import format_number
from words.games import GAME_WORDS
from words.signs import seat_sign as seat_sign


class ScoreRow(msgspec.Struct, frozen=True):
    """One row of the score table, with each seat's amount: a part of the score, the total, or a tie-breaker.

    `score_rows` and `total_row` make them.
    """

    key: str
    """The part's key in the game's `score_parts`; "" for the total."""
    label: str
    """The row's name in the reader's language."""
    amounts: tuple[int, ...]
    """The amount of each seat, in seat order."""
    tie: bool = False
    """True for a tie-breaker."""
    hidden: tuple[bool, ...] = ()
    """For each seat, True if hidden cards may add to the amount; empty if nothing is hidden."""

    def shown(self, seat: int) -> str:
        """Return a seat's amount as text, with "+" after it if hidden cards may add to it.

        For a tie-breaker to which hidden cards may add, the text is only "?".
        """
        if not (self.hidden and self.hidden[seat]):
            return format_number(self.amounts[seat])
        return "?" if self.tie else format_number(self.amounts[seat]) + "+"


def score_rows(words: Words, game: str, standings: Sequence[Standing]) -> list[ScoreRow]:
    """Return one row for each part of the score; [] without standings.

    A part that is 0 for all seats is left out, unless hidden cards may add to it. If any two totals are equal, rows
    with the tie-breakers of all seats follow; a tie-breaker that is hidden for all seats is left out. `game` is the
    game's key.
    """
    if not standings:
        return []
    found = []
    totals = [standing.total for standing in standings]
    tied = len(set(totals)) < len(totals)
    count = len(standings[0].parts)
    for number, (key, _) in enumerate((*standings[0].parts, *(standings[0].ties if tied else ()))):
        amounts = tuple((standing.parts + standing.ties)[number][1] for standing in standings)
        hidden = tuple(key in standing.hidden for standing in standings)
        if not all(hidden) if number >= count else any(amounts) or any(hidden):
            found.append(ScoreRow(key, part_label(words, game, key), amounts, number >= count, hidden))
    return found


def part_label(words: Words, game: str, key: str) -> str:
    """Return the name of a part of a score or a tie-breaker; its key if the game does not name it."""
    labels = GAME_WORDS[game].score_parts
    return words.say(labels[key]) if key in labels else key


def total_row(words: Words, standings: Sequence[Standing]) -> ScoreRow:
    """Return the row of everybody's totals; its key is "". A total is marked as hidden if one of its parts is."""
    hidden = tuple(any(key in standing.hidden for key, _ in standing.parts) for standing in standings)
    return ScoreRow("", words.say("total"), tuple(standing.total for standing in standings), hidden=hidden)


def caption(words: Words, *, over: bool) -> str:
    """Return the heading of a score table: the final score, or the score if the game ended now."""
    return words.say("Final score") if over else words.say("If the game ended now")


def scores_line(words: Words, game: str, names: Sequence[str], standings: Sequence[Standing]) -> str:
    """Return one small-print line with everybody's total if the game ended now, best first; "" without standings.

    The line says what the totals count, if the game explains that (`score_basis`).
    """
    if not standings:
        return ""
    numbers = total_row(words, standings)
    scores = " · ".join(f"{names[seat]} {numbers.shown(seat)}" for seat in seats_by_rank(standings))
    if basis := GAME_WORDS[game].score_basis(words, standings):
        return "-# " + words.say("🏁 If the game ended now ({basis}): {scores}", basis=basis, scores=scores)
    return "-# " + words.say("🏁 If the game ended now: {scores}", scores=scores)


def own_score(words: Words, game: str, standings: Sequence[Standing], seat: int) -> str:
    """Return a sentence with what a seat would score if the game ended now; "" without standings.

    A second, small-print line lists the parts that are not 0, unless the first part alone is the score.
    """
    if not standings:
        return ""
    mine = standings[seat]
    parts = [f"{part_label(words, game, key)} {format_number(amount)}" for key, amount in mine.parts if amount]
    score = GAME_WORDS[game].score_with_unit(words, mine.total)
    sentence = words.say("🏁 If the game ended now, you would have **{score}**.", score=score)
    return f"{sentence}\n-# {' · '.join(parts)}" if mine.parts[0][1] != mine.total or len(parts) > 1 else sentence


def score_lines(words: Words, game: str, names: Sequence[str], standings: Sequence[Standing]) -> list[str]:
    """Return the score table as lines of text, for readers without pictures, best seat first.

    Each seat has a line with its sign, name and total. A small-print line follows with its parts that are not 0. If any
    two totals are equal, that line also has the tie-breakers, for every seat. It is left out if it would be empty.
    """
    found, numbers, lines = score_rows(words, game, standings), total_row(words, standings), list[str]()
    for seat in seats_by_rank(standings):
        lines.append(f"{seat_sign(seat)} {names[seat]} · **{numbers.shown(seat)}**")
        made = [f"{row.label} {row.shown(seat)}" for row in found if row.amounts[seat] or row.tie]
        lines += [f"-# {' · '.join(made)}"] if made else []
    return lines


def score_notes(words: Words, game: str, standings: Sequence[Standing]) -> list[str]:
    """Return the footnotes of a score table: no, one or two sentences.

    The first is there if any two totals are equal. It says which tie-breakers decide, and whether these depend on
    hidden cards; in a game without tie-breakers it says that equal scores share a place. The second names the parts of
    the score to which hidden cards may still add, if there are any.
    """
    lines = []
    totals = [standing.total for standing in standings]
    if len(set(totals)) < len(totals):
        ties = ", ".join(part_label(words, game, key) for key, _ in standings[0].ties)
        if _hidden_cards_decide(standings):
            lines.append(words.say("Ties are broken by: {ties} (depends on hidden cards).", ties=ties))
        elif ties:
            lines.append(words.say("Ties are broken by: {ties}.", ties=ties))
        else:
            lines.append(words.say("Players with equal scores share a place."))
    hidden = [row.label for row in score_rows(words, game, standings) if any(row.hidden) and not row.tie]
    if hidden:
        lines.append(words.say("+ not counting hidden cards: {part}.", part=", ".join(hidden)))
    return lines


def seats_by_rank(standings: Sequence[Standing]) -> list[int]:
    """Return the seat numbers, the best first.

    Seats with equal totals are ordered by their tie-breakers. If hidden cards may change a tie-breaker that decides,
    all seats with equal totals are ordered by seat number instead.
    """
    hidden = _hidden_cards_decide(standings)
    ranks = [(standing.total,) if hidden else standing.rank for standing in standings]
    return sorted(range(len(standings)), key=lambda seat: [-amount for amount in ranks[seat]])


def _hidden_cards_decide(standings: Sequence[Standing]) -> bool:
    """Return True if hidden cards may add to a tie-breaker of a seat that has the same total as another seat."""
    totals = [standing.total for standing in standings]
    return any(
        totals.count(standing.total) > 1 and key in standing.hidden
        for standing in standings
        for key, _ in standing.ties
    )
