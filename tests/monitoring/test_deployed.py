"""What is deployed beside the bot fits it: metrics that are asked for exist, files that are named are there."""

from __future__ import annotations

import asyncio
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import promql_parser as promql
import pytest
from prometheus_client.parser import text_string_to_metric_families

from monitoring.metrics import Metrics
from monitoring.page import ServedMetrics
from rules import GAMES
from tables.runtime.overview import Overview
from tests.monitoring import deployed
from tests.monitoring.deployed import DEPLOY, ROOT
from tests.monitoring.test_page import Line
from tests.tables.conftest import room
from tests.tables.room import Room

__all__ = ["room"]

GUIDE = (ROOT / "docs/operating.md").read_text(encoding="utf-8")


def exported() -> dict[str, set[str]]:
    """Return the metrics that there are, with their labels, once everything has happened."""
    metrics = Metrics("1", tuple(GAMES))
    metrics.note_answer("click", "play", "done", 0.1)
    metrics._requests.labels("other", "ok").inc()
    overview = Overview(0, 0, 0, 0, 0, 0, {})
    found: dict[str, set[str]] = {"up": {"job"}}
    for family in text_string_to_metric_families(
        metrics.show(overview, connected=True, latency=0.1, ready=True).decode()
    ):
        for sample in family.samples:
            found.setdefault(sample.name, set()).update(sample.labels, {"job"})
    return found


def selectors(query: str) -> list[Any]:
    """Return what a query asks for."""
    found: list[Any] = []

    def note(part: Any) -> None:
        if isinstance(part, promql.VectorSelector):
            found.append(part)
        elif isinstance(part, promql.MatrixSelector):
            found.append(part.vector_selector)

    promql.walk(promql.parse(query), note)
    return found


def test_every_query_is_one_and_asks_for_what_is_exported() -> None:
    known, asked = exported(), 0
    for query in deployed.queries():
        for each in selectors(query):
            asked += 1
            assert each.name in known, query
            assert {matcher.name for matcher in each.matchers.matchers} <= known[each.name], query
    assert asked > 20


def test_every_bucket_that_an_alert_asks_for_exists() -> None:
    text = Metrics("1", ()).show(None, connected=True, latency=0.1, ready=True).decode()
    for rule in deployed.alerts():
        for name, bound in re.findall(r'(\w+_bucket)\{le="([^"]+)"\}', rule["expr"]):
            assert re.search(rf'^{name}\{{.*le="{re.escape(bound)}"\}}', text, re.MULTILINE), rule["alert"]


def test_every_metric_of_ours_is_on_the_dashboard() -> None:
    shown = {each.name for query in deployed.queries() for each in selectors(query)}
    families = {re.sub("_(bucket|sum|count)$", "", name) for name in exported() if name.startswith("kontor_")}
    missing = {name for name in families if not {name, f"{name}_bucket"} & shown}
    assert missing <= {"kontor_info", "kontor_timers_due"}


def test_panels_do_not_lie_on_each_other_and_each_has_a_name() -> None:
    taken: set[tuple[int, int]] = set()
    for panel in deployed.panels():
        place = panel["gridPos"]
        covers = {(place["x"] + x, place["y"] + y) for x in range(place["w"]) for y in range(place["h"])}
        assert not covers & taken, panel["title"]
        assert max(x for x, _ in covers) < 24
        taken |= covers
    titles = [panel["title"] for panel in deployed.panels()]
    assert len(set(titles)) == len(titles) > 10
    source = deployed.read_yaml(DEPLOY / "grafana/provisioning/datasources/prometheus.yml")["datasources"][0]
    assert {target["datasource"]["uid"] for panel in deployed.panels() for target in panel["targets"]} == {
        source["uid"]
    }


def test_the_guide_says_a_line_about_every_metric_and_every_alert_and_about_no_others() -> None:
    families = {re.sub("_(bucket|sum|count)$", "", name) for name in exported() if name.startswith("kontor_")}
    assert set(re.findall(r"^\| `(kontor_\w+)` \|", GUIDE, re.MULTILINE)) == families
    assert set(re.findall(r"`(kontor_\w+)`", GUIDE)) == families
    assert set(re.findall(r"`(Kontor[A-Z]\w+)`", GUIDE)) == {rule["alert"] for rule in deployed.alerts()}


def test_files_and_settings_that_the_guide_names_are_there() -> None:
    for path in re.findall(r"`((?:deploy|docs|requirements)/[\w./-]+)`", GUIDE):
        assert (ROOT / path).exists(), path
    for path in re.findall(r"-r (requirements/\w+\.txt)", GUIDE):
        assert (ROOT / path).exists(), path
    example = (ROOT / ".env.example").read_text(encoding="utf-8")
    for setting in set(re.findall(r"`(KONTOR_[A-Z]+|SENTRY_DSN|DISCORD_TOKEN)\b", GUIDE)):
        assert f"{setting}=" in example, setting
    latest = max((ROOT / "storage/migrations").glob("*.sql")).name[:4]
    assert int(re.findall(r"kontor\.db\.schema(\d+)", GUIDE)[0]) <= int(latest)


