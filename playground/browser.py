"""Showing the start page in the browser of whoever sits here, if somebody does."""

from __future__ import annotations

import os
import sys
import threading
import webbrowser


def show(address: str) -> bool:
    """Open the address if there is a screen and somebody at the terminal; say whether it was tried. Never waits."""
    screen = sys.platform == "darwin" or os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    if not screen or not sys.stdout.isatty() or os.environ.get("BROWSER") == "none":
        return False
    threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()
    return True
