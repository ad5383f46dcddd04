"""How Riga looks: the board, the hand, the menus, the final scoring."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from msgspec import structs

from cogs.games.riga import decision_menus, turn_menu
from cogs.games.riga.move_text import said
from cogs.games.riga.seat_view import own_player, view_of
from cogs.games.riga.text_lines import MANY, card_lines, display_line, price_lines, ready_line, row_lines
from cogs.messages.game_display import GameDisplay
from cogs.messages.panel import Part, Row, Text, text
from cogs.messages.table_messages import names_at
from rules.contract import Event, Move
from rules.riga import events
from rules.riga.data import BASE, CITIES, CITY, DATA, EXCHANGE, OWN_CITY, SCHOOL
from rules.riga.moves import Done
from rules.riga.view import PlayerView, View
from tables.model.table import Look
from words import Words, ending_text
from words.riga import ending, terms


class RigaDisplay(GameDisplay):
    """Riga's looks."""

    game: ClassVar[str] = "riga"
    colour: ClassVar[int] = 0x8A5A2B

    def board(self, look: Look, words: Words) -> list[Text]:
        """Show rows, display, and everybody's buildings, persons and hand sizes."""
        view = view_of(look)
        names = names_at(look.table)
        parts = [text(*_season(view, words, names))]
        if view.rows:
            parts.append(text("**" + words.say("Goods") + "**", *row_lines(view, words)))
        if view.new or view.old:
            lines = [display_line(words, name) for name in view.new]
            lines += [f"{display_line(words, name)} · 🕰️ {words.say('only this year')}" for name in view.old]
            parts.append(text("**" + words.say("Buildings") + "**", *lines))
            parts.append(text("**" + words.say("Prices") + "**", *price_lines(words, (*view.new, *view.old))))
        for seat in range(view.seats):
            parts.append(text(*_player(view, seat, names, words)))
        parts.append(text(*_piles(view, words)))
        return [part for part in parts if part.text]

    def hand(self, look: Look, words: Words) -> list[Text]:
        """Show the own cards: goods with their values, buildings with what they cost and bring and how to pay."""
        if look.seat is None:
            return []
        me = own_player(look)
        hand = me.hand
        if hand is None:
            return []
        total = sum(BASE[good] for good in hand.goods)
        lines = [
            f"{terms.good(words, good)} ×{hand.goods.count(good)} · " + words.say("base value {n}", n=BASE[good])
            for good in BASE
            if good in hand.goods
        ]
        head = words.say("**Goods** (value {n})", n=total) if lines else words.say("You hold no goods.")
        parts = [text(head, *lines, self.hand_caption(look, words))]
        brief = len(hand.buildings) + len(me.riga) > MANY
        if hand.buildings:
            title = "**" + words.say("Buildings in your hand") + "**"
            parts.append(text(title, *card_lines(words, me, hand.buildings, brief=brief)))
        if me.riga:
            title = "**" + words.say("Your Riga buildings") + "**"
            parts.append(text(title, *card_lines(words, me, me.riga, brief=brief)))
        if me.built:
            built = words.say("Built: {buildings}", buildings=_built(me, words))
            parts.append(text(built, _persons(me, words)))
        return list(parts)

    def unsealed(self, look: Look) -> Look:
        """Hide what is kept at first, and what is discarded in winter."""
        return structs.replace(look, view=structs.replace(view_of(look), kept=None, discard=None))

    def board_caption(self, look: Look, words: Words) -> str:
        """Say in which order the turns come; in the first year also why scores begin below 0."""
        view = view_of(look)
        turns = _turns(view, words, names_at(look.table))
        return turns if view.year > 1 else "\n".join(filter(None, (turns, _below(words))))

    def hand_caption(self, look: Look, words: Words) -> str:
        """Say what can be used in a payment, as long as there is one to come."""
        return ready_line(words, own_player(look)) if look.seat is not None and view_of(look).result is None else ""

    def menu(self, look: Look, words: Words) -> list[Part]:
        """Ask for whatever is to be decided."""
        view = view_of(look)
        decision = look.owes or next(iter(view.owed.values()))
        if decision == "turn":
            return turn_menu.menu(look, words)
        parts = decision_menus.MENUS[decision](look, words)
        if decision == "school" and look.can_undo:
            parts.append(Row((turn_menu.over(look, words),)))
        return parts

    def proposal(self, look: Look, words: Words, move: Move) -> str:
        """Say what a lesson proposes."""
        return said(look, words, move)

    def forced_move(self, look: Look, words: Words, proposed: Move | None = None) -> tuple[Move, str] | None:
        """End a turn in which nothing is left to do, or, for who is led, nothing to build."""
        if not turn_menu.nothing_left(look) and not (proposed == Done() and turn_menu.nothing_to_build(look)):
            return None
        return Done(), words.say("🏁 Your turn ended by itself: there was nothing more to build.")

    def final(self, look: Look, words: Words, names: Sequence[str], told: Sequence[Event]) -> list[Part]:
        """Show the scores, part by part, and the money that breaks ties."""
        end = ending_text.last_event(told, events.Finished)
        result = view_of(look).result
        assert result is not None
        head = ending_text.winner_heading(words, self.words.title, [names[seat] for seat in end.winners])
        totals = [score.total for score in end.scores]
        ties = [total for total in totals if totals.count(total) > 1 and total < max(totals)]
        tied = words.say("Where points are equal, money decides.") if ties else ""
        parts: list[Part] = [text(head, ending.deciding_sentence(words, names, told), tied)]
        for seat, who in ending_text.ranking_lines(result, names):
            score = end.scores[seat]
            parts.append(
                text(
                    f"{who} · **{terms.points(words, score.total)}**",
                    "-# " + ending.score_line(words, score, tied=totals.count(score.total) > 1),
                )
            )
        return parts

    def options(self, words: Words, options: dict[str, int]) -> str:
        """Say whether there are Riga buildings."""
        return words.say("with Riga buildings") if options["riga_buildings"] else words.say("without Riga buildings")


