"""Pictures: a view becomes a drawing (SVG and its description in words), and a drawing becomes a picture."""
