"""What a player of Haithabu decides. What a worker does where it stands is in `actions`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from rules.contract import Move
from rules.haithabu.actions import (
    KINDS_OF_TRANSPORT,
    AnyAction,
    count,
    one_of,
    read_action,
    read_wares,
    ware_words,
)
from rules.haithabu.cards import STACK, TRANSPORT
from rules.haithabu.data import CHARACTER, EVENTS, FIELDS, NOTHING, WARE, Wares

OWN, NEUTRAL = WORKERS = ("own", "neutral")
MARKET = "market"
PLACES = (*FIELDS, MARKET)
WAREHOUSE, POST = STORES = ("warehouse", "post")
DIRECTIONS = ("up", "down")


def _loan_words(loans: int) -> tuple[str, ...]:
    return ("loan", str(loans)) if loans else ()


def _read_loans(words: Sequence[str]) -> tuple[Sequence[str], int]:
    """Split `… loan 2` into what stands before it and the number."""
    if len(words) > 1 and words[-2] == "loan":
        loans = count(words[-1])
        if not loans:
            raise ValueError("no loan is not said")
        return words[:-2], loans
    return words, 0


class Pick(Move, frozen=True):
    """H5: pick a character at the start. `pick trader`."""

    verb: ClassVar[str] = "pick"
    character: str

    def words(self) -> Sequence[str]:
        """Name the character."""
        return (self.character,)

    @classmethod
    def read(cls, words: Sequence[str]) -> Pick:
        """Read the character."""
        if len(words) != 1:
            raise ValueError("name one character")
        return cls(one_of(words[0], CHARACTER, "character"))


class TurnBy(Move, frozen=True):
    """H11: the Juggler turns the rondel. `turn 2`."""

    verb: ClassVar[str] = "turn"
    fields: int

    def words(self) -> Sequence[str]:
        """Name the number of fields."""
        return (str(self.fields),)

    @classmethod
    def read(cls, words: Sequence[str]) -> TurnBy:
        """Read the number of fields."""
        if len(words) != 1:
            raise ValueError("say by how many fields")
        return cls(count(words[0]))


class Hire(Move, frozen=True):
    """H12: hire a neutral worker. `hire`, `hire loan 1`."""

    verb: ClassVar[str] = "hire"
    loans: int = 0

    def words(self) -> Sequence[str]:
        """Name the loans."""
        return _loan_words(self.loans)

    @classmethod
    def read(cls, words: Sequence[str]) -> Hire:
        """Read the loans."""
        rest, loans = _read_loans(words)
        if rest:
            raise ValueError("only a loan may follow")
        return cls(loans)


class Work(Move, frozen=True):
    """H10: place a worker. By day with what it does, by night with the event dice (H18).

    `work own market buy cloth:4`, `work neutral A fetch cart20 ship30 loan 1`, `work own C dice 2`.
    """

    verb: ClassVar[str] = "work"
    worker: str
    place: str
    action: AnyAction | None = None
    dice: int = 0
    loans: int = 0

    def words(self) -> Sequence[str]:
        """Name worker, place, action or dice, and loans."""
        doing = (self.action.verb, *self.action.words()) if self.action else ()
        dice = ("dice", str(self.dice)) if self.dice else ()
        return (self.worker, self.place, *doing, *dice, *_loan_words(self.loans))

    @classmethod
    def read(cls, words: Sequence[str]) -> Work:
        """Read worker, place, action or dice, and loans."""
        if len(words) < 3:
            raise ValueError("name the worker, the place, and what it does there, or the dice")
        worker, place = one_of(words[0], WORKERS, "worker"), one_of(words[1], PLACES, "place")
        rest, loans = _read_loans(words[2:])
        if rest and rest[0] == "dice":
            if len(rest) != 2 or not count(rest[1]):
                raise ValueError("say how many dice")
            return cls(worker, place, None, count(rest[1]), loans)
        return cls(worker, place, read_action(rest), 0, loans)


class Act(Move, frozen=True):
    """H18: what the worker does on a night field, once the event is over. `act sell mead:2`."""

    verb: ClassVar[str] = "act"
    action: AnyAction
    loans: int = 0

    def words(self) -> Sequence[str]:
        """Name action and loans."""
        return (self.action.verb, *self.action.words(), *_loan_words(self.loans))

    @classmethod
    def read(cls, words: Sequence[str]) -> Act:
        """Read action and loans."""
        rest, loans = _read_loans(words)
        return cls(read_action(rest), loans)


class Aside(Move, frozen=True):
    """H15: lay a worker aside that can do nothing anywhere. `aside own`."""

    verb: ClassVar[str] = "aside"
    worker: str

    def words(self) -> Sequence[str]:
        """Name the worker."""
        return (self.worker,)

    @classmethod
    def read(cls, words: Sequence[str]) -> Aside:
        """Read the worker."""
        if len(words) != 1:
            raise ValueError("say own or neutral")
        return cls(one_of(words[0], WORKERS, "worker"))


class Repay(Move, frozen=True):
    """H28: pay loans back. `repay 1`."""

    verb: ClassVar[str] = "repay"
    loans: int

    def words(self) -> Sequence[str]:
        """Name the number of loans."""
        return (str(self.loans),)

    @classmethod
    def read(cls, words: Sequence[str]) -> Repay:
        """Read the number of loans."""
        if len(words) != 1:
            raise ValueError("say how many loans")
        return cls(count(words[0]))


class Happen(Move, frozen=True):
    """H18: choose one of the two events rolled. `event fog`."""

    verb: ClassVar[str] = "event"
    event: str

    def words(self) -> Sequence[str]:
        """Name the event."""
        return (self.event,)

    @classmethod
    def read(cls, words: Sequence[str]) -> Happen:
        """Read the event."""
        if len(words) != 1:
            raise ValueError("name one event")
        return cls(one_of(words[0], EVENTS, "event"))


class Give(Move, frozen=True):
    """H29: give the roller of the Viking games something. `give silver`, `give point`, `give warehouse mead`."""

    verb: ClassVar[str] = "give"
    what: str
    """`silver`, `point`, or the store a ware comes from."""
    ware: str | None = None

    def words(self) -> Sequence[str]:
        """Name the gift."""
        return (self.what,) if self.ware is None else (self.what, self.ware)

    @classmethod
    def read(cls, words: Sequence[str]) -> Give:
        """Read the gift."""
        if len(words) == 2:
            return cls(one_of(words[0], STORES, "store"), one_of(words[1], WARE, "ware"))
        if len(words) != 1:
            raise ValueError("say silver, point, or a store and a ware")
        return cls(one_of(words[0], ("silver", "point"), "gift"))


class Lose(Move, frozen=True):
    """H29: give up a character (Assassination) or a transport (Storm). `lose trader`, `lose cart`."""

    verb: ClassVar[str] = "lose"
    what: str

    def words(self) -> Sequence[str]:
        """Name what is lost."""
        return (self.what,)

    @classmethod
    def read(cls, words: Sequence[str]) -> Lose:
        """Read what is lost."""
        if len(words) != 1:
            raise ValueError("name one character, cart or ship")
        return cls(one_of(words[0], (*CHARACTER, *KINDS_OF_TRANSPORT), "character or kind of transport"))


class Discard(Move, frozen=True):
    """H29 Unrest, H36: wares back to the general supply. `discard warehouse cloth:3 post mead`."""

    verb: ClassVar[str] = "discard"
    warehouse: Wares = NOTHING
    post: Wares = NOTHING

    def words(self) -> Sequence[str]:
        """Name the stores and the wares from each."""
        words: list[str] = []
        for store, wares in ((WAREHOUSE, self.warehouse), (POST, self.post)):
            if any(wares):
                words += [store, *ware_words(wares)]
        return words

    @classmethod
    def read(cls, words: Sequence[str]) -> Discard:
        """Read the stores and the wares from each."""
        starts = [place for place, word in enumerate(words) if word in STORES]
        if not starts or starts[0]:
            raise ValueError("name a store, then its wares")
        ends = [*starts[1:], len(words)]
        parts = [(words[i], read_wares(words[i + 1 : j])) for i, j in zip(starts, ends, strict=True)]
        wares = dict(parts)
        if len(wares) != len(parts):
            raise ValueError("name each store once")
        return cls(wares.get(WAREHOUSE, NOTHING), wares.get(POST, NOTHING))


class Take(Move, frozen=True):
    """H19: the Carpenter takes one card of each stack he looked at. `take cart20-3 ship30-1`."""

    verb: ClassVar[str] = "take"
    transports: tuple[str, ...]

    def words(self) -> Sequence[str]:
        """Name the cards."""
        return self.transports

    @classmethod
    def read(cls, words: Sequence[str]) -> Take:
        """Read the cards."""
        if not words:
            raise ValueError("name the cards")
        return cls(tuple(one_of(word, TRANSPORT, "transport") for word in words))


class Return(Move, frozen=True):
    """H32: give characters back for points. `return trader seer`."""

    verb: ClassVar[str] = "return"
    characters: tuple[str, ...]

    def words(self) -> Sequence[str]:
        """Name the characters."""
        return self.characters

    @classmethod
    def read(cls, words: Sequence[str]) -> Return:
        """Read the characters."""
        if not words:
            raise ValueError("name the characters")
        return cls(tuple(one_of(word, CHARACTER, "character") for word in words))


class Starter(Move, frozen=True):
    """H33: the Starting Player says which seat starts the next round. `starter 2`."""

    verb: ClassVar[str] = "starter"
    starter: int

    def words(self) -> Sequence[str]:
        """Name the seat."""
        return (str(self.starter),)

    @classmethod
    def read(cls, words: Sequence[str]) -> Starter:
        """Read the seat."""
        if len(words) != 1:
            raise ValueError("name one seat")
        return cls(count(words[0]))


class Seer(Move, frozen=True):
    """H33: the Seer moves a price. `seer spices up`."""

    verb: ClassVar[str] = "seer"
    ware: str
    direction: str

    def words(self) -> Sequence[str]:
        """Name ware and direction."""
        return (self.ware, self.direction)

    @classmethod
    def read(cls, words: Sequence[str]) -> Seer:
        """Read ware and direction."""
        if len(words) != 2:
            raise ValueError("name a ware, then up or down")
        return cls(one_of(words[0], WARE, "ware"), one_of(words[1], DIRECTIONS, "direction"))


class Stevedore(Move, frozen=True):
    """H33: the Stevedore carries wares to the trading post. `stevedore mead:2`."""

    verb: ClassVar[str] = "stevedore"
    wares: Wares

    def words(self) -> Sequence[str]:
        """Name the wares."""
        return ware_words(self.wares)

    @classmethod
    def read(cls, words: Sequence[str]) -> Stevedore:
        """Read the wares."""
        return cls(read_wares(words))


class Carpenter(Move, frozen=True):
    """H33: the Carpenter buys from a stack. `carpenter ship40 loan 1`."""

    verb: ClassVar[str] = "carpenter"
    stack: str
    loans: int = 0

    def words(self) -> Sequence[str]:
        """Name stack and loans."""
        return (self.stack, *_loan_words(self.loans))

    @classmethod
    def read(cls, words: Sequence[str]) -> Carpenter:
        """Read stack and loans."""
        rest, loans = _read_loans(words)
        if len(rest) != 1:
            raise ValueError("name one stack")
        return cls(one_of(rest[0], STACK, "stack"), loans)


class Done(Move, frozen=True):
    """H28, H32, H33: want nothing more of what may be done now. `done`."""

    verb: ClassVar[str] = "done"
