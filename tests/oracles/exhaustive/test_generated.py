"""Tests of generated conversations with the vendors' official SDKs, which send the reference's requests and read all
answers.
"""

import pytest

pytest.importorskip("anthropic", reason="the official SDKs come with the extra 'oracles'")

from conformance.adapters.official import OfficialSdk
from conformance.judge.cause import causes
from conformance.recording.generated import speakers
from tests.oracles.apart import apart
from tests.suite.test_generated import judged

KNOWN = {"ollama_chat": ("request/tool.parameters/", "raised/JSONDecodeError/")}
"""Known faults of SDKs. Ollama's SDK loses data that its types lack, and it splits lines inside values."""


@pytest.mark.parametrize("dialect", [dialect for _, dialect in speakers()])
def test_the_official_sdk_passes(dialect: str) -> None:
    found = apart(lambda: judged(OfficialSdk(dialect), dialect, 8))
    assert {result.check for result in found if result.outcome == "pass"} > {"request-matches", "calls"}
    wrong = {cause.id for cause in causes(result for result in found if result.outcome == "fail")}
    assert {cause for cause in wrong if not cause.startswith(KNOWN.get(dialect, ()))} == set()
