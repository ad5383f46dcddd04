"""`RigaDisplay`: Riga's board, hands, final scoring and menus as texts and parts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from msgspec import structs

from cogs.games.riga import decision_menus, turn_menu
from cogs.games.riga.move_text import move_facts, move_label, move_text
from cogs.games.riga.seat_view import own_player, view_of
from cogs.games.riga.text_lines import (
    MAX_BUILDINGS_IN_DETAIL,
    card_lines,
    display_line,
    price_lines,
    ready_line,
    row_lines,
)
from cogs.messages.game_display import GameDisplay
from cogs.messages.panel import Part, Row, Text, text
from cogs.messages.table_messages import names_at
from rules.contract import Event, Move
from rules.riga import events
from rules.riga.data import BASE, CITIES, CITY, DATA, EXCHANGE, OWN_CITY, SCHOOL
from rules.riga.moves import Done, Name, Take
from rules.riga.view import PlayerView, View
from tables.model.table import Look
from words import Words, ending_text
from words.riga import ending, terms


class RigaDisplay(GameDisplay):
    """Shows Riga in Discord: builds its board, hands, menus and final scoring from a `Look`."""

    game: ClassVar[str] = "riga"
    colour: ClassVar[int] = 0x8A5A2B

    def board(self, look: Look, words: Words) -> list[Text]:
        """Return the board as texts: season, rows of goods, buildings on display with prices, each player, the piles.

        Parts that are empty are left out.
        """
        view = view_of(look)
        names = names_at(look.table)
        parts = [text(*_season_lines(view, words, names))]
        if view.rows:
            parts.append(text("**" + words.say("Goods") + "**", *row_lines(view, words)))
        if view.new or view.old:
            lines = [display_line(words, name) for name in view.new]
            lines += [f"{display_line(words, name)} · 🕰️ {words.say('only this year')}" for name in view.old]
            parts.append(text("**" + words.say("Buildings") + "**", *lines))
            parts.append(text("**" + words.say("Prices") + "**", *price_lines(words, (*view.new, *view.old))))
        for seat in range(view.seats):
            parts.append(text(*_player_lines(view, seat, names, words)))
        parts.append(text(*_pile_lines(view, words)))
        return [part for part in parts if part.text]

    def plan_label(self, words: Words, decision: str) -> str:
        """Return the label of the button with which a player plans their next turn, or the winter discard."""
        return words.say("Plan my winter discard") if decision == "winter" else words.say("Plan my next turn")

    def plan_note(self, words: Words, decision: str) -> str:
        """Return when a planned winter discard is made; "" for a turn."""
        if decision == "winter":
            return words.say("Discarded for you in winter. If you take back your turn first, the plan is deleted.")
        return ""

    def plan_gone(self, words: Words) -> str:
        """Return the sentence that the row of goods that a plan would have taken is gone."""
        return words.say("There's no row with the same goods any more. Please decide now:")

    def question(self, look: Look, words: Words) -> str:
        """Return what the look's seat has to decide; once it has taken in its turn, only "build, or end your turn"."""
        turn = view_of(look).turn
        if look.owes == "turn" and turn and turn.taken:
            return words.say("build, or end your turn.")
        return super().question(look, words)

    def hand(self, look: Look, words: Words) -> list[Text]:
        """Return texts about the look's seat: goods, buildings in hand, its Riga buildings, and what it has built.

        Below the goods are the functions that are ready for a payment. Each unbuilt building has its suggested payment,
        or the number of ducats that are missing. It also has its effects, unless the seat has more than
        `MAX_BUILDINGS_IN_DETAIL` unbuilt buildings. Return [] for a spectator.
        """
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
        head = words.say("**Goods** (base value {n})", n=total) if lines else words.say("You have no goods.")
        parts = [text(head, *lines, self.hand_caption(look, words))]
        brief = len(hand.buildings) + len(me.riga) > MAX_BUILDINGS_IN_DETAIL
        if hand.buildings:
            title = "**" + words.say("Buildings in your hand") + "**"
            parts.append(text(title, *card_lines(words, me, hand.buildings, brief=brief)))
        if me.riga:
            title = "**" + words.say("Your Riga buildings") + "**"
            parts.append(text(title, *card_lines(words, me, me.riga, brief=brief)))
        if me.built:
            built = words.say("Built: {buildings}", buildings=_built_text(me, words))
            parts.append(text(built, _persons_text(me, words)))
        return list(parts)

    def without_secret_choice(self, look: Look) -> Look:
        """Return the look without the secret first building and without the secret winter discard."""
        return structs.replace(look, view=structs.replace(view_of(look), kept=None, discard=None))

    def board_caption(self, look: Look, words: Words) -> str:
        """Return what the board's picture leaves out: who has the next turns, and in the first year the final penalty.

        The penalty for unbuilt buildings explains why scores start below 0. Return "" if there is nothing to say.
        """
        view = view_of(look)
        turns = _coming_turns_line(view, words, names_at(look.table))
        return turns if view.year > 1 else "\n".join(filter(None, (turns, _penalty_line(words))))

    def hand_caption(self, look: Look, words: Words) -> str:
        """Return what is ready for a payment; "" for a spectator and after the end of the game."""
        return ready_line(words, own_player(look)) if look.seat is not None and view_of(look).result is None else ""

    def menu(self, look: Look, words: Words) -> list[Part]:
        """Return the menu of the decision that the seat owes or may still change.

        For a School that was just built, *Start my turn over* is added if the move can be taken back.
        """
        view = view_of(look)
        decision = look.owes or next(iter(view.owed.values()))
        if decision == "turn":
            return turn_menu.menu(look, words)
        parts = decision_menus.MENUS[decision](look, words)
        if decision == "school" and look.can_undo:
            parts.append(Row((turn_menu.start_over_button(look, words),)))
        return parts

    def proposal(self, look: Look, words: Words, move: Move) -> str:
        """Return the move in words; for a building to take also what it brings and does."""
        match move:
            case Take(what=str(building)):
                effects = terms.building_effects(words, building)
                return " · ".join(filter(None, (move_text(look, words, move), effects)))
        return move_text(look, words, move)

    def move_label(self, look: Look, words: Words, move: Move) -> str:
        """Return the label of the button that makes a move, as in the menus."""
        return move_label(look, words, move)

    def move_summary(self, look: Look, words: Words, move: Move) -> str:
        """Return the label of a move; a row with its goods, and who starts by name."""
        match move:
            case Take(what=int(row)):
                return f"{move_label(look, words, move)}: {terms.goods(words, view_of(look).rows[row - 1].goods)}"
            case Name():
                return words.say("{name} starts", name=look.table.seats[move.starter].name)
        return move_label(look, words, move)

    def move_facts(self, look: Look, words: Words, move: Move) -> list[str]:
        """Return the goods of a row, or how a building is paid."""
        return move_facts(look, words, move)

    def forced_move(self, look: Look, words: Words) -> tuple[Move, str] | None:
        """Return the move that ends the turn, and a note about it, if that is the only legal move; else None."""
        if not turn_menu.can_only_end_turn(look):
            return None
        return Done(), words.say("🏁 Your turn ended automatically: you couldn't build anything else.")

    def final(self, look: Look, words: Words, names: Sequence[str], all_events: Sequence[Event]) -> list[Part]:
        """Return texts about the end of the game: winners, what decided it, and each seat's score by parts, best first.

        `names` are the names by seat, `all_events` the events of the whole game.
        """
        end = ending_text.last_event(all_events, events.Finished)
        result = view_of(look).result
        assert result is not None
        head = ending_text.winner_heading(words, self.words.title, [names[seat] for seat in end.winners])
        totals = [score.total for score in end.scores]
        ties = [total for total in totals if totals.count(total) > 1 and total < max(totals)]
        tied = words.say("Money breaks ties.") if ties else ""
        parts: list[Part] = [text(head, ending.deciding_sentence(words, names, all_events, look.seat), tied)]
        for seat, who in ending_text.ranking_lines(result, names):
            score = end.scores[seat]
            parts.append(
                text(
                    f"{who} · **{terms.points(words, score.total)}**",
                    "-# " + ending.score_line(words, score, tied=totals.count(score.total) > 1),
                )
            )
        return parts

    def describe_options(self, words: Words, options: dict[str, int]) -> str:
        """Return whether the table plays with Riga buildings."""
        return words.say("with Riga buildings") if options["riga_buildings"] else words.say("without Riga buildings")


