"""Pictures of games: a view becomes an SVG drawing with a description in words, and the drawing becomes a PNG.

- `painter`: what a game declares as `PAINTER`. `painters`: the painters of all games, and cached boards.
- `shapes`, `labels`, `lettering`, `strokes`, `palette`: SVG elements, names and amounts, text widths, outlines,
  colours.
- `all_symbols`: the drawn signs, those of all games included. `emoji_images`: the same signs as custom emoji.
- `render`: SVG to PNG with libvips in a thread. `bands`: reuses parts that earlier pictures had too.
- `final_chart`, `score_table`, `chance_curve`, `statistics_chart`, `legend_picture`, `glossary_picture`: pictures that
  look the same for all games.
- `animate`: a whole game as an animated WebP, made in a subprocess. `gallery`: makes `docs/gallery.md`.

Each game is a package with the same module names: `board`, `hand`, `final`, `symbols` and, if it shares shapes between
them, `elements`. It sees views of its game, never a state, so a picture cannot show a secret.

Every picture is 1000 units wide and shown about 400 pixels wide on a phone, so text is at least 28 units high and signs
at least 26. Whatever the text below a board says anyway is not drawn, so that most edits need no new picture. Every
drawing has a complete description, because pictures may be missing: without libvips, without permission to attach
files, or for readers who want words only. docs/pictures.md explains how a picture is made.
"""

import pkgutil

__path__ = pkgutil.extend_path(__path__, __name__)
