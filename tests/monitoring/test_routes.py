"""Routes are counted by their templates: no number and no token of a path is ever among them."""

from __future__ import annotations

import pytest
from yarl import URL

from monitoring.routes import OTHER, ROUTES, STATUSES, route, status

API = "https://discord.com/api/v10"
TOKEN = "aW50ZXJhY3Rpb246MTIz.SeCrEt_-tOkEn"


@pytest.mark.parametrize(
    ("method", "path", "found"),
    [
        ("GET", "/users/@me", "GET /users/@me"),
        ("POST", "/channels/600000000000000001/messages", "POST /channels/{id}/messages"),
        ("PATCH", "/channels/6000/messages/7000", "PATCH /channels/{id}/messages/{id}"),
        ("POST", f"/interactions/123/{TOKEN}/callback?with_response=1", "POST /interactions/{id}/{token}/callback"),
        ("POST", f"/webhooks/123/{TOKEN}?wait=true", "POST /webhooks/{id}/{token}"),
        ("PATCH", f"/webhooks/123/{TOKEN}/messages/@original", "PATCH /webhooks/{id}/{token}/messages/{id}"),
        ("DELETE", f"/webhooks/123/{TOKEN}/messages/456", "DELETE /webhooks/{id}/{token}/messages/{id}"),
        ("POST", "/webhooks/123/456", "POST /webhooks/{id}/{token}"),
        ("PUT", "/applications/1/guilds/2/commands", "PUT /applications/{id}/guilds/{id}/commands"),
    ],
)
def test_a_request_is_counted_by_the_template_of_its_route(method: str, path: str, found: str) -> None:
    assert route(method, URL(API + path)) == found
    assert found in ROUTES


@pytest.mark.parametrize(
    "path", [f"/webhooks/123/{TOKEN}/slack", f"/invites/{TOKEN}", f"/{TOKEN}", "/channels/Anna/messages", "/", ""]
)
def test_what_is_not_listed_is_counted_together(path: str) -> None:
    assert route("POST", URL(API + path)) == OTHER


def test_the_gateway_is_one_route_wherever_discord_sends_us() -> None:
    for address in ("wss://gateway.discord.gg/?v=10&encoding=json", "ws://127.0.0.1:1/gateway?v=10"):
        assert route("GET", URL(address)) == "GET /gateway"


def test_every_status_is_one_of_a_few() -> None:
    found = {code: status(code) for code in range(100, 700)}
    assert set(found.values()) <= set(STATUSES)
    assert [found[code] for code in (101, 200, 204, 304)] == ["ok"] * 4
    assert [found[code] for code in (400, 401, 403, 404, 429, 500, 502)] == [
        *("4xx", "4xx", "403", "404", "429", "5xx", "5xx"),
    ]