# The board


def _season_lines(view: View, words: Words, names: Sequence[str]) -> list[str]:
    """Return the board's first lines: a heading with year and season, the starting player, and the turns that follow.

    Before the first year they say what is being decided. After the end of the game the starting player is left out.
    """
    if not view.year:
        doing = set(view.owed.values())
        what = words.say("The starting player is being chosen.")
        if "start_building" in doing:
            what = words.say("Everybody chooses a first building.")
        return [words.say("## Riga · before the first year"), f"-# {what}"]
    if view.result:
        season = words.say("🏁 The end")
    elif view.season:
        season = words.say(terms.SEASONS[view.season])
    else:
        season = words.say("❄️ Winter")
    head = words.say("## Riga · year {year} of {years} · {season}", year=view.year, years=view.years, season=season)
    lines = [] if view.result else ["-# " + words.say("🚩 Starting player: {name}", name=names[view.starter])]
    return [head, *lines, _coming_turns_line(view, words, names)]


def _coming_turns_line(view: View, words: Words, names: Sequence[str]) -> str:
    """Return a small line with the names of the seats whose turns follow in this year; "" if none follows."""
    turns = [names[seat] for seat in _coming_seats(view)]
    return "-# " + words.say("Next: {names}", names=", ".join(turns)) if turns else ""


