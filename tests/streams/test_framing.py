"""Tests of streams that a provider sends as lines of JSON to clients that accept nothing else."""

import pytest

from conformance.server.framing import as_lines


@pytest.mark.parametrize(
    ("events", "lines"),
    [
        ('data: {"a":1}\n\ndata: {"b":2}\n\n', '{"a":1}\n{"b":2}\n'),
        ('data: {"a":1}\n\ndata: [DONE]\n\n', '{"a":1}\n'),
        ('data: {"a":1}\n\ndata: [DONE]', '{"a":1}\n'),
        ('data: {"a":1}\n\ndata: {"b"', '{"a":1}\n{"b"'),
        ('data: {\ndata: "a":1}\n\n', '{"a":1}\n'),
        (': a comment\n\nid: 7\ndata: {"a":1}\n\n', '{"a":1}\n'),
    ],
    ids=["two", "done", "done-unended", "cut", "data-on-two-lines", "comment"],
)
def test_events_as_lines(events: str, lines: str) -> None:
    assert as_lines(events.encode()).decode() == lines
