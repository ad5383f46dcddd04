"""Making up what a seat cannot know. Works from the view alone, so it cannot look at a card that is hidden."""

from __future__ import annotations

from rules.chance import Chance
from rules.riga.data import CARDS, DECK, GOODS
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
    """Return a full state that agrees with the view; the hidden cards are dealt anew."""
    chance = Chance(seed)
    goods, buildings = _hidden(view)
    chance.shuffle(goods)
    chance.shuffle(buildings)
    players = [_player(player, goods, buildings) for player in view.players]
    agenda = _agenda(view, goods, buildings)
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
        goods_pile=goods,
        goods_discard=view.goods_discard.copy(),
        buildings_pile=_deal(buildings, view.buildings_pile),
        buildings_discard=buildings,
        players=players,
    )
    for number, frame in enumerate(agenda, 1):
        frame.id = number
    if agenda:
        _seal(view, state, agenda[-1], chance)
    return state


def _hidden(view: View) -> tuple[list[str], list[str]]:
    """List all goods and buildings that do not lie open for this seat."""
    seen = [*view.new, *view.old, *view.drawn]
    counts = {good: CARDS[good] - view.goods_discard[good] - view.drawn.count(good) for good in GOODS}
    for row in view.rows:
        for good in row.goods:
            counts[good] -= 1
    for player in view.players:
        seen += [built.building for built in player.built]
        if player.hand:
            seen += player.hand.buildings
            for good in player.hand.goods:
                counts[good] -= 1
    known = set(seen)
    goods = [good for good in GOODS for _ in range(counts[good])]
    return goods, [name for name in DECK if name not in known]


def _deal(cards: list[str], count: int) -> list[str]:
    dealt = cards[:count]
    del cards[:count]
    return dealt


def _player(player: PlayerView, goods: list[str], buildings: list[str]) -> Player:
    hand = player.hand.goods if player.hand else _deal(goods, player.goods)
    counts = no_goods()
    for good in hand:
        counts[good] += 1
    return Player(
        goods=counts,
        buildings=list(player.hand.buildings) if player.hand else _deal(buildings, player.buildings),
        riga=list(player.riga),
        built=[built.building for built in player.built],
        used=[built.building for built in player.built if built.used],
        person=player.person,
        exchange=player.exchange,
    )


def _agenda(view: View, goods: list[str], buildings: list[str]) -> list[AnyFrame]:
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
        drawn = tuple(
            view.drawn if seat == view.seat else tuple(_deal(buildings, view.drawn_count)) for seat in range(view.seats)
        )
        agenda.append(StartBuilding(owes=owes, drawn=drawn, kept=[None] * view.seats))
    elif decision == "builders_yard" and view.function:
        cards = view.drawn or tuple(_deal(buildings, view.drawn_count))
        agenda.append(BuildersYard(owes=owes, building=view.function, drawn=cards))
    elif decision == "treasury" and view.function:
        cards = view.drawn or tuple(_deal(goods, view.drawn_count))
        agenda.append(Treasury(owes=owes, building=view.function, drawn=cards))
    elif decision == "school":
        agenda.append(School(owes=owes))
    elif decision == "winter":
        asked = tuple(seat for seat, player in enumerate(view.players) if player.must_discard)
        agenda.append(Winter(owes=owes, asked=asked, discards=[None] * view.seats))
    return agenda


def _seal(view: View, state: State, top: AnyFrame, chance: Chance) -> None:
    """Make up what others have sealed."""
    for seat, player in enumerate(view.players):
        if player.chosen and isinstance(top, StartBuilding):
            top.kept[seat] = view.kept if seat == view.seat else chance.choice(top.drawn[seat])
        elif player.chosen and isinstance(top, Winter):
            made_up = DiscardCards().sample(state, top, seat, chance)
            top.discards[seat] = view.discard if seat == view.seat else made_up
