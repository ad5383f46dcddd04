"""The function `guess`: a random state that agrees with a view.

It is made from the view alone, so no hidden card can leak in.
"""

from __future__ import annotations

from rules.chance import Chance
from rules.riga.dealing import Hidden, deal
from rules.riga.memory import DeferredMemory
from rules.riga.state import (
    AnyFrame,
    BuildersYard,
    NameStarter,
    Player,
    School,
    StartBuilding,
    State,
    Treasury,
    Turn,
    Winter,
    no_goods,
)
from rules.riga.view import PlayerView, View
from rules.riga.winter import DiscardCards


def guess(view: View, version: int, seed: int) -> State:
    """Return a full state that agrees with the view. Hidden cards and sealed choices of others are random.

    They are drawn with `seed`. `version` is the version of the rules of the real game. The result has a random
    generator of its own and an empty `tail`, so no move in it can be taken back. Its pending decisions are numbered
    anew from 1.
    """
    chance = Chance(seed)
    hidden = deal(view, chance)
    agenda = _agenda(view, hidden)
    state = State(
        seats=view.seats,
        chance=Chance(chance.draw()),
        version=version,
        agenda=agenda,
        frames=len(agenda),
        year=view.year,
        turn=view.turn_of_year,
        starter=view.starter,
        rows=[list(row.goods) for row in view.rows],
        new=list(view.new),
        old=list(view.old),
        goods_pile=hidden.goods_pile,
        goods_discard=view.goods_discard.copy(),
        buildings_pile=hidden.buildings_pile,
        buildings_discard=hidden.buildings_discard,
        players=[
            _player(player, hidden.goods[seat], hidden.secret[seat], hidden.buildings[seat], view.memory is not None)
            for seat, player in enumerate(view.players)
        ],
        memory=DeferredMemory(view.memory) if view.memory else None,
    )
    for number, frame in enumerate(agenda, 1):
        frame.id = number
    if agenda:
        _seal(view, state, agenda[-1], chance)
    return state


def _player(player: PlayerView, goods: list[str], secret: list[str], buildings: list[str], remembered: bool) -> Player:
    """Return one player of a guessed state. The cards of the hand come from the view if it shows them.

    If it does not, `goods` and `buildings` are the cards of the hand, and `secret` are those of the goods that only the
    owner has seen; otherwise these three are ignored. `remembered` is False in version 1 of the rules, which has no
    secret goods.
    """
    counts = no_goods()
    for good in player.hand.goods if player.hand else goods:
        counts[good] += 1
    if player.hand and remembered:
        secret = list(player.hand.goods)
        for good in player.open_goods:
            secret.remove(good)
    return Player(
        goods=counts,
        buildings=list(player.hand.buildings) if player.hand else buildings,
        riga=list(player.riga),
        built=[built.building for built in player.built],
        used=[built.building for built in player.built if built.used],
        person=player.person,
        exchange=player.exchange,
        secret=secret,
    )


def _agenda(view: View, hidden: Hidden) -> list[AnyFrame]:
    """Return the agenda (the stack of pending decisions) that the view implies.

    These are the running turn, if any, and on top of it the decision that is pending now. Cards that others have drawn
    and the view's seat cannot see are taken from `hidden`. Sealed choices are still missing; `_seal` adds them.
    """
    agenda: list[AnyFrame] = []
    owes = sorted(view.owed)
    decision = next(iter(view.owed.values()), None)
    if view.turn:
        agenda.append(
            Turn(
                owes=[view.turn.seat],
                seat=view.turn.seat,
                taken=view.turn.taken,
                swapped=view.turn.swapped,
                built=list(view.turn.built),
            )
        )
    if decision == "name_starter":
        agenda.append(NameStarter(owes=owes))
    elif decision == "start_building":
        drawn = tuple(view.drawn if seat == view.seat else tuple(cards) for seat, cards in enumerate(hidden.drawn))
        agenda.append(StartBuilding(owes=owes, drawn=drawn, kept=[None] * view.seats))
    elif decision == "builders_yard" and view.function:
        cards = view.drawn or tuple(hidden.drawn[owes[0]])
        agenda.append(BuildersYard(owes=owes, building=view.function, drawn=cards))
    elif decision == "treasury" and view.function:
        cards = view.drawn or tuple(hidden.drawn_goods)
        agenda.append(Treasury(owes=owes, building=view.function, drawn=cards))
    elif decision == "school":
        agenda.append(School(owes=owes))
    elif decision == "winter":
        asked = tuple(seat for seat, player in enumerate(view.players) if player.must_discard)
        agenda.append(Winter(owes=owes, asked=asked, discards=[None] * view.seats))
    return agenda


def _seal(view: View, state: State, top: AnyFrame, chance: Chance) -> None:
    """Add to `top` the sealed choices of the seats that have already chosen a start building or winter discard.

    `top` is the pending decision. If it is neither about start buildings (R4) nor winter discards (R11), nothing
    changes. The choice of the view's seat comes from the view; those of others are drawn at random with `chance`.
    """
    for seat, player in enumerate(view.players):
        if player.chosen and isinstance(top, StartBuilding):
            top.kept[seat] = view.kept if seat == view.seat else chance.choice(top.drawn[seat])
        elif player.chosen and isinstance(top, Winter):
            made_up = DiscardCards().sample(state, top, seat, chance)
            top.discards[seat] = view.discard if seat == view.seat else made_up
