"""`HaithabuDisplay`: Haithabu's board, hands, final scoring and menus as texts and parts, and pictures of menus.

`order_parts` shows all orders, for `/haithabu orders`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from cogs.games.haithabu import answer_confirmation, decision_menus, turn_menu
from cogs.games.haithabu.draft_kinds import ACT
from cogs.games.haithabu.move_labels import move_facts, move_label, move_summary
from cogs.games.haithabu.move_text import move_text
from cogs.games.haithabu.order_plan_lines import order_left_alone, order_plan_lines
from cogs.games.haithabu.seat_view import own_player, view_of
from cogs.games.haithabu.text_lines import own_transports
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
    """Shows Haithabu in Discord: builds its board, hands, menus and final scoring from a `Look`."""

    game: ClassVar[str] = "haithabu"
    colour: ClassVar[int] = 0x3B5F7A

    def board(self, look: Look, words: Words) -> list[Text]:
        """Return the board as texts: heading, market, rondel, characters, orders, transports for sale, each player."""
        view = view_of(look)
        names = names_at(look.table)
        parts = [
            text(_head(view, words)),
            text("**" + words.say("Market") + "**", *_market_lines(view, words)),
            text("**" + words.say("Rondel") + "**", _rondel_text(view)),
            text("**" + words.say("Characters") + "**", _characters_text(view, words)),
        ]
        parts += _display_parts(view, words)
        parts += [text(*_player_lines(view, seat, names, words)) for seat in range(view.seats)]
        return parts

    def hand(self, look: Look, words: Words) -> list[Text]:
        """Return texts about the look's seat: silver, points, loans, stores, transports, orders and characters.

        An order to which wares were delivered also shows which wares are still missing. Unless the game is over, a line
        for each order says what it still needs and whether there is time for it. Each character has a text that says
        what it does. Return [] for a spectator.
        """
        if look.seat is None:
            return []
        view, me = view_of(look), own_player(look)
        limit = quotes.store_limit(view, look.seat)
        loans = loan_text.loans_owed(words, me.loans)
        lines = [f"{terms.silver(words, me.silver)} · {terms.points(words, me.points)} · {loans}"]
        for store, wares in (("warehouse", me.warehouse), ("post", me.post)):
            lines.append(
                words.say(terms.STORE_CONTENTS[store], n=sum(wares), limit=limit, wares=terms.wares(words, wares))
            )
        if transports := own_transports(words, me):
            lines.append(words.say("Transports: {transports}", transports=transports))
        parts = [text(*lines)]
        if me.orders:
            parts.append(text("**" + words.say("Your orders") + "**", *_order_lines(me, words)))
            parts += [text(plans)] if (plans := self.hand_caption(look, words)) else []
        if me.characters:
            known = [
                f"- **{terms.character(words, key)}**: {words.say(terms.CHARACTER_EFFECT[key])}"
                for key in me.characters
            ]
            parts.append(text("**" + words.say("Your characters") + "**", *known))
        return parts

    def hand_caption(self, look: Look, words: Words) -> str:
        """Return what each order still needs, and if there is time for it; "" for a spectator and after the end."""
        if look.seat is None or view_of(look).result is not None:
            return ""
        return "\n".join(order_plan_lines(look, words))

    def plan_label(self, words: Words, decision: str) -> str:
        """Return the label of the button with which a player plans a turn, an action, or the end of the round."""
        labels = {
            "act": words.say("Plan what my worker does"),
            "return_characters": words.say("Plan which characters I return"),
            "use_functions": words.say("Plan the end of the round"),
        }
        return labels.get(decision, words.say("Plan my next turn"))

    def standing_question(self, words: Words, decision: str) -> str:
        """Return the name of the event to which a player may have a standing answer."""
        return words.say(terms.EVENT[decision])

    def standing_policy(self, words: Words, policy: str) -> str:
        """Return what a standing answer to an event gives away."""
        return terms.standing_policy(words, policy)

    def menu(self, look: Look, words: Words) -> list[Part]:
        """Return the menu of the decision that the seat owes.

        If the seat has drafted an answer that waits for confirmation, return the menu to confirm it.
        """
        if look.owes in ("turn", ACT):
            return turn_menu.menu(look, words)
        return answer_confirmation.menu(look, words) or decision_menus.MENUS[look.owes or ""](look, words)

    def proposal(self, look: Look, words: Words, move: Move) -> str:
        """Return the move in words with all its facts."""
        return move_text(look, words, move, MAX_TEXT_CHARS, formatted=True)

    def move_label(self, look: Look, words: Words, move: Move) -> str:
        """Return the label of the button that makes a move, as in the menus."""
        return move_label(look, words, move)

    def move_summary(self, look: Look, words: Words, move: Move) -> str:
        """Return the label of a move, completed by what it leaves out."""
        return move_summary(look, words, move)

    def move_facts(self, look: Look, words: Words, move: Move) -> list[str]:
        """Return what a move costs and brings."""
        return move_facts(look, words, move)

    def advice_note(self, look: Look, words: Words) -> str:
        """Return what an order would take that is lost soon and that no suggested move is about; "" for none."""
        return order_left_alone(look, words)

    def menu_drawing(self, look: Look, words: Words) -> Drawing | None:
        """Return a drawing of the part of the table that the owed decision is about.

        Return None if the seat has no decision to make, or for a decision without a picture.
        """
        if look.seat is None or look.owes is None:
            return None
        in_turn = look.owes in ("turn", ACT)
        subject = turn_menu.picture_subject(look) if in_turn else decision_menus.PICTURE_SUBJECTS[look.owes]
        return closeup(view_of(look), words, subject) if subject else None

    def final(self, look: Look, words: Words, names: Sequence[str], all_events: Sequence[Event]) -> list[Part]:
        """Return one text about the end of the game: winners, what decided it, and each seat's scores, best first.

        The scores are listed by parts. `names` are the names by seat, `all_events` the events of the whole game.
        """
        end = ending_text.last_event(all_events, end_events.Finished)
        result = view_of(look).result
        assert result is not None
        head = ending_text.winner_heading(words, self.words.title, [names[seat] for seat in end.winners])
        lines = []
        for seat, who in ending_text.ranking_lines(result, names):
            lines.append(f"{who} · **{terms.points(words, end.scores[seat].total)}**")
            lines.append("-# " + ending.score_line(words, end.scores[seat]))
        return [text(head, ending.deciding_sentence(words, names, all_events, look.seat), *lines)]

    def describe_options(self, words: Words, options: dict[str, int]) -> str:
        """Return a table's options in words: the number of rounds, and whether the rondel starts at random.

        Nothing is said about the rondel if its start is the recommended one.
        """
        length = words.say("{n} rounds", n=DATA.play.rounds)
        return f"{length}, {words.say('random rondel')}" if options.get("rondel") == BY_LOT else length


def order_parts(look: Look, words: Words) -> list[Part]:
    """Return texts with the orders on display, the transports for sale, and each player's orders under the name."""
    view = view_of(look)
    names = names_at(look.table)
    owned = [
        text(f"{seat_sign(seat)} {names[seat]}", *_order_lines(player, words))
        for seat, player in enumerate(view.players)
    ]
    return [*_display_parts(view, words), *owned]


