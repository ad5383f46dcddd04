"""The PostgreSQL server of the tests runs for everybody, also for root in a private folder."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from tests.storage import server


def test_programs_in_a_private_folder_are_copied_with_the_libraries_they_need(
    quick_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise PermissionError

    with monkeypatch.context() as patch:
        patch.setattr(subprocess, "run", refuse)
        programs = server.runnable_programs(server.PROGRAMS, quick_path)
    assert programs.is_relative_to(quick_path)
    for program in ("postgres", "initdb", "createdb", "psql"):
        done = subprocess.run([programs / program, "--version"], capture_output=True, text=True, check=False)
        assert (done.returncode, done.stderr) == (0, "")
        assert "PostgreSQL" in done.stdout


@pytest.mark.skipif(os.geteuid() != 0, reason="only root runs the server as somebody else")
def test_root_runs_programs_of_a_folder_that_nobody_else_may_enter(quick_path: Path) -> None:
    """`quick_path` is such a folder: the programs are copied out of it to where the server's user can run them."""
    private, folder = quick_path / "private", quick_path / "folder"
    copied = server.copied_programs(server.PROGRAMS, private)
    private.chmod(0o700)
    quick_path.chmod(0o711)
    folder.mkdir(mode=0o755)
    programs = server.runnable_programs(copied, folder)
    assert programs.is_relative_to(folder)
    done = subprocess.run(["initdb", "--version"], executable=programs / "initdb", user=65534, cwd="/", check=False)
    assert done.returncode == 0
