"""Tests of the libraries' shims: their data are consistent, and the shims of installed libraries give verdicts."""

import asyncio
import os
import sys
from copy import deepcopy
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
import yaml

import conformance
from conformance.adapters.shims import library, models, openai_form
from conformance.adapters.text import text_formats_of
from conformance.adapters.unsupported import Unsupported
from conformance.adapters.wire import Reading, Task
from conformance.judge.subject import TextFormat
from conformance.recording.case import open_case
from conformance.recording.cassette import CassetteName
from conformance.recording.text_case import open_text_case
from conformance.suite import text_formats
from conformance.suite.verdicts import judge
from toolwire.dialects.dialect import DIALECTS
from toolwire.model import Message, Text, ToolChoice, ToolDefinition, ToolResult
from toolwire.providers import owner

SHIMS = Path(conformance.__file__).parent / "adapters" / "shims"
LIBRARIES = yaml.safe_load(
    (Path(__file__).parents[3] / "tools" / "adapters" / "libraries.yaml").read_text(encoding="utf-8")
)
SPECS = [(name, spec) for name, library in LIBRARIES.items() for spec in library["adapters"] if ".shims." in spec]
WITH_MODELS = ("agno", "haystack", "langchain", "llama-index", "llm", "pydantic-ai", "strands")
PONG = ToolChoice(mode="named", names=("pong",))
SHARED = ("library", "models", "openai_form", "text_parsers")
TASK = Task(
    provider="openai",
    dialect="openai_chat",
    base_url="http://127.0.0.1:1/v1",
    api_key="key",
    model="some",
    messages=(Message(role="user", parts=(Text(text="Ping."),)),),
    tools=(ToolDefinition(name="ping"), ToolDefinition(name="pong")),
)


def _of(name: str) -> type[models.ModelLibrary]:
    """Return the class of a shim for the library ``name``. The shim can only make models and their arguments."""
    return type(name, (models.ModelLibrary,), {"library": name})


def _task(**fields: Any) -> Task:
    return msgspec.structs.replace(TASK, **fields)


def test_every_shim_is_shorter_than_eighty_lines() -> None:
    long = {path.stem: len(path.read_text().splitlines()) for path in SHIMS.glob("*.py") if path.stem not in SHARED}
    assert {name: lines for name, lines in long.items() if lines >= 80} == {}


@pytest.mark.parametrize("library", WITH_MODELS)
def test_a_library_is_configured_for_known_dialects_alone(library: str) -> None:
    assert set(models.dialects(library)) <= set(DIALECTS)


@pytest.mark.parametrize(
    ("library", "dialect", "wish", "asked"),
    [
        ("langchain", "openai_chat", {"tool_choice": ToolChoice(mode="required")}, {"tool_choice": "any"}),
        (
            "langchain",
            "openai_chat",
            {"tool_choice": PONG},
            {"tool_choice": "pong"},
        ),
        ("llama-index", "openai_chat", {}, {"allow_parallel_tool_calls": True}),
        ("llama-index", "openai_chat", {"parallel_tool_calls": False}, {"allow_parallel_tool_calls": False}),
        (
            "haystack",
            "anthropic_messages",
            {"parallel_tool_calls": False, "tool_choice": ToolChoice(mode="required")},
            {"generation_kwargs": {"tool_choice": {"type": "any", "disable_parallel_tool_use": True}}},
        ),
        (
            "pydantic-ai",
            "openai_chat",
            {"tool_choice": ToolChoice(mode="allowed", names=("ping", "pong")), "max_output_tokens": 9},
            {"tool_choice": ["ping", "pong"], "max_tokens": 9},
        ),
        (
            "agno",
            "openai_responses",
            {"tool_choice": PONG},
            {"tool_choice": {"type": "function", "name": "pong"}},
        ),
    ],
    ids=[
        "langchain required",
        "langchain named",
        "llama-index parallel",
        "llama-index one call",
        "haystack required, one call",
        "pydantic-ai subset",
        "agno named",
    ],
)
def test_a_wish_is_asked_in_the_library_s_words(library: str, dialect: str, wish: Any, asked: Any) -> None:
    assert _of(library).asked(_task(dialect=dialect, **wish)) == asked


