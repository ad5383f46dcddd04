"""`VisbyDisplay`: Visby's board, hands, final scoring and menus as texts and parts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from msgspec import structs

from cogs.games.visby import decision_menus
from cogs.games.visby.move_text import move_text
from cogs.games.visby.seat_view import own_player, view_of
from cogs.messages.game_display import GameDisplay
from cogs.messages.menu_controls import label_text
from cogs.messages.panel import Part, Text, text
from cogs.messages.table_messages import names_at
from rules.contract import Event, Move
from rules.visby import events
from rules.visby.data import CARDS, TRACK_END
from rules.visby.moves import Buy, Pick
from rules.visby.view import View
from tables.model.table import Look
from words import Words, ending_text
from words.visby import ending, terms


class VisbyDisplay(GameDisplay):
    """Shows Visby in Discord: builds its board, hands, menus and final scoring from a `Look`."""

    game: ClassVar[str] = "visby"
    colour: ClassVar[int] = 0xB5483A

    def board(self, look: Look, words: Words) -> list[Text]:
        """Return the board as three texts: round and goal; the three tracks; and two lines for each player.

        A player's lines have name, seals, wares, cards played, whether they have chosen, and the cards left in hand.
        """
        view = view_of(look)
        names = names_at(look.table)
        head = words.say("## Visby · round {round}", round=view.round)
        goal = words.say(
            "-# The game ends after the round in which somebody reaches {target} seals.", target=view.target
        )
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
            Text("\n".join(_player_lines(view, seat, names, words) for seat in range(view.seats))),
        ]

    def hand(self, look: Look, words: Words) -> list[Text]:
        """Return one text about the look's seat: seals and wares, secret choice, cards in hand, and discarded cards.

        Return [] for a spectator.
        """
        if look.seat is None:
            return []
        view, me = view_of(look), own_player(look)
        goods = words.say(
            "You have {seals} and {wares}.", seals=terms.seals(words, me.seals), wares=terms.wares(words, me.wares)
        )
        sealed = _secret_choice(look, view, words)
        cards = words.say("In your hand: {cards}", cards=terms.cards(words, me.hand) or "–")
        gone = words.say("Discarded: {cards}", cards=terms.cards(words, me.discard)) if me.discard else ""
        return [text(goods, sealed, cards, gone)]

    def hand_caption(self, look: Look, words: Words) -> str:
        """Return what the picture of the hand does not show: a chosen trade, or that cards are played without a choice.

        Return "" if nothing is chosen, and for cards that the seat has chosen itself, which the picture shows.
        """
        view = view_of(look)
        if view.trade is not None:
            return _secret_choice(look, view, words)
        return "" if look.owes or look.may_change else _secret_choice(look, view, words)

    def without_secret_choice(self, look: Look) -> Look:
        """Return the look without the chosen cards and the chosen trade."""
        return structs.replace(look, view=structs.replace(view_of(look), picked=None, trade=None))

    def menu(self, look: Look, words: Words) -> list[Part]:
        """Return the menu of the decision, cards or trade, that the seat owes or may still change."""
        decision = look.owes or next(iter(view_of(look).owed.values()))
        return decision_menus.MENUS[decision](look, words)

    def plan_label(self, words: Words, decision: str) -> str:
        """Return the label of the button with which a player plans a trade or chooses for the next round."""
        return words.say("Another trade …") if decision == "trade" else words.say("Choose for the next round")

    def plan_offer(self, words: Words, decision: str) -> str:
        """Return what happens if a trade, or the next cards, are not decided early."""
        if decision == "trade":
            return words.say("-# **Your Merchant's trade:** decide now, or I'll ask you when the cards are revealed.")
        return words.say("-# While Merchants trade, you can already choose for the next round.")

    def plan_shortcuts(self, words: Words, decision: str) -> Sequence[tuple[str, str]]:
        """Return the trade for as many seals as possible, which one press plans."""
        return ((words.say("Trade as much as possible"), str(Buy(None))),) if decision == "trade" else ()

    def plan_note(self, words: Words, decision: str) -> str:
        """Return when a planned trade is made, or cards chosen early are sealed."""
        if decision == "trade":
            return words.say("Traded as soon as the cards are revealed. If that isn't possible then, I'll ask you.")
        return words.say(
            "Your choice is played when the next round begins. You can change it until all cards are "
            "revealed. If it's no longer possible, I'll ask you."
        )

    def planned_story(self, words: Words, names: Sequence[str], events: Sequence[Event]) -> list[str]:
        """Return what a plan has done: besides the story, the cards or the trade that it has sealed."""
        sealed = [_sealed_text(words, event) for event in events]
        return [*filter(None, sealed), *self.story(words, names, events)]

    def proposal(self, look: Look, words: Words, move: Move) -> str:
        """Return the cards or the trade in words."""
        return move_text(look, words, move)

    def move_label(self, look: Look, words: Words, move: Move) -> str:
        """Return the names of the cards, or the trade, as on the menu's buttons."""
        if isinstance(move, Pick):
            return ", ".join(words.say(terms.CARDS[card]) for card in move.cards)
        return label_text(look, move_text(look, words, move))

    def proposal_reason(self, look: Look, words: Words, move: Move) -> str:
        """Return why a hint would propose the move; if no hint does, what the proposed cards would do now.

        Return "" for a spectator without a reason.
        """
        view, why = view_of(look), super().proposal_reason(look, words, move)
        if why or look.seat is None or not isinstance(move, Pick):
            return why
        return " · ".join(terms.short_card_effect(words, view, look.seat, card) for card in move.cards)

    def final(self, look: Look, words: Words, names: Sequence[str], all_events: Sequence[Event]) -> list[Part]:
        """Return one text about the end of the game: winners, what decided it, and each seat's score, the best first.

        Lines about ties behind the first place that were broken follow, if there were any. `names` are the names by
        seat, `all_events` the events of the whole game.
        """
        end = ending_text.last_event(all_events, events.Finished)
        head = ending_text.winner_heading(words, self.words.title, [names[seat] for seat in end.winners])
        result = view_of(look).result
        assert result is not None
        lines = [
            f"{who} · {ending.score_line(words, end.scores[seat])}"
            for seat, who in ending_text.ranking_lines(result, names)
        ]
        decided = ending.deciding_sentence(words, names, all_events, look.seat)
        return [text(head, decided, *lines, *ending.tie_breaks(words, end.scores))]

    def describe_options(self, words: Words, options: dict[str, int]) -> str:
        """Return how many seals end the game."""
        return words.say("to {n} seals", n=options["target"])


