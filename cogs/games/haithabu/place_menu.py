"""Where a worker goes: every place with what one does there, why the others are not possible, and the dice by night."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from cogs.games.haithabu import proposals
from cogs.games.haithabu.seat_view import own_player, view_of
from cogs.games.haithabu.text_lines import pick, resources, warnings
from cogs.messages.panel import Button, Option, Part, Row, Style, Target, Text, rows, text
from rules import Move
from rules.haithabu import moves, quotes
from rules.haithabu.data import DATA, NEUTRAL
from rules.haithabu.view import View
from tables.model.table import Look
from tables.thinking.table_advice import advice
from words import Words
from words.haithabu import terms


def places(look: Look, words: Words) -> list[Part]:
    """Propose what is worth doing; show where each waiting worker could act, and what else a turn allows."""
    view = view_of(look)
    waiting = view.turn.workers if view.turn else ()
    legend = words.say("☀️ acts at once · 🌙 rolls an event first")
    parts: list[Part] = [text(f"{_asked(words, waiting)} {_now(words, view)}", *resources(look, words))]
    advised = proposals.for_turn(look)
    parts += proposals.shown(look, words, advised)
    for worker in waiting:
        parts += _going(look, words, worker)
    parts.append(text(_closed(look, words, waiting), "-# " + legend))
    return [*parts, *_besides(look, words, {each.move for each in advised})]


def _now(words: Words, view: View) -> str:
    """Say which round and phase it is."""
    return words.say(
        "Round {round} of {rounds}, phase {phase} of {phases}",
        round=view.round,
        rounds=DATA.play.rounds,
        phase=view.phase,
        phases=DATA.play.workers,
    )


def _asked(words: Words, waiting: Sequence[str]) -> str:
    """Say which worker is to be placed."""
    if waiting == (moves.NEUTRAL,):
        return words.say("**Your own worker is placed. Now place the neutral worker.**")
    if len(waiting) > 1:
        return words.say("**Your turn: place your worker and the neutral one**, in either order.")
    return words.say("**Your turn: place your worker.**")


def _going(look: Look, words: Words, worker: str) -> list[Part]:
    """List the places for a worker."""
    by_day = {field.key: field.day for field in view_of(look).rondel}
    lines = [
        Option(
            terms.place(words, place),
            place,
            words.say(terms.DOES[place]),
            terms.MARKET if place == "market" else terms.DAY if by_day[place] else terms.NIGHT,
        )
        for place in sorted(
            _possible(look, worker), key=lambda place: (place != "market", not by_day.get(place), place)
        )
    ]
    return pick(look, "haithabu.go", worker, words.say(terms.GOES[worker]), lines)


def _closed(look: Look, words: Words, waiting: Sequence[str]) -> str:
    """Name the places that are not possible, each reason once; apart those where only one of two workers cannot go."""
    possible = {worker: _possible(look, worker) for worker in waiting}
    keys = sorted(field.key for field in view_of(look).rondel)
    lines = []
    for some in (waiting, *([worker] for worker in waiting if len(waiting) > 1)):
        others = [worker for worker in waiting if worker not in some]
        obstacles: dict[str, list[str]] = {}
        for key in keys:
            if not any(key in possible[each] for each in some) and all(key in possible[each] for each in others):
                obstacles.setdefault(_obstacle(look, some[0], key), []).append(f"**{key}**")
        closed = [f"{', '.join(there)}: {words.say(terms.OBSTACLE[why])}" for why, there in obstacles.items()]
        if closed:
            lines.append("-# " + words.say(terms.CLOSED["both" if not others else some[0]], places=" · ".join(closed)))
    return "\n".join(lines)


def _possible(look: Look, worker: str) -> set[str]:
    return {move.place for move in look.options if isinstance(move, moves.Work) and move.worker == worker}


def _obstacle(look: Look, worker: str, place: str) -> str:
    """Return why a worker has nothing to do on a place (H13, H15)."""
    view, me = view_of(look), own_player(look)
    there = next((field.workers for field in view.rondel if field.key == place), ())
    if (look.seat if worker == moves.OWN else NEUTRAL) in there:
        hires = worker == moves.OWN and any(isinstance(move, moves.Hire) for move in look.options)
        return "own_may_be_joined" if hires else f"{worker}_stands"
    missing = [quotes.missing(order) for order in me.orders]
    match place:
        case "A":
            return "too_dear" if any(stack.cards for stack in view.stacks) else "no_transport_left"
        case "B":
            return "no_character"
        case "C":
            return "bought_now" if any(me.post) else "empty_post"
        case "E":
            return "no_order" if not missing else "not_wanted" if any(me.post) else "empty_post"
        case "F":
            return "empty_warehouse" if me.cart or me.ship else "no_transport"
    return "too_dear"


def _besides(look: Look, words: Words, proposed: Collection[Move]) -> list[Part]:
    """Offer to hire, unless that is proposed above, to repay, and to lay a worker aside."""
    assert look.seat is not None
    buttons, parts = [], list[Part]()
    for move in look.options:
        if isinstance(move, moves.Hire) and move not in proposed:
            deal = quotes.hiring(view_of(look), look.seat)
            label = proposals.hire_label(words, -deal.silver if deal else 0)
            buttons.append(_move(look, label, move, emoji=terms.WORKER_SIGN))
            if warned := _warned(look, words, label, move):
                parts.append(Text(warned))
        elif isinstance(move, moves.Aside):
            buttons.append(_move(look, words.say("Set a worker aside: there is nothing to do"), move))
    return [*parts, *repay_warnings(look, words), *rows([*buttons, *repaying(look, words)], 4)]


def repaying(look: Look, words: Words) -> list[Button]:
    """Offer to repay loans, most of them first (H28)."""
    return [
        _move(look, words.say("Repay {loans}", loans=terms.loans(words, move.loans)), move, emoji="🏦")
        for move in look.options
        if isinstance(move, moves.Repay)
    ][:4]


def repay_warnings(look: Look, words: Words) -> list[Part]:
    """Say what repaying as little as can be would lead to: silver is wanted for storing wares, too."""
    repayments = [move for move in look.options if isinstance(move, moves.Repay)]
    if not repayments:
        return []
    least = min(repayments, key=lambda move: move.loans)
    label = words.say("Repay {loans}", loans=terms.loans(words, least.loans))
    warned = _warned(look, words, label, least)
    return [Text(warned)] if warned else []


def _warned(look: Look, words: Words, label: str, move: Move) -> str:
    """Say which loans a button leads to, for above it; empty for none."""
    assert look.seat is not None
    told = warnings(words, view_of(look), look.seat, move)
    return f"{label}: {' · '.join(told)}" if told else ""


def _move(look: Look, label: str, move: Move, style: Style = "secondary", emoji: str | None = None) -> Button:
    return Button(label, Target("move", look.table.id, look.mark, str(move)), style, emoji)


def dice(look: Look, words: Words, worker: str, place: str) -> list[Part]:
    """H18: the six events to read; then one die or two, after which there is no way back. The better one stands out."""
    assert look.seat is not None
    head = words.say(
        "🌙 Night on **{place}**: first an event. With two dice you choose one of two. The roll cannot be taken back.",
        place=terms.place(words, place),
    )
    bill = quotes.bill(view_of(look))
    happenings = [
        f"-# {number} **{words.say(terms.EVENT[event.key])}**: {terms.threat(words, event.key, bill)}"
        for number, event in enumerate(DATA.event, 1)
    ]
    rolls = [
        move
        for move in look.options
        if isinstance(move, moves.Work) and (move.worker, move.place) == (worker, place) and move.dice
    ]
    best = next((each.move for each in advice(look) if each.move in rolls), None)
    buttons, warned = [], []
    for move in rolls:
        deal = quotes.rolling(view_of(look), look.seat, move.dice)
        label = words.many("Roll {n} die", "Roll {n} dice", move.dice)
        if deal.silver:
            label += f" ({terms.silver(words, -deal.silver)})"
        buttons.append(_move(look, label, move, "primary" if move == best else "secondary", "🎲"))
        warned.append(_warned(look, words, label, move))
    if worker == moves.NEUTRAL:
        goes = words.say("The neutral worker · {place}", place=terms.place(words, place))
        head = f"**{goes}**\n{head}"
    back = Button(words.say("Back"), Target("drop", look.table.id, look.mark), emoji="⬅️")
    return [text(head, *happenings), text(*resources(look, words), *warned), Row((*buttons, back))]
