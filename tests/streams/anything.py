"""Strategies and properties for any answer, any way to cut its bytes, and any bytes."""

from hypothesis import strategies as st

from tests import spoiling
from toolwire.dialects import arguments
from toolwire.dialects.assembly import assemble
from toolwire.dialects.dialect import DIALECTS, dialect
from toolwire.dialects.errors import Inexpressible
from toolwire.dialects.reading import read_answer
from toolwire.model import Finish, Response, Text, ToolCall
from toolwire.wire import exact_json, recognition
from toolwire.wire.errors import WireError
from toolwire.wire.exchange import WireResponse

from .reference import HOMES, events, of, streams

TEXTS = st.text(min_size=1, max_size=40)
_NUMBERS = st.integers() | st.integers(2**53 - 2, 2**70) | st.floats(allow_nan=False, allow_infinity=False)
_VALUES = st.recursive(
    st.none() | st.booleans() | _NUMBERS | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)
_OBJECTS = st.dictionaries(TEXTS, _VALUES, max_size=4)
_CALLS = st.builds(
    ToolCall, id=TEXTS, name=TEXTS, arguments=_OBJECTS.map(exact_json.dumps).map(arguments.from_text)
)  # fmt: skip
RESPONSES = st.builds(
    lambda texts, calls: Response(parts=(*texts, *calls), finish=Finish(reason="tool_calls" if calls else "stop")),
    st.lists(st.builds(Text, text=TEXTS), max_size=1),
    st.lists(_CALLS, max_size=4, unique_by=lambda call: call.id),
)
CUTS = st.lists(st.integers(0, 4000), max_size=30)
_STREAMS = {spoken: streams(HOMES[spoken], spoken, "call-parallel")[0] for spoken in DIALECTS}


def spoilt(spoken: str) -> st.SearchStrategy[bytes]:
    """Return a strategy for streams of a dialect with damaged bytes: missing, repeated, moved or replaced."""
    return spoiling.spoilt(_STREAMS[spoken])


def cut(body: bytes, cuts: list[int]) -> list[bytes]:
    places = sorted({place % (len(body) + 1) for place in cuts})
    return [body[start:end] for start, end in zip((0, *places), (*places, len(body)), strict=True)]


def comes_back(spoken: str, response: Response, cuts: list[int]) -> None:
    """Check that a response is read again from its stream, however the stream is cut."""
    try:
        body = dialect(spoken).write_stream(response)
    except Inexpressible:
        return
    decoded = list(events(spoken, cut(body, cuts)))
    assert decoded == list(events(spoken, (body,)))
    assert of(assemble(decoded)) == of(response)


def is_typed(spoken: str, body: bytes, cuts: list[int]) -> None:
    """Check that bytes are read, or raise ``WireError``, with the same result however they are cut."""
    assert _outcome(spoken, [body]) == _outcome(spoken, cut(body, cuts))
    recognition.recognise_answer(body)
    for headers in ({}, {"content-type": "text/event-stream"}, {"content-type": "application/json"}):
        try:
            read_answer(dialect(spoken), WireResponse(body=body, headers=headers))
        except WireError:
            continue


def _outcome(spoken: str, chunks: list[bytes]) -> object:
    try:
        return list(events(spoken, chunks))
    except WireError as error:
        return str(error)
