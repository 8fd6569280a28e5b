"""Tests of the SDKs' types that ``drift`` uses: they have the keys of recorded answers, or the lack is known."""

import pytest

pytest.importorskip("anthropic", reason="the official SDKs come with the extra 'oracles'")

from conformance.data import cassettes_folder
from conformance.drift import compare, sdk
from toolwire.dialects.dialect import DIALECTS
from toolwire.providers import owner


@pytest.mark.parametrize("dialect", DIALECTS)
@pytest.mark.parametrize("mode", ["plain", "stream"])
def test_there_are_types_of_every_dialect(dialect: str, mode: str) -> None:
    types = sdk.types(dialect)
    assert types is not None
    assert types[mode].roots
    assert any("properties" in root for root in types[mode].roots)


def test_what_the_types_lack_is_all_that_is_found_in_our_cassettes() -> None:
    found = compare.drift(cassettes_folder(), (cassettes_folder(),))
    assert not found.not_looked_at
    assert not found.moved
    assert {change.movers for change in found.changes} == {("SDK is behind",)}
    assert all(owner(change.dialect) == change.provider for change in found.changes)
    keys = {(change.dialect, change.pointer.rpartition("/")[2]) for change in found.changes}
    keys -= {("anthropic_messages", "error"), ("openai_chat", "error")}  # it ends a stream, and is raised untyped
    assert ("mistral_chat", "p") in keys
    assert ("openai_responses", "obfuscation") in keys
    assert not any(dialect in ("anthropic_messages", "openai_chat") for dialect, _ in keys)


def test_an_aws_shape_that_holds_itself_ends() -> None:
    types = sdk.types("bedrock_converse")
    assert types is not None
    plain = types["plain"]
    output = plain.under(plain.roots, "output")
    assert output is not None
    assert plain.takes(output, "object")
    assert not plain.takes(output, "string")
