"""`paint` draws avatars for the people and the bot; simcord shows grey heads for users without one."""

from __future__ import annotations

import io
from itertools import cycle

from PIL import Image, ImageDraw, ImageFont
from simcord.backend.cdn import CDN_BASE

from playground.simcord_private import files_of
from playground.simulated import SimulatedDiscord

_SIZE = 128
_PAPER = "#f6efe2"
_COLOURS = ("#2f5d73", "#7a6a2b", "#5b4a7d", "#3f6b4a", "#8a5a2b", "#6b2f4a", "#4a6274")
_BRICK = "#7f3226"


def paint(simulated: SimulatedDiscord, people: dict[str, int]) -> None:
    """Draw an avatar for the bot and for every person, and store them; `people` are user ids by name.

    With more people than colours, some share one.
    """
    for (name, number), colour in zip(people.items(), cycle(_COLOURS), strict=False):
        _set_avatar(simulated, number, _initial(name, colour))
    _set_avatar(simulated, simulated.bot_user.id, _gable())


def _set_avatar(simulated: SimulatedDiscord, number: int, picture: Image.Image) -> None:
    """Store a picture as the avatar of the user with this id in the simulated Discord."""
    file = io.BytesIO()
    picture.save(file, "PNG")
    simulated.get_user(number).avatar = "kontor"
    files_of(simulated)[f"{CDN_BASE}/avatars/{number}/kontor.png"] = file.getvalue()


def _initial(name: str, colour: str) -> Image.Image:
    """Return a picture with the first letter of a name on a coloured background."""
    picture = Image.new("RGB", (_SIZE, _SIZE), colour)
    middle = _SIZE / 2
    ImageDraw.Draw(picture).text((middle, middle), name[0], _PAPER, ImageFont.load_default(_SIZE * 0.56), anchor="mm")
    return picture


def _gable() -> Image.Image:
    """Return the bot's avatar: a merchant's house with a stepped gable, a door and hatches."""
    picture = Image.new("RGB", (_SIZE, _SIZE), _BRICK)
    draw = ImageDraw.Draw(picture)
    for step, (half, top) in enumerate(((12, 20), (22, 34), (32, 48), (40, 62))):
        draw.rectangle((64 - half, top, 64 + half, 112 if step == 3 else top + 16), _PAPER)
    for left, top in ((58, 42), (40, 66), (58, 66), (76, 66)):
        draw.rectangle((left, top, left + 12, top + 14), _BRICK)
    draw.rectangle((52, 90, 76, 112), _BRICK)
    return picture
