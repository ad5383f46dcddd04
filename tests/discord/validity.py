"""Checks the bot's requests against Discord's OpenAPI document and the limits of `limits.py`."""

from __future__ import annotations

import functools
import json
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import jsonschema_rs

from tests.discord import limits
from tests.discord.wire import Request

DOCUMENT = Path(__file__).parents[3] / "shared" / "discord" / "openapi.json"
SHOWN = "../shared/discord/openapi.json"
ABSENT = f"Discord's OpenAPI document is not at {SHOWN}"

#: Fields that discord.py puts into a body by itself though the document does not name them.
ADDED = {
    "ApplicationCommandUpdateRequest": ("nsfw",),
    "IncomingWebhookUpdateForInteractionCallbackRequestPartial": ("tts",),
    "IncomingWebhookUpdateRequestPartial": ("tts",),
    "MessageEditRequestPartial": ("tts",),
}
#: A refusal that is the bot's own fault: an invalid body, a second answer to one click, a route simcord does not know.
INVALID, SECOND_ANSWER = 50035, 40060
UNKNOWN_TO_SIMCORD = 501


class Route:
    """One operation of the document: its path, its query, and what its body must be like."""

    def __init__(self, document: Document, path: str, operation: dict[str, Any]) -> None:
        self.pattern = re.compile(re.sub(r"\\{.*?\\}", "[^/]+", re.escape(path)))
        self.literals = sum(not part.startswith("{") for part in path.split("/"))
        self.query = {each["name"] for each in operation.get("parameters", ()) if each.get("in") == "query"}
        self.wants_body = bool(operation.get("requestBody", {}).get("required"))
        self._schema = operation.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema")
        self._document = document

    @functools.cached_property
    def validator(self) -> jsonschema_rs.Validator | None:
        return None if self._schema is None else self._document.validator(self._schema)

    def problems(self, request: Request) -> Iterator[str]:
        for name in request.params:
            if name not in self.query:
                yield f"unknown in the query: {name}"
        body = request.body
        if body is None:
            if self.wants_body:
                yield "the body is missing"
        elif self.validator is None:
            yield "there must be no body"
        elif not self.validator.is_valid(body):
            for error in self.validator.iter_errors(body):
                yield f"{'.'.join(map(str, error.instance_path)) or 'body'}: {error.message[:300]}"


class Document:
    """Discord's OpenAPI document, made stricter: unknown fields are refused, and errors name the right branch."""

    def __init__(self, path: Path) -> None:
        document = json.loads(path.read_text(encoding="utf-8"))
        self.schemas: dict[str, Any] = document["components"]["schemas"]
        self.schemas["SnowflakeType"] = {"type": ["string", "integer"], "pattern": "^(0|[1-9][0-9]*)$", "minimum": 0}
        self._strict: dict[str, Any] = {}
        self._routes: dict[tuple[str, int], list[Route]] = {}
        for template, operations in document["paths"].items():
            for method, operation in operations.items():
                if method in ("get", "post", "put", "patch", "delete"):
                    route = Route(self, template, operation)
                    self._routes.setdefault((method.upper(), template.count("/")), []).append(route)

    def route(self, request: Request) -> Route | None:
        alike = self._routes.get((request.method, request.path.count("/")), [])
        found = [route for route in alike if route.pattern.fullmatch(request.path) is not None]
        return max(found, key=lambda route: route.literals, default=None)

    def validator(self, schema: dict[str, Any]) -> jsonschema_rs.Validator:
        """Compile a schema with only those parts of the document that it needs."""
        root = self._stricter(schema)
        parts: dict[str, Any] = {}
        todo = set(_references(root))
        while todo:
            name = todo.pop()
            parts[name] = self._part(name)
            todo |= {each for each in _references(parts[name]) if each not in parts}
        return jsonschema_rs.validator_for({**root, "components": {"schemas": parts}}, validate_formats=True)

    def _part(self, name: str) -> Any:
        if name not in self._strict:
            part = self._stricter(self.schemas[name])
            for field in ADDED.get(name, ()):
                part["properties"][field] = True
            self._strict[name] = part
        return self._strict[name]

    def _stricter(self, schema: Any) -> Any:
        if isinstance(schema, list):
            return [self._stricter(each) for each in schema]
        if not isinstance(schema, dict):
            return schema
        strict = {key: self._stricter(value) for key, value in schema.items()}
        if isinstance(schema.get("properties"), dict) and schema.get("type") == "object":
            strict.setdefault("additionalProperties", False)
        for key in ("oneOf", "anyOf"):
            branches = schema.get(key)
            if isinstance(branches, list) and (chosen := self._by_type(branches)) is not None:
                del strict[key]
                strict.update(chosen)
        return strict

    def _by_type(self, branches: list[Any]) -> dict[str, Any] | None:
        """Turn "one of these" into "this one", where null or the field `type` tells them apart."""
        if len(branches) == 2 and branches[0] == {"type": "null"}:
            return {"if": {"type": "null"}, "else": self._stricter(branches[1])}
        kinds: list[int] = []
        choices: list[dict[str, Any]] = []
        for branch in branches:
            part = self.schemas.get(branch.get("$ref", "").rpartition("/")[2], {})
            values = part.get("properties", {}).get("type", {}).get("enum")
            if not values or "type" not in part.get("required", ()) or set(values) & set(kinds):
                return None
            kinds += values
            choices.append({"if": {"properties": {"type": {"enum": values}}}, "then": branch})
        return {"required": ["type"], "properties": {"type": {"enum": kinds}}, "allOf": choices}


class Validity:
    """Judges requests; what was found valid once is not looked at again."""

    def __init__(self, path: Path) -> None:
        self.document = Document(path) if path.exists() else None
        self._valid: set[int] = set()

    @staticmethod
    @functools.cache
    def of_discord() -> Validity:
        return Validity(DOCUMENT)

    def problems(self, requests: Iterable[Request]) -> list[str]:
        found: list[str] = []
        unheard: set[str] = set()
        for request in requests:
            if request.status == 0 or request.status >= 500:
                unheard.add(request.path)
            # Who never heard what became of an answer may send it again.
            twice = request.code == SECOND_ANSWER and request.path not in unheard
            if twice or request.code == INVALID or request.status == UNKNOWN_TO_SIMCORD:
                found.append(f"refused: {request}"[:1000])
            shape = hash((request.method, SNOWFLAKES.sub("0", request.path), request.text, tuple(request.params)))
            if shape in self._valid:
                continue
            wrong = list(self._wrong(request))
            if wrong:
                found += [f"{each}\n    in {request}"[:1000] for each in wrong]
            else:
                self._valid.add(shape)
        return found

    def _wrong(self, request: Request) -> Iterator[str]:
        yield from limits.broken(request)
        if self.document is not None:
            route = self.document.route(request)
            if route is None:
                yield "Discord has no such route"
            else:
                yield from route.problems(request)


SNOWFLAKES = re.compile(r"\d{17,20}")


def _references(schema: Any) -> Iterator[str]:
    if isinstance(schema, dict):
        if isinstance(schema.get("$ref"), str):
            yield schema["$ref"].rpartition("/")[2]
        for value in schema.values():
            yield from _references(value)
    elif isinstance(schema, list):
        for value in schema:
            yield from _references(value)
