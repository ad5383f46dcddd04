"""A turn's menu: take, then build, functions in between, done."""

from __future__ import annotations

from collections.abc import Sequence

from cogs.games.riga import payment_menu
from cogs.games.riga.draft_kinds import FirstGood, Payment, draft_of
from cogs.games.riga.seat_view import own_player, view_of
from cogs.games.riga.text_lines import (
    MAX_OPTION_CHARS,
    PROPOSAL,
    Choice,
    brings,
    goods_line,
    hand_card,
    price_lines,
    quote,
    ready_line,
    row_lines,
    short_quote,
    to_build,
    to_choose,
)
from cogs.messages.panel import Button, Part, Row, Style, Target, Text, rows, text
from rules.contract import Move
from rules.riga.data import CITY, COST, DATA, WAREHOUSE
from rules.riga.moves import Build, Done, Fill, Swap, Take, Use
from rules.riga.view import purse as purse_of
from tables.model.table import Look
from tables.model.table_errors import Stale
from tables.thinking.table_advice import Advice, advice
from words import Words
from words.riga import terms

_MOST_BUILD_BUTTONS = 5
_MOST_EXPLAINED = 3
"""Of so many buildings in hand it is said what they do: of more, a menu would be taller than a phone."""


def menu(look: Look, words: Words) -> list[Part]:
    """Show how far the turn is and what can be done next."""
    view = view_of(look)
    assert view.turn is not None
    options = look.options
    draft = draft_of(look)
    if isinstance(draft, FirstGood):
        return _swap_with(look, words, draft, options)
    if isinstance(draft, Payment):
        return payment_menu.menu(look, words, draft.move, options)
    if not view.turn.taken:
        return [*_take(look, words, options), *_functions(look, words, options), *_first_swap(look, words, options)]
    advised = _proposed(look, options)
    return [
        *_build(look, words, options, "primary" if advised and isinstance(advised.move, Build) else "success"),
        *_say_build(words, advised),
        _end(look, words, advised),
        *_functions(look, words, options),
        *_fill(look, words, options),
    ]


# Take


def _take(look: Look, words: Words, options: Sequence[Move]) -> list[Part]:
    view = view_of(look)
    assert view.turn is not None
    can_take = [move.what for move in options if isinstance(move, Take)]
    what = words.say("**Take** a row of goods or a building. After that you may build.")
    if view.turn.swapped:
        one, other = view.turn.swapped
        what = words.say(
            "You have swapped. **Take** row {one} or row {other}; then you may build.", one=one, other=other
        )
    advised = _proposed(look, options)
    parts: list[Part] = [
        text(
            _head(look, words, what),
            *_hand_lines(look, words),
            *_prices(look, words),
            _winter(look, words, _to_come(look, can_take)),
        ),
    ]
    if view.rows:
        sums = words.say("**=** what the goods of a row are worth together (base value)")
        parts.append(text(*row_lines(view, words), f"-# {sums}"))
    parts.append(text(_say_take(words, advised)))
    buttons = [
        _take_button(look, Take(what), f"{words.say('Row')} {what}", advised)
        for what in can_take
        if isinstance(what, int)
    ]
    if advised and isinstance(advised.move, Take) and isinstance(advised.move.what, str):
        buttons.append(_take_button(look, advised.move, terms.place(words, advised.move.what), advised))
    parts += rows(buttons)
    choices = [_display_choice(look, words, name) for name in can_take if isinstance(name, str)]
    parts += to_choose(look, ("riga.take", ""), words.say("Take a building …"), choices, most=0)
    return [part for part in parts if not (isinstance(part, Text) and not part.text)]


def _prices(look: Look, words: Words) -> list[str]:
    """Say what goods pay where one has something to build."""
    me = own_player(look)
    mine = (*(me.hand.buildings if me.hand else ()), *me.riga)
    return [f"-# {line}" for line in price_lines(words, mine, purse_of(me).traders)]


def _proposed(look: Look, options: Sequence[Move]) -> Advice | None:
    """Return what is worth doing most; a lesson makes proposals of its own."""
    return None if look.guidance else next(iter(advice(look, options)), None)


def _take_button(look: Look, move: Take, label: str, advised: Advice | None) -> Button:
    best = advised is not None and advised.move == move
    target = Target("riga.take", look.table.id, look.mark, " ".join(move.words()))
    return Button(label, target, "success" if best else "secondary", PROPOSAL if best else None)


def _say_take(words: Words, advised: Advice | None) -> str:
    """Say what is proposed, and what could be built then."""
    if advised is None or not isinstance(advised.move, Take):
        return ""
    taken = advised.move.what
    what = terms.building(words, taken) if isinstance(taken, str) else words.say("row {row}", row=taken)
    built = _built_then(advised)
    if built == (taken,):
        return PROPOSAL + " " + words.say("Proposed: take {what} and build it.", what=what)
    if built:
        line = words.say("Proposed: take {what}, then build {buildings}.", what=what, buildings=_named(words, built))
        return f"{PROPOSAL} {line}"
    return PROPOSAL + " " + words.say("Proposed: take {what}.", what=what)