def _penalty_line(words: Words) -> str:
    """Return the line that says what each unbuilt building costs at the end (R28)."""
    return "-# " + words.say("Each building still in hand costs {n} points at the end.", n=DATA.setup.penalty)


def _coming_seats(view: View) -> list[int]:
    """Return the seats whose turns follow the current turn in this year, in order (R9, R10).

    Each seat has two turns a year: clockwise from the starting player, then back. Return [] if nobody has a turn now.
    """
    if view.turn is None:
        return []
    clockwise = [(view.starter + step) % view.seats for step in range(view.seats)]
    return [*clockwise, *reversed(clockwise)][view.turn_of_year + 1 :]


def _player_lines(view: View, seat: int, names: Sequence[str], words: Words) -> list[str]:
    """Return a seat's one to three lines on the board.

    The first has the name, points, persons and size of the hand, and after the name a sign: 👉 or 🤔 if the seat has to
    decide, ✅ if it has chosen. A line with its buildings, and one with its own Riga buildings that are not built yet,
    follow if there are any.
    """
    player = view.players[seat]
    sign = ""
    if seat in view.owed:
        sign = " 👉" if view.turn else " 🤔"
    elif player.chosen:
        sign = " ✅"
    facts = (
        f"{names[seat]}{sign}",
        f"**{terms.points(words, player.points)}**",
        _persons_text(player, words),
        terms.hand_size(words, player.goods, player.buildings),
    )
    lines = [" · ".join(filter(None, facts))]
    if player.built:
        lines.append(f"-# {_built_text(player, words)}")
    if player.riga:
        kinds = ", ".join(terms.kind(words, name) for name in player.riga)
        lines.append("-# " + words.say("not built yet: {buildings}", buildings=f"{terms.city(OWN_CITY)}: {kinds}"))
    return lines


def _persons_text(player: PlayerView, words: Words) -> str:
    """Return how many merchants and knights a player has, without a kind that the player lacks; "" for neither."""
    persons = [terms.merchants(words, player.merchants)] if player.merchants else []
    persons += [terms.knights(words, player.knights)] if player.knights else []
    return ", ".join(persons)


def _built_text(player: PlayerView, words: Words) -> str:
    """Return a player's built buildings in one line, grouped by city.

    A sign after each building that has a function tells whether that is ready, used up, or works from the next turn on.
    """
    lots = []
    for city in CITIES:
        names = []
        for each in player.built:
            if CITY[each.building] == city:
                sign = terms.function_state(each.building, used=each.used, fresh=each.fresh, full=player.exchange)
                names.append(_building_kind(words, player, each.building) + sign)
        if names:
            lots.append(f"{terms.city(city)}: {', '.join(names)}")
    return " · ".join(lots)


def _building_kind(words: Words, player: PlayerView, name: str) -> str:
    """Return the kind of a player's built building in words, for example "Bank".

    A School is followed by the person it has trained, and an Exchange by whether it is full or empty, in brackets.
    """
    if name == SCHOOL and player.person:
        return f"{terms.kind(words, name)} ({words.say(terms.PERSONS[player.person])})"
    if name == EXCHANGE:
        state = words.say("full") if player.exchange else words.say("empty")
        return f"{terms.kind(words, name)} ({state})"
    return terms.kind(words, name)


def _pile_lines(view: View, words: Words) -> list[str]:
    """Return small lines about the piles, and the legends of the signs for functions and for cities.

    The line about the piles (cards left, goods discarded) is left out before the first year, and the legends are left
    out until some player has built something.
    """
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
        cities = " ".join(f"{terms.city_tag(city)} {terms.CITIES[city]}" for city in CITIES)
        signs = words.say(
            "{ready} ready · {used} used up · {fresh} ready from the next turn",
            ready=terms.READY,
            used=terms.USED,
            fresh=terms.FRESH,
        )
        lines += [f"-# {signs}", f"-# {cities}"]
    return lines
