"""Docker's files: who runs the bot, where its games are, and what an image never holds."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parent.parent


def test_the_dockerfile_runs_the_bot_as_nobody_special_with_its_data_in_a_volume() -> None:
    lines = (ROOT / "Dockerfile").read_text(encoding="utf-8").splitlines()
    assert 'CMD ["python", "bot.py", "run"]' in lines, "the process itself gets SIGTERM: no shell in between"
    assert "VOLUME /data" in lines
    assert any(line.startswith("ENV KONTOR_DB=/data/kontor.db") for line in lines)
    assert lines.index("USER kontor") < lines.index('CMD ["python", "bot.py", "run"]')
    tools, packages = [line for line in lines if line.startswith("RUN pip install")]
    assert tools.endswith("--require-hashes -r requirements/pip.txt")
    for group in ("bot", "postgresql", "metrics", "reports"):
        assert f"-r requirements/{group}.txt" in packages
        assert (ROOT / f"requirements/{group}.txt").exists()
    assert "--require-hashes --no-build-isolation" in packages, "what builds a package has a hash, too"
    assert lines.index("COPY . .") < lines.index("RUN python -m compileall -q ."), "nobody can write bytecode later"
    (user,) = [line for line in lines if "useradd" in line]
    number = re.findall(r"--uid (\d+)", user)
    guide = (ROOT / "docs/operating.md").read_text(encoding="utf-8")
    assert f"chown {number[0]} " in guide, "whoever mounts a folder of their own has to know it"
    assert any("KONTOR_ALIVE" in line for line in lines if line.startswith("ENV"))
    assert any(line.endswith("ln -s /data data") for line in lines), "where films are kept, if not beside a file"


def test_an_image_holds_no_settings_and_no_games_and_neither_does_a_commit() -> None:
    guide = (ROOT / "docs/operating.md").read_text(encoding="utf-8")
    (backups,) = set(re.findall(r"^mkdir -p (\w+)$", guide, re.MULTILINE))
    left_out = (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
    assert {".env", ".env.*", "data", backups, "**/*.db*", "**/*.dump"} <= set(left_out)
    assert {"playground", "startup/playground_bot.py", "tests", "bench"} <= set(left_out)
    ignored = (ROOT / ".gitignore").read_text(encoding="utf-8").splitlines()
    assert {"/.env", "/data/", f"/{backups}/"} <= set(ignored)