def _display_parts(view: View, words: Words) -> list[Text]:
    """Return three texts: the upper and the lower row of orders on display, and the transports for sale with prices."""
    upper, lower = words.say("Orders, upper row"), words.say("Orders, lower row: gone after this round")
    parts = [
        text(f"**{title}**", *(f"- {terms.order(words, key)}" for key in row if key))
        for title, row in ((upper, view.upper), (lower, view.lower))
    ]
    stacks = [f"{terms.transport(words, stack.top)} **{stack.cost}**" for stack in view.stacks if stack.top]
    return [*parts, text("**" + words.say("Transports for sale") + "**", " · ".join(stacks) or "–")]


def _head(view: View, words: Words) -> str:
    """Return the board's heading: round, season and phase, or that the first round has not begun."""
    if not view.phase:
        return words.say("## Haithabu · before the first round")
    return words.say(
        "## Haithabu · round {round} of {rounds} ({season}), phase {phase}",
        round=view.round,
        rounds=DATA.play.rounds,
        season=terms.season(words, max(view.round, 1)),
        phase=view.phase,
    )


def _market_lines(view: View, words: Words) -> list[str]:
    """Return a line for each ware: its price, the number of cubes on the market, and the workers there."""
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
    """Return the signs of the workers' owners, in the order in which the workers came."""
    return "".join(terms.NEUTRAL_SIGN if worker == NEUTRAL else seat_sign(worker) for worker in workers)


