"""`move_text`: Haithabu's moves in words, for proposals, confirmations, buttons and autocompletion."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from cogs.games.haithabu.seat_view import view_of
from cogs.games.haithabu.text_lines import action_text, join_fitting, outcome_facts
from cogs.messages.menu_controls import label_text
from cogs.messages.panel import MAX_OPTION_CHARS, shorten
from rules.contract import Move
from rules.haithabu import actions, moves, quotes
from rules.haithabu.data import DATA, PRICES, WARES
from rules.haithabu.prices import clamp_level
from rules.haithabu.view import View
from tables.model.table import Look
from words import Words
from words.haithabu import terms


def move_text(
    look: Look, words: Words, move: Move, max_chars: int = MAX_OPTION_CHARS, *, formatted: bool = False
) -> str:
    """Return a move of any kind in words; an action is followed by what it costs and brings.

    Only the text of a move with an action is limited to `max_chars`. Facts about cost and gain that do not fit are left
    out. If the move does not fit even without facts, its field is named by the letter only; if that is still too long,
    the text is cut. With `formatted` the result is for the text of a message: names have emoji, and Markdown is
    escaped. Otherwise it is for a label or a select, without emoji.
    """
    text = _move_with_signs(look, words, move, max_chars, formatted=formatted)
    return text if formatted else label_text(look, text)


def _move_with_signs(look: Look, words: Words, move: Move, max_chars: int, *, formatted: bool) -> str:
    """Return what `move_text` returns, but with the emoji that `move_text` removes for a label.

    Only moves with an action are shortened to `max_chars`. Transports, and the facts after an action, have emoji only
    if `formatted`.
    """
    assert look.seat is not None
    view = view_of(look)
    wares_of = partial(terms.wares, words)
    match move:
        case moves.Work() if move.action:
            done = action_text(look, words, move.action, formatted=formatted)
            worker, place = worker_lead(words, view, move), terms.place(words, move.place)
            brief = place if move.place == moves.MARKET else move.place
            facts = _facts(look, words, view, move.place, move.action, formatted=formatted)
            return _fitted((f"{worker}{place} · {done}", f"{worker}{brief} · {done}"), facts, max_chars)
        case moves.Work():
            worker, place = worker_lead(words, view, move), terms.place(words, move.place)
            return f"{worker}{place} · {roll_label(words, look, move.dice)}"
        case moves.Hire():
            return hire_label(words, look)
        case moves.Repay():
            return words.many("Repay {n} loan", "Repay {n} loans", move.loans)
        case moves.Aside():
            return words.say("Set a worker aside: there is nothing it can do")
        case moves.Act():
            facts = _facts(look, words, view, view.acting or "", move.action, formatted=formatted)
            return _fitted((action_text(look, words, move.action, formatted=formatted),), facts, max_chars)
        case moves.Pick() if look.pictured:  # The picture says what the characters do.
            return terms.character(words, move.character)
        case moves.Pick():
            return f"{terms.character(words, move.character)} · {words.say(terms.CHARACTER_EFFECT[move.character])}"
        case moves.Return():
            return words.say("Return {characters}", characters=terms.characters_term(words, move.characters))
        case moves.Happen():
            return f"{words.say(terms.EVENT[move.event])} · {words.say(terms.EVENT_EFFECT[move.event])}"
        case moves.Starter() if move.starter == look.seat:
            return words.say("You start the next round")
        case moves.Starter():
            return words.say("{name} starts the next round", name=look.table.seats[move.starter].name)
        case moves.Discard():
            both = ((terms.STORE["warehouse"], move.warehouse), (terms.STORE["post"], move.post))
            gone = [f"{wares_of(wares)} ({words.say(store)})" for store, wares in both if any(wares)]
            return words.say("Discard {wares}", wares=", ".join(gone))
        case moves.Take():
            return ", ".join(terms.transport(words, card, signs=formatted) for card in move.transports)
        case moves.Seer():
            what = f"{words.say(terms.WARE[move.ware])}, {words.say(terms.DIRECTION[move.direction])}"
            return words.say("Seer: {price}", price=f"{what} ({seer_prices(words, view, move)})")
        case moves.Stevedore():
            carried = wares_of(move.wares) if formatted else label_text(look, wares_of(move.wares))
            return words.say("Stevedore: {wares} to the trading post", wares=carried)
        case moves.Carpenter():
            return words.say("Carpenter: {stack}", stack=terms.stack(words, move.stack))
        case moves.Give() if move.ware:
            ware = label_text(look, terms.ware_count(words, move.ware))
            return words.say("Give {gift}", gift=f"{ware} ({words.say(terms.STORE[move.what])})")
        case moves.Give():
            gift = terms.silver(words, 10) if move.what == "silver" else terms.points(words, 1)
            return words.say("Give {gift}", gift=gift)
        case moves.Lose():
            table = terms.CHARACTER if move.what in terms.CHARACTER else terms.KIND
            return words.say("Give up the {what}", what=words.term(table[move.what]))
        case moves.TurnBy():
            if not move.fields:
                return words.say("Leave the rondel as it is")
            return words.many("Turn the rondel by {n} field", "Turn the rondel by {n} fields", move.fields)
        case moves.Done():
            return words.say("Done")
    return str(move)


def seer_prices(words: Words, view: View, move: moves.Seer) -> str:
    """Return the price of the ware that `move` is about, and what it becomes: "5 → 6 silver"."""
    number = WARES.index(move.ware)
    ware, steps = view.wares[number], DATA.character.seer.round_end_levels
    level = clamp_level(ware.level + (steps if move.direction == "up" else -steps))
    return words.say("{old} → {new} silver", old=ware.price, new=PRICES[number][level])


def hire_label(words: Words, look: Look) -> str:
    """Return the label for hiring a neutral worker, with what that costs the look's seat."""
    assert look.seat is not None
    deal = quotes.quote_hire(view_of(look), look.seat)
    return words.say("Hire a neutral worker ({price})", price=terms.silver(words, -deal.silver if deal else 0))


