"""Tests that botocore's validator accepts requests according to AWS's own service model."""

import re
from functools import cache
from typing import Any

import pytest

pytest.importorskip("boto3", reason="the official SDKs come with the extra 'oracles'")

from botocore.loaders import Loader
from botocore.model import ServiceModel, StructureShape
from botocore.validate import ParamValidator

from conformance.data import cassettes_folder
from conformance.recording.cassette import Cassette, CassetteName
from conformance.suite.cases import cassettes
from toolwire.dialects import bedrock_converse
from toolwire.model import fresh
from toolwire.wire import exact_json
from toolwire.wire.exchange import WireRequest

CASSETTES = [name for name in cassettes() if name.dialect == "bedrock_converse"]
PATH = re.compile(r"/model/[^/]+/(converse|converse-stream)$")


@cache
def shape(operation: str) -> StructureShape:
    service = ServiceModel(Loader().load_service_model("bedrock-runtime", "service-2"))
    return service.operation_model({"converse": "Converse", "converse-stream": "ConverseStream"}[operation]).input_shape


def trouble(request: WireRequest) -> str:
    """Return the errors of AWS's model for a request, and the unknown keys, which the SDK drops silently."""
    path = PATH.search(request.url)
    assert path
    wanted = shape(path[1])
    body = exact_json.loads(request.body)
    report = ParamValidator().validate(body | {"modelId": "m"}, wanted).generate_report()
    return "\n".join(filter(None, [report, *unknown(body, wanted, "")]))


def unknown(document: Any, wanted: Any, path: str) -> list[str]:
    if wanted.type_name == "list":
        return [member for n, item in enumerate(document) for member in unknown(item, wanted.member, f"{path}/{n}")]
    if wanted.type_name != "structure" or wanted.is_document_type:
        return []
    found = [f"{path}/{key}: unknown" for key in document if key not in wanted.members]
    known = [(key, value) for key, value in document.items() if key in wanted.members]
    return found + [member for key, value in known for member in unknown(value, wanted.members[key], f"{path}/{key}")]


@pytest.mark.parametrize("name", CASSETTES, ids=str)
def test_requests_fit_the_service_model(name: CassetteName) -> None:
    """Check the requests that the SDK sent, and the requests that the normalizer writes from them."""
    for exchange in Cassette(name.under(cassettes_folder())).exchanges:
        assert trouble(exchange.request) == ""
        read = fresh(bedrock_converse.read_request(exchange.request))
        assert trouble(bedrock_converse.write_request(read, "http://127.0.0.1")) == ""


@pytest.mark.parametrize(
    "body",
    [
        {"messages": [{"role": "user"}]},
        {"messages": [{"role": "user", "content": [{"text": "a", "image": {}}]}]},
        {"messages": [{"role": "user", "content": [{"toolResult": {"toolUseId": "", "content": []}}]}]},
        {"toolConfig": {"tools": []}},
        {"toolConfig": {"tools": [{"toolSpec": {"name": "a", "inputSchema": {"json": {}}, "parameters": {}}}]}},
    ],
    ids=["no content", "part of two kinds", "empty id", "no tools", "unknown key"],
)
def test_the_validator_bites(body: Any) -> None:
    assert trouble(WireRequest(url="http://127.0.0.1/model/m/converse", body=exact_json.encode(body)))
