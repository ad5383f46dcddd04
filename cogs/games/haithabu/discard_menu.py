"""H36: what goes from stores that are too full, suggested whole or put together in as many steps as it takes."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import msgspec

from cogs.games.haithabu.draft_kinds import Discarding, counted, draft_of
from cogs.games.haithabu.seat_view import own_player, view_of
from cogs.games.haithabu.text_lines import ANSWER, pick, resources, single_lines
from cogs.messages.drafts import names_shown_draft
from cogs.messages.panel import Button, Option, Part, Row, Select, Target, Text, text
from rules.haithabu import moves
from rules.haithabu.data import Wares
from rules.haithabu.moves import POST, WAREHOUSE
from tables.model.table import Look
from tables.model.table_errors import Stale
from tables.thinking.table_advice import advice
from words import Words
from words.haithabu import terms


def menu(look: Look, words: Words) -> list[Part]:
    """Return the suggestions; then cube by cube, the warehouse before the trading post, with what is chosen so far."""
    assert look.seat is not None
    draft = draft_of(look)
    begun = draft if isinstance(draft, Discarding) else Discarding()
    surplus = dict(zip((WAREHOUSE, POST), view_of(look).surplus[look.seat], strict=True))
    lines = [words.say("**What do you give up?** Your stores are too full.")]
    for store, count in surplus.items():
        if count:
            lines.append(words.say("{n} too many in your {store}.", n=count, store=words.say(terms.STORE[store])))
    lines += resources(look, words)
    ranks = {str(each.move): rank for rank, each in enumerate(advice(look))}
    best_first = sorted(enumerate(look.options), key=lambda numbered: ranks.get(str(numbered[1]), len(ranks)))
    options = [
        Option(_named(words, move.warehouse, move.post, signs=False), str(number))
        for number, move in best_first
        if isinstance(move, moves.Discard)
    ]
    parts: list[Part] = [text(*lines), *pick(look, "haithabu.option", "", words.say("Discard …"), options)]
    if begun.any:
        chosen = _named(words, begun.warehouse, begun.post, signs=True)
        parts.append(Text(words.say("Chosen so far: {wares}", wares=chosen)))
    left = {store: count - sum(begun.of(store)) for store, count in surplus.items() if count > sum(begun.of(store))}
    if left:
        parts.append(_list(look, words, begun, left))
    if begun.any:
        back = Button(words.say("Back"), Target("drop", look.table.id, look.mark), emoji="⬅️")
        last = Button(words.say("Discard these"), Target("haithabu.discard_last", look.table.id, look.mark), "primary")
        parts.append(Row((back,) if left else (last, back)))
    return parts


def _named(words: Words, warehouse: Wares, post: Wares, *, signs: bool) -> str:
    both = ((WAREHOUSE, warehouse), (POST, post))
    named = terms.cubes if signs else partial(terms.plain, words)
    return " · ".join(f"{words.say(terms.STORE[store])}: {named(wares)}" for store, wares in both if any(wares))


def _list(look: Look, words: Words, begun: Discarding, left: dict[str, int]) -> Select:
    """Return the list to choose from next: all that is left to go from a store at once, if a list holds that."""
    me, store = own_player(look), next(iter(left))
    stock, count = me.warehouse if store == WAREHOUSE else me.post, left[store]
    still = [there - gone for there, gone in zip(stock, begun.of(store), strict=True)]
    lines = single_lines(words, still, count)
    whole = len(lines) == sum(min(there, count) for there in still)
    if not whole or len(left) > 1:
        verb, arg = "haithabu.discard", store
    elif begun.any:
        verb, arg = "haithabu.discard_last", store
    else:
        verb, arg = ANSWER, f"discard {store}"
    if not whole:
        hint = words.say("… or choose some: {n} still to go", n=count)
    elif any(begun.of(store)):
        hint = words.say("… or choose the rest: {n}", n=count)
    else:
        hint = words.say("… or choose them one by one")
    if begun.any or len(left) > 1:
        hint += f" ({words.say(terms.STORE[store])})"
    target = Target(verb, look.table.id, look.mark, arg)
    return Select(target, hint, tuple(lines), least=count if whole else 1, most=min(count, len(lines)))


def begun_in(look: Look, target: Target) -> Discarding:
    """Return what is chosen so far in the menu that was clicked in: nothing if it names nothing half-built."""
    draft = draft_of(look)
    return draft if isinstance(draft, Discarding) and names_shown_draft(target) else Discarding()


def more(begun: Discarding, store: str, values: Sequence[str]) -> Discarding:
    """Let more cubes go from a store."""
    added = counted(values)
    if store == WAREHOUSE:
        return msgspec.structs.replace(begun, warehouse=_sum(begun.warehouse, added))
    return msgspec.structs.replace(begun, post=_sum(begun.post, added))


def _sum(one: Wares, other: Wares) -> Wares:
    return tuple(a + b for a, b in zip(one, other, strict=True))


def last(begun: Discarding, store: str, values: Sequence[str]) -> str:
    """Return the move: what is chosen so far, with the cubes chosen last."""
    whole = more(begun, store, values)
    if not begun.any:
        raise Stale
    return str(moves.Discard(whole.warehouse, whole.post))