@pytest.mark.repeated(3)
@pytest.mark.parametrize(
    ("file", "environment", "installed"),
    [
        ("", {}, {"play"}),
        ("#KONTOR_METRICS=127.0.0.1:1\nSENTRY_DSN=\nDISCORD_TOKEN= # later\n", {}, {"play"}),
        ('DISCORD_TOKEN=""\n#DISCORD_TOKEN=a.b.c\n', {}, {"play"}),
        ("export DISCORD_TOKEN = 'a.b.c'\n", {}, {"bot"}),
        ("", {"DISCORD_TOKEN": "a.b.c"}, {"bot"}),
        ("KONTOR_METRICS=127.0.0.1:1\n", {}, {"play", "metrics"}),
        ("", {"KONTOR_METRICS": "127.0.0.1:1"}, {"play", "metrics"}),
        ("KONTOR_DB=games/kontor.db\n", {}, {"play"}),
        ("KONTOR_DB='postgresql://user@host/games'\n", {"DISCORD_TOKEN": "a.b.c"}, {"bot", "postgresql"}),
        (
            "SENTRY_DSN = https://key@example.invalid/1\nDISCORD_TOKEN=a.b.c",
            {"KONTOR_METRICS": "127.0.0.1:1"},
            {"bot", "metrics", "reports"},
        ),
    ],
)
def test_make_run_installs_what_is_switched_on(
    tmp_path: Path, file: str, environment: dict[str, str], installed: set[str]
) -> None:
    (tmp_path / ".env").write_text(file, encoding="utf-8")
    for each in ("Makefile", "requirements"):
        (tmp_path / each).symlink_to(ROOT / each)
    ours = ("DISCORD_", "KONTOR_", "SENTRY_", "MAKE")
    known = {key: value for key, value in os.environ.items() if not key.startswith(ours)}
    plan = subprocess.run(
        ["make", "--dry-run", "run"], cwd=tmp_path, env={**known, **environment}, capture_output=True, text=True
    )
    assert plan.returncode == 0, plan.stderr
    assert set(re.findall(r"-r requirements/(\w+)\.txt", plan.stdout)) == {"pip", *installed}
    assert plan.stdout.count("pip install") == plan.stdout.count("--require-hashes") == 1 + len(installed)


# compose.yaml


COMPOSE = deployed.read_yaml(ROOT / "compose.yaml")
MAY_SAY = {
    *("build", "image", "restart", "stop_grace_period", "env_file", "environment", "volumes", "healthcheck"),
    *("profiles", "ports", "deploy", "depends_on", "command", "networks"),
    *("cap_drop", "cap_add", "security_opt", "read_only", "tmpfs", "mem_limit", "logging"),
}


@pytest.mark.parametrize("name", COMPOSE["services"])
def test_a_service_names_a_pinned_image_files_that_exist_and_no_port_for_all_the_world(name: str) -> None:
    service = COMPOSE["services"][name]
    assert set(service) <= MAY_SAY
    assert service["restart"] == "unless-stopped"
    assert service["cap_drop"] == ["ALL"]
    assert service["security_opt"] == ["no-new-privileges"]
    assert service["logging"]["options"] == {"max-size": "10m", "max-file": "5"}
    assert re.fullmatch(r"\d+[mg]", service["mem_limit"])
    if "build" in service:
        assert service["read_only"]
        assert service["tmpfs"] == ["/tmp:size=256m"], "for its sign of life, and animations while they are made"
        assert "cap_add" not in service
        assert (ROOT / service["build"] / "Dockerfile").exists()
    else:
        assert re.fullmatch(r"[a-z]+(/[a-z]+)?:v?\d+\.\d+(\.\d+)?", service["image"])
    assert all(port.startswith("127.0.0.1:") for port in service.get("ports", ()))
    for volume in service["volumes"]:
        source, target = volume.split(":")[:2]
        assert target.startswith("/")
        if source.startswith("."):
            assert (ROOT / source).exists(), volume
            assert volume.endswith(":ro")
        else:
            assert source in COMPOSE["volumes"], volume


def test_the_processes_begin_once_their_database_answers_others() -> None:
    processes, postgres = COMPOSE["services"]["processes"], COMPOSE["services"]["postgres"]
    assert processes["depends_on"] == {"postgres": {"condition": "service_healthy"}}
    assert postgres["healthcheck"]["test"][:3] == ["CMD", "pg_isready", "--host=127.0.0.1"]
    for setting, option in (("POSTGRES_USER", "username"), ("POSTGRES_DB", "dbname")):
        assert f"--{option}={postgres['environment'][setting]}" in postgres["healthcheck"]["test"]


