"""The JSON Schema of the protocol, generated from the types and published beside this file."""

from importlib.resources import files
from typing import Any, Final

import msgspec

from conformance.adapters.protocol import MESSAGES, Declined, Failed, Result
from toolwire.model import schema

FILE: Final = "protocol.schema.json"
ID: Final = "https://toolcall-conformance.invalid/schemas/protocol.schema.json"


def generate() -> bytes:
    """Return the schema as JSON text.

    In ``$defs``, ``messages`` is the schema of the judge's messages, and ``reply-<op>`` is the schema of the replies to
    the message with this ``op``.
    """
    kinds = (*MESSAGES, *(Result[kind.gives] for kind in MESSAGES), Declined, Failed)  # type: ignore[name-defined]
    references, components = schema.components(kinds)
    refer = dict(zip(kinds, references, strict=True))
    del components["Arguments"]["properties"]["value"]  # arguments are sent as text only
    definitions = {"messages": [refer[kind] for kind in MESSAGES]}
    for kind in MESSAGES:
        result = refer[Result[kind.gives]]  # type: ignore[name-defined]
        definitions[f"reply-{kind.__struct_config__.tag}"] = [result, refer[Declined], refer[Failed]]
    document: dict[str, Any] = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": ID,
        "title": "An adapter on stdio",
        "description": "The judge's messages to an adapter on stdio ($defs/messages), and the adapter's replies to "
        "each message ($defs/reply-...). Each message and each reply is a line of JSON.",
        "anyOf": [{"$ref": f"#/$defs/{name}"} for name in definitions],
        "$defs": {name: {"anyOf": kinds} for name, kinds in definitions.items()} | dict(sorted(components.items())),
    }
    return msgspec.json.format(msgspec.json.encode(document), indent=2) + b"\n"


def published() -> bytes:
    """Return the schema as it is committed and shipped."""
    return (files("conformance.adapters") / FILE).read_bytes()
