"""The conversion of recordings that were made without vcrpy into documents in vcrpy's form."""

from collections.abc import Iterator
from itertools import zip_longest
from typing import Final

from conformance.recording import vcr_file
from conformance.survey import har
from toolwire.json_value import Json

_DATA: Final = "__data__"
"""The key under which recorders of SDK objects keep the JSON of an object."""


def forms(document: Json) -> Iterator[str]:
    """Yield the forms of recordings that a document has. Callers read the document in the first of these forms.

    Each form is named by a key of the document: ``log`` for an HTTP archive, ``interactions`` for vcrpy, and
    ``requests``, ``Entries`` or ``request`` for other recorders.
    """
    if har.is_archive(document):
        yield "log"
    match document:
        case {"interactions": _}:
            yield "interactions"
    match document:
        case {"requests": list(), "responses": list()}:
            yield "requests"
    match document:
        case {"Entries": list()}:
            yield "Entries"
    match document:
        case {"request": {"body": _}, "response": {"body": _}}:
            yield "request"


def as_vcrpy(document: Json) -> Json:
    """Convert a recording of a known tool into a document in vcrpy's form. Return any other document unchanged.

    Three forms are converted. The first has requests and responses in two lists (LangChain's test packages). The second
    has session records (the test proxy of Azure's SDKs, OpenAI's SDK for .NET). The third is a single call of an SDK,
    with the SDK's objects as JSON (Llama Stack, OGX).
    """
    match next(forms(document), None):
        case "requests":
            pairs = zip_longest(document["requests"], document["responses"])
            return {"interactions": [{"request": request, "response": response} for request, response in pairs]}
        case "Entries":
            return {"interactions": [_session_record(entry) for entry in document["Entries"]]}
        case "request":
            return {"interactions": [_call(document)]}
    return document


def _session_record(entry: Json) -> Json:
    match entry:
        case {"RequestUri": str(url), "StatusCode": int(status)}:
            return {
                "request": {
                    "method": entry.get("RequestMethod"),
                    "uri": url,
                    "headers": entry.get("RequestHeaders"),
                    "body": _lines(entry.get("RequestBody")),
                },
                "response": {
                    "status": {"code": status},
                    "headers": entry.get("ResponseHeaders"),
                    "body": _lines(entry.get("ResponseBody")),
                },
            }
    return entry


def _lines(body: Json) -> Json:
    """Return a body as a single text. In a session record, a text may be a list of lines."""
    is_text = isinstance(body, list) and body and all(isinstance(line, str) for line in body)
    return "".join(body) if is_text else body


def _call(document: Json) -> Json:
    """Convert the recording of a single call of an SDK.

    A status and headers are kept if the recording has them. The status may be outside the response.
    """
    answered = document["response"]["body"]
    events = [_json_of_object(event) for event in answered] if isinstance(answered, list) else _json_of_object(answered)
    beside = {key: document[key] for key in vcr_file.STATUSES if key in document}
    return {"request": document["request"], "response": {**beside, **document["response"], "body": events}}


def _json_of_object(value: Json) -> Json:
    """Return the JSON of an SDK's object, if ``value`` is such an object. Return any other value unchanged."""
    return value[_DATA] if isinstance(value, dict) and _DATA in value else value