def _built_then(advised: Advice) -> tuple[str, ...]:
    """Return what is built in this turn if one does as advised."""
    names = next((reason.facts["buildings"] for reason in advised.reasons if reason.key == "build"), ())
    assert isinstance(names, tuple)
    return names


def _named(words: Words, names: Sequence[str]) -> str:
    return words.join_and([terms.building(words, name) for name in names])


def _display_choice(look: Look, words: Words, name: str) -> Choice:
    """Return a building on display as a line of a list: what it costs, brings and does, and whether it can be paid."""
    me = own_player(look)
    purse = purse_of(me)
    label = f"{terms.place(words, name)} · {terms.cost(words, name)} · {brings(words, me, name)}"
    if name in view_of(look).old:
        label += " · " + words.say("only this year")
    short = quote(words, purse, name)
    does = terms.does(words, name)
    lines = (f"{short} · {does}", f"{short_quote(words, purse, name)} · {does}", short_quote(words, purse, name))
    fits = next(line for line in lines if len(line) <= MAX_OPTION_CHARS)
    return Choice(name, label, fits, terms.CITY_EMOJI[CITY[name]])


def _to_come(look: Look, can_take: Sequence[int | str]) -> int:
    """Return how many cards more there may be in winter by what can be taken; before the last turn any is enough."""
    view = view_of(look)
    sizes = (len(view.rows[what - 1].goods) if isinstance(what, int) else 1 for what in can_take)
    return max(sizes, default=0) if view.season == "autumn" else 1


def _winter(look: Look, words: Words, to_come: int = 0) -> str:
    """R11: warn of more cards than can be kept in winter, with those to come; and of the last winter.

    After that one goods decide nothing but ties, and buildings in hand cost points (R28, R31): without any nothing is
    lost.
    """
    view, me = view_of(look), own_player(look)
    roomy = any(each.building == WAREHOUSE for each in me.built)
    limit = DATA.function.warehouse.keeps if roomy else DATA.setup.winter_limit
    cards = me.goods + me.buildings
    if view.year == view.years:
        said = words.say(
            "❄️ The last winter is near: after it each building in your hand costs {points}, and goods left over "
            "count only in a tie.",
            points=terms.points(words, DATA.setup.penalty),
        )
        return said if me.buildings else ""
    if cards + to_come <= limit:
        return ""
    if cards <= limit:
        return words.say("❄️ You hold {n} of the {limit} cards that you may keep over the winter.", n=cards, limit=limit)
    return words.many(
        "❄️ You hold {n} card and may keep {limit} over the winter: anything above that is discarded.",
        "❄️ You hold {n} cards and may keep {limit} over the winter: anything above that is discarded.",
        cards,
        limit=limit,
    )


def _head(look: Look, words: Words, what: str) -> str:
    view = view_of(look)
    season = words.say(terms.SEASONS[view.season]) if view.season else ""
    return "### " + words.say("Year {year} of {years}", year=view.year, years=view.years) + f" · {season}\n" + what


def _hand_lines(look: Look, words: Words) -> list[str]:
    me = own_player(look)
    names = me.hand.buildings if me.hand else ()
    in_hand = words.say("Your buildings: {buildings}", buildings=terms.buildings(words, names))
    return [goods_line(words, me), in_hand if names else "", ready_line(words, me)]


# Build


def _build(look: Look, words: Words, options: Sequence[Move], style: Style) -> list[Part]:
    view, me = view_of(look), own_player(look)
    assert view.turn is not None
    purse = purse_of(me)
    names = [*(me.hand.buildings if me.hand else ()), *me.riga]
    left = view.turn.can_build
    what = to_build(words, options, left, names)
    if not left:
        return [text(_head(look, words, what), goods_line(words, me), _winter(look, words))]
    lines = [_head(look, words, what), goods_line(words, me), ready_line(words, me), _winter(look, words)]
    parts: list[Part] = [text(*lines)]
    if names:
        brief = len(names) > _MOST_EXPLAINED
        parts.append(text(*(line for name in names for line in hand_card(words, me, name, brief=brief))))
    best = payment_menu.best(options)
    single = [name for name in names if frozenset((name,)) in best]
    builds = [
        Choice(
            name,
            words.say("Build {building}", building=terms.place(words, name)),
            quote(words, purse, name),
            terms.CITY_EMOJI[CITY[name]],
        )
        for name in single
    ]
    parts += to_choose(
        look,
        ("riga.build", ""),
        words.say("Build, paid as suggested …"),
        builds,
        most=_MOST_BUILD_BUTTONS,
        width=3,
        style=style,
    )
    if single:
        choices = [
            Choice(name, terms.place(words, name), terms.ducats(words, COST[name]), terms.CITY_EMOJI[CITY[name]])
            for name in single
        ]
        several = any(len(group) > 1 for group in best)
        otherwise = words.say("Other payment, or several …") if several else words.say("Other payment …")
        parts += to_choose(look, ("riga.plan", ""), otherwise, choices, most=0)
    return parts


