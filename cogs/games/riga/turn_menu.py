"""The menu of a turn in Riga: take, then build, use functions, and end the turn.

`menu` returns it. `can_only_end_turn` tells when a turn ends by itself, and `start_over_button` takes a turn back.
"""

from __future__ import annotations

from collections.abc import Sequence

from cogs.games.riga import payment_menu, swap_menu
from cogs.games.riga.draft_kinds import FirstGood, Payment, draft_of
from cogs.games.riga.move_text import move_label
from cogs.games.riga.seat_view import own_player, view_of
from cogs.games.riga.text_lines import (
    build_question,
    goods_line,
    hand_card,
    payment_lines,
    points_gained,
    price_lines,
    quote,
    ready_line,
    row_lines,
    short_quote,
)
from cogs.messages.menu_controls import choice_parts, menu_target, move_button
from cogs.messages.panel import MAX_OPTION_CHARS, Button, Option, Part, Row, Text, rows, text
from rules.contract import Move
from rules.riga.data import CITY, COST, DATA, WAREHOUSE
from rules.riga.moves import Build, Done, Fill, Take, Use
from rules.riga.view import view_purse
from tables.model.table import Look
from words import Words
from words.riga import terms

_MAX_EXPLAINED_BUILDINGS = 3
"""With more buildings in hand, or with a hint, the menu leaves out what they do, to fit a phone's screen."""
_MAX_LESSON_BUTTONS = 1
"""With more buildings that can be built, a lesson's menu offers them in a select, to fit a phone's screen."""


def menu(look: Look, words: Words) -> list[Part]:
    """Return the menu of the seat's turn.

    1. If a payment or a swap is drafted: the menu of that draft.
    2. Before the seat has taken a row or a building: the menu for taking, with a Monastery's swap.
    3. After that: the menu for building, filling the Exchange and ending the turn.

    The menus 2 and 3 also offer the functions of buildings that can be used now.
    """
    view = view_of(look)
    assert view.turn is not None
    options = look.options
    draft = draft_of(look)
    if isinstance(draft, FirstGood):
        return swap_menu.second_good_menu(look, words, draft, options)
    if isinstance(draft, Payment):
        return payment_menu.menu(look, words, draft.move, options)
    if not view.turn.taken:
        return [
            *_take(look, words, options),
            *_functions(look, words, options),
            *swap_menu.first_good_select(look, words, options),
        ]
    return [
        *_build(look, words, options),
        *_functions(look, words, options),
        *_fill(look, words, options),
        _end_row(look, words),
    ]


# Take


def _take(look: Look, words: Words, options: Sequence[Move]) -> list[Part]:
    """Return the part of the menu that asks what to take: texts, a button for each row, a select of the buildings.

    The texts show the hand, prices, the rows, and a warning if too many cards are held before winter. A hint's menu
    leaves out the prices, which were in the menu before. If the menu has a lesson's picture above it, the texts show
    only that warning and the functions that are ready for a payment.
    """
    view = view_of(look)
    assert view.turn is not None
    can_take = [move.what for move in options if isinstance(move, Take)]
    what = words.say("**Take** a row of goods or a building. Then you can build.")
    if view.turn.swapped:
        one, other = view.turn.swapped
        what = words.say(
            "You've swapped the goods. **Take** row {one} or row {other}; then you can build.", one=one, other=other
        )
    parts: list[Part] = [
        text(
            _head(look, words, what),
            *([ready_line(words, own_player(look))] if look.pictured else _hand_lines(look, words)),
            *([] if look.pictured or look.hinted else _prices(look, words)),
            _winter_warning(look, words, _max_cards_taken(look, can_take)),
        ),
    ]
    if view.rows and not look.pictured:
        sums = words.say("**=** what the goods in a row are worth together (base value)")
        parts.append(text(*row_lines(view, words), "" if look.hinted else f"-# {sums}"))
    buttons = [
        move_button(look, move_label(look, words, Take(row)), " ".join(Take(row).words()), verb="riga.take")
        for row in can_take
        if isinstance(row, int)
    ]
    parts += rows(buttons)
    buildings = [_building_option(look, words, name) for name in can_take if isinstance(name, str)]
    parts += choice_parts(look, "riga.take", "", words.say("Take a building …"), buildings, max_buttons=0)
    return [part for part in parts if not (isinstance(part, Text) and not part.text)]