@pytest.mark.parametrize(
    "wish",
    [
        {"tool_choice": ToolChoice(mode="required")},
        {"parallel_tool_calls": False},
        {"tools": (ToolDefinition(name="ping", strict=True),)},
    ],
    ids=["required", "one call", "strict"],
)
def test_a_wish_without_a_word_is_declined(wish: Any) -> None:
    with pytest.raises(Unsupported, match="the library has no option for"):
        _of("llm").asked(_task(**wish))


def test_a_model_is_made_of_what_the_task_holds(monkeypatch: pytest.MonkeyPatch) -> None:
    described: Any = {
        "make": "types:SimpleNamespace",
        "make_async": "builtins:dict",
        "with": {"id": "$model", "inner": {"make": "types:SimpleNamespace", "with": {"at": "$root"}}, "kept": [1]},
        "wished": {"reasoning": {"effort": "low"}},
        "environment": {"SOME_ADDRESS": "$url"},
        "streams": True,
        "unlimited": "it needs a limit",
    }
    known = msgspec.convert({"some": {"openai_chat": described}}, dict[str, dict[str, models._Setup]])
    monkeypatch.setattr(models, "_all", lambda: known)
    monkeypatch.setenv("SOME_ADDRESS", "")
    made = _of("some").model(_task(stream=True, reasoning=True, max_output_tokens=9))
    assert (made.id, made.inner.at, made.kept, made.effort) == ("some", "http://127.0.0.1:1", [1], "low")
    assert models.os.environ["SOME_ADDRESS"] == "http://127.0.0.1:1/v1"
    assert type(_of("some").model(_task(stream=True, mode="async", max_output_tokens=9))) is dict
    with pytest.raises(Unsupported, match="always requests a stream"):
        _of("some").model(_task())
    with pytest.raises(Unsupported, match="it needs a limit"):
        _of("some").model(_task(stream=True))


@pytest.mark.parametrize(("library", "spec"), SPECS)
def test_a_shim_gives_verdicts_on_all_its_dialects(library: str, spec: str) -> None:
    """Check that each case has verdicts, but not which verdicts, because ``reports/adapters`` has them."""
    module, _, name = spec.partition(":")
    try:
        adapter = getattr(import_module(module), name)()
    except ImportError as missing:
        pytest.skip(f"{library} is not installed: {missing}")
    for dialect in adapter.hello.dialects:
        for mode in ("plain", "stream"):
            results = judge(open_case(CassetteName(owner(dialect), dialect, "call-single", mode)), adapter)
            assert {result.outcome for result in results if result.party == "adapter"} - {"error"}
    for text_format in text_formats_of(adapter):
        for mode in ("plain", "stream"):
            name = CassetteName(*TextFormat(text_format).spelling, "call-single", mode)
            results = text_formats.judge(open_text_case(name), adapter)
            assert "error" not in {result.outcome for result in results}


class CallFunction(SimpleNamespace):
    name = None
    arguments = ""


class CallPiece(SimpleNamespace):
    def model_copy(self, *, deep: bool) -> "CallPiece":
        return deepcopy(self)


def _shim(monkeypatch: pytest.MonkeyPatch, name: str, **modules: Any) -> Any:
    """Return the module of a shim, imported with imitations of the modules that it imports."""
    for path, held in modules.items():
        monkeypatch.setitem(sys.modules, path.replace("__", "."), held)
    monkeypatch.setattr(library, "version", lambda distribution: "1.2.3")
    shim = f"conformance.adapters.shims.{name}"
    monkeypatch.setitem(
        sys.modules, shim, None
    )  # taken back at the end, so that nobody else gets what is imported here
    del sys.modules[shim]
    return import_module(shim)


