"""Riga: the numbers that the lesson's text uses (`FACTS`), and why the lesson proposes a move (`reason`)."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import takewhile

from rules.contract import Move
from rules.riga.data import DATA
from rules.riga.lesson import LESSON
from rules.riga.moves import Build, Done, Swap, Take
from words.catalogue import Words
from words.game_words import Proposal
from words.riga import terms

_F = DATA.function

FACTS = {
    "years": DATA.setup.years[LESSON.record.seats],
    "penalty": DATA.setup.penalty,
    "winter": DATA.setup.winter_limit,
    "keeps": _F.warehouse.keeps,
    "bank": _F.bank.each,
    "tavern": _F.tavern.each,
    "adds": _F.manufactory.adds,
    "wants": _F.exchange.wants,
    "holds": _F.exchange.holds,
    "row": DATA.setup.row_value,
    **{f"lodge_{n}": points for n, points in enumerate(_F.lodge.points, 1)},
}
"""Numbers by the names that `lesson.*.md` uses in braces."""


def reason(words: Words, proposal: Proposal) -> str | None:
    """Return why the lesson proposes a move; "" if no reason is shown, None if the general advice is shown instead.

    - Taking, while the learner follows the script: what the script builds later in this turn. If it builds nothing, the
      reason is that a taken building is for a later turn; a row of goods then gives "".
    - Taking, once the learner has left the script: None.
    - Swapping goods: what the script builds later in this turn.
    - Ending the turn: why the learner should not build now, or that they cannot; "" if there is nothing to say.
    - Building: what the script builds with the rest later in this turn, or else what a single building does.
    - Any other move: None.
    """
    match proposal.move:
        case Take(what) if proposal.following:
            built = _built_in_this_turn(proposal.following)
            if built:
                return words.say("then build {buildings}", buildings=terms.buildings_in_sentence(words, built))
            return words.say("build it in a later turn") if isinstance(what, str) else ""
        case Swap() if built := _built_in_this_turn(proposal.following, after_take=True):
            return words.say("then build {buildings}", buildings=terms.buildings_in_sentence(words, built))
        case Done() if any(isinstance(option, Build) for option in proposal.options):
            return _saving(words, proposal)
        case Done():
            me = proposal.view.players[proposal.view.seat]
            return words.say("there is nothing you can build now") if me.buildings or me.riga else ""
        case Build() if rest := _built_in_this_turn(proposal.following):
            return words.say("the rest then pays for {buildings}", buildings=terms.buildings_in_sentence(words, rest))
        case Build((building,)):
            return terms.building_effects(words, building)
    return None


def _built_in_this_turn(following: Iterable[Move], *, after_take: bool = False) -> list[str]:
    """Return the keys of the buildings that the script builds before the turn ends; `following` are its next moves.

    With `after_take`, the script takes something before that.
    """
    end = Done if after_take else Done | Take
    turn = takewhile(lambda move: not isinstance(move, end), following)
    return [name for move in turn if isinstance(move, Build) for name in move.buildings]


def _saving(words: Words, proposal: Proposal) -> str:
    """Return why the learner should end the turn although they could still build; "" if no reason is shown.

    No reason is shown if the learner neither built nor took a building in this turn. If the learner already holds all
    buildings that the script builds next, the reason is to save goods for those. Otherwise, in the learner's first turn
    only, the reason is to save goods because they will soon pay for more.
    """
    this_turn = list(takewhile(lambda move: not isinstance(move, Done), reversed(proposal.made)))
    if not any(
        isinstance(move, Build) or (isinstance(move, Take) and isinstance(move.what, str)) for move in this_turn
    ):
        return ""
    me = proposal.view.players[proposal.view.seat]
    held = {*(me.hand.buildings if me.hand else ()), *me.riga}
    coming = next((move.buildings for move in proposal.following if isinstance(move, Build)), ())
    if coming and held.issuperset(coming):
        built = terms.buildings_in_sentence(words, coming)
        return words.say(
            "you could build now, but it's better to save your goods: next you can build {buildings}", buildings=built
        )
    if any(isinstance(move, Done) for move in proposal.made):
        return ""
    return words.say("you could build now, but it's better to save your goods: soon they'll pay for more")