def _prices(look: Look, words: Words) -> list[str]:
    """Return small lines with what goods pay in the cities of the seat's unbuilt buildings; [] if it has none."""
    me = own_player(look)
    mine = (*(me.hand.buildings if me.hand else ()), *me.riga)
    return [f"-# {line}" for line in price_lines(words, mine, view_purse(me).traders)]


def _building_option(look: Look, words: Words, name: str) -> Option:
    """Return the option of a select that takes the building `name` from the display.

    The label has its cost and points, and whether it is there only this year. The description is the first of these
    that is short enough:

    1. How the building could be paid, and what it does.
    2. Whether it can be paid, and what it does.
    3. Whether it can be paid.
    """
    me = own_player(look)
    purse = view_purse(me)
    label = (
        f"{terms.building_name(words, name)} · {terms.building_cost(words, name)} · {points_gained(words, me, name)}"
    )
    if name in view_of(look).old:
        label += " · " + words.say("only this year")
    short = quote(words, purse, name)
    does = terms.building_effects(words, name)
    lines = (f"{short} · {does}", f"{short_quote(words, purse, name)} · {does}", short_quote(words, purse, name))
    fits = next(line for line in lines if len(line) <= MAX_OPTION_CHARS)
    return Option(label, name, fits, terms.CITY_EMOJI[CITY[name]])


def _max_cards_taken(look: Look, can_take: Sequence[int | str]) -> int:
    """Return how many cards the winter warning should count in addition to the hand.

    In autumn, when this is the seat's last turn, it is the most cards that one of `can_take` (row numbers and
    buildings) would add; 0 if there are none. In any other season it is 1.
    """
    view = view_of(look)
    sizes = (len(view.rows[what - 1].goods) if isinstance(what, int) else 1 for what in can_take)
    return max(sizes, default=0) if view.season == "autumn" else 1


def _winter_warning(look: Look, words: Words, to_come: int = 0) -> str:
    """Return a warning if the hand plus `to_come` more cards exceeds what may be kept over the winter (R11); else "".

    In the last year the warning is about something else: the points that each unbuilt building in hand will cost (R28,
    R31). It is "" if the hand has no buildings.
    """
    view, me = view_of(look), own_player(look)
    roomy = any(each.building == WAREHOUSE for each in me.built)
    limit = DATA.function.warehouse.keeps if roomy else DATA.setup.winter_limit
    cards = me.goods + me.buildings
    if view.year == view.years:
        warning = words.say(
            "❄️ The last winter is near: each building still in your hand costs {points}, and leftover goods "
            "only break ties.",
            points=terms.points(words, DATA.setup.penalty),
        )
        return warning if me.buildings else ""
    if cards + to_come <= limit:
        return ""
    if cards <= limit:
        return words.say("❄️ You have {n} of the {limit} cards you can keep in winter.", n=cards, limit=limit)
    return words.many(
        "❄️ You have {n} card. In winter you can keep {limit}; the rest are discarded.",
        "❄️ You have {n} cards. In winter you can keep {limit}; the rest are discarded.",
        cards,
        limit=limit,
    )


def _head(look: Look, words: Words, what: str) -> str:
    """Return a heading with the year and the season, and below it the text `what`.

    If a lesson's picture is above the menu, the heading is only a bold line.
    """
    view = view_of(look)
    season = words.say(terms.SEASONS[view.season]) if view.season else ""
    when = words.say("Year {year} of {years}", year=view.year, years=view.years) + f" · {season}"
    return f"**{when}**\n{what}" if look.pictured else f"### {when}\n{what}"


def _hand_lines(look: Look, words: Words) -> list[str]:
    """Return three lines: the goods in hand, the buildings in hand, and the functions ready for a payment.

    The second and the third are "" if there are none.
    """
    me = own_player(look)
    names = me.hand.buildings if me.hand else ()
    in_hand = words.say("In hand: {buildings}", buildings=terms.buildings(words, names))
    return [goods_line(words, me), in_hand if names else "", ready_line(words, me)]


# Build


