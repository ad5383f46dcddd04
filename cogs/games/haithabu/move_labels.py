"""Labels for Haithabu's moves (`move_label`, the same in menus and hints), and what the moves cost and bring.

`move_facts` returns the latter for hints, and `move_summary` a label that needs no menu around it, for analyses.
"""

from __future__ import annotations

from cogs.games.haithabu.draft_kinds import ACT
from cogs.games.haithabu.move_text import hire_label, move_text, worker_lead
from cogs.games.haithabu.seat_view import view_of
from cogs.games.haithabu.text_lines import (
    action_text,
    loads_by_place,
    loan_warnings,
    outcome_facts,
    recruit_text,
    stack_spaces,
    surplus_facts,
)
from cogs.messages.menu_controls import label_text
from rules import Move
from rules.haithabu import actions, moves, quotes
from rules.haithabu.card_data import STACK, STACKS
from rules.haithabu.data import VIKING_GAMES
from tables.model.table import Look
from words import N_, Words
from words.haithabu import terms

_MAX_PHONE_LABEL_CHARS = 40
"""A phone shows a label of this length whole."""
_DONE = {"settle": N_("End turn"), "return_characters": N_("Keep all")}
"""What the move that ends a decision is called there; elsewhere it is *Done*."""


def move_label(look: Look, words: Words, move: Move) -> str:
    """Return the label of the button that makes a move of the look's seat, without emoji.

    The label of a move that sends a worker has the field (none for the market) and the action. If the seat has two
    workers to place, the label also says which one goes. The action is shortened if it takes an order, or if the label
    would be wider than a phone's screen.
    """
    match move:
        case moves.Hire():
            return hire_label(words, look)
        case moves.Work() | moves.Act() if move.action:
            return _action_label(look, words, move, move.action)
        case moves.TurnBy():
            return (
                words.many("By {n} field", "By {n} fields", move.fields) if move.fields else words.say("Don't turn it")
            )
        case moves.Happen():
            return words.say(terms.EVENT[move.event])
        case moves.Pick():
            return terms.character(words, move.character)
        case moves.Starter():
            return look.table.seats[move.starter].name
        case moves.Lose():
            return words.say((terms.CHARACTER if move.what in terms.CHARACTER else terms.KIND)[move.what])
        case moves.Give(ware=None):
            return terms.silver(words, VIKING_GAMES.silver) if move.what == "silver" else terms.points(words, 1)
        case moves.Done():
            return words.say(_DONE.get(look.owes or "", N_("Done")))
    return move_text(look, words, move)


def move_summary(look: Look, words: Words, move: Move) -> str:
    """Return a move in words that need no menu around them: its label, completed by what the label leaves out.

    A player's own worker is not named, since the reader may be somebody else.
    """
    label = move_label(look, words, move)
    if isinstance(move, moves.Work) and move.worker == moves.OWN:
        label = label.removeprefix(worker_lead(words, view_of(look), move))
    match move:
        case moves.Starter() | moves.TurnBy() | moves.Lose() | moves.Give():
            return move_text(look, words, move)
        case moves.Work() | moves.Act() if move.action and not isinstance(move.action, actions.Recruit):
            return " · ".join((label, *label_details(look, words, move)))
    return label


def move_facts(look: Look, words: Words, move: Move) -> list[str]:
    """Return what a hint adds to the label of a move, as short texts.

    - A worker's action: what the move costs and brings, with warnings of loans. Before that comes, for an action that
      takes an order, what the order wants and brings, or for another action that the label shortens, its full wording.
      Left out are what a character does and how many loaded wares are too many, because the reasons for these moves
      say that, and the price of a cart or ship if the label names it.
    - Hiring, rolling dice, repaying, and the Carpenter's purchase: warnings of the loans to which the move leads; for
      the latter also the number of spaces.
    - Any other move: nothing. The menu says what events do.
    """
    assert look.seat is not None
    view = view_of(look)
    match move:
        case moves.Work() | moves.Act() if move.action:
            whole = label_details(look, words, move)
            facts = outcome_facts(words, view, look.seat, _place(look, move), move.action)
            if isinstance(move.action, actions.Recruit):
                facts.remove(words.say(terms.CHARACTER_EFFECT[move.action.character]))
            if isinstance(move.action, actions.Load):
                facts = [fact for fact in facts if fact not in surplus_facts(words, view, look.seat, move.action)]
            if isinstance(move.action, actions.Fetch):
                price = -quotes.quote_action(view, look.seat, _place(look, move), move.action).silver
                if terms.silver(words, price) in move_label(look, words, move):
                    facts = facts[1:]
            return [*whole, *facts]
        case moves.Carpenter():
            return [stack_spaces(look, words, move.stack), *loan_warnings(words, view, look.seat, move)]
        case moves.Hire() | moves.Work() | moves.Repay():
            return loan_warnings(words, view, look.seat, move)
    return []


