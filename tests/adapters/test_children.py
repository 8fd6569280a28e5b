"""Tests of the environment in which adapters run."""

import pytest

from conformance.adapters.children import environment

LOOPBACK = "127.0.0.1,localhost"


@pytest.mark.parametrize(
    ("given", "direct"),
    [
        ({}, LOOPBACK),
        ({"NO_PROXY": "example.com"}, f"example.com,{LOOPBACK}"),
        ({"no_proxy": "a.example", "NO_PROXY": "b.example"}, f"a.example,{LOOPBACK}"),
        ({"NO_PROXY": LOOPBACK}, LOOPBACK),
        ({"NO_PROXY": "*"}, "*"),
    ],
    ids=["unset", "capitals", "both", "already there", "no proxy for any host"],
)
def test_no_proxy_has_the_replay_server(given: dict[str, str], direct: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("no_proxy", "NO_PROXY"):
        monkeypatch.delenv(name, raising=False)
    for name, value in given.items():
        monkeypatch.setenv(name, value)
    made = environment("mark")
    assert made["no_proxy"] == made["NO_PROXY"] == direct
