"""All games in words, and what is said about several of them at once."""

from __future__ import annotations

from rules import declarations_by_game
from words.catalogue import Words
from words.game_words import GameWords

GAME_WORDS: dict[str, GameWords] = declarations_by_game("words", "WORDS")
"""What each game brings to be told, by the game's name."""

TITLES = {game: told.title for game, told in GAME_WORDS.items()}
"""The games' names, the same in every language."""


def legend_lines(words: Words, game: str) -> list[str]:
    """Explain a game's board, line by line; nothing for a game that tells nothing."""
    return [f"- {line}" for line in GAME_WORDS[game].legend(words)] if game in GAME_WORDS else []


def open_commands(words: Words) -> str:
    """Name the commands that open a table: "`/one new`, `/two new` or `/three new`"."""
    return words.join_or([words.say("`/{game} new`", game=game) for game in GAME_WORDS])


def credits_sentence(words: Words) -> str:
    """Say who made the games; those by the same people together."""
    by: dict[tuple[str, ...], list[str]] = {}
    for told in GAME_WORDS.values():
        if told.authors:
            by.setdefault(told.authors, []).append(told.title)
    return ", ".join(_by(words, games, authors, first=not number) for number, (authors, games) in enumerate(by.items()))


def _by(words: Words, titles: list[str], authors: tuple[str, ...], *, first: bool) -> str:
    games, people = words.join_and(titles), words.join_and([*authors])
    if first:
        return words.many(
            "{games} is a game by {people}", "{games} are games by {people}", len(titles), games=games, people=people
        )
    return words.many("{games} is by {people}", "{games} are by {people}", len(titles), games=games, people=people)
