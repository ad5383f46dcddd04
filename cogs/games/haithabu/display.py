"""How Haithabu looks: the board, what a player owns, the final scoring."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from cogs.games.haithabu import answer_confirmation, decision_menus, turn_menu
from cogs.games.haithabu.draft_kinds import ACT
from cogs.games.haithabu.move_text import said
from cogs.games.haithabu.seat_view import own_player, view_of
from cogs.messages.game_display import GameDisplay
from cogs.messages.panel import MAX_TEXT_CHARS, Part, Text, text
from cogs.messages.table_messages import names_at
from pictures.drawing import Drawing
from pictures.haithabu.closeup import closeup
from rules.contract import Event, Move
from rules.haithabu import end_events, quotes
from rules.haithabu.data import BY_LOT, DATA, NEUTRAL
from rules.haithabu.view import PlayerView, View
from tables.model.table import Look
from words import Words, ending_text
from words.haithabu import ending, loan_text, terms
from words.signs import seat_sign as seat_sign


class HaithabuDisplay(GameDisplay):
    """Haithabu's looks."""

    game: ClassVar[str] = "haithabu"
    colour: ClassVar[int] = 0x3B5F7A

    def board(self, look: Look, words: Words) -> list[Text]:
        """Show the market, the rondel, the characters, orders and transports on display, and what everybody owns."""
        view = view_of(look)
        names = names_at(look.table)
        parts = [
            text(_head(view, words)),
            text("**" + words.say("Market") + "**", *_market(view, words)),
            text("**" + words.say("Rondel") + "**", _rondel(view)),
            text("**" + words.say("Characters") + "**", _characters(view, words)),
        ]
        parts += display(view, words)
        parts += [text(*_player(view, seat, names, words)) for seat in range(view.seats)]
        return parts

    def hand(self, look: Look, words: Words) -> list[Text]:
        """Show a player what is theirs: stores, orders with what is missing, transports, characters."""
        if look.seat is None:
            return []
        view, me = view_of(look), own_player(look)
        limit = quotes.limit(view, look.seat)
        lines = [
            f"{terms.silver(words, me.silver)} · {terms.points(words, me.points)} · {loan_text.owed(words, me.loans)}"
        ]
        for store, wares in (("warehouse", me.warehouse), ("post", me.post)):
            lines.append(words.say(terms.HELD[store], n=sum(wares), limit=limit, wares=terms.wares(words, wares)))
        transports = [terms.transport(words, card) for card in (me.cart, me.ship) if card]
        if transports:
            lines.append(words.say("Transports: {transports}", transports=", ".join(transports)))
        parts = [text(*lines)]
        if me.orders:
            parts.append(text("**" + words.say("Your orders") + "**", *_own_orders(me, words)))
        if me.characters:
            known = [f"- **{terms.character(words, key)}**: {words.say(terms.EFFECT[key])}" for key in me.characters]
            parts.append(text("**" + words.say("Your characters") + "**", *known))
        return parts

    def menu(self, look: Look, words: Words) -> list[Part]:
        """Ask for whatever is to be decided."""
        if look.owes in ("turn", ACT):
            return turn_menu.menu(look, words)
        return answer_confirmation.menu(look, words) or decision_menus.MENUS[look.owes or ""](look, words)

    def proposal(self, look: Look, words: Words, move: Move) -> str:
        """Say what a lesson proposes, as it would be offered."""
        return said(look, words, move, MAX_TEXT_CHARS, formatted=True)

    def menu_drawing(self, look: Look, words: Words) -> Drawing | None:
        """Draw the part of the table that a decision is about."""
        if look.seat is None or look.owes is None:
            return None
        about = turn_menu.about(look) if look.owes in ("turn", ACT) else decision_menus.ABOUT[look.owes]
        return closeup(view_of(look), words, about) if about else None

    def final(self, look: Look, words: Words, names: Sequence[str], told: Sequence[Event]) -> list[Part]:
        """Show what decided it, and the scores with all their parts."""
        end = ending_text.last_event(told, end_events.Finished)
        result = view_of(look).result
        assert result is not None
        head = ending_text.winner_heading(words, self.words.title, [names[seat] for seat in end.winners])
        lines = []
        for seat, who in ending_text.ranking_lines(result, names):
            lines.append(f"{who} · **{terms.points(words, end.scores[seat].total)}**")
            lines.append("-# " + ending.score_line(words, end.scores[seat]))
        return [text(head, ending.deciding_sentence(words, names, told), *lines)]

    def options(self, words: Words, options: dict[str, int]) -> str:
        """Say how long it is, and whether the rondel's start was drawn by lot."""
        length = words.say("{n} rounds", n=DATA.play.rounds)
        return f"{length}, {words.say('rondel by lot')}" if options.get("rondel") == BY_LOT else length


