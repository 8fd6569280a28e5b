"""A request as an agent sends it, with the version of the agent."""

from functools import cache
from importlib.resources import files
from typing import Literal

import msgspec

from toolwire.model import Json
from toolwire.wire import exact_json


class ClientRequest(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A request that an agent such as Codex sent."""

    name: str
    """The name of the agent. If the agent has several kinds of requests, the kind follows:
    ``codex-additional-tools``."""
    package: str
    """The package with its version, such as ``@openai/codex@0.171.0``."""
    registry: Literal["npm", "PyPI"]
    dialect: str
    captured: str
    """The day on which the agent sent the request to a server on loopback."""
    body: dict[str, Json]


@cache
def load_all() -> tuple[ClientRequest, ...]:
    """Return all requests, sorted by name."""
    folder = files("conformance.clients") / "requests"
    documents = sorted((file for file in folder.iterdir() if file.name.endswith(".json")), key=lambda file: file.name)
    return tuple(msgspec.convert(exact_json.loads(file.read_bytes()), ClientRequest) for file in documents)
