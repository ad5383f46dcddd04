"""Writes the bill of materials of the Docker image, `sbom.cdx.json` (CycloneDX), from the pinned requirements.

`make constraints` runs it.
"""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).parent.parent
BOM = ROOT / "sbom.cdx.json"
REQUIRED, OPTIONAL = "bot", ("postgresql", "metrics", "reports", "pip")
"""The groups of requirements in the image: what the bot always needs; what settings switch on, and what installs it."""


def pins(group: str) -> dict[str, tuple[str, str]]:
    """Return the version and the marker ("" for none) of each package in a group's pinned requirements, by name."""
    text = (ROOT / f"requirements/{group}.txt").read_text(encoding="utf-8")
    found = re.findall(r"^([\w.-]+)==(\S+)(?: ; (.+?))? \\$", text, re.MULTILINE)
    return {name: (version, marker) for name, version, marker in found}


def bill_of_materials() -> dict[str, object]:
    """Return the CycloneDX document: the project, and each package in its image as a component.

    A component is `optional` if only a setting, some platforms or the installation need it.
    """
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    always = pins(REQUIRED)
    everything = dict(always)
    for group in OPTIONAL:
        everything |= pins(group)
    components = [
        {
            "type": "library",
            "bom-ref": f"pkg:pypi/{name}@{version}",
            "name": name,
            "version": version,
            "scope": "required" if name in always and not marker else "optional",
            "purl": f"pkg:pypi/{name}@{version}",
        }
        for name, (version, marker) in sorted(everything.items())
    ]
    about = {
        "type": "application",
        "bom-ref": project["name"],
        "name": project["name"],
        "version": project["version"],
        "licenses": [{"license": {"id": project["license"]}}],
    }
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {"component": about},
        "components": components,
        "dependencies": [{"ref": project["name"], "dependsOn": [each["bom-ref"] for each in components]}],
    }


if __name__ == "__main__":
    BOM.write_text(json.dumps(bill_of_materials(), indent=2) + "\n", encoding="utf-8")
