"""`PLACES`, the list of all nine places for workers: the eight fields of the rondel, then the market.

`PLACE` gives the index of a place by its key.
"""

from __future__ import annotations

from rules.haithabu.characters import FieldB
from rules.haithabu.delivery_field import FieldE
from rules.haithabu.market import FieldC, FieldG, Market
from rules.haithabu.order_fields import FieldD, FieldH
from rules.haithabu.places import Place
from rules.haithabu.transports import FieldA, FieldF

PLACES: tuple[Place, ...] = (
    FieldA(),
    FieldB(),
    FieldC(),
    FieldD(),
    FieldE(),
    FieldF(),
    FieldG(),
    FieldH(),
    Market(),
)
"""The rules of every place, by index; 0 to 7 are the fields A to H, 8 is the market."""
PLACE: dict[str, int] = {place.key: index for index, place in enumerate(PLACES)}
"""The index of each place, by key."""
MARKET = PLACE["market"]
