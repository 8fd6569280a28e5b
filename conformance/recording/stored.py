"""The ids of answers that a provider stores.

A recorded answer has no id if its request forbade the provider to store the answer. If the client's request allows the
provider to store it, the client gets the recorded answer with a made-up id.
"""

import base64
import hashlib
import re
from itertools import accumulate, pairwise
from typing import Final

import msgspec

from toolwire.dialects.dialect import dialect
from toolwire.dialects.reading import read_answer
from toolwire.providers import WireFormat
from toolwire.wire import exact_json, pointer
from toolwire.wire.errors import JsonError
from toolwire.wire.exchange import Exchange, WireRequest, WireResponse

_NO_ID: Final = re.compile(rb'(?<=")(?:interaction_)?id"[ \t]*:[ \t]*"(?=")')
"""A pattern of a field for an id, if the id is empty. The match ends before the last quote of the empty id."""


def answer_id(form: WireFormat, answer: WireResponse) -> str | None:
    """Return the id of an answer, which a later request uses to continue the answer. None or "" if the answer has no
    id.
    """
    return read_answer(dialect(form.dialect), answer).id


def answer_to(form: WireFormat, recorded: Exchange, sent: WireRequest) -> WireResponse:
    """Return the recorded answer to the client's request.

    Add a made-up id to the answer if the client's request lets the provider store it, but the recorded request does
    not.
    """
    return msgspec.structs.replace(
        recorded.response, body=b"".join(with_id(form, recorded, sent, (recorded.response.body,)))
    )


def with_id(form: WireFormat, recorded: Exchange, sent: WireRequest, pieces: tuple[bytes, ...]) -> tuple[bytes, ...]:
    """Return the pieces of an answer's body. They get a made-up id if the client's request lets the provider store the
    answer, but the recorded request does not. Otherwise they are unchanged.
    """
    if not _is_stored_only_now(form, recorded, sent):
        return pieces
    made = _id(recorded.response)
    body = b"".join(pieces)
    places = [found.end() for found in _NO_ID.finditer(body)]
    named, start = [], 0
    for end in accumulate(map(len, pieces)):
        cuts = [start, *(place for place in places if start < place <= end), end]
        named.append(made.join(body[a:b] for a, b in pairwise(cuts)))
        start = end
    return tuple(named)


def _is_stored_only_now(form: WireFormat, recorded: Exchange, sent: WireRequest) -> bool:
    if form.expresses.continues is None or form.expresses.stored is None or recorded.response.is_refusal:
        return False
    if not _is_unstored(form, recorded.request) or _is_unstored(form, sent):
        return False
    return not answer_id(form, recorded.response)


def _is_unstored(form: WireFormat, request: WireRequest) -> bool:
    """Return whether a request forbids the provider to store the answer."""
    try:
        body = exact_json.loads(request.body)
    except JsonError:
        return False
    return False in pointer.values(body, form.expresses.stored or "")


def _id(answer: WireResponse) -> bytes:
    """Return a made-up id in the form of recorded ids. Different answers get different ids, and the same answer always
    gets the same id.
    """
    word = hashlib.sha256(answer.body).hexdigest()[:23].encode()
    return b"v1_" + base64.b64encode(b"\n\x17" + word + b"\x12\x17" + word).rstrip(b"=")
