"""Looking at any table: one's hand, the board, the score, the rules, what the signs mean."""

from __future__ import annotations

from cogs.actions import cards
from cogs.actions.lists import game_buttons
from cogs.actions.notebook import lines_of
from cogs.actions.offers import keep_button, withdraw_button
from cogs.messages.app_emoji import with_app_emoji
from cogs.messages.panel import Button, Option, Panel, Row, Select, Target, Text, rows, text
from cogs.messages.table_messages import board_panel, hand_panel, names_at, picture_or_text, table_buttons
from cogs.requests.answers import come_back, picture_in
from cogs.requests.request import Action, Request
from rules import GAMES
from tables.model.table import Table
from tables.model.table_errors import Declined
from tables.play import lookup, since_last_move
from tables.records import notes as notebook
from words import glossary_search, rulebook
from words import score_text as score_words
from words import table_text as table_words
from words.games import TITLES, legend_lines


async def hand(request: Request) -> Panel:
    """Show somebody their own hand."""
    look = await lookup.look(request.services, request.table, request.person_id)
    if look.seat is None:
        raise Declined("not_seated", table=request.table)
    if look.view is None:
        raise Declined("not_started", table=request.table)
    look = await since_last_move.with_changes(request.services, look)
    display = request.display_of(look.table)
    picture = await picture_in(request, "hand.png", lambda: display.hand_drawing(look, request.words))
    noted = lines_of(await notebook.notes(request.services, look.table.id, request.person_id), request.words)
    return hand_panel(display, look, request.words, picture).with_note(noted)


async def board(request: Request) -> Panel:
    """Show the table, in this person's language; in words if they ask for that."""
    look = await lookup.look(request.services, request.table)
    if look.view is None:
        raise Declined("not_started", table=request.table)
    display = request.display_of(look.table)
    picture = None
    if request.arg != "words":
        picture = await picture_in(request, "board.png", lambda: display.board_drawing(look, request.words))
    return board_panel(display, look, request.words, picture)


async def score(request: Request) -> Panel:
    """Show what everybody would score if the game ended now, part by part; of a finished one, how it ended."""
    look = await lookup.look(request.services, request.table, request.person_id)
    if look.view is None:
        raise Declined("not_started", table=request.table)
    words, table = request.words, look.table
    display = request.display_of(table)
    standings = await lookup.standings(request.services, look)
    if not standings:
        raise Declined("no_score")
    game, names = table.row.game, names_at(table)
    picture = await picture_in(request, "score.png", lambda: display.score_drawing(look, words, standings))
    when = f"**{score_words.caption(words, over=table.row.status == 'finished')}**"
    notes = "\n".join(f"-# {line}" for line in score_words.score_notes(words, game, standings))

    def in_words() -> list[Text]:
        return [text(when, *score_words.score_lines(words, game, names, standings), notes)]

    head = Text(f"**{table_words.title(words, game, table.id)}**")
    parts = [head, *picture_or_text(in_words, picture, notes), *table_buttons(table, words)]
    return with_app_emoji(Panel(tuple(parts), display.colour), display.emoji)


async def rules(request: Request) -> Panel:
    """Show a game's rules: by a button the topic it names or the game's first one, by a list the chosen topic."""
    game, _, key = request.arg.partition(" ")
    return await show_rules(request, game, request.values[0] if request.values else key)


async def show_rules(request: Request, game: str, key: str) -> Panel:
    """Show a topic of a game's rules, and all the others to choose from. No game: the one that is played here."""
    words = request.words
    game = game or await lookup.game_in(request.services, request.channel) or next(iter(GAMES))
    topics = rulebook.topics(game, words.language)
    if not topics:
        raise Declined("no_such_topic")
    topic = next((topic for topic in topics if topic.key == key), topics[0])
    options = tuple(Option(other.title, other.key, chosen=other.key == topic.key) for other in topics)
    return Panel(
        (
            Text(f"## {TITLES[game]} · {topic.title}\n{topic.text}"),
            Select(Target("rules", request.table, arg=game), words.say("Another topic"), options),
            *(await _back_to_table(request) if request.table else rows(game_buttons("rules", game))),
        ),
        request.app.games[game].colour if game in request.app.games else None,
    )


