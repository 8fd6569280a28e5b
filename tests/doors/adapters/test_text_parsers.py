"""Tests of the common parts of shims of inference servers: the choice of parsers, and pieces that cut no token."""

import msgspec
import pytest
from rich.console import Console

from conformance.adapters.adapter import name_of, reads_text_alone, speaks, talks_http
from conformance.adapters.answering import answering, reply
from conformance.adapters.loading import AdapterNotFound, load_adapter
from conformance.adapters.shims import text_parsers
from conformance.adapters.wire import Hello, ReadCall
from conformance.recording.text_answers import answer, formatted, names, scripted_answer
from conformance.recording.text_variants import tagged
from conformance.standins.text_formats import CannotSay
from conformance.suite.run import run_suite
from conformance.suite.selection import Selection
from toolwire.model import Finish, Reasoning, Response, Text
from toolwire.text import FORMATS

TOKENS = {text_format.name: text_format.tokens for text_format in FORMATS if text_format.tokens}


class ReadsText:
    """An adapter that only reads calls in text."""

    hello = Hello(name="reads-text", version="1", language="python", dialects=())
    text_formats = ("hermes",)

    def read_text(self, text_format, pieces, tools):  # type: ignore[no-untyped-def]
        return Response(parts=(), finish=Finish(reason="stop"))


class SpeaksToo(ReadsText):
    hello = Hello(name="reads-text", version="1", language="python", dialects=("openai_chat",))


class ReadsNothing:
    text_formats = ("hermes",)


@pytest.mark.parametrize("server", ["sglang", "vllm"])
def test_what_a_server_reads_is_what_the_formats_say(server: text_parsers.Server) -> None:
    read = text_parsers.parsers(server)
    known = {text_format.name: text_format for text_format in FORMATS}
    for name, parser in read.items():
        assert parser in getattr(known[name], server)
        assert parser not in known[name].in_part.get(server, ())
    assert "cohere" not in text_parsers.parsers("sglang")  # its parser reads another spelling


@pytest.mark.parametrize("text_format", TOKENS)
def test_pieces_of_a_stream_cut_no_token_and_lose_nothing(text_format: str) -> None:
    tokens = TOKENS[text_format]
    for scenario in {name.scenario for name in names() if name.dialect == text_format}:
        text = answer(text_format, scenario)
        if isinstance(text, str):
            pieces = streamed(text_format, *text)
            assert "".join(pieces) == text
            assert all(piece in tokens or len(piece) == 1 for piece in pieces)
            assert "".join(streamed(text_format, text)) == text


def streamed(text_format: str, *pieces: str) -> list[str]:
    return ["".join(tokens) for tokens in text_parsers.streamed(text_format, pieces)]


def test_a_token_comes_alone() -> None:
    assert streamed("hermes", "a<tool", "_call>b", "c") == ["a", "<tool_call>", "b", "c"]
    assert streamed("hermes", "<tool_call><tool_call>", "bc", "") == ["<tool_call>", "<tool_call>", "bc"]


@pytest.mark.parametrize("text_format", TOKENS)
def test_a_marker_in_a_value_is_spelled_in_characters_and_no_other_is(text_format: str) -> None:
    tokens, scripted = TOKENS[text_format], scripted_answer("call-single")
    plain = text_parsers.as_tokens(text_format, answer(text_format, "call-single"), scripted.tools)
    without = [token for token in plain if token in tokens]
    played = 0
    for variant in tagged(text_format, scripted):
        text = formatted(text_format, variant.answer)
        if not isinstance(text, CannotSay):
            found = text_parsers.as_tokens(text_format, text, variant.answer.tools)
            assert "".join(found) == text
            assert [token for token in found if token in tokens] == without
            played += 1
    assert played > 1


def test_what_was_read_is_an_answer() -> None:
    read = text_parsers.answer("why", "so", [ReadCall(name="now", arguments="")])
    assert read.parts[:2] == (Reasoning(text="why"), Text(text="so"))
    assert [(call.name, call.arguments.value) for call in read.calls] == [("now", {})]
    assert text_parsers.answer("", "", []) == Response(parts=(), finish=Finish(reason="stop"))


def test_pieces_of_calls_are_joined_by_their_index() -> None:
    pieces = [(0, "now", None), (1, "then", ""), (0, None, '{"a":'), (1, None, "{}"), (0, None, "1}")]
    read = [(call.name, call.arguments) for call in text_parsers.joined(pieces)]
    assert read == [("now", '{"a":1}'), ("then", "{}")]


def test_an_adapter_that_reads_text_alone_is_asked_for_nothing_else() -> None:
    spec = f"{__name__}:ReadsText"
    adapter = load_adapter(spec)
    assert name_of(adapter) == "reads-text"
    assert reads_text_alone(adapter)
    assert not talks_http(adapter)
    assert not speaks(adapter, "openai_chat")
    ran = run_suite(Selection(scenarios=("call-single",)), spec, 1, Console(stderr=True))
    assert {(result.provider, result.dialect) for result in ran.results.results} == {("text", "hermes")}
    greeting = reply(answering(adapter), b'{"op":"hello","seq":1,"protocols":["1.1"]}')
    assert msgspec.json.decode(greeting)["result"]["text_formats"] == ["hermes"]


@pytest.mark.parametrize(
    ("name", "message"),
    [("SpeaksToo", "its `hello` names dialects, but the adapter has neither"), ("ReadsNothing", "it lacks read_text;")],
)
def test_what_reads_text_alone_is_checked_by_its_hello(name: str, message: str) -> None:
    with pytest.raises(AdapterNotFound, match=message):
        load_adapter(f"{__name__}:{name}")
