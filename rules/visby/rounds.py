"""A round of Visby between its decisions: supply (V4), reveal (V5), the steps 1 to 8 (V6–V17), discards (V18).

`supply` begins a round, `reveal` evaluates the cards chosen, `close_market` carries out the trades, and `finish_round`
ends the round. They change the state in place and append their events to `emitted`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules.contract import Event
from rules.visby import events, scoring
from rules.visby.data import BEGGED, BEST, CARDS, DATA, RATES, TRACK_END, WARES_LIMIT
from rules.visby.state import Choose, Player, State, Trade

_DRAWS = {card.key: card.draws for card in DATA.card if card.draws}
_PAYS = {card.key: card.pays for card in DATA.card if card.pays}
_COUNT = DATA.cards_per_round.count
_BEFORE_MERCHANT = CARDS[: CARDS.index("merchant")]
_SUPPLIED = {
    seats: tuple(min(TRACK_END, space + spaces) for space in range(TRACK_END + 1))
    for seats, spaces in DATA.supply.spaces.items()
}
"""V4: where a marker on each space goes, by number of players."""


def supply(state: State, emitted: list[Event]) -> None:
    """Begin the next round: move every marker up (V4) and ask all players to choose cards (decision `Choose`, V5).

    No marker moves beyond the last space of its track. `RoundBegan` is emitted. Seats that hold exactly as many cards
    as must be played are not asked: these cards are sealed for them.
    """
    supplied = _SUPPLIED[state.seats]
    state.round += 1
    state.battle = supplied[state.battle]
    state.journey = supplied[state.journey]
    state.market = supplied[state.market]
    emitted.append(events.RoundBegan(state.round, state.battle, state.journey, state.market))

    count = _COUNT[state.seats]
    picks: list[tuple[str, ...] | None] = [None] * state.seats
    owes = [seat for seat, player in enumerate(state.players) if len(player.hand) > count]
    forced = () if len(owes) == state.seats else tuple(seat for seat in range(state.seats) if seat not in owes)
    for seat in forced:
        picks[seat] = cards = tuple(state.players[seat].hand)
        assert len(cards) == count, "a hand never runs dry"  # V23
    state.push(Choose(owes=owes, picks=picks, forced=forced))


def reveal(state: State, frame: Choose, emitted: list[Event]) -> None:
    """Take the chosen cards out of the hands, reveal them (V5) and evaluate the steps before the Merchant's (V6).

    `frame` holds the choices of all seats; it is removed from the agenda, and `Revealed` is emitted. The steps give
    seals and wares, from the tracks (`share`) or the common supply (`pay`). Then open the Market if somebody played a
    Merchant; otherwise finish the round.
    """
    state.agenda.pop()
    state.played = played = list(filter(None, frame.picks))
    who: dict[str, list[int]] = {}
    for seat, cards in enumerate(played):
        hand = state.players[seat].hand
        for card in cards:
            hand.remove(card)
            who.setdefault(card, []).append(seat)
    emitted.append(events.Revealed(tuple(played), frame.forced))

    for card in _BEFORE_MERCHANT:  # V6
        if card in who:
            if card in _DRAWS:
                share(state, card, who[card], emitted)
            else:
                for seat in who[card]:
                    pay(state, card, seat, due(card, seat, who), emitted)
    if "merchant" in who:
        open_market(state, tuple(who["merchant"]), emitted)
    else:
        finish_round(state, (), emitted)


def share(state: State, card: str, seats: list[int], emitted: list[Event]) -> None:
    """V7: divide what is on the card's track equally among `seats`, the players of this card.

    Each gets the same whole number, at most the card's limit; the rest stays on the track. The battle track gives
    seals, the journey track wares. Wares beyond a player's limit are lost. `Shared` is emitted.
    """
    draws = _DRAWS[card]
    track = state.battle if draws.track == "battle" else state.journey
    each = track // len(seats)
    if each > draws.limit:
        each = draws.limit
    left = track - each * len(seats)
    if draws.track == "battle":
        state.battle = left
        for seat in seats:
            state.players[seat].seals += each
        kept = [each] * len(seats)
    else:
        state.journey = left
        kept = [gain_wares(state.players[seat], each) for seat in seats]
    emitted.append(events.Shared(card, tuple(seats), each, tuple(kept), left))


def due(card: str, seat: int, who: Mapping[str, Sequence[int]]) -> int:
    """V10, V13, V17: return how much the common supply pays `seat` for this card.

    The amount depends on the cards that *others* played in this round. `who` has the seats that played each card, by
    the card's key. Whether the amount is in seals or wares depends on the card (see `pay`).
    """
    total = 0
    for other, amount in _PAYS[card].for_each.items():
        players = who.get(other)
        if players:
            total += amount * (len(players) - (seat in players))
    return total


def gain_wares(player: Player, amount: int) -> int:
    """V3, V19: give wares to a player, up to the limit of wares; those beyond it are lost.

    Return how many were kept.
    """
    if player.wares + amount > WARES_LIMIT:
        amount = WARES_LIMIT - player.wares
    player.wares += amount
    return amount


def pay(state: State, card: str, seat: int, amount: int, emitted: list[Event]) -> None:
    """Give `seat`, who played this card, the amount from the common supply; emit `Paid`.

    The card's data says whether it is seals or wares. Wares beyond the player's limit are lost.
    """
    kept = amount
    if _PAYS[card].what == "wares":
        kept = gain_wares(state.players[seat], amount)
    else:
        state.players[seat].seals += amount
    emitted.append(events.Paid(card, seat, amount, kept))


def open_market(state: State, merchants: tuple[int, ...], emitted: list[Event]) -> None:
    """V14, V15: begin the Merchants' trades; `merchants` are the seats that played a Merchant.

    If there are several, the Market marker first moves back, but never below space 0. `MarketOpened` is emitted. Then
    the decision `Trade` asks the Merchants how many wares to trade. Those who can buy nothing are not asked: `Traded`
    with 0 wares is emitted for them at once. If several are asked, they seal their trades (since version 2 of the
    rules). Perhaps nobody is asked.
    """
    state.market = max(0, state.market - DATA.merchant.crowding * (len(merchants) - 1))
    emitted.append(events.MarketOpened(merchants, state.market, *RATES[state.market]))
    best = BEST[state.market]
    asked = [seat for seat in merchants if best[state.players[seat].wares]]
    emitted.extend(events.Traded(seat, 0, 0, asked=False) for seat in merchants if seat not in asked)
    # V15: several Merchants decide together, sealed. In version 1 each traded openly and at once.
    together = len(asked) > 1 and state.version >= 2
    state.push(Trade(owes=asked, merchants=merchants, sealed=dict.fromkeys(asked) if together else {}))


def trade(state: State, seat: int, wares: int, emitted: list[Event]) -> None:
    """V15: change `wares` wares of this seat into the most seals they can buy, and emit `Traded`."""
    seals = BEST[state.market][wares]
    player = state.players[seat]
    player.wares -= wares
    player.seals += seals
    emitted.append(events.Traded(seat, wares, seals))


def close_market(state: State, frame: Trade, emitted: list[Event]) -> None:
    """V15, V16: carry out the sealed trades, set the Market to 0 and finish the round.

    `frame`, the decision about the trades, is removed from the agenda. `TradesShown` (if trades were sealed) and
    `MarketClosed` are emitted. `frame.sealed` is empty if the trades were open (a single Merchant, or version 1 of the
    rules); these have been carried out already.
    """
    state.agenda.pop()
    if frame.sealed:
        emitted.append(events.TradesShown(tuple(frame.sealed)))
        for seat, wares in frame.sealed.items():
            assert wares is not None, "somebody has not decided yet"
            trade(state, seat, wares, emitted)
    state.market = 0
    emitted.append(events.MarketClosed())
    finish_round(state, frame.merchants, emitted)


def finish_round(state: State, merchants: tuple[int, ...], emitted: list[Event]) -> None:
    """V17, V18, V20: pay the Mendicants and discard the cards played; then end the game or begin the next round.

    A player who played a Mendicant takes all of their cards back into the hand instead of discarding (`PickedUp`). The
    game ends if somebody has reached the target (`Finished`); otherwise `RoundEnded` is emitted. `merchants` are the
    seats that played a Merchant in this round.
    """
    over = False
    for seat, cards in enumerate(state.played):
        player = state.players[seat]
        if "mendicant" in cards:
            beg(state, seat, merchants, emitted)
            player.hand = list(CARDS)
            player.discard = []
            emitted.append(events.PickedUp(seat))
        else:
            player.discard.extend(cards)
        if player.seals >= state.target:
            over = True
    state.played = [()] * state.seats
    if over:
        scoring.finish(state, emitted)
    else:
        emitted.append(events.RoundEnded(state.round, tuple([player.seals for player in state.players])))
        supply(state, emitted)


def beg(state: State, seat: int, merchants: tuple[int, ...], emitted: list[Event]) -> None:
    """V17: pay the Mendicant of this seat for its own cards, discarded and played, and for the Merchants of others.

    `Paid` is emitted. `merchants` are the seats that played a Merchant in this round.
    """
    cards = len(state.players[seat].discard) + len(state.played[seat])
    amount = BEGGED[cards] + due("mendicant", seat, {"merchant": merchants})
    pay(state, "mendicant", seat, amount, emitted)