def roll_label(words: Words, look: Look, dice: int) -> str:
    """Return the label for rolling one event die or two (`dice`), with what that costs the look's seat, if anything."""
    assert look.seat is not None
    label = words.many("Roll {n} die", "Roll {n} dice", dice)
    deal = quotes.quote_dice(view_of(look), look.seat, dice)
    return f"{label} ({terms.silver(words, -deal.silver)})" if deal.silver else label


def _facts(
    look: Look, words: Words, view: View, place: str, action: actions.AnyAction, *, formatted: bool
) -> list[str]:
    """Return what an action of the look's seat on a place costs and brings.

    The effect of a character is left out beside a lesson's picture of all characters, which has it.
    """
    assert look.seat is not None
    facts = outcome_facts(words, view, look.seat, place, action, signs=formatted)
    if look.pictured and look.guidance and look.guidance.idea == action.verb and isinstance(action, actions.Recruit):
        facts.remove(words.say(terms.CHARACTER_EFFECT[action.character]))
    return facts


def _fitted(wordings: Sequence[str], facts: Sequence[str], max_chars: int) -> str:
    """Return the first of `wordings` that fits into `max_chars` with the first fact, then the `facts` that still fit.

    All are joined by ` · `. A fact that would exceed the limit is skipped; a later, shorter one may still be added. If
    the first fact fits with no wording, it is the first wording that fits alone; if none does, the last one is cut.
    """
    leads = [" · ".join((wording, *facts[:1])) for wording in wordings]
    fitting = [wording for wording, lead in zip(wordings, leads, strict=True) if len(lead) <= max_chars]
    fitting += [wording for wording in wordings if len(wording) <= max_chars]
    what = fitting[0] if fitting else shorten(wordings[-1], max_chars)
    return join_fitting((what, *facts), max_chars)


def worker_lead(words: Words, view: View, move: moves.Work) -> str:
    """Return which worker `move` places, as "Your worker: ", if two workers wait to be placed; else ""."""
    if not view.turn or len(view.turn.workers) < 2:
        return ""
    named = words.say(terms.WORKER[move.worker])
    return f"{named[0].upper()}{named[1:]}: "
