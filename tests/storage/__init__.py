"""How the file is tested: on the disk, with everything that can happen to it."""
