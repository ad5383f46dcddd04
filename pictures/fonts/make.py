"""`python pictures/fonts/make.py FOLDER`: cut our fonts out of the full Noto fonts, and note how wide letters are.

Only for whoever wants other letters or newer fonts: needs `pip install fonttools` and the folder with the full fonts
(Debian: package fonts-noto-core).
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from fontTools import subset
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


def main() -> None:
    """Cut and measure."""
    folder = Path(sys.argv[1])
    widths: dict[str, list[int]] = {}
    for name, letters in LETTERS.items():
        for column, weight in enumerate(WEIGHTS):
            file = HERE / f"{name}-{weight}.ttf"
            options = [f"--unicodes={letters}", "--layout-features=*", "--no-hinting", f"--output-file={file}"]
            subset.main([str(folder / file.name), *options])
            font = TTFont(file)
            scale, advances = font["head"].unitsPerEm, font["hmtx"].metrics
            for code, glyph in font.getBestCmap().items():
                widths.setdefault(chr(code), [0, 0])[column] = round(advances[glyph][0] * 1000 / scale)
    lines = ",\n".join(f"{json.dumps(letter)}:[{plain},{bold}]" for letter, (plain, bold) in sorted(widths.items()))
    (HERE / "widths.json").write_text("{\n" + lines + "\n}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