def _aisuite(monkeypatch: pytest.MonkeyPatch, requests: list[dict[str, Any]]) -> Any:
    """Return aisuite's shim with an imitation of aisuite. The imitation records requests, and removes the system
    message.
    """

    def create(messages: list[Any], **asked: Any) -> Any:
        requests.append({"messages": [*messages], **asked})
        if messages[0]["role"] == "system":
            messages.pop(0)
        function = SimpleNamespace(name="ping", arguments="{}")
        message = SimpleNamespace(content=None, tool_calls=[SimpleNamespace(id="a", function=function)])
        return SimpleNamespace(choices=[SimpleNamespace(message=message, finish_reason="tool_calls")])

    chat = SimpleNamespace(completions=SimpleNamespace(create=create))
    client = SimpleNamespace(Client=lambda configured: SimpleNamespace(chat=chat))
    return _shim(monkeypatch, "aisuite", aisuite=client).AISuite()


@pytest.mark.parametrize(
    ("dialect", "asked"),
    [
        ("openai_chat", {"reasoning_effort": "low"}),
        ("anthropic_messages", {"thinking": {"type": "enabled", "budget_tokens": 1024}}),
    ],
    ids=["OpenAI", "Anthropic"],
)
def test_aisuite_asks_for_reasoning_in_the_provider_s_own_form(
    dialect: str, asked: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    requests: list[dict[str, Any]] = []
    task = _task(dialect=dialect, reasoning=True, tool_choice=PONG)
    next(_aisuite(monkeypatch, requests).converse(task))
    others = {"messages", "model", "stream", "tools", "tool_choice"}
    assert {key: value for key, value in requests[0].items() if key not in others} == asked
    assert requests[0]["tool_choice"] == {"type": "function", "function": {"name": "pong"}}


def test_a_system_message_that_aisuite_takes_from_the_user_s_list_is_gone(monkeypatch: pytest.MonkeyPatch) -> None:
    requests: list[dict[str, Any]] = []
    system = Message(role="system", parts=(Text(text="Be brief."),))
    talk = _aisuite(monkeypatch, requests).converse(_task(messages=(system, *TASK.messages)))
    next(talk)
    talk.send((ToolResult(call_id="a", name="ping", parts=(Text(text="pong"),)),))
    assert [request["messages"][0]["role"] for request in requests] == ["system", "user"]


def test_conversations_of_mirascope_at_once_keep_their_addresses(monkeypatch: pytest.MonkeyPatch) -> None:
    registry, asked = dict[str, str](), list[str]()

    class Answer(SimpleNamespace):
        content = tool_calls = texts = thoughts = ()
        finish_reason = None

        def resume(self, results: Any) -> Any:
            return _Model("openai/some").call(results, ())

    class _Model(SimpleNamespace):
        def __init__(self, model_id: str) -> None:
            super().__init__(scope=model_id.partition("/")[0] + "/")

        def call(self, messages: Any, tools: Any) -> Any:
            asked.append(registry[self.scope])
            return Answer()

    def register(provider: str, scope: str, *, api_key: str, base_url: str) -> None:
        registry[scope] = base_url

    llm = SimpleNamespace(
        Model=_Model,
        register_provider=register,
        messages=SimpleNamespace(user=list),
        Tool=SimpleNamespace,
        ToolOutput=SimpleNamespace,
        ToolCall=dict,
        Text=str,
    )
    schema = SimpleNamespace(ToolParameterSchema=None)
    shim = _shim(
        monkeypatch, "mirascope", mirascope=SimpleNamespace(llm=llm), mirascope__llm__tools__tool_schema=schema
    )
    talks = [shim.Mirascope().converse(_task(base_url=at, tools=())) for at in ("http://a", "http://b")]
    for talk in talks:
        next(talk)
    for talk in talks:
        talk.send((ToolResult(call_id="a", name="ping", parts=(Text(text="pong"),)),))
    assert asked == ["http://a", "http://b", "http://a", "http://b"]


@pytest.mark.parametrize(
    ("calls", "results", "answered"),
    [
        ([("a", "ping"), ("b", "pong")], [("b", "pong"), ("a", "ping")], ["pong", "ping"]),
        ([("", "ping 1"), ("", "ping 2")], [("", "ping"), ("", "ping")], ["ping 1", "ping 2"]),
        ([(None, "ping"), (None, "pong")], [(None, "pong"), (None, "ping")], ["pong", "ping"]),
        ([("a", "ping 1"), ("a", "ping 2")], [("a", "ping"), ("a", "ping")], ["ping 1", "ping 2"]),
        ([("a", "ping")], [("a", "ping"), ("a", "ping"), ("b", "pong")], ["ping", "ping", None]),
    ],
    ids=["by id", "empty ids", "no ids, by name", "one id twice", "another result, and one of no call"],
)
def test_the_call_of_a_result(calls: Any, results: Any, answered: Any) -> None:
    given = [ToolResult(call_id=call_id, name=name) for call_id, name in results]
    assert [library.origin(result, calls, lambda call: call.split()[0]) for result in given] == answered


class _Refused(Exception):
    status_code = 400


def test_a_shim_that_declines_because_of_a_refusal_declines() -> None:
    """Check that an ``Unsupported`` raised after a refusal still declines, although the refusal has a status."""

    async def ask() -> Any:
        try:
            raise _Refused("reasoning_effort")
        except _Refused as why:
            raise Unsupported(str(why)) from None

    with pytest.raises(Unsupported, match="reasoning_effort"):
        next(library.hold(_task(), ask, lambda answer: Reading(), lambda answer, results: None))


def test_each_conversation_keeps_the_address_in_its_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[tuple[str, str]] = []

    def conversation(name: str) -> Any:
        monkeypatch.setenv("AWS_ENDPOINT_URL", name)

        async def ask() -> None:
            seen.append((name, os.environ["AWS_ENDPOINT_URL"]))

        return library.hold(_task(), ask, lambda answer: Reading(), lambda answer, results: None)

    talks = []
    for name in ("first", "second"):
        talks.append(conversation(name))
        next(talks[-1])
    for talk in talks:
        talk.send((ToolResult(call_id="a", parts=()),))
    assert seen == [("first", "first"), ("second", "second"), ("first", "first"), ("second", "second")]


def test_variables_of_addresses_are_known() -> None:
    setups = yaml.safe_load(Path(models.__file__).with_suffix(".yaml").read_text())
    del setups["words"]
    named = {
        name for of_library in setups.values() for setup in of_library.values() for name in setup.get("environment", {})
    }
    assert named == set(library.ADDRESSES)


def test_a_joined_stream_keeps_what_goes_back() -> None:
    def delta(**given: Any) -> Any:
        fields = {"content": None, "tool_calls": None} | given
        return SimpleNamespace(choices=[SimpleNamespace(delta=SimpleNamespace(**fields), finish_reason=None)])

    function, rest = CallFunction(name="ping", arguments="{"), CallFunction(arguments="}")
    chunks = [
        delta(reasoning=SimpleNamespace(content="Think")),
        delta(tool_calls=[CallPiece(index=0, id="a", function=function, extra_content=None)]),
        delta(tool_calls=[CallPiece(index=0, id=None, function=rest, extra_content={"google": 1})]),
        delta(extra_content={"anthropic": {"signature": "s"}}),
    ]
    message = asyncio.run(openai_form.answer(chunks)).choices[0].message
    call = {
        "id": "a",
        "type": "function",
        "function": {"name": "ping", "arguments": "{}"},
        "extra_content": {"google": 1},
    }
    assert openai_form.echo(message) == {
        "role": "assistant",
        "content": "",
        "tool_calls": [call],
        "reasoning": {"content": "Think"},
        "extra_content": {"anthropic": {"signature": "s"}},
    }
