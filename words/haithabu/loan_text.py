"""What loans cost in Haithabu, and what leads to one: warnings before it is too late."""

from __future__ import annotations

from rules.haithabu.data import DATA
from words.catalogue import Words
from words.haithabu import terms


def owed(words: Words, n: int) -> str:
    """Return a player's loans and what they will cost."""
    if not n:
        return words.say("no loans")
    return words.many(
        "⚠️ {n} loan (repay {silver} or lose {points} and all points for silver)",
        "⚠️ {n} loans (repay {silver} or lose {points} and all points for silver)", n,
        silver=n * DATA.loan.repay, points=terms.points(words, -n * DATA.scoring.loan),
    )  # fmt: skip


def leads_to_loans(words: Words, n: int) -> str:
    """Warn of the loans that something needs."""
    return words.many(
        "⚠️ loan of {gets}: repay {silver} or −{points} points",
        "⚠️ {n} loans of {gets}: repay {silver} or −{points} points", n,
        gets=DATA.loan.silver, silver=n * DATA.loan.repay, points=-n * DATA.scoring.loan,
    )  # fmt: skip


def storage(words: Words, silver: int, fee: int, loans: int, surplus: int) -> str:
    """Say what storing wares costs at the end of the round as things stand, and warn if that leads to a loan."""
    if not fee:
        return ""
    if fee <= silver and surplus:
        return "-# " + words.many(
            "Storage at the end of the round: {fee} silver; before that {n} ware has to go",
            "Storage at the end of the round: {fee} silver; before that {n} wares have to go",
            surplus,
            fee=fee,
        )
    if fee <= silver:
        return "-# " + words.say(
            "Storage at the end of the round: {n} silver, {each} for each ware in your warehouse",
            n=fee,
            each=DATA.storing.fee,
        )
    if not loans:
        return words.say(
            "⚠️ {silver} silver left, storage will cost {fee} at the end of the round. The bank has no loan left: "
            "you would pay what you have.",
            silver=silver,
            fee=fee,
        )
    return words.say(
        "⚠️ {silver} silver left, storage will cost {fee}: if nothing else changes, the round ends with a loan "
        "(repay {repay} or lose {points} and all points for silver).",
        silver=silver,
        fee=fee,
        repay=DATA.loan.repay,
        points=terms.points(words, -DATA.scoring.loan),
    )


def storage_loan(words: Words, silver: int, fee: int) -> str:
    """Warn briefly of a loan that a move would lead to at the end of the round."""
    return words.say("⚠️ {silver} silver left, storage {fee}: loan at the end of the round", silver=silver, fee=fee)
