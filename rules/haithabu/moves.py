"""The moves of Haithabu, one class each, and their text forms. What a worker does is an action (see `actions`)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from rules.contract import Move
from rules.haithabu.actions import (
    KINDS_OF_TRANSPORT,
    AnyAction,
    read_action,
    read_count,
    read_known,
    read_wares,
    ware_words,
)
from rules.haithabu.card_data import STACK, TRANSPORT
from rules.haithabu.data import CHARACTER, EVENTS, FIELDS, NOTHING, WARE, Wares

OWN, NEUTRAL = WORKERS = ("own", "neutral")
"""The two kinds of workers."""
MARKET = "market"
PLACES = (*FIELDS, MARKET)
"""The keys of all places for workers."""
WAREHOUSE, POST = STORES = ("warehouse", "post")
"""The two stores of a player."""
DIRECTIONS = ("up", "down")


def _loan_words(loans: int) -> tuple[str, ...]:
    """Return the words `loan` and the number of loans, which end the text of a move; () for no loan."""
    return ("loan", str(loans)) if loans else ()


def _read_loans(words: Sequence[str]) -> tuple[Sequence[str], int]:
    """Return (the words before a final `loan N`, N); if the words do not end so, all words and 0.

    Raise ValueError if N is no number above 0.
    """
    if len(words) > 1 and words[-2] == "loan":
        loans = read_count(words[-1])
        if not loans:
            raise ValueError("no loan is not said")
        return words[:-2], loans
    return words, 0


class Pick(Move, frozen=True):
    """H5: pick the character with this key as one's first. Text form: `pick trader`."""

    verb: ClassVar[str] = "pick"
    character: str

    def words(self) -> Sequence[str]:
        """Return the character."""
        return (self.character,)

    @classmethod
    def read(cls, words: Sequence[str]) -> Pick:
        """Return the move for the words after `pick`: one character's key. Raise ValueError for anything else."""
        if len(words) != 1:
            raise ValueError("name one character")
        return cls(read_known(words[0], CHARACTER, "character"))


class TurnBy(Move, frozen=True):
    """H11: the Juggler's owner turns the rondel by this many fields. Text form: `turn 2`."""

    verb: ClassVar[str] = "turn"
    fields: int

    def words(self) -> Sequence[str]:
        """Return the number of fields."""
        return (str(self.fields),)

    @classmethod
    def read(cls, words: Sequence[str]) -> TurnBy:
        """Return the move for the words after `turn`: a number from 0 to 999. Raise ValueError for anything else."""
        if len(words) != 1:
            raise ValueError("say by how many fields")
        return cls(read_count(words[0]))


class Hire(Move, frozen=True):
    """H12: hire a neutral worker, taking this many loans to pay for it. Text forms: `hire`, `hire loan 1`."""

    verb: ClassVar[str] = "hire"
    loans: int = 0

    def words(self) -> Sequence[str]:
        """Return the loans, if any."""
        return _loan_words(self.loans)

    @classmethod
    def read(cls, words: Sequence[str]) -> Hire:
        """Return the move for the words after `hire`: none, or `loan N`. Raise ValueError for anything else."""
        rest, loans = _read_loans(words)
        if rest:
            raise ValueError("only a loan may follow")
        return cls(loans)


class Work(Move, frozen=True):
    """H10: place a worker; by day with its action, by night with the number of event dice (H18).

    `worker` is `own` or `neutral`, `place` a field's letter or `market`. By day, and on the market, `dice` is 0; by
    night, `action` is None. `loans` is the number of loans taken to pay for it. Text forms: `work own market buy
    cloth:4`, `work neutral A fetch cart20 loan 1`, `work own C dice 2`.
    """

    verb: ClassVar[str] = "work"
    worker: str
    place: str
    action: AnyAction | None = None
    dice: int = 0
    loans: int = 0

    def words(self) -> Sequence[str]:
        """Return the words after `work`: worker, place, the action's words or `dice N`, and `loan N` for loans."""
        doing = (self.action.verb, *self.action.words()) if self.action else ()
        dice = ("dice", str(self.dice)) if self.dice else ()
        return (self.worker, self.place, *doing, *dice, *_loan_words(self.loans))

    @classmethod
    def read(cls, words: Sequence[str]) -> Work:
        """Return the move for the words after `work`, in the form that `words` returns. Raise ValueError otherwise."""
        if len(words) < 3:
            raise ValueError("name the worker, the place, and what it does there, or the dice")
        worker, place = read_known(words[0], WORKERS, "worker"), read_known(words[1], PLACES, "place")
        rest, loans = _read_loans(words[2:])
        if rest and rest[0] == "dice":
            if len(rest) != 2 or not read_count(rest[1]):
                raise ValueError("say how many dice")
            return cls(worker, place, None, read_count(rest[1]), loans)
        return cls(worker, place, read_action(rest), 0, loans)


