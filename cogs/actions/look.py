"""Looking at a table: the person's hand, the board, the score, the rules, the legend, and the *More* page.

Nothing here changes a table.
"""

from __future__ import annotations

from cogs.actions import cards
from cogs.actions.lists import game_buttons
from cogs.actions.notebook import notes_text
from cogs.actions.offers import keep_button, withdraw_button
from cogs.messages.app_emoji import for_reader
from cogs.messages.panel import Button, Option, Panel, Select, Target, Text, rows, text
from cogs.messages.table_messages import board_panel, hand_panel, names_at, picture_or_text, table_buttons
from cogs.requests.answers import picture_in, take_back_button
from cogs.requests.request import Request
from cogs.requests.verbs import Verb
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
    """Show the person their hand, what changed for them since their last move, and their notes.

    The hand is a picture if they want pictures and it is drawn in time, else text. Raises `Declined` if they have no
    seat or the game has not started.
    """
    look = await lookup.look(request.services, request.table, request.person_id)
    if look.seat is None:
        raise Declined("not_seated", table=request.table)
    if look.view is None:
        raise Declined("not_started", table=request.table)
    look = await since_last_move.with_changes(request.services, look)
    display = request.display_of(look.table)
    picture = await picture_in(request, "hand.png", lambda: display.hand_drawing(look, request.words))
    noted = notes_text(await notebook.notes(request.services, look.table.id, request.person_id), request.words)
    return hand_panel(display, look, request.words, picture).with_note(noted)


async def board(request: Request) -> Panel:
    """Show the board as a spectator sees it, in the person's language.

    It is a picture, or text if `request.arg` is `words`, the person wants no pictures, files may not be attached here,
    or drawing fails or takes too long. Raises `Declined` before the start.
    """
    look = await lookup.look(request.services, request.table)
    if look.view is None:
        raise Declined("not_started", table=request.table)
    display = request.display_of(look.table)
    picture = None
    if request.arg != "words":
        picture = await picture_in(request, "board.png", lambda: display.board_drawing(look, request.words))
    return board_panel(display, look, request.words, picture)


async def score(request: Request) -> Panel:
    """Show what each player would score if the game ended now, part by part; for a finished game, the final score.

    It is a picture, or text if the person wants no pictures, files may not be attached here, or drawing fails or takes
    too long. Points that the person cannot know yet are left out. Raises `Declined` before the start, and for a game
    that has no score.
    """
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
    return for_reader(Panel(tuple(parts), display.colour), display, words, table)


async def rules(request: Request) -> Panel:
    """Show a topic of a game's rules, with a select of all topics.

    `request.arg` is `GAME TOPIC`; both may be missing, and a topic chosen in the select replaces TOPIC. See
    `show_rules` for what a missing game or topic means.
    """
    game, _, key = request.arg.partition(" ")
    return await show_rules(request, game, request.values[0] if request.values else key)


async def show_rules(request: Request, game: str, key: str) -> Panel:
    """Show a topic of a game's rules, with a select of all topics.

    An empty `game` means the game played in this channel, or the first of all games if none is. `key` is the topic's
    key; an empty or unknown one shows the first topic. The rules version is the first of these that applies:

    1. If the request's table plays this game: the table's version, or the newest version if the table is a lobby.
    2. The version that is played in this channel or by the person.
    3. The newest version.

    A note marks a topic that differs from the newest rules. Below are the buttons of the request's table; without a
    table, a button for each game's rules. Raises `Declined` for a game without rules in the person's language.
    """
    words, services = request.words, request.services
    game = game or await lookup.game_in(services, request.channel) or next(iter(GAMES))
    table = await services.load(request.table) if request.table else None
    if table and table.row.game == game:
        version = None if table.row.status == "lobby" else table.row.rules
    else:
        version = (await lookup.rules_played(services, request.person_id, request.channel)).get(game)
    topics = rulebook.topics(game, words.language, version)
    if not topics:
        raise Declined("no_such_topic")
    topic = next((topic for topic in topics if topic.key == key), topics[0])
    older = topic not in rulebook.topics(game, words.language)
    options = tuple(Option(other.title, other.key, chosen=other.key == topic.key) for other in topics)
    return Panel(
        (
            text(
                f"## {TITLES[game]} · {topic.title}",
                words.say("-# For tables that started with earlier rules.") if older else "",
                topic.text,
            ),
            Select(Target("rules", request.table, arg=game), words.say("Another topic"), options),
            *(table_buttons(table, words) if table else rows(game_buttons("rules", game))),
        ),
        request.app.games[game].colour if game in request.app.games else None,
    )


