"""The decisions that the analysis of a game lists, in words. The analysis page and the replay viewer use them.

`in_words` words one decision. `quotes_at` returns what the analysis says about one step of the replay.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from cogs.messages.advice_parts import with_safe_names
from cogs.messages.table_messages import names_at
from cogs.requests.request import Request
from tables.coaching import analysis
from tables.coaching.analysis import Analysis, JudgedDecision, Reason, TurningPoint
from tables.model.history import OPEN_HANDS, Moment
from tables.model.table import Table
from tables.play import replays
from words.analysis_text import OwnDecisionText, TurningPointText, listed_decision
from words.hint_text import more_points


async def moment_before(request: Request, table: Table, position: int) -> Moment:
    """Return the game after `position` log entries (those taken back do not count), with all hands open."""
    return await replays.moment(request.services, table, request.person_id, OPEN_HANDS, position)


async def in_words(
    request: Request, table: Table, found: Analysis, decision: JudgedDecision | TurningPoint
) -> OwnDecisionText | TurningPointText:
    """Return the words for `decision`, one of those that the analysis `found` lists.

    A `JudgedDecision` is one of the person's own decisions and is worded as "you"; a `TurningPoint` names its player.
    Moves are worded by what the deciding player saw before the decision.
    """
    moment = await moment_before(request, table, decision.position)
    words, display, game = request.words, request.display_of(table), table.game
    rounds, look = moment.steps.rounds, moment.hands[decision.seat]
    round_name = display.words.round_name(words, rounds[moment.number]) if rounds else ""
    when = ", ".join(filter(None, (round_name, display.words.part_of_round(words, look.view))))

    def summary(move: str) -> str:
        """Return a move, given as its text, in words, with people's names escaped."""
        return with_safe_names(look, display.move_summary(look, words, game.parse(move)))

    if isinstance(decision, TurningPoint):
        better = [each.other for each in found.decisions if each.position == decision.position and each.is_mistake]
        return TurningPointText(
            when,
            names_at(table)[decision.seat],
            summary(decision.move),
            decision.was,
            decision.became,
            summary(better[0]) if better else "",
        )

    def told(reasons: Sequence[Reason]) -> list[str]:
        """Return the reasons in words."""
        return [*filter(None, (display.words.reason(words, reason.key, reason.facts) for reason in reasons))]

    points = round(decision.lead[1])
    return OwnDecisionText(
        when,
        summary(decision.move),
        decision.chance,
        summary(decision.other),
        decision.other_chance,
        told(decision.reasons),
        told(decision.worse_reasons),
        found.chance_after(decision),
        "" if points else more_points(words, *decision.gap),
        points,
    )


def mistakes_in(listed: Iterable[JudgedDecision | TurningPoint]) -> int:
    """Return how many of the decisions that a page lists are mistakes of the reader."""
    return sum(isinstance(each, JudgedDecision) and each.is_mistake for each in listed)


async def quotes_at(request: Request, table: Table, moment: Moment, *, brief: bool) -> str:
    """Return what the analysis page says about the decisions that were made at a moment of the replay.

    The wording and the numbers are those of the person's own page: the short one (`OWN_MOVES`) if `brief` is True, else
    the full one. Return "" if the page lists no decision at this moment, if the replay is seen from the seat of another
    player than the one who decided, or if the analysis is no longer stored.
    """
    found = await analysis.stored_analysis(request.services, table)
    if found is None:
        return ""
    own = await analysis.own_decisions(request.services, table, found, request.person_id)
    listed = analysis.listed_decisions(found, own, brief=brief)
    only = mistakes_in(listed) == 1
    return "\n".join(
        [
            listed_decision(request.words, number, await in_words(request, table, found, each), only=only)
            for number, each in enumerate(listed, 1)
            if moment.steps.at(each.position) == moment.number and moment.viewpoint.seat in (None, each.seat)
        ]
    )