# The board


def _season(view: View, words: Words, names: Sequence[str]) -> list[str]:
    if not view.year:
        doing = set(view.owed.values())
        what = words.say("The start player is being named.")
        if "start_building" in doing:
            what = words.say("Everybody chooses a building to begin with.")
        return [words.say("## Riga · before the first year"), f"-# {what}"]
    if view.result:
        season = words.say("🏁 The end")
    elif view.season:
        season = words.say(terms.SEASONS[view.season])
    else:
        season = words.say("❄️ Winter")
    head = words.say("## Riga · year {year} of {years} · {season}", year=view.year, years=view.years, season=season)
    lines = [] if view.result else ["-# " + words.say("🚩 Start player: {name}", name=names[view.starter])]
    return [head, *lines, _turns(view, words, names)]


def _turns(view: View, words: Words, names: Sequence[str]) -> str:
    turns = [names[seat] for seat in _coming(view)]
    return "-# " + words.say("Then in turn: {names}", names=", ".join(turns)) if turns else ""


def _below(words: Words) -> str:
    """R28: say what counts against everybody."""
    return "-# " + words.say("What you have not built counts −{n} points each at the end.", n=DATA.setup.penalty)


def _coming(view: View) -> list[int]:
    """R9, R10: who comes after the turn that is being played, until winter."""
    if view.turn is None:
        return []
    clockwise = [(view.starter + step) % view.seats for step in range(view.seats)]
    return [*clockwise, *reversed(clockwise)][view.turn_of_year + 1 :]


def _player(view: View, seat: int, names: Sequence[str], words: Words) -> list[str]:
    player = view.players[seat]
    sign = ""
    if seat in view.owed:
        sign = "👉 " if view.turn else "🤔 "
    elif player.chosen:
        sign = "✅ "
    facts = (
        f"{sign}{names[seat]}",
        f"**{terms.points(words, player.points)}**",
        _persons(player, words),
        terms.hand_size(words, player.goods, player.buildings),
    )
    lines = [" · ".join(filter(None, facts))]
    if player.built:
        lines.append(f"-# {_built(player, words)}")
    if player.riga:
        kinds = ", ".join(terms.kind(words, name) for name in player.riga)
        lines.append("-# " + words.say("not built yet: {buildings}", buildings=f"{terms.city(OWN_CITY)}: {kinds}"))
    return lines


def _persons(player: PlayerView, words: Words) -> str:
    persons = [terms.merchants(words, player.merchants)] if player.merchants else []
    persons += [terms.knights(words, player.knights)] if player.knights else []
    return ", ".join(persons)


def _built(player: PlayerView, words: Words) -> str:
    """Return all buildings by city, each with the sign of its function."""
    lots = []
    for city in CITIES:
        names = []
        for each in player.built:
            if CITY[each.building] == city:
                sign = terms.function_state(each.building, used=each.used, fresh=each.fresh, full=player.exchange)
                names.append(_kind(words, player, each.building) + sign)
        if names:
            lots.append(f"{terms.city(city)}: {', '.join(names)}")
    return " · ".join(lots)


def _kind(words: Words, player: PlayerView, name: str) -> str:
    if name == SCHOOL and player.person:
        return f"{terms.kind(words, name)} ({words.say(terms.PERSONS[player.person])})"
    if name == EXCHANGE:
        state = words.say("full") if player.exchange else words.say("empty")
        return f"{terms.kind(words, name)} ({state})"
    return terms.kind(words, name)


def _piles(view: View, words: Words) -> list[str]:
    lines = []
    if view.year:
        discard = [good for good, count in view.goods_discard.items() for _ in range(count)]
        lines.append(
            "-# "
            + words.say(
                "Piles: {goods}, {buildings}. Goods on the discard pile: {discard}",
                goods=words.many("{n} good", "{n} goods", view.goods_pile),
                buildings=words.many("{n} building", "{n} buildings", view.buildings_pile),
                discard=terms.goods(words, discard),
            )
        )
    if any(player.built for player in view.players):
        cities = " ".join(f"{terms.tag(city)} {terms.CITIES[city]}" for city in CITIES)
        signs = words.say(
            "{ready} ready · {used} used up · {fresh} works from the next turn on",
            ready=terms.READY,
            used=terms.USED,
            fresh=terms.FRESH,
        )
        lines += [f"-# {signs}", f"-# {cities}"]
    return lines
