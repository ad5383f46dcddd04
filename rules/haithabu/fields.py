"""All places of the table: the eight fields of the rondel, then the market."""

from __future__ import annotations

from rules.haithabu.characters import FieldB
from rules.haithabu.delivering import FieldE
from rules.haithabu.market import FieldC, FieldG, Market
from rules.haithabu.places import Place
from rules.haithabu.taking import FieldD, FieldH
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
PLACE: dict[str, int] = {place.key: index for index, place in enumerate(PLACES)}
MARKET = PLACE["market"]
