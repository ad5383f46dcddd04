"""Opens the start page in the user's browser, if there is one to show it: `open_in_browser`."""

from __future__ import annotations

import os
import sys
import threading
import webbrowser


def open_in_browser(address: str) -> bool:
    """Open an address in the user's browser, in the background; return True if that was tried.

    It is not tried without a screen, without a terminal, or if the environment variable `BROWSER` is `none`.
    """
    screen = sys.platform == "darwin" or os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    if not screen or not sys.stdout.isatty() or os.environ.get("BROWSER") == "none":
        return False
    threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()
    return True
