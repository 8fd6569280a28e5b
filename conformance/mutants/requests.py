"""A transform of requests, which changes their address."""

from urllib.parse import quote

import msgspec

from toolwire.json_value import Json
from toolwire.wire import exact_json
from toolwire.wire.exchange import WireRequest


class Address(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="do", tag="address"):
    """A transform that removes the model and the streaming mode from the body, and states them in the address.

    ``plain`` and ``stream`` are the paths below the base URL, for a plain and for a streamed answer. In a path,
    ``{model}`` represents the model.
    """

    plain: str
    stream: str
    keeps_stream: bool = False
    """True if the body also keeps ``stream``."""
    adds: dict[str, Json] = {}
    """Keys that are added to the body."""

    def move(self, request: WireRequest, base_url: str) -> WireRequest:
        """Return the request with its new address below ``base_url``."""
        body = exact_json.loads(request.body)
        model, stream = body.pop("model"), body.get("stream", False)
        if not self.keeps_stream:
            body.pop("stream", None)
        path = (self.stream if stream else self.plain).replace("{model}", quote(model, safe="@"))
        return msgspec.structs.replace(request, url=base_url + path, body=exact_json.encode(body | self.adds))