def started(profile: str) -> set[str]:
    """Return the services that a profile starts."""
    return {name for name, service in COMPOSE["services"].items() if profile in service["profiles"]}


def test_each_profile_starts_one_bot_and_none_is_started_without_a_profile() -> None:
    assert started("file") == {"kontor"}
    assert started("watched") == {"kontor", "prometheus", "grafana"}
    assert started("postgresql") == {"processes", "postgres", "prometheus-of-processes", "grafana"}
    example = (ROOT / ".env.example").read_text(encoding="utf-8")
    assert "\nCOMPOSE_PROFILES=file\n" in example
    kontor = COMPOSE["services"]["kontor"]
    docker = (ROOT / "Dockerfile").read_text(encoding="utf-8")
    assert f"KONTOR_DB={kontor['environment']['KONTOR_DB']}" in docker
    assert "data:/data" in kontor["volumes"]
    assert "VOLUME /data" in docker


def test_everybody_means_the_same_port_and_the_same_places() -> None:
    port = COMPOSE["services"]["kontor"]["environment"]["KONTOR_METRICS"].rpartition(":")[2]
    settings = deployed.read_yaml(DEPLOY / "prometheus/prometheus.yml")
    assert settings["scrape_configs"][0]["static_configs"][0]["targets"] == [f"kontor:{port}"]
    assert f":{port}/alive" in COMPOSE["services"]["kontor"]["healthcheck"]["test"][-1]
    for file in settings["rule_files"]:
        assert (DEPLOY / "prometheus" / file).exists()
    folder = deployed.read_yaml(DEPLOY / "grafana/provisioning/dashboards/kontor.yml")["providers"][0]["options"][
        "path"
    ]
    assert f"./deploy/grafana/dashboards:{folder}:ro" in COMPOSE["services"]["grafana"]["volumes"]
    source = deployed.read_yaml(DEPLOY / "grafana/provisioning/datasources/prometheus.yml")["datasources"][0]
    assert source["url"] == f"http://prometheus:{COMPOSE['services']['prometheus']['ports'][0].rpartition(':')[2]}"


def test_several_processes_are_one_more_than_work_and_all_else_is_as_for_one() -> None:
    services = COMPOSE["services"]
    one, several = services["kontor"], services["processes"]
    settings = {**several["environment"]}
    assert several["deploy"]["replicas"] == settings.pop("KONTOR_PROCESSES") + 1
    assert settings.pop("KONTOR_SHARDS") == "${KONTOR_SHARDS:-2}"
    database = settings.pop("KONTOR_DB")
    server = services["postgres"]["environment"]
    assert database == (
        f"postgresql://{server['POSTGRES_USER']}:{server['POSTGRES_PASSWORD']}@postgres/{server['POSTGRES_DB']}"
    )
    assert settings.items() <= one["environment"].items()
    own = {"profiles", "environment", "deploy", "depends_on"}
    assert {key: value for key, value in several.items() if key not in own} == {
        key: value for key, value in one.items() if key not in own
    }
    assert "ports" not in services["postgres"], "its password is one that everybody knows, unless somebody sets another"
    watches = deployed.read_yaml(DEPLOY / "prometheus/processes.yml")
    assert f"/{Path(watches['rule_files'][0]).name}" in str(DEPLOY / "prometheus/alerts.yml")
    (job,) = watches["scrape_configs"]
    assert job["job_name"] == deployed.job()
    (found,) = job["dns_sd_configs"]
    assert found["names"] == ["processes"]
    assert str(found["port"]) == settings["KONTOR_METRICS"].rpartition(":")[2]
    assert services["prometheus-of-processes"]["networks"]["default"]["aliases"] == ["prometheus"]


async def test_the_health_check_asks_the_page_that_is_served(room: Room) -> None:
    how, *command = COMPOSE["services"]["kontor"]["healthcheck"]["test"]
    assert (how, command[:2]) == ("CMD", ["python", "-c"])
    async with ServedMetrics(("127.0.0.1", 0), "1", ()).serving(room.services, Line()) as port:
        assert await healthy(command[-1], port) == 0
    assert await healthy(command[-1], port) == 1


async def healthy(code: str, port: int) -> int:
    done = await asyncio.to_thread(
        subprocess.run,
        [sys.executable, "-S", "-c", code.replace("9464", str(port)).replace("timeout=3", "timeout=60")],
        capture_output=True,
        timeout=60,
        cwd=Path("/"),
    )
    return done.returncode