def _build(look: Look, words: Words, options: Sequence[Move]) -> list[Part]:
    """Return the part of the menu that asks what to build: the hand, the unbuilt buildings, and the controls.

    Buttons, or a select if there are many, build one building with the suggested payment. A further select opens the
    payment menu (`riga.plan`). If the seat may not build any more in this turn, return a text only. If the menu has a
    lesson's picture above it, which shows the cards, the texts only say how each building could be paid; with more than
    `_MAX_LESSON_BUTTONS` a select says it. `options` are the seat's legal moves.
    """
    view, me = view_of(look), own_player(look)
    assert view.turn is not None
    purse = view_purse(me)
    names = [*(me.hand.buildings if me.hand else ()), *me.riga]
    left = view.turn.can_build
    what = build_question(words, options, left, names)
    goods = "" if look.pictured else goods_line(words, me)
    if not left:
        return [text(_head(look, words, what), goods, _winter_warning(look, words))]
    parts: list[Part] = [text(_head(look, words, what), goods, ready_line(words, me), _winter_warning(look, words))]
    best = payment_menu.best_builds(options)
    single = [name for name in names if frozenset((name,)) in best]
    listed = look.pictured and len(single) > _MAX_LESSON_BUTTONS
    if look.pictured:
        explained = [name for name in names if not listed or name not in single]
        parts += [text(*payment_lines(words, me, explained))] if explained and not look.advised else []
    elif names:
        brief = look.hinted or len(names) > _MAX_EXPLAINED_BUILDINGS
        parts.append(text(*(line for name in names for line in hand_card(words, me, name, brief=brief))))
    builds = [
        Option(
            move_label(look, words, Build((name,))),
            name,
            quote(words, purse, name),
            terms.CITY_EMOJI[CITY[name]],
        )
        for name in single
    ]
    parts += choice_parts(
        look,
        "riga.build",
        "",
        words.say("Build with the suggested payment …"),
        builds,
        max_buttons=0 if listed else 5,
        row_width=3,
        style="primary",
    )
    if single:
        plans = [
            Option(
                terms.building_name(words, name), name, terms.ducats(words, COST[name]), terms.CITY_EMOJI[CITY[name]]
            )
            for name in single
        ]
        several = any(len(group) > 1 for group in best)
        otherwise = words.say("Plan payment and buildings …") if several else words.say("Pay another way …")
        parts += choice_parts(look, "riga.plan", "", otherwise, plans, max_buttons=0)
    return parts


# Functions


def _functions(look: Look, words: Words, options: Sequence[Move]) -> list[Part]:
    """Return controls to use the functions of the seat's buildings; [] if none can be used now.

    Buttons have lines above them that explain the functions; a select explains them in its options.
    """
    uses = [move.building for move in options if isinstance(move, Use)]
    functions = [
        Option(
            move_label(look, words, Use(name)),
            name,
            terms.function(words, name),
            terms.READY,
        )
        for name in uses
    ]
    offered = choice_parts(look, "move", "use ", words.say("Use a building …"), functions, row_width=3)
    if not any(isinstance(part, Row) for part in offered):
        return offered
    does = [f"{terms.READY} {terms.kind(words, name)} · {terms.function(words, name)}" for name in uses]
    return [text(*(f"-# {line}" for line in dict.fromkeys(does))), *offered]


def _fill(look: Look, words: Words, options: Sequence[Move]) -> list[Part]:
    """Return a select of the goods with which the seat may fill its Exchange; [] if it cannot fill it now.

    Filling the Exchange also ends the turn (R17).
    """
    fillings = [
        Option(terms.goods(words, move.goods), " ".join(move.goods), emoji=terms.SIGNS["ware"])
        for move in options
        if isinstance(move, Fill)
    ]
    return choice_parts(look, "move", "fill ", words.say("Fill the Exchange, end turn …"), fillings, max_buttons=0)


def _end_row(look: Look, words: Words) -> Row:
    """Return the row of buttons that end the turn.

    It has *End turn*, and *Start my turn over* if the seat has built or swapped in this turn and can take that back.
    """
    turn = view_of(look).turn
    assert turn is not None
    buttons = [move_button(look, move_label(look, words, Done()), Done(), "primary", "🏁")]
    # After a take alone *Undo* does the same as *Start my turn over*.
    if look.can_undo and (turn.built or turn.swapped):
        buttons.append(start_over_button(look, words))
    return Row(tuple(buttons))


def can_only_end_turn(look: Look) -> bool:
    """Return True if ending the turn is the seat's only legal move."""
    return look.owes == "turn" and look.options == (Done(),)


def start_over_button(look: Look, words: Words) -> Button:
    """Return the button that takes back the moves of the turn, back to the last one that revealed something."""
    return Button(words.say("Start my turn over"), menu_target(look, "over"), emoji="⏮️")
