"""The text of a cassette's file, as vcrpy writes it."""

from collections.abc import Iterable
from typing import Any

import msgspec
import vcr
from vcr.patch import PATCHER_NAMES
from vcr.request import Request
from vcr.serialize import deserialize, serialize
from vcr.serializers import yamlserializer

from conformance.recording.cassette import Provenance
from toolwire.wire import exact_json
from toolwire.wire.exchange import Exchange, WireRequest, WireResponse


class _Text:
    """A persister for vcrpy that keeps the text of a cassette in memory, and writes no file."""

    def __init__(self) -> None:
        self.text = ""

    def load_cassette(self, path: str, serializer: Any) -> tuple[list[Any], list[Any]]:
        """Return an empty cassette, so that the recording does not read an old cassette."""
        return [], []

    def save_cassette(self, path: str, cassette: dict[str, Any], serializer: Any) -> None:
        """Keep the text that vcrpy writes."""
        self.text = serialize(cassette, yamlserializer)


def to_yaml(exchanges: Iterable[Exchange], provenance: Provenance) -> str:
    """Return the text of a cassette's file."""
    persister = _Text()
    recorder = vcr.VCR(record_mode="all", skip_patchers=PATCHER_NAMES)
    recorder.register_persister(persister)
    with recorder.use_cassette("unwritten") as cassette:
        for request, response in (sent for exchange in exchanges for sent in exchange.sent):
            cassette.append(_request(request), _response(response))
        for key, value in _plain(provenance).items():
            cassette.get_metadata(key, value)
    return persister.text


def with_metadata(text: str, provenance: Provenance) -> str:
    """Return the text of a cassette's file with another provenance and the same exchanges."""
    requests, responses, _ = deserialize(text, yamlserializer)
    kept = {"requests": requests, "responses": responses, "metadata": _plain(provenance)}
    return str(serialize(kept, yamlserializer))


def _plain(provenance: Provenance) -> dict[str, Any]:
    plain: dict[str, Any] = exact_json.loads(msgspec.json.encode(provenance))
    return plain


def _request(request: WireRequest) -> Request:
    return Request(request.method, request.url, request.body, dict(sorted(request.headers.items())))


def _response(response: WireResponse) -> dict[str, Any]:
    return {
        "status": {"code": response.status, "message": ""},
        "headers": {name: [value] for name, value in sorted(response.headers.items())},
        "body": {"string": response.body},
    }
