"""Tests of drift: each planted change is reported with its cause, and a change of words is no drift."""

import json
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml

from conformance.data import cassettes_folder
from conformance.drift import compare, rendering, sdk
from conformance.drift.change import Change, Drift, NotLookedAt
from conformance.recording.cassette import CassetteName
from toolwire.wire import exact_json

Edit = Callable[[Any], Any]
"""A function that edits a document of an answer. For a stream, the document is the list of all events."""
MISTRAL, OPENAI, ANTHROPIC, RESPONSES = (
    ("mistral", "mistral_chat"), ("openai", "openai_chat"), ("anthropic", "anthropic_messages"),
    ("openai", "openai_responses"),
)  # fmt: skip


SCENARIOS = ("call-single", "call-parallel", "call-with-text", "choice-auto-no-call", "history-single-result",
             "reject-orphan-result")  # fmt: skip


@pytest.fixture(scope="module")
def committed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with some of the committed cassettes, which is used in place of all cassettes."""
    folder = tmp_path_factory.mktemp("committed")
    for path in cassettes_folder().rglob("*.yaml"):
        if path.name.partition(".")[0] in SCENARIOS:
            target = folder / path.relative_to(cassettes_folder())
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(path, target)
    return folder


@pytest.fixture(autouse=True)
def no_sdk(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hide the SDKs' types, because most tests do not need them, and must not depend on the installed SDKs."""
    monkeypatch.setattr(sdk, "types", lambda _: {})


@pytest.fixture
def fresh(tmp_path: Path) -> Path:
    return tmp_path / "fresh"


def copied(fresh: Path, committed: Path, provider: str, dialect: str) -> Path:
    folder = fresh / provider / dialect
    shutil.copytree(committed / provider / dialect, folder)
    return folder


def edited(folder: Path, mode: str, edit: Edit, *, only: str = "*") -> None:
    """Apply ``edit`` to each accepted answer in a mode: to its document, or to the list of its events."""
    for path in sorted(folder.glob(f"{only}.{mode}.yaml")):
        document = yaml.load(path.read_bytes(), Loader=yaml.CSafeLoader)
        for interaction in document["interactions"]:
            response = interaction["response"]
            if response["status"]["code"] == 200:
                body = response["body"]["string"]
                response["body"]["string"] = _events(body, edit) if mode == "stream" else _plain(body, edit)
        path.write_text(yaml.dump(document, Dumper=yaml.CDumper))


def _plain(body: str, edit: Edit) -> str:
    return json.dumps(edit(json.loads(body)), indent=2 if body.startswith("{\n") else None)


def _events(body: str, edit: Edit) -> str:
    """Return a body with edited events. ``event:`` lines and ``[DONE]`` are kept."""
    blocks = [block for block in body.split("\n\n") if block.strip()]
    payloads = [re.search(r"^data: (.*)$", block, re.MULTILINE)[1] for block in blocks]  # type: ignore[index]
    heads = dict(zip(payloads, blocks, strict=True))
    done = [payload for payload in payloads if payload == "[DONE]"]
    documents = [json.loads(payload) for payload in payloads if payload != "[DONE]"]
    written = []
    for event in edit(documents):
        head = f"event: {event['type']}\n" if any(block.startswith("event: ") for block in heads.values()) else ""
        written.append(f"{head}data: {json.dumps(event, separators=(',', ':'))}")
    return "\n\n".join([*written, *(heads[payload] for payload in done)]) + "\n\n"


def held(fresh: Path, committed: Path) -> Drift:
    return compare.drift(fresh, (committed,))


def described(changes: tuple[Change, ...]) -> list[tuple[str, str, str]]:
    return [(change.pointer, change.weight, change.description) for change in changes]


def renamed(old: str, new: str, at: Callable[[Any], Any]) -> Edit:
    def edit(document: Any) -> Any:
        place = at(document)
        items = [(new if key == old else key, value) for key, value in place.items()]
        place.clear()
        place.update(items)
        return document

    return edit


def changed(at: Callable[[Any], Any], **values: Any) -> Edit:
    def edit(document: Any) -> Any:
        at(document).update(values)
        return document

    return edit


def whole(document: Any) -> Any:
    return document


def usage(document: Any) -> Any:
    return document["usage"]


def choice(document: Any) -> Any:
    return document["choices"][0]


def without(key: str, at: Callable[[Any], Any] = whole) -> Edit:
    def edit(document: Any) -> Any:
        del at(document)[key]
        return document

    return edit