async def _back_to_table(request: Request) -> list[Row]:
    """Return the ways back into a game that is being played: a page may have taken its menu's place."""
    return table_buttons(await request.services.load(request.table), request.words)


async def more(request: Request) -> Panel:
    """Show what is seldom needed at a table: its board in one's own language, leaving, closing."""
    words = request.words
    table = await request.services.load(request.table)
    if not table.open:
        raise Declined(table.row.status, table=request.table)
    scores = (await lookup.through(request.services, table, None)).standings
    buttons = [
        *([Button(words.say("Score"), Target("score", table.id), emoji="🏁")] if scores else []),
        Button(words.say("Board"), Target("board", table.id), emoji="🗺️"),
        Button(words.say("Board in words"), Target("board", table.id, arg="words"), emoji="📃"),
    ]
    if glossary_search.entries(words, table.row.game):
        buttons.append(cards.button(words, table.id))
    if legend_lines(words, table.row.game):
        buttons.append(Button(words.say("What do the signs mean?"), Target("signs", table.id), emoji="🔎"))
    if seat := table.seat_of(request.person_id):
        if seat.lost:
            pass
        elif seat.computer:
            buttons.append(come_back(request))
        else:
            if table.row.paused:
                buttons.append(Button(words.say("End the pause"), Target("go_on", table.id), emoji="▶️"))
            elif table.clock.runs and table.row.status == "playing":
                buttons.append(Button(words.say("Ask for a pause"), Target("pause", table.id), emoji="⏸️"))
            buttons.append(Button(words.say("Leave my seat to a computer"), Target("resign", table.id), emoji="🤖"))
    buttons += _about_offers(request, table)
    may_close = table.row.host == request.person_id if table.row.status == "lobby" else bool(seat and not seat.computer)
    if may_close or table.is_managed_by(request.admin_of):
        buttons.append(Button(words.say("Close the table"), Target("close", table.id), "danger"))
    back = table_buttons(table, words) if table.row.lesson else []
    return Panel((Text("**" + table_words.title(words, table.row.game, table.id) + "**"), *rows(buttons), *back))


def _about_offers(request: Request, table: Table) -> list[Button]:
    """Return what somebody can do about seats on offer: with their own one, and with those they have offered."""
    seat, words = table.seat_of(request.person_id), request.words
    if seat is None or table.row.status != "playing" or table.row.lesson:
        return []
    buttons = []
    if seat.offered_at:
        buttons.append(keep_button(request, seat.seat))
    elif not seat.lost:
        buttons.append(Button(words.say("Offer my seat"), Target("offer", table.id), emoji="🪑"))
    buttons += [
        withdraw_button(request, other.seat)
        for other in table.seats
        if other.offered_at and other != seat and other.offered_by == seat.seat
    ]
    return buttons


async def explain_signs(request: Request) -> Panel:
    """Explain what stands on the board of a table."""
    words = request.words
    table = await request.services.load(request.table)
    display = request.display_of(table)
    lines = legend_lines(words, table.row.game)
    if not lines:
        raise Declined("no_such_topic")
    head = words.say("## {game} · What the signs mean", game=TITLES[table.row.game])
    picture = await picture_in(request, "signs.png", lambda: display.legend_drawing(words))
    shown = picture or Text("\n".join((head, *lines)))
    return with_app_emoji(Panel((shown, *table_buttons(table, words)), display.colour), display.emoji)


ACTIONS: dict[str, Action] = {
    "hand": hand,
    "board": board,
    "score": score,
    "rules": rules,
    "more": more,
    "signs": explain_signs,
}
