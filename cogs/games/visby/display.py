"""How Visby looks: the board, the hand, choosing cards, trading, the final scoring."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from msgspec import structs

from cogs.core.display import GameDisplay
from cogs.core.messages import names_at
from cogs.core.panel import Button, Option, Part, Select, Style, Target, Text, rows, text
from cogs.games.visby.parts import own, view_of
from rules.contract import Event, Move
from rules.visby import events
from rules.visby.data import CARDS, TRACK_END
from rules.visby.moves import Pick, Trade
from rules.visby.view import View
from tables.advice import advice
from tables.table import Look
from words import Words, endings
from words.visby import ending, terms

_MOST_TRADES = 4
"""So many trades are buttons; with more of them the others are a list."""


class VisbyDisplay(GameDisplay):
    """Visby's looks."""

    game: ClassVar[str] = "visby"
    colour: ClassVar[int] = 0xB5483A

    def board(self, look: Look, words: Words) -> list[Text]:
        """Show the tracks, everybody's seals and wares, and the cards left in the hands."""
        view = view_of(look)
        names = names_at(look.table)
        head = words.say("## Visby · round {round}", round=view.round)
        goal = words.say("-# The game ends after the round in which somebody has {target} seals.", target=view.target)
        tracks = "\n".join(
            (
                f"`{_bar(view.battle)}` **{view.battle}** {words.say('Battle (seals)')}",
                f"`{_bar(view.journey)}` **{view.journey}** {words.say('Journey (wares)')}",
                f"`{_bar(view.market)}` **{view.market}** {words.say('Market')} · **{terms.rate(view.market)}**",
            )
        )
        return [
            text(head, goal),
            Text(tracks),
            Text("\n".join(self._player(view, seat, names, words) for seat in range(view.seats))),
        ]

    def _player(self, view: View, seat: int, names: Sequence[str], words: Words) -> str:
        player = view.players[seat]
        sign = ""
        if seat in view.owed:
            sign = " 🤔"
        elif player.chosen:
            sign = " ✅"
        goods = f"{terms.seals(words, player.seals)} · {terms.wares(words, player.wares)}"
        left = " ".join(terms.CARD_EMOJI[card] if card in player.hand else "▫️" for card in CARDS)
        played = f" · {words.say('plays')} {terms.cards(words, player.played)}" if player.played else ""
        return f"{names[seat]} · {goods}{played}{sign}\n-# {left}"

    def hand(self, look: Look, words: Words) -> list[Text]:
        """Show the own cards and what is sealed."""
        if look.seat is None:
            return []
        view, me = view_of(look), own(look)
        goods = words.say(
            "You have {seals} and {wares}.", seals=terms.seals(words, me.seals), wares=terms.wares(words, me.wares)
        )
        sealed = _sealed(look, view, words)
        cards = words.say("In your hand: {cards}", cards=terms.cards(words, me.hand) or "–")
        gone = words.say("Discarded: {cards}", cards=terms.cards(words, me.discard)) if me.discard else ""
        return [text(goods, sealed, cards, gone)]

    def hand_caption(self, look: Look, words: Words) -> str:
        """Say what is traded, or that there is no choice: the picture shows the cards."""
        view = view_of(look)
        if view.trade is not None:
            return _sealed(look, view, words)
        return "" if look.owes or look.may_change else _sealed(look, view, words)

    def unsealed(self, look: Look) -> Look:
        """Hide the cards or the trade that were chosen."""
        return structs.replace(look, view=structs.replace(view_of(look), picked=None, trade=None))

    def menu(self, look: Look, words: Words) -> list[Part]:
        """Ask for cards or for a trade."""
        assert look.seat is not None
        view = view_of(look)
        if "trade" in view.owed.values():
            return self._trade(look, view, words)
        return self._choose(look, view, look.seat, words)

    def _choose(self, look: Look, view: View, seat: int, words: Words) -> list[Part]:
        """Ask for cards: by buttons below a line for each, or by a list that says it all itself."""
        me, count = view.players[seat], view.cards_to_choose
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

    def _trade(self, look: Look, view: View, words: Words) -> list[Part]:
        """Ask for a trade: the few that matter by buttons, all others by a list."""
        rate = terms.rate(view.market)
        head = words.say(
            "**Your Merchant trades.** You have {wares}; the rate is {rate}.",
            wares=terms.wares(words, own(look).wares),
            rate=rate,
        )
        if rate != terms.rate(0):
            head += " " + words.say("What is left over may go at any worse rate.")
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

    def proposal(self, look: Look, words: Words, move: Move) -> str:
        """Name the cards or the trade."""
        if isinstance(move, Trade):
            return terms.trade(words, view_of(look), move.wares)
        assert isinstance(move, Pick)
        return words.say("play {cards}", cards=terms.cards(words, move.cards))

    def because(self, look: Look, words: Words, move: Move) -> str:
        """Say what the cards would do now, unless an idea explains it."""
        view = view_of(look)
        if look.seat is None or not isinstance(move, Pick) or (look.guidance and look.guidance.idea):
            return ""
        return " · ".join(terms.brief(words, view, look.seat, card) for card in move.cards)

    def final(self, look: Look, words: Words, names: Sequence[str], told: Sequence[Event]) -> list[Part]:
        """Show what decided it and the scores: seals, what the rest wares bought, and what broke ties."""
        end = next(event for event in reversed(told) if isinstance(event, events.Finished))
        head = endings.won(words, self.words.title, [names[seat] for seat in end.winners])
        result = view_of(look).result
        assert result is not None
        order = sorted(range(len(end.scores)), key=lambda seat: (result.places[seat], seat))
        lines = [
            f"**{result.places[seat]}.** {names[seat]} · {ending.score(words, end.scores[seat])}" for seat in order
        ]
        decided = ending.decided(words, names, told)
        return [text(head, decided, *lines, *ending.tie_breaks(words, end.scores))]

    def options(self, words: Words, options: dict[str, int]) -> str:
        """Say to how many seals it is played."""
        return words.say("to {n} seals", n=options["target"])


def _style(sealed: int | None, wares: int, *, best: bool) -> Style:
    """Mark the trade that is sealed; before that, the largest one."""
    if sealed is None:
        return "primary" if best else "secondary"
    return "success" if sealed == wares else "secondary"


def _sealed(look: Look, view: View, words: Words) -> str:
    """Say what is chosen; V23: who holds no more cards than are played has no choice, and is told so."""
    if view.trade is not None:
        return words.say("Chosen trade: {trade}", trade=terms.trade(words, view, view.trade))
    if not view.picked:
        return ""
    cards = terms.cards(words, view.picked)
    if look.owes or look.may_change:
        return words.say("You play {cards}.", cards=cards)
    return words.many(
        "You play {cards}: it is your last card, so there is nothing to choose.",
        "You play {cards}: they are your last {n} cards, so there is nothing to choose.",
        len(view.picked),
        cards=cards,
    )


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


def _bar(value: int) -> str:
    return "█" * value + "░" * (TRACK_END - value)
