"""Labels for requests to Discord in the metrics: the route without ids (`route`), and the outcome (`status`)."""

from __future__ import annotations

import re

from yarl import URL

OTHER = "other"
"""The label of every unlisted route. So the number of labels is bounded, and no secret of a path becomes one."""

GATEWAY = "GET /gateway"
ROUTES = frozenset(
    {
        GATEWAY,
        "GET /users/@me",
        "POST /users/@me/channels",
        "GET /oauth2/applications/@me",
        "PUT /applications/{id}/commands",
        "PUT /applications/{id}/guilds/{id}/commands",
        "GET /applications/{id}/emojis",
        "POST /applications/{id}/emojis",
        "PATCH /applications/{id}/emojis/{id}",
        "DELETE /applications/{id}/emojis/{id}",
        "POST /interactions/{id}/{token}/callback",
        "POST /webhooks/{id}/{token}",
        "GET /webhooks/{id}/{token}/messages/{id}",
        "PATCH /webhooks/{id}/{token}/messages/{id}",
        "DELETE /webhooks/{id}/{token}/messages/{id}",
        "GET /channels/{id}",
        "PATCH /channels/{id}",
        "POST /channels/{id}/messages",
        "GET /channels/{id}/messages/{id}",
        "PATCH /channels/{id}/messages/{id}",
        "DELETE /channels/{id}/messages/{id}",
        "POST /channels/{id}/messages/{id}/threads",
        "POST /channels/{id}/threads",
        "PUT /channels/{id}/thread-members/{id}",
        "GET /guilds/{id}/members/{id}",
    }
)
BROKEN = "broken"
"""The connection broke before there was an answer."""
STATUSES = ("ok", "403", "404", "429", "4xx", "5xx", BROKEN)

_VERSION = re.compile(r"^/api/v\d+")
_NUMBER = re.compile(r"(?<=/)(\d+|@original)(?=/|$)")
_TOKEN = re.compile(r"^(/(?:webhooks|interactions)/\{id\}/)[^/]+")


def route(method: str, url: URL) -> str:
    """Return the label for a request's route: method and path without ids and tokens, as `GET /channels/{id}`.

    All gateway connections are `GATEWAY`; a route that is not in `ROUTES` is `OTHER`.
    """
    if url.scheme in ("ws", "wss"):
        return GATEWAY
    path = _NUMBER.sub("{id}", _VERSION.sub("", url.path))
    found = f"{method} " + _TOKEN.sub(r"\1{token}", path)
    return found if found in ROUTES else OTHER


def status(code: int) -> str:
    """Return the label of an HTTP status code, one of `STATUSES`.

    It is `ok` below 400, and the code itself for 403, 404 and 429; other codes become `4xx` or `5xx`. 600 and above,
    which HTTP does not know, counts as `BROKEN`.
    """
    if code < 400:
        return "ok"
    return str(code) if str(code) in STATUSES else f"{code // 100}xx" if code < 600 else BROKEN
