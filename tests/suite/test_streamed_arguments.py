"""Tests of tasks that ask for streamed arguments: each request has the option, and adapters have to claim it."""

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from conformance.adapters.reference import ReferenceAdapter
from conformance.judge.result import Result
from conformance.recording.case import open_case
from conformance.recording.cassette import CassetteName
from conformance.suite.verdicts import judge
from tests.power.client import Client

OWN = [("anthropic", "anthropic_messages"), ("vertex", "gemini_generate")]


def judged(provider: str, dialect: str, adapter: Any) -> tuple[Result, ...]:
    return judge(open_case(CassetteName(provider, dialect, "call-arguments-streamed", "stream")), adapter)


def found(provider: str, dialect: str, body: Callable[[Any], Any]) -> set[str]:
    """Return the messages about a client that edits the body of each request."""
    results = judged(provider, dialect, Client(lambda: {"body": body}))
    assert {result.check for result in results if result.outcome == "fail"} <= {"request-matches"}
    return {finding.message for result in results for finding in result.findings}


def without_option(body: Any) -> Any:
    body.pop("toolConfig", None)
    for tool in body["tools"]:
        tool.pop("eager_input_streaming", None)
    return body


def for_the_first_tool(body: Any) -> Any:
    return body | {"tools": [tool | {"eager_input_streaming": n == 0} for n, tool in enumerate(body["tools"])]}


def in_other_words(body: Any) -> Any:
    asked = body.pop("toolConfig")["functionCallingConfig"]["streamFunctionCallArguments"]
    return body | {"tool_config": {"function_calling_config": {"stream_function_call_arguments": asked}}}


@pytest.mark.parametrize(("provider", "dialect"), OWN)
def test_a_lost_option_is_found(provider: str, dialect: str) -> None:
    assert found(provider, dialect, lambda body: body) == set()
    assert found(provider, dialect, without_option) == {"streamed arguments: expected true, got nothing"}


def test_an_option_lost_for_a_tool_is_found() -> None:
    message = "streamed arguments: expected true for 2 tools, got true for 1"
    assert found("anthropic", "anthropic_messages", for_the_first_tool) == {message}


def test_the_option_may_have_the_names_of_protobuf() -> None:
    assert found("vertex", "gemini_generate", in_other_words) == set()


@pytest.mark.parametrize(("provider", "dialect"), OWN)
def test_only_an_adapter_that_claims_them_gets_streamed_arguments(provider: str, dialect: str) -> None:
    silent = Client(dict)
    silent.hello = replace(silent.hello, capabilities=())
    results = judged(provider, dialect, silent)
    assert "fail" not in {result.outcome for result in results}
    assert "the adapter does not claim argument-streaming" in {result.declined for result in results}


@pytest.mark.parametrize(("provider", "dialect"), OWN)
def test_a_codec_reads_streamed_arguments_without_asking_for_them(provider: str, dialect: str) -> None:
    outcomes = {result.check: result.outcome for result in judged(provider, dialect, ReferenceAdapter())}
    assert {"fail", "warn", "unsupported"}.isdisjoint(outcomes.values())
    assert outcomes["arguments"] == outcomes["request-matches"] == "pass"