def _say_build(words: Words, advised: Advice | None) -> list[Part]:
    if advised is None or not isinstance(advised.move, Build):
        return []
    built = _named(words, _built_then(advised))
    return [Text(PROPOSAL + " " + words.say("Proposed: build {buildings}, then end your turn.", buildings=built))]


# Functions


def _functions(look: Look, words: Words, options: Sequence[Move]) -> list[Part]:
    uses = [move.building for move in options if isinstance(move, Use)]
    choices = [
        Choice(
            name,
            words.say("Use {building}", building=terms.place(words, name)),
            terms.function(words, name),
            terms.READY,
        )
        for name in uses
    ]
    offered = to_choose(look, ("move", "use"), words.say("Use a function …"), choices, width=3)
    if not any(isinstance(part, Row) for part in offered):
        return offered
    does = [f"{terms.READY} {terms.kind(words, name)} · {terms.function(words, name)}" for name in uses]
    return [text(*(f"-# {line}" for line in dict.fromkeys(does))), *offered]


def _first_swap(look: Look, words: Words, options: Sequence[Move]) -> list[Part]:
    """R26: the card that one row gives; the other one is asked for then."""
    choices = [
        Choice(
            f"{row} {good}",
            words.say("{good} of row {row}", good=words.say(terms.GOODS[good]), row=row),
            emoji=terms.GOOD_EMOJI[good],
        )
        for row, good in _swappable(options)
    ]
    return to_choose(look, ("riga.swap", ""), words.say("Monastery: swap goods …"), choices, most=0)


def first_swap(look: Look, card: str) -> FirstGood:
    """Return the draft of a swap: the row and the good that were chosen first."""
    for row, good in _swappable(look.options):
        if card == f"{row} {good}":
            return FirstGood(row, good)
    raise Stale


def _swappable(options: Sequence[Move]) -> list[tuple[int, str]]:
    cards = dict.fromkeys(card for move in options if isinstance(move, Swap) for card in _both(move))
    return sorted(cards, key=lambda card: card[0])


def _both(move: Swap) -> tuple[tuple[int, str], tuple[int, str]]:
    return (move.row, move.good), (move.other_row, move.other_good)


def _swap_with(look: Look, words: Words, first: FirstGood, options: Sequence[Move]) -> list[Part]:
    given = (first.row, first.good)
    others = []
    for move in options:
        if isinstance(move, Swap) and given in _both(move):
            one, other = _both(move)
            others.append(other if one == given else one)
    head = words.say(
        "**Monastery:** which good changes places with {good} of row {row}? After that you take one of the two rows.",
        good=terms.good(words, first.good),
        row=first.row,
    )
    choices = [
        Choice(
            f"{number} {other}",
            words.say("{good} of row {row}", good=words.say(terms.GOODS[other]), row=number),
            emoji=terms.GOOD_EMOJI[other],
        )
        for number, other in sorted(others, key=lambda card: card[0])
    ]
    return [
        text(head, *row_lines(view_of(look), words)),
        *to_choose(look, ("move", f"swap {first.row} {first.good}"), words.say("The other good …"), choices, most=0),
        Row((payment_menu.back(look, words),)),
    ]


def _fill(look: Look, words: Words, options: Sequence[Move]) -> list[Part]:
    """R17: the last act of a turn."""
    choices = [
        Choice(" ".join(move.goods), terms.goods(words, move.goods), emoji=terms.SIGNS["ware"])
        for move in options
        if isinstance(move, Fill)
    ]
    return to_choose(look, ("move", "fill"), words.say("Fill the Exchange, end turn …"), choices, most=0)


def _end(look: Look, words: Words, advised: Advice | None) -> Row:
    turn = view_of(look).turn
    assert turn is not None
    building = advised is not None and isinstance(advised.move, Build)
    buttons = []
    if building and not look.table.row.lesson:  # A lesson's own proposal is a press away.
        target = Target("riga.proposed", look.table.id, look.mark)
        buttons.append(Button(words.say("Do as proposed"), target, "success", PROPOSAL))
    done = Target("move", look.table.id, look.mark, str(Done()))
    buttons.append(Button(words.say("Done"), done, "secondary" if building else "primary", "🏁"))
    # What began with the take alone is taken back by *Take back* as well.
    if look.can_undo and (turn.built or turn.swapped):
        buttons.append(over(look, words))
    return Row(tuple(buttons))


def next_as_proposed(look: Look) -> str:
    """Return the next move of a turn that is ended as proposed: what is built, whom a School trains, the end."""
    best = _proposed(look, look.options)
    if best is None:
        raise Stale
    return str(best.move)


def nothing_left(look: Look) -> bool:
    """Say whether, after taking, nothing can be done but to end the turn."""
    return look.owes == "turn" and look.options == (Done(),)


def nothing_to_build(look: Look) -> bool:
    """Say whether, after taking, nothing can be built."""
    return look.owes == "turn" and not any(isinstance(move, Build | Take) for move in look.options)


def over(look: Look, words: Words) -> Button:
    """Begin the turn anew."""
    return Button(words.say("Start turn over"), Target("over", look.table.id, look.mark), emoji="⏮️")