def orders(look: Look, words: Words) -> list[Part]:
    """Show orders and transports on display, and everybody's orders."""
    view = view_of(look)
    names = names_at(look.table)
    owned = [
        text(f"{seat_sign(seat)} {names[seat]}", *_own_orders(player, words))
        for seat, player in enumerate(view.players)
    ]
    return [*display(view, words), *owned]


def display(view: View, words: Words) -> list[Text]:
    """Show the two rows of orders and the open transports."""
    upper, lower = words.say("Orders, upper row"), words.say("Orders, lower row: gone after this round")
    parts = [
        text(f"**{title}**", *(f"- {terms.order(words, key)}" for key in row if key))
        for title, row in ((upper, view.upper), (lower, view.lower))
    ]
    stacks = [f"{terms.transport(words, stack.top)} **{stack.cost}**" for stack in view.stacks if stack.top]
    return [*parts, text("**" + words.say("Transports for sale") + "**", " · ".join(stacks) or "–")]


def _head(view: View, words: Words) -> str:
    if not view.phase:
        return words.say("## Haithabu · before the first round")
    return words.say(
        "## Haithabu · round {round} of {rounds} ({season}), phase {phase}",
        round=view.round,
        rounds=DATA.play.rounds,
        season=terms.season(words, max(view.round, 1)),
        phase=view.phase,
    )


def _market(view: View, words: Words) -> list[str]:
    return [
        words.say(
            "{ware} · **{price}** · {n} on the market{workers}",
            ware=terms.ware(words, ware.key),
            price=ware.price,
            n=ware.market,
            workers=" " + _workers(ware.workers) if ware.workers else "",
        )
        for ware in view.wares
    ]


def _workers(workers: Sequence[int]) -> str:
    return "".join(terms.NEUTRAL_SIGN if worker == NEUTRAL else seat_sign(worker) for worker in workers)


def _rondel(view: View) -> str:
    return " ".join(
        f"{terms.DAY if field.day else terms.NIGHT}**{field.key}**{_workers(field.workers)}" for field in view.rondel
    )


def _characters(view: View, words: Words) -> str:
    shown = []
    for card in view.characters:
        owner = "" if card.owner is None else f" {seat_sign(card.owner)}"
        shown.append(
            f"{terms.CHARACTER_EMOJI[card.key]} {terms.character(words, card.key)}{owner}{'🔒' if card.safe else ''}"
        )
    inn = words.say("neutral workers left: {n}", n=view.inn)
    return " · ".join(shown) + f"\n-# {terms.WORKER_SIGN} {inn}"


def _player(view: View, seat: int, names: Sequence[str], words: Words) -> list[str]:
    player = view.players[seat]
    sign = " 🚩" if seat == view.starter else ""
    sign += " 👉" if view.turn and view.turn.seat == seat else ""
    facts = [terms.points(words, player.points), terms.silver(words, player.silver)]
    if player.loans:
        facts.append(terms.loans(words, player.loans))
    stores = (
        f"{terms.SIGNS['warehouse']} {terms.cubes(player.warehouse)} · {terms.SIGNS['post']} {terms.cubes(player.post)}"
    )
    cards = " ".join(terms.transport(words, card) for card in (player.cart, player.ship) if card)
    done = words.say("{n} done", n=len(player.completed))
    return [
        f"{seat_sign(seat)} {names[seat]}{sign} · {' · '.join(facts)} · {terms.DONE} {done}",
        f"{stores} {cards}",
        *_brief_orders(player),
    ]


def _own_orders(player: PlayerView, words: Words) -> list[str]:
    """List a player's orders by place, with what is still missing where something was delivered."""
    lines = []
    for order in player.orders:
        line = f"{order.place} · {terms.order(words, order.order)}"
        if any(order.cubes):
            rest = terms.cubes(quotes.missing(order))
            line += " · " + words.say("still missing: {wares}", wares=rest)
        lines.append(line)
    return lines or ["–"]


def _brief_orders(player: PlayerView) -> list[str]:
    """List a player's orders as briefly as can be: what is still missing, what lies there, and what they bring."""
    return [
        f"-# {order.place} · {order.order} {terms.cubes(quotes.missing(order))}"
        f"{' (' + terms.cubes(order.cubes) + ' ✔️)' if any(order.cubes) else ''} → {terms.worth(order.order)}"
        for order in player.orders
    ]
