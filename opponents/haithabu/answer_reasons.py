"""`answer_reasons`: reasons for answers to events by night, and to questions at the end of a round, in Haithabu."""

from __future__ import annotations

from opponents.advice import Reason
from rules import Move
from rules.haithabu import moves, quotes
from rules.haithabu.actions import KINDS_OF_TRANSPORT
from rules.haithabu.data import DATA, VIKING_GAMES, WARES
from rules.haithabu.view import PlayerView, View


def answer_reasons(view: View, seat: int, move: Move, missing: list[int]) -> tuple[Reason, ...]:
    """Return what speaks for an answer of the seat, or what it costs; empty if there is nothing to say.

    These reasons are given:

    - For naming the starting player, when the seat's turns come.
    - For returning or keeping characters, the points that they bring now or at the end.
    - For the Seer's price, the wares that the seat's orders lack, or those that they leave over to sell; a caution if
      the price moves the wrong way for them. `missing` has by ware how many its orders lack; a negative number says how
      many are left over.
    - For a purchase with the Carpenter, that the player has no cart or ship.
    - For using no function at the end of a round, that none would help.
    - For choosing an event, what it brings or costs.
    - For a gift in the Viking games, the silver or point that it costs.
    """
    me = view.players[seat]
    match move:
        case moves.Starter(starter):
            before = (seat - starter) % view.seats
            return (Reason("goes_after", {"n": before}) if before else Reason("goes_first"),)
        case moves.Return(characters):
            return (Reason("returns", {"n": DATA.returning.points * len(characters)}),)
        case moves.Done() if _may_return_characters(view, me):
            return (Reason("keeps_characters", {"n": DATA.scoring.character}),)
        case moves.Done() if view.functions and not any(_may_help(me, key, missing) for key in view.functions):
            return (Reason("no_function_helps"),)
        case moves.Seer(ware, direction):
            count = missing[WARES.index(ware)] * (1 if direction == "down" else -1)
            if count == 0:
                return ()
            key = f"price_{direction}" if count > 0 else f"price_{direction}_against"
            return (Reason(key, {"amounts": (f"{abs(count)} {ware}",)}, is_caution=count < 0),)
        case moves.Carpenter() if not me.cart and not me.ship:
            return (Reason("nothing_to_carry_with"),)
        case moves.Happen(event):
            return (_event_reason(view, me, event),)
        case moves.Give("silver"):
            return (Reason("costs_silver", {"silver": VIKING_GAMES.silver}, is_caution=True),)
        case moves.Give("point"):
            return (Reason("costs_point", is_caution=True),)
    return ()


def event_risks(view: View, seat: int) -> tuple[Reason, ...]:
    """Return a tuple of one warning: what an event by night may cost the seat that rolls it (H29).

    These are the silver of an unpaid bill, a character, a cart, or a ship, as far as the seat has them. A point is
    added if one of the events would cost that instead.
    """
    me, bill = view.players[seat], quotes.unpaid_bill(view)
    transports = [kind for kind, card in zip(KINDS_OF_TRANSPORT, (me.cart, me.ship), strict=True) if card]
    losses = [f"{bill} silver"] if bill <= me.silver else []
    losses += [*(["1 character"] if me.characters else []), *(f"1 {kind}" for kind in transports)]
    if bill > me.silver or not me.characters or not transports:
        losses.append("1 point")
    return (Reason("event_risk", {"losses": tuple(losses)}, is_caution=True),)


def _may_return_characters(view: View, me: PlayerView) -> bool:
    """Return True if the player decides whether to return characters (H32), and not something else at a round's end."""
    return "return_characters" in view.owed.values() and bool(me.characters)


def _may_help(me: PlayerView, character: str, missing: list[int]) -> bool:
    """Return True if the round-end function of a character (H33) may help the player's orders.

    `missing` has by ware how many the orders lack; a negative number says how many are left over.
    """
    match character:
        case "seer":
            return any(missing)
        case "stevedore":
            return any(me.warehouse)
    return not me.cart and not me.ship


def _event_reason(view: View, me: PlayerView, event: str) -> Reason:
    """Return the reason that says what an event (its key) brings or costs the player who chooses it (H29)."""
    if event in ("viking_games", "unrest", "fog"):
        return Reason(event)
    if event == "unpaid_bill":
        bill = quotes.unpaid_bill(view)
        if bill <= me.silver:
            return Reason("costs_silver", {"silver": bill}, is_caution=True)
    elif event == "assassination" and me.characters:
        return Reason("costs_character", is_caution=True)
    elif event == "storm" and any(getattr(me, kind) for kind in KINDS_OF_TRANSPORT):
        return Reason("costs_transport", is_caution=True)
    return Reason("costs_point", is_caution=True)
