"""The OpenAPI 3.1 document of a list of endpoints, schemas taken from the msgspec types."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import msgspec

from cactustown.server.endpoints import ID, Endpoint, Error

SESSION_COOKIE = "cactustown_session"
ALWAYS = {
    400: "something about the request is wrong; the reason says what",
    403: "the request comes from another site",
    421: "the server is not called by that name",
    429: "too many requests; Retry-After says when to come back",
    503: "the database cannot be reached, or too much is being read: `unavailable`, `busy`",
}
WITH_BODY = {413: "the body is too large", 415: "the body is not JSON"}
Schema = dict[str, Any]


def document(endpoints: Sequence[Endpoint], title: str, version: str) -> Schema:
    """The whole document."""
    types = [Error]
    for endpoint in endpoints:
        types += [t for t in (endpoint.request, endpoint.response) if _is_json(t)]
    refs, components = msgspec.json.schema_components(
        types, ref_template="#/components/schemas/{name}"
    )
    ref_of = dict(zip(map(repr, types), refs, strict=True))
    paths: dict[str, Schema] = {}
    for endpoint in endpoints:
        paths.setdefault(endpoint.path, {})[endpoint.method.lower()] = _operation(endpoint, ref_of)
    return {
        "openapi": "3.1.0",
        "info": {"title": title, "version": version},
        "paths": paths,
        "components": {
            "schemas": components,
            "securitySchemes": {
                "session": {"type": "apiKey", "in": "cookie", "name": SESSION_COOKIE}
            },
        },
    }


def _is_json(kind: Any) -> bool:
    return kind is not None and kind is not bytes


def _operation(endpoint: Endpoint, ref_of: dict[str, Schema]) -> Schema:
    operation: Schema = {
        "operationId": endpoint.handler.__name__.strip("_"),
        "summary": endpoint.summary,
        "responses": _responses(endpoint, ref_of),
    }
    parameters = _path_parameters(endpoint.path) + _query_parameters(endpoint.query)
    if parameters:
        operation["parameters"] = parameters
    if endpoint.request is not None:
        operation["requestBody"] = {
            "required": True,
            "content": {"application/json": {"schema": ref_of[repr(endpoint.request)]}},
        }
    if endpoint.session:
        operation["security"] = [{"session": []}]
    return operation


def _responses(endpoint: Endpoint, ref_of: dict[str, Schema]) -> Schema:
    errors = dict(ALWAYS)
    if endpoint.request is not None:
        errors |= WITH_BODY
    if endpoint.session:
        errors[401] = "there is no session, or it has ended"
    errors |= endpoint.errors
    error = {"application/json": {"schema": ref_of[repr(Error)]}}
    schema = ref_of[repr(endpoint.response)] if _is_json(endpoint.response) else {}
    responses: Schema = {
        str(endpoint.status): {
            "description": endpoint.summary,
            "content": {endpoint.media: {"schema": schema}},
        }
    }
    for status, why in sorted(errors.items()):
        responses[str(status)] = {"description": why, "content": error}
    return responses


def _path_parameters(path: str) -> list[Schema]:
    return [
        {
            "name": name,
            "in": "path",
            "required": True,
            "schema": {"type": "string", "pattern": f"^{ID.pattern}$"},
        }
        for name in re.findall(r"{(\w+)}", path)
    ]


def _query_parameters(kind: Any) -> list[Schema]:
    if kind is None:
        return []
    (_, components) = msgspec.json.schema_components([kind])
    schema = components[kind.__name__]
    return [
        {
            "name": name,
            "in": "query",
            "required": name in schema.get("required", ()),
            "schema": of,
        }
        for name, of in schema["properties"].items()
    ]
