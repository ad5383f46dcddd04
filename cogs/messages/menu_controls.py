"""Controls that the menus of all games share: move buttons, choices, *Back*, and the confirmation of a move.

All functions return plain parts (`cogs.messages.panel`) and name no game. A control of a menu carries the menu's table
and decision mark, so that a click in an outdated menu changes nothing.
"""

from __future__ import annotations

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
    """Return a button that makes `move`, which is a move or its text; `verb` names the action that makes it."""
    return Button(label, menu_target(look, verb, str(move)), style, emoji)


def back_button(words: Words, target: Target, style: Style = "secondary", emoji: str = "⬅️") -> Button:
    """Return the *Back* button; `target` says what a press does."""
    return Button(words.say("Back"), target, style, emoji)


def confirmation_parts(
    look: Look, words: Words, lines: Sequence[str], verb: str, back: Button, *, irrevocable: bool, label: str = ""
) -> list[Part]:
    """Return `lines` with a button that confirms the move they describe, and `back`.

    `irrevocable` adds the warning that the move cannot be taken back. `verb` is the confirm button's action, and
    `label` its text; without `label` it says *Confirm*.
    """
    warning = words.say("This cannot be taken back.") if irrevocable else ""
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
    """Return `options` as rows of buttons, or as one select if there are more than `max_buttons`; [] without options.

    A button's argument is `prefix`, which ends with its separator (`"keep "`, `"buy:"`), and the option's value; a
    select's argument is `prefix` without the separator. Values of equal options are numbered (`cloth#2`): a button
    drops the number. `question` is the select's placeholder; `question_on_button` also puts it before each button's
    label. Options that Discord would not accept as buttons become a select too. Labels and descriptions lose the
    game's signs (see `label_text`).
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
    """Return `question: label`, followed by the option's description if a button has room for it."""
    question = question.rstrip(" …")
    label = f"{question}{' ' if question.endswith('?') else ': '}{option.label}"
    longer = f"{label} · {option.description}"
    return longer if option.description and len(longer) <= MAX_LABEL_CHARS else label


def label_text(look: Look, text: str) -> str:
    """Return `text` without the signs of the look's game that precede a name.

    Labels, lists and autocompletion cannot show the application emoji that replace these signs in a message's text.
    """
    return without_signs(text, GAME_WORDS[look.table.row.game].signs)


def split_choice(arg: str, values: Sequence[str]) -> tuple[str, Sequence[str]]:
    """Return the prefix and the chosen values of a click on controls that `choice_parts` made with a prefix `…:`.

    A select sends the prefix and `values`; a button sends both in `arg`. A forged click may choose nothing: ().
    """
    if values:
        return arg, values
    arg, colon, value = arg.partition(":")
    return arg, (value,) if colon else ()
