"""The menus of Haithabu's decisions other than placing workers, one function for each.

The decisions are the first character, the rondel, repaying loans, events, the transports the Carpenter has looked at,
and the ends of a round and of the first year. `MENUS` maps each decision to its function, and `PICTURE_SUBJECTS` to
what its picture shows.
"""

from __future__ import annotations

from collections.abc import Callable

from cogs.games.haithabu import discard_menu
from cogs.games.haithabu.menu_choices import ANSWER, cube_options, select_or_button
from cogs.games.haithabu.move_labels import move_label
from cogs.games.haithabu.move_text import seer_prices
from cogs.games.haithabu.place_menu import repay_buttons, repay_warnings
from cogs.games.haithabu.seat_view import own_player, view_of
from cogs.games.haithabu.text_lines import join_fitting, loan_warnings, resources, stack_spaces
from cogs.messages.menu_controls import move_button
from cogs.messages.panel import (
    Button,
    Option,
    Part,
    Row,
    Style,
    rows,
    text,
)
from cogs.messages.table_messages import names_at
from rules import Move
from rules.haithabu import moves, quotes
from rules.haithabu.card_data import STACK, STACKS
from rules.haithabu.data import DATA, WARES
from tables.model.table import Look
from words import Words
from words.haithabu import terms


def _answer_button(
    look: Look, words: Words, move: Move, style: Style = "secondary", emoji: str | None = None
) -> Button:
    """Return a button that answers the decision with `move`; its label is the same as in hints.

    If the move cannot be taken back, a click first asks for a confirmation. A button for `Done`, which ends the
    decision, never asks for one.
    """
    verb = "move" if isinstance(move, moves.Done) else ANSWER
    return move_button(look, move_label(look, words, move), move, style, emoji, verb=verb)


def pick_character(look: Look, words: Words) -> list[Part]:
    """Return the menu for the first character (H5): a select of the free characters with their effects."""
    head = words.say(
        "**Choose your first character.** In the first round no other player can take it from you; only "
        "an {event} at night can.",
        event=words.say(terms.EVENT["assassination"]),
    )
    options = [
        Option(
            terms.character(words, move.character),
            move.character,
            words.say(terms.CHARACTER_EFFECT[move.character]),
            terms.CHARACTER_EMOJI[move.character],
        )
        for move in look.options
        if isinstance(move, moves.Pick)
    ]
    listed = select_or_button(look, ANSWER, "pick ", words.say("Choose a character"), options)
    return [text(head, *resources(look, words)), *listed]


def turn_rondel(look: Look, words: Words) -> list[Part]:
    """Return the menu in which the Juggler's owner turns the rondel by 0, 1 or 2 fields, before a phase (H11).

    Each possible turn has a line with the fields where it will then be day, and a button. A hint that names them all
    has the buttons instead.
    """
    view = view_of(look)
    head = words.say("**Your Juggler turns the rondel before this phase.** How far? That decides where it will be day:")
    fields = [field.key for field in view.rondel]
    dawn = next(i for i, field in enumerate(view.rondel) if field.day and not view.rondel[i - 1].day)
    turns = sorted((move for move in look.options if isinstance(move, moves.TurnBy)), key=lambda move: move.fields)
    lines, buttons = [], []
    for move in turns:
        day = [fields[(dawn - move.fields + i) % len(fields)] for i in range(DATA.rondel.day)]
        lines.append(f"-# **{move.fields}** {terms.DAY} " + " · ".join(terms.field(words, key) for key in day))
        buttons.append(_answer_button(look, words, move))
    hinted = {each.move for each in look.advised} >= {*turns}
    listed = [] if hinted else [Row(tuple(buttons))]
    return [text(head, *lines), text(*resources(look, words)), *listed]


def settle(look: Look, words: Words) -> list[Part]:
    """Return the menu of a seat that has placed its workers (H28): buttons to repay loans, and one to end the turn.

    A warning comes above them if even the smallest repayment leads to a new loan for storing wares at the end of the
    round.
    """
    head = words.say(
        "**Your workers are placed.** You can repay loans for {silver} each, or end your turn.",
        silver=terms.silver(words, DATA.loan.repay),
    )
    return [
        text(head, *resources(look, words)),
        *repay_warnings(look, words),
        *rows([*repay_buttons(look, words), _answer_button(look, words, moves.Done(), "primary", "🏁")]),
    ]


