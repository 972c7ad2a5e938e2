"""The OpenAPI document, and the server held to it by generated requests of all kinds."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi import checks

from cactustown.server.openapi import SESSION_COOKIE
from tests.server.http.conftest import Caller
from tests.server.http.town import build

CHECKS = [
    not_a_server_error,
    checks.status_code_conformance,
    checks.content_type_conformance,
    checks.response_schema_conformance,
    checks.negative_data_rejection,
    checks.unsupported_method,
]


# The document does not depend on a database: this one is never opened.
DOCUMENT = json.loads(build(Path("nowhere")).document)
schema = schemathesis.openapi.from_dict(DOCUMENT)


@schema.parametrize()
@settings(
    max_examples=20,
    derandomize=True,
    deadline=None,
    database=None,
    suppress_health_check=list(HealthCheck),
)
def test_whatever_is_sent_is_answered_as_documented(
    case: schemathesis.Case[Any], caller: Caller
) -> None:
    if SESSION_COOKIE in case.cookies:  # else it is tried without
        case.cookies[SESSION_COOKIE] = caller.token
    response = case.call(session=caller.client, base_url="http://testserver")
    case.validate_response(response, checks=CHECKS)


def test_every_refusal_has_the_same_form() -> None:
    for path, methods in DOCUMENT["paths"].items():
        for method, operation in methods.items():
            for status, response in operation["responses"].items():
                if status.startswith(("4", "5")):
                    schema = response["content"]["application/json"]["schema"]
                    assert schema == {"$ref": "#/components/schemas/Error"}, (path, method, status)


def test_operations_have_names_of_their_own() -> None:
    names = [
        operation["operationId"]
        for methods in DOCUMENT["paths"].values()
        for operation in methods.values()
    ]
    assert len(set(names)) == len(names)
