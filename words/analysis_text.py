"""Sentences of the analysis of a finished game: a person's own decisions, turning points, and chances of winning.

`own_decisions` and `turning_points` word the two lists, `listed_decision` one entry of them; `percent` converts a
chance to whole percent.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from words.catalogue import Words


class OwnDecisionText(msgspec.Struct, frozen=True):
    """A decision of the reader compared with another move, ready to be worded. Chances are between 0 and 1."""

    when: str
    """The round and its part, "Round 3, phase 2"; "" if the game counts no rounds."""
    move: str
    """The move that was made, in a few words."""
    chance: float
    """The reader's chance of winning with that move."""
    other: str
    """The better move, or the next best one if there was no better one."""
    other_chance: float
    """The reader's chance of winning with the other move."""
    reasons: Sequence[str] = ()
    """Why the better of `move` and `other` is better; each reason in a few words."""
    worse_reasons: Sequence[str] = ()
    """What is to be said about the worse of the two moves; each reason in a few words."""
    became: float | None = None
    """The reader's chance of winning after the move, calculated with all cards face up; None if unknown."""
    points: str = ""
    """How many points more the better one of the two moves brings, in words; "" if that says nothing."""
    points_ahead: int = 0
    """By how many points the move made is ahead if both chances are about equal; negative if it is behind.

    Otherwise 0: then the chances are compared.
    """

    @property
    def is_mistake(self) -> bool:
        """True if the other move was better."""
        return self.points_ahead < 0 or (not self.points_ahead and self.chance < self.other_chance)


class TurningPointText(msgspec.Struct, frozen=True):
    """One turning point of a finished game, ready to be worded. Chances are between 0 and 1."""

    when: str
    """The round and its part, "Round 3, phase 2"; "" if the game counts no rounds."""
    who: str
    """The player's name, formatted."""
    move: str
    """The move that was made, in a few words."""
    was: float
    """The player's chance of winning before the move."""
    became: float
    """The player's chance of winning after the move."""
    better: str = ""
    """A better move; "" if none is known."""


def analysis_progress(words: Words, title: str, percent: int) -> str:
    """Return a sentence that says how far the analysis is; `percent` is 0 to 100.

    `title` is the table's title.
    """
    return words.say("📈 Analysing {title}: {percent}% …", title=title, percent=percent)


def analysis_title(words: Words, table: str) -> str:
    """Return the heading of an analysis; `table` is the table's title."""
    return words.say("## 📈 Analysis of {table}", table=table)


def own_decisions(
    words: Words, mistakes: Sequence[OwnDecisionText], best: OwnDecisionText | None, *, lost: bool
) -> str:
    """Return the reader's costliest decisions and their best one as Markdown, under two headings.

    `mistakes` are numbered from 1, in the order given, unless there is only one; `best` has no number. If `mistakes` is
    empty, a sentence says that no decision hurt much, and what decided the game if the reader has `lost`. If `best` is
    None, a sentence says that none stood out.
    """
    lines = [words.say("✅ None of your decisions hurt you much.")]
    if lost:
        lines = [words.say("✅ None of your decisions hurt you much: luck and the others' moves decided this game.")]
    if mistakes:
        lines = [words.many("**Your costliest decision**", "**Your costliest decisions**", len(mistakes))]
    only = len(mistakes) == 1
    lines += [listed_decision(words, number, each, only=only) for number, each in enumerate(mistakes, 1)]
    if best:
        lines += [words.say("**Your best decision**"), listed_decision(words, len(mistakes) + 1, best)]
    else:
        lines.append(words.say("None of your moves stood out as especially good."))
    return "\n".join(lines)


def listed_decision(
    words: Words, number: int, decision: OwnDecisionText | TurningPointText, *, only: bool = False
) -> str:
    """Return one entry of the own decisions or of the turning points, as three lines of Markdown.

    `number` is its number on the page. A good decision of the reader is the only one of its list and shows none, and
    so does a mistake if it is the `only` one. The first line says what the decision did to the chance of winning, or,
    if that stayed about the same, how many points it brought or cost. The second says what was played. The third names
    the better or the next best move, or says of a turning point that it paid off or was bad luck. Of an own decision,
    both moves have their chance of winning, unless points are compared, and what is to be said about them.
    """
    if isinstance(decision, TurningPointText):
        return _turning_point(words, number, decision)
    played, other = [words.say("Your move: {move}", move=decision.move)], list[str]()
    if not decision.points_ahead:  # About equal chances say nothing.
        played.append(words.say("{percent} chance of winning", percent=percent_text(words, decision.chance)))
        other.append(percent_text(words, decision.other_chance))
    if decision.is_mistake:
        numbered = "" if only else f"**{number}.** "
        played += decision.worse_reasons
        other = [words.say("Better: {move}", move=decision.other), *other, *decision.reasons, decision.points]
    else:
        numbered = ""
        played += [*decision.reasons, decision.points]
        other = [words.say("Next best: {move}", move=decision.other), *other, *decision.worse_reasons]
    played.append(_outcome(words, decision))
    head = " · ".join(filter(None, (decision.when, _verdict(words, decision))))
    return f"{numbered}{head}\n-# {' · '.join(filter(None, played))}\n-# {' · '.join(filter(None, other))}"