def choose_event(look: Look, words: Words) -> list[Part]:
    """Return the menu after rolling two dice (H18): a button for each of the events rolled.

    Lines above the buttons say what the events do. So that the menu with a hint fits on a phone, it has no lines about
    orders, no lines about the events of the hint, whose reasons say what they do, and no second buttons for them.
    """
    hinted = {each.move for each in look.advised}
    rolled = {move.event: move for move in look.options if isinstance(move, moves.Happen)}
    bill = quotes.unpaid_bill(view_of(look))
    lines = [
        f"- **{words.say(terms.EVENT[key])}**: {terms.event_effect(words, key, bill)}"
        for key, move in rolled.items()
        if move not in hinted
    ]
    buttons = [_answer_button(look, words, move, emoji=terms.EVENT_EMOJI[key]) for key, move in rolled.items()]
    head = words.say("**Two dice, one event: which one do you choose?**")
    listed = [] if hinted >= {*rolled.values()} else [Row(tuple(buttons))]
    return [text(head, *lines), text(*resources(look, words, plans=not hinted)), *listed]


def take_looked(look: Look, words: Words) -> list[Part]:
    """Return the menu in which the seat takes one of the cards that its Carpenter has looked at (H19).

    An option names one card, or two cards if the seat buys from two stacks, one from each.
    """
    head = words.say(
        "**Your Carpenter has looked at the top cards. Which one do you want to take?** Only you can see these cards."
    )
    options = [
        Option(
            ", ".join(terms.transport(words, card, signs=False) for card in move.transports), " ".join(move.transports)
        )
        for move in look.options
        if isinstance(move, moves.Take)
    ]
    listed = select_or_button(look, ANSWER, "take ", words.say("Take …"), options)
    return [text(head, *resources(look, words)), *listed]


def _roller(look: Look) -> str:
    """Return the name, in Markdown, of the player whose turn it is, who has rolled the current event."""
    turn = view_of(look).turn
    assert turn is not None
    return names_at(look.table)[turn.seat]


def viking_games(look: Look, words: Words) -> list[Part]:
    """Return the menu of another player's Viking games (H29): give that player a ware, silver or a point.

    Wares are options of a select; silver and the point, where the rules allow them, are buttons.
    """
    head = words.say(
        "**Viking games!** {name} rolled them, so you must give {name} a ware, 10 silver or a point.",
        name=_roller(look),
    )
    buttons, options = [], []
    for move in look.options:
        assert isinstance(move, moves.Give)
        if move.ware is None:
            buttons.append(_answer_button(look, words, move))
        else:
            where = words.say(terms.STORE[move.what])
            options.append(
                Option(words.say(terms.WARE[move.ware]), f"{move.what} {move.ware}", where, terms.WARE_EMOJI[move.ware])
            )
    listed = select_or_button(look, ANSWER, "give ", words.say("Give a ware"), options)
    return [text(head, *resources(look, words)), *listed, Row(tuple(buttons))]


def assassination(look: Look, words: Words) -> list[Part]:
    """Return the menu of the event Assassination (H29): a button for each character that the seat may give up."""
    head = words.say("**Assassination!** You rolled it, so you must give up a character. Which one?")
    return [text(head, *resources(look, words)), *_loss_buttons(look, words)]


def storm(look: Look, words: Words) -> list[Part]:
    """Return the menu of the event Storm (H29): a button for each transport (cart, ship) that the seat may give up."""
    head = words.say("**Storm!** You rolled it, so you must give up your cart or your ship. Which one?")
    return [text(head, *resources(look, words)), *_loss_buttons(look, words)]


def _loss_buttons(look: Look, words: Words) -> tuple[Row, ...]:
    """Return rows with a button for each `Lose` move, a character or a transport to give up."""
    losses = [move for move in look.options if isinstance(move, moves.Lose)]
    return rows([_answer_button(look, words, move, emoji=terms.SIGNS[move.what]) for move in losses])


def unrest(look: Look, words: Words) -> list[Part]:
    """Return the menu of another player's event Unrest (H29): which single ware, of either store, to discard."""
    options = []
    for move in look.options:
        assert isinstance(move, moves.Discard)
        store, wares = ("warehouse", move.warehouse) if any(move.warehouse) else ("post", move.post)
        key = WARES[wares.index(1)]
        named = words.say(terms.WARE[key])
        options.append(Option(named, f"{store} {key}", words.say(terms.STORE[store]), terms.WARE_EMOJI[key]))
    head = words.say(
        "**Unrest!** {name} rolled it, so everybody else must discard a ware. Which one do you want to discard?",
        name=_roller(look),
    )
    listed = select_or_button(look, ANSWER, "discard ", words.say("Discard …"), options)
    return [text(head, *resources(look, words)), *listed]


