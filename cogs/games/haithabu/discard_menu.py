"""The menu for stores that are too full (H36): complete discards, or one put together in several steps.

`menu` shows it. `shown_discard`, `with_more` and `completed_discard` read clicks: the drafted discard, the draft with
more cubes, and the move that it makes.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import msgspec

from cogs.games.haithabu.draft_kinds import Discarding, count_selected, draft_of
from cogs.games.haithabu.menu_choices import ANSWER, cube_options, select_or_button
from cogs.games.haithabu.seat_view import own_player, view_of
from cogs.games.haithabu.text_lines import resources
from cogs.messages.drafts import names_shown_draft
from cogs.messages.menu_controls import back_button, menu_target
from cogs.messages.panel import Button, Option, Part, Row, Select, Target, Text, text
from rules.haithabu import moves
from rules.haithabu.data import Wares
from rules.haithabu.moves import POST, WAREHOUSE
from tables.model.table import Look
from tables.model.table_errors import Stale
from words import Words
from words.haithabu import terms


def menu(look: Look, words: Words) -> list[Part]:
    """Return the menu of a seat whose stores are too full: a select of complete discards, and one of single cubes.

    The second select has cubes of one store: the warehouse while that is too full, then the trading post. If cubes are
    drafted already, a line lists them, and there is a button *Back*. If these are enough, the button *Discard these*
    takes the place of the second select.
    """
    assert look.seat is not None
    draft = draft_of(look)
    begun = draft if isinstance(draft, Discarding) else Discarding()
    surplus = dict(zip((WAREHOUSE, POST), view_of(look).surplus[look.seat], strict=True))
    lines = [words.say("**What do you want to discard?** You have more wares than you can store.")]
    for store, count in surplus.items():
        if count:
            lines.append(words.say("{n} too many in your {store}.", n=count, store=words.say(terms.STORE[store])))
    lines += resources(look, words)
    options = [
        Option(_discard_text(words, move.warehouse, move.post, signs=False), str(number))
        for number, move in enumerate(look.options)
        if isinstance(move, moves.Discard)
    ]
    complete = select_or_button(look, "haithabu.option", ":", words.say("Discard …"), options)
    parts: list[Part] = [text(*lines), *complete]
    if begun.any:
        chosen = _discard_text(words, begun.warehouse, begun.post, signs=True)
        parts.append(Text(words.say("Chosen so far: {wares}", wares=chosen)))
    left = {store: count - sum(begun.of(store)) for store, count in surplus.items() if count > sum(begun.of(store))}
    if left:
        parts.append(_cube_select(look, words, begun, left))
    if begun.any:
        back = back_button(words, menu_target(look, "drop"))
        last = Button(words.say("Discard these"), menu_target(look, "haithabu.discard_last"), "primary")
        parts.append(Row((back,) if left else (last, back)))
    return parts


def _discard_text(words: Words, warehouse: Wares, post: Wares, *, signs: bool) -> str:
    """Return in words what is discarded from each store; a store that loses nothing is left out.

    With `signs` wares are shown by emoji, as in a message's text. Without it they are named, because a label shows no
    emoji.
    """
    both = ((WAREHOUSE, warehouse), (POST, post))
    named = terms.ware_signs if signs else partial(terms.ware_names, words)
    return " · ".join(f"{words.say(terms.STORE[store])}: {named(wares)}" for store, wares in both if any(wares))


def _cube_select(look: Look, words: Words, begun: Discarding, left: dict[str, int]) -> Select:
    """Return a select of cubes to discard from the first store in `left`, without those in the draft `begun`.

    `left` maps each store that is still too full to the number of cubes that must go. If the select has room for all
    cubes that may go, exactly that number must be selected; otherwise from one up to that number. A selection is added
    to the draft if cubes must go after it; otherwise it makes the move.
    """
    me, store = own_player(look), next(iter(left))
    stock, count = me.warehouse if store == WAREHOUSE else me.post, left[store]
    still = [there - gone for there, gone in zip(stock, begun.of(store), strict=True)]
    lines = cube_options(words, still, count)
    whole = len(lines) == sum(min(there, count) for there in still)
    if not whole or len(left) > 1:
        verb, arg = "haithabu.discard", store
    elif begun.any:
        verb, arg = "haithabu.discard_last", store
    else:
        verb, arg = ANSWER, f"discard {store}"
    if not whole:
        hint = words.say("… or choose some: {n} left", n=count)
    elif any(begun.of(store)):
        hint = words.say("… or choose the rest: {n}", n=count)
    else:
        hint = words.say("… or choose them one by one")
    if begun.any or len(left) > 1:
        hint += f" ({words.say(terms.STORE[store])})"
    target = menu_target(look, verb, arg)
    return Select(target, hint, tuple(lines), least=count if whole else 1, most=min(count, len(lines)))


def shown_discard(look: Look, target: Target) -> Discarding:
    """Return the drafted discard that the clicked control's menu shows; an empty one if it shows none."""
    draft = draft_of(look)
    return draft if isinstance(draft, Discarding) and names_shown_draft(target) else Discarding()


def with_more(begun: Discarding, store: str, values: Sequence[str]) -> Discarding:
    """Return a copy of the draft with the selected cubes of a store added.

    `store` is the key of the store, and `values` are the selected values, like `cloth#2`.
    """
    added = count_selected(values)
    if store == WAREHOUSE:
        return msgspec.structs.replace(begun, warehouse=_sum(begun.warehouse, added))
    return msgspec.structs.replace(begun, post=_sum(begun.post, added))


def _sum(one: Wares, other: Wares) -> Wares:
    return tuple(a + b for a, b in zip(one, other, strict=True))


def completed_discard(begun: Discarding, store: str, values: Sequence[str]) -> str:
    """Return the text of the move that discards the cubes of the draft and the selected ones of `store`.

    `values` are the selected values, like `cloth#2`; there may be none. Raise `Stale` if `begun` has no
    cube yet: this control is offered only after some were drafted.
    """
    whole = with_more(begun, store, values)
    if not begun.any:
        raise Stale
    return str(moves.Discard(whole.warehouse, whole.post))
