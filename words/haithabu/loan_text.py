"""Haithabu: sentences about loans and storage: what they cost, and warnings before a move leads to a loan."""

from __future__ import annotations

from rules.haithabu.data import DATA
from words.catalogue import Words
from words.haithabu import terms


def loans_owed(words: Words, n: int) -> str:
    """Return how many loans a player has, the silver to repay them, and the points lost otherwise; "no loans" for 0."""
    if not n:
        return words.say("no loans")
    return words.many(
        "⚠️ {n} loan: repay {silver}, or lose {points} and all points for silver",
        "⚠️ {n} loans: repay {silver}, or lose {points} and all points for silver", n,
        silver=n * DATA.loan.repay, points=terms.points(words, -n * DATA.scoring.loan),
    )  # fmt: skip


def loan_warning(words: Words, n: int) -> str:
    """Return the warning that a move needs `n` loans: the silver that these bring, and what they cost later."""
    return words.many(
        "⚠️ loan of {gets}: repay {silver}, or lose {points} points",
        "⚠️ {n} loans of {gets}: repay {silver}, or lose {points} points", n,
        gets=DATA.loan.silver, silver=n * DATA.loan.repay, points=-n * DATA.scoring.loan,
    )  # fmt: skip


def storage_note(words: Words, silver: int, fee: int, loans: int, surplus: int, *, brief: bool = False) -> str:
    """Return a note on what storage will cost a player at the end of the round; "" if `fee` is 0.

    `silver` is what the player has, `fee` what storage will cost, `loans` the number of loans left in the bank, and
    `surplus` the number of wares that do not fit the stores.

    - If the player can pay, the note is small print with the fee. It adds how many wares must be discarded first, or,
      if none must and unless `brief`, the price per ware.
    - If not, the note is a warning of the loan that the player will have to take, or that the bank has no loans left.
    """
    if not fee:
        return ""
    if fee <= silver and surplus:
        return "-# " + words.many(
            "Storage at the end of the round: {fee} silver; you must discard {n} ware first",
            "Storage at the end of the round: {fee} silver; you must discard {n} wares first",
            surplus,
            fee=fee,
        )
    if fee <= silver and brief:
        return "-# " + words.say("Storage at the end of the round: {n} silver", n=fee)
    if fee <= silver:
        return "-# " + words.say(
            "Storage at the end of the round: {n} silver, {each} per ware",
            n=fee,
            each=DATA.storing.fee,
        )
    if not loans:
        return words.say(
            "⚠️ You have {silver} silver left, but storage will cost {fee} at the end of the round. The bank "
            "has no loans left, so you would pay what you have.",
            silver=silver,
            fee=fee,
        )
    return words.say(
        "⚠️ You have {silver} silver left, but storage will cost {fee}. Unless something changes, "
        "you'll have to take a loan at the end of the round (repay {repay}, or lose {points} and "
        "all points for silver).",
        silver=silver,
        fee=fee,
        repay=DATA.loan.repay,
        points=terms.points(words, -DATA.scoring.loan),
    )


def storage_loan_warning(words: Words, silver: int, fee: int) -> str:
    """Return a short warning that the storage fee will lead to a loan if a move is made.

    `silver` is what the move leaves the player, `fee` what storage will cost at the end of the round.
    """
    return words.say("⚠️ {silver} silver left, storage {fee}: loan at the end of the round", silver=silver, fee=fee)
