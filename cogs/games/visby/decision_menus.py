"""The menus of Visby's two decisions: which cards to play (`choose`), and what the Merchant trades (`trade`).

`MENUS` maps the name of each decision to its function.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from cogs.games.visby.seat_view import own_player, view_of
from cogs.messages.menu_controls import choice_parts, menu_target, move_button
from cogs.messages.panel import MAX_OPTIONS, Option, Part, Select, Text, rows, text
from rules.visby.data import DATA
from rules.visby.moves import Buy, Trade
from rules.visby.view import View
from tables.model.table import Look
from tables.play.lookup import next_may_be_planned
from words import Words
from words.visby import terms

_MAX_TRADE_BUTTONS = 4
"""If more trades are possible, the largest ones and *No trade* are buttons and the others a select."""
_MAX_CARDS_IN_ROW = 3
"""A phone's screen has room for three buttons with names of cards side by side."""


def choose(look: Look, words: Words) -> list[Part]:
    """Return the menu for choosing the cards to play this round: a text about the round, and the controls.

    - Where one card is played, each card in hand has a button, and a line above the buttons says what it does.
    - Where two are played, a select offers the cards, each with a description.
    - Until the seat has chosen, the text also has its goods, the tracks, and a note if it will have no choice next
      round.
    - Once it has chosen, the menu is shorter and the chosen cards are highlighted. They may be changed until all seats
      have chosen.
    - If a lesson's picture above the menu shows goods and tracks, the text leaves these out. It then says only in the
      first round that choices are secret.
    """
    assert look.seat is not None
    view, me, seat = view_of(look), own_player(look), look.seat
    count = view.cards_to_choose
    if view.picked:
        head = words.say(
            "✅ You play {cards}. Your choice stays secret until everybody has chosen, and you can "
            "still change it until then.",
            cards="**" + terms.cards(words, view.picked) + "**",
        )
    elif look.pictured and view.round > 1:
        head = words.many(
            "**Round {round}: choose a card.**", "**Round {round}: choose {n} cards.**", count, round=view.round
        )
        head += _no_choice_next_round(words, view, seat)
    else:
        head = words.many(
            "**Round {round}: choose a card.** It stays secret until everybody has chosen.",
            "**Round {round}: choose {n} cards.** They stay secret until everybody has chosen.",
            count,
            round=view.round,
        )
        if count > 1 and view.round == 1:
            head += "\n" + words.say("-# With 2 or 3 players, everybody plays two cards a round.")
        if not look.pictured:
            head += "\n" + _resources_line(words, view, seat)
        head += _no_choice_next_round(words, view, seat)
    if count > 1:
        options = tuple(_card_option(words, view, seat, card) for card in me.hand)
        if not view.picked:
            head += "\n" + words.say("-# Split: you share with everybody who plays the same card.")
        question = words.say("Choose {n} cards", n=count)
        return [Text(head), Select(menu_target(look, "visby.pick"), question, options, count, count)]
    buttons = [
        move_button(
            look,
            words.say(terms.CARDS[card]),
            f"pick {card}",
            "success" if view.picked == (card,) else "secondary",
            terms.CARD_EMOJI[card],
        )
        for card in me.hand
    ]
    chooser = rows(buttons, _MAX_CARDS_IN_ROW)
    if view.picked:
        return [Text(head), *chooser]
    small = "-# " if look.pictured else ""
    lines = [
        f"{small}{terms.card(words, card)}: {terms.short_card_effect(words, view, seat, card)}" for card in me.hand
    ]
    shared = "" if look.pictured else words.say("-# Split: you share with everybody who plays the same card.")
    return [Text(head), text(*lines, shared), *chooser]