async def more(request: Request) -> Panel:
    """Show the *More* page of a lobby or running game, with the buttons that this person may use now.

    The buttons are for the board, the score, the glossary, the legend, a pause, leaving the seat to a computer or
    taking it back, offering a seat, and closing the table. In a lesson a last row leads back to it. Raises `Declined`
    for a table that is over.
    """
    words = request.words
    table = await request.services.load(request.table)
    if not table.open:
        raise Declined(table.row.status, table=request.table)
    scores = (await lookup.look_of_seat(request.services, table, None)).standings
    buttons = [
        *([Button(words.say("Score"), Target("score", table.id), emoji="🏁")] if scores else []),
        Button(words.say("Board"), Target("board", table.id), emoji="🗺️"),
        Button(words.say("Board as text"), Target("board", table.id, arg="words"), emoji="📃"),
    ]
    if glossary_search.entries(words, table.row.game):
        buttons.append(cards.cards_button(words, table.id))
    if legend_lines(words, table.row.game):
        buttons.append(Button(words.say("What do the symbols mean?"), Target("signs", table.id), emoji="🔎"))
    if seat := table.seat_of(request.person_id):
        if seat.lost:
            pass
        elif seat.computer:
            buttons.append(take_back_button(request))
        else:
            if table.row.paused:
                buttons.append(Button(words.say("End the pause"), Target("go_on", table.id), emoji="▶️"))
            elif table.clock.runs and table.row.status == "playing" and table.row.season is None:
                buttons.append(Button(words.say("Suggest a pause"), Target("pause", table.id), emoji="⏸️"))
            buttons.append(Button(words.say("Let a computer play for me"), Target("resign", table.id), emoji="🤖"))
    buttons += _offer_buttons(request, table)
    plays = bool(seat and not seat.computer)
    may_close = table.row.host == request.person_id if table.row.status == "lobby" else plays
    managed = table.is_managed_by(request.person_id, await request.authority())
    if table.row.season is not None:
        may_close = not plays and managed
    if may_close or (managed and table.row.season is None):
        buttons.append(Button(words.say("Close the table"), Target("close", table.id), "danger"))
    back = table_buttons(table, words) if table.row.lesson else []
    return Panel((Text("**" + table_words.title(words, table.row.game, table.id) + "**"), *rows(buttons), *back))


def _offer_buttons(request: Request, table: Table) -> list[Button]:
    """Return the buttons about seat offers for the *More* page of a table.

    One button offers the person's own seat; while it is on offer, the button ends that offer. It is left out if they
    have lost the seat for good. Other buttons end the person's offers of other seats. Return [] if the person has no
    seat, the game is not running, or it is a lesson or a league table.
    """
    seat, words = table.seat_of(request.person_id), request.words
    if seat is None or table.row.status != "playing" or table.row.lesson or table.row.season is not None:
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


async def legend(request: Request) -> Panel:
    """Show the legend of the board (what its symbols mean), as a picture or as text.

    Raises `Declined` for a game that has no legend.
    """
    words = request.words
    table = await request.services.load(request.table)
    display = request.display_of(table)
    lines = legend_lines(words, table.row.game)
    if not lines:
        raise Declined("no_such_topic")
    head = words.say("## {game} · What the symbols mean", game=TITLES[table.row.game])
    picture = await picture_in(request, "signs.png", lambda: display.legend_drawing(words))
    shown = picture or Text("\n".join((head, *lines)))
    return for_reader(Panel((shown, *table_buttons(table, words)), display.colour), display, words, table)


VERBS = (
    Verb("hand", hand, "running", works_on_old_boards=True),
    Verb("board", board),
    Verb("score", score),
    Verb("rules", rules, works_on_old_boards=True),
    Verb("more", more, works_on_old_boards=True),
    Verb("signs", legend),
)
