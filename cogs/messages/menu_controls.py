"""Controls that the menus of all games share: buttons that make a move, choices, *Back*, and confirmations.

All functions return plain parts (`cogs.messages.panel`) and depend on no game. A control of a menu carries the menu's
table and decision mark, so that a click in an outdated menu changes nothing. `choice_parts` makes the controls of a
choice, and `split_choice` reads a click on them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from cogs.messages.panel import MAX_LABEL_CHARS, Button, Option, Part, Row, Select, Style, Target, rows, text
from rules import Move
from tables.model.table import Look
from words import Words
from words.games import GAME_WORDS
from words.signs import without_signs

_SEPARATORS = " :"
"""What may separate the prefix of a choice from its value in a button's argument."""


def menu_target(look: Look, verb: str, arg: str = "") -> Target:
    """Return the target of a control in the menu that `look` shows: its table, its decision mark, and `arg`."""
    return Target(verb, look.table.id, look.mark, arg)


def move_button(
    look: Look,
    label: str,
    move: Move | str,
    style: Style = "secondary",
    emoji: str | None = None,
    *,
    verb: str = "move",
) -> Button:
    """Return a button of the look's menu that makes `move`, given as a move or as its text.

    `verb` is the action that a click runs; its argument is the move's text. The default, `move`, makes the move.
    """
    return Button(label, menu_target(look, verb, str(move)), style, emoji)


def back_button(words: Words, target: Target, style: Style = "secondary", emoji: str = "⬅️") -> Button:
    """Return the button *Back*. A click on it runs the action of `target`."""
    return Button(words.say("Back"), target, style, emoji)


def what_happened_button(words: Words, table: int, entry: int) -> Button:
    """Return the button that opens a table's story at what followed the log entry with number `entry`."""
    return Button(words.say("What happened?"), Target("log", table, arg=f"@{entry}"), emoji="📰")


def confirmation_parts(
    look: Look, words: Words, lines: Sequence[str], verb: str, back: Button, *, irrevocable: bool, label: str = ""
) -> list[Part]:
    """Return `lines`, which describe a move, as a text, and below it a row with a confirm button and `back`.

    `verb` is the action of the confirm button. `label` is its text; if it is "", the button says *Confirm*. If
    `irrevocable` is True, a warning that the move cannot be taken back follows the lines.
    """
    warning = words.say("You can't undo this once something is revealed or somebody else moves.") if irrevocable else ""
    confirm = Button(label or words.say("Confirm"), menu_target(look, verb), "success", "✔️")
    return [text(*lines, warning), Row((confirm, back))]


def choice_parts(
    look: Look,
    verb: str,
    prefix: str,
    question: str,
    options: Sequence[Option],
    *,
    max_buttons: int = 5,
    row_width: int = 5,
    max_chosen: int = 1,
    style: Style = "secondary",
    question_on_button: bool = False,
) -> list[Part]:
    """Return controls that offer `options`: buttons, or one select if there are many; [] without options.

    Buttons are used for at most `max_buttons` options, in rows of `row_width`, unless a label or custom id would be too
    long for Discord. They have the style `style`; if `question_on_button` is True, their labels begin with `question`.
    Otherwise one select has `question` as its placeholder, and the person selects 1 to `max_chosen` options.

    `verb` is the action of a click. The argument of a button is `prefix` plus the option's value, so `prefix` ends with
    a separator (`"keep "`, `"buy:"`). The argument of a select is `prefix` without the separator, and a click sends the
    values. If several options are equal, the caller numbers their values (`cloth#2`); a button's argument leaves the
    number out. The game's emoji are removed from labels and descriptions (see `label_text`).
    """
    shown = [
        Option(
            label_text(look, option.label),
            option.value,
            label_text(look, option.description),
            option.emoji,
            chosen=option.chosen,
        )
        for option in options
    ]
    if len(shown) <= max_buttons:
        buttons = [
            Button(
                _label_with_question(question, option) if question_on_button else option.label,
                menu_target(look, verb, prefix + option.value.partition("#")[0]),
                style,
                option.emoji,
            )
            for option in shown
        ]
        if all(button.target.fits and len(button.label) <= MAX_LABEL_CHARS for button in buttons):
            return list(rows(buttons, row_width))
    target = menu_target(look, verb, prefix.rstrip(_SEPARATORS))
    return [Select(target, question, tuple(shown), most=min(max_chosen, len(shown)))]


def _label_with_question(question: str, option: Option) -> str:
    """Return a button's label: `question`, ":" and the option's label; no ":" after a question that ends with "?".

    An ellipsis at the end of the question is dropped. The option's description follows if it has one and the label then
    still fits on a button.
    """
    question = question.rstrip(" …")
    label = f"{question}{' ' if question.endswith('?') else ': '}{option.label}"
    longer = f"{label} · {option.description}"
    return longer if option.description and len(longer) <= MAX_LABEL_CHARS else label


def label_text(look: Look, text: str) -> str:
    """Return `text` without the emoji that the look's game puts before the names of its wares, cards and so on.

    In texts of messages, application emoji replace these emoji. Labels, options and autocompletion cannot show
    application emoji, so they have none. Players' names keep the emoji that they contain.
    """
    names = "|".join(re.escape(seat.name) for seat in look.table.seats)
    pieces = re.split(f"({names})", text)
    signs = GAME_WORDS[look.table.row.game].signs
    return "".join(piece if place % 2 else without_signs(piece, signs) for place, piece in enumerate(pieces))


def split_choice(arg: str, values: Sequence[str]) -> tuple[str, Sequence[str]]:
    """Return the prefix (without its ":") and the chosen values of a click on controls made by `choice_parts`.

    The prefix given to `choice_parts` must have ended with ":". `arg` is the clicked control's argument. `values` are
    those that a select sends; they are () for a button, whose only value follows the first ":" in `arg`. If there is no
    value either way, as in a forged click, the chosen values are ().
    """
    if values:
        return arg, values
    arg, colon, value = arg.partition(":")
    return arg, (value,) if colon else ()
