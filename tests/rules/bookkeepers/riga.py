"""What a seat can infer in Riga: where hidden goods must be, and all places where a building can be."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import permutations, product
from math import inf
from typing import NamedTuple

from rules import Event, View
from rules.riga import events as e
from rules.riga.state import BuildersYard, StartBuilding, State, Treasury
from tests.rules.bookkeepers import Bookkeeper

GOODS = Counter(cloth=8, glass=10, wine=12, grain=14)
CITIES = ("visby", "tallinn", "stockholm", "danzig")
KINDS = (
    *("archive", "bank", "builders_yard", "fortress", "guildhall", "trading_post"),
    *("crane", "lodge", "manufactory", "market_hall", "treasury", "tavern"),
)
BUILDINGS = {f"{city}:{kind}" for city in CITIES for kind in KINDS}
PILE, DISCARD, LOOKED_AT, OPEN = "pile", "discard", "looked at", "open"
Place = str | int
"""A number is the hand of that seat."""


class Secret(NamedTuple):
    """What a secretly kept good can be, and when it was given away (never, if it is still in the hand)."""

    good: str
    spent: float = inf


class RanOut(NamedTuple):
    """A moment when the goods pile ran out: all cards unseen then were in hands, or just drawn with a Treasury."""

    time: int
    unseen: Counter[str]
    shown: tuple[str, ...] = ()
    """What the Treasury then laid open,"""
    kept: int | None = None
    """and the secret card that it kept."""

    def can_be(self, secrets: dict[int, Secret]) -> bool:
        """Return True if the secret cards, by the time they were drawn, can be these goods."""
        rest = self.unseen.copy()
        rest.subtract(card.good for drawn, card in secrets.items() if drawn < self.time < card.spent)
        if min(rest.values(), default=0) < 0:
            return False
        # What is being looked at may still be anything.
        return self.kept is None or not rest - Counter((*self.shown, secrets[self.kept].good))


class RigaBooks(Bookkeeper):
    """All cards, as far as one seat can follow them."""

    def __init__(self, seat: int, view: View) -> None:
        super().__init__(seat, view)
        others = range(self.seats)
        # Goods
        self.pile = sum(GOODS.values())
        self.rows: list[list[str]] = []
        self.thrown: Counter[str] = Counter()
        self.held: list[Counter[str]] = [Counter() for _ in others]
        self.looking: tuple[str, ...] = ()
        self.clock = 0
        self.secrets: dict[int, int] = {}
        """Whose hand a secret card went to, by the time it did. Oneself has none."""
        self.spent: list[tuple[int, Secret]] = []
        """Secret cards that were given away, by owner. Which of several it was, one may not know."""
        self.ran_out: list[RanOut] = []
        self.untold: tuple[Counter[str], int] | None = None
        self.drawing = False
        # Buildings
        self.places: dict[str, set[Place]] = {name: {PILE} for name in BUILDINGS}
        self.old_pile: list[str] | None = None
        """What can have been in a pile that ran out: how it was used up is told only later."""
        self.taken: list[set[str]] = [set() for _ in others]
        self.unseen = [0] * self.seats
        self.sizes = [0] * self.seats
        self.groups: list[list[tuple[set[str], int]]] = [[] for _ in others]
        """At least so many of these are in the hand."""
        self.ceilings: list[list[tuple[set[str], int]]] = [[] for _ in others]
        """At most so many of these are in the hand: a winter has left no more."""

    # ------------------------------------------------------------------ what happens

    def hear(self, event: Event) -> None:
        match event:
            case e.TurnedUp(seat, goods):
                self.pile -= len(goods)
                self.held[seat].update(goods)
            case e.Shuffled("goods", cards):
                self.goods_shuffled(cards)
            case e.Shuffled("buildings", _):
                self.buildings_shuffled()
            case e.RowLaid(row, goods, _, topped_up):
                self.dealt(goods)
                if topped_up:
                    self.rows[row - 1] += goods
                else:
                    self.rows.append(list(goods))
            case e.TookRow(seat, row, goods):
                assert Counter(self.rows.pop(row - 1)) == Counter(goods)
                self.held[seat].update(goods)
            case e.Swapped(_, row, good, other_row, other_good):
                one, other = self.rows[row - 1], self.rows[other_row - 1]
                one.remove(good)
                other.remove(other_good)
                one.append(other_good)
                other.append(good)
            case e.Drew(seat, building, count, private) if building and building.endswith("treasury"):
                self.drew_goods(count, private)
            case e.KeptGood(seat, _, discarded, private):
                self.kept_good(seat, discarded, private)
            case e.Filled(seat, goods):
                self.given(seat, goods)
            case e.Built(seat, buildings, goods):
                self.given(seat, goods)
                for name in buildings:
                    if name in BUILDINGS:
                        self.built(seat, name)
            case e.Discarded(seat, goods, buildings):
                self.given(seat, goods)
                self.lost(seat, buildings)
            case e.Drew(seat, _, _, private):
                self.drew(seat, private)
            case e.SealedStart(seat, private) if seat == self.seat:
                self.sealed = private
            case e.StartKept():
                self.start_kept()
            case e.KeptBuilding(seat, _, kept, face_down, private):
                self.kept(seat, kept, face_down, private)
            case e.BuildingsLaid(removed, _, new):
                for name in removed:
                    self.places[name] = {DISCARD if self.old_pile is None else PILE}
                for name in new:
                    self.places[name] = {OPEN}
                    self.gone(name)
                self.old_pile = None
            case e.TookBuilding(seat, name):
                self.places[name] = {seat}
                self.taken[seat].add(name)
                self.sizes[seat] += 1
                self.groups[seat].append(({name}, 1))
            case e.SealedDiscard(seat, private) if seat == self.seat:
                self.sealed_discard = [card for card in private or () if card in BUILDINGS]

    # ------------------------------------------------------------------ goods

    def tick(self) -> int:
        self.clock += 1
        return self.clock

    def hidden_goods(self) -> Counter[str]:
        """All goods that the seat does not see."""
        hidden = GOODS.copy()
        for cards in (self.thrown, self.looking, *self.rows, *self.held):
            hidden.subtract(cards)
        assert min(hidden.values()) >= 0
        return +hidden

    def goods_shuffled(self, cards: int) -> None:
        """The pile ran out. What was dealt from it is announced later; that it was everything is known now."""
        assert cards == self.thrown.total()
        self.untold = (self.hidden_goods(), self.pile)
        self.thrown.clear()
        self.pile += cards

    def dealt(self, goods: Sequence[str]) -> None:
        """Goods of the pile lie open; some of them may have been the last of the old pile."""
        self.pile -= len(goods)
        if self.untold:
            hidden, old = self.untold
            hidden.subtract(goods[:old])
            self.ran_out.append(RanOut(self.tick(), +hidden))
            self.untold = None

    def drew_goods(self, count: int, private: tuple[str, ...] | None) -> None:
        if private is not None:
            self.looking = private
            self.dealt(private)
            return
        self.pile -= count
        if self.untold:
            self.ran_out.append(RanOut(self.tick(), self.untold[0]))
            self.untold, self.drawing = None, True

    def kept_good(self, seat: int, discarded: tuple[str, ...], private: str | None) -> None:
        self.thrown.update(discarded)
        if seat == self.seat:
            assert private is not None
            self.held[seat][private] += 1
            self.looking = ()
            return
        self.secrets[self.tick()] = seat
        if self.drawing:
            self.ran_out[-1] = self.ran_out[-1]._replace(shown=discarded, kept=self.clock)
            self.drawing = False

    def given(self, seat: int, goods: tuple[str, ...]) -> None:
        for good in goods:
            self.thrown[good] += 1
            if self.held[seat][good]:
                self.held[seat][good] -= 1
            else:
                assert seat != self.seat
                self.spent.append((seat, Secret(good, self.tick())))

    def goods_can_lie_so(self, guess: State) -> bool:
        """Try every assignment of the guess's secret goods, and those given away, to the secrets noted here."""
        ways = []
        for seat in range(self.seats):
            there = Counter(guess.players[seat].goods)
            there.subtract(self.held[seat])
            if seat == self.seat:
                assert not any(there.values()), "the own hand is another"
                continue
            assert min(there.values()) >= 0, "goods that everybody saw are gone"
            drawn = [time for time, owner in self.secrets.items() if owner == seat]
            cards = [Secret(good) for good in there.elements()] + [card for owner, card in self.spent if owner == seat]
            assert len(cards) == len(drawn), "too many or too few goods"
            ways.append([dict(zip(drawn, order, strict=True)) for order in set(permutations(cards))])
        for way in product(*ways):
            secrets = {time: card for part in way for time, card in part.items()}
            in_time = all(time < card.spent for time, card in secrets.items())
            if in_time and all(run.can_be(secrets) for run in self.ran_out):
                return True
        return False

    # ------------------------------------------------------------------ buildings

    def gone(self, name: str) -> None:
        """A building that came from the pile has left every hand it may have been in."""
        for seat in range(self.seats):
            self.taken[seat].discard(name)
            self.groups[seat] = [(cards - {name}, least) for cards, least in self.groups[seat]]
            self.ceilings[seat] = [(cards - {name}, most) for cards, most in self.ceilings[seat]]

    def buildings_shuffled(self) -> None:
        self.old_pile = [name for name, places in self.places.items() if PILE in places]
        for places in self.places.values():
            places.discard(PILE)
            if DISCARD in places:
                places.remove(DISCARD)
                places.add(PILE)

    def drew(self, seat: int, private: tuple[str, ...] | None) -> None:
        for name in private or ():
            self.places[name] = {LOOKED_AT}
            self.gone(name)
        if seat != self.seat:
            for name, places in self.places.items():
                if PILE in places or name in (self.old_pile or ()):
                    places.add(LOOKED_AT)
        self.old_pile = None

    def start_kept(self) -> None:
        for seat in range(self.seats):
            self.sizes[seat] = 1
            self.unseen[seat] += seat != self.seat
        for name, places in self.places.items():
            if places == {LOOKED_AT}:
                self.places[name] = {self.seat if name == self.sealed else DISCARD}
            elif LOOKED_AT in places:
                places.remove(LOOKED_AT)
                places |= {DISCARD, *(seat for seat in range(self.seats) if seat != self.seat)}

    def kept(self, seat: int, kept: int, face_down: int, private: str | None) -> None:
        self.sizes[seat] += kept
        self.unseen[seat] += kept if seat != self.seat else 0
        for name, places in self.places.items():
            if LOOKED_AT in places:
                places.remove(LOOKED_AT)
                if seat == self.seat:
                    self.places[name] = {seat if name == private else DISCARD}
                    continue
                if kept:
                    places.add(seat)
                    self.ceilings[seat] = [(cards - {name}, most) for cards, most in self.ceilings[seat]]
                places |= {DISCARD} if face_down else set()

    def built(self, seat: int, name: str) -> None:
        doubtful = name not in self.taken[seat] or self.places[name] != {seat}
        if doubtful and name not in self.taken[seat]:
            self.unseen[seat] -= 1
        self.places[name] = {OPEN}
        self.taken[seat].discard(name)
        self.groups[seat] = [
            (group - {name}, least - (name in group)) for group, least in self.groups[seat] if group != {name}
        ]
        self.ceilings[seat] = [(cards - {name}, most - (name in cards)) for cards, most in self.ceilings[seat]]
        self.shrunk(seat, 1)

    def lost(self, seat: int, count: int) -> None:
        if not count:
            return
        if seat == self.seat:
            for name in self.sealed_discard:
                self.places[name] = {DISCARD}
            self.sizes[seat] -= count
            return
        for places in self.places.values():
            if seat in places:
                places.add(DISCARD)
        apart: list[tuple[set[str], int]] = []
        for group, least in sorted(self.groups[seat], key=lambda pair: -len(pair[0])):
            if all(not group & other for other, _ in apart):
                apart.append((group, least))
        together: set[str] = set().union(*(group for group, _ in apart))
        groups = [*self.groups[seat], (together, sum(least for _, least in apart))]
        self.groups[seat] = [(group, least - count) for group, least in groups if least > count]
        self.ceilings[seat].append((self.taken[seat].copy(), self.sizes[seat] - count))
        self.shrunk(seat, count)

    def shrunk(self, seat: int, count: int) -> None:
        self.sizes[seat] -= count
        if not self.sizes[seat] and seat != self.seat:
            self.unseen[seat] = 0
            self.taken[seat].clear()
            self.groups[seat].clear()
            self.ceilings[seat].clear()
            for places in self.places.values():
                places.discard(seat)

    def look_through(self, guess: State) -> None:
        if not guess.agenda:
            return
        assert self.goods_can_lie_so(guess), "goods that could have been counted out"
        lying: dict[str, Place] = dict.fromkeys(guess.buildings_pile, PILE)
        lying |= dict.fromkeys(guess.buildings_discard, DISCARD)
        for frame in guess.agenda:
            if isinstance(frame, StartBuilding):
                lying |= dict.fromkeys([name for drawn in frame.drawn for name in drawn], LOOKED_AT)
            elif isinstance(frame, BuildersYard):
                lying |= dict.fromkeys(frame.drawn, LOOKED_AT)
            elif isinstance(frame, Treasury) and frame.owes == [self.seat]:
                assert frame.drawn == self.looking, "the cards drawn are others"
        for seat, player in enumerate(guess.players):
            lying |= dict.fromkeys(player.buildings, seat)
            hand = set(player.buildings)
            assert len(hand) == self.sizes[seat]
            if seat != self.seat:
                assert len(hand - self.taken[seat]) <= self.unseen[seat], "more cards came unseen than there were"
                for group, least in self.groups[seat]:
                    assert len(hand & group) >= least, "too many of what everybody saw are gone"
                for cards, most in self.ceilings[seat]:
                    assert len(hand & cards) <= most, "a winter has left more than it did"
        for name, places in self.places.items():
            assert lying.get(name, OPEN) in places, f"{name} cannot be there"