def return_characters(look: Look, words: Words) -> list[Part]:
    """Return the menu after the first year (H32): a select of own characters to return for points, and *Keep all*.

    Any number of characters may be returned.
    """
    me = own_player(look)
    head = words.say(
        "**Half the game is over.** You can return characters for {points} each. Every character you "
        "still have at the end is worth {later}.",
        points=terms.points(words, DATA.returning.points),
        later=terms.points(words, DATA.scoring.character),
    )
    options = [
        Option(terms.character(words, key), key, words.say(terms.CHARACTER_EFFECT[key]), terms.CHARACTER_EMOJI[key])
        for key in me.characters
    ]
    chosen = select_or_button(look, ANSWER, "return ", words.say("Return …"), options, max_chosen=len(options))
    keep = Row((_answer_button(look, words, moves.Done(), "primary"),))
    return [text(head, *resources(look, words)), *chosen, keep]


def use_functions(look: Look, words: Words) -> list[Part]:
    """Return the menu at the end of a round (H33), with controls for each of `view.functions`, which the seat may use.

    These may be naming the starting player of the next round, and the functions of the Seer, the Stevedore and the
    Carpenter. The button *Done* ends the decision. It is missing as long as the seat has to name the starting
    player.
    """
    view, me = view_of(look), own_player(look)
    assert look.seat is not None
    if "starter" in view.functions:
        head = words.say("**End of the round.** Who starts the next one?")
    else:
        head = words.say("**End of the round.** Which of your characters do you want to use?")
    most = DATA.character.stevedore.round_end_wares
    may = [
        f"{terms.CHARACTER_EMOJI[key]} {words.say(terms.AT_ROUND_END[key], n=most)}"
        for key in view.functions
        if key != "starter"
    ]
    parts: list[Part] = [text(head, *may, *resources(look, words))]
    if "starter" in view.functions:
        buttons = [
            _answer_button(look, words, move, emoji="🚩") for move in look.options if isinstance(move, moves.Starter)
        ]
        parts.append(Row(tuple(buttons)))
    if "seer" in view.functions:
        options = [
            Option(f"{words.say(terms.WARE[move.ware])}, {words.say(terms.DIRECTION[move.direction])}",
                   f"{move.ware} {move.direction}", seer_prices(words, view, move), terms.WARE_EMOJI[move.ware])
            for move in look.options
            if isinstance(move, moves.Seer)
        ]  # fmt: skip
        parts += select_or_button(look, ANSWER, "seer ", words.say("Seer: change a price"), options)
    if "stevedore" in view.functions:
        lines = cube_options(words, me.warehouse, most)
        if len(lines) == 1:
            only = next(move for move in look.options if isinstance(move, moves.Stevedore))
            parts.append(Row((_answer_button(look, words, only, emoji=terms.CHARACTER_EMOJI["stevedore"]),)))
        else:
            hint = words.say("Stevedore: up to {n} wares …", n=most)
            parts += select_or_button(look, ANSWER, "stevedore ", hint, lines, max_chosen=most)
    if "carpenter" in view.functions:
        options = []
        for move in look.options:
            if isinstance(move, moves.Carpenter):
                spaces = stack_spaces(look, words, move.stack)
                needs = join_fitting((spaces, *loan_warnings(words, view, look.seat, move)))
                options.append(
                    Option(
                        terms.stack(words, move.stack),
                        str(move).partition(" ")[2],
                        needs,
                        terms.KIND_EMOJI[STACKS[STACK[move.stack]].kind],
                    )
                )
        parts += select_or_button(look, ANSWER, "carpenter ", words.say("Carpenter: buy a transport"), options)
    if "starter" not in view.functions:
        parts.append(Row((_answer_button(look, words, moves.Done(), "primary"),)))
    return parts


MENUS: dict[str, Callable[[Look, Words], list[Part]]] = {
    "pick_character": pick_character,
    "turn_rondel": turn_rondel,
    "settle": settle,
    "choose_event": choose_event,
    "look": take_looked,
    "viking_games": viking_games,
    "assassination": assassination,
    "storm": storm,
    "unrest": unrest,
    "return_characters": return_characters,
    "use_functions": use_functions,
    "discard_surplus": discard_menu.menu,
}
"""The menu of each decision other than placing a worker, by the decision's name."""

PICTURE_SUBJECTS = {
    "pick_character": "characters",
    "turn_rondel": "places",
    "settle": "own",
    "choose_event": "own",
    "look": "transports",
    "viking_games": "own",
    "assassination": "characters",
    "storm": "own",
    "unrest": "own",
    "return_characters": "characters",
    "use_functions": "market",
    "discard_surplus": "own",
}
"""The part of the table that the picture in a decision's menu shows, by the decision's name."""