def _sealed_text(words: Words, event: Event) -> str:
    """Return what the reader has sealed by an event, which the story leaves out; "" for any other event."""
    if isinstance(event, events.Chose) and event.private:
        return words.say("You play {cards}.", cards=terms.cards(words, event.private))
    if isinstance(event, events.SealedTrade) and event.private is not None:
        if not event.private:
            return words.say("No trade")
        return words.say("You trade {wares}.", wares=terms.wares(words, event.private))
    return ""


def _player_lines(view: View, seat: int, names: Sequence[str], words: Words) -> str:
    """Return a seat's two lines on the board, joined by a line break.

    The first has the name, seals, wares, cards played this round, and a sign: 🤔 if the seat has to decide, ✅ if it
    has chosen. The second has a sign for each kind of card, ▫️ where the card is not in the hand.
    """
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


def _secret_choice(look: Look, view: View, words: Words) -> str:
    """Return a sentence with the trade or the cards that the look's seat has chosen; "" if nothing is chosen.

    If the seat has to play its last cards without a choice (V23), the sentence says so.
    """
    if view.trade is not None:
        return words.say("Your trade: {trade}", trade=terms.trade_label(words, view, view.trade))
    if not view.picked:
        return ""
    cards = terms.cards(words, view.picked)
    if look.owes or look.may_change:
        return words.say("You play {cards}.", cards=cards)
    return words.many(
        "You play {cards}: it's your last card, so you have no choice.",
        "You play {cards}: they're your last {n} cards, so you have no choice.",
        len(view.picked),
        cards=cards,
    )


def _bar(value: int) -> str:
    """Return a track as a bar: `value` full blocks, and light ones for the rest up to `TRACK_END`."""
    return "█" * value + "░" * (TRACK_END - value)