def _rondel_text(view: View) -> str:
    """Return one line with the rondel's fields: each has a sign for day or night, its letter, and the workers there."""
    return " ".join(
        f"{terms.DAY if field.day else terms.NIGHT}**{field.key}**{_workers(field.workers)}" for field in view.rondel
    )


def _characters_text(view: View, words: Words) -> str:
    """Return all characters in one line, and the number of neutral workers left in a second line.

    A character is followed by its owner's sign, if it has an owner, and by 🔒 if it is safe from being taken.
    """
    shown = []
    for card in view.characters:
        owner = "" if card.owner is None else f" {seat_sign(card.owner)}"
        shown.append(
            f"{terms.CHARACTER_EMOJI[card.key]} {terms.character(words, card.key)}{owner}{'🔒' if card.safe else ''}"
        )
    inn = words.say("neutral workers left: {n}", n=view.inn)
    return " · ".join(shown) + f"\n-# {terms.WORKER_SIGN} {inn}"


def _player_lines(view: View, seat: int, names: Sequence[str], words: Words) -> list[str]:
    """Return a seat's lines on the board.

    The first has the name, a sign for the starting player and for the seat in turn, points, silver, loans, and the
    number of completed orders. The second has stores and transports. Then there is a line for each open order.
    """
    player = view.players[seat]
    sign = " 🚩" if seat == view.starter else ""
    sign += " 👉" if view.turn and view.turn.seat == seat else ""
    facts = [terms.points(words, player.points), terms.silver(words, player.silver)]
    if player.loans:
        facts.append(terms.loans(words, player.loans))
    warehouse, post = terms.ware_signs(player.warehouse), terms.ware_signs(player.post)
    stores = f"{terms.SIGNS['warehouse']} {warehouse} · {terms.SIGNS['post']} {post}"
    cards = " ".join(terms.transport(words, card) for card in (player.cart, player.ship) if card)
    done = words.say("{n} done", n=len(player.completed))
    return [
        f"{seat_sign(seat)} {names[seat]}{sign} · {' · '.join(facts)} · {terms.DONE} {done}",
        f"{stores} {cards}",
        *_brief_orders(player),
    ]


def _order_lines(player: PlayerView, words: Words) -> list[str]:
    """Return a line for each of a player's open orders; ["–"] if there are none.

    A line has the number of the place on which the order lies, its id, its wares and its reward. If wares were
    delivered to the order, the line adds which are still missing.
    """
    lines = []
    for order in player.orders:
        line = f"{order.place} · {terms.order(words, order.order)}"
        if any(order.cubes):
            rest = terms.ware_signs(quotes.missing_wares(order))
            line += " · " + words.say("still needed: {wares}", wares=rest)
        lines.append(line)
    return lines or ["–"]


def _brief_orders(player: PlayerView) -> list[str]:
    """Return one small-print line for each of a player's open orders.

    It has the number of the place on which the order lies, its id, the wares missing, the wares delivered (if any), and
    the reward.
    """
    return [
        f"-# {order.place} · {order.order} {terms.ware_signs(quotes.missing_wares(order))}"
        f"{' (' + terms.ware_signs(order.cubes) + ' ✔️)' if any(order.cubes) else ''}"
        f" → {terms.order_reward(order.order)}"
        for order in player.orders
    ]
