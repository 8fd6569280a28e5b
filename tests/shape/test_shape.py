"""Tests that documented exchanges have the shape of real exchanges. For each difference, ``exceptions.yaml`` must have
a reason and a source.
"""

import importlib.util
import json
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, Final, Literal

import msgspec
import pytest
import yaml

from conformance.recording import cassette
from toolwire.providers import owner
from toolwire.wire import exact_json

ROOT: Final = Path(__file__).resolve().parents[2]
NEARLY_ALL: Final = 0.9
ENOUGH: Final = 10
"""The number of real exchanges that must contain an object before the keys of nearly all such objects become a rule."""


def _load() -> Any:
    spec = importlib.util.spec_from_file_location("shape_digest", ROOT / "tools" / "shape" / "digest.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


shape = _load()
CASES: Final = [(dialect, mode) for dialect in shape.VENDORS for mode in shape.MODES]


class Excepted(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An entry of ``exceptions.yaml``: differences that documented exchanges may have from real exchanges."""

    dialect: str
    mode: Literal["plain", "stream", "request"]
    law: Literal["unseen", "lacking"]
    """``unseen``: documented exchanges have the paths in ``names``, but no real exchange has them. ``lacking``: nearly
    all real exchanges have the paths, but some documented exchanges lack them.
    """
    kind: Literal["calls", "text", "request"] | None = None
    """For ``lacking``: the kind of the documented exchanges that lack the paths. For ``unseen``: None."""
    names: tuple[str, ...]
    source: str
    reason: str


@cache
def excepted() -> tuple[Excepted, ...]:
    text = (ROOT / "tests" / "shape" / "exceptions.yaml").read_bytes()
    return msgspec.convert(yaml.load(text, Loader=yaml.CSafeLoader), tuple[Excepted, ...])


@cache
def documented() -> dict[tuple[str, str], list[Any]]:
    """Return the shapes of all documented exchanges, by dialect and mode. Refusals and answers that end early are left
    out.
    """
    found: dict[tuple[str, str], list[Any]] = {case: [] for case in CASES}
    for name in cassette.find(ROOT / "cassettes"):
        read = cassette.Cassette(name.under(ROOT / "cassettes"))
        if read.provenance.origin != "documented" or name.dialect not in shape.VENDORS:
            continue  # too few public recordings of one dialect are known
        if name.provider != owner(name.dialect):
            continue  # the real exchanges are those of the dialect's owner
        for exchange, stated in zip(read.exchanges, read.provenance.expected, strict=True):
            if exchange.response.status != 200:
                continue
            dialect, answer = name.dialect, exchange.response.body
            found[dialect, "request"].append(shape.request_shape(dialect, exact_json.loads(exchange.request.body)))
            if stated.answer is not None and stated.answer.finish not in ("stop", "tool_calls"):
                continue
            found[dialect, name.mode].append(
                shape.stream_shape(dialect, shape.events(dialect, answer))
                if name.mode == "stream"
                else shape.plain_shape(dialect, exact_json.loads(answer))
            )
    return found


def unseen(digest: Any, shapes: Iterable[Any]) -> Counter[str]:
    """Return each path with a type, and each pair of events, that no real exchange has. The value is the number of
    ``shapes`` that have it.

    Paths inside such a path are left out.
    """
    found: Counter[str] = Counter()
    for exchange in shapes:
        new = {
            (path, of) for path, of in exchange.facts if path not in digest.paths or of not in digest.paths[path].types
        }
        paths = {path for path, _ in new if path not in digest.paths}
        found.update(
            f"{path}: {of}" for path, of in new if not _is_implied(path, paths) and (_of_any(path), of) not in new
        )
        found.update(pair for pair in exchange.pairs if pair not in digest.pairs)
    return found


def lacking(digest: Any, shapes: Iterable[Any]) -> Counter[tuple[str, str]]:
    """Return the paths that nearly all real exchanges of a kind have, with the number of ``shapes`` that lack the path.

    The key has the kind and the path. Paths inside such a path are left out.
    """
    found: Counter[tuple[str, str]] = Counter()
    for exchange in shapes:
        here = exchange.paths
        missing = {path for path in digest.paths if path not in here and _is_usual(digest, exchange.kind, path, here)}
        found.update((exchange.kind, path) for path in missing if not _is_implied(path, missing))
    return found


def _is_usual(digest: Any, kind: str, path: str, here: frozenset[str]) -> bool:
    count = digest.paths[path].seen.get(kind, 0)
    if count >= NEARLY_ALL * digest.exchanges.get(kind, 0):
        return count > 0
    above = shape.parent(path)
    around = digest.paths[above].seen.get(kind, 0) if above in here else 0
    return around >= ENOUGH and count >= NEARLY_ALL * around


def _is_implied(path: str, others: set[str]) -> bool:
    """Return True if a path is inside a path of ``others``, or if ``others`` has the same path for any event."""
    return shape.parent(path) in others or _of_any(path) in others


def _of_any(path: str) -> str | None:
    """Return the path for any event, from a path for a kind of event. None if the path names no kind."""
    head, mark, rest = path.partition(": ")
    return f"any: {rest}" if mark and head != "any" else None


def violations(dialect: str, mode: str, shapes: list[Any], exceptions: Iterable[Excepted]) -> Iterator[str]:
    """Yield a message for each difference that has no exception, and for each exception that is not needed."""
    digest = shape.read(dialect, mode)
    found = {("unseen", None, name): count for name, count in unseen(digest, shapes).items()}
    if mode != "request":
        found |= {("lacking", kind, path): count for (kind, path), count in lacking(digest, shapes).items()}
    allowed = {
        (entry.law, entry.kind, name)
        for entry in exceptions
        if (entry.dialect, entry.mode) == (dialect, mode)
        for name in entry.names
    }
    real = ", ".join(f"{count} {kind}" for kind, count in digest.exchanges.items())
    for (law, kind, name), count in sorted(found.items(), key=str):
        if (law, kind, name) not in allowed:
            what = f"no real exchange ({real}) has it"
            if law == "lacking":
                what = f"nearly all real answers with {kind} have it"
            yield f"{law}: {name} ({what}; {count} of {len(shapes)} documented {'do' if law == 'unseen' else 'do not'})"
    for law, kind, name in sorted(allowed - found.keys(), key=str):
        yield f"exception that is no longer needed, remove it: {law}{f' in {kind}' if kind else ''}: {name}"


@pytest.mark.parametrize(("dialect", "mode"), CASES)
def test_documented_exchanges_have_the_shape_of_real_ones(dialect: str, mode: str) -> None:
    shapes = documented()[dialect, mode]
    assert shapes, "there is no documented exchange"
    wrong = list(violations(dialect, mode, shapes, excepted()))
    assert not wrong, f"{dialect} {mode}:\n" + "\n".join(wrong)


def test_exceptions_are_well_formed() -> None:
    names = [(entry.dialect, entry.mode, entry.law, entry.kind, name) for entry in excepted() for name in entry.names]
    assert len(names) == len(set(names))
    for entry in excepted():
        assert (entry.dialect, entry.mode) in CASES
        assert (entry.kind is None) == (entry.law == "unseen")
        assert entry.names
        assert entry.source
        assert entry.reason


def documented_events(provider: str, dialect: str, scenario: str) -> list[Any]:
    name = cassette.CassetteName(provider, dialect, scenario, "stream")
    read = cassette.Cassette(name.under(ROOT / "cassettes"))
    return list(shape.events(dialect, read.exchanges[0].response.body))


def departures(dialect: str, events: list[Any]) -> list[str]:
    entries = [entry for entry in excepted() if entry.law == "lacking"]
    found = violations(dialect, "stream", [shape.stream_shape(dialect, events)], entries)
    return [line.partition(" (")[0] for line in found if not line.startswith("stale")]


def test_the_law_bites_in_a_chat_stream() -> None:
    events = documented_events("openai", "openai_chat", "call-single")
    first, *others, finish, usage, done = events
    assert departures("openai_chat", events) == []
    assert departures("openai_chat", [first | {"nonce": 1}, *events[1:]]) == ["unseen: any: nonce: integer"]
    assert departures("openai_chat", [first | {"created": "now"}, *events[1:]]) == ["unseen: any: created: string"]
    assert departures("openai_chat", [first, *others, usage, finish, done]) == [
        "unseen: arguments > usage",
        "unseen: usage > finish",
    ]
    assert departures("openai_chat", [first, *others, finish, usage]) == ["unseen: usage > END"]
    bare = [{key: value for key, value in event.items() if key != "model"} for event in events[:-1]]
    assert departures("openai_chat", [*bare, done]) == ["lacking: any: model"]
    early = finish | {"usage": usage["usage"]}
    assert "unseen: finish: usage: object" in departures("openai_chat", [first, *others, early, usage, done])
    uncounted = usage | {"usage": {key: value for key, value in usage["usage"].items() if key != "total_tokens"}}
    assert departures("openai_chat", [first, *others, finish, uncounted, done]) == ["lacking: any: usage.total_tokens"]
    choice = {key: value for key, value in finish["choices"][0].items() if key != "logprobs"}
    bare = finish | {"choices": [choice]}
    assert departures("openai_chat", [first, *others, bare, usage, done]) == ["lacking: finish: choices.*.logprobs"]


def test_the_law_bites_in_a_stream_of_typed_events() -> None:
    events = documented_events("anthropic", "anthropic_messages", "call-parallel")
    assert departures("anthropic_messages", events) == []
    stops = [n for n, event in enumerate(events) if event["type"] == "content_block_stop"]
    without_a_stop = events[: stops[0]] + events[stops[0] + 1 :]
    assert departures("anthropic_messages", without_a_stop) == [
        "unseen: content_block_delta<input_json_delta> > content_block_start<tool_use>"
    ]
    renamed = json.loads(json.dumps(events).replace("input_json_delta", "json_delta"))
    assert "unseen: content_block_delta<json_delta>:: object" in departures("anthropic_messages", renamed)


def test_the_law_bites_in_frames() -> None:
    events = documented_events("bedrock", "bedrock_converse", "call-parallel")
    assert departures("bedrock_converse", events) == []
    *others, stop, metadata = events
    assert departures("bedrock_converse", [*others, metadata, stop]) == [
        "unseen: contentBlockStop > metadata", "unseen: messageStop > END", "unseen: metadata > messageStop",
    ]  # fmt: skip
    bare = {"metadata": {key: value for key, value in metadata["metadata"].items() if key != "p"}}
    assert departures("bedrock_converse", [*others, stop, bare]) == ["lacking: any: metadata.p"]


@pytest.mark.parametrize(
    ("dialect", "body", "same"),
    [
        ("anthropic_messages", '{"content":[{"type":"tool_use","input":%s}]}', True),
        ("cohere_v2", '{"message":{"citations":[{"sources":[{"type":"tool","tool_output":%s}]}]}}', True),
        ("cohere_v2", '{"message":{"citations":%s}}', False),
        ("gemini_generate", '{"candidates":[{"content":{"parts":[{"functionCall":{"args":%s}}]}}]}', True),
        ("bedrock_converse", '{"output":{"message":{"content":[{"toolUse":{"input":%s}}]}}}', True),
        ("ollama_chat", '{"message":{"tool_calls":[{"function":{"arguments":%s}}]}}', True),
        ("openai_responses", '{"metadata":%s}', True),
        ("openai_responses", '{"usage":%s}', False),
    ],
    ids=[
        "anthropic_messages input",
        "cohere_v2 tool_output",
        "cohere_v2 citations",
        "gemini_generate args",
        "bedrock_converse input",
        "ollama_chat arguments",
        "openai_responses metadata",
        "openai_responses usage",
    ],
)
def test_what_users_name_is_no_shape(dialect: str, body: str, same: bool) -> None:
    first, second = (
        shape.plain_shape(dialect, exact_json.loads(body % inner)) for inner in ("{}", '{"city":{"x":[1]}}')
    )
    assert (first == second) is same


def test_kinds_of_answers() -> None:
    assert shape.plain_shape("openai_chat", {"choices": [{"message": {"tool_calls": []}}]}).kind == "text"
    assert shape.plain_shape("openai_chat", {"choices": [{"message": {"tool_calls": [{}]}}]}).kind == "calls"
    assert shape.plain_shape("anthropic_messages", {"content": [{"type": "server_tool_use"}]}).kind == "text"
    for call, kind in (({}, "calls"), ({"type": "tool_use"}, "calls"), ({"type": "server_tool_use"}, "text")):
        content = [{"toolUse": call}]
        assert shape.plain_shape("bedrock_converse", {"output": {"message": {"content": content}}}).kind == kind
        started = [
            {"contentBlockStart": {"start": {"toolUse": call}}},
            {"contentBlockDelta": {"delta": {"toolUse": {}}}},
        ]
        assert shape.stream_shape("bedrock_converse", started).kind == kind


def test_types() -> None:
    values = exact_json.loads("[1, -0, 1.0, 1e5, true, null, [], {}]")
    found = [sorted(shape.plain_shape("ollama_chat", {"x": value}).facts)[0] for value in values]
    kinds = ["integer", "integer", "number", "number", "boolean", "null", "array", "object"]
    assert found == [("x", kind) for kind in kinds]


RECORD: Final = {
    "status": 200,
    "x_fidelity": "recorded body as stored",
    "request_body": {},
    "response_content_type": None,
    "response_body": 'data: {"type":"message_start"}\n\ndata: {"type":"message_stop"}\n\n',
}


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"status": 400}, "refused"),
        ({"x_fidelity": "fixture text (may be trimmed)"}, "not stored as received"),
        ({"x_suspicious_ids": True}, "ids that look invented"),
        ({"request_body": {"functions": []}}, "the retired functions of Chat Completions"),
        ({"request_body": {"messages": [{"role": "function"}]}}, "the retired functions of Chat Completions"),
        ({"response_content_type": "application/json; charset=UTF-8"}, "a JSON array instead of an event stream"),
        ({"response_body": RECORD["response_body"] * 2}, "cut, joined or trimmed"),
        ({"response_body": 'data: {"type":"message_start"}\n\n'}, "cut, joined or trimmed"),
        ({"response_body": "data: {\n\n"}, "damaged"),
        ({"response_body": 'data: {"type":"message_start"}\n'}, "damaged"),
        ({"response_body": ""}, "cut, joined or trimmed"),
    ],
    ids=[
        "refused",
        "fixture",
        "suspicious ids",
        "functions",
        "function results",
        "JSON array",
        "twice",
        "no end",
        "cut inside an event",
        "cut after an event",
        "empty",
    ],
)
def test_recordings_that_are_not_comparable(change: dict[str, Any], reason: str) -> None:
    assert shape.comparable("anthropic_messages", "stream", RECORD).pairs
    with pytest.raises(shape.UnfitError, match=reason):
        shape.comparable("anthropic_messages", "stream", RECORD | change)
