"""Everything that is installed is pinned with hashes, in all groups alike, and listed in the bill of materials."""

from __future__ import annotations

import importlib.util
import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).parent.parent
GROUPS = sorted(file.stem for file in (ROOT / "requirements").glob("*.in"))


def load_sbom() -> Any:
    """Return the module requirements/sbom.py."""
    spec = importlib.util.spec_from_file_location("sbom", ROOT / "requirements/sbom.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


SBOM = load_sbom()


def wanted(group: str) -> dict[str, str]:
    """Return the versions that are written by hand for a group and the groups that it includes."""
    text = (ROOT / f"requirements/{group}.in").read_text(encoding="utf-8")
    found = {
        re.sub("[._]", "-", name).lower(): version
        for name, version in re.findall(r"^([\w.-]+)==([\w.]+)", text, re.MULTILINE)
    }
    for other in re.findall(r"^-r (\w+)\.in$", text, re.MULTILINE):
        found |= wanted(other)
    assert found
    return found


@pytest.mark.parametrize("group", GROUPS)
def test_every_package_of_a_group_has_hashes_and_the_version_that_was_asked_for(group: str) -> None:
    text = (ROOT / f"requirements/{group}.txt").read_text(encoding="utf-8")
    pinned = {name: version for name, (version, _) in SBOM.pins(group).items()}
    assert wanted(group).items() <= pinned.items()
    entries = re.split(r"^(?=[\w.-]+==)", text, flags=re.MULTILINE)[1:]
    assert len(entries) == len(pinned)
    for entry in entries:
        assert re.fullmatch(r"[^\n]+(\n    --hash=sha256:[0-9a-f]{64}( \\)?)+\n", entry), entry
    assert "://" not in text, "where packages come from is everybody's own setting"


def test_all_groups_have_the_same_versions() -> None:
    listed = (ROOT / "requirements/constraints.txt").read_text(encoding="utf-8")
    versions = dict(re.findall(r"^([\w.-]+)==(\S+)", listed, re.MULTILINE))
    for group in GROUPS:
        for name, (version, _) in SBOM.pins(group).items():
            assert versions[name] == version, (group, name)


def test_pip_refuses_a_file_with_another_hash(tmp_path: Path) -> None:
    wheel = tmp_path / "thing-1-py3-none-any.whl"
    wheel.write_bytes(b"not what was pinned")
    (tmp_path / "thing.txt").write_text(f"thing==1 --hash=sha256:{'0' * 64}\n", encoding="utf-8")
    done = subprocess.run(
        [
            *(
                sys.executable,
                "-m",
                "pip",
                "install",
                "--no-index",
                "--find-links",
                tmp_path,
                "--target",
                tmp_path / "x",
            ),
            *("--require-hashes", "-r", tmp_path / "thing.txt"),
        ],
        capture_output=True,
        text=True,
    )
    assert done.returncode == 1
    assert "THESE PACKAGES DO NOT MATCH THE HASHES" in done.stderr


def test_the_bill_of_materials_lists_what_is_in_the_image() -> None:
    written = json.loads((ROOT / "sbom.cdx.json").read_text(encoding="utf-8"))
    assert written == SBOM.bill_of_materials(), "run: make constraints"
    docker = (ROOT / "Dockerfile").read_text(encoding="utf-8")
    installed = set(re.findall(r"-r requirements/(\w+)\.txt", docker))
    assert installed == {SBOM.REQUIRED, *SBOM.OPTIONAL}
    assert written["bomFormat"] == "CycloneDX"
    parts = {each["name"]: each for each in written["components"]}
    assert set(parts) == {name for group in installed for name in SBOM.pins(group)}
    assert parts["numpy"]["purl"] == f"pkg:pypi/numpy@{wanted('bot')['numpy']}"
    assert [parts[name]["scope"] for name in ("numpy", "asyncpg", "audioop-lts")] == ["required", *["optional"] * 2]


def test_the_page_about_packages_names_each_that_is_written_by_hand() -> None:
    page = (ROOT / "docs/dependencies.md").read_text(encoding="utf-8").lower()
    plugins = re.compile("pytest-|types-")
    missing = {name for group in GROUPS for name in wanted(group) if name not in page and not plugins.match(name)}
    assert not missing


def test_the_bot_itself_does_without_what_only_tools_need() -> None:
    asked = "import sys, bot, cogs.bot, startup.exit_reasons; sys.exit(bool({'babel', 'yaml'} & set(sys.modules)))"
    assert subprocess.run([sys.executable, "-c", asked], cwd=ROOT).returncode == 0
    assert "babel" not in SBOM.pins("bot")


def test_actions_are_pinned_by_commit_and_updates_are_asked_for() -> None:
    for file in (ROOT / ".github/workflows").glob("*.yml"):
        used = re.findall(r"uses: (.+)", file.read_text(encoding="utf-8"))
        assert used
        for each in used:
            assert re.fullmatch(r"[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+", each), each
    updates = yaml.safe_load((ROOT / ".github/dependabot.yml").read_text(encoding="utf-8"))["updates"]
    assert {(each["package-ecosystem"], each["directory"]) for each in updates} == {
        ("uv", "/requirements"),
        ("github-actions", "/"),
        ("docker", "/"),
        ("docker-compose", "/"),
    }