def _verdict(words: Words, decision: OwnDecisionText) -> str:
    """Return what a decision of the reader cost or gained them: percentage points, or points if chances are equal."""
    points = abs(decision.points_ahead)
    if points and decision.is_mistake:
        return words.many("cost you **about {n} point**", "cost you **about {n} points**", points)
    if points:
        return words.many("gained you **about {n} point**", "gained you **about {n} points**", points)
    points = abs(percent(decision.chance) - percent(decision.other_chance))
    if decision.is_mistake:
        return words.say("cost you **{points} percentage points**", points=points)
    return words.say("gained you **{points} percentage points**", points=points)


def _outcome(words: Words, decision: OwnDecisionText) -> str:
    """Return a note if a mistake turned out well or a good decision badly; "" otherwise, or if points are compared."""
    if decision.points_ahead or decision.became is None:
        return ""
    if decision.is_mistake:
        return words.say("but it turned out well") if decision.became >= decision.other_chance else ""
    return words.say("but it turned out badly") if decision.became <= decision.other_chance else ""


def followed_all_suggestions(words: Words) -> str:
    """Return the sentence for a learner who played every move that the lesson suggested."""
    return words.say("You played every suggested move, so there is nothing to compare.")


def turning_points(words: Words, turns: Sequence[TurningPointText], first: int = 1) -> str:
    """Return the turning points as Markdown under a heading, numbered from `first` on.

    Without turning points, return a sentence that says that there are none.
    """
    if not turns:
        return words.say("No other decision changed anybody's chances much; the rest was luck and small gains.")
    heading = words.say("**Turning points of the game**")
    return "\n".join((heading, *(listed_decision(words, n, each) for n, each in enumerate(turns, first))))


def _turning_point(words: Words, number: int, turn: TurningPointText) -> str:
    """Return the Markdown of one turning point, in three lines; `number` is its number on the page.

    The first line has the player, when it was, and the change of the chance of winning, the second the move made. The
    third is a verdict:

    - The chance rose: the move paid off, with a note if a better move is known.
    - The chance fell and a better move is known: that move.
    - Otherwise: bad luck, or strong play by the others.
    """
    was, became = percent_text(words, turn.was), percent_text(words, turn.became)
    moved = words.say("chance of winning {was} → {became}", was=was, became=became)
    # German reads "3. Anna" as "the third: Anna".
    head = " · ".join(filter(None, (f"**{number}**", turn.who, turn.when, moved)))
    chosen = words.say("Played: {move}", move=turn.move)
    fate = words.say("Bad luck or strong play by the others")
    if turn.became > turn.was:
        fate = words.say("It paid off, but there was a better move") if turn.better else words.say("It paid off")
    elif turn.better:
        fate = words.say("Better: {move}", move=turn.better)
    return f"{head}\n-# {chosen}\n-# {fate}"


def percent_text(words: Words, chance: float) -> str:
    """Return a chance between 0 and 1 as the language writes it: "42%" in English, "42 %" in German."""
    return words.say("{n}%", n=percent(chance))


def analysis_footnote(words: Words, *, own: bool, chart: bool, marked: int = 0) -> str:
    """Return small print that says which cards are taken as known when chances of winning are calculated.

    `own` is True if the page lists decisions of the reader. It adds the line that these are judged by what the reader
    could know. `chart` is True if the page has the chart and the turning points. It adds the line that these are
    calculated with all cards face up. `marked` is the number of the reader's decisions that the chart marks, but only
    the first page of the analysis lists. The result is "" if all are False or 0.
    """
    lines = []
    if marked == 2:
        lines.append(words.say("-# Numbers 1 and 2 in the chart are the decisions on the first page, in this order."))
    elif marked:
        lines.append(
            words.many(
                "-# Number 1 in the chart is the decision on the first page.",
                "-# Numbers 1 to {n} in the chart are the decisions on the first page, in this order.",
                marked,
            )
        )
    if own:
        lines.append(words.say("-# Your decisions are judged by what you could know at the time."))
    if chart:
        lines.append(words.say("-# The chart and the turning points are calculated with all cards face up."))
    return "\n".join(lines)


def percent(chance: float) -> int:
    """Return a chance between 0 and 1 as whole percent.

    A chance that is neither 0 nor 1 is never rounded to 0 or 100: it gives 1 to 99.
    """
    rounded = round(100 * chance)
    return min(99, max(1, rounded)) if 0 < chance < 1 else rounded
