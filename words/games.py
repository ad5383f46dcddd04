"""The sentences of all games, `GAME_WORDS`, and their titles, `TITLES`, both by the game's key.

Also texts about games: `legend_lines`, `sign_names`, `open_commands` and `credits_sentence`.
"""

from __future__ import annotations

from collections.abc import Sequence

from rules import declarations_by_game
from words.catalogue import Words
from words.game_words import GameWords
from words.signs import MARK_NAMES, SignName, seat_sign

GAME_WORDS: dict[str, GameWords] = declarations_by_game("words", "WORDS")
"""Each game's declaration by the game's name, in the order of `GAMES`."""

TITLES = {game: game_words.title for game, game_words in GAME_WORDS.items()}
"""Each game's title by its name; the same in every language."""


def legend_lines(words: Words, game: str) -> list[str]:
    """Return a game's legend as a Markdown list, one item per line; [] for an unknown game."""
    return [f"- {line}" for line in GAME_WORDS[game].legend(words)] if game in GAME_WORDS else []


def sign_names(words: Words, game: str = "", players: Sequence[str] = ()) -> dict[str, SignName]:
    """Return the translated singular and plural of what each emoji stands for, by emoji, as `spell_out` needs it.

    The marks that all games share are always included. `game` is the key of a game whose own emoji are added; "" for
    none. `players` are the formatted names by seat, to which the emoji of the seats are mapped; empty for none.
    """
    names = {sign: (words.say(name), words.say(name)) for sign, name in MARK_NAMES.items()}
    if own := GAME_WORDS.get(game):
        names |= {own.signs[key]: (words.say(one), words.say(some)) for key, (one, some) in own.sign_names.items()}
    return names | {seat_sign(seat): (name, name) for seat, name in enumerate(players)}


def open_commands(words: Words) -> str:
    """Return the commands that open a table, as a list in this language: "`/one new`, `/two new` or `/three new`"."""
    return words.join_or([words.say("`/{game} new`", game=game) for game in GAME_WORDS])


def credits_sentence(words: Words) -> str:
    """Return a sentence without final period that says who made which games.

    Games by the same authors are named together; games without authors are left out. "" if no game has authors.
    """
    by: dict[tuple[str, ...], list[str]] = {}
    for game_words in GAME_WORDS.values():
        if game_words.authors:
            by.setdefault(game_words.authors, []).append(game_words.title)
    return ", ".join(
        _authors_part(words, games, authors, first=not number) for number, (authors, games) in enumerate(by.items())
    )


def _authors_part(words: Words, titles: list[str], authors: tuple[str, ...], *, first: bool) -> str:
    """Return the part of the credits about one group of authors.

    If `first`, it is "A and B are games by X", otherwise the shorter "A is by X". `titles` are the titles of their
    games.
    """
    games, people = words.join_and(titles), words.join_and([*authors])
    if first:
        return words.many(
            "{games} is a game by {people}", "{games} are games by {people}", len(titles), games=games, people=people
        )
    return words.many("{games} is by {people}", "{games} are by {people}", len(titles), games=games, people=people)
