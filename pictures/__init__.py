"""Pictures: a view becomes a drawing (SVG and its description in words), and a drawing becomes a picture."""

import pkgutil

__path__ = pkgutil.extend_path(__path__, __name__)