class Act(Move, frozen=True):
    """H18: act on a night field after the event, taking this many loans to pay for it. Text form: `act sell mead:2`."""

    verb: ClassVar[str] = "act"
    action: AnyAction
    loans: int = 0

    def words(self) -> Sequence[str]:
        """Return the action and the loans."""
        return (self.action.verb, *self.action.words(), *_loan_words(self.loans))

    @classmethod
    def read(cls, words: Sequence[str]) -> Act:
        """Return the move for the words after `act`: an action's, then `loan N` or nothing. Else raise ValueError."""
        rest, loans = _read_loans(words)
        return cls(read_action(rest), loans)


class Aside(Move, frozen=True):
    """H15: lay aside the `own` or `neutral` worker, which can do nothing anywhere. Text form: `aside own`."""

    verb: ClassVar[str] = "aside"
    worker: str

    def words(self) -> Sequence[str]:
        """Return the worker."""
        return (self.worker,)

    @classmethod
    def read(cls, words: Sequence[str]) -> Aside:
        """Return the move for the words after `aside`: `own` or `neutral`. Raise ValueError for anything else."""
        if len(words) != 1:
            raise ValueError("say own or neutral")
        return cls(read_known(words[0], WORKERS, "worker"))


class Repay(Move, frozen=True):
    """H28: repay this many loans. Text form: `repay 1`."""

    verb: ClassVar[str] = "repay"
    loans: int

    def words(self) -> Sequence[str]:
        """Return the number of loans."""
        return (str(self.loans),)

    @classmethod
    def read(cls, words: Sequence[str]) -> Repay:
        """Return the move for the words after `repay`: a number from 0 to 999. Raise ValueError for anything else."""
        if len(words) != 1:
            raise ValueError("say how many loans")
        return cls(read_count(words[0]))


class Happen(Move, frozen=True):
    """H18: choose one of the two events rolled, by its key. Text form: `event fog`."""

    verb: ClassVar[str] = "event"
    event: str

    def words(self) -> Sequence[str]:
        """Return the event."""
        return (self.event,)

    @classmethod
    def read(cls, words: Sequence[str]) -> Happen:
        """Return the move for the words after `event`: one event's key. Raise ValueError for anything else."""
        if len(words) != 1:
            raise ValueError("name one event")
        return cls(read_known(words[0], EVENTS, "event"))


class Give(Move, frozen=True):
    """H29: at the Viking games, give something to the player who rolled this event.

    Text forms: `give silver`, `give point`, `give warehouse mead`, `give post mead`.
    """

    verb: ClassVar[str] = "give"
    what: str
    """`silver`, `point`, or the store that the ware comes from, `warehouse` or `post`."""
    ware: str | None = None
    """The key of the ware; None for silver or a point."""

    def words(self) -> Sequence[str]:
        """Return the gift."""
        return (self.what,) if self.ware is None else (self.what, self.ware)

    @classmethod
    def read(cls, words: Sequence[str]) -> Give:
        """Return the move for the words after `give`: `silver`, `point`, or store and ware. Else raise ValueError."""
        if len(words) == 2:
            return cls(read_known(words[0], STORES, "store"), read_known(words[1], WARE, "ware"))
        if len(words) != 1:
            raise ValueError("say silver, point, or a store and a ware")
        return cls(read_known(words[0], ("silver", "point"), "gift"))


class Lose(Move, frozen=True):
    """H29: give up a character (Assassination), or `cart` or `ship` (Storm). Text forms: `lose trader`, `lose cart`."""

    verb: ClassVar[str] = "lose"
    what: str

    def words(self) -> Sequence[str]:
        """Return the character or the kind of transport."""
        return (self.what,)

    @classmethod
    def read(cls, words: Sequence[str]) -> Lose:
        """Return the move for the words after `lose`: a character's key, `cart` or `ship`. Else raise ValueError."""
        if len(words) != 1:
            raise ValueError("name one character, cart or ship")
        return cls(read_known(words[0], (*CHARACTER, *KINDS_OF_TRANSPORT), "character or kind of transport"))


