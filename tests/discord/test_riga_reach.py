"""Whatever Riga's rules offer can be put together by clicks alone, every payment too."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from cogs.games.riga import payment_menu, swap_menu
from cogs.games.riga.decision_menus import discard_all_but
from cogs.games.riga.draft_kinds import Payment
from cogs.messages.drafts import Draft
from cogs.messages.panel import Part, Row, Select
from rules.chance import Chance
from rules.riga.data import GOODS
from rules.riga.moves import Build, Discard, Swap
from rules.riga.state import State
from tests.discord.riga import FACE, GAME, look
from tests.rules.riga.test_payment_search import alike, random_table
from words import words_in

WORDS = words_in("en")


def menu(state: State, seat: int, draft: Draft | None = None) -> list[Part]:
    """Return what somebody is shown who presses *Play*."""
    return FACE.menu(look(state, seat, draft), WORDS)


def lists(parts: list[Part], verb: str) -> Iterator[Select]:
    """Yield the lists that do something."""
    return (part for part in parts if isinstance(part, Select) and part.target.verb == verb)


def lines(parts: list[Part], verb: str) -> list[str]:
    """Return what can be chosen of the lists that do something."""
    return [option.value for each in lists(parts, verb) for option in each.options]


def moves_by_one_click(state: State, seat: int) -> set[str]:
    """Return the moves that the menu makes at once; swaps take two clicks."""
    parts = menu(state, seat)
    targets = [
        button.target for part in parts if isinstance(part, Row) for button in part.buttons if hasattr(button, "target")
    ]
    found = {target.arg for target in targets if target.verb == "move"}
    found |= {f"take {target.arg}" for target in targets if target.verb == "riga.take"}
    found |= {f"take {name}" for name in lines(parts, "riga.take")}
    for first in lines(parts, "riga.swap"):
        parts += menu(state, seat, swap_menu.draft_first_good(look(state, seat), first))
    for each in lists(parts, "move"):
        if each.target.arg != "discard":
            found |= {f"{each.target.arg} {option.value}" for option in each.options}
    return found


def can_discard(state: State, seat: int, move: Discard) -> bool:
    """Say whether just these cards can be chosen of the winter's list, or all the others to be kept."""
    parts = menu(state, seat)
    keep = next(lists(parts, "riga.winter"), None)
    if keep:
        player = state.players[seat]
        goods = [f"{good}#{n}" for good in GOODS for n in range(1, player.goods[good] - move.goods.count(good) + 1)]
        kept = [*goods, *(name for name in player.buildings if name not in move.buildings)]
        assert GAME.parse(discard_all_but(look(state, seat), kept)) == move
        return {*kept} <= {option.value for option in keep.options} and keep.least <= len(kept) <= keep.most
    cards = [f"{good}#{n + 1}" for good in set(move.goods) for n in range(move.goods.count(good))] + [*move.buildings]
    (each,) = lists(parts, "move")
    return {*cards} <= {option.value for option in each.options} and each.least <= len(cards) <= each.most


def plans(state: State, seat: int) -> dict[frozenset[str], Payment]:
    """Return the first draft of everything that can be built together, by *Pay otherwise* and then one by one."""
    drafts: dict[frozenset[str], Payment] = {}
    begun = [payment_menu.begin(look(state, seat), name) for name in lines(menu(state, seat), "riga.plan")]
    while begun:
        draft = begun.pop()
        group = frozenset(draft.move.buildings)
        if group not in drafts:
            drafts[group] = draft
            seen, parts = look(state, seat, draft), menu(state, seat, draft)
            begun += [payment_menu.group(seen, draft.move, name) for name in lines(parts, "riga.group")]
    return drafts


def choose(state: State, seat: int, draft: Payment, verb: str, values: list[str]) -> Payment:
    """Choose just these lines of a list; return the draft that follows. Without the list nothing can be chosen."""
    for each in lists(menu(state, seat, draft), verb):
        assert set(values) <= {option.value for option in each.options}
        assert len(values) <= each.most
        change = payment_menu.goods if verb == "riga.goods" else payment_menu.functions
        return change(look(state, seat, draft), draft.move, values)
    assert not values
    return draft


def put_together(state: State, seat: int, draft: Payment, wanted: Build) -> Build:
    """Change the suggested payment into another one; return what *Build* would do then."""
    goods = [f"{good}#{n + 1}" for good in set(wanted.goods) for n in range(wanted.goods.count(good))]
    draft = choose(state, seat, draft, "riga.goods", goods)
    functions = [*wanted.money, *(f"crane@{name}" for _, name in wanted.cranes)]
    return choose(state, seat, draft, "riga.functions", functions).move


def check_reach(state: State, seat: int) -> int:
    """See that every option can be clicked together; return how many payments there were."""
    at_once = moves_by_one_click(state, seat)
    for text in at_once:
        GAME.check(state, seat, GAME.parse(text))
    options = GAME.options(state, seat)
    builds = [move for move in options if isinstance(move, Build)]
    for move in options:
        match move:
            case Swap():
                back = Swap(move.other_row, move.other_good, move.row, move.good)
                assert {str(move), str(back)} <= at_once
            case Discard():
                assert str(move) in at_once or can_discard(state, seat, move)
            case Build():
                pass
            case _:
                assert str(move) in at_once
    drafts = plans(state, seat)
    assert drafts.keys() == {frozenset(move.buildings) for move in builds}
    for move in builds:
        made = put_together(state, seat, drafts[frozenset(move.buildings)], move)
        GAME.check(state, seat, made)
        assert frozenset(made.buildings) == frozenset(move.buildings)
        assert alike(made)[1:] == alike(move)[1:]
    return len(builds)


def test_every_payment_of_many_tables_can_be_clicked_together() -> None:
    assert sum(check_reach(random_table(seed), 0) for seed in range(60)) > 300


@pytest.mark.repeated(2)
@pytest.mark.parametrize("riga", [0, 1])
def test_every_move_of_a_whole_game_can_be_clicked_together(riga: int) -> None:
    chance = Chance(riga)
    state = GAME.new(2, 9, {"riga_buildings": riga})
    payments = 0
    while owed := GAME.owed(state):
        seat = chance.choice(list(owed))
        payments += check_reach(state, seat)
        GAME.play(state, seat, GAME.sample(state, seat, chance))
    assert payments > 50
