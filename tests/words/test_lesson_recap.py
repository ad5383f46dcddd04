"""What a learner is told of the others' turns: their own lines and who played what are the last to be left out."""

from __future__ import annotations

from cogs.core.guidance import shortened

STORY = """### All cards are revealed
Anna plays Ship
Bert plays Knight
🐴 Bert takes 5 seals.
⛵ Anna takes 4 wares.
-# Seals: Bert 5 · Anna 0
### Round 2
The supply arrives."""


def cut_to(lines: int) -> list[str]:
    return shortened(STORY, "Anna", lambda story: len(story.splitlines()) <= lines).splitlines()


def test_what_fits_is_told_whole() -> None:
    assert cut_to(8) == STORY.splitlines()


def test_headings_go_first_then_what_others_got_then_what_they_played() -> None:
    assert cut_to(6) == [line for line in STORY.splitlines() if not line.startswith("#")]
    assert cut_to(4) == [
        "Anna plays Ship",
        "Bert plays Knight …",
        "⛵ Anna takes 4 wares.",
        "-# Seals: Bert 5 · Anna 0 …",
    ]


def test_the_learners_own_lines_stay_longest() -> None:
    assert cut_to(3) == ["Anna plays Ship …", "⛵ Anna takes 4 wares.", "-# Seals: Bert 5 · Anna 0 …"]
    assert cut_to(0) == []
