"""The decisions that the analysis of a game lists, in words. The analysis page and the replay viewer use them.

`in_words` words one decision. `quotes_at` returns what the analysis says about one step of the replay.
"""

from __future__ import annotations

from cogs.messages.table_messages import names_at
from cogs.requests.request import Request
from tables.coaching import analysis
from tables.coaching.analysis import Analysis, JudgedDecision, TurningPoint
from tables.model.history import OPEN_HANDS, Moment
from tables.model.table import Table
from tables.play import replays
from words.analysis_text import OwnDecisionText, TurningPointText, listed_decision


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
    move = display.proposal(look, words, game.parse(decision.move))
    if isinstance(decision, TurningPoint):
        better = [each.other for each in found.decisions if each.position == decision.position and each.cost > 0]
        return TurningPointText(
            when,
            names_at(table)[decision.seat],
            move,
            decision.was,
            decision.became,
            display.proposal(look, words, game.parse(better[0])) if better else "",
        )
    other = display.proposal(look, words, game.parse(decision.other))
    reasons = [display.words.reason(words, reason.key, reason.facts) for reason in decision.reasons]
    better_move = other if decision.cost > 0 else move
    return OwnDecisionText(
        when,
        move,
        decision.chance,
        other,
        decision.other_chance,
        [said for said in reasons if said and said not in better_move],
        found.chance_after(decision),
    )


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
    return "\n".join(
        [
            listed_decision(request.words, number, await in_words(request, table, found, each))
            for number, each in enumerate(analysis.listed_decisions(found, own, brief=brief), 1)
            if moment.steps.at(each.position) == moment.number and moment.viewpoint.seat in (None, each.seat)
        ]
    )