def reversed_keys(document: Any) -> Any:
    return dict(reversed(document.items()))


def moved_events(kind: str, to: int) -> Edit:
    def edit(events: list[Any]) -> list[Any]:
        chosen = [event for event in events if event["type"] == kind]
        others = [event for event in events if event["type"] != kind]
        return [*others[:to], *chosen, *others[to:]]

    return edit


PLANTED: dict[str, tuple[tuple[str, str], str, Edit, list[tuple[str, str, str]]]] = {
    "a key renamed": (
        OPENAI, "plain", renamed("prompt_tokens", "input_tokens", usage),
        [("/usage/prompt_tokens", "breaking", "'prompt_tokens' is now called 'input_tokens'")],
    ),
    "a key gone": (
        OPENAI, "plain", without("finish_reason", choice),
        [("/choices/*/finish_reason", "breaking", "the key is gone")],
    ),
    "a type changed": (
        OPENAI, "plain", changed(usage, total_tokens="168"),
        [("/usage/total_tokens", "breaking", "the type is string, was number")],
    ),
    "null where nothing was null": (
        OPENAI, "plain", changed(whole, id=None), [("/id", "breaking", "the type is null, was string")],
    ),
    "a key added": (
        OPENAI, "plain", changed(whole, region="eu"), [("/region", "additive", "the key is new, of type string")],
    ),
    "a finish word": (
        OPENAI, "plain", changed(choice, finish_reason="done"),
        [("/choices/*/finish_reason", "breaking", "a new value: 'done'")],
    ),
    "another kind of object": (
        OPENAI, "plain", changed(whole, object="chat.answer"), [("/object", "breaking", "a new value: 'chat.answer'")],
    ),
    "an id's prefix": (
        OPENAI, "plain", changed(whole, id="cmpl-NaS8aZPSMDLyw1s8PV3a4FObhwC3e"),
        [(
            "/id",
            "cosmetic",
            "ids look like cmpl-<letters and digits>, but looked like chatcmpl-<letters and digits> before",
        )],
    ),
    "keys in another order": (
        OPENAI, "plain", reversed_keys,
        [("", "cosmetic", "the order of keys changed: now 'choices' is before 'model'")],
    ),
    "an event dropped": (
        ANTHROPIC, "stream", lambda events: [event for event in events if event["type"] != "message_stop"],
        [("message_stop:", "breaking", "events of this kind are no longer in every answer")],
    ),
    "an event added": (
        ANTHROPIC, "stream", lambda events: [*events[:1], {"type": "progress", "percent": 1}, *events[1:]],
        [("progress:", "additive", "events of this kind are new")],
    ),
    "events in another order": (
        ANTHROPIC, "stream", moved_events("message_stop", 1),
        [("content_block_delta:", "breaking",
          "events of this kind came before all events of the kind 'message_stop', but now come after some of them")],
    ),
    "a key added in a stream": (
        OPENAI, "stream", lambda events: [event | {"region": "eu"} for event in events],
        [("delta:/region", "additive", "the key is new, of type string")],
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", PLANTED)
def test_each_kind_of_drift_is_named_for_what_it_is(name: str, fresh: Path, committed: Path) -> None:
    (provider, dialect), mode, edit, expected = PLANTED[name]
    edited(copied(fresh, committed, provider, dialect), mode, edit)
    found = held(fresh, committed)
    assert found.moved
    assert not found.not_looked_at
    assert set(expected) <= set(described(found.changes)), described(found.changes)
    weights = {"breaking": 0, "additive": 1, "cosmetic": 2}
    worst = min(weights[weight] for _, weight, _ in expected)
    assert all(weights[change.weight] >= worst for change in found.changes), described(found.changes)
    assert all(change.mode == mode for change in found.changes)
    assert all(change.cells for change in found.changes if change.pointer)


def words(document: Any) -> Any:
    """Return a document with other text, counts, ids and times."""
    text = exact_json.dumps(document)
    text = re.sub(r'"content": ?"[^"\\]+"', '"content": "Something else altogether."', text)
    text = re.sub(r'("(?:created|[a-z_]*tokens)": ?)\d+', r"\g<1>7", text)
    return json.loads(
        re.sub(r"(chatcmpl-|call_)[A-Za-z0-9]+", lambda found: found[1] + "Zk3Qw9LpT5vB2nXc8RyHj4Ms", text)
    )


INNOCENT: dict[str, tuple[tuple[str, str], str, Edit]] = {
    "nothing": (OPENAI, "plain", whole),
    "other words, counts, ids and times": (OPENAI, "plain", words),
    "the same in a stream": (OPENAI, "stream", lambda events: [words(event) for event in events]),
    "an end that is known": (OPENAI, "plain", changed(choice, finish_reason="content_filter")),
    "fewer pieces": (ANTHROPIC, "stream", lambda events: [
        event for n, event in enumerate(events)
        if event["type"] != "content_block_delta" or events[n - 1]["type"] != "content_block_delta"
    ]),
    "a number with a fraction": (OPENAI, "plain", changed(whole, created=1.5)),
}  # fmt: skip


@pytest.mark.parametrize("name", INNOCENT)
def test_what_is_worded_otherwise_is_no_drift(name: str, fresh: Path, committed: Path) -> None:
    (provider, dialect), mode, edit = INNOCENT[name]
    edited(copied(fresh, committed, provider, dialect), mode, edit)
    found = held(fresh, committed)
    assert described(found.changes) == []
    assert not found.moved
    assert found.compared


@pytest.mark.parametrize("turned", [False, True])
def test_what_only_repeats_the_request_is_no_drift(turned: bool, fresh: Path, committed: Path) -> None:
    """Check a client that sets a limit that the recorded request lacks. The answer then repeats the limit, not null."""
    for path in copied(fresh, committed, *RESPONSES).glob("*.plain.yaml"):
        document = yaml.load(path.read_bytes(), Loader=yaml.CSafeLoader)
        for interaction in document["interactions"]:
            asked, answered = interaction["request"], interaction["response"]["body"]
            if '"max_tool_calls": null' in answered["string"]:
                asked["body"] = json.dumps({**json.loads(asked["body"]), "max_tool_calls": 3})
                answered["string"] = answered["string"].replace('"max_tool_calls": null', '"max_tool_calls": 3')
        path.write_text(yaml.dump(document, Dumper=yaml.CDumper))
    found = held(committed, fresh) if turned else held(fresh, committed)
    assert [change for change in found.changes if "max_tool_calls" in change.pointer] == []


def test_what_is_answered_otherwise_than_asked_is_drift(fresh: Path, committed: Path) -> None:
    edited(copied(fresh, committed, *RESPONSES), "plain", changed(whole, model=7))
    assert [change.description for change in held(fresh, committed).changes] == ["the type is number, was string"]


@pytest.mark.parametrize("spaced", [True, False])
def test_blanks_alone_are_cosmetic(spaced: bool, fresh: Path, committed: Path) -> None:
    for path in copied(fresh, committed, *MISTRAL).glob("*.plain.yaml"):
        document = yaml.load(path.read_bytes(), Loader=yaml.CSafeLoader)
        for interaction in document["interactions"]:
            body = interaction["response"]["body"]
            separators = (", ", ": ") if spaced else (",", ":")
            body["string"] = json.dumps(json.loads(body["string"]), separators=separators)
        path.write_text(yaml.dump(document, Dumper=yaml.CDumper))
    found = held(fresh, committed)
    assert {change.weight for change in found.changes} <= {"cosmetic"}
    assert bool(found.changes) == spaced


def test_a_model_that_answers_something_else_is_no_drift(fresh: Path, committed: Path) -> None:
    """Check an answer without calls in a single scenario. The calls of the other scenarios show no change."""
    folder = copied(fresh, committed, *OPENAI)
    shutil.copy(folder / "choice-auto-no-call.plain.yaml", folder / "call-single.plain.yaml")
    assert described(held(fresh, committed).changes) == []


def test_a_refusal_where_there_was_an_answer_is_breaking(fresh: Path, committed: Path) -> None:
    folder = copied(fresh, committed, *OPENAI)
    refused = sorted(folder.glob("reject-*.plain.yaml"))[0]
    refusal = yaml.safe_load(refused.read_text())["interactions"][0]["response"]
    path = folder / "call-single.plain.yaml"
    document = yaml.safe_load(path.read_text())
    document["interactions"][0]["response"] = refusal
    document["metadata"]["expected"] = [{"agreed": [], "answer": None, "why": "refused"}]
    path.write_text(yaml.safe_dump(document))
    [change] = held(fresh, committed).changes
    assert (change.weight, change.description) == ("breaking", "turn 0: the status is 400, was 200")
    assert change.cells == ("single-call",)


def test_a_turn_that_is_missing_is_not_unchanged(fresh: Path, committed: Path) -> None:
    path = copied(fresh, committed, *OPENAI) / "history-single-result.plain.yaml"
    document = yaml.safe_load(path.read_text())
    del document["interactions"][1:], document["metadata"]["expected"][1:]
    path.write_text(yaml.safe_dump(document))
    assert [(skipped.what, skipped.why) for skipped in held(fresh, committed).not_looked_at] == [
        ("openai/openai_chat/history-single-result/plain", "the conversation ended after 1 of 2 turns")
    ]


# Who moved


class KnownKeys(sdk.Types):
    """An SDK's types that have only the given keys."""

    def __init__(self, *keys: str) -> None:
        properties: dict[str, Any] = {key: {} for key in keys}
        super().__init__({"type": "object", "properties": properties, "required": ["id"]})


KEYS = ("id", "object", "created", "model", "choices", "usage", "service_tier", "system_fingerprint")


@pytest.mark.parametrize(
    ("edit", "keys", "recorded", "movers"),
    [
        (changed(whole, region="eu"), KEYS, True, ("provider moved", "SDK is behind")),
        (changed(whole, region="eu"), (*KEYS, "region"), True, ("provider moved",)),
        (changed(whole, region="eu"), (*KEYS, "region"), False, ("we are wrong",)),
        (changed(whole, region="eu"), KEYS, False, ("provider moved", "SDK is behind")),
        (without("service_tier"), KEYS, True, ("provider moved",)),
        (without("service_tier"), tuple(key for key in KEYS if key != "service_tier"), False, ("we are wrong",)),
        (without("id"), KEYS, True, ("provider moved", "SDK is behind")),
        (whole, tuple(key for key in KEYS if key != "service_tier"), True, ("SDK is behind",)),
    ],
    ids=[
        "unknown key",
        "key the SDK knows",
        "key the SDK knows, documented",
        "unknown key, documented",
        "optional key lacks",
        "removed key lacks, documented",
        "required key lacks",
        "removed key",
    ],
)
def test_who_moved(
    edit: Edit, keys: tuple[str, ...], recorded: bool, movers: Any, fresh: Path, committed: Path, tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    folder = copied(tmp_path / "before", committed, *OPENAI)
    if recorded:
        for path in folder.glob("*.yaml"):
            path.write_text(path.read_text().replace("origin: documented", "origin: recorded"))
    shutil.copytree(tmp_path / "before", fresh)
    edited(fresh / "openai" / "openai_chat", "plain", edit)
    monkeypatch.setattr(sdk, "types", lambda _: {"plain": KnownKeys(*keys)})
    found = held(fresh, tmp_path / "before")
    assert {change.movers for change in found.changes} == {movers}, described(found.changes)
    assert found.moved == (movers != ("SDK is behind",))


def test_who_borrows_a_dialect_has_no_sdk(fresh: Path, committed: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    copied(fresh, committed, "llamacpp", "openai_chat")
    monkeypatch.setattr(sdk, "types", lambda _: {"plain": KnownKeys("id")})
    assert described(held(fresh, committed).changes) == []


# What could not be looked at


def test_what_could_not_be_looked_at_is_not_unchanged(
    fresh: Path, committed: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = copied(fresh, committed, *OPENAI)
    (folder / "call-single.plain.yaml").unlink()
    (folder / "call-parallel.plain.yaml").write_text("interactions: [")
    (folder / "stray.yaml").write_text("")
    monkeypatch.setattr(sdk, "types", lambda _: None)
    found = held(fresh, committed)
    why = {skipped.what.rpartition("/")[2]: skipped.why for skipped in found.not_looked_at}
    name = CassetteName("openai", "openai_chat", "call-single", "plain")
    assert NotLookedAt(str(name), "the case has no fresh recording") in found.not_looked_at
    assert {"call-parallel.plain.yaml", "stray.yaml", "the types of openai_chat"} <= why.keys()


def test_a_body_that_cannot_be_read_is_not_unchanged(fresh: Path, committed: Path) -> None:
    path = copied(fresh, committed, *OPENAI) / "call-single.plain.yaml"
    document = yaml.safe_load(path.read_text())
    document["interactions"][0]["response"]["body"]["string"] = "<html>"
    document["metadata"]["expected"] = [{"agreed": [], "answer": None, "why": "broken"}]
    path.write_text(yaml.safe_dump(document))
    assert [skipped.why[:14] for skipped in held(fresh, committed).not_looked_at] == ["cannot be read"]


def test_only_what_was_asked_for_is_expected(fresh: Path, committed: Path) -> None:
    target = fresh / "openai" / "openai_chat"
    target.mkdir(parents=True)
    for mode in ("plain", "stream"):
        shutil.copy(committed / "openai" / "openai_chat" / f"call-single.{mode}.yaml", target)
    assert held(fresh, committed).not_looked_at
    found = compare.drift(fresh, (committed,), ["call-single"])
    assert (len(found.compared), found.changes, found.not_looked_at) == (2, (), ())


def test_no_recording_is_expected_of_a_scenario_that_only_stand_ins_can_play(
    fresh: Path, committed: Path, tmp_path: Path
) -> None:
    copied(fresh, committed, *OPENAI)
    more = shutil.copytree(committed, tmp_path / "more")
    stand_ins = "openai/openai_chat/error-in-stream.stream.yaml"
    shutil.copy(cassettes_folder() / stand_ins, more / stand_ins)
    assert held(fresh, more).not_looked_at == ()


# How it is told


def some(fresh: Path, committed: Path) -> Drift:
    edited(copied(fresh, committed, *OPENAI), "plain", changed(usage, total_tokens="168"))
    (fresh / "openai" / "openai_chat" / "call-single.stream.yaml").unlink()
    return held(fresh, committed)


def test_it_is_shown_to_people(fresh: Path, committed: Path) -> None:
    text = rendering.to_text(some(fresh, committed))
    assert "breaking, provider moved: openai/openai_chat plain /usage/total_tokens: the type is string" in text
    assert "not compared: openai/openai_chat/call-single/stream: the case has no fresh recording" in text


def test_cassettes_that_were_not_looked_at_for_one_reason_are_shown_in_one_line(fresh: Path, committed: Path) -> None:
    folder = copied(fresh, committed, *OPENAI)
    for scenario in ("call-single", "call-parallel"):
        (folder / f"{scenario}.plain.yaml").unlink()
    found = held(fresh, committed)
    line = "openai/openai_chat, 2 cassettes: the case has no fresh recording: call-parallel/plain, call-single/plain"
    assert f"not compared: {line}\n" in rendering.to_text(found)
    assert "- `openai/openai_chat, 2 cassettes`: the case has no fresh recording" in rendering.to_markdown(found)
    assert len(found.not_looked_at) == 2


def test_it_is_shown_in_a_pull_request(fresh: Path, committed: Path) -> None:
    page = rendering.to_markdown(some(fresh, committed))
    assert page.startswith("## Drift\n")
    assert "### Breaking" in page
    assert "| `openai/openai_chat plain /usage/total_tokens` |" in page
    assert "### Not compared" in page


def test_it_is_written_for_machines(fresh: Path, committed: Path) -> None:
    document = json.loads(rendering.to_json(some(fresh, committed)))
    assert document["moved"] is True
    assert document["changes"][0]["weight"] == "breaking"
    assert document["not_looked_at"][0]["what"] == "openai/openai_chat/call-single/stream"


def test_a_place_names_the_fields_and_rules_that_speak_of_it(fresh: Path, committed: Path) -> None:
    edited(copied(fresh, committed, *OPENAI), "plain", changed(usage, prompt_tokens="1"))
    [change] = held(fresh, committed).changes
    assert "mapping: usage.input_tokens" in change.rules
    assert "single-call" in change.cells


@pytest.mark.parametrize("new", ["", "function_calls"], ids=["gone", "renamed"])
def test_calls_that_no_answer_has_any_more_are_no_choice_of_a_model(new: str, fresh: Path, committed: Path) -> None:
    def edit(document: Any) -> Any:
        message = document["choices"][0]["message"]
        calls = message.pop("tool_calls", None)
        return document if not new or calls is None else changed(lambda _: message, **{new: calls})(document)

    edited(copied(fresh, committed, *OPENAI), "plain", edit)
    lost = [change for change in held(fresh, committed).changes if change.pointer.endswith("/message/tool_calls")]
    assert [(change.weight, change.movers) for change in lost] == [("breaking", ("provider moved",))]


def test_nothing_compared_is_not_nothing_moved(fresh: Path, committed: Path) -> None:
    fresh.mkdir()
    assert "nothing moved" not in rendering.to_text(held(fresh, committed))