def label_details(look: Look, words: Words, move: moves.Work | moves.Act) -> list[str]:
    """Return one text with what the label of a move with an action leaves out; [] if the label is complete.

    That is what an order wants and brings, or the full wording of an action that the label shortens.
    """
    assert move.action is not None
    if isinstance(move.action, actions.TakeOrder):
        return [terms.order_summary(words, move.action.order, signs=True)]
    is_shortened = _brief_action(look, words, move.action) != action_text(look, words, move.action)
    is_incomplete = is_shortened and _is_brief(look, words, move)
    return [action_text(look, words, move.action, formatted=True)] if is_incomplete else []


def _action_label(look: Look, words: Words, move: moves.Work | moves.Act, action: actions.AnyAction) -> str:
    """Return the label of a move with an action: the worker if two wait, the field, and the action in words.

    The action is shortened if it takes an order, or if the label would be too long for a phone.
    """
    lead = _lead(look, words, move)
    if _is_brief(look, words, move):
        return lead + _brief_action(look, words, action)
    return lead + _action_before_going(look, words, _place(look, move), action)


def _is_brief(look: Look, words: Words, move: moves.Work | moves.Act) -> bool:
    """Return True if the label of a move has the short wording of its action.

    That is so if the action takes an order, or if the label would otherwise be too long for a phone.
    """
    assert move.action is not None
    if isinstance(move.action, actions.TakeOrder):
        return True
    label = _lead(look, words, move) + _action_before_going(look, words, _place(look, move), move.action)
    return len(label) > _MAX_PHONE_LABEL_CHARS


def _lead(look: Look, words: Words, move: moves.Work | moves.Act) -> str:
    """Return the beginning of the label of a move with an action: which worker goes, and to which field.

    The worker is named only if the seat has two workers to place. The field is left out if the place is the market, or
    if the seat has to act by night.
    """
    place = _place(look, move)
    worker = worker_lead(words, view_of(look), move) if isinstance(move, moves.Work) else ""
    return worker if look.owes == ACT or place == moves.MARKET else f"{worker}{place} · "


def _place(look: Look, move: Move) -> str:
    """Return where the move's action is done: the place to which it sends its worker, or the acting worker's field."""
    return move.place if isinstance(move, moves.Work) else view_of(look).acting or ""


def _action_before_going(look: Look, words: Words, place: str, action: actions.AnyAction) -> str:
    """Return an action in words for a button that is shown before the worker has gone to `place`.

    It differs from `action_text` in two cases. Taking a character is called *recruit*. Transports are named by kind and
    price instead of by card, unless the seat owns the Carpenter.
    """
    assert look.seat is not None
    match action:
        case actions.Recruit(character):
            return recruit_text(look, words, character, terms.recruit_label(words, character))
        case actions.Fetch() if not quotes.owns_character(view_of(look), look.seat, "carpenter"):
            kinds = words.join_and([words.say(terms.KIND[STACKS[STACK[key]].kind]) for key in action.stacks])
            price = terms.silver(words, -quotes.quote_action(view_of(look), look.seat, place, action).silver)
            return words.say("Buy {cards} for {price}", cards=kinds, price=price)
    return action_text(look, words, action)


def _brief_action(look: Look, words: Words, action: actions.AnyAction) -> str:
    """Return an action in few words for a button's label.

    Transports are named by their kind, a delivery by its orders, and loading by the kind of transport. Buying, selling
    and taking points have the words of `action_text`.
    """
    match action:
        case actions.Fetch(stacks):
            kinds = [words.say(terms.KIND[STACKS[STACK[key]].kind]) for key in stacks]
            return words.say("Buy {cards}", cards=words.join_and(kinds))
        case actions.Recruit(character):
            return terms.recruit_label(words, character)
        case actions.TakeOrder(order, gain, sale):
            if sale:
                ware = label_text(look, terms.ware_count(words, sale))
                return words.say("Take order {order}, sell {ware}", order=order, ware=ware)
            free = f" + {label_text(look, terms.ware_count(words, gain))}" if gain else ""
            return words.say("Take order {order}", order=order) + free
        case actions.Deliver():
            orders = [key for key, _ in loads_by_place(look, action)]
            return words.say("Deliver to {orders}", orders=words.join_and(orders))
        case actions.Load(kind):
            return words.say(terms.LOADING[kind])
    return action_text(look, words, action)
