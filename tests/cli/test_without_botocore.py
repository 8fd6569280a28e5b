"""The core install, without the extra ``bedrock``: what needs it is unsupported, and all else goes on."""

import sys
from typing import Any

import pytest

from conformance.adapters.reference import ReferenceAdapter
from conformance.data import cassettes_folder
from conformance.recording import vcr_file
from conformance.recording.cassette import CassetteName
from conformance.suite import verdicts
from toolwire.wire.exchange import Exchange

INSTALL = "pip install 'toolcall-conformance[bedrock]'"


@pytest.fixture(autouse=True)
def _no_botocore(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "botocore.eventstream", None)


def name(mode: Any) -> CassetteName:
    return CassetteName("bedrock", "bedrock_converse", "history-single-result", mode)


def test_streams_are_unsupported() -> None:
    results = verdicts.judge(name("stream"), ReferenceAdapter())
    outcomes = {result.check: result.outcome for result in results}
    of_requests = {"request-matches", "request-mapping", "request-rules", "request-schema", "answered", "played"}
    needs_no_bytes = {"predicates", "arguments-schema", "served", "leaks", "call-ids", *of_requests}
    assert {check for check, outcome in outcomes.items() if outcome != "unsupported"} == needs_no_bytes
    assert all(INSTALL in str(result.declined) for result in results if result.subject == "adapter")
    assert all(INSTALL in result.findings[0].message for result in results if result.outcome == "unsupported")
    assert not any(result.red for result in results)


def test_plain_answers_are_judged() -> None:
    outcomes = {result.outcome for result in verdicts.judge(name("plain"), ReferenceAdapter())}
    assert outcomes == {"pass", "not-applicable"}


def test_decode_says_what_to_install(conformance: Any) -> None:
    path = name("stream").under(cassettes_folder())
    found, *_ = vcr_file.exchanges(path, vcr_file.read_document(path))
    assert isinstance(found, Exchange)
    result = conformance("decode", stdin=found.response.body)
    assert (result.exit_code, result.stdout) == (6, "")
    assert INSTALL in result.stderr
