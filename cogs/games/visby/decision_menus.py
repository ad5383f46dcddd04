"""What Visby's menus ask: which cards one plays, and what one's Merchant trades."""

from __future__ import annotations

from collections.abc import Callable

from cogs.games.visby.seat_view import own_player, view_of
from cogs.messages.panel import Button, Option, Part, Select, Style, Target, Text, rows, text
from rules.visby.moves import Trade
from rules.visby.view import View
from tables.model.table import Look
from tables.thinking.table_advice import advice
from words import Words
from words.visby import terms

_MOST_TRADES = 4
"""So many trades are buttons; with more of them the others are a list."""


def choose(look: Look, words: Words) -> list[Part]:
    """Ask for cards: by buttons below a line for each, or by a list that says it all itself."""
    assert look.seat is not None
    view, me, seat = view_of(look), own_player(look), look.seat
    count = view.cards_to_choose
    if view.picked:
        head = words.say(
            "✅ You play {cards}. Nobody sees it until the last player has chosen; until then you can change it.",
            cards="**" + terms.cards(words, view.picked) + "**",
        )
    else:
        head = words.many(
            "**Round {round}: choose a card.** It stays secret until all have chosen.",
            "**Round {round}: choose {n} cards.** They stay secret until all have chosen.",
            count,
            round=view.round,
        )
        if count > 1 and view.round == 1:
            head += "\n" + words.say("-# With 2 or 3 players everybody plays two cards a round.")
        head += "\n" + _standing(words, view, seat)
        head += _then_no_choice(words, view, seat)
    if count > 1:
        target = Target("visby.pick", look.table.id, look.mark)
        options = tuple(_option(words, view, seat, card) for card in me.hand)
        if not view.picked:
            head += "\n" + words.say("-# Split: with others who play the same card.")
        return [Text(head), Select(target, words.say("Choose {n} cards", n=count), options, count, count)]
    buttons = [
        Button(
            words.say(terms.CARDS[card]),
            Target("move", look.table.id, look.mark, f"pick {card}"),
            "success" if view.picked == (card,) else "secondary",
            terms.CARD_EMOJI[card],
        )
        for card in me.hand
    ]
    chooser = rows(buttons, 5 if len(buttons) <= 5 else (len(buttons) + 1) // 2)
    if view.picked:
        return [Text(head), *chooser]
    lines = [f"{terms.card(words, card)}: {terms.brief(words, view, seat, card)}" for card in me.hand]
    shared = words.say("-# Split: with others who play the same card.")
    return [Text(head), text(*lines, shared), *chooser]


def trade(look: Look, words: Words) -> list[Part]:
    """Ask for a trade: the few that matter by buttons, all others by a list."""
    view = view_of(look)
    rate = terms.rate(view.market)
    head = words.say(
        "**Your Merchant trades.** You have {wares}; the rate is {rate}.",
        wares=terms.wares(words, own_player(look).wares),
        rate=rate,
    )
    if rate != terms.rate(0):
        head += " " + words.say("What is left over may be traded at any worse rate.")
    sealed = ""
    if view.trade is not None:
        sealed = words.say(
            "✅ Your trade: {trade}. It stays secret, and you can change it, until the last Merchant has decided.",
            trade="**" + terms.trade(words, view, view.trade) + "**",
        )
    elif look.sealed:
        sealed = words.say("Several Merchants decide. Your trade stays secret until all of them have.")
    advised = [each.move for each in advice(look) if isinstance(each.move, Trade)]
    shown, rest = advised, []
    if len(advised) > _MOST_TRADES:
        shown = [*advised[: _MOST_TRADES - 1], Trade(0)]
        rest = sorted((move for move in advised if move not in shown), key=lambda move: -move.wares)
    buttons = [
        Button(
            terms.trade(words, view, move.wares),
            Target("move", look.table.id, look.mark, str(move)),
            _style(view.trade, move.wares, best=number == 0),
        )
        for number, move in enumerate(shown)
    ]
    parts: list[Part] = [text(head, sealed), *rows(buttons, 2)]
    if rest:
        others = tuple(Option(terms.trade(words, view, move.wares), str(move.wares)) for move in rest)
        target = Target("move", look.table.id, look.mark, Trade.verb)
        parts.append(Select(target, words.say("Another amount …"), others))
    return parts


def _style(sealed: int | None, wares: int, *, best: bool) -> Style:
    """Mark the trade that is sealed; before that, the largest one."""
    if sealed is None:
        return "primary" if best else "secondary"
    return "success" if sealed == wares else "secondary"


def _standing(words: Words, view: View, seat: int) -> str:
    """Say in one line what one has and where the tracks stand: the board may be far away."""
    me, sign = view.players[seat], terms.SIGNS
    own = words.say("You: {goods}", goods=f"{me.seals}{sign['seal']} {me.wares}{sign['ware']}")
    battle = f"{sign['battle']} {words.say('Battle')} {view.battle}"
    journey = f"{sign['journey']} {words.say('Journey')} {view.journey}"
    market = f"{sign['market']} {words.say('Market')} {view.market} ({terms.rate(view.market)})"
    return f"-# {own} · {battle} · {journey} · {market}"


def _then_no_choice(words: Words, view: View, seat: int) -> str:
    """V23: say so if the cards that are kept now are all there is for the next round."""
    count, hand = view.cards_to_choose, view.players[seat].hand
    if len(hand) != 2 * count:
        return ""
    line = words.many(
        "-# The card you keep is played next round, without a choice.",
        "-# The {n} cards you keep are played next round, without a choice.",
        count,
    )
    return f"\n{line} " + words.say("With the Mendicant all come back.") if "mendicant" in hand else f"\n{line}"


def _option(words: Words, view: View, seat: int, card: str) -> Option:
    return Option(
        words.say(terms.CARDS[card]),
        card,
        terms.effect(words, view, seat, card) if card == "merchant" else terms.brief(words, view, seat, card),
        terms.CARD_EMOJI[card],
        chosen=card in (view.picked or ()),
    )


MENUS: dict[str, Callable[[Look, Words], list[Part]]] = {"choose": choose, "trade": trade}
