"""`python pictures/fonts/make.py FOLDER` cuts our fonts out of the full Noto fonts and notes widths and outlines.

Only needed for other letters or newer fonts. Needs `pip install fonttools` and the full fonts (Debian:
fonts-noto-core).
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from fontTools import subset
from fontTools.pens.basePen import BasePen
from fontTools.pens.qu2cuPen import Qu2CuPen
from fontTools.ttLib import TTFont

HERE = Path(__file__).parent
WEIGHTS = ("Regular", "Bold")
LETTERS = {
    # Latin with all its accents, Greek, Cyrillic; typography, currencies, arrows, fractions.
    "NotoSans": "20-7E,A0-24F,259,300-304,306-30C,327,328,370-3FF,400-52F,1E00-1EFF,2010-2027,2030-205E,20AC,20BF,"
    "2116,2122,2190-2199,2212,2260,2264,2265,FB01,FB02",
    "NotoSansHebrew": "591-5F4",
    "NotoSansArabic": "600-6FF,750-77F",
}
"""The Unicode ranges to keep of each font."""
OUTLINED = "0123456789-:=*–ABCDEFGHORSTV"
"""Characters that are drawn as outlines, which renders faster than text: digits, and letters used as labels."""

MAX_ERROR = 1
"""How far an outline may be from the font's own, in thousandths of its size: not visible."""


class Outline(BasePen):  # type: ignore[misc, unused-ignore]
    """A fontTools pen that records a glyph in `path`, as relative SVG path data at size 1000."""

    def __init__(self, glyphs: object, scale: float) -> None:
        """Record with coordinates multiplied by `scale`."""
        super().__init__(glyphs)
        self.path = ""
        self._scale, self._at, self._begun = scale, (0, 0), (0, 0)

    def _step(self, point: tuple[float, float]) -> str:
        """Return the step from the current point to `point` as "dx dy", scaled and rounded.

        It keeps that point in `_next`, for the caller to make it the current one.
        """
        there = round(point[0] * self._scale), round(-point[1] * self._scale)
        step = f"{there[0] - self._at[0]} {there[1] - self._at[1]}"
        self._next = there
        return step

    def _moveTo(self, point: tuple[float, float]) -> None:  # noqa: N802
        """Append the start of a contour to the path."""
        self.path += f"m{self._step(point)}"
        self._at = self._begun = self._next

    def _lineTo(self, point: tuple[float, float]) -> None:  # noqa: N802
        """Append a line to the path."""
        self.path += f"l{self._step(point)}"
        self._at = self._next

    def _curveToOne(self, *points: tuple[float, float]) -> None:  # noqa: N802
        """Append a cubic curve to the path; `points` are its two control points and its end."""
        self.path += "c" + " ".join(map(self._step, points))
        self._at = self._next

    def _closePath(self) -> None:  # noqa: N802
        """Append the end of the contour to the path."""
        self.path += "z"
        self._at = self._begun


def main() -> None:
    """Write the reduced fonts, `widths.json` and `digits.json` beside this file, from the full fonts in a folder.

    The folder is the first command-line argument.
    """
    folder = Path(sys.argv[1])
    widths: dict[str, list[int]] = {}
    outlines: dict[str, list[str]] = {digit: [] for digit in OUTLINED}
    for name, letters in LETTERS.items():
        for column, weight in enumerate(WEIGHTS):
            file = HERE / f"{name}-{weight}.ttf"
            options = [f"--unicodes={letters}", "--layout-features=*", "--no-hinting", f"--output-file={file}"]
            subset.main([str(folder / file.name), *options])
            font = TTFont(file)
            scale, advances = font["head"].unitsPerEm, font["hmtx"].metrics
            for code, glyph in font.getBestCmap().items():
                widths.setdefault(chr(code), [0, 0])[column] = round(advances[glyph][0] * 1000 / scale)
            for digit in OUTLINED if name == "NotoSans" else "":
                pen = Outline(font.getGlyphSet(), 1000 / scale)
                # A font's curves are simple and many; half as many of the other kind render faster.
                fewer = Qu2CuPen(pen, max_err=MAX_ERROR * scale / 1000, all_cubic=True)
                font.getGlyphSet()[font.getBestCmap()[ord(digit)]].draw(fewer)
                outlines[digit].append(pen.path.replace(" -", "-"))
    lines = ",\n".join(f"{json.dumps(letter)}:[{plain},{bold}]" for letter, (plain, bold) in sorted(widths.items()))
    (HERE / "widths.json").write_text("{\n" + lines + "\n}\n", encoding="utf-8")
    (HERE / "digits.json").write_text(json.dumps(outlines, indent=0) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