def trade(look: Look, words: Words) -> list[Part]:
    """Return the menu for the Merchant's trade: a text with wares and rate, and a button for each possible trade.

    If more than `_MAX_TRADE_BUTTONS` trades are possible, only the largest ones and *No trade* are buttons, and a
    select has the others. Trades are sorted by the number of wares given, the most first. A trade already chosen is
    highlighted; it may be changed until all Merchants have decided. A single Merchant's trade is confirmed first if
    other people choose next: they may have chosen early, so it cannot be taken back. Where a trade is planned, the menu
    offers seals instead.
    """
    view = view_of(look)
    rate = terms.explained_rate(words, view.market)
    if orders := [move for move in look.options if isinstance(move, Buy)]:
        return _planned_trade(look, words, rate, orders)
    head = words.say(
        "**Your Merchant trades.** You have {wares}; the rate is {rate}.",
        wares=terms.wares(words, own_player(look).wares),
        rate=rate,
    )
    if terms.rate(view.market) != terms.rate(0):
        head += " " + words.say("You can also trade what's left over at a worse rate.")
    sealed = ""
    if view.trade is not None:
        sealed = words.say(
            "✅ Your trade: {trade}. It stays secret until all Merchants have decided, and you can "
            "still change it until then.",
            trade="**" + terms.trade_label(words, view, view.trade) + "**",
        )
    elif look.sealed:
        sealed = words.say(
            "{n} Merchants are trading: each one after the first pushed the Market back {crowd} spaces. "
            "Your trade stays secret until all of them have decided.",
            n=sum("merchant" in player.played for player in view.players),
            crowd=DATA.merchant.crowding,
        )
    trades = sorted((move for move in look.options if isinstance(move, Trade)), key=lambda move: -move.wares)
    # For every trade alike, also for one that ends the game.
    verb = "visby.trade" if not look.sealed and any(next_may_be_planned(look, move) for move in trades) else "move"
    shown, rest = trades, list[Trade]()
    if len(trades) > _MAX_TRADE_BUTTONS:
        shown, rest = [*trades[: _MAX_TRADE_BUTTONS - 1], trades[-1]], trades[_MAX_TRADE_BUTTONS - 1 : -1]
    buttons = [
        move_button(
            look,
            terms.trade_label(words, view, move.wares),
            move,
            "success" if view.trade == move.wares else "secondary",
            verb=verb,
        )
        for move in shown
    ]
    others = [Option(terms.trade_label(words, view, move.wares), str(move.wares)) for move in rest]
    listed = choice_parts(look, verb, f"{Trade.verb} ", words.say("Another amount …"), others, max_buttons=0)
    return [text(head, sealed), *rows(buttons, 2), *listed]


def _planned_trade(look: Look, words: Words, rate: str, orders: Sequence[Buy]) -> list[Part]:
    """Return the menu in which a trade is planned before its rate is known: as many seals as possible, or a number."""
    head = words.say(
        "**How many seals should your Merchant buy?** You'll know the rate when the cards are revealed: "
        "{rate} if you play the only Merchant. The trade uses as few wares as possible.",
        rate=rate,
    )
    ends = [
        move_button(look, words.say("As many seals as possible"), Buy(None), "primary"),
        move_button(look, words.say("No trade"), Buy(0)),
    ]
    numbers = [order.seals for order in orders if order.seals]
    first, more = numbers[:MAX_OPTIONS], numbers[MAX_OPTIONS:]
    question = words.say("A number of seals …")
    listed = choice_parts(look, "move", f"{Buy.verb} ", question, [_seals_option(words, n) for n in first])
    # The two lists need different custom ids, so the second one has the whole moves as its values.
    rest = [_seals_option(words, n, f"{Buy.verb} ") for n in more]
    listed += choice_parts(look, "move", "", words.say("Fewer seals …"), rest, max_buttons=0) if rest else []
    return [Text(head), *rows(ends), *listed]


def _seals_option(words: Words, seals: int, prefix: str = "") -> Option:
    """Return an option for a number of seals; its value is the number after `prefix`."""
    return Option(terms.seals(words, seals), f"{prefix}{seals}")


def _resources_line(words: Words, view: View, seat: int) -> str:
    """Return a line in small print: the seat's seals and wares, the three tracks, and the rate of the market."""
    me, sign = view.players[seat], terms.SIGNS
    goods = f"{me.seals}{sign['seal']} {me.wares}{sign['ware']}"
    if not words.signs:
        goods = f"{terms.seals(words, me.seals)}, {terms.wares(words, me.wares)}"
    own = words.say("You: {goods}", goods=goods)
    battle = f"{sign['battle']} {words.say('Battle')} {view.battle}"
    journey = f"{sign['journey']} {words.say('Journey')} {view.journey}"
    market = f"{sign['market']} {words.say('Market')} {view.market} ({terms.rate(view.market)})"
    return f"-# {own} · {battle} · {journey} · {market}"


def _no_choice_next_round(words: Words, view: View, seat: int) -> str:
    """Return a note, beginning with a line break, if the seat will have no choice of cards in the next round (V23).

    That is so if its hand has exactly twice as many cards as it plays in a round. With the Mendicant in hand the note
    adds that this card brings all cards back. Otherwise return "".
    """
    count, hand = view.cards_to_choose, view.players[seat].hand
    if len(hand) != 2 * count:
        return ""
    line = words.many(
        "-# Next round you must play the card you keep.",
        "-# Next round you must play the {n} cards you keep.",
        count,
    )
    return f"\n{line} " + words.say("The Mendicant brings them all back.") if "mendicant" in hand else f"\n{line}"


def _card_option(words: Words, view: View, seat: int, card: str) -> Option:
    """Return a card of the seat's hand as an option of the select, with what it would do now; preselected if chosen."""
    return Option(
        words.say(terms.CARDS[card]),
        card,
        terms.card_effect(words, view, seat, card)
        if card == "merchant"
        else terms.short_card_effect(words, view, seat, card),
        terms.CARD_EMOJI[card],
        chosen=card in (view.picked or ()),
    )


MENUS: dict[str, Callable[[Look, Words], list[Part]]] = {"choose": choose, "trade": trade}
"""The menu of each decision, by the decision's name."""
