"""Tests of toolwire as a client, with every cassette of every dialect."""

import ssl

import httpx
import pytest

from conformance.adapters.reference_client import shown
from conformance.adapters.unsupported import Unsupported
from conformance.adapters.wire import Hello, Talk, Task
from conformance.recording.case import open_case
from conformance.suite.cases import cassettes
from conformance.suite.verdicts import judge
from toolwire import Chain, Normalizer, following
from toolwire.dialects.dialect import DIALECTS
from toolwire.dialects.errors import Inexpressible
from toolwire.providers import owner


class Library:
    """An adapter that sends requests with toolwire. Its methods are those of ``WireAdapter``."""

    hello = Hello(name="library", version="", language="python", dialects=DIALECTS)

    def __init__(self, client: httpx.Client) -> None:
        self._client = client

    def converse(self, task: Task) -> Talk:
        chain = Chain(Normalizer(f"{task.provider}/{task.dialect}", base_url=task.base_url), key=task.api_key)
        request = task.opening
        while True:
            try:
                answer = chain.ask(self._client, request)
            except Inexpressible as error:
                raise Unsupported(str(error)) from None
            results = yield shown(answer.response)
            if not results:
                return
            request = following(request, answer, results)


@pytest.mark.parametrize("dialect", DIALECTS)
def test_every_conversation_is_right(dialect: str) -> None:
    names = [name for name in cassettes(owner(dialect)) if name.dialect == dialect]
    # On loopback nothing is encrypted; a context without certificates spares their loading.
    with httpx.Client(verify=ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT), trust_env=False, timeout=30) as client:
        adapter = Library(client)
        results = [result for name in names for result in judge(open_case(name), adapter)]
    mine = [result for result in results if result.party == "adapter"]
    assert [f"{result.id}: {result.findings}" for result in mine if result.red] == []
    assert {result.mode for result in mine if result.outcome == "pass"} == {"plain", "stream"}