class Discard(Move, frozen=True):
    """H29 (Unrest), H36: discard wares to the general supply. Text form: `discard warehouse cloth:3 post mead`."""

    verb: ClassVar[str] = "discard"
    warehouse: Wares = NOTHING
    post: Wares = NOTHING

    def words(self) -> Sequence[str]:
        """Return the words after `discard`: each store from which wares are discarded, followed by these wares."""
        words: list[str] = []
        for store, wares in ((WAREHOUSE, self.warehouse), (POST, self.post)):
            if any(wares):
                words += [store, *ware_words(wares)]
        return words

    @classmethod
    def read(cls, words: Sequence[str]) -> Discard:
        """Return the move for the words after `discard`: one or both stores, each once and followed by its wares.

        Raise ValueError for anything else.
        """
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
    """H19: the Carpenter's owner takes one card of each stack looked at. Text form: `take cart20-3 ship30-1`."""

    verb: ClassVar[str] = "take"
    transports: tuple[str, ...]

    def words(self) -> Sequence[str]:
        """Return the cards."""
        return self.transports

    @classmethod
    def read(cls, words: Sequence[str]) -> Take:
        """Return the move for the words after `take`: ids of one or more transport cards. Else raise ValueError."""
        if not words:
            raise ValueError("name the cards")
        return cls(tuple(read_known(word, TRANSPORT, "transport") for word in words))


class Return(Move, frozen=True):
    """H32: return characters to the display for points. Text form: `return trader seer`."""

    verb: ClassVar[str] = "return"
    characters: tuple[str, ...]

    def words(self) -> Sequence[str]:
        """Return the characters."""
        return self.characters

    @classmethod
    def read(cls, words: Sequence[str]) -> Return:
        """Return the move for the words after `return`: the keys of one or more characters. Else raise ValueError."""
        if not words:
            raise ValueError("name the characters")
        return cls(tuple(read_known(word, CHARACTER, "character") for word in words))


class Starter(Move, frozen=True):
    """H33, round end: the Starting Player's owner names the seat (from 0) that starts next. Text form: `starter 2`."""

    verb: ClassVar[str] = "starter"
    starter: int

    def words(self) -> Sequence[str]:
        """Return the seat."""
        return (str(self.starter),)

    @classmethod
    def read(cls, words: Sequence[str]) -> Starter:
        """Return the move for the words after `starter`: a number from 0 to 999. Raise ValueError for anything else."""
        if len(words) != 1:
            raise ValueError("name one seat")
        return cls(read_count(words[0]))


class Seer(Move, frozen=True):
    """H33, round end: the Seer's owner moves a price one level, `up` or `down`. Text form: `seer spices up`."""

    verb: ClassVar[str] = "seer"
    ware: str
    direction: str

    def words(self) -> Sequence[str]:
        """Return the ware and the direction."""
        return (self.ware, self.direction)

    @classmethod
    def read(cls, words: Sequence[str]) -> Seer:
        """Return the move for the words after `seer`: a ware, then `up` or `down`. Raise ValueError otherwise."""
        if len(words) != 2:
            raise ValueError("name a ware, then up or down")
        return cls(read_known(words[0], WARE, "ware"), read_known(words[1], DIRECTIONS, "direction"))


class Stevedore(Move, frozen=True):
    """H33, round end: the Stevedore carries wares from warehouse to trading post. Text form: `stevedore mead:2`."""

    verb: ClassVar[str] = "stevedore"
    wares: Wares

    def words(self) -> Sequence[str]:
        """Return the wares."""
        return ware_words(self.wares)

    @classmethod
    def read(cls, words: Sequence[str]) -> Stevedore:
        """Return the move for the words after `stevedore`: wares such as `mead:2`. Raise ValueError otherwise."""
        return cls(read_wares(words))


class Carpenter(Move, frozen=True):
    """H33, round end: the Carpenter's owner buys from a stack, taking `loans`. Text form: `carpenter ship40 loan 1`."""

    verb: ClassVar[str] = "carpenter"
    stack: str
    loans: int = 0

    def words(self) -> Sequence[str]:
        """Return the stack and the loans."""
        return (self.stack, *_loan_words(self.loans))

    @classmethod
    def read(cls, words: Sequence[str]) -> Carpenter:
        """Return the move for the words after `carpenter`: a stack, then `loan N` or nothing. Else raise ValueError."""
        rest, loans = _read_loans(words)
        if len(rest) != 1:
            raise ValueError("name one stack")
        return cls(read_known(rest[0], STACK, "stack"), loans)


class Done(Move, frozen=True):
    """H28, H32, H33: end an optional decision: repay, return or use nothing more. Text form: `done`."""

    verb: ClassVar[str] = "done"
