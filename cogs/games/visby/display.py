"""How Visby looks: the board, the hand, choosing cards, trading, the final scoring."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from msgspec import structs

from cogs.core.display import GameDisplay
from cogs.core.messages import names_at
from cogs.core.panel import Button, Option, Part, Select, Style, Target, Text, rows, text
from rules.contract import Event
from rules.visby import events
from rules.visby.data import CARDS, TRACK_END
from rules.visby.moves import Trade
from rules.visby.view import View
from tables.table import Look
from words import Words
from words.visby import story, terms


class VisbyDisplay(GameDisplay):
    """Visby's looks."""

    game: ClassVar[str] = "visby"
    colour: ClassVar[int] = 0xB5483A

    def board(self, look: Look, words: Words) -> list[Text]:
        """Show the tracks, everybody's seals and wares, and the cards left in the hands."""
        view = _view(look)
        names = names_at(look.table, words)
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
        left = " ".join(terms.EMOJI[card] if card in player.hand else "▫️" for card in CARDS)
        played = f" · {words.say('plays')} {terms.cards(words, player.played)}" if player.played else ""
        return f"{names[seat]} · {goods}{played}{sign}\n-# {left}"

    def hand(self, look: Look, words: Words) -> list[Text]:
        """Show the own cards and what is sealed."""
        view = _view(look)
        if look.seat is None:
            return []
        me = view.players[look.seat]
        goods = words.say(
            "You have {seals} and {wares}.", seals=terms.seals(words, me.seals), wares=terms.wares(words, me.wares)
        )
        sealed = words.say("You play {cards}.", cards=terms.cards(words, view.picked)) if view.picked else ""
        sealed = sealed or self.hand_caption(look, words)
        cards = words.say("In your hand: {cards}", cards=terms.cards(words, me.hand))
        gone = words.say("Discarded: {cards}", cards=terms.cards(words, me.discard)) if me.discard else ""
        return [text(goods, sealed, cards, gone)]

    def hand_caption(self, look: Look, words: Words) -> str:
        """Show a sealed trade: the picture shows the cards."""
        view = _view(look)
        return (
            "" if view.trade is None else words.say("Your trade: {trade}", trade=terms.trade(words, view, view.trade))
        )

    def unsealed(self, look: Look) -> Look:
        """Hide the cards or the trade that were chosen."""
        return structs.replace(look, view=structs.replace(_view(look), picked=None, trade=None))

    def menu(self, look: Look, words: Words) -> list[Part]:
        """Ask for cards or for a trade."""
        assert look.seat is not None
        view = _view(look)
        if "trade" in view.owed.values():
            return self._trade(look, view, words)
        return self._choose(look, view, look.seat, words)

    def _choose(self, look: Look, view: View, seat: int, words: Words) -> list[Part]:
        me = view.players[seat]
        if view.picked:
            head = words.say(
                "✅ You play {cards}. Nobody sees it until the last player has chosen; until then you can change it.",
                cards="**" + terms.cards(words, view.picked) + "**",
            )
        else:
            head = words.many(
                "**Round {round}: choose a card.** It stays secret until all have chosen.",
                "**Round {round}: choose {n} cards.** They stay secret until all have chosen.",
                view.cards_to_choose,
                round=view.round,
            )
        lines = [f"{terms.card(words, card)}: {terms.effect(words, view, seat, card)}" for card in me.hand]
        parts: list[Part] = [Text(head), text(*(f"- {line}" for line in lines))]
        if view.cards_to_choose == 1:
            buttons = [
                Button(
                    words.say(terms.CARDS[card]),
                    Target("move", look.table.id, look.mark, f"pick {card}"),
                    "success" if view.picked == (card,) else "secondary",
                    terms.EMOJI[card],
                )
                for card in me.hand
            ]
            return [*parts, *rows(buttons, 5 if len(buttons) <= 5 else (len(buttons) + 1) // 2)]
        options = tuple(
            Option(
                words.say(terms.CARDS[card]),
                card,
                terms.effect(words, view, seat, card),
                terms.EMOJI[card],
                chosen=card in (view.picked or ()),
            )
            for card in me.hand
        )
        count = view.cards_to_choose
        placeholder = words.say("Choose {n} cards", n=count)
        target = Target("visby.pick", look.table.id, look.mark)
        return [*parts, Select(target, placeholder, options, least=count, most=count)]

    def _trade(self, look: Look, view: View, words: Words) -> list[Part]:
        head = words.say(
            "**Your Merchant trades.** The rate is {rate}; any worse rate may be mixed in.",
            rate=terms.rate(view.market),
        )
        sealed = ""
        if view.trade is not None:
            sealed = words.say(
                "✅ Your trade: {trade}. It stays secret, and you can change it, until the last Merchant has decided.",
                trade="**" + terms.trade(words, view, view.trade) + "**",
            )
        elif look.sealed:
            sealed = words.say("Several Merchants decide. Your trade stays secret until all of them have.")
        trades = [move for move in look.options if isinstance(move, Trade)]
        buttons = [
            Button(
                terms.trade(words, view, move.wares),
                Target("move", look.table.id, look.mark, str(move)),
                _style(view.trade, move.wares, best=number == 0),
            )
            for number, move in enumerate(trades)
        ]
        return [text(head, sealed), *rows(buttons, 4)]

    def final(self, look: Look, words: Words, names: Sequence[str], told: Sequence[Event]) -> list[Part]:
        """Show the scores: seals, what the rest wares bought, and what broke ties."""
        end = next(event for event in reversed(told) if isinstance(event, events.Finished))
        winners = words.both([names[seat] for seat in end.winners])
        head = words.many(
            "## 🏆 {winners} wins Visby", "## 🏆 {winners} win Visby together", len(end.winners), winners=winners
        )
        result = _view(look).result
        assert result is not None
        order = sorted(range(len(end.scores)), key=lambda seat: (result.places[seat], seat))
        lines = [f"**{result.places[seat]}.** {names[seat]} · {story.score(words, end.scores[seat])}" for seat in order]
        return [text(head, *lines, *story.tie_breaks(words, end.scores))]

    def options(self, words: Words, options: dict[str, int]) -> str:
        """Say to how many seals it is played."""
        return words.say("to {n} seals", n=options["target"])


def _view(look: Look) -> View:
    assert isinstance(look.view, View)
    return look.view


def _style(sealed: int | None, wares: int, *, best: bool) -> Style:
    """Mark the trade that is sealed; before that, the largest one."""
    if sealed is None:
        return "primary" if best else "secondary"
    return "success" if sealed == wares else "secondary"


def _bar(value: int) -> str:
    return "█" * value + "░" * (TRACK_END - value)
