"""What is shown of standing answers, which players call automatic answers: the page on which they are chosen.

Also the button that leads there, and the message about one that was given.
"""

from __future__ import annotations

from collections.abc import Sequence

from cogs.messages.app_emoji import for_reader
from cogs.messages.game_display import GameDisplay
from cogs.messages.panel import MAX_OPTION_CHARS, Button, Option, Panel, Part, Row, Select, Target, Text, shorten, text
from cogs.messages.table_messages import linked_title
from tables.model.table import Table
from tables.play.seat_answers import ShownDecision, WouldAnswer
from words import Words

ASK = "ask"
"""The value of the option with which a player wants to be asked."""


def standing_button(words: Words, table: int, *, is_on: bool) -> Button:
    """Return the button that opens the page of standing answers at a table; it says if any of them `is_on`."""
    label = words.say("Automatic answers: on") if is_on else words.say("Automatic answers")
    return Button(label, Target("standing", table), emoji="📌")


def ask_me_button(words: Words, table: int, decision: str) -> Button:
    """Return the button that ends the standing answer to a decision."""
    return Button(words.say("Ask me from now on"), Target("set_standing", table, arg=f"{decision} {ASK}"))


def standing_panel(
    display: GameDisplay, table: Table, words: Words, shown: Sequence[ShownDecision], note: str = ""
) -> Panel:
    """Return the page on which a player chooses their standing answers; `note` comes above the lists."""
    parts: list[Part] = [
        Text(linked_title(table, words)),
        text(
            words.say("📌 **Automatic answers**"),
            words.say(
                "These questions come up when it isn't your turn. I can answer them for you right away, so "
                "that nobody has to wait. If what you choose here isn't possible, I'll ask you."
            ),
            "-# "
            + words.say(
                "Only at this table. Nobody else can see what you choose here. I'll tell you what I answered, and "
                "*Undo* takes it back while others still have to answer."
            ),
        ),
    ]
    parts += [Text(note)] if note else []
    for each in shown:
        parts += _decision_parts(display, table, words, each)
    parts.append(Row((Button(words.say("Back to the table"), Target("play", table.id)),)))
    return for_reader(Panel(tuple(parts), display.colour), display, words, table)


def _decision_parts(display: GameDisplay, table: Table, words: Words, shown: ShownDecision) -> list[Part]:
    """Return the parts for one standing answer: the answer now, what it would have done lately, and the choices."""
    name = display.standing_question(words, shown.decision)
    chosen = next((each for each in shown.policies if each.policy == shown.chosen), None)
    answer = display.standing_policy(words, chosen.policy) if chosen else words.say("I'll ask you.")
    lines = [f"**{name}:** {answer}"]
    if chosen:
        lines.append("-# " + _would_be(display, words, chosen.answers, is_past=shown.is_past))
    options = [Option(words.say("Ask me"), ASK, chosen=chosen is None)]
    for each in shown.policies:
        label = display.standing_policy(words, each.policy)
        would = _would_be(display, words, each.answers[-1:], is_past=shown.is_past)
        options.append(
            Option(
                shorten(label, MAX_OPTION_CHARS),
                each.policy,
                shorten(would, MAX_OPTION_CHARS),
                chosen=each is chosen,
            )
        )
    target = Target("set_standing", table.id, arg=shown.decision)
    return [text(*lines), Select(target, words.say("{question}: choose …", question=name), tuple(options))]


def _would_be(display: GameDisplay, words: Words, answers: Sequence[WouldAnswer], *, is_past: bool) -> str:
    """Return what would have been answered lately, the latest first; or what would be answered now."""
    named = [
        display.move_summary(look, words, move) if move else words.say("I'd have asked you")
        for look, move in reversed(answers)
    ]
    if not is_past:
        return words.say(
            "If it came up now: {answer}", answer=named[0] if answers[0].move else words.say("I'd ask you")
        )
    if len(named) == 1:
        return words.say("Last time: {answer}", answer=named[0])
    return words.say("The last few times: {answers}", answers=" · ".join(named))


def answered(words: Words, table: str, question: str, lines: Sequence[str]) -> str:
    """Return the message that a standing answer to a question was given at a table; `lines` tell what was done."""
    head = words.say("📌 **{table} · {question}:** I answered for you.", table=table, question=question)
    return "\n".join((head, *lines))
